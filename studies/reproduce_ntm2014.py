#!/usr/bin/python3
"""Trains, scores and keeps runs of our presets of the tasks of "Neural Turing Machines" (Graves, Wayne & Danihelka
2014). The networks of the paper are those of ntm2014_paper.py.

    reproduce_ntm2014.py PROGRAM RUNS RESULTS [--budget MINUTES] [--workers N]

The runs share the budget: whichever has had the least of its share trains next, for a slice of time, and is then
interrupted at a checkpoint. So any budget gives curves of all of them, and a further call goes on where this one
ended, without a difference to runs that were never interrupted. A run that ends early leaves its time to the others.
Scoring comes after the budget. RESULTS gets each run's directory without its checkpoints.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys

import scripts_path  # noqa: F401
from shares import Job, minutes, train_all
from tapehead_runs.errors import InputError

EPISODES = 100  # a setting of the generalisation grid


def jobs(runs):
    """Five seeds, but for priority sort, which wants the better part of an hour."""
    ours = {"repeat-copy": 1, "associative-recall": 1, "ngrams": 10}
    wanted = [(task, seed, share) for task, share in ours.items() for seed in range(1, 6)]
    wanted.append(("priority-sort", 1, 60))
    return [Job(f"{preset} seed {seed}", ["--preset", preset, "--seed", str(seed)],
                runs / preset / f"seed-{seed}", share) for preset, seed, share in wanted]


def score(program, job):
    """The generalisation grid of its task, where it has one and the run has a best checkpoint."""
    best = job.directory / "checkpoint-best.safetensors"
    table = job.directory / "eval.csv"
    if not best.exists() or (table.exists() and table.stat().st_mtime > best.stat().st_mtime):
        return
    part = job.directory / "eval.part"
    subprocess.run([program, "eval", job.directory, "--episodes", str(EPISODES), "--threads", "1", "--csv", part],
                   check=True, stdout=subprocess.DEVNULL)
    part.replace(table)  # whole, or made again


def keep(job, results):
    """The run without its checkpoints."""
    if not (job.directory / "config.ini").exists():
        return
    kept = results / job.directory.parent.name / job.directory.name
    kept.mkdir(parents=True, exist_ok=True)
    for name in ("config.ini", "manifest.json", "metrics.csv", "result.json", "eval.csv"):
        if (job.directory / name).exists():
            shutil.copy(job.directory / name, kept / name)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("runs", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--budget", type=minutes, default=60.0, metavar="MINUTES", help="of training, wall clock (60)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N", help="runs at a time (all cores)")
    options = parser.parse_args(arguments)
    program, all_jobs = options.program.resolve(), jobs(options.runs)
    try:
        train_all(program, all_jobs, 60 * options.budget, options.workers)
    except InputError as error:
        print(f"reproduce_ntm2014.py: {error}", file=sys.stderr)
        return 2
    with concurrent.futures.ThreadPoolExecutor(options.workers) as pool:
        list(pool.map(lambda job: score(program, job), all_jobs))
    for job in all_jobs:
        keep(job, options.results)
    print(json.dumps({"ended": sum(job.finished() for job in all_jobs), "runs": len(all_jobs)}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
