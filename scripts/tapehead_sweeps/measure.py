"""What a run is worth to a sweep: its validations while it trains, and its value at its end. Less is better."""
import csv
import math

from tapehead_runs.better import SHARES, to_be_small
from tapehead_runs.errors import InputError
from tapehead_runs.records import read_config, read_json

COSTS = ["over_oracle", "bits"]  # what the program itself stops by, the first that a task has
# "cost" is the first of those that the task has, "sequences" those until solved; the others are the numbers of
# result.json of which less is better, and shares, as what is missing from 1.
OBJECTIVES = ["cost", "sequences", "bits", "over_oracle", "error", "wrong_bits", "train_bits", "train_error",
              "check_wrong_bits", "best_sequences", "restarts", "seconds", "bits_token", "nats", "edit_distance",
              "phoneme_error", "word_error", "alignment_error", *SHARES]


class Validations:
    """The validation costs in a running program's metrics.csv, each told once."""

    def __init__(self, directory, told=()):
        self.path, self.told, self.seen = directory / "metrics.csv", set(told), None

    def new(self):
        """[(sequences, cost)] not told before. A line that is being written is left for the next call."""
        try:
            status = self.path.stat()
            if (status.st_size, status.st_mtime_ns) == self.seen:
                return []
            text = self.path.read_text(encoding="utf-8")
        except OSError:
            return []
        self.seen = status.st_size, status.st_mtime_ns
        costs = {}
        for row in csv.DictReader(text[:text.rfind("\n") + 1].splitlines()):
            if row["split"] == "validation" and row["metric"] in COSTS:
                costs.setdefault(int(row["sequences"]), {})[row["metric"]] = float(row["value"])
        found = [(step, next(metrics[name] for name in COSTS if name in metrics)) for step, metrics in costs.items()]
        fresh = [(step, cost) for step, cost in found if step not in self.told and math.isfinite(cost)]
        self.told.update(step for step, _ in fresh)
        return sorted(fresh)


def value(sweep, directory):
    """(value, the run's result) of a run at its end. A diverged run's cost is infinite; a run that did not solve its
    task counts with twice the sequences it was given, so that it is worse than any that did."""
    result = read_json(directory / "result.json")
    if sweep.objective == "sequences":
        return sequences(directory, result), result
    if result.get("status") == "diverged":
        return math.inf, result
    names = COSTS if sweep.objective == "cost" else [sweep.objective]
    number = next((result[name] for name in names if name in result), None)
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        numbers = [name for name, each in result.items() if isinstance(each, (int, float))]
        raise InputError(f"{sweep.path}: objective: got \"{sweep.objective}\"; valid: cost, {', '.join(numbers)}")
    return to_be_small(sweep.objective, float(number)), result


def sequences(directory, result):
    taken = float(result["sequences"])
    if result.get("status") == "solved":
        return taken
    given = read_config(directory / "config.ini").get("train.sequences", "0")
    return 2 * max(taken, 0 if given.endswith("epochs") else float(given))
