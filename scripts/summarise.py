#!/usr/bin/python3
"""A table of runs as Markdown: how each seed ended, and what it gets wrong beyond its training lengths.

usage: summarise.py DIRECTORY   (DIRECTORY/PRESET/seed-N with result.json, metrics.csv and eval.csv)
"""
import math
import pathlib
import statistics
import sys

sys.dont_write_bytecode = True

from tapehead_runs.errors import InputError
from tapehead_runs.evaluations import rows_of
from tapehead_runs.runs import read_run
from tapehead_stats.outcome import validations

LENGTHS = ("20", "60", "120")


def first_below(run, bits):
    """Sequences at the first validation at or below `bits`; infinite where there is none."""
    return next((sequences for sequences, value in validations(run, "bits") if value <= bits), math.inf)


def describe(path):
    run, wrong = read_run(path, "metrics.csv"), dict(rows_of(read_run(path, "eval.csv"), "wrong_bits"))
    wrong = {length: wrong.get(f"task.length={length}") for length in LENGTHS}
    return {"seed": int(run.seed), "status": run.status,
            "first at 0.1 bits": first_below(run, 0.1), "first at 0.01 bits": first_below(run, 0.01),
            "sequences": run.result["sequences"], "restarts": run.result.get("restarts", 0),
            "bits": run.result.get("bits"), "seconds": run.result["seconds"],
            **{f"wrong bits at {length}": value for length, value in wrong.items() if value is not None}}


def cell(value):
    if value == math.inf:
        return "never"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}"
    return str(value)


def main():
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_dir():
        print(__doc__.strip().splitlines()[2], file=sys.stderr)
        return 2
    for group in sorted(p for p in pathlib.Path(sys.argv[1]).iterdir() if p.is_dir()):
        try:
            runs = sorted((describe(path) for path in group.glob("seed-*")), key=lambda run: run["seed"])
        except InputError as error:
            print(error, file=sys.stderr)
            return 2
        if not runs:
            continue
        print(f"## {group.name}\n\n| {' | '.join(runs[0])} |\n|{'---|' * len(runs[0])}")
        for run in runs:
            print(f"| {' | '.join(cell(v) for v in run.values())} |")
        numbers = [k for k in runs[0] if k not in ("seed", "status")]
        medians = [cell(statistics.median(r[k] for r in runs)) for k in numbers]
        print(f"| median | | {' | '.join(medians)} |\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
