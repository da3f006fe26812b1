"""A sweep's memory on many machines: a study in PostgreSQL, at which any number of workers are at work.

All trials are enqueued before the first worker begins. Where a sampler is to choose the point, the trial waits without
one, and what it chooses depends on the trial's number and what has ended so far, so no two workers draw the same."""
from optuna.trial import TrialState

from tapehead_runs.errors import InputError

from .memory import ENDED, OPEN, Memory, sampler
from .points import all_points
from .storage import MISSED
from .table import outcome

OVER = (*ENDED, TrialState.FAIL)
TOKEN = "study"  # the file by which a directory is known to be this study's, on whatever machine


def token_in(directory):
    """None where there is none."""
    try:
        return (directory / TOKEN).read_text(encoding="utf-8")
    except OSError:
        return None


class SharedStudy(Memory):
    def __init__(self, sweep, storage, directory, study):
        super().__init__(sweep, study)
        self.storage, self.directory, self.name = storage, directory, study.study_name
        self.runs = directory / "points"

    def lock_file(self, point):
        locks = self.directory / "locks"
        locks.mkdir(exist_ok=True)
        return locks / point.hash

    def known(self, key):
        """What was said of the study when it was prepared, or None."""
        return self.study.user_attrs.get(key)

    def tell_all(self, key, value):
        self.study.set_user_attr(key, value)

    def check_directory(self):
        """InputError where the study's runs are elsewhere: those there are would be trained again."""
        if token_in(self.directory) != self.known("token"):
            raise InputError(f"--out: {self.directory} is not where the runs of study {self.name} are; the directory "
                             "that it was begun with is needed, shared by all machines, or another --study")

    def enqueue_all(self):
        """What the sweep file asks for and is not there yet."""
        if self.sweep.method == "grid":
            self.enqueue(all_points(self.sweep))
        for _ in range(self.wanted() - self.fresh()):
            self.study.enqueue_trial({})

    def beat(self):
        """Keeps the heartbeat that the study was prepared with."""
        self.heartbeat = self.storage.heartbeat_interval = self.known("heartbeat")
        self.storage.grace_period = MISSED * self.heartbeat

    def work(self, objective, failure, say):
        """One trial by `objective`; NothingWaits where there is none. An exception `failure` fails the trial. `say` is
        given a line on how it ended."""
        self.study.optimize(objective, n_trials=1, catch=(failure,),
                            callbacks=[lambda _, trial: say(outcome(self.sweep, trial))])

    def take(self, trial, worker):
        """The point of a trial that a worker has taken."""
        trial.set_user_attr("worker", worker)
        self.study.sampler = sampler(self.sweep, trial.number)
        return self.describe(trial)

    def begun(self):
        """Also where all that was begun waits again."""
        return super().begun() or any("worker" in one.user_attrs for one in self.trials())

    def open(self):
        """How many trials wait or are at work, anywhere."""
        return self.storage.count(self.study._study_id, OPEN)

    def count_over(self):
        """How many are neither."""
        return self.storage.count(self.study._study_id, OVER)

    def over(self):
        return self.trials(OVER)

    def put_back(self, trial, worker):
        """The trial of a worker waits in the queue again."""
        self.storage.put_back(trial._trial_id, worker)

    def put_back_at(self, left):
        """The trials of workers at places of which `left(place)` says that none is there wait in the queue again."""
        for trial in self.trials((TrialState.RUNNING,)):
            worker = trial.user_attrs.get("worker") or ""
            if left(worker.rpartition(" ")[0]):
                self.put_back(trial, worker)

    def is_at(self, trial, worker):
        """Whether the worker still has the trial."""
        return self.storage.is_at(trial._trial_id, worker)

    def told(self, trial):
        return self.storage.get_trial(trial._trial_id).intermediate_values
