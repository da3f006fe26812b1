"""Two groups on several tasks together, without anything in common between their runs: is the difference more than
chance? Runs are exchanged within a task, never across tasks, so tasks need no common scale of difficulty."""
import math

import numpy

from .intervals import CONFIDENCE, RESAMPLES, SEED, newcombe, percentiles, tail_of
from .pairs import DRAWS, ROUNDING
from .unpaired import EXACT_UP_TO, all_ways, ways


def difference(tasks):
    """The mean over tasks of the mean of `one` less that of `other`; `tasks`: [(one, other)], the runs' values."""
    return float(numpy.mean([numpy.mean(one) - numpy.mean(other) for one, other in tasks]))


def interval(tasks, resamples=RESAMPLES):
    """(low, high) of difference() by the bootstrap: each group's runs are drawn again within their task, and the ends
    cut off as little as tail() says. None if a group has fewer than two."""
    if min(len(group) for task in tasks for group in task) < 2:
        return None
    draw = numpy.random.default_rng(SEED)
    means = [[values[draw.integers(len(values), size=(resamples, len(values)))].mean(axis=1)
              for values in map(numpy.asarray, task)] for task in tasks]
    low, high = percentiles(numpy.mean([one - other for one, other in means], axis=0), 1 - 2 * tail(tasks))
    return float(low), float(high)


def tail(tasks):
    """The share to cut off at either end, as intervals.expanded_tail() has it of one group. Here variances of several
    means add up, so the degrees of freedom are Welch's (1947) and Satterthwaite's (1946)."""
    sizes = numpy.array([len(group) for task in tasks for group in task])
    spreads = numpy.array([numpy.var(group, ddof=1) for task in tasks for group in task]) / sizes
    if not spreads.any():
        return (1 - CONFIDENCE) / 2  # all draws are the same
    return tail_of(spreads.sum() / (spreads * (sizes - 1) / sizes).sum(),
                   spreads.sum() ** 2 / (spreads ** 2 / (sizes - 1)).sum())


def shares_interval(tables):
    """(low, high) of difference() where runs are solved or not, by Newcombe's method with each side's tables joined;
    `tables`: as of fisher_p(). Where tasks differ, counts of a side spread less than those of a single share
    (Hoeffding 1956), so that the interval is too wide rather than too narrow."""
    joined = []
    for side in zip(*tables):
        runs = sum(of for _, of in side)
        joined.append((runs * sum(solved / of for solved, of in side) / len(side), runs))  # every task weighs the same
    return newcombe(*joined)


def permutation_p(tasks):
    """Two-sided p of difference(): the share of ways to share out the values of each task whose mean difference is at
    least as far from zero. All ways up to EXACT_UP_TO; above it DRAWS of them, with the observed one added."""
    found = [differences(one, other) for one, other in tasks]
    reach, slack = abs(sum(each[0] for each in found)), ROUNDING * sum(abs(each).max() for each in found)
    if math.prod(map(len, found)) <= EXACT_UP_TO:
        sums = numpy.zeros(1)
        for each in found:
            sums = numpy.add.outer(sums, each).ravel()
        return float((abs(sums) >= reach - slack).mean())
    draw = numpy.random.default_rng(SEED)
    drawn = sum(each[draw.integers(len(each), size=DRAWS)] for each in found)
    return float((1 + (abs(drawn) >= reach - slack).sum()) / (1 + DRAWS))


def differences(one, other):
    """Of the means, for each way to share the values out, the observed one first; up to EXACT_UP_TO ways."""
    if ways(len(one), len(other)) > EXACT_UP_TO:
        raise ValueError(f"{len(one)} and {len(other)} runs can be shared out in more than {EXACT_UP_TO:,} ways")
    values = numpy.concatenate([numpy.asarray(one, float), numpy.asarray(other, float)])
    sums = values[all_ways(len(one), len(other))].sum(axis=1)
    return sums / len(one) - (values.sum() - sums) / len(other)


def fisher_p(tasks):
    """Two-sided p of Fisher's exact test over several tables: given how many runs of each were solved, how the solved
    ones of `one` add up; `tasks`: [((solved, runs), (solved, runs))]. The sum of all counts that are no likelier than
    the observed one; of a single table that is unpaired.fisher_p()."""
    chances = {0: 1}  # whole numbers, so that equal ones are equal
    for (solved, runs), (others_solved, others) in tasks:
        total, before, chances = solved + others_solved, chances, {}
        for count, chance in before.items():
            for k in range(max(0, total - others), min(runs, total) + 1):
                more = chance * math.comb(runs, k) * math.comb(others, total - k)
                chances[count + k] = chances.get(count + k, 0) + more
    seen = chances[sum(solved for (solved, _), _ in tasks)]
    return sum(chance for chance in chances.values() if chance <= seen) / sum(chances.values())
