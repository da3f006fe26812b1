"""Bad input is told in one line, `where: what arrived; what would be right`; notes do not stop the work."""
import contextlib
import sys

_collectors = []


class InputError(Exception):
    """The user's input is at fault; a script prints the message and exits with status 2."""


def note(message):
    print(f"note: {message}", file=sys.stderr)
    for notes in _collectors:
        notes.append(message)


@contextlib.contextmanager
def collected_notes():
    """The list to which each note goes too, for a page that says them beside what they are about."""
    notes = []
    _collectors.append(notes)
    try:
        yield notes
    finally:
        _collectors.remove(notes)
