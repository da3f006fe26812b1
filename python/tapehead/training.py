"""Training: tapehead.train."""
import csv
import inspect
import json
import os
import pathlib
import sys
import warnings
from typing import NamedTuple, Optional

from tapehead import table, tasks
from tapehead.engine import _engine
from tapehead.errors import DivergedError, InputError


class Moment(NamedTuple):
    """What on_progress is told: after updates, ten times a second at most, and after each validation."""
    sequences: int
    total: int
    bits: float  # mean cost of the last batch, in bits a sequence
    validation: Optional[dict]  # metric → value, where one was just made


class Run:
    """A run's directory, and how it ended: finished, solved or interrupted."""

    def __init__(self, directory, outcome=None):
        self.directory, self.outcome = pathlib.Path(directory), outcome

    @property
    def result(self):
        """result.json; empty where the run is unfinished."""
        file = self.directory / "result.json"
        return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}

    @property
    def metrics(self):
        """The rows of metrics.csv: (sequences, split, metric, value)."""
        with open(self.directory / "metrics.csv", newline="", encoding="utf-8") as file:
            return [(int(row["sequences"]), row["split"], row["metric"], float(row["value"]))
                    for row in csv.DictReader(file)]

    def load(self, **given):
        """Its model: tapehead.load."""
        from tapehead import model
        return model.load(self.directory, **given)

    def __fspath__(self):
        return str(self.directory)

    def _repr_html_(self):
        from tapehead.report import alone
        return alone.card(self.directory)

    def __repr__(self):
        result = self.result
        if not result:
            return f"<tapehead.Run {self.directory}: {self.outcome or 'unfinished'}>"
        goal = result.get("goal", "bits")
        cost = f", {goal} {result[goal]:.4g}" if goal in result else ""
        return f"<tapehead.Run {self.directory}: {result['status']} after {result['sequences']} sequences{cost}>"


def train(*, preset=None, config=None, out=None, name=None, threads=None, options=None, on_progress=None, progress=None,
          **settings):
    if options is not None:
        for key in options:
            if table.by_keyword().get(key, key) in {table.by_keyword().get(word, word) for word in settings}:
                raise InputError(f"{key}: got it twice, in options and by itself; once is needed")
        settings = {**settings, **options}
    if "task" in settings:
        settings["task"] = tasks.task_name(settings["task"])
    if config is not None:
        tasks.import_of_configs(config)
    own = {"preset": preset, "config": config, "out": out, "name": name, "threads": threads}
    arguments = ["train", *table.words(own), *table.words(settings)]
    if progress is None:
        progress = on_progress is None and os.isatty(2) and sys.stderr is not None
    told = None if on_progress is None else lambda *moment: on_progress(Moment(*moment))
    directory, outcome, message, notes = _engine.train(arguments, told, not progress)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    if outcome == "diverged":
        raise DivergedError(f"{directory}: {message}")
    return Run(directory, outcome)


_ABOUT = """Trains a model on a task, as `tapehead train` does: the run's directory gets the same bytes. Gives a Run.

preset       settings to start from (tapehead.presets())
config       file of settings, such as a run's config.ini
out          the run's directory; a run of the same options there goes on (a new one: runs/PRESET-1, -2 ...)
name         what its group is called in tables, figures and reports
threads      threads to work with (all cores); no result depends on it
options      settings by their dotted names, {"memory.slots": 64}; each is a keyword too, memory_slots=64
on_progress  is called with a Moment; what it raises ends the run, with a checkpoint, and is raised
progress     whether the program's progress is shown on standard error (where that is a terminal)
task         also a class (docs/python.md), or "module:Class"

Ctrl-C writes a checkpoint and raises KeyboardInterrupt. Raises InputError for bad settings, DivergedError for a run
that diverged. Other threads of Python go on meanwhile, and may train too.

Settings, as `tapehead train --help` has them:
"""


def _settle():
    """The signature and the help of train(), from the option table."""
    rows = table.options().values()
    lines = (f"{option.keyword}  {option.help}" for option in rows)
    train.__doc__ = _ABOUT + "\n".join(lines)
    own = [parameter for parameter in inspect.signature(train).parameters.values() if parameter.name != "settings"]
    more = [inspect.Parameter(option.keyword, inspect.Parameter.KEYWORD_ONLY, default=None) for option in rows]
    train.__signature__ = inspect.Signature(own + more)


_settle()
