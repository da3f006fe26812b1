"""`python -m tapehead`, and the command `tapehead` that pip installs: the program, and its commands that are Python."""
import os
import sys

from tapehead.commands import start
from tapehead.runs import places

SCRIPTS = "compare", "export", "plot", "report", "sweep"  # as in experiments/commands/all_commands.cpp


def main():
    words = sys.argv[1:]
    if words and words[0] in SCRIPTS:
        places.STARTED_BY = str(places.PROGRAM)
        return start.command(words[0], words[1:])
    try:
        os.execv(places.PROGRAM, [str(places.PROGRAM), *words])
    except OSError as error:
        print(f"tapehead: {places.PROGRAM}: cannot be started ({error.strerror}); scripts/build.sh, or pip install, "
              "builds it", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
