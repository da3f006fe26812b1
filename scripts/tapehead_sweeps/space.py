"""What a sweep varies: options with lists or ranges of values, and what Optuna calls them."""
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
        """Numbers of the values, for a table of options is no value that Optuna could keep."""
        return self.values[trial.suggest_categorical(self.name, list(range(len(self.values))))]

    def fixed(self, value):
        """What suggest() is to be given for this value."""
        return next(i for i, one in enumerate(self.values) if one is value)

    def described(self):
        return ", ".join(", ".join(f"{name}={text(each)}" for name, each in value.items())
                         if isinstance(value, dict) else text(value) for value in self.values)


@dataclasses.dataclass
class Range:
    """A number between two others, both included; with `count`, a grid of so many of them."""
    name: str
    low: float
    high: float
    log: bool
    count: int | None

    def whole(self):
        return isinstance(self.low, int) and isinstance(self.high, int)

    def grid(self):
        """Evenly spaced, in the logarithm where it is one; numbers that look alike at six digits are one."""
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
    """A value as it is typed after an option."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)
