"""What is measured: the rows of metrics that the program has, and which of them is a run's goal."""
import dataclasses
import functools
import json

from .errors import InputError
from .usage import ROOT

ROWS = ROOT / "catalogue/metrics/metric_rows.inc"  # the program's own; says what the fields are
TOPS = {"share": 1, "percent": 100}  # the best there can be of a kind of which more is better


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
        """What numbers of it are: %, bits per sequence, wrong bits per sequence."""
        return self.label if self.unit.startswith("per ") else self.unit

    @property
    def top(self):
        """What is best where more is better; None where less is, or nobody can say."""
        return TOPS.get(self.kind) if self.better == "greater" else None

    @property
    def is_share(self):
        return self.kind == "share"

    @property
    def is_cost(self):
        """Whether runs can be compared by it: it is better when less, or taken as what is missing from the best."""
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
    """Its row; one that has none, as of another version's runs, is called by its name, and nobody says which way is
    better."""
    return rows().get(name) or Metric(name, name.replace("_", " "), "", "", "mean", "", "", False)


def costs():
    """The names of those by which runs can be compared."""
    return [name for name, one in rows().items() if one.is_cost]


def beside():
    """The names of those that stand beside the cost where runs have them."""
    return [name for name, one in rows().items() if one.beside]


def with_unit(name):
    """error (%)"""
    measure = metric(name).measure
    return f"{name} ({measure})" if measure else name


def to_be_small(name, value):
    """A number or several of a metric, so that less is better: of a share or a percentage what is missing from all."""
    top = metric(name).top
    return value if top is None else top - value


def in_result(name):
    """What result.json calls it."""
    return "solved_episodes" if name == "solved" else name


def goal(result, manifest, there):
    """The metric that a run stops and chooses by: as its result or its manifest names it; of a run of an earlier
    version it is told by the names of the metrics that are `there`."""
    for said in (result, manifest):
        if isinstance(said.get("goal"), str):
            return said["goal"]
    return next((name for name, one in rows().items() if one.goal_with and one.goal_with in there), "bits")
