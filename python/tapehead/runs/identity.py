"""The identity of a group wherever it is shown: its order, its name and how its look is drawn.

A *scheme* is the common name of groups across tasks: one position, one colour, dash and marker (looks.py) in all
figures, tables and the report. Schemes come in the order in which their runs were given; a sweep's points in the order of
its file, not of the hashes that name their directories."""
import csv
import json
import math
import re

from . import looks
from .numbers import is_whole

# For lines that are no groups'; further ones differ by their dashes. web/src/shared/style/colours.css has the same.
COLOURS = [colour for colour, _ in looks.COLOURS]
DASHES = ["-", "--", ":", "-."]
BEGUN = re.compile(r'"started_at":\s*"([^"]*)"')


def look(number):
    """The colour and dash of a group by the number of its look."""
    row = looks.row(number)
    return {"color": row["colour"], "linestyle": row["dash"]}


def line(number):
    """The colour and dash of the `number`th of some lines that are no groups'."""
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": DASHES[number // len(COLOURS) % len(DASHES)]}


def order_of_each(names):
    """{name: its place}, in order of first appearance."""
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


def in_order(directories):
    """Run directories in order: those of a sweep as in its points.csv, those not yet in it by their start, and seed-2
    before seed-10."""
    tables = {}

    def key(path):
        folder = path.parent
        if folder not in tables:
            tables[folder] = order_of_points(folder.parent / "points.csv") if folder.name == "points" else {}
        if folder.name != "points":
            return natural(path), math.inf, "", []
        return natural(folder), tables[folder].get(path.name, math.inf), begun(path), natural(path)
    return sorted(directories, key=key)


def order_of_points(table):
    """{run: its position} in a sweep's points.csv; empty without a valid file."""
    try:
        with open(table, encoding="utf-8", newline="") as file:
            rows = [row["run"] for row in csv.DictReader(file) if row.get("run")]
    except (OSError, UnicodeDecodeError, csv.Error, KeyError):
        return {}
    return order_of_each(rows)


def begun(path):
    """The start of a run as text that sorts; empty if its manifest does not say."""
    try:
        found = BEGUN.search((path / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ""
    return found[1] if found else ""


def given_name(path):
    """The name that the user gave a run (tapehead train --name), or ""; errors in the manifest are reported by its
    other readers."""
    try:
        name = json.loads((path / "manifest.json").read_text(encoding="utf-8")).get("name")
    except (OSError, ValueError, AttributeError, RecursionError):
        return ""
    return name if isinstance(name, str) else ""


def natural(path):
    """Sort key that puts seed-2 before seed-10."""
    return [[int(piece) if is_whole(piece) else piece for piece in re.split("([0-9]+)", part)] for part in path.parts]
