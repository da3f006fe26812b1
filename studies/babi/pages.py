"""Results as CSV and Markdown."""
import csv
import io
import statistics

from told import states
from told.marks import marked

from .published import MEANS, TABLE
from .restarts import failed, mean_of_best, task_results

BEST_OF = (1, 3, 10)


def as_csv(header, rows):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *rows])
    return text.getvalue().encode()


def table(header, rows, words=1):
    """A Markdown table; the first `words` columns are left-aligned. ValueError where a row is not as long as the
    header."""
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"a row of {len(row)} cells under a header of {len(header)}: {row}")
    rule = ["---"] * words + ["---:"] * (len(header) - words)
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in [header, rule, *rows])


def cell(value, digits=1):
    return "" if value is None else f"{value:.{digits}f}"


def exact(value):
    return "" if value is None else f"{value:.6g}"


def published(experiment, task):
    return TABLE.get(experiment.published, {}).get(task)


def published_mean(experiment, tasks):
    """(mean, failed) of the published results on these tasks; (None, None) if there are none."""
    column = TABLE.get(experiment.published)
    if column is None:
        return MEANS.get(experiment.published, (None, None))
    errors = [column[task] for task in tasks]
    return statistics.fmean(errors), failed(errors)


def mean_if_known(values):
    return None if None in values else statistics.fmean(values)


def summary_csv(results):
    """One row per task and experiment. results: (experiment, list of Trained)."""
    header = ["experiment", "task", "restarts", "chosen", "error", "average_error", "mean_error", "least", "greatest",
              "deviation", "published"]
    return as_csv(header, [[experiment.name, one.task, one.restarts, one.chosen,
                            *map(exact, (one.error, one.average, one.mean, one.least, one.greatest, one.deviation,
                                         published(experiment, one.task)))]
                           for experiment, trained in results for one in task_results(trained)])


def restarts_csv(results):
    """One row per task and restart."""
    rows = [[experiment.name, task, restart.number, exact(restart.train_error), exact(restart.train_bits), exact(error),
             exact(restart.seconds), "yes" if restart is one.chosen() else "no"]
            for experiment, trained in results for one in trained for restart in one.restarts
            for task, error in restart.error.items()]
    return as_csv(["experiment", "task", "restart", "train_error", "train_bits", "error", "seconds", "chosen"], rows)


def overview(results, carried=None):
    """carried: {experiment: its state}, by default of the results that are kept."""
    carried, rows = states.read("babi") if carried is None else carried, []
    for experiment, trained in results:
        found = task_results(trained)
        errors, averages = [one.error for one in found], [one.average for one in found]
        paper = published_mean(experiment, [one.task for one in found])
        together = mean_if_known(averages)
        restarts = {one.restarts for one in found}
        rows.append([f"`{experiment.name}`", experiment.what, carried.get(experiment.name, "-"), len(found),
                     str(min(restarts)) + (f"–{max(restarts)}" if len(restarts) > 1 else ""),
                     cell(statistics.fmean(errors)), failed(errors), cell(together),
                     "" if together is None else failed(averages),
                     cell(statistics.fmean(one.mean for one in found)), cell(paper[0]), cell(paper[1], 0),
                     f"{sum(restart.seconds for one in trained for restart in one.restarts):,.0f}"])
    return table(["experiment", "what", "state", "tasks", "restarts", "error", "failed", "together", "failed",
                  "mean restart", "published", "failed", "seconds"], rows, words=2)


def task_table(experiment, trained):
    found = task_results(trained)
    rows = [[one.task, cell(one.error), cell(one.average), cell(one.mean), f"{one.least:.1f}–{one.greatest:.1f}",
             cell(one.deviation), cell(published(experiment, one.task))] for one in found]
    paper = published_mean(experiment, [one.task for one in found])
    errors, averages = [one.error for one in found], [one.average for one in found]
    together = mean_if_known(averages)
    rows.append(["mean", cell(statistics.fmean(errors)), cell(together),
                 cell(statistics.fmean(one.mean for one in found)), "", "", cell(paper[0])])
    rows.append(["failed", failed(errors), "" if together is None else failed(averages), "", "", "", cell(paper[1], 0)])
    return table(["task", "error", "together", "mean restart", "least–greatest", "deviation", "published"], rows)


def luck_table(results):
    """The best of a number of restarts."""
    rows = []
    for experiment, trained in results:
        most = min(len(one.restarts) for one in trained)
        cells = []
        for count in BEST_OF:
            cells.append("{:.1f} ({:.1f}–{:.1f})".format(*mean_of_best(trained, count)) if 1 < most >= count else "")
        if any(cells):
            rows.append([f"`{experiment.name}`", *cells])
    return table(["experiment", *(f"best of {count}" for count in BEST_OF)], rows) if rows else ""


HEADS = {"memn2n": """\
# End-to-end memory networks on bAbI

Sukhbaatar, Szlam, Weston & Fergus (2015, [arXiv:1503.08895](https://arxiv.org/abs/1503.08895)), Table 1, and our preset
`memn2n`. `scripts/reproduce.sh babi-memn2n --path DIR --budget MINUTES` makes this page; a further call trains on what
is not finished. All numbers are wrong answers in percent. Tested on

""", "models": """\
# Other models on bAbI

A recurrent entity network (Henaff et al. 2017), which reads sentences, and recurrent models that read the same stories
word by word. `scripts/reproduce.sh babi-models --path DIR --budget MINUTES` makes this page; a further call trains on
what is not finished. All numbers are wrong answers in percent. Tested on

"""}
LEGEND = """\
- error: of the restart with the least training error, chosen before any test; failed: tasks above 5 %.
- together: of the mean of all restarts' answers. mean restart: of a single training, on average.
- seconds: training time of one core, all restarts together.
"""
PUBLISHED = """\
- published: that column of the paper's table, the same tasks, on its test files; for 10,000 questions the paper's best
  (all twenty tasks, width 100, ReLU, layer-wise).
"""
LUCK = """\
Mean test error over the tasks where each task has so many restarts to choose from: the mean over sets drawn with
replacement from those trained, and what 95 % of the sets lie within. So far do two tables differ by chance alone.

"""


def page(name, results, data, left, seconds):
    """name: the set of experiments; data: (small, large) of find_data; left: lines about what the budget did not reach;
    seconds: this call's time."""
    tested = [f"- {words} questions a task: {one.tested_on}." for words, one in zip(("1,000", "10,000"), data) if one]
    parts = [HEADS[name] + "\n".join(tested), "## Overview", marked(f"babi-overview {name}", overview(results)),
             LEGEND + (PUBLISHED if any(experiment.published for experiment, _ in results) else "") +
             f"\nThe last call took {seconds / 60:.1f} minutes to train and to score."]
    if left:
        parts += ["## What the budget did not reach", "\n".join(f"- {line}" for line in left)]
    luck = luck_table(results)
    if luck:
        parts += ["## How far it is luck", LUCK + marked(f"babi-luck {name}", luck)]
    for experiment, trained in results:
        parts += [f"## `{experiment.name}`", experiment.what[0].upper() + experiment.what[1:] + ".",
                  marked(f"babi-tasks {name} {experiment.name}", task_table(experiment, trained))]
    parts.append("`summary.csv` has these tables, `restarts.csv` every single training.")
    return "\n\n".join(parts) + "\n"
