"""The exceptions, with the program's own text: where, what arrived, what would be right."""
from tapehead.runs.errors import InputError

__all__ = ["InputError", "DivergedError"]


class DivergedError(ArithmeticError):
    """A training left the finite numbers; the text names the first bad value."""
