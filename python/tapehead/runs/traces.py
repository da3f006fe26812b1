"""Traces: one episode from the inside, with the descriptions of its datasets (docs/traces.md).

Traces of older programs have no descriptions: their content is guessed from its shape, and datasets come in the order
of their names."""
import contextlib
import dataclasses
import pathlib

import h5py
import numpy

from .errors import InputError

MADE_BY = "'tapehead trace DIR --out FILE.h5' makes it"
PICTURE = "picture"    # height x width x channels: the one array whose first axis is not time
HEAD = "head"          # columns that are heads, one each
VECTOR = "component"   # rows that are a vector's components
CHOSEN = "chosen"      # rows that are chosen slots of many; the dataset "slots" beside it holds their numbers
PLACES = ("slot", "entry")  # rows that attention falls on, however few
SIDES = ("write", "read")
UNIT = (0.0, 1.0)
MOST_HEADS = 8         # columns that may be heads if the file does not say
FEW_ROWS = 4           # up to this many rows of another kind are single numbers, not a picture
LAST = ("weights", "add")  # in a trace without a recorded order these come last


@dataclasses.dataclass
class View:
    """A quantity watched step by step."""
    name: str
    values: numpy.ndarray  # steps x columns x rows
    columns: object        # the meaning of columns: a word, "" for a single column, or a name per head
    rows: object           # the meaning of rows: a word, or their names
    range: tuple           # bounds of all values; None: unbounded
    title: str             # display name, else the dataset's name
    slots: object = None   # for chosen slots the number of each, from 0, shaped as `values`; else None
    count: int = 0         # the total number of slots
    numbers: object = None  # for rows that are some of the slots their numbers, from 0; else None

    @property
    def place(self):
        """Its part of the model: the decoder for `decoder/read/key`."""
        parts = self.name.split("/")
        return "/".join(parts[:-2] if parts[-2:-1] and parts[-2] in SIDES else parts[:-1])

    @property
    def side(self):
        """`read` or `write` for a quantity of such heads, else empty."""
        parts = self.name.split("/")
        return "read" if parts[-1] == "reads" else parts[-2] if parts[-2:-1] and parts[-2] in SIDES else ""

    @property
    def word(self):
        """Its name within the model: "allocation gate" for `write/allocation-gate`."""
        return self.name.rpartition("/")[2].replace("-", " ")

    @property
    def whose(self):
        """`Read head`, `Decoder, read head`, `Pipe`; empty for a quantity of the whole model."""
        return upper(", ".join(filter(None, [self.place.replace("/", " "), f"{self.side} head" if self.side else ""])))

    @property
    def called(self):
        """`Read head: key`; a title that begins with a capital letter is used as it is."""
        return self.title if self.title[:1].isupper() else ": ".join(filter(None, [self.whose, self.title]))

    def row_names(self):
        """{"rows": names} for rows that are some of the slots, numbered from 1 as on the page; else {}."""
        return {} if self.numbers is None else {"rows": [str(number + 1) for number in self.numbers]}

    @property
    def is_vector(self):
        """A vector per head: written or read."""
        return self.columns == HEAD and self.rows == VECTOR

    @property
    def is_weighting(self):
        """A weight per place, from 0 to 1."""
        return self.range == UNIT and (self.rows in PLACES or self.rows != VECTOR and not self.is_numbers)

    @property
    def is_numbers(self):
        """A number per step and column, or a few with names of their own."""
        if isinstance(self.rows, list):
            return True
        return self.rows not in (*PLACES, VECTOR) and self.values.shape[2] <= FEW_ROWS


@dataclasses.dataclass
class Trace:
    arrays: dict  # name -> numbers as in the file, time first
    views: list   # the watched arrays as View, in recorded order
    texts: dict   # name -> list of texts
    said: dict    # the file's attributes

    @property
    def is_spoken(self):
        """Whether it traces an answer emitted token by token to a source."""
        return "source" in self.texts and "target" in self.texts

    @property
    def shows_picture(self):
        """Whether it traces an answer about a picture."""
        return PICTURE in self.arrays and "target" in self.texts

    @property
    def reads_apart(self):
        """Whether the source is a separate stream: its steps are not the answer's."""
        return self.is_spoken and len(self.arrays.get("inputs", [])) == len(self.texts["source"])


@contextlib.contextmanager
def opened(path, made_by=MADE_BY):
    """The HDF5 file; InputError if it is missing, or reading it shows damage."""
    path = pathlib.Path(path)
    if not path.is_file():
        raise InputError(f"{path}: no such file; {made_by}")
    if not h5py.is_hdf5(path):
        raise InputError(f"{path}: is not an HDF5 file; {made_by}")
    try:
        with h5py.File(path, "r") as file:
            yield file
    except (OSError, RuntimeError) as error:
        raise InputError(f"{path}: is damaged ({str(error).splitlines()[0]}); {made_by}") from None


def read_trace(path):
    with opened(path) as file:
        arrays, texts, views = {}, {}, []
        for name, dataset in datasets(file["/"]):
            if h5py.check_string_dtype(dataset.dtype) is not None:
                texts[name] = list(map(text, numpy.atleast_1d(dataset[()])))
            elif dataset.dtype.kind in "fiu" and dataset.ndim in (2, 3) and dataset.size:
                arrays[name] = numpy.asarray(dataset, dtype=float)
                if dataset.ndim == 3 and name != PICTURE:
                    views.append(view(path, name, dataset, arrays[name]))
        said = {name: text(value) for name, value in file.attrs.items()}
    return Trace(arrays, with_slots(guessed(views)), texts, said)


def with_slots(views):
    """The views; chosen slots become weightings that hold their slots' numbers."""
    chosen = {each.name: each for each in views if each.rows == CHOSEN}
    which = {name: chosen.get(name.rpartition("/")[0] + "/slots") for name in chosen if not name.endswith("/slots")}
    found = []
    for each in views:
        slots = which.get(each.name)
        if slots is not None and slots.values.shape == each.values.shape and slots.range:
            each = dataclasses.replace(each, rows="slot", slots=slots.values.astype(int), count=int(slots.range[1]) + 1)
        if not any(each is slots for slots in which.values()):
            found.append(each)
    return found


def datasets(group, path=""):
    """(name, dataset) of everything below a group, in the order of writing if recorded, else by name."""
    for name in group:
        if isinstance(group[name], h5py.Group):
            yield from datasets(group[name], f"{path}{name}/")
        else:
            yield path + name, group[name]


def text(value):
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def view(path, name, dataset, values):
    """A dataset's description; columns and rows are None if it has none."""
    axes = list(map(text, numpy.atleast_1d(dataset.attrs.get("axes", []))))
    if axes and len(axes) != 3:
        raise InputError(f"{path}: '{name}' has axes {', '.join(axes)}; step, and what its columns and rows are, is "
                         "wanted")
    ends = numpy.atleast_1d(dataset.attrs.get("range", []))
    _, columns, rows = [named(axis) for axis in axes] or [None] * 3
    return View(name, values, columns, rows, tuple(map(float, ends)) if len(ends) == 2 else None,
                text(dataset.attrs.get("title", "")) or name.rpartition("/")[2].replace("-", " "))


def upper(words):
    return words[:1].upper() + words[1:]


def named(axis):
    """`slot`, or a list for `backward, content, forward`."""
    return axis.split(", ") if ", " in axis else axis


def guessed(views):
    """The views; if none has a description, with one guessed from its shape."""
    if any(each.columns is not None for each in views) or not views:
        return [each for each in views if each.columns is not None]
    memory = next((each.values.shape for each in views if each.name == "memory"), None)
    for each in views:
        steps, columns, rows = each.values.shape
        within = each.values.min() >= 0 and each.values.max() <= 1 + 1e-6
        each.range = UNIT if within else None
        each.columns, each.rows = "" if columns <= MOST_HEADS else "column", "row"
        if rows == steps and memory is None:  # a list that grows step by step
            each.columns, each.rows = HEAD, "entry"
        elif each.side:
            width = memory is not None and rows == memory[1] != memory[2]
            each.columns = HEAD if columns <= MOST_HEADS else "column"
            each.rows = "row" if rows == 1 else "slot" if within and not width else VECTOR
    return sorted(views, key=lambda each: each.word in LAST)
