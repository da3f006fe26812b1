"""A sweep's memory: an Optuna study in a SQLite file, which the coordinator alone opens.

A trial that was running when the sweep ended is still "running" in the file and is taken up again. Points that are
known beforehand are enqueued whole; nothing is asked for while the queue of a grid is empty, for the sampler would then
make points of its own."""
import contextlib
import sqlite3
import warnings

import optuna
from optuna.trial import TrialState

from tapehead_runs.errors import InputError

from .points import sample

warnings.filterwarnings("ignore", category=optuna.exceptions.ExperimentalWarning)
optuna.logging.set_verbosity(optuna.logging.WARNING)

OPEN = (TrialState.WAITING, TrialState.RUNNING)
ENDED = (TrialState.COMPLETE, TrialState.PRUNED)
ENOUGH_TO_COMPARE = 5  # trials that have ended before the median prunes


def pruner(sweep):
    if sweep.pruner == "median":
        return optuna.pruners.MedianPruner(n_startup_trials=ENOUGH_TO_COMPARE, n_warmup_steps=sweep.prune_from)
    if sweep.pruner == "hyperband":
        return optuna.pruners.HyperbandPruner(min_resource=sweep.prune_from, max_resource=sweep.longest)
    return optuna.pruners.NopPruner()


def sampler(sweep, so_far):
    """Another seed for each call: the same one would draw the first points of the last call again."""
    seed = (sweep.sampler_seed * 1_000_003 + so_far) % 2**32
    if sweep.method == "tpe":
        return optuna.samplers.TPESampler(seed=seed, constant_liar=True)
    return optuna.samplers.RandomSampler(seed=seed)


def check_database(path):
    """InputError where there is a file that SQLite cannot read, or none can be made."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error as error:
        raise InputError(f"{path}: cannot be used ({error}); a sweep's study.db is needed, or no such file") from None


class Study:
    def __init__(self, sweep, path):
        self.sweep = sweep
        check_database(path)
        storage = optuna.storages.RDBStorage(f"sqlite:///{path}")
        self.study = optuna.create_study(storage=storage, study_name="sweep", direction="minimize",
                                         load_if_exists=True, pruner=pruner(sweep))
        self.study.sampler = sampler(sweep, len(self.study.get_trials(deepcopy=False)))
        known = self.study.user_attrs.get("identity")
        if known is None:
            self.study.set_user_attr("identity", sweep.identity())
        elif known != sweep.identity():
            raise InputError(f"{sweep.path}: {path} is of another sweep, or of this one before it was changed; "
                             "choose another place with --out")
        self.left_behind = [one._trial_id for one in self.trials((TrialState.RUNNING,))]

    def trials(self, states=None):
        return self.study.get_trials(deepcopy=False, states=states)

    def enqueue(self, points):
        """Each point that is not there yet."""
        known = self.by_hash()
        for point in points:
            if point.hash not in known:
                self.study.enqueue_trial(point.fixed, {"hash": point.hash}, skip_if_exists=True)

    def by_hash(self):
        """Hash -> its trials, in their order."""
        found = {}
        for trial in self.trials():
            if "hash" in trial.user_attrs:
                found.setdefault(trial.user_attrs["hash"], []).append(trial)
        return found

    def failed(self):
        """The last trial of each point that has no result and no trial to come."""
        return [trials[-1] for trials in self.by_hash().values()
                if all(one.state == TrialState.FAIL for one in trials)]

    def enqueue_failed(self):
        """The failed points once more, under new numbers."""
        for trial in self.failed():
            self.study.enqueue_trial(trial.params, {"hash": trial.user_attrs["hash"], "again": True})

    def ended(self, point_hash):
        """The trial that has ended at this point, or None."""
        trials = self.by_hash().get(point_hash, [])
        return next((one for one in trials if one.state in ENDED), None)

    def fresh(self):
        """Points that were asked for, each counted once: not those that failed and are tried again."""
        return sum("again" not in one.user_attrs for one in self.trials())

    def wanted(self):
        return max(self.sweep.trials or 0, self.fresh())

    def left(self):
        """How many trials are still to be worked on."""
        return len(self.trials(OPEN)) + self.wanted() - self.fresh()

    def begun(self):
        return any(one.state != TrialState.WAITING for one in self.trials())

    def next(self):
        """(trial, point) to work on, or None where none is left. Those under way when a call ended come first."""
        if self.left_behind:
            trial = optuna.trial.Trial(self.study, self.left_behind.pop(0))
        elif self.trials((TrialState.WAITING,)) or self.wanted() > self.fresh():
            trial = self.study.ask()
        else:
            return None
        point = sample(self.sweep, trial)
        trial.set_user_attr("hash", point.hash)
        trial.set_user_attr("options", point.options)
        return trial, point

    def told(self, trial):
        """The sequences of which a trial has a cost from calls before."""
        return self.trials()[trial.number].intermediate_values

    def complete(self, trial, value, result):
        trial.set_user_attr("result", result)
        self.study.tell(trial, value)

    def copy(self, trial, other):
        """Ends a trial as another of the same point has ended."""
        if other.state == TrialState.COMPLETE:
            self.complete(trial, other.value, other.user_attrs.get("result", {}))
        else:
            self.prune(trial)

    def prune(self, trial):
        self.study.tell(trial, state=TrialState.PRUNED)

    def fail(self, trial, why):
        trial.set_user_attr("failure", why)
        self.study.tell(trial, state=TrialState.FAIL)

    def best(self):
        """The best trial that has ended, or None."""
        return min(self.complete_trials(), key=lambda one: one.value, default=None)

    def complete_trials(self):
        return self.trials((TrialState.COMPLETE,))
