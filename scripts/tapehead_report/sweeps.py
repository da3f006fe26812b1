"""Sweeps: their points on parallel axes, and which options matter."""
import csv
import math
import pathlib

from tapehead_runs.errors import InputError
from tapehead_runs.tables import whole_lines
from tapehead_stats.importance import importance
from tapehead_sweeps.table import COLUMNS

from .numbers import finite

FOREST_SEED = 1
STATES = ["complete", "pruned", "fail"]
DECADES = 100
FAIR = ("Less is better. Points that a sampler chose, or a pruner cut short, are no fair sample of their options; "
        "those of a grid are.")
FEW, ENOUGH = 60, 200  # points; tapehead_stats.importance says what was measured of so many
HOW = ("Share of the value's variance that each option explains by itself, all others averaged over (functional ANOVA "
       "of a random forest)")


def find(paths):
    """The directories of sweeps at or below the paths, and those that the paths lie in."""
    found = []
    for path in map(pathlib.Path, paths):
        near = [path.parent, path.parent.parent] if path.parent.name == "points" or path.name == "points" else []
        for directory in [each for each in near if (each / "points.csv").is_file()] + sorted(
                table.parent for table in path.rglob("points.csv")):
            if directory.resolve() not in {each.resolve() for each in found}:
                found.append(directory)
    return found


def entry(directory, places):
    """One sweep; `places` is {resolved run directory: its index in the report}."""
    rows = read_points(directory / "points.csv")
    options = [name for name in (rows[0] if rows else {}) if name not in COLUMNS]
    axes = [axis(name, [row[name] for row in rows if row[name] != ""]) for name in options]
    axes = [each for each in axes if each]
    shares, said = weigh(axes, complete(rows))
    return {"name": directory.resolve().name, "objective": objective(rows), "note": f"{len(rows)} points. {FAIR}",
            "axes": axes,
            "points": [{"run": row["run"], "run_index": places.get((directory / "points" / row["run"]).resolve()),
                        "state": row["state"], "value": finite(value(row)),
                        "at": [place(each, row[each["name"]]) for each in axes]} for row in rows],
            "importance": shares, "importance_note": said}


def read_points(path):
    rows = csv.DictReader(whole_lines(path).splitlines())
    missing = [name for name in COLUMNS if name not in (rows.fieldnames or [])]
    if missing:
        raise InputError(f"{path}: has no column {', '.join(missing)}; scripts/sweep.py writes it")
    found = []
    for row in rows:
        if None in row or None in row.values():
            raise InputError(f"{path}:{rows.line_num}: has not as many fields as the header; scripts/sweep.py writes "
                             "it")
        if row["state"] in STATES:
            value(row)
            found.append(row)
    return found


def value(row):
    if row["value"] == "":
        return None
    number = as_number(row["value"])
    if number is None:
        raise InputError(f"points.csv: run {row['run']}: got the value '{row['value']}'; a number is wanted")
    return number


def objective(rows):
    """What the points' values are, which the table does not say: sequences where each solved run's value is that."""
    solved = [row for row in complete(rows) if row["status"] == "solved"]
    return "sequences" if solved and all(value(row) == as_number(row["sequences"]) for row in solved) else "value"


def complete(rows):
    return [row for row in rows if row["state"] == "complete" and row["value"] != ""]


def axis(name, words):
    """None of an option that all points agree on. Numbers over two decades are on a logarithmic scale."""
    different = list(dict.fromkeys(words))
    if len(different) < 2:
        return None
    numbers = [as_number(word) for word in different]
    if None not in numbers:
        return {"name": name, "kind": "number", "log": min(numbers) > 0 and max(numbers) >= DECADES * min(numbers)}
    return {"name": name, "kind": "choice", "log": False, "values": sorted(different)}


def as_number(word):
    """None where it is none; nan is a word too."""
    try:
        number = float(word)
    except ValueError:
        return None
    return None if math.isnan(number) else number


def place(one, word):
    if word == "":
        return None
    return finite(as_number(word)) if one["kind"] == "number" else one["values"].index(word)


def weigh(axes, rows):
    """(importance, what is to be known about it)."""
    names = [one["name"] for one in axes if all(row[one["name"]] != "" for row in rows)]
    numeric = {one["name"] for one in axes if one["kind"] == "number"}
    if len(names) < 2:
        return [], f"Not computed: {'only ' + names[0] + ' varies' if names else 'no option varies in all points'}."
    points = [{name: float(row[name]) if name in numeric else row[name] for name in names} for row in rows]
    try:
        found = importance(points, [value(row) for row in rows], FOREST_SEED,
                           {one["name"] for one in axes if one["log"]})
    except InputError as error:
        return [], f"Not computed: {str(error).removeprefix('importance: ')}."
    shares = [{"option": name, "share": finite(share), "low": None, "high": None} for name, share in found.items()]
    return shares, f"{HOW}, of {len(rows)} complete points. {caution(len(rows))}{left_out(axes, names)}"


def caution(count):
    if count <= FEW:
        return "So few points overstate the strongest option: the lesser ones come out too small, by half and more."
    if count <= ENOUGH:
        return "The lesser options come out too small, of two hundred points still by a quarter or a half."
    return "The lesser options come out somewhat too small."


def left_out(axes, names):
    missing = [one["name"] for one in axes if one["name"] not in names]
    return f" Left out, for only some points have them: {', '.join(missing)}." if missing else ""
