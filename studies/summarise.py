#!/usr/bin/python3
"""A table of runs as Markdown: how each seed ended, or where it stands, and what it gets wrong beyond its training
sizes. The cost of a run that has not ended is that of its best validation.

usage: summarise.py DIRECTORY   (DIRECTORY/PRESET/seed-N with metrics.csv, and result.json and eval.csv where they are)
"""
import math
import pathlib
import statistics
import sys

import scripts_path  # noqa: F401
from tapehead_runs.errors import InputError, note
from tapehead_runs.evaluations import rows_of
from tapehead_runs.runs import before_first_validation, read_run
from tapehead_stats.outcome import outcome, validations

# What each task is asked beyond its training: a setting as eval.csv has it, and how it is called in the table.
BEYOND = {
    "copy": {f"task.length={n}": n for n in (20, 60, 120)},
    "repeat-copy": {"task.length=20;task.repeats=10": "length 20 × 10",
                    "task.length=10;task.repeats=20": "length 10 × 20"},
    "associative-recall": {f"task.items={n}": f"{n} items" for n in (6, 8, 12, 20)},
}
SOLVED = 0.1, 0.01  # bits at which it is told when a run first came so far


def describe(path):
    run = read_run(path, "metrics.csv")
    reached = {bits: outcome(run, "bits", bits) for bits in SOLVED}
    told = {"seed": int(run.said("seed", "1")), "status": run.status,
            **{f"first at {bits:g} bits": one.sequences if one.solved else math.inf for bits, one in reached.items()},
            "sequences": run.result.get("sequences", int(run.table["sequences"].iloc[-1])),
            "restarts": run.result.get("restarts", 0), "bits": reached[SOLVED[0]].cost}
    if validations(run, "over_oracle"):
        told["bits over the oracle"] = outcome(run, "over_oracle", None).cost
    told["seconds"] = reached[SOLVED[0]].seconds
    beyond = BEYOND.get(run.part("task"), {})
    scored = beyond and (path / "eval.csv").exists()
    wrong = dict(rows_of(read_run(path, "eval.csv"), "wrong_bits")) if scored else {}
    for setting, name in beyond.items():
        told[f"wrong bits at {name}"] = wrong.get(setting, math.nan)
    return told


def describe_all(group):
    """The runs with a validation, in the order of their seeds; the others are left out with a note."""
    runs = []
    for path in (path for path in group.glob("seed-*") if path.is_dir()):
        if before_first_validation(path):
            note(f"{path}: has no validation; it is left out")
        else:
            runs.append(describe(path))
    return sorted(runs, key=lambda run: run["seed"])


def median(values):
    """Of those that are known."""
    known = [value for value in values if value == value]
    return statistics.median(known) if known else math.nan


def cell(value):
    if value == math.inf:
        return "never"
    if value != value:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}"
    return str(value)


def main():
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_dir():
        print(__doc__.strip().splitlines()[3], file=sys.stderr)
        return 2
    for group in sorted(p for p in pathlib.Path(sys.argv[1]).iterdir() if p.is_dir()):
        try:
            runs = describe_all(group)
        except InputError as error:
            print(error, file=sys.stderr)
            return 2
        if not runs:
            continue
        print(f"## {group.name}\n\n| {' | '.join(runs[0])} |\n|{'---|' * len(runs[0])}")
        for run in runs:
            print(f"| {' | '.join(cell(v) for v in run.values())} |")
        numbers = [name for name in runs[0] if name not in ("seed", "status")]
        medians = [cell(median(run[name] for run in runs)) for name in numbers]
        print(f"| median | | {' | '.join(medians)} |\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
