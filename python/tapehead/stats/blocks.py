"""Two groups on several tasks together, without anything in common between their runs: is the difference more than
chance? Runs are exchanged within a task, never across tasks, so tasks need no common scale of difficulty."""
import math

import numpy

from .intervals import RESAMPLES, SEED, percentiles
from .pairs import DRAWS, ROUNDING
from .unpaired import EXACT_UP_TO, all_ways, ways


def difference(tasks):
    """The mean over tasks of the mean of `one` less that of `other`; `tasks`: [(one, other)], the runs' values."""
    return float(numpy.mean([numpy.mean(one) - numpy.mean(other) for one, other in tasks]))


def interval(tasks):
    """(low, high) of difference() by the percentile bootstrap: each group's runs are drawn again within their task."""
    draw = numpy.random.default_rng(SEED)
    means = [[values[draw.integers(len(values), size=(RESAMPLES, len(values)))].mean(axis=1)
              for values in map(numpy.asarray, task)] for task in tasks]
    low, high = percentiles(numpy.mean([one - other for one, other in means], axis=0))
    return float(low), float(high)


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
