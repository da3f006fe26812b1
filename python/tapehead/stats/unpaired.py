"""Groups without anything in common between their runs: is the difference more than chance?"""
import functools
import itertools
import math

import numpy

from .pairs import DRAWS, ROUNDING, SEED

EXACT_UP_TO = 200_000  # ways to share the runs out: 184,756 for ten and ten; with more of them ways are drawn


def permutation_p(one, other):
    """(p, the smallest p that these values could have given): the two-sided permutation test of the difference of means
    (Fisher 1935; Pitman 1937). Under the null hypothesis each value could as well be the other group's; p is the share
    of ways to share the values out whose means are at least as far apart as the observed ones. All ways up to
    EXACT_UP_TO; above it DRAWS of them, with the observed one added. An infinite value exceeds all finite ones
    together."""
    values = numpy.concatenate([numpy.asarray(one, float), numpy.asarray(other, float)])
    finite = numpy.isfinite(values)
    beyond = 1 + 2 * abs(values[finite]).sum()
    values = numpy.where(finite, values, numpy.sign(values) * beyond)
    values = values - values.mean()  # so that a group's sum alone is the difference of the means, but for a factor
    reach, slack = abs(values[:len(one)].sum()), ROUNDING * abs(values).sum()
    if ways(len(one), len(other)) <= EXACT_UP_TO:
        sums = abs(values[all_ways(len(one), len(other))].sum(axis=1))
        return float((sums >= reach - slack).mean()), float((sums >= sums.max() - slack).mean())
    generator = numpy.random.default_rng(SEED)
    drawn = generator.permuted(numpy.broadcast_to(values, (DRAWS, len(values))), axis=1)[:, :len(one)].sum(axis=1)
    return float((1 + (abs(drawn) >= reach - slack).sum()) / (1 + DRAWS)), 1 / (1 + DRAWS)


def fisher_p(one, other):
    """(p, the smallest p with so many solved) of Fisher's exact test, two-sided (Fisher 1935; the sum of all tables
    that are no likelier than the observed one); `one` and `other` are (solved, runs)."""
    (solved, runs), (others_solved, others) = one, other
    total = solved + others_solved
    chances = [math.comb(runs, k) * math.comb(others, total - k) for k in range(min(runs, total) + 1) if
               total - k <= others]
    first = max(0, total - others)
    known = sum(chances)  # Vandermonde: all ways to choose the solved ones; whole numbers, so that equal ones are equal

    def p(chance):
        return sum(each for each in chances if each <= chance) / known
    return p(chances[solved - first]), p(min(chances))


@functools.lru_cache(maxsize=4)  # many groups have as many seeds
def all_ways(one, other):
    """Each way as the places of the one group's runs."""
    return numpy.array(list(itertools.combinations(range(one + other), one)))


def ways(one, other):
    """In how many ways runs can be shared out to groups of these sizes."""
    return math.comb(one + other, one)


def smallest_p(one, other):
    """The least p that groups of these sizes can reach: the two ways in which all of the one are beyond all of the
    other, which are equally far apart only where the groups are equally large."""
    return (2 if one == other else 1) / ways(one, other) if one and other else 1.0
