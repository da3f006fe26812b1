"""Bad input is told in one line, `where: what arrived; what would be right`; notes do not stop the work."""
import sys


class InputError(Exception):
    """The user's input is at fault; a script prints the message and exits with status 2."""


def note(message):
    print(f"note: {message}", file=sys.stderr)
