"""A worker among many, on any machine: it takes one trial after the other until none is left anywhere."""
import contextlib
import fcntl
import os
import socket
import time
import uuid

import optuna
from optuna.trial import TrialState

from .coordinator import ATTEMPTS
from .measure import Validations, value
from .storage import UNREACHABLE, NothingWaits
from .worker import Worker

POLL = 0.05     # seconds between two looks at the program's metrics
PATIENCE = 5    # the longest wait between two looks at an empty queue, in seconds


class Left(BaseException):
    """Leaves study.optimize without an outcome: the trial keeps its state in the study. Not an Exception, which Optuna
    would take for a failure of the trial."""


class RunFailed(Exception):
    """The run failed in all its attempts."""


class Node:
    def __init__(self, open_study, program, stopped, say, place=None, waits=True):
        """`stopped()` says whether to stop; `say` receives a line for each ended run. A `place` has one worker at a
        time, so the trials of its previous worker can be taken up at once. `waits`: stay while others are at work, for
        one of them may die."""
        self.open_study, self.program, self.stopped, self.say = open_study, program, stopped, say
        self.waits = waits
        self.study = open_study()
        self.sweep = self.study.sweep
        self.name = f"{place or f'{socket.gethostname()}:{os.getpid()}'} {uuid.uuid4()}"
        if place:
            self.study.storage.put_back_all(self.study.study._study_id, place)

    def run(self):
        """True if nothing is left to do, here or, if it waits for others, elsewhere."""
        pause = POLL
        while not self.stopped():
            try:
                self.study.work(self.objective, RunFailed, self.say)
                pause = POLL
            except Left as left:
                if left.__cause__:
                    raise left.__cause__ from None
                if not self.stopped():  # Optuna's cached state of a left trial is out of date
                    self.study = self.open_study()
            except NothingWaits:
                # Wait for the trials of others: if a worker dies, its trial comes back.
                if not self.waits or not self.study.open():
                    return True
                self.pause(pause)
                pause = min(2 * pause, PATIENCE)
        return False

    def pause(self, seconds):
        end = time.monotonic() + seconds
        while not self.stopped() and time.monotonic() < end:
            time.sleep(POLL)

    def objective(self, trial):
        try:
            return self.value(trial)
        except (optuna.TrialPruned, RunFailed):
            raise
        except Exception as error:  # not the trial's fault
            if not isinstance(error, UNREACHABLE):
                self.study.put_back(trial, self.name)
            raise Left from error

    def value(self, trial):
        point = self.study.take(trial, self.name)
        with self.alone(trial, point) as lock:
            # A sampler may repeat an earlier point.
            other = self.study.ended(point.hash) if self.sweep.method != "grid" else None
            if other:
                return self.as_before(trial, other)
            worker = Worker(self.program, point, self.study.runs / point.hash, lock)
            told = self.study.told(trial) if self.sweep.pruner else ()
            return self.train(trial, worker, Validations(worker.directory, told))

    @contextlib.contextmanager
    def alone(self, trial, point):
        """Holds the point's lock, which its program holds too: a dead worker may have left a program that still
        writes."""
        descriptor = os.open(self.study.lock_file(point), os.O_RDWR | os.O_CREAT, 0o666)
        try:
            while True:
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    self.leave_if_asked(trial)
                    time.sleep(POLL)
            yield descriptor
        finally:
            os.close(descriptor)

    def leave_if_asked(self, trial):
        """Raises Left if the worker is to stop; the trial then waits for another."""
        if self.stopped():
            self.study.put_back(trial, self.name)
            raise Left

    def as_before(self, trial, other):
        if other.state == TrialState.PRUNED:
            raise optuna.TrialPruned
        trial.set_user_attr("result", other.user_attrs.get("result", {}))
        return other.value

    def train(self, trial, worker, validations):
        """Trains the run; returns its value."""
        for _ in range(ATTEMPTS):
            worker.start()
            try:
                pruned = self.watch(trial, worker, validations)
            finally:
                worker.stop()
            self.leave_if_taken(trial)
            # A run that reached its end all the same is a result.
            if worker.has_result():
                number, result = value(self.sweep, worker.directory)
                trial.set_user_attr("result", result)
                return number
            if pruned:
                raise optuna.TrialPruned
            self.leave_if_asked(trial)
        why = worker.failure()
        trial.set_user_attr("failure", why)
        raise RunFailed(why)

    def watch(self, trial, worker, validations):
        """Returns once the run has ended or is to be stopped; the result says whether to prune it."""
        look = time.monotonic() + self.study.heartbeat
        while not self.stopped():
            ended = worker.ended(POLL)  # asked before the metrics are read, so that all of them are
            if self.sweep.pruner and self.to_be_pruned(trial, validations):
                return True
            if ended:
                break
            if time.monotonic() > look:
                self.leave_if_taken(trial)
                look += self.study.heartbeat
        return False

    def leave_if_taken(self, trial):
        """Raises Left if another worker has the trial: this one was away for long and was taken for dead."""
        if not self.study.is_at(trial, self.name):
            raise Left

    def to_be_pruned(self, trial, validations):
        for step, cost in validations.new():
            trial.report(cost, step)
            if trial.should_prune():
                return True
        return False
