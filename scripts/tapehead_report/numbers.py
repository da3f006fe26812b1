"""Numbers as JSON has them: those that are not finite are null."""
import math

DIGITS = 7  # of what is drawn; a float of the program has no more


def finite(value):
    """A number or None, exact."""
    return None if value is None or not math.isfinite(value) else float(value)


def whole(value):
    """As finite(), an integer where it is one."""
    value = finite(value)
    return int(value) if value is not None and value.is_integer() else value


def drawn(values):
    """A list of numbers to be drawn."""
    return [float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None for value in values]


def counts(values):
    """A list of numbers of sequences and the like, exact."""
    return [int(value) if value == int(value) else float(value) for value in values]
