"""The only process that opens the study. It keeps `jobs` programs at work until nothing is left, time is up or it is
asked to stop; then every run is interrupted at a checkpoint."""
import dataclasses

from .measure import Validations, value
from .table import best_value, worth
from .worker import Worker, wait_for_any

POLL = 0.05      # seconds between two looks at the programs
ATTEMPTS = 2     # of a run per call


@dataclasses.dataclass
class Work:
    worker: Worker
    trials: list  # at this point: a sampler may draw a point that is being worked on
    validations: Validations
    attempts: int = 1


class Coordinator:
    def __init__(self, sweep, study, program, runs, jobs, lock, progress, stopped):
        """`runs` is the directory of the runs' directories; `stopped()` says whether to stop."""
        self.sweep, self.study, self.program, self.runs = sweep, study, program, runs
        self.jobs, self.lock, self.progress, self.stopped = jobs, lock, progress, stopped
        self.works = []
        self.ready = None  # a trial and its point, drawn before there is a place for it
        self.best = None

    def run(self):
        """True if nothing is left to do."""
        self.update_best()
        try:
            while not self.stopped():
                # An ended run frees its place at once; its result is read while the next one is at work.
                while self.has_place() and (job := self.next()):
                    self.take(*job)
                if not self.works:
                    return True
                for work in list(self.works):
                    self.look_at(work)
                # TPE learns from ended runs, so it is asked as late as possible.
                if not self.ready and self.sweep.method != "tpe":
                    self.ready = self.study.next()
                self.progress.show(len(self.works), self.best)
                wait_for_any([work.worker.process for work in self.works], POLL)
            return False
        finally:
            self.stop_all()
            self.progress.show(0, self.best, after=0)
            self.progress.close()

    def has_place(self):
        """For one more run; limited, because the results of short runs must be read in time."""
        running = sum(not work.worker.has_ended_well() for work in self.works)
        return running < self.jobs and len(self.works) < 2 * self.jobs

    def next(self):
        job, self.ready = self.ready or self.study.next(), None
        return job

    def take(self, trial, point):
        twin = next((work for work in self.works if work.worker.point.hash == point.hash), None)
        if twin:
            twin.trials.append(trial)
        elif other := None if self.sweep.method == "grid" else self.study.ended(point.hash):
            self.study.copy(trial, other)
            self.progress.ended(f"{point.hash}: as before  {point.label()}")
        else:
            worker = Worker(self.program, point, self.runs / point.hash, self.lock)
            worker.start()
            told = self.study.told(trial) if self.sweep.pruner else ()
            self.works.append(Work(worker, [trial], Validations(worker.directory, told)))

    def look_at(self, work):
        ended = work.worker.ended()  # asked before the metrics are read, so that all of them are
        if self.sweep.pruner and self.to_be_pruned(work):
            if not ended:
                work.worker.stop()
            # A run that reached its end all the same is a result.
            if not work.worker.has_result():
                self.conclude(work, self.study.prune, "pruned")
                return
            ended = True
        if not ended:
            return
        if work.worker.has_result():
            number, result = value(self.sweep, work.worker.directory)
            self.conclude(work, lambda trial: self.study.complete(trial, number, result),
                          f"{result.get('status')}, {worth(self.sweep, number, result)}")
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
        self.best = best_value(self.sweep, self.study.best())

    def stop_all(self):
        for work in self.works:
            work.worker.ask_to_stop()  # all of them first, then the waiting
        for work in self.works:
            work.worker.stop()
