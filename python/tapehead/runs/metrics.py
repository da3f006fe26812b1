"""Metrics: the program's table of them, and which of them is a run's goal."""
import dataclasses
import functools
import json
import math

from .errors import InputError
from .usage import ROOT

GUESSERS = ("uniform", "frequent", "exclusion", "echo", "diagonal")  # their metrics have these names before the task's
ROWS = ROOT / "catalogue/metrics/metric_rows.inc"  # the program's own table; it documents the fields
TOPS = {"share": 1, "percent": 100}  # the optimum of kinds that are better when greater
DIFFERENCES = {"over_oracle"}               # which may be below zero
OF_EDITS = {"phoneme_error", "word_error"}  # above 100 % where more is put in than there was


@dataclasses.dataclass(frozen=True)
class Metric:
    name: str
    words: str
    unit: str
    better: str
    kind: str
    only_in: str
    goal_with: str
    beside: bool

    @property
    def label(self):
        """wrong answers (%), wrong bits per sequence"""
        if not self.unit:
            return self.words
        return f"{self.words} {self.unit}" if self.unit.startswith("per ") else f"{self.words} ({self.unit})"

    @property
    def measure(self):
        """The unit of its values: %, bits per sequence, wrong bits per sequence."""
        return self.label if self.unit.startswith("per ") else self.unit

    @property
    def top(self):
        """The optimum if more is better; None if less is better, or it is unknown."""
        return TOPS.get(self.kind) if self.better == "greater" else None

    @property
    def bounds(self):
        """(the least, the greatest) that a measurement gives. Nothing is known of training's own rows: a loss may have
        terms that are subtracted."""
        own = next((self.name.removeprefix(f"{one}_") for one in GUESSERS if self.name.startswith(f"{one}_")), self.name)
        if not self.kind or self.only_in == "train" or own in DIFFERENCES:
            return -math.inf, math.inf
        return 0, math.inf if own in OF_EDITS else TOPS.get(self.kind, math.inf)

    @property
    def is_share(self):
        return self.kind == "share"

    @property
    def is_cost(self):
        """Whether it can compare runs: less is better, or it converts to the distance from the optimum."""
        return not self.only_in and (self.better == "less" or self.top is not None)


@functools.lru_cache(maxsize=None)
def rows():
    """{name: Metric}, in the order of the rows."""
    try:
        lines = ROWS.read_text(encoding="utf-8").splitlines()
        found = [Metric(*json.loads(f"[{line.strip()[1:-2]}]")) for line in lines if line.startswith("{")]
    except OSError as error:
        raise InputError(f"{ROWS}: cannot be read ({error.strerror}); it is part of the repository") from None
    except (ValueError, TypeError) as error:
        raise InputError(f"{ROWS}: has a row that cannot be read ({error}); the file as it is in the repository is "
                         "needed") from None
    return {metric.name: metric for metric in found}


def metric(name):
    """The metric's row. A metric without one, from a run of another version, keeps its name, and its direction is
    unknown."""
    return rows().get(name) or Metric(name, name.replace("_", " "), "", "", "", "", "", False)


def check(name, value, where):
    """InputError for a value that no measurement of the metric gives; `where` says where it stands."""
    least, most = metric(name).bounds
    if not least <= value <= most:
        wanted = f"from {least} to {most}" if most < math.inf else f"of at least {least}"
        raise InputError(f"{where} is {value:.6g}; a number {wanted} is needed")


def costs():
    """The names of the metrics that can compare runs."""
    return [name for name, one in rows().items() if one.is_cost]


def beside():
    """The names of the metrics reported beside the cost, for runs that have them."""
    return [name for name, one in rows().items() if one.beside]


def guesses(name, there):
    """{guesser: what it gets in the metric, a metric of its own}, of the metrics that are `there`."""
    named = {guesser: f"{guesser}_{name}" for guesser in GUESSERS}
    return {guesser: metric for guesser, metric in named.items() if metric in there}


def with_unit(name):
    """error (%)"""
    measure = metric(name).measure
    return f"{name} ({measure})" if measure else name


def to_be_small(name, value):
    """Values of a metric converted so that less is better: for a share or percentage the distance from the optimum."""
    top = metric(name).top
    return value if top is None else top - value


def in_result(name):
    """The metric's name in result.json."""
    return "solved_episodes" if name == "solved" else name


def goal(result, manifest, there):
    """The metric that a run stops and chooses by, from its result or manifest; for a run of an earlier version inferred
    from the metrics that are `there`."""
    for said in (result, manifest):
        if isinstance(said.get("goal"), str):
            return said["goal"]
    return next((name for name, one in rows().items() if one.goal_with and one.goal_with in there), "bits")
