#!/usr/bin/python3
"""Trains and scores the experiments of the bAbI table of "End-To-End Memory Networks" (Sukhbaatar et al. 2015), or,
with --set models, other models on some of its tasks.

    reproduce_babi.py --path DIR [--set memn2n|models] [--out OUT] [--budget MINUTES] [--workers N] [--program FILE]

DIR holds bAbI files, or the published data's en and en-10k. Tests are the published test files; if en has none, the
questions of en-10k beyond those of en; else the last tenth of each train file. The experiments, the most important
first (each restart is a run OUT/EXPERIMENT/task-N/restart-R):

    sukhbaatar2015-single   position encoding, linear start, random noise; ten restarts
    bag-of-words, position, position-linear-start
                            the table's other columns; ten restarts
    memn2n                  our preset; ten restarts
    sukhbaatar2015-joint    all tasks in one network; three restarts
    memn2n-10k              our preset, 32 wide, on 10,000 questions; three restarts
    entity-network, babi-lstm, babi-dnc
                            of --set models: the presets of these names, some tasks of 10,000 questions, three restarts

They train side by side on one thread each until the budget is spent. A further call resumes and does not repeat
finished runs. OUT gets summary.csv, restarts.csv and README.md, which says what the budget did not reach. Exit status:
0 done, 2 bad usage or input.
"""
import argparse
import concurrent.futures
import os
import pathlib
import sys
import time

import scripts_path  # noqa: F401
from babi.experiments import SETS, trained, trainings
from babi.files import find_data
from babi.pages import page, restarts_csv, summary_csv
from shares import minutes, train_all
from tapehead.runs.errors import InputError, say
from tapehead.runs.files import write_whole
from tapehead.runs.usage import ROOT, Parser, count, program_at


def not_reached(experiments, all_trainings):
    """A line for each experiment with missing restarts."""
    lines = []
    for experiment in experiments:
        ours = [one for one in all_trainings if one.experiment is experiment]
        wanted = len(ours) * experiment.restarts
        done = sum(len(one.finished()) for one in ours)
        if not ours:
            missing = "10,000" if experiment.large else "1,000"
            lines.append(f"`{experiment.name}`: there are no files of {missing} questions")
        elif done < wanted:
            lines.append(f"`{experiment.name}`: {done} of {wanted} restarts are done")
    return lines


def scored(program, experiments, all_trainings, workers):
    """(experiment, list of Trained) for all with a finished restart."""
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        found = list(pool.map(lambda one: trained(program, one), all_trainings))
    results = []
    for experiment in experiments:
        ours = [each for one, each in zip(all_trainings, found) if one.experiment is experiment and each]
        if ours:
            results.append((experiment, ours))
    return results


def reproduce(options):
    began = time.monotonic()
    experiments = SETS[options.set]
    out = (options.out or ROOT / f"runs/results/babi-{options.set}").resolve()
    program = program_at(options.program)
    data = find_data(options.path, out / "data", program)
    all_trainings = trainings(experiments, data, out)
    jobs = [job for one in all_trainings for job in one.jobs(experiments.index(one.experiment))]
    train_all(program, jobs, 60 * options.budget, options.workers)
    results = scored(program, experiments, all_trainings, options.workers)
    if not results:
        raise InputError(f"--budget: got {options.budget:g} minutes, in which no run came to its end; more are needed")
    write_whole(out / "summary.csv", summary_csv(results))
    write_whole(out / "restarts.csv", restarts_csv(results))
    text = page(options.set, results, data, not_reached(experiments, all_trainings), time.monotonic() - began)
    write_whole(out / "README.md", text.encode())
    say(text)


def main(arguments):
    parser = Parser(prog="reproduce_babi.py", description=__doc__, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--path", required=True, metavar="DIR", help="bAbI files, or en and en-10k")
    parser.add_argument("--set", choices=SETS, default="memn2n", help="which experiments (memn2n)")
    parser.add_argument("--out", type=pathlib.Path, metavar="DIR",
                        help="where runs and tables go (runs/results/babi-SET)")
    parser.add_argument("--budget", type=minutes, default=30.0, metavar="MINUTES", help="training, wall clock (30)")
    parser.add_argument("--workers", type=count, default=os.cpu_count(), metavar="N", help="runs at a time (all cores)")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="the program tapehead (build/tapehead)")
    return parser.run(reproduce, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
