"""Tables of docs/results/babi, from its summary.csv and restarts.csv."""
import csv
import statistics

import babi_transfer
from babi import pages
from babi.experiments import SETS
from babi.restarts import Restart, Trained, failed, task_results
from tapehead.runs.errors import InputError

from . import guesses, states


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def number(text):
    return float(text) if text else None


def results_of(results, name):
    """[(experiment, list of Trained)], as before reproduce_babi.py wrote the files."""
    if name not in SETS:
        raise InputError(f"got {name}; {' or '.join(SETS)} is needed")
    restarts, summary = (read(results / "babi" / name / file) for file in ("restarts.csv", "summary.csv"))
    return [(experiment, trained(experiment, restarts, summary)) for experiment in SETS[name]
            if any(row["experiment"] == experiment.name for row in restarts)]


def trained(experiment, restarts, summary):
    mine = [row for row in restarts if row["experiment"] == experiment.name]
    average = {int(row["task"]): number(row["average_error"]) for row in summary
               if row["experiment"] == experiment.name}
    tasks = list(dict.fromkeys(int(row["task"]) for row in mine))
    return [one_training(mine, of, average) for of in ([tasks] if experiment.joint else [[task] for task in tasks])]


def one_training(rows, tasks, average):
    """One training, on one task or several in one network."""
    found = {}
    for row in rows:
        if int(row["task"]) in tasks:
            number_ = int(row["restart"])
            one = found.setdefault(number_, Restart(number_, float(row["train_error"]), float(row["train_bits"]), {},
                                                    float(row["seconds"])))
            one.error[int(row["task"])] = float(row["error"])
    return Trained(list(found.values()), {task: average[task] for task in tasks if average[task] is not None})


def overview(results, name):
    return pages.overview(results_of(results, name), states.read("babi", results))


def luck(results, name):
    return pages.luck_table(results_of(results, name))


def tasks(results, name, experiment):
    found = {one.name: (one, each) for one, each in results_of(results, name)}
    if experiment not in found:
        raise InputError(f"got {experiment}; one of {', '.join(found)} is needed")
    return pages.task_table(*found[experiment])


def mean_error(found, together=False):
    """(mean over tasks, tasks that failed)"""
    errors = [one.average if together else one.error for one in found]
    return statistics.fmean(errors), failed(errors)


# Row titles of docs/results/babi/README.md; whether the row averages all restarts; the published figure.
SHORT = (
    ("sukhbaatar2015-single", "end-to-end memory network as published (`sukhbaatar2015-single`), 1,000 questions, "
                              "best of 10 by training error", False, True),
    ("bag-of-words", "its bag of words alone", False, True),
    ("sukhbaatar2015-joint", "all tasks in one network (`sukhbaatar2015-joint`), best of 3", False, True),
    ("memn2n", "ours at the same cost (`memn2n`), best of 10", False, False),
    ("memn2n", "the same, ten restarts together", True, False),
    ("memn2n-10k", "the same on 10,000 questions, 19 tasks, 32 numbers a sentence, best of 3", False, True),
)


def short(results):
    found = {one.name: (one, task_results(each)) for one, each in results_of(results, "memn2n")}
    rows, carried = [], states.read("babi", results)
    for name, words, together, has_published in SHORT:
        experiment, each = found[name]
        error, wrong = mean_error(each, together)
        paper = pages.published_mean(experiment, [one.task for one in each]) if has_published else (None, None)
        told = "" if paper[0] is None else f"{paper[0]:.1f}, {paper[1]}"
        rows.append([words, carried.get(name, "-"), f"{error:.1f}", wrong,
                     told + (" (width 100, 20 tasks)" if name == "memn2n-10k" else "")])
    if frequent := [values["frequent", "error"] for values in guesses.read(results).get(("babi", ""), {}).values()]:
        rows.append(["a guess: the answer that each task's training questions have most often",
                     "-", f"{statistics.fmean(frequent):.1f}", sum(error > 5 for error in frequent), ""])
    return pages.table(["", "state", "mean error", "failed (> 5 %)", "published"], rows)


def seconds(results):
    """The time of the first rows, as a sentence."""
    found = {one.name: each for one, each in results_of(results, "memn2n")}
    spent = {name: sum(restart.seconds for one in found[name] for restart in one.restarts)
             for name in ("sukhbaatar2015-single", "memn2n")}
    return (f"All twenty tasks with ten restarts each took {spent['sukhbaatar2015-single']:.0f} seconds of one core "
            f"for the first row,\n{spent['memn2n']:.0f} for `memn2n`.")


def sentence(results):
    """The sentence in docs/results.md."""
    found = {one.name: task_results(each) for one, each in results_of(results, "memn2n")}
    paper, _ = pages.published_mean(SETS["memn2n"][0], range(1, 21))
    single, ours, together = (mean_error(found["sukhbaatar2015-single"]), mean_error(found["memn2n"]),
                              mean_error(found["memn2n"], True))
    return (f"Trained on 1,000 questions a task, ten restarts each, `sukhbaatar2015-single` gets {single[0]:.1f} % of "
            f"the answers of the\ntwenty tasks wrong (published: {paper:.1f} %), `memn2n` {ours[0]:.1f} %, and "
            f"{together[0]:.1f} % where all restarts answer together\n"
            "([babi](results/babi/README.md)).")


def transfer(results, size, which="means"):
    rows = [row for row in read(results / "babi/transfer/summary.csv") if row["size"] == size]
    if not rows:
        raise InputError(f"got {size}; {' or '.join(babi_transfer.SIZES)} is needed")
    errors = {(int(row["seed"]), int(row["task"]), row["trained_on"], row["tested_on"]): float(row["error"])
              for row in rows}
    found = sorted({task for _, task, _, _ in errors})
    seeds = babi_transfer.whole_seeds(errors, found)
    of = {"means": babi_transfer.means_table, "tasks": babi_transfer.tasks_table}
    return of[which](babi_transfer.SIZES[size], errors, found, seeds)


TABLES = {"babi": short, "babi-seconds": seconds, "babi-sentence": sentence, "babi-overview": overview,
          "babi-luck": luck, "babi-tasks": tasks, "babi-transfer": transfer}
