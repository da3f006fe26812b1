"""Restarts: trainings of one configuration from different initial weights, the choice among them, and its variance."""
import dataclasses
import math
import statistics

import numpy

FAILED = 5  # a task fails with more wrong answers than this, in percent (Weston et al. 2015)
RESAMPLES = 2000
SEED = 1


@dataclasses.dataclass
class Restart:
    number: int
    train_error: float  # of the last weights on their training questions; infinite if unknown
    train_bits: float
    error: dict         # task → wrong test answers in percent
    seconds: float

    def rank(self):
        """Sort key: the least training error first, ties by the least training cost."""
        return self.train_error, self.train_bits


@dataclasses.dataclass
class Trained:
    """All finished restarts of one training, on one task or several jointly."""
    restarts: list
    average: dict  # task → error of the restarts' mean answers; empty if unknown

    def chosen(self):
        return min(self.restarts, key=Restart.rank)


@dataclasses.dataclass
class TaskResult:
    task: int
    restarts: int
    chosen: int
    error: float         # of the chosen restart
    average: float       # of all restarts' mean answers; None for one restart
    mean: float          # over restarts, as the next fields
    least: float
    greatest: float
    deviation: float     # standard deviation; 0 for one restart


def task_results(trained):
    """One result per task for a list of Trained, by ascending task."""
    found = []
    for one in trained:
        best = one.chosen()
        for task, error in best.error.items():
            errors = [restart.error[task] for restart in one.restarts]
            found.append(TaskResult(task, len(errors), best.number, error, one.average.get(task),
                                    statistics.fmean(errors), min(errors), max(errors),
                                    statistics.stdev(errors) if len(errors) > 1 else 0.0))
    return sorted(found, key=lambda result: result.task)


def failed(errors):
    return sum(error > FAILED for error in errors)


def mean_of_best(trained, count):
    """(mean, low, high): the mean test error over tasks of the best of `count` restarts, with the range of 95 % of such
    sets. Sets are drawn with replacement from each training's restarts."""
    draw = numpy.random.default_rng(SEED)
    total, tasks = numpy.zeros(RESAMPLES), 0
    for one in trained:
        ordered = sorted(one.restarts, key=Restart.rank)
        places = draw.integers(0, len(ordered), (RESAMPLES, count)).min(axis=1)  # the least rank of each set
        for task in ordered[0].error:
            total += numpy.array([restart.error[task] for restart in ordered])[places]
            tasks += 1
    means = total / tasks
    low, high = numpy.quantile(means, [0.025, 0.975])
    return float(means.mean()), float(low), float(high)


def number_or(value, otherwise=math.inf):
    return otherwise if value is None else value
