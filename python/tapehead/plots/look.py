"""The look of all figures, as a digest that every picture carries: what is drawn in another look is found by it."""
import functools
import hashlib
import json

from tapehead.runs import looks

from . import colour_maps
from .score import colours

NAME = "Look"  # of the text in a PNG


@functools.lru_cache(maxsize=None)
def digest(settings):
    """Of Matplotlib's `settings` as JSON, and of all colours."""
    parts = [settings, looks.table(), looks.COLOURS, sorted(colour_maps.ENDS.items()), colour_maps.ZERO,
             colour_maps.END, [value for name, value in sorted(vars(colours).items()) if name.isupper()]]
    return "tapehead " + hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]


def of_file(data):
    """The digest that the bytes of a picture carry, or None."""
    at = data.find(b"tapehead ")
    while at >= 0:
        found = data[at:at + 21]
        if len(found) == 21 and all(letter in b"0123456789abcdef" for letter in found[9:]):
            return found.decode()
        at = data.find(b"tapehead ", at + 1)
    return None
