"""A sweep's search space: options with lists or ranges of values, as Optuna sees them."""
import dataclasses
import math

POINTS = "points"  # the dimension whose values are whole tables of options


@dataclasses.dataclass
class Choices:
    """One of several values."""
    name: str
    values: list

    def grid(self):
        return self.values

    def suggest(self, trial):
        """Suggests indices of the values: Optuna cannot store a table of options as a value."""
        return self.values[trial.suggest_categorical(self.name, list(range(len(self.values))))]

    def fixed(self, value):
        """The parameter that makes suggest() return this value."""
        return next(i for i, one in enumerate(self.values) if one is value)

    def described(self):
        return ", ".join(", ".join(f"{name}={text(each)}" for name, each in value.items())
                         if isinstance(value, dict) else text(value) for value in self.values)


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

    def grid(self):
        """Evenly spaced, on a logarithmic range in the logarithm; numbers equal to six digits count as one."""
        low, high = (math.log(self.low), math.log(self.high)) if self.log else (self.low, self.high)
        steps = [low + (high - low) * i / max(1, self.count - 1) for i in range(self.count)]
        values = [float(f"{math.exp(step) if self.log else step:.6g}") for step in steps]
        values = [min(max(value, self.low), self.high) for value in values]
        return list(dict.fromkeys(round(value) if self.whole() else value for value in values))

    def ends(self):
        return [self.low, self.high]

    def suggest(self, trial):
        suggest = trial.suggest_int if self.whole() else trial.suggest_float
        return suggest(self.name, self.low, self.high, log=self.log)

    def fixed(self, value):
        return value

    def described(self):
        return f"{text(self.low)} to {text(self.high)}{', even in its logarithm' if self.log else ''}"


def text(value):
    """A value as typed after an option."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)
