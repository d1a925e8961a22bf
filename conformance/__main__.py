"""`python -m toolwire.conformance`: the command `toolwire`, wherever its script may be."""

from .cli import main

if __name__ == "__main__":
    main(prog_name="toolwire")
