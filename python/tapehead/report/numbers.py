"""Numbers for JSON: non-finite ones become null."""
import math

DIGITS = 7  # significant digits of drawn values; a float of the program has no more


def finite(value):
    """The exact number, or None."""
    return None if value is None or not math.isfinite(value) else float(value)


def whole(value):
    """As finite(); an integer if the number is whole."""
    value = finite(value)
    return int(value) if value is not None and value.is_integer() else value


def drawn(values):
    """A list of numbers to draw."""
    return [float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None for value in values]


def counts(values):
    """A list of exact counts, such as sequences."""
    return [int(value) if value == int(value) else float(value) for value in values]
