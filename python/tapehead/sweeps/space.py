"""A sweep's search space: options with lists or ranges of values, as Optuna sees them."""
import dataclasses
import fractions
import math

from tapehead.runs.numbers import is_whole, real

POINTS = "points"  # the dimension whose values are whole tables of options
FEWEST_DIGITS, MOST_DIGITS = 6, 17  # of a number between the ends of a range
NEAR = 1e-3  # of the way to the next number: how far rounding may move one
FLAGS = {**dict.fromkeys(("true", "on", "yes"), 1), **dict.fromkeys(("false", "off", "no"), 0)}  # 1 and 0 do, too


@dataclasses.dataclass
class Choices:
    """One of several values."""
    name: str
    values: list

    def size(self):
        return len(self.values)

    def grid(self):
        return self.values

    def suggest(self, trial):
        """Suggests indices of the values: Optuna cannot store a table of options as a value."""
        return self.values[trial.suggest_categorical(self.name, list(range(len(self.values))))]

    def fixed(self, value):
        """The parameter that makes suggest() return this value."""
        return next(i for i, one in enumerate(self.values) if one is value)

    def described(self):
        return ", ".join(words(value) if isinstance(value, dict) else text(value) for value in self.values)


@dataclasses.dataclass
class Range:
    """A number between two others, both included; with `count`, a grid of that many."""
    name: str
    low: float
    high: float
    log: bool
    count: int | None

    def whole(self):
        return isinstance(self.low, int) and isinstance(self.high, int)

    def size(self):
        """How many numbers grid() has at most, without making them."""
        return min(self.count, self.high - self.low + 1) if self.whole() else self.count

    def grid(self):
        """Evenly spaced, on a logarithmic range in the logarithm, from end to end as typed; each once."""
        between = [self.between(fractions.Fraction(i, self.count - 1)) for i in range(1, self.count - 1)]
        if self.whole():
            between = [min(max(round(value), self.low), self.high) for value in between]
            return list(dict.fromkeys([self.low, *between, self.high]))
        return list(dict.fromkeys(shortened([float(self.low), *between, float(self.high)])))

    def between(self, share):
        """The number at a share of the way, exact where integers are evenly spaced."""
        if self.whole() and not self.log:
            return self.low + (self.high - self.low) * share
        share = float(share)
        low, high = (math.log(self.low), math.log(self.high)) if self.log else (self.low, self.high)
        found = low * (1 - share) + high * share  # their difference may be beyond what a double holds
        return math.exp(found) if self.log else found

    def ends(self):
        return [self.low, self.high]

    def suggest(self, trial):
        suggest = trial.suggest_int if self.whole() else trial.suggest_float
        return suggest(self.name, self.low, self.high, log=self.log)

    def fixed(self, value):
        return value

    def described(self):
        return f"{text(self.low)} to {text(self.high)}{', even in its logarithm' if self.log else ''}"


def shortened(values):
    """The ascending numbers with as few digits as keep all near what they are; the first and the last as they are."""
    gaps = [min(value - before, after - value) for before, value, after in zip(values, values[1:], values[2:])]
    for digits in range(FEWEST_DIGITS, MOST_DIGITS + 1):
        short = [float(f"{value:.{digits}g}") for value in values[1:-1]]
        if all(abs(one - value) <= NEAR * gap for one, value, gap in zip(short, values[1:-1], gaps)):
            break
    return [values[0], *short, values[-1]]


def setting(value):
    """What tells a value from others for the program: 0.1 and "0.10" are one number, true and "on" one flag."""
    return tuple(map(item, text(value).split(",")))


def item(word):
    if word in FLAGS:
        return FLAGS[word]
    try:
        return int(word) if is_whole(word.removeprefix("-")) else real(word)
    except ValueError:
        return word


def words(options):
    return ", ".join(f"{name}={text(value)}" for name, value in options.items())


def text(value):
    """A value as typed after an option."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)
