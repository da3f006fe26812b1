"""Tasks in Python: what their inputs and outputs are, and how the engine comes to know them."""
import importlib
import inspect
import re
import sys
import typing
from typing import NamedTuple

from tapehead import table
from tapehead.engine import _engine
from tapehead.errors import InputError


class Stream(NamedTuple):
    """A stream of steps: vectors, or tokens; layout is height, width and channels (or kinds) of a step."""
    kind: str
    layout: tuple


def vectors(width):
    """An input of so many numbers a step: batch.input is episodes × steps × width, float32."""
    return Stream("vectors", (1, 1, width))


def pictures(height, width, channels=1):
    """An input of a picture a step: batch.input is episodes × steps × height × width × channels."""
    return Stream("vectors", (height, width, channels))


def tokens(kinds):
    """An input of one of several tokens a step, -1 for none: batch.input is episodes × steps, uint32."""
    return Stream("tokens", (1, 1, kinds))


def bits(width):
    """A target of independent bits: batch.target and batch.mask are episodes × steps × width."""
    return Stream("vectors", (1, 1, width))


def classes(kinds):
    """A target of one of several classes: batch.target and batch.mask are episodes × steps."""
    return Stream("tokens", (1, 1, kinds))


def digits(places, kinds):
    """A target of several digits, one-hot each: batch.target is episodes × steps × places × kinds."""
    return Stream("vectors", (places, 1, kinds))


class Spec(NamedTuple):
    """What a task shows and asks for at each step."""
    input: Stream
    target: Stream


def draw_size(rng, low, high, reach=(0, 1)):
    """A size from low to high, both included, from the part of the range that a curriculum has opened."""
    sizes = high - low + 1
    first = low + int(reach[0] * sizes)
    last = low - int(-reach[1] * sizes // 1) - 1
    return int(rng.integers(min(first, last), last + 1))


def _option(cls, parameter):
    """The option that an argument of a task's __init__ is."""
    name, value = "task." + parameter.name.replace("_", "-"), parameter.default
    if value is inspect.Parameter.empty:
        raise InputError(f"{cls.__name__}: __init__ has an argument {parameter.name} without a default; one with a "
                         f"number, text or truth as its default is needed")
    row = {"name": name, "help": f"{parameter.name} of {cls.__name__}", "choices": []}
    chosen = typing.get_args(parameter.annotation)
    if typing.get_origin(parameter.annotation) is typing.Literal and all(isinstance(one, str) for one in chosen):
        return {**row, "type": "choice", "default": value, "choices": list(chosen)}
    for kind, types in (("flag", bool), ("integer", int), ("real", float), ("text", str)):
        if isinstance(value, types):
            text = str(value).lower() if kind == "flag" else str(value)
            return {**row, "type": kind, "default": text}
    raise InputError(f"{cls.__name__}: __init__ has an argument {parameter.name} with the default {value!r}; a number, "
                     f"text or truth is needed")


def _options(cls):
    parameters = {} if cls.__init__ is object.__init__ else dict(inspect.signature(cls).parameters)
    rows = {name: _option(cls, parameter) for name, parameter in parameters.items()}
    limits = [{"name": f"task.{name[4:].replace('_', '-')}", "type": "limits", "default": "", "help": "both limits",
               "choices": [rows[name]["name"], rows["max_" + name[4:]]["name"]]}
              for name in rows if name.startswith("min_") and "max_" + name[4:] in rows and name[4:] not in rows]
    return list(rows.values()), limits


_READ = {"flag": lambda text: text == "true", "integer": int, "real": float}


def _maker(cls, rows):
    def make(values):
        given = {row["name"][len("task."):].replace("-", "_"): _READ.get(row["type"], str)(values[row["name"]])
                 for row in rows}
        return cls(**given)
    return make


_added = {}  # name → class


def add(cls, name=None):
    """Tells the engine a class of tasks; gives the name that it has from now on, "module:Class"."""
    if not inspect.isclass(cls):
        raise InputError(f"task: got {cls!r}; a class with spec, shape() and sample() is needed, or a task's name")
    name = name or f"{cls.__module__}:{cls.__qualname__}"
    if _added.get(name) is not cls:
        rows, limits = _options(cls)
        summary = (inspect.getdoc(cls) or "a task in Python").splitlines()[0]
        _engine.add_task(name, summary, rows + limits, _maker(cls, rows))
        _added[name] = cls
        table.by_keyword.cache_clear()
    return name


_IN_MODULE = re.compile(r"[\w.]+:[\w.]+")


def add_by_name(name):
    """Imports the class that "module:Class" names, and tells it to the engine. Another name is left to the engine."""
    if not _IN_MODULE.fullmatch(name) or name in _added or name.startswith("arrays:"):
        return name
    module, _, path = name.partition(":")
    try:
        found = sys.modules[module] if module in sys.modules else importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise InputError(f"task: {name}: there is no module {module} in Python's path; one is needed") from None
    for part in path.split("."):
        if not hasattr(found, part):
            raise InputError(f"task: {name}: {getattr(found, '__name__', module)} has no {part}; a class is needed")
        found = getattr(found, part)
    return add(found, name)


def task_name(task):
    """The name of a task given as a name, a class, or a batch of arrays."""
    if isinstance(task, str):
        return add_by_name(task)
    if hasattr(task, "_add"):  # a Batch
        return task._add()
    return add(task)


def import_of_configs(path):
    """Tells the engine the tasks in Python that a configuration, or the runs below a directory, name."""
    for name in named_in(path):
        add_by_name(name)


def named_in(path):
    """The tasks in Python that a configuration, or the runs below a directory, name."""
    from tapehead.__main__ import tasks_of
    return tasks_of(["--config", str(path)])
