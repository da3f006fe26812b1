"""A sweep's memory for many machines: a study in PostgreSQL with any number of workers.

All trials are enqueued before the first worker begins. If a sampler chooses the point, the trial waits without one; the
choice depends on the trial's number and the ended trials, so no two workers draw the same."""
from optuna.trial import TrialState

from tapehead.runs.errors import InputError

from .memory import ENDED, OPEN, Memory, sampler
from .points import all_points
from .storage import MISSED
from .table import outcome

OVER = (*ENDED, TrialState.FAIL)
TOKEN = "study"  # the file that identifies a directory as this study's on any machine


def token_in(directory):
    """None if there is none."""
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
        """A fact recorded when the study was prepared, or None."""
        return self.study.user_attrs.get(key)

    def tell_all(self, key, value):
        self.study.set_user_attr(key, value)

    def check_directory(self):
        """InputError if the study's runs are elsewhere: they would be trained again."""
        if token_in(self.directory) != self.known("token"):
            raise InputError(f"--out: {self.directory} is not where the runs of study {self.name} are; the directory "
                             "that it was begun with is needed, shared by all machines, or another --study")

    def enqueue_all(self):
        """Enqueues what the sweep file asks for and the study lacks."""
        if self.sweep.method == "grid":
            self.enqueue(all_points(self.sweep))
        for _ in range(self.wanted() - self.fresh()):
            self.study.enqueue_trial({})

    def beat(self):
        """Keeps the heartbeat that the study was prepared with."""
        self.heartbeat = self.storage.heartbeat_interval = self.known("heartbeat")
        self.storage.grace_period = MISSED * self.heartbeat

    def work(self, objective, failure, say):
        """Works on one trial with `objective`; raises NothingWaits if there is none. An exception of class `failure`
        fails the trial. `say` receives a line on how it ended."""
        self.study.optimize(objective, n_trials=1, catch=(failure,),
                            callbacks=[lambda _, trial: say(outcome(self.sweep, trial))])

    def take(self, trial, worker):
        """The point of a trial that a worker has taken."""
        trial.set_user_attr("worker", worker)
        self.study.sampler = sampler(self.sweep, trial.number)
        return self.describe(trial)

    def begun(self):
        """True even if all begun trials wait again."""
        return super().begun() or any("worker" in one.user_attrs for one in self.trials())

    def open(self):
        """The number of trials that wait or are at work, anywhere."""
        return self.storage.count(self.study._study_id, OPEN)

    def count_over(self):
        """The number of trials that are neither."""
        return self.storage.count(self.study._study_id, OVER)

    def over(self):
        return self.trials(OVER)

    def put_back(self, trial, worker):
        """Returns a worker's trial to the queue."""
        self.storage.put_back(trial._trial_id, worker)

    def put_back_at(self, left):
        """Returns to the queue the trials of places for which `left(place)` says that no worker is there."""
        for trial in self.trials((TrialState.RUNNING,)):
            worker = trial.user_attrs.get("worker") or ""
            if left(worker.rpartition(" ")[0]):
                self.put_back(trial, worker)

    def is_at(self, trial, worker):
        """Whether the worker still has the trial."""
        return self.storage.is_at(trial._trial_id, worker)

    def told(self, trial):
        return self.storage.get_trial(trial._trial_id).intermediate_values
