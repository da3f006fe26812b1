"""Ranks of costs, and their means over tasks."""
import numpy

from . import stratified
from .intervals import CONFIDENCE, RESAMPLES, SEED, expanded_tail, percentiles


def ranks(costs):
    """From 0, the least, to 1; equal costs share their mean rank, infinite ones come last; a single cost has 0."""
    return ranks_of_rows(numpy.asarray([costs], float))[0].tolist() if len(costs) else []


def ranks_of_rows(costs):
    """The ranks within each row."""
    one, other = costs[:, :, None], costs[:, None, :]
    return ((other < one).sum(2) + ((other == one).sum(2) - 1) / 2) / max(1, costs.shape[1] - 1)


def mean_ranks(tasks, resamples=RESAMPLES, seed=SEED):
    """{name: (mean rank, low, high)} of groups over tasks, by the median cost of their runs; `tasks`: [{name: costs}],
    where a task may lack a group: it is ranked among those that are there, and its mean is over its own tasks. The
    interval is the bootstrap, tasks and, within each, every group's runs drawn again; its ends are cut off as little as
    expanded_tail() says of the group's tasks, of two and more."""
    names = list(dict.fromkeys(name for task in tasks for name in task))
    generator = numpy.random.default_rng(seed)
    observed, drawn = (numpy.full((count, len(tasks), len(names)), numpy.nan) for count in (1, resamples))
    for place, task in enumerate(tasks):
        columns, costs = [names.index(name) for name in task], [numpy.asarray(one, float) for one in task.values()]
        observed[0, place, columns] = ranks([numpy.median(one) for one in costs])
        places = stratified.draw(map(len, costs), generator, resamples)
        medians = numpy.column_stack([numpy.median(one[at], axis=1) for one, at in zip(costs, places)])
        drawn[:, place, columns] = ranks_of_rows(medians)
    weights = stratified.counts(generator.integers(len(tasks), size=(resamples, len(tasks))))
    middle, spread = mean_over(observed, numpy.ones((1, len(tasks))))[0], mean_over(drawn, weights)
    counts = (~numpy.isnan(observed[0])).sum(axis=0)
    ends = [percentiles(column[~numpy.isnan(column)], 1 - 2 * expanded_tail(count) if count > 1 else CONFIDENCE)
            for column, count in zip(spread.T, counts)]
    return {name: (float(middle[at]), float(ends[at][0]), float(ends[at][1])) for at, name in enumerate(names)}


def mean_over(found, weights):
    """Draws × groups: the weighted mean over tasks where a group is there; not a number where it is in none."""
    weights = weights[:, :, None]
    with numpy.errstate(invalid="ignore"):
        return (numpy.nan_to_num(found) * weights).sum(axis=1) / (~numpy.isnan(found) * weights).sum(axis=1)
