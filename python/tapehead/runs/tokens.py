"""Visible forms of tokens: invisible characters get a glyph, so that none is missed or moves the others."""
import unicodedata

SIGNS = {"\n": "↵", "\t": "⇥"}
SPACE, NOTHING, OTHER = "␣", "∅", "\ufffd"


def visible(token):
    """`␣` for a space, `↵` for a new line, `�` for control characters and those that change the writing direction."""
    return "".join(map(sign, token)) or NOTHING


def sign(letter):
    kind = unicodedata.category(letter)
    if letter in SIGNS or kind[0] == "Z":
        return SIGNS.get(letter, SPACE)
    return OTHER if kind[0] == "C" else letter
