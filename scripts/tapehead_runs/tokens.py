"""Tokens as they are shown: what has no shape of its own gets one, so that none is invisible or moves the others."""
import unicodedata

SIGNS = {"\n": "↵", "\t": "⇥"}
SPACE, NOTHING, OTHER = "␣", "∅", "\ufffd"


def visible(token):
    """`␣` for a space, `↵` for a new line; control characters, and those that turn the direction of writing, are
    `�`."""
    return "".join(map(sign, token)) or NOTHING


def sign(letter):
    kind = unicodedata.category(letter)
    if letter in SIGNS or kind[0] == "Z":
        return SIGNS.get(letter, SPACE)
    return OTHER if kind[0] == "C" else letter
