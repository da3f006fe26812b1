"""A sweep's points as statistics and figures want them: read from points.csv, each run once, complete ones only."""
import collections
import csv
import dataclasses
import math
import pathlib

from .errors import InputError
from .tables import whole_lines

COLUMNS = ["run", "trial", "state", "value", "status", "sequences", "seconds"]  # all others are options
DECADES = 100  # numbers whose greatest is so many times the least are on a logarithmic scale
FEWEST = 2     # points; one tells nothing
MADE_BY = "scripts/sweep.py writes it when a sweep ends or is stopped"


@dataclasses.dataclass
class Points:
    path: pathlib.Path
    options: list     # a point's {option: number or word}, of the options in which points differ
    costs: list       # the sweep's objective; infinite where a run diverged
    logarithmic: set  # options
    others: dict      # state: runs that have no value, by how they ended

    def notes(self):
        """What a figure says of the points that are not in it."""
        words = {"fail": "failed"}
        return [f"{count} {words.get(state, state)}, left out" for state, count in self.others.items()]


def read_points(directory):
    path = pathlib.Path(directory) / "points.csv"
    if not path.parent.is_dir():
        raise InputError(f"{path.parent}: there is no such directory; that of a sweep is needed")
    if not path.is_file():
        raise InputError(f"{path.parent}: has no points.csv, so it is no sweep's; {MADE_BY}")
    rows = csv.reader(whole_lines(path).splitlines())
    header = next(rows, [])
    missing = [name for name in COLUMNS if name not in header]
    if missing:
        raise InputError(f"{path}: has no column {', '.join(missing)}; {MADE_BY}")
    complete, others = {}, {}
    for row in rows:
        if len(row) != len(header):
            raise InputError(f"{path}:{rows.line_num}: {len(row)} fields; the header has {len(header)}")
        row = dict(zip(header, row))
        # A sampler may draw a point again, and what has failed is tried again: a run counts once, and as complete if
        # it ever was.
        if row["state"] == "complete":
            complete[row["run"]] = row | {"value": cost(row["value"], f"{path}:{rows.line_num}")}
        else:
            others[row["run"]] = row["state"]
    counts = collections.Counter(state for run, state in others.items() if run not in complete)
    if len(complete) < FEWEST:
        said = ", ".join(f"{count} {state}" for state, count in counts.items()) or "no others"
        raise InputError(f"{path}: got {len(complete)} complete points ({said}); {FEWEST} at least are needed")
    options, logarithmic = columns(list(complete.values()), [name for name in header if name not in COLUMNS])
    if not any(options):
        raise InputError(f"{path}: no option takes several values among its {len(complete)} complete points; those of "
                         "a sweep that varies one are needed")
    return Points(path, options, [row["value"] for row in complete.values()], logarithmic, dict(counts))


def columns(rows, names):
    """(each row's options that vary, those on a logarithmic scale). A seed is a name: seeds have no order."""
    options, logarithmic = [{} for _ in rows], set()
    for name in names:
        words = [row[name] for row in rows if row[name] != ""]
        if len(set(words)) < 2 and len(words) in (0, len(rows)):
            continue  # as all points have it, or none
        numbers = list(map(number, words)) if name != "seed" else [None]
        values = iter(words if None in numbers else numbers)
        if None not in numbers and 0 < min(numbers) and DECADES * min(numbers) <= max(numbers):
            logarithmic.add(name)
        for row, each in zip(rows, options):
            if row[name] != "":
                each[name] = next(values)
    return options, logarithmic


def number(word):
    try:
        value = float(word)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def cost(text, where):
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise InputError(f"{where}: value: got '{text}'; a number is needed")
    return value
