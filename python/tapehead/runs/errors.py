"""Bad input gives one line, `where: what arrived; what would be right`; notes do not stop the work. What becomes of
standard error changes no exit status."""
import contextlib
import errno
import os
import sys
import textwrap

_held = []
NO_RUN = "got nothing; the directory of a run, or one with runs below it, is needed"  # in place of an empty name
SAID_EACH = 3  # a note is repeated for at most this many places
NARROWEST, WIDEST = 60, 120  # characters of a terminal's line, as the program has them


class InputError(Exception):
    """The user's input is at fault; a script prints the message and exits with status 2."""


def tell(line):
    """Prints a line on standard error, in a terminal as many as it takes there; loses it where that is closed or full.
    A control character, which may come from a file, is shown as "?"."""
    if sys.stderr is None:
        return
    line = "".join("?" if each < " " or each == "\x7f" else each for each in line)
    try:
        print(for_terminal(line, sys.stderr), file=sys.stderr, flush=True)
    except OSError:
        forget(2)


def for_terminal(line, stream):
    """The line, wrapped between words where the stream is a terminal."""
    if not stream.isatty():
        return line
    columns = min(max(os.get_terminal_size(stream.fileno()).columns, NARROWEST), WIDEST)
    return textwrap.fill(line, columns, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def say(text):
    """Writes to standard output. InputError where that is closed or full; a reader that has left wanted no more."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        forget(1)
    except OSError as error:
        forget(1)
        raise InputError(f"standard output: cannot be written ({error.strerror}); a file with room, or a reader, is "
                         "needed") from None


def forget(descriptor):
    """Lets go of what Python would still write there at its end, and fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


def note(message, reader=None):
    """Prints a line on standard error, at once or at the end of gathered_notes(). `reader` replaces it on a page, whose
    readers cannot do what the message asks for."""
    if _held:
        _held[-1].append((message, reader or message))
    else:
        tell(f"note: {message}")


@contextlib.contextmanager
def gathered_notes():
    """Holds the notes made within the block and prints them at its end, merging notes repeated for many places. Yields
    a function that returns the notes so far, for a page that shows them too."""
    notes = []
    _held.append(notes)
    try:
        yield lambda: folded([reader for _, reader in notes])
    finally:
        _held.pop()
        for one in folded([message for message, _ in notes]):
            note(one)


@contextlib.contextmanager
def kept_notes():
    """Holds the notes made within the block, and prints none. Yields a function that returns them."""
    notes = []
    _held.append(notes)
    try:
        yield lambda: folded([message for message, _ in notes])
    finally:
        _held.pop()


def folded(notes):
    """The notes; one repeated for many places occurs once, with the first of them."""
    alike = {}
    for one in notes:
        where, colon, what = one.partition(": ")
        alike.setdefault(what if colon else one, []).append(where)
    said = []
    for what, places in alike.items():
        if len(places) > SAID_EACH:
            said.append(f"{places[0]} and {len(places) - 1} more: {what}")
        else:
            said += [what if place == what else f"{place}: {what}" for place in places]
    return said
