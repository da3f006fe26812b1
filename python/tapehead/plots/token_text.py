"""Tokens as a figure shows them."""
import functools

from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

from tapehead.runs.tokens import OTHER, visible

MOST_LETTERS = 18


def drawn(token, most=MOST_LETTERS):
    """A token's visible text, truncated after `most` letters; letters that the font lacks are `�`."""
    text = visible(token)
    text = text if len(text) <= most else text[:most - 1] + "…"
    return "".join(letter if ord(letter) in letters() else OTHER for letter in text)


@functools.cache
def letters():
    return FT2Font(font_manager.findfont("DejaVu Sans")).get_charmap()
