"""The process of a life: `python -m toolwire.fuzz.coverage LIFE [OPTION OF LIBFUZZER…]`.

What is to be instrumented must not have been imported before, and that may be the reference. So
everything of ours that knows it is imported late.
"""

import os
import sys
from pathlib import Path

from .engine import NoAtheris, load_atheris
from .instrumentation import Instrumentation
from .life import load_life


def main(arguments: list[str]) -> None:
    """Live the life that the command line names; does not come back."""
    life = load_life(Path(arguments[0]))
    try:
        atheris = load_atheris()
    except NoAtheris as error:
        sys.exit(str(error))
    os.chdir(life.config.folder)
    hook = Instrumentation(atheris, life.config.instrument)
    hook.install()
    from .living import live

    live(life, atheris, hook, arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
