"""Sequences until solved. A run that was not solved is *censored*: all that is known is up to when it was not."""
import numpy

ROUNDING = 1e-9  # by which a product of fractions misses the half it stands for


def unsolved_share(times, solved):
    """Kaplan and Meier's curve along the last axis: (times in order, whether each is a solving, the share unsolved just
    after it). Of equal times the solvings come first: who is censored at t was there to be solved at t. Where every
    run is solved or has the same last time, one less this share is the plain fraction solved."""
    times, solved = numpy.asarray(times, float), numpy.asarray(solved, bool)
    order = numpy.lexsort((~solved, times), axis=-1)
    times, solved = numpy.take_along_axis(times, order, -1), numpy.take_along_axis(solved, order, -1)
    left = times.shape[-1] - numpy.arange(times.shape[-1])
    return times, solved, numpy.cumprod(1 - solved / left, axis=-1)


def median_time(times, solved, axis=-1):
    """The time by which half are solved, by unsolved_share(); infinite where it does not come to a half, or stays at
    one. Where the curve stays at a half for a while, the middle of that while: with all solved the usual median."""
    assert axis == -1
    times, solved, share = unsolved_share(times, solved)
    at_most, below = share <= 0.5 + ROUNDING, share < 0.5 - ROUNDING
    first = numpy.where(at_most, times, numpy.inf).min(-1)
    second = numpy.where(below, times, numpy.inf).min(-1)
    # A curve that jumps from above a half to below it does both at one time.
    return numpy.where(numpy.isinf(second), numpy.inf, (first + second) / 2)


def solved_curve(times, solved):
    """(x, y) of the share solved as a step function: from (0, 0), a point a solving, to the last time of all."""
    times, solved, share = unsolved_share(times, solved)
    x = numpy.concatenate([[0], times[solved], times[-1:]])
    y = numpy.concatenate([[0], 1 - share[solved], 1 - share[-1:]])
    return x, y
