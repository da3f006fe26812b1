"""The probability that a run of one group exceeds a run of another on a task drawn at random (Agarwal et al. 2021,
section 4.3). It counts how often, never by how much, so costs of different tasks need no common scale."""
import numpy

from . import stratified
from .intervals import CONFIDENCE, RESAMPLES, SEED, percentiles


def wins(one, other):
    """Runs of `one` × runs of `other`: 1 if the first is greater, a half if they are equal, including infinite ones."""
    one, other = numpy.asarray(one, float)[:, None], numpy.asarray(other, float)
    return (one > other) + (one == other) / 2


def probability(one, other):
    """P(X > Y) + P(X = Y)/2: the mean over tasks of Mann and Whitney's U divided by the number of its pairs. `one` and
    `other`: for each task the values of its runs."""
    return float(numpy.mean([wins(*task).mean() for task in zip(one, other)]))


def interval(one, other, confidence=CONFIDENCE, resamples=RESAMPLES, seed=SEED):
    """(low, high) of probability() by the percentile bootstrap: each group's runs are resampled independently within
    their task. None if one has fewer than two runs of a task."""
    if not (stratified.can_draw(one) and stratified.can_draw(other)):
        return None
    generator = numpy.random.default_rng(seed)
    drawn = [[stratified.counts(places) / places.shape[1]
              for places in stratified.draw(map(len, strata), generator, resamples)] for strata in (one, other)]
    shares = [((first @ wins(*task)) * second).sum(-1) for first, second, task in zip(*drawn, zip(one, other))]
    low, high = percentiles(numpy.mean(shares, axis=0), confidence)
    return float(low), float(high)
