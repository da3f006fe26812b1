"""Groups compared two by two: over their common seeds where only the training differs, else over all seeds of each.

Machines that differ share a seed's episodes, not its first weights, and what a run comes to is mostly the weights'
doing: to pair them by seed would leave out what few seeds can tell."""
import dataclasses
import itertools
import math

import numpy

from tapehead.runs import metrics
from tapehead.runs.groups import Group

from . import intervals, pairs, unpaired

FEWEST_PAIRS = 6  # the smallest number of pairs whose smallest p, 2/2^n, is below LEVEL
LEVEL = 0.05      # no p is given where the number of seeds alone keeps it above
TRAINING = "train."  # options of the training alone: runs of a seed that differ in no other share their first weights


@dataclasses.dataclass
class Pair:
    """Group `one` minus group `other` in one measure."""
    one: Group
    other: Group
    measure: str       # cost, one of metrics.beside(), sequences, or solved
    paired: bool       # over the seeds that both have; else over all seeds of each
    seeds: tuple       # (of one, of other) whose values are known
    untied: int        # pairs with a nonzero difference; None if not paired
    left_out: int      # seeds (if paired, common ones) at which a value is not known yet
    difference: float  # of means; None without values, and where infinite ones leave it without one
    interval: tuple
    smallest_p: float  # that the test could give: if paired with so many untied pairs, else with these values
    p: float = None    # None where so many seeds cannot come below LEVEL
    p_holm: float = None

    @property
    def pairs(self):
        return self.seeds[0] if self.paired else None

    @property
    def test(self):
        """The test's name in tables."""
        if self.paired:
            return "paired"
        return "Fisher" if self.measure == "solved" else "unpaired"


def compare_pairs(summaries, measures):
    """All pairs of groups in each measure that both have; Holm's correction is over the pairs of a measure."""
    found = []
    for measure in measures:
        tested = [compare_pair(one, other, measure) for one, other in itertools.combinations(summaries, 2)
                  if measure not in metrics.beside() or measure in one.scores and measure in other.scores]
        judged = [pair for pair in tested if pair.p is not None]
        for pair, corrected in zip(judged, pairs.holm([pair.p for pair in judged])):
            pair.p_holm = corrected
        found += tested
    return found


def compare_pair(one, other, measure):
    budget = min(each.budget for summary in (one, other) for each in summary.outcomes)
    values = [{each.run.seed: value(each, measure, budget) for each in summary.outcomes} for summary in (one, other)]
    same = differ_in_training_alone(one.group, other.group)
    return (compare_paired if same else compare_unpaired)(one.group, other.group, measure, *values)


def differ_in_training_alone(one, other):
    """Whether runs of one seed begin with the same weights and see the same episodes."""
    names = one.identity.keys() | other.identity.keys()
    return all(name.startswith(TRAINING) for name in names if one.identity.get(name) != other.identity.get(name))


def compare_paired(one, other, measure, ours, theirs):
    common = [seed for seed in ours if seed in theirs]
    known = [seed for seed in common if ours[seed] is not None and theirs[seed] is not None]
    differences = numpy.array([difference(ours[seed], theirs[seed]) for seed in known])
    untied = int(numpy.count_nonzero(differences))
    pair = Pair(one, other, measure, True, (len(known), len(known)), untied, len(common) - len(known), None, None,
                pairs.smallest_p(untied))
    if known and not {-math.inf, math.inf} <= set(differences):
        pair.difference = float(differences.mean())
        pair.interval = intervals.bootstrap(numpy.mean, differences, expanded=True)
    if len(known) >= FEWEST_PAIRS:
        pair.p = pairs.permutation_p(differences)
    return pair


def compare_unpaired(one, other, measure, ours, theirs):
    known = [[value for value in each.values() if value is not None] for each in (ours, theirs)]
    seeds = tuple(map(len, known))
    pair = Pair(one, other, measure, False, seeds, None, len(ours) + len(theirs) - sum(seeds), None, None, 1.0)
    if not all(seeds):
        return pair
    means = [float(numpy.mean(each)) for each in known]
    if not all(map(math.isinf, means)):
        pair.difference = means[0] - means[1]
    if measure == "solved":
        counts = [(int(sum(each)), len(each)) for each in known]
        pair.interval = intervals.newcombe(*counts)
        p, pair.smallest_p = unpaired.fisher_p(*counts)
    else:
        pair.interval = intervals.bootstrap_between(numpy.mean, *known)
        p, pair.smallest_p = unpaired.permutation_p(*known)
    if unpaired.smallest_p(*seeds) < LEVEL:
        pair.p = p
    return pair


def difference(one, other):
    """Zero for equal values, including infinite ones."""
    return 0.0 if one == other else one - other


def value(one, measure, budget):
    """A run's value for the pairs: its final cost or score, its sequences until solved within both groups' budget, or
    whether it was solved within that (1 or 0); None if not known yet."""
    within = one.sequences_within(budget)
    if measure == "sequences":
        return within
    if measure == "solved":
        return None if within is None else float(one.solved and one.sequences <= budget)
    if one.unfinished:
        return None
    return one.cost if measure == "cost" else one.scores.get(measure)
