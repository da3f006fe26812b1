"""Who a group is, wherever it is shown: its order, its name and its look are decided here, and nowhere else.

A *scheme* is what groups of several tasks are called alike: one place among the others, one colour and one dash in all
figures, tables and the report. Schemes come in the order in which their runs were given; the points of a sweep in that
of its file, not in that of the hashes by which their directories are named."""
import csv
import json
import math
import re

# The report's page has the same in web/src/shared/style/colours.css, chosen for being told apart under every
# common colour blindness, and on white; beyond them lines are told apart by their dashes.
COLOURS = ["#0a52a0", "#d95f02", "#009076", "#c264d6", "#5a2a00", "#222222"]
DASHES = ["-", "--", ":", "-."]
BEGUN = re.compile(r'"started_at":\s*"([^"]*)"')


def look(number):
    """How the scheme of that number is drawn."""
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": DASHES[number // len(COLOURS) % len(DASHES)]}


def look_of_each(names):
    """{name: the number of its scheme}, in order of first appearance."""
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


def in_order(directories):
    """Run directories: those of a sweep as its points.csv has them, those it does not have yet as they were begun, and
    seed-2 before seed-10."""
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
    """{run: its place} of a sweep's points.csv; empty where it is not there, or is none."""
    try:
        with open(table, encoding="utf-8", newline="") as file:
            rows = [row["run"] for row in csv.DictReader(file) if row.get("run")]
    except (OSError, UnicodeDecodeError, csv.Error, KeyError):
        return {}
    return look_of_each(rows)


def begun(path):
    """When a run was begun, as text that sorts; empty where its manifest does not say."""
    try:
        found = BEGUN.search((path / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ""
    return found[1] if found else ""


def given_name(path):
    """The name that the user gave a run (tapehead train --name), or ""; whatever is wrong with the manifest is told by
    those who need it."""
    try:
        name = json.loads((path / "manifest.json").read_text(encoding="utf-8")).get("name")
    except (OSError, ValueError, AttributeError):
        return ""
    return name if isinstance(name, str) else ""


def natural(path):
    """Sorting key by which seed-2 comes before seed-10."""
    return [[int(piece) if piece.isdigit() else piece for piece in re.split(r"(\d+)", part)] for part in path.parts]
