"""The look of a group: a colour, a dash and a marker for life. The memories and addressings that come with the program
have theirs in schemes.csv, the NTM's addressings in one hue and machines without a memory in grey. Of groups of one
scheme, which differ in other options, the first has its scheme's look; the others get one of RESERVE, and all are written
to looks.csv beside the runs, so that each keeps its look in every subset and every call."""
import csv
import functools
import hashlib
import io
import itertools
import os
import pathlib

from .errors import InputError, note
from .files import write_whole

FILE = pathlib.Path(__file__).with_name("schemes.csv")
KEPT = "looks.csv"
HEADER = ["scheme", "options", "look"]
LEVELS = 3  # folders above a run in which looks.csv is looked for
pending = {}  # {file: its rows}, to be written by remember(): who only prints a table writes nothing beside the runs
# On white and on a dark page, distinguishable under every common colour blindness.
COLOURS = [("#0a52a0", "#3f8fe6"), ("#d95f02", "#f5821f"), ("#009076", "#2cc9a4"), ("#c264d6", "#f9b8f0"),
           ("#5a2a00", "#f5ea7a"), ("#222222", "#d6dade")]
RESERVE = [(*both, dash) for dash in ("--", ":", "-.") for both in COLOURS]  # for groups without a scheme of their own
MARKERS = "osD^vP"


@functools.lru_cache(maxsize=None)
def table():
    """[{"memory", "part", "short", "colour", "dark", "dash", "marker"}]: a scheme's look is its number here; RESERVE
    follows, without memory and short."""
    with open(FILE, encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    return found + [{"memory": "", "part": "", "short": "", "colour": colour, "dark": dark, "dash": dash,
                     "marker": MARKERS[at % len(MARKERS)]} for at, (colour, dark, dash) in enumerate(RESERVE)]


def row(number):
    """The row of a look; beyond the table RESERVE starts again."""
    first = len(table()) - len(RESERVE)
    return table()[number if number < first else first + (number - first) % len(RESERVE)]


def scheme(identity):
    """The number of a group's scheme, by its memory and its addressing (without a memory: its controller); None for a
    memory that has none."""
    memory, parts = identity["memory"], (identity["addressing"], identity["controller"], "")
    for part in parts:
        for number, each in enumerate(table()):
            if each["memory"] == memory and each["part"] == part:
                return number
    return None


def assign(groups):
    """The number of each group's look: groups of one label, as in several tasks, have one."""
    first = {}
    for group in groups:
        first.setdefault(group.label, group)
    paths = [run.path for group in first.values() for run in group.runs]
    file = find(paths) or beside(paths)
    kept = pending.get(file) or (read(file) if file and file.is_file() else {})
    found, news = {}, []
    schemes = {label: scheme(group.identity) for label, group in first.items()}
    for label, group in first.items():
        key = (name_of(schemes[label]), options_of(group))
        if key in kept:
            found[label] = kept[key]
            continue
        own, used = schemes[label], {*kept.values(), *found.values()}
        if own is None or own in used:
            own = unused(used)
        found[label] = own
        news.append((key, own))
    several = len(set(map(name_of, schemes.values()))) < len(first) or None in schemes.values()
    if file and several and news and len(first) > 1 and len(kept) + len(news) <= len(table()):
        pending[file] = kept | dict(news)
    return [found[group.label] for group in groups]


def name_of(number):
    return "" if number is None else f"{table()[number]['memory']} {table()[number]['part']}".strip()


def options_of(group):
    """A digest of what makes up the group, whatever its task."""
    words = "\n".join(f"{name}={value}" for name, value in sorted(group.identity.items())
                      if name != "task" and not name.startswith("task."))
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def unused(used):
    """The first look of RESERVE that nobody has; when all are taken they are shared."""
    first = len(table()) - len(RESERVE)
    return next(number for number in itertools.count(first) if number not in used)


def find(paths):
    """looks.csv in a folder above the first run, or None."""
    return next((folder / KEPT for path in paths[:1] for folder in list(path.absolute().parents)[:LEVELS]
                 if (folder / KEPT).is_file()), None)


def beside(paths):
    """Where looks.csv goes: the folder of all groups; None for the points of a sweep, whose order is that of its file."""
    folder = pathlib.Path(os.path.commonpath([path.absolute() for path in paths]))
    return None if folder.name == "points" else folder / KEPT


def read(file):
    """{(scheme, options): look}; rows that are damaged count for nothing."""
    try:
        rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
        return {(each["scheme"], each["options"]): int(each["look"]) for each in rows}
    except (OSError, ValueError, KeyError, TypeError, csv.Error) as error:
        note(f"{file}: is not read ({error}); groups have other colours than before")
        return {}


def remember():
    """Writes what was assigned since; to be called where a picture or a page is written."""
    for file, kept in pending.items():
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows((*key, look) for key, look in kept.items())
        try:
            write_whole(file, text.getvalue().encode())
        except InputError:
            pass  # where nothing can be written, as in an installed package, looks follow the order of the call
    pending.clear()
