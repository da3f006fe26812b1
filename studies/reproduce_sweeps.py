#!/usr/bin/python3
"""Compares TPE with Hyperband to random search: how soon do the settings chosen by each learn to copy?

    reproduce_sweeps.py [--out DIR] [--results DIR] [--repeats N] [--jobs N] [--program FILE]

Each repeat is a sweep of experiments/sweeps/copy-tpe.toml by each method, with its own sampler seed; random search
prunes nothing. Every sweep has one job, so that what TPE knows when it draws a point does not depend on which of two
runs ended first; N sweeps run side by side. The best point of each sweep is then trained with five new seeds, because
the best of sixty owes part of its result to its seed. RESULTS gets trials.csv and chosen.csv, and the summary is
printed. The same call resumes.

Exit status: 0 done, 2 bad usage or input, 130 interrupted.
"""
import argparse
import concurrent.futures
import csv
import io
import os
import pathlib
import re
import statistics
import subprocess
import sys

import scripts_path  # noqa: F401
from tapehead.runs.errors import InputError, say
from tapehead.runs.files import write_whole
from tapehead.runs.runs import read_run
from tapehead.runs.usage import ROOT, Parser, count, program_at
from tapehead.stats.survival import median_interval, median_time

TEMPLATE = ROOT / "experiments/sweeps/copy-tpe.toml"
METHODS = ("tpe", "random")
NEW_SEEDS = range(101, 106)  # for the chosen points; the sweeps' runs have seed 1
OF_TRIALS = ["run", "trial", "state", "value", "status", "sequences", "seconds"]


def sweep_text(method, repeat):
    """The template with another method and sampler seed; for random search without its last table, pruning."""
    text, replaced = re.subn(r'^method = "tpe"$', f'method = "{method}"\nsampler-seed = {repeat}',
                             TEMPLATE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    if replaced != 1 or "[pruning]" not in text:
        raise InputError(f"{TEMPLATE}: has no line 'method = \"tpe\"' or no table [pruning]; both are needed")
    return text if method == "tpe" else text[:text.index("[pruning]")]


def chosen_text(options):
    """A grid of one point with the new seeds."""
    said = "\n".join(f'"{name}" = "{value}"' for name, value in options.items())
    return f'method = "grid"\nobjective = "sequences"\nseeds = {list(NEW_SEEDS)}\n\n[options]\n{said}\n'


def sweep(options, name, text, done=(0,)):
    """The rows of a sweep's points.csv; runs or resumes the sweep."""
    file, out = options.out / f"{name}.toml", options.out / name
    options.out.mkdir(parents=True, exist_ok=True)
    write_whole(file, text.encode())
    command = [ROOT / "scripts/sweep.py", file, "--out", out, "--jobs", "1", "--resume", "--program", options.program]
    with open(options.out / f"{name}.log", "a", encoding="utf-8") as log:
        if subprocess.run(command, stdout=log, stderr=log).returncode not in done:
            raise InputError(f"{log.name}: the sweep did not end well; see its last lines")
    with open(out / "points.csv", encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def one_sweep(options, method, repeat):
    """(rows of all trials, rows of the chosen point's runs)"""
    trials = sweep(options, f"{method}-{repeat}", sweep_text(method, repeat))
    complete = [row for row in trials if row["state"] == "complete"]
    best = min(complete, key=lambda row: (float(row["value"]), int(row["trial"])))
    point = {name: value for name, value in best.items() if name not in OF_TRIALS and name != "seed" and value}
    again = sweep(options, f"{method}-{repeat}-chosen", chosen_text(point))
    for row in trials:
        row["sequences"], row["seconds"] = trained(options.out / f"{method}-{repeat}/points" / row["run"])
    said = {"method": method, "repeat": repeat}
    return [said | row for row in trials], [said | row for row in again]


def trained(directory):
    """(sequences, seconds) to the last validation of a run, pruned or finished."""
    table = read_run(directory, "metrics.csv").table
    return int(table["sequences"].max()), round(table["seconds"].max(), 3)


def as_csv(rows):
    out = io.StringIO(newline="")
    table = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return out.getvalue().encode()


def thousands(value):
    return "never" if value == float("inf") else f"{value:,.0f}"


def outcomes(rows):
    """(sequences, whether solved by then) of each run."""
    return [int(row["sequences"]) for row in rows], [row["status"] == "solved" for row in rows]


def summary(trials, chosen):
    """Markdown: each sweep's cost and best point, and how soon the chosen settings learn with new seeds."""
    lines = ["| sweep | trials to their end | pruned | sequences trained | best trial | chosen, new seeds: solved | "
             "median sequences | from–to |", "|---|---|---|---|---|---|---|---|"]
    for method, repeat in dict.fromkeys((row["method"], row["repeat"]) for row in trials):
        mine = [row for row in trials if (row["method"], row["repeat"]) == (method, repeat)]
        complete = [float(row["value"]) for row in mine if row["state"] == "complete"]
        times, solved = outcomes([row for row in chosen if (row["method"], row["repeat"]) == (method, repeat)])
        total = sum({row["run"]: row["sequences"] for row in mine}.values())  # a point drawn twice was trained once
        lines.append(f"| {method} {repeat} | {len(complete)} | {sum(row['state'] == 'pruned' for row in mine)} | "
                     f"{total:,} | {min(complete):,.0f} | {sum(solved)} of {len(solved)} | "
                     f"{thousands(median_time(times, solved))} | {min(times):,}–{max(times):,} |")
    lines += ["", "| method | median over all trials that came to their end | median of all chosen runs "
                  "| 95 % | solved |",
              "|---|---|---|---|---|"]
    for method in METHODS:
        values = [float(row["value"]) for row in trials if (row["method"], row["state"]) == (method, "complete")]
        times, solved = outcomes([row for row in chosen if row["method"] == method])
        low, high = median_interval(times, solved)
        lines.append(f"| {method} | {statistics.median(values):,.0f} | {thousands(median_time(times, solved))} | "
                     f"{thousands(low)} to {thousands(high)} | {sum(solved)} of {len(solved)} |")
    return "\n".join(lines) + "\n"


def work(options):
    options.program = program_at(options.program)
    options.results.mkdir(parents=True, exist_ok=True)
    wanted = [(method, repeat) for repeat in range(1, options.repeats + 1) for method in METHODS]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        made = list(pool.map(lambda each: one_sweep(options, *each), wanted))
    trials, chosen = ([row for each in made for row in each[i]] for i in (0, 1))
    for name, data in (("trials.csv", as_csv(trials)), ("chosen.csv", as_csv(chosen))):
        write_whole(options.results / name, data)
    say(summary(trials, chosen))


if __name__ == "__main__":
    parser = Parser(prog="reproduce_sweeps.py", description=__doc__, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "runs/results/sweeps", metavar="DIR",
                        help="directory of the sweeps (runs/results/sweeps)")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "docs/results/sweeps", metavar="DIR",
                        help="directory of the tables (docs/results/sweeps)")
    parser.add_argument("--repeats", type=count, default=3, metavar="N", help="sweeps of each method (3)")
    parser.add_argument("--jobs", type=count, default=os.cpu_count(), metavar="N", help="sweeps at a time (all cores)")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="the program tapehead (build/tapehead)")
    sys.exit(parser.run(work, sys.argv[1:]))
