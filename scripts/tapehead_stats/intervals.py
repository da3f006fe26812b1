"""Intervals for a share and for any statistic of a few numbers, and their quartiles."""
import math
import statistics

import numpy

CONFIDENCE = 0.95
RESAMPLES = 9999
SEED = 1


def wilson(count, total, confidence=CONFIDENCE):
    """(low, high) of a share of `count` in `total` (Wilson 1927): valid even for none and for all."""
    z = statistics.NormalDist().inv_cdf((1 + confidence) / 2)
    share, spread = count / total, z * z / total
    centre = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(share * (1 - share) / total + spread / (4 * total))
    # Exact at the ends, where rounding would leave 1e-17.
    return (0.0 if count == 0 else centre - half), (1.0 if count == total else centre + half)


def quartiles(values):
    """(lower, upper), interpolated between order statistics as by numpy.quantile, which gives NaN beside an infinite
    value."""
    ordered = sorted(map(float, values))

    def at(share):
        below, rest = divmod(share * (len(ordered) - 1), 1)
        one, other = ordered[int(below)], ordered[math.ceil(below + rest)]
        return one if one == other else one + rest * (other - one)
    return at(0.25), at(0.75)


def interquartile_mean(values, axis=-1):
    """The mean without the lowest and the highest quarter (whole values, rounded down): five values keep three. It uses
    more of the seeds than the median and is as robust to a failed one."""
    ordered = numpy.sort(numpy.asarray(values, float), axis=axis)
    count = ordered.shape[axis]
    return ordered.take(range(count // 4, count - count // 4), axis=axis).mean(axis=axis)


def bootstrap(statistic, *samples, confidence=CONFIDENCE, resamples=RESAMPLES):
    """(low, high) by the percentile bootstrap (Efron 1979): `statistic(*samples, axis=-1)` over the samples drawn with
    replacement, all with the same indices. None for fewer than two values. The ends are values that occurred, never
    interpolated: they may be infinite."""
    samples = [numpy.asarray(sample) for sample in samples]
    count = len(samples[0])
    if count < 2:
        return None
    places = numpy.random.default_rng(SEED).integers(0, count, (resamples, count))
    drawn = statistic(*(sample[places] for sample in samples), axis=-1)
    low, high = percentiles(drawn, confidence)
    return float(low), float(high)


def percentiles(drawn, confidence=CONFIDENCE):
    """(low, high) that cut off the same share of the draws at either end, along the first axis; values that
    occurred."""
    tail = (1 - confidence) / 2
    return numpy.quantile(drawn, tail, axis=0, method="lower"), numpy.quantile(drawn, 1 - tail, axis=0, method="higher")
