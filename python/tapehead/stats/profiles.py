"""Performance profiles: for every threshold, the share of runs at least that good. For costs and times, which are
better when lower, that is the share at or below the threshold; for scores, which are better when greater, the share
above it is one minus that."""
import numpy

from . import stratified
from .intervals import CONFIDENCE, RESAMPLES, SEED, percentiles


def ratios(times):
    """Each time divided by the best time of its problem (Dolan & Moré, "Benchmarking optimization software with
    performance profiles", Mathematical Programming 2002). `times`: solvers × problems, above zero, infinite if
    unsolved; a problem that nobody solved is infinite for all."""
    times = numpy.asarray(times, float)
    best = times.min(0)
    return numpy.where(numpy.isinf(times), numpy.inf, times / numpy.where(numpy.isinf(best), 1, best))


def profile(strata, thresholds):
    """The share of runs at or below each threshold, averaged over tasks (Agarwal et al. 2021, section 4.2): every task
    weighs the same, whatever its number of seeds."""
    return numpy.mean([within(stratum, thresholds).mean(0) for stratum in strata], axis=0)


def band(strata, thresholds, confidence=CONFIDENCE, resamples=RESAMPLES, seed=SEED):
    """(low, high) of profile(), pointwise: the percentile bootstrap, with seeds resampled within their task; None if a
    task has fewer than two."""
    if not stratified.can_draw(strata):
        return None
    places = stratified.draw(map(len, strata), numpy.random.default_rng(seed), resamples)
    shares = [stratified.counts(place) @ within(stratum, thresholds) / len(stratum)
              for stratum, place in zip(strata, places)]
    return percentiles(numpy.mean(shares, axis=0), confidence)


def within(values, thresholds):
    """Runs × thresholds: 1 if the run is at or below."""
    return (numpy.asarray(values, float)[:, None] <= numpy.asarray(thresholds, float)).astype(float)


def steps(strata):
    """The finite values at which profile() rises, in order: these thresholds capture every step."""
    values = numpy.unique(numpy.concatenate([numpy.asarray(stratum, float) for stratum in strata]))
    return values[numpy.isfinite(values)]
