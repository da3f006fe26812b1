"""Runs of several tasks: each task is a stratum, and its seeds are drawn again within it, never across tasks (Agarwal
et al., "Deep reinforcement learning at the edge of the statistical precipice", NeurIPS 2021, section 4.1)."""
import numpy

from .intervals import CONFIDENCE, RESAMPLES, SEED, interquartile_mean, percentiles


def mean(strata):
    """Over tasks, of each task's mean over seeds. `strata`: an array a task, seeds along the last axis."""
    return numpy.mean([stratum.mean(-1) for stratum in strata], axis=0)


def median(strata):
    """Over tasks, of each task's mean over seeds."""
    return numpy.median([stratum.mean(-1) for stratum in strata], axis=0)


def interquartile(strata):
    """The inter-quartile mean of all runs of all tasks together."""
    return interquartile_mean(numpy.concatenate(strata, axis=-1))


def draw(sizes, generator, resamples=RESAMPLES):
    """For each stratum of so many values, resamples × size places drawn with replacement."""
    return [generator.integers(0, size, (resamples, size)) for size in sizes]


def counts(places):
    """How often each place was drawn: resamples × size."""
    return (places[:, :, None] == numpy.arange(places.shape[1])).sum(1)


def bootstrap(statistic, strata, confidence=CONFIDENCE, resamples=RESAMPLES, seed=SEED):
    """(low, high) of `statistic(strata)` by the percentile bootstrap; None where a task has fewer than two seeds, for
    its own spread would then count as none."""
    strata = [numpy.asarray(stratum, float) for stratum in strata]
    if not can_draw(strata):
        return None
    places = draw(map(len, strata), numpy.random.default_rng(seed), resamples)
    low, high = percentiles(statistic([stratum[place] for stratum, place in zip(strata, places)]), confidence)
    return float(low), float(high)


def can_draw(strata):
    return min(map(len, strata), default=0) >= 2
