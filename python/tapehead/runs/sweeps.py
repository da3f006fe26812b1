"""A sweep's points for statistics, figures and the report: read from points.csv, each run once."""
import collections
import csv
import dataclasses
import math
import pathlib
import tomllib

from .errors import InputError, note
from .numbers import real
from .tables import whole_lines

COLUMNS = ["run", "trial", "state", "value", "status", "sequences", "seconds"]  # all others are options
METHODS = ["grid", "random", "tpe"]
DECADES = 100  # numbers whose maximum is at least this many times the minimum get a logarithmic scale
FEWEST = 2     # points: one point shows no effect
MADE_BY = "scripts/sweep.py writes it when a sweep ends or is stopped"


@dataclasses.dataclass
class Point:
    run: str
    state: str
    cost: float     # the sweep's objective; infinite if the run diverged, None if the point is not complete
    status: str     # the run's own; the following fields are as written in the file
    sequences: str
    options: dict   # numbers or words, of the options in which points differ


@dataclasses.dataclass
class Table:
    path: pathlib.Path
    points: list      # every Point that was begun
    options: list     # names of those in which points differ
    numeric: set      # options
    logarithmic: set  # options

    @property
    def complete(self):
        return [point for point in self.points if point.state == "complete"]

    def others(self):
        """{state: number of its points}, for points without a value."""
        return dict(collections.Counter(point.state for point in self.points if point.state != "complete"))


@dataclasses.dataclass
class Points:
    path: pathlib.Path
    options: list     # per point {option: number or word}, of the options in which points differ
    costs: list       # the sweep's objective; infinite where a run diverged
    logarithmic: set  # options
    others: dict      # state: number of runs without a value

    def notes(self):
        """Notes for a figure on the points that are not in it."""
        words = {"fail": "failed"}
        return [f"{count} {words.get(state, state)}, left out" for state, count in self.others.items()]


@dataclasses.dataclass
class Plan:
    """A sweep's plan; None for what its directory does not say."""
    method: str = None
    objective: str = None

    @property
    def sampled(self):
        """Whether a sampler chose the points, instead of a list made beforehand."""
        return self.method not in (None, "grid")


def read_plan(directory):
    """Reads the sweep file that sweep.py leaves in the sweep's directory. The points suffice without it, so an
    unreadable one only causes a note."""
    path = pathlib.Path(directory) / "sweep.toml"
    if not path.is_file():
        return Plan()
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        note(f"{path}: cannot be read ({error}); it is ignored")
        return Plan()
    method, objective = said.get("method"), said.get("objective", "cost")
    if method not in METHODS or not isinstance(objective, str):
        note(f"{path}: has no method and objective that are known; it is ignored")
        return Plan()
    return Plan(method, objective)


def read_points(directory):
    """The complete points, at least two, and the options in which they differ."""
    table = read_table(directory)
    complete, others = table.complete, table.others()
    if len(complete) < FEWEST:
        said = ", ".join(f"{count} {state}" for state, count in others.items()) or "no others"
        raise InputError(f"{table.path}: got {len(complete)} complete points ({said}); {FEWEST} at least are needed")
    names = [name for name in table.options if differ(point.options.get(name) for point in complete)]
    options = [{name: point.options[name] for name in names if name in point.options} for point in complete]
    if not any(options):
        raise InputError(f"{table.path}: no option takes several values among its {len(complete)} complete points; "
                         "those of a sweep that varies one are needed")
    return Points(table.path, options, [point.cost for point in complete], table.logarithmic & set(names), others)


def each_task(points):
    """[(task, its Points)], because costs of different tasks are not comparable; ("", points) for a single task."""
    tasks = dict.fromkeys(point.get("task", "") for point in points.options)
    if len(tasks) < 2:
        return [("", points)]
    found = []
    for task in tasks:
        chosen = [(each, cost) for each, cost in zip(points.options, points.costs) if each.get("task", "") == task]
        varied = [name for name in dict.fromkeys(name for each, _ in chosen for name in each)
                  if differ(each.get(name) for each, _ in chosen)]
        options = [{name: each[name] for name in varied if name in each} for each, _ in chosen]
        found.append((task, dataclasses.replace(points, options=options, costs=[cost for _, cost in chosen])))
    return found


def read_table(directory):
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
    found = {}
    for row in rows:
        if len(row) != len(header):
            raise InputError(f"{path}:{rows.line_num}: {len(row)} fields; the header has {len(header)}")
        row = dict(zip(header, row))
        complete = row["state"] == "complete"
        if complete:
            row["value"] = cost(row["value"], f"{path}:{rows.line_num}")
        # A sampler may draw a point again, and failed points are tried again: a run counts once, and as complete if it
        # ever was.
        if complete or row["run"] not in found or found[row["run"]]["state"] != "complete":
            found[row["run"]] = row
    rows = list(found.values())
    options, numeric, logarithmic = columns(rows, [name for name in header if name not in COLUMNS])
    points = [Point(row["run"], row["state"], row["value"] if row["state"] == "complete" else None, row["status"],
                    row["sequences"], each) for row, each in zip(rows, options)]
    names = list(dict.fromkeys(name for name in header for each in options if name in each))
    return Table(path, points, names, numeric, logarithmic)


def columns(rows, names):
    """(each row's options that vary, the numeric ones, those on a logarithmic scale). A seed counts as a name: seeds
    have no order."""
    options, numeric, logarithmic = [{} for _ in rows], set(), set()
    for name in names:
        words = [row[name] for row in rows if row[name] != ""]
        if not differ(row[name] for row in rows):
            continue
        numbers = list(map(number, words)) if name != "seed" else [None]
        values = iter(words if None in numbers else numbers)
        if None not in numbers:
            numeric.add(name)
            if 0 < min(numbers) and DECADES * min(numbers) <= max(numbers):
                logarithmic.add(name)
        for row, each in zip(rows, options):
            if row[name] != "":
                each[name] = next(values)
    return options, numeric, logarithmic


def differ(values):
    """Whether points differ in an option; one point lacking it counts as a difference."""
    return len(set(values)) > 1


def number(word):
    try:
        value = real(word)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def cost(text, where):
    try:
        value = real(text)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise InputError(f"{where}: value: got '{text}'; a number is needed")
    return value
