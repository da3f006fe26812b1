"""The one process that opens the study. It keeps so many programs at work until nothing is left, time is up or it is
asked to stop; then every run is interrupted at a checkpoint."""
import dataclasses
import math
import time

from .measure import Validations, value
from .worker import Worker

POLL = 0.05      # seconds between two looks at the programs
ATTEMPTS = 2     # of a run in one call


@dataclasses.dataclass
class Work:
    worker: Worker
    trials: list  # at this point: a sampler may ask for a point that is being worked on
    validations: Validations
    attempts: int = 1


class Coordinator:
    def __init__(self, sweep, study, program, runs, jobs, lock, progress, stopped):
        """`runs` is where the runs' directories go; `stopped()` says whether to stop."""
        self.sweep, self.study, self.program, self.runs = sweep, study, program, runs
        self.jobs, self.lock, self.progress, self.stopped = jobs, lock, progress, stopped
        self.works = []
        self.best = None

    def run(self):
        """True where nothing is left to do."""
        self.update_best()
        try:
            while not self.stopped():
                while len(self.works) < self.jobs and (job := self.study.next()):
                    self.take(*job)
                if not self.works:
                    return True
                for work in list(self.works):
                    self.look_at(work)
                self.progress.show(len(self.works), self.best)
                time.sleep(POLL)
            return False
        finally:
            self.stop_all()
            self.progress.show(0, self.best, after=0)
            self.progress.close()

    def take(self, trial, point):
        twin = next((work for work in self.works if work.worker.point.hash == point.hash), None)
        if twin:
            twin.trials.append(trial)
        elif other := self.study.ended(point.hash):
            self.study.copy(trial, other)
            self.progress.ended(f"{point.hash}: as before  {point.label()}")
        else:
            worker = Worker(self.program, point, self.runs / point.hash, self.lock)
            worker.start()
            self.works.append(Work(worker, [trial], Validations(worker.directory, self.study.told(trial))))

    def look_at(self, work):
        ended = work.worker.ended()  # asked before the metrics are read, so that all of them are
        if self.sweep.pruner and self.to_be_pruned(work):
            if not ended:
                work.worker.stop()
            # A run that has come to its end all the same is a result.
            if not work.worker.has_result():
                self.conclude(work, self.study.prune, "pruned")
                return
            ended = True
        if not ended:
            return
        if work.worker.has_result():
            number, result = value(self.sweep, work.worker.directory)
            self.conclude(work, lambda trial: self.study.complete(trial, number, result),
                          f"{result.get('status')}, {self.sweep.objective} {number:.6g}")
            self.update_best()
        elif work.attempts < ATTEMPTS:
            work.attempts += 1
            work.worker.start()
        else:
            why = work.worker.failure()
            self.conclude(work, lambda trial: self.study.fail(trial, why), f"failed twice: {why}")

    def to_be_pruned(self, work):
        for step, cost in work.validations.new():
            for trial in work.trials:
                trial.report(cost, step)
            if work.trials[0].should_prune():
                return True
        return False

    def conclude(self, work, tell, words):
        self.works.remove(work)
        for trial in work.trials:
            tell(trial)
            self.progress.ended(f"{work.worker.point.hash}: {words}  {work.worker.point.label()}")

    def update_best(self):
        best = self.study.best()
        self.best = best.value if best and math.isfinite(best.value) else None

    def stop_all(self):
        for work in self.works:
            work.worker.ask_to_stop()  # all at once, then the waiting
        for work in self.works:
            work.worker.stop()
