"""Numbers as they are typed: in the ten digits of ASCII, without blanks. Python's own float() and int() also read 1_0
and the digits of other scripts, which the program refuses."""

LETTERS = frozenset("0123456789.eE+-infa")  # of numbers as the program writes them, and of nan and inf


def real(text):
    """float(text), which may be infinite or nan; ValueError for what is no number."""
    if not LETTERS.issuperset(text):
        raise ValueError
    return float(text)


def is_whole(text):
    """Whether the text is digits alone."""
    return text.isascii() and text.isdigit()
