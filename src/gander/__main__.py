"""The program's start: ``gander`` and ``python -m gander``."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line. Loading it takes a moment, in which Ctrl-C must be no traceback either."""
    try:
        from gander.cli import main as run  # noqa: PLC0415

        run()
    except KeyboardInterrupt:
        sys.stderr.write("\ngander: interrupted.\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
