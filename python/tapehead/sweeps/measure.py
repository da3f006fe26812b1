"""A run's value for a sweep: its validations while it trains, and its value at the end. Less is better."""
import csv
import math

from tapehead.runs import metrics
from tapehead.runs.errors import InputError
from tapehead.runs.names import choices
from tapehead.runs.records import read_config, read_json

# "cost" is the goal that the run stops and chooses by, "sequences" the number until solved; besides the metrics, the
# numbers of result.json for which less is better.
OF_RUNS = ["train_bits", "train_error", "check_wrong_bits", "best_sequences", "restarts", "seconds"]


def objectives():
    """The possible objectives of a sweep. A metric that is better when greater counts by its distance from the
    optimum."""
    return ["cost", "sequences", *metrics.costs(), *OF_RUNS]


class Validations:
    """The validation costs (values of the run's goal) in a running program's metrics.csv, each returned once."""

    def __init__(self, directory, told=()):
        self.path, self.manifest = directory / "metrics.csv", directory / "manifest.json"
        self.told, self.seen = set(told), None

    def new(self):
        """[(sequences, cost)] not returned before. A line that is still being written is left for the next call."""
        try:
            status = self.path.stat()
            if (status.st_size, status.st_mtime_ns) == self.seen:
                return []
            text = self.path.read_text(encoding="utf-8")
        except OSError:
            return []
        self.seen = status.st_size, status.st_mtime_ns
        measured = {}
        for row in csv.DictReader(text[:text.rfind("\n") + 1].splitlines()):
            if row["split"] == "validation":
                measured.setdefault(int(row["sequences"]), {})[row["metric"]] = float(row["value"])
        manifest = read_json(self.manifest) if self.manifest.exists() else {}
        found = [(step, there[goal]) for step, there in measured.items()
                 if (goal := metrics.goal({}, manifest, there)) in there]
        fresh = [(step, cost) for step, cost in found if step not in self.told and math.isfinite(cost)]
        self.told.update(step for step, _ in fresh)
        return sorted(fresh)


def value(sweep, directory):
    """(value, the run's result) of a finished run. A diverged run's cost is infinite; a run that did not solve its task
    counts with twice its budget of sequences, so that it is worse than any that did."""
    result = read_json(directory / "result.json")
    if sweep.objective == "sequences":
        return sequences(directory, result), result
    if result.get("status") == "diverged":
        return math.inf, result
    manifest = directory / "manifest.json"
    name = sweep.objective if sweep.objective != "cost" else metrics.goal(
        result, read_json(manifest) if manifest.exists() else {}, result)
    number = result.get(metrics.in_result(name))
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        numbers = [name for name, each in result.items() if isinstance(each, (int, float))]
        raise InputError(f"{sweep.path}: objective: got \"{sweep.objective}\"; "
                         f"{choices(sweep.objective, ['cost', *numbers])}")
    return metrics.to_be_small(name, float(number)), result


def sequences(directory, result):
    taken = float(result["sequences"])
    if result.get("status") == "solved":
        return taken
    given = read_config(directory / "config.ini").get("train.sequences", "0")
    return 2 * max(taken, 0 if given.endswith("epochs") else float(given))
