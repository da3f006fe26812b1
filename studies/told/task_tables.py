"""Tables of docs/results/tasks from files PRESET.csv, one row per seed and setting (studies/reproduce_tasks.py)."""
import csv
import io
import statistics
import tomllib

import numpy

from tapehead.runs.errors import InputError
from tapehead.runs.percent import count_of, share_of
from tapehead.runs.records import read_text
from tapehead.runs.usage import ROOT
from tapehead.stats.intervals import bootstrap

from babi.pages import table

from . import guesses, states
from .words import figure, words_of

FINAL = "as trained"  # the setting of the result's own held-out episodes
COLUMNS = ["preset", "seed", "status", "sequences", "restarts", "seconds", "setting", "episodes", "perfect", "lost",
           "bits", "over_oracle", "bits_median", "bits_max", "wrong_bits", "wrong_bits_max", "error", "parameters",
           "commit", "cpu"]


def read_kept(results, study, name, columns):
    """The rows that studies/reproduce_STUDY.py kept under that name."""
    path = results / study / f"{name}.csv"
    if not path.is_file():
        there = sorted(each.stem for each in path.parent.glob("*.csv"))
        raise InputError(f"got {name}; {' or '.join(there)} is needed" if there else
                         f"{path}: is not there; studies/reproduce_{study}.py makes it")
    text = read_text(path, f"studies/reproduce_{study}.py makes it")
    try:
        rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        raise InputError(f"{path}: is no CSV ({error}); studies/reproduce_{study}.py makes it") from None
    for line, row in enumerate(rows, 2):
        if None in row or None in row.values():
            raise InputError(f"{path}: row {line}: got {'more' if None in row else 'fewer'} values than columns; "
                             f"one for each of {','.join(columns)} is needed")
    if not rows or set(rows[0]) != set(columns):
        raise InputError(f"{path}: its columns should be {','.join(columns)}")
    return rows


def kept_so_far(results, study, name, columns):
    """The same; empty where none are kept yet."""
    return read_kept(results, study, name, columns) if (results / f"{study}/{name}.csv").is_file() else []


def read_planned(results, study, name, columns):
    """The same; empty if the study's plan has the name but it is not trained yet."""
    planned = tomllib.loads(read_text(ROOT / f"studies/{study}.toml"))
    there = (results / study / f"{name}.csv").is_file()
    return [] if name in planned and not there else read_kept(results, study, name, columns)


def read(results, preset):
    return read_kept(results, "tasks", preset, COLUMNS)


def finals(rows):
    """One row per seed."""
    return [row for row in rows if row["setting"] == FINAL]


def settings(rows):
    return list(dict.fromkeys(row["setting"] for row in rows if row["setting"] != FINAL))


def cost_of(rows):
    """The column of the preset's cost: the excess over the oracle if there is one."""
    return "over_oracle" if any(row["over_oracle"] for row in rows) else "bits"


def is_guessed(rows):
    """Whether even the best predictor errs: a sequence without an error is then luck, and is not counted."""
    return cost_of(rows) == "over_oracle"


def numbers(rows, column):
    """The numbers that exist; a diverged run has none."""
    return [float(row[column]) for row in rows if row[column]]


def spread(values, word=figure):
    """`0.0066 [0.0063, 0.0071]`: the median, and its 95 % bootstrap interval over seeds."""
    if not values:
        return "-"
    ends = bootstrap(numpy.median, values)
    return word(statistics.median(values)) + (f" [{word(ends[0])}, {word(ends[1])}]" if ends else "")


def total(rows, column):
    return sum(int(row[column]) for row in rows if row[column])


def presets(results, *names):
    """One row per preset: its training, the sequences lost at the training sizes, and those lost at a setting in a name
    such as `copy@task.length=120`."""
    names = names or sorted(path.stem for path in (results / "tasks").glob("*.csv"))
    rows, carried = [], states.read("tasks", results)
    for name in names:
        name, _, beyond = name.partition("@")
        every = read(results, name)
        each, asked = finals(every), [row for row in every if row["setting"] == beyond]
        if beyond and not asked:
            raise InputError(f"got {beyond}; {name} was asked {' or '.join(settings(every))}")
        cell = cost_cell if is_guessed(each) else perfect_cell
        rows.append([f"`{name}`", carried.get(name, "-"), len(each), status_cell(each),
                     spread(numbers(each, "sequences")), cost_cell(each),
                     "-" if is_guessed(each) else perfect_cell(each),
                     f"{words_of(beyond)}: {cell(asked)}" if beyond else "-"])
    titles = ["preset", "state", "seeds", "ended", "sequences", "bits a sequence", "sequences without an error",
              "beyond"]
    return table(titles, rows, words=1) if any(row[-1] != "-" for row in rows) else table(
        titles[:-1], [row[:-1] for row in rows], words=1)


def cost_cell(rows):
    return spread(numbers(rows, cost_of(rows))) + (" over the oracle" if is_guessed(rows) else "")


def perfect_cell(rows):
    return share_of(total(rows, "perfect"), total(rows, "episodes"))


def status_cell(each):
    """`9 solved, 1 finished`"""
    statuses = [row["status"] for row in each]
    return ", ".join(f"{statuses.count(status)} {status}" for status in ("solved", "finished", "diverged")
                     if status in statuses)


def one_preset(results, name):
    """One row per setting: the sequences lost, by how many seeds, and the cost."""
    all_rows = read(results, name)
    cost, by_luck = cost_of(all_rows), is_guessed(all_rows)
    rows, guessed = [], guesses.read(results)
    wrong = "wrong_bits" if any(row["wrong_bits"] for row in all_rows) else "error"
    for setting in [FINAL, *settings(all_rows)]:
        each = [row for row in all_rows if row["setting"] == setting and row["episodes"]]
        clean = sum(row["lost"] == "0" for row in each)
        lost = [count_of(clean, len(each)), count_of(total(each, "lost"), total(each, "episodes")),
                spread(numbers(each, "lost")), f"{max((int(row['lost']) for row in each), default=0):,}"]
        rows.append([words_of(setting) if setting != FINAL else FINAL, *([] if by_luck else lost),
                     spread(numbers(each, cost)),
                     spread(numbers(each, "wrong_bits" if any(row["wrong_bits"] for row in each) else "error")),
                     *([guesses.best(guessed, "tasks", name, setting, wrong)] if guessed else [])])
    wrong = "wrong bits" if wrong == "wrong_bits" else "% wrong"
    lost = ["seeds that lost none", "sequences lost, all seeds", "lost a seed", "worst seed"]
    return table(["setting", *([] if by_luck else lost), "bits" + (" over the oracle" if by_luck else ""), wrong,
                  *([f"{wrong} by guessing"] if guessed else [])], rows)


def seeds_cell(rows):
    """`1 of 10,000 at length 20, 3 of 10,000 at length 60`"""
    return ", ".join(f"{count_of(int(row['lost']), int(row['episodes']))} at {words_of(row['setting'])}"
                     if row["setting"] != FINAL else f"{count_of(int(row['lost']), int(row['episodes']))} {FINAL}"
                     for row in rows if row["lost"] not in ("", "0"))


def failing(results, name):
    """Each seed that lost a sequence or did not solve what others solved."""
    rows = read(results, name)
    judged = any(row["status"] == "solved" for row in rows)
    lines = []
    for final in finals(rows):
        mine = [row for row in rows if row["seed"] == final["seed"]]
        told = [f"{final['status']} after {int(final['sequences']):,} sequences" +
                (f" and {final['restarts']} restarts" if int(final["restarts"] or 0) > 0 else "")
                if final["status"] == "diverged" or judged and final["status"] != "solved" else "",
                f"lost {seeds_cell(mine)}" if seeds_cell(mine) and not is_guessed(rows) else ""]
        if any(told):
            lines.append(f"- seed {final['seed']}: {'; '.join(filter(None, told))}")
    return "\n".join(lines) or "- none"


def every_seed(results, name):
    """One row per seed; `failing` lists the settings at which it lost sequences."""
    rows = read(results, name)
    cost, guessed = cost_of(rows), is_guessed(rows)
    made = []
    for final in finals(rows):
        beyond = [row for row in rows if row["seed"] == final["seed"] and row["setting"] != FINAL]
        lost = [final["lost"] or "-",
                count_of(total(beyond, "lost"), total(beyond, "episodes")) if beyond else "-"]
        made.append([final["seed"], final["status"], f"{int(final['sequences']):,}", final["restarts"] or "-",
                     figure(float(final[cost])) if final[cost] else "-", *([] if guessed else lost)])
    return table(["seed", "status", "sequences", "restarts", "bits" + (" over the oracle" if guessed else ""),
                  *([] if guessed else [f"lost {FINAL}", "lost beyond"])], made, words=2)


def machines(results, *names):
    """The programs and processors of the results."""
    names = names or sorted(path.stem for path in (results / "tasks").glob("*.csv"))
    found = {}
    for name in names:
        for row in read(results, name):
            found.setdefault((row["cpu"], row["commit"], name), row["parameters"])
    rows = [[f"`{name}`", parameters and f"{int(parameters):,}", cpu, f"`{commit[:12]}`"]
            for (cpu, commit, name), parameters in found.items()]
    return table(["preset", "parameters", "processor", "commit"], rows, words=4)


TABLES = {"tasks": presets, "task": one_preset, "task-failing": failing, "task-seeds": every_seed,
          "task-machines": machines}
