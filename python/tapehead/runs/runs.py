"""Run directories: where they are, their options, their status and their measurements."""
import dataclasses
import os
import pathlib

import pandas

from . import identity, metrics
from .errors import NO_RUN, InputError, note
from .records import BY_TRAINING, read_config, read_json, read_manifest, read_result, read_text  # noqa: F401
from .tables import read_table

PARTS = ["task", "model", "controller", "memory", "addressing"]
METRICS = PARTS + ["seed", "sequences", "seconds", "split", "metric", "value"]
EVAL = PARTS + ["seed", "sequences", "setting", "episodes", "metric", "value"]
COLUMNS = {"metrics.csv": METRICS, "eval.csv": EVAL}
NUMBERS = {"metrics.csv": ["sequences", "seconds", "value"], "eval.csv": ["sequences", "value"]}
WITHOUT = {"metrics.csv": "let the run reach its first validation",
           "eval.csv": "'tapehead eval DIR' measures a checkpoint that has not diverged"}
MADE_BY = {"metrics.csv": BY_TRAINING, "config.ini": BY_TRAINING, "eval.csv": "'tapehead eval DIR' makes it"}


@dataclasses.dataclass
class Run:
    path: pathlib.Path
    config: dict         # option -> value from config.ini; empty if there is none
    result: dict         # result.json; empty until the run ends
    table: "pandas.DataFrame"  # empty if it diverged before its first validation

    @property
    def status(self):
        """solved, finished or diverged; "unfinished" without a result.json."""
        return self.result.get("status", "unfinished")

    @property
    def seed(self):
        """Tells a run from its fellows: the seed, with the number of the restart if it is one."""
        restart = self.config.get("train.restart", "0")
        seed = self.said("seed", "1")
        return seed if restart == "0" else f"{seed} restart {restart}"

    @property
    def goal(self):
        """The metric that the run stops and chooses by; it is called the run's cost."""
        manifest = self.path / "manifest.json"
        measured = self.table if self.table.empty or "split" not in self.table else \
            self.table[self.table["split"] == "validation"]
        return metrics.goal(self.result, read_manifest(manifest) if manifest.exists() else {},
                            {*measured["metric"], *self.result})

    def part(self, name):
        return self.said(name, "none")

    def said(self, column, default):
        return self.config.get(column, default) if self.table.empty else self.table[column].iloc[0]


def common_goal(runs):
    """The metric for comparing runs: their goal, or if they have several, "bits", which all of them have."""
    goals = {run.goal for run in runs}
    return goals.pop() if len(goals) == 1 else "bits"


def find_runs(paths, file, once=False):
    """The run directories at or below each path that hold `file`, in order (identity.py), each once; with `once`, one
    that was given twice is an InputError. A directory with runs below it is their parent, not a run, even if it holds a
    pooled table."""
    found, known = [], set()
    for given in paths:
        path = pathlib.Path(given)
        if not str(given):  # which pathlib takes for the current directory
            raise InputError(NO_RUN)
        if not path.is_dir():
            what = "is no directory" if path.exists() else "no such directory"
            raise InputError(f"{path}: {what}; give a run directory or one with runs below it")
        holders, closed = holders_of(path, file)
        runs = [run for run in holders if not any(run in other.parents for other in holders)]
        if not runs and closed:
            raise InputError(f"{closed[0]}: may not be read; a directory whose runs may be is needed")
        for one in closed:
            note(f"{one}: may not be read; what lies there is left out")
        for odd in [] if runs else path.rglob(file):
            raise InputError(f"{odd}: is a directory; a file of that name is needed")
        if not runs:
            raise InputError(f"{path}: has no {file}, nor has a directory below it; {MADE_BY[file]}")
        for run in runs:
            if once and run.resolve() in known:
                raise InputError(f"{run}: given twice; each run once is needed")
            found += [] if run.resolve() in known else [run]
            known.add(run.resolve())
    return found


def holders_of(path, file):
    """(the directories at or below the path that hold `file`, in order; those that may not be read)"""
    closed = []
    walked = os.walk(path, onerror=lambda error: closed.append(error.filename))
    return identity.in_order(pathlib.Path(folder) for folder, _, names in walked if file in names), closed


def read_runs(paths, file):
    return [read_run(path, file) for path in find_runs(paths, file)]


def read_run(path, file, may_be_empty=False):
    table = read_table(path / file, COLUMNS[file], NUMBERS[file])
    if table.empty and not may_be_empty:
        raise InputError(f"{path / file}: has no rows with a finite number; {WITHOUT[file]}")
    return Run(path, read_config(path / "config.ini"), read_result(path / "result.json"), table)


def before_first_validation(path):
    """True if a run's metrics.csv does not exist yet or has only a header."""
    metrics = path / "metrics.csv"
    return not metrics.exists() or read_text(metrics).count("\n") < 2
