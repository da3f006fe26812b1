"""Kept rows of the map are believed once they were asked: each value is one that a run gives, and each run has all that
the others of its measure have."""
import math

from tapehead.runs import metrics, numbers
from tapehead.runs.errors import InputError

from map_plan import known

RUN = ("machine", "role", "rate", "seed")  # columns that tell which run a row is of
ROLES = dict.fromkeys(("rate", "seed", "window"))
STATUSES = dict.fromkeys(("finished", "solved", "diverged"))
COUNTS = ("seed", "sequences", "parameters", "state", "state_each_step")
AMOUNTS = ("rate", "seconds")  # numbers of zero or more


def check(path, rows, plan):
    """InputError for the first row or run that is none; the rows, else."""
    for line, row in enumerate(rows, 2):
        where = f"{path}: row {line}"
        known(plan.machines, row["machine"], "machine", where=where)
        known(ROLES, row["role"], "role", where=where)
        known(STATUSES, row["status"], "status", where=where)
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
    runs, diverged, first = {}, set(), {}
    for row in rows:
        run = tuple(row[name] for name in RUN)
        runs.setdefault(run, []).append((row["question"], row["setting"], row["metric"]))
        if row["status"] == "diverged":
            diverged.add(run)
            if row["question"]:
                raise InputError(f"{path}: {name_of(run)}: diverged, and has an answer; a row without one is needed")
    for run, there in runs.items():
        if len({*there}) < len(there):
            raise InputError(f"{path}: {name_of(run)}: has a row twice; one for each question and metric is needed")
        within, beyond = ({setting for of, setting, _ in there if of == question} for question in ("within", "beyond"))
        if both := within & beyond:
            raise InputError(f"{path}: {name_of(run)}: {min(both) or 'what was trained'} is asked within and beyond; "
                             "other sizes beyond are needed")
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
