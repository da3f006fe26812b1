"""Kept rows of the map are believed once they were asked: each value is one that a run gives, and each run has all that
the others of its measure have."""
import math

from tapehead.runs import metrics, numbers
from tapehead.runs.errors import InputError
from tapehead.runs.names import choices

ROLES = ("rate", "seed", "window")
STATUSES = ("finished", "solved", "diverged")
COUNTS = ("seed", "sequences", "parameters", "state", "state_each_step")
AMOUNTS = ("rate", "seconds")  # numbers of zero or more


def check(path, rows, plan):
    """InputError for the first row or run that is none; the rows, else."""
    for line, row in enumerate(rows, 2):
        where = f"{path}: row {line}"
        one_of(row["machine"], plan.machines, f"{where}: machine")
        one_of(row["role"], ROLES, f"{where}: role")
        one_of(row["status"], STATUSES, f"{where}: status")
        for name in COUNTS:
            count(row[name], f"{where}: {name}")
        for name in AMOUNTS:
            if not 0 <= number(row[name], f"{where}: {name}") < math.inf:
                raise InputError(f"{where}: {name}: got {row[name]!r}; a number of at least 0 is needed")
        number(row["cost"], f"{where}: cost")
        if row["question"]:
            check_answer(row, where)
    check_runs(path, rows)
    return rows


def check_answer(row, where):
    count(row["episodes"], f"{where}: episodes")
    value = number(row["value"], f"{where}: value")
    if not math.isfinite(value):
        raise InputError(f"{where}: value: got {row['value']!r}; a number that is finite is needed")
    metrics.check(row["metric"], value, f"{where}: {row['metric']}")


def check_runs(path, rows):
    """Every run that was asked has the answers that the first one of its role has, each once."""
    runs, first = {}, {}
    for row in rows:
        run = (row["machine"], row["role"], row["rate"], row["seed"])
        runs.setdefault(run, []).append((row["question"], row["setting"], row["metric"]))
        if row["status"] == "diverged" and row["question"]:
            raise InputError(f"{path}: {name_of(run)}: diverged, and has an answer; a row without one is needed")
    diverged = {(row["machine"], row["role"], row["rate"], row["seed"]) for row in rows if row["status"] == "diverged"}
    for run, there in runs.items():
        if len({*there}) < len(there):
            raise InputError(f"{path}: {name_of(run)}: has a row twice; one for each question and metric is needed")
        if run in diverged:
            continue
        of, wanted = first.setdefault(run[1], (run, {*there}))
        if wanted != {*there}:
            odd = min(wanted ^ {*there})
            raise InputError(f"{path}: {name_of(run)}: got {'no' if odd in wanted else 'a'} row of "
                             f"{' '.join(filter(None, odd)) or 'nothing asked'}, unlike {name_of(of)}; the same of all "
                             "runs is needed")


def name_of(run):
    machine, role, rate, seed = run
    return f"{machine} {role} {seed} at {rate}"


def one_of(name, valid, where):
    if name not in valid:
        raise InputError(f"{where}: got {name!r}; {choices(name, valid)}")


def count(text, where):
    if not numbers.is_whole(str(text)):
        raise InputError(f"{where}: got {text!r}; an integer of at least 0 is needed")


def number(text, where):
    """Not a number is none."""
    try:
        value = numbers.real(str(text))
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise InputError(f"{where}: got {text!r}; a number is needed")
    return value
