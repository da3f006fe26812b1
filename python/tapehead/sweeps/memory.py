"""A sweep's memory: the trials of an Optuna study, wherever it is stored.

Points that are known beforehand are enqueued whole; a run is found again by its hash, whatever its trial's number."""
import warnings

import optuna
from optuna.trial import TrialState

from tapehead.runs.errors import InputError

from .points import sample

warnings.filterwarnings("ignore", category=optuna.exceptions.ExperimentalWarning)
optuna.logging.set_verbosity(optuna.logging.ERROR)  # we report failed trials ourselves

OPEN = (TrialState.WAITING, TrialState.RUNNING)
ENDED = (TrialState.COMPLETE, TrialState.PRUNED)
ENOUGH_TO_COMPARE = 5  # ended trials before the median prunes


def pruner(sweep):
    if sweep.pruner == "median":
        return optuna.pruners.MedianPruner(n_startup_trials=ENOUGH_TO_COMPARE, n_warmup_steps=sweep.prune_from)
    if sweep.pruner == "hyperband":
        return optuna.pruners.HyperbandPruner(min_resource=sweep.prune_from, max_resource=sweep.longest)
    return optuna.pruners.NopPruner()


def sampler(sweep, so_far):
    """A different seed for each call: with the same one a call would repeat the first points of the last."""
    seed = (sweep.sampler_seed * 1_000_003 + so_far) % 2**32
    if sweep.method == "tpe":
        return optuna.samplers.TPESampler(seed=seed, constant_liar=True)
    return optuna.samplers.RandomSampler(seed=seed)


class Memory:
    def __init__(self, sweep, study):
        self.sweep, self.study = sweep, study

    def check_identity(self, where, instead):
        """InputError if the study belongs to another sweep; a new study is marked as this sweep's."""
        known = self.study.user_attrs.get("identity")
        if known is None:
            self.study.set_user_attr("identity", self.sweep.identity())
        elif known != self.sweep.identity():
            raise InputError(f"{self.sweep.path}: {where} is of another sweep, or of this one before it was changed; "
                             f"choose another {instead}")

    def trials(self, states=None):
        return self.study.get_trials(deepcopy=False, states=states)

    def enqueue(self, points):
        """Enqueues each point that is not there yet."""
        known = self.by_hash()
        for point in points:
            if point.hash not in known:
                self.study.enqueue_trial(point.fixed, {"hash": point.hash, "options": point.options})

    def by_hash(self):
        """Hash -> its trials, in order."""
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
        """Enqueues the failed points once more, under new numbers."""
        for trial in self.failed():
            self.study.enqueue_trial(trial.params, {name: trial.user_attrs[name] for name in ("hash", "options")}
                                     | {"again": True})

    def ended(self, point_hash):
        """The ended trial of this point, or None."""
        trials = self.by_hash().get(point_hash, [])
        return next((one for one in trials if one.state in ENDED), None)

    def fresh(self):
        """The number of distinct points asked for, without repetitions of failed ones."""
        return sum("again" not in one.user_attrs for one in self.trials())

    def wanted(self):
        return max(self.sweep.trials or 0, self.fresh())

    def left(self):
        """The number of trials still to be worked on."""
        return len(self.trials(OPEN)) + self.wanted() - self.fresh()

    def begun(self):
        return any(one.state != TrialState.WAITING for one in self.trials())

    def describe(self, trial):
        """The point of a taken trial, whose attributes are recorded in the study."""
        point = sample(self.sweep, trial)
        for name, value in (("hash", point.hash), ("options", point.options)):
            if trial.user_attrs.get(name) != value:  # not known when it was enqueued
                trial.set_user_attr(name, value)
        return point

    def told(self, trial):
        """The sequences at which earlier calls recorded a cost of the trial."""
        return self.trials()[trial.number].intermediate_values

    def complete(self, trial, value, result):
        trial.set_user_attr("result", result)
        self.study.tell(trial, value)

    def copy(self, trial, other):
        """Ends a trial with the result of another trial of the same point."""
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
        """The best ended trial, or None."""
        return min(self.complete_trials(), key=lambda one: one.value, default=None)

    def complete_trials(self):
        return self.trials((TrialState.COMPLETE,))
