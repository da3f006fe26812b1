"""Groups over several tasks together: how soon each solves relative to the fastest, and which has the lower cost."""
import dataclasses
import itertools
import math
import sys

import numpy

from tapehead.runs.errors import note

from . import improvement, profiles

SOLVED_AT_ALL = sys.float_info.max  # a ratio above that of every solved run


@dataclasses.dataclass
class Profile:
    """The share of runs that solve within a given multiple of the fastest run's sequences at the same task and seed."""
    groups: list    # names
    looks: list     # each group's number for identity.look()
    tasks: int
    problems: int   # pairs of task and seed
    left_out: int   # problems at which some group's time is unknown
    strata: list    # for each group and task, the ratios of its runs; infinite if unsolved

    def shares(self, group, ratios):
        return profiles.profile(self.strata[group], ratios)

    def band(self, group, ratios):
        return profiles.band(self.strata[group], ratios)

    @property
    def ratios(self):
        """The ratios at which some group's share rises."""
        return profiles.steps([task for strata in self.strata for task in strata])


@dataclasses.dataclass
class Improvement:
    """The probability that a run of `one` has a lower cost than a run of `other`, on a task drawn at random."""
    one: str
    other: str
    tasks: int
    probability: float
    interval: tuple  # None if one of them has a single run of a task


@dataclasses.dataclass
class Across:
    tasks: list
    groups: list      # names of the groups that every task has
    left_out: list    # names of the others
    profile: Profile  # None if some task has no threshold for solved, or no seed has a known time
    improvements: list


def across(comparisons, name):
    """The comparison over all tasks; None for a single task or without two groups that every task has. `name` gives a
    group's name; groups of the same name in several tasks are one."""
    rows = [{name(summary.group): summary.outcomes for summary in one.groups} for one in comparisons]
    groups = {name(summary.group): summary.group for one in comparisons for summary in one.groups}
    names = sorted(groups, key=lambda each: groups[each].order)
    everywhere = [each for each in names if all(each in row for row in rows)]
    if len(rows) < 2 or len(names) < 2:
        return None
    if len(everywhere) < 2:
        note("no two groups have runs of every task under one name, so nothing is said of the tasks together")
        return None
    judged = all(one.threshold is not None for one in comparisons)
    return Across([one.task for one in comparisons], everywhere, [each for each in names if each not in everywhere],
                  make_profile(rows, everywhere, [groups[each].look for each in everywhere]) if judged else None,
                  [found for pair in itertools.combinations(everywhere, 2) if (found := improve(rows, *pair))])


def make_profile(rows, names, looks):
    tables, left_out = [], 0
    for row in rows:
        times, unknown = task_times([row[name] for name in names])
        left_out += unknown
        if times.size:
            tables.append(profiles.ratios(times))
    if not tables:
        return None
    return Profile(names, looks, len(tables), sum(table.shape[1] for table in tables), left_out,
                   [[table[group] for table in tables] for group in range(len(names))])


def task_times(groups):
    """Groups × their common seeds: sequences until solved within the smallest budget of all, else infinite; and the
    number of further common seeds at which some group's time is unknown."""
    budget = min(one.budget for outcomes in groups for one in outcomes)
    times = [{one.run.seed: time_within(one, budget) for one in outcomes} for outcomes in groups]
    common = [seed for seed in times[0] if all(seed in each for each in times)]
    known = [seed for seed in common if all(each[seed] is not None for each in times)]
    return numpy.array([[each[seed] for seed in known] for each in times]), len(common) - len(known)


def time_within(one, budget):
    if one.sequences_within(budget) is None:
        return None
    return max(1.0, one.sequences) if one.solved and one.sequences <= budget else math.inf


def improve(rows, one, other):
    """None if no task has finished runs of both."""
    costs = [[[each.cost for each in row[name] if not each.unfinished] for row in rows] for name in (one, other)]
    both = [pair for pair in zip(*costs) if all(pair)]
    if not both:
        return None
    ours, theirs = zip(*both)
    return Improvement(one, other, len(both), improvement.probability(theirs, ours),
                       improvement.interval(theirs, ours))
