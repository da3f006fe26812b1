"""A sweep's memory on one machine: a SQLite file that only the coordinator opens.

A trial that was running when the sweep ended is still "running" in the file and is taken up again. With a grid nothing
is asked for while the queue is empty: the sampler would make points of its own."""
import contextlib
import sqlite3

import optuna
from optuna.trial import TrialState

from tapehead.runs.errors import InputError

from .memory import Memory, pruner, sampler
from .patient import connect


def check_database(path, stopped):
    """InputError if the file exists but SQLite cannot read it, or none can be made."""
    try:
        with contextlib.closing(connect(path, stopped)) as database:
            database.cursor().execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error as error:
        raise InputError(f"{path}: cannot be used ({error}); a sweep's study.db is needed, or no such file") from None


class Study(Memory):
    def __init__(self, sweep, path, stopped):
        """While another program holds the file locked, this and all methods wait, until `stopped()`."""
        check_database(path, stopped)
        # The address says only that it is a file: not every path can be written in one.
        storage = optuna.storages.RDBStorage("sqlite:///study.db", {"creator": lambda: connect(path, stopped)})
        super().__init__(sweep, optuna.create_study(storage=storage, study_name="sweep", direction="minimize",
                                                    load_if_exists=True, pruner=pruner(sweep)))
        self.study.sampler = sampler(sweep, len(self.trials()))
        self.check_identity(path, "place with --out")
        self.left_behind = [one._trial_id for one in self.trials((TrialState.RUNNING,))]

    def next(self):
        """(trial, point) to work on, or None if none is left. Those under way when a call ended come first."""
        if self.left_behind:
            trial = optuna.trial.Trial(self.study, self.left_behind.pop(0))
        elif self.trials((TrialState.WAITING,)) or self.wanted() > self.fresh():
            trial = self.study.ask()
        else:
            return None
        return trial, self.describe(trial)
