"""The command `toolwire`, also as `python -m toolwire.conformance`, wherever its script may be."""

from .importing import ending_at_once


def main() -> None:
    """Import the commands and run the one that was called."""
    with ending_at_once():
        from .cli import main as toolwire
    toolwire(prog_name="toolwire")


if __name__ == "__main__":
    main()
