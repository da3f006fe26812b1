"""Sequences until solved. An unsolved run is *censored*: all that is known is until when it was unsolved."""
import statistics

import numpy

from .intervals import CONFIDENCE

ROUNDING = 1e-9  # relative rounding error of a product of fractions that should be a half or a quarter


def unsolved_share(times, solved):
    """Kaplan and Meier's curve along the last axis: (sorted times, whether each is a solving, the share unsolved just
    after it). At equal times the solvings come first: a run censored at t was at risk at t. If every run is solved or
    has the same last time, one minus this share is the plain fraction solved."""
    times, solved = numpy.asarray(times, float), numpy.asarray(solved, bool)
    order = numpy.lexsort((~solved, times), axis=-1)
    times, solved = numpy.take_along_axis(times, order, -1), numpy.take_along_axis(solved, order, -1)
    left = times.shape[-1] - numpy.arange(times.shape[-1])
    return times, solved, numpy.cumprod(1 - solved / left, axis=-1)


def median_time(times, solved, axis=-1):
    """The time at which half are solved: with all runs solved the usual median."""
    assert axis == -1
    return time_until(0.5, times, solved)


def time_until(wanted, times, solved):
    """The time at which that share is solved, by unsolved_share(); infinite if the curve does not come there, or ends
    there. If the curve stays there for a while, the middle of that interval."""
    times, solved, share = unsolved_share(times, solved)
    at_most, below = share <= 1 - wanted + ROUNDING, share < 1 - wanted - ROUNDING
    first = numpy.where(at_most, times, numpy.inf).min(-1)
    second = numpy.where(below, times, numpy.inf).min(-1)
    # A curve that jumps from above that share to below it does both at one time.
    return numpy.where(numpy.isinf(second), numpy.inf, (first + second) / 2)


def solved_curve(times, solved):
    """(x, y) of the share solved as a step function: from (0, 0), a point per solving, to the last time of all."""
    times, solved, share = unsolved_share(times, solved)
    x = numpy.concatenate([[0], times[solved], times[-1:]])
    y = numpy.concatenate([[0], 1 - share[solved], 1 - share[-1:]])
    return x, y


def unsolved_band(times, solved, confidence=CONFIDENCE):
    """(low, high) of unsolved_share()'s shares, pointwise: Greenwood's variance on the scale log(-log share), which
    keeps the ends within 0 and 1 (Kalbfleisch & Prentice 1980). At share 1 nothing is estimated yet, and both ends are
    1; at share 0 the variance is infinite: the low end is 0 and the high one keeps its last value."""
    times, solved, share = unsolved_share(times, solved)
    left = len(times) - numpy.arange(len(times))
    inside = (share > ROUNDING) & (share < 1)
    low, high = numpy.where(share < 1, 0.0, 1.0), numpy.ones(len(times))
    # If d of n are solved at one time, the terms 1/(n(n-1)) ... add up to Greenwood's d/(n(n-d)).
    terms = numpy.divide(solved, left * (left - 1), out=numpy.zeros(len(times)), where=left > 1)
    width = statistics.NormalDist().inv_cdf((1 + confidence) / 2) * numpy.sqrt(numpy.cumsum(terms)[inside])
    factor = numpy.exp(width / -numpy.log(share[inside]))
    low[inside], high[inside] = share[inside] ** factor, share[inside] ** (1 / factor)
    if len(share) and share[-1] <= ROUNDING:
        before = high[times < times[-1]]  # not from within the solvings of that time
        high[share <= ROUNDING] = before[-1] if len(before) else 1.0
    return low, high


def median_interval(times, solved, confidence=CONFIDENCE):
    """(low, high) of the median time: from where the band of the unsolved share first contains a half to where it last
    does (Brookmeyer & Crowley 1982); an end that is not reached is infinite."""
    ordered = numpy.sort(numpy.asarray(times, float))
    # At equal times only the last entry holds the curve's value at that time.
    whole = numpy.append(ordered[1:] != ordered[:-1], True)
    return tuple(float(numpy.where(whole & (end <= 0.5 + ROUNDING), ordered, numpy.inf).min())
                 for end in unsolved_band(times, solved, confidence))


def solved_band(times, solved, confidence=CONFIDENCE):
    """(low, high) of the share solved at the places of solved_curve()."""
    ordered, is_solved, _ = unsolved_share(times, solved)
    low, high = unsolved_band(times, solved, confidence)
    return tuple(numpy.concatenate([[0], 1 - end[is_solved], 1 - end[-1:]]) for end in (high, low))
