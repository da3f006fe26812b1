"""Standard output and error of a command. What became of standard error changes no exit status; what became of standard
output makes a 2 of a 0 (errors.py's say()), except for a command that works for hours."""
import io
import os
import sys


class Lenient:
    """A text stream whose reader may leave, and whose disk may be full: what it does not take is lost."""

    def __init__(self, stream, descriptor):
        self._stream, self._descriptor = stream, descriptor

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def write(self, text):
        return self._trying(self._stream.write, text)

    def flush(self):
        self._trying(self._stream.flush)

    def _trying(self, call, *words):
        try:
            return call(*words)
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._descriptor)  # for what is still to be written at the end
            return None


def settle():
    """To be called before any file is opened: a file would get the number of a stream that is closed. What standard
    error does not take is lost from here on. Standard output stays closed if it is: nothing can be written there."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY)
    for stream in (sys.stdout, sys.stderr):  # a letter that the encoding lacks, as \u65e5: names come from anywhere
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")
    if not isinstance(sys.stderr, Lenient):
        sys.stderr = Lenient(sys.stderr or open(2, "w", encoding="utf-8", closefd=False), 2)


def let_output_go():
    """After settle(): what standard output does not take is lost, too. For a command whose results are in files, and
    which is to work on whoever reads along."""
    if not isinstance(sys.stdout, Lenient):
        sys.stdout = Lenient(sys.stdout or open(1, "w", encoding="utf-8", closefd=False), 1)
