"""Letters that a figure's fonts lack: one note of all, in place of Matplotlib's warning for each with a line of its
source."""
import contextlib
import re
import warnings

from .errors import note

LACKING = re.compile("Glyph ([0-9]+) ")
UNSHAPED = re.compile(r"Matplotlib currently does not support \w+ natively")  # comes with LACKING of the same letter
SHOWN = 8  # letters that the note names


@contextlib.contextmanager
def noted():
    """To be worked within; the note comes at its end, unless that is an error, which is to be alone."""
    lacking = {}
    with warnings.catch_warnings():
        others = warnings.showwarning

        def shown(message, *where, **how):
            text = str(message)
            if found := LACKING.match(text):
                lacking.setdefault(chr(int(found[1])))
            elif not UNSHAPED.match(text):
                others(message, *where, **how)
        warnings.showwarning = shown
        yield
    if lacking:
        more = f" and {len(lacking) - SHOWN} more" if len(lacking) > SHOWN else ""
        note(f"the figure's font lacks {' '.join(list(lacking)[:SHOWN])}{more}, drawn as boxes; --font NAME may have "
             "them")
