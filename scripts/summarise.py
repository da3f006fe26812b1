#!/usr/bin/python3
"""A table of runs as Markdown: how each seed ended, and what it gets wrong beyond its training lengths.

usage: summarise.py DIRECTORY   (DIRECTORY/PRESET/seed-N with result.json, metrics.csv and eval.csv)
"""
import csv
import json
import math
import pathlib
import statistics
import sys

LENGTHS = ("20", "60", "120")


def first_below(metrics, bits):
    """Sequences at the first validation at or below `bits`; infinite where there is none."""
    for row in metrics:
        if row["split"] == "validation" and row["metric"] == "bits" and float(row["value"]) <= bits:
            return int(row["sequences"])
    return math.inf


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def describe(run):
    result = json.loads((run / "result.json").read_text(encoding="utf-8"))
    metrics = table(run / "metrics.csv")
    wrong = {row["setting"].removeprefix("task.length="): row["value"]
             for row in table(run / "eval.csv") if row["metric"] == "wrong_bits"}
    return {"seed": int(run.name.removeprefix("seed-")), "status": result["status"],
            "first at 0.1 bits": first_below(metrics, 0.1), "first at 0.01 bits": first_below(metrics, 0.01),
            "sequences": result["sequences"], "restarts": result.get("restarts", 0), "bits": result.get("bits"),
            "seconds": result["seconds"], **{f"wrong bits at {n}": float(wrong[n]) for n in LENGTHS if n in wrong}}


def cell(value):
    if value == math.inf:
        return "never"
    return f"{value:.4g}" if isinstance(value, float) and abs(value) < 1e4 else f"{value:.0f}" if isinstance(value, float) else str(value)


def main():
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_dir():
        print(__doc__.strip().splitlines()[2], file=sys.stderr)
        return 2
    for group in sorted(p for p in pathlib.Path(sys.argv[1]).iterdir() if p.is_dir()):
        runs = sorted((describe(r) for r in group.glob("seed-*")), key=lambda r: r["seed"])
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
