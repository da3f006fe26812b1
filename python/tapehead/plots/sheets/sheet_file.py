"""Reads a sheet: a TOML file of panels."""
import argparse
import dataclasses
import pathlib
import tomllib

from tapehead.plots import paper
from tapehead.runs.errors import InputError
from tapehead.runs.names import choices

KEYS = {"style": str, "columns": int, "width": str, "across": int, "panel": list}
OWN = ("kind", "of", "across")  # of a panel; all else are options of its kind
MOST = 26                       # panels: as many as there are letters
REFUSED = ("style", "columns", "width", "font", "out", "title", "no-title")  # options that are the sheet's, or nobody's


@dataclasses.dataclass
class Panel:
    letter: str
    kind: str
    words: list   # of the command line: what it is of, and options
    across: int


@dataclasses.dataclass
class Sheet:
    path: pathlib.Path
    style: str
    width: float  # inches
    across: int
    panels: list


def read(path):
    """Raises InputError, in a line that begins with the file."""
    path = pathlib.Path(path)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); a file such as sheet.toml is needed") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path}: is no TOML ({error})") from None
    for name, value in table.items():
        if name not in KEYS:
            raise InputError(f"{path}: {name}: is not known; {choices(name, KEYS)}")
        if not isinstance(value, KEYS[name]) or isinstance(value, bool):
            wanted = {str: "a text", int: "an integer", list: "[[panel]]"}[KEYS[name]]
            raise InputError(f"{path}: {name}: got {value!r}; {wanted} is needed")
    across = whole(path, "across", table.get("across", 1))
    found = table.get("panel", [])
    if not 1 <= len(found) <= MOST:
        raise InputError(f"{path}: has {len(found)} tables [[panel]]; 1 to {MOST} are needed")
    panels = [panel(path, chr(ord("a") + at), each, across) for at, each in enumerate(found)]
    return Sheet(path, *looks(path, table), across, panels)


def looks(path, table):
    """(style, width in inches)"""
    style = table.get("style", "nature")
    if style not in paper.STYLES:
        raise InputError(f"{path}: style: got '{style}'; {choices(style, paper.STYLES)}")
    columns, sheet = table.get("columns", 2), paper.STYLES[style]
    if columns not in (1, 2):
        raise InputError(f"{path}: columns: got {columns}; 1 or 2 is needed")
    if "width" not in table:
        return style, (sheet.wide if columns == 2 else sheet.width) if sheet else paper.TWO_COLUMNS
    try:
        return style, paper.inches(table["width"])
    except argparse.ArgumentTypeError as error:
        raise InputError(f"{path}: width: {error}") from None


def panel(path, letter, table, across):
    where = f"{path}: panel {letter}"
    if not isinstance(table, dict) or not isinstance(table.get("kind"), str) or not table["kind"].isprintable():
        raise InputError(f"{where}: has no kind; kind = \"curves\" or another of plot.py or compare.py is needed")
    of = [table["of"]] if isinstance(table.get("of"), str) else table.get("of")
    if not isinstance(of, list) or not of or not all(isinstance(one, str) and one and "\0" not in one for one in of):
        raise InputError(f"{where}: of: got {of!r}; runs or a file are needed, such as of = [\"runs/copy\"]")
    words = [str(path.parent / each) for each in of]
    for name, value in table.items():
        if name not in OWN:
            words += option(where, name, value)
    wide = whole(where, "across", table.get("across", 1))
    if wide > across:
        raise InputError(f"{where}: across: got {wide}; the sheet has {across} panels side by side")
    return Panel(letter, table["kind"], words, wide)


def option(where, name, value):
    if name in REFUSED:
        raise InputError(f"{where}: {name}: is the whole sheet's, or nobody's")
    if value is True:
        return [f"--{name}"]
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise InputError(f"{where}: {name}: got {value!r}; a text, a number or true is needed")
    return [f"--{name}={value}"]


def whole(where, name, value):
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 4:
        raise InputError(f"{where}: {name}: got {value!r}; an integer from 1 to 4 is needed")
    return value
