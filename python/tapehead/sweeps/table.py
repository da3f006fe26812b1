"""A sweep's results: a table of all its points, and a summary of the best and the failed ones."""
import collections
import csv
import io
import math

from .space import POINTS

BEST = 5  # points listed at the end
STANDING = {"FAIL": "failed", "RUNNING": "interrupted"}  # a trial's state in words once nothing is at work
COLUMNS = ["run", "trial", "state", "value", "status", "sequences", "seconds"]


def points_csv(study):
    """One row per begun trial, in order, with all options of its run."""
    trials = [one for one in study.trials() if one.state.name != "WAITING" and "options" in one.user_attrs]
    options = list(dict.fromkeys(name for one in trials for name in one.user_attrs["options"]))
    out = io.StringIO(newline="")
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS + options)
    for one in trials:
        result = one.user_attrs.get("result", {})
        number = one.value if one.state.name == "COMPLETE" else ""  # a pruned trial's value is its last cost
        rows.writerow([one.user_attrs["hash"], one.number, one.state.name.lower(), number, result.get("status", ""),
                       result.get("sequences", ""), result.get("seconds", "")]
                      + [one.user_attrs["options"].get(name, "") for name in options])
    return out.getvalue().encode()


def varied(sweep):
    names = [one.name for one in sweep.space if one.name != POINTS]
    return [name for one in sweep.space if one.name == POINTS for each in one.values for name in each] + names


def label(sweep, options):
    names = dict.fromkeys(varied(sweep))
    return " ".join(f"{name}={options[name]}" for name in names if name in options)


def worth(sweep, value, result):
    """A point's value in words; for an unsolved task the value only says that it ranks behind all others."""
    if is_penalty(sweep, result):
        return f"not solved in {result.get('sequences')} sequences (counts as {value:.6g})"
    return f"{sweep.objective} {value:.6g}"


def is_penalty(sweep, result):
    return sweep.objective == "sequences" and result.get("status") != "solved"


def best_value(sweep, trial):
    """The best trial's value as text; None if no trial has a result."""
    if trial is None or not math.isfinite(trial.value) or is_penalty(sweep, trial.user_attrs.get("result", {})):
        return None
    return trial.value


def outcome(sweep, trial):
    """How a trial ended, in a line."""
    attributes, state = trial.user_attrs, trial.state.name
    words = {"COMPLETE": lambda: f"{attributes['result'].get('status')}, "
                                 f"{worth(sweep, trial.value, attributes['result'])}",
             "PRUNED": lambda: "pruned", "FAIL": lambda: f"failed: {attributes.get('failure', '?')}"}[state]()
    return f"{attributes.get('hash')}: {words}  {label(sweep, attributes.get('options', {}))}"


def summary(sweep, study, directory):
    """Lines: counts, the best points, the failed ones."""
    again = {trial.number for trials in study.by_hash().values() for trial in trials[:-1]}
    counts = collections.Counter(STANDING.get(one.state.name, one.state.name.lower()) for one in study.trials()
                                 if one.state.name != "FAIL" or one.number not in again)
    lines = [f"{directory}: " + ", ".join(f"{number} {state}" for state, number in sorted(counts.items()))]
    ended = {one.user_attrs["hash"]: one for one in study.complete_trials()}
    for one in sorted(ended.values(), key=lambda each: (each.value, each.number))[:BEST]:
        lines.append(f"  {worth(sweep, one.value, one.user_attrs.get('result', {}))}  {one.user_attrs['hash']}  "
                     f"{label(sweep, one.user_attrs['options'])}")
    for one in study.failed():
        lines.append(f"  failed: {one.user_attrs['hash']}: {one.user_attrs.get('failure', '?')}")
    return lines
