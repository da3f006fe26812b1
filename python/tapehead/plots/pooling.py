"""Median and quartiles over seeds."""
import dataclasses

import numpy

FEW_POINTS = 25  # lines of at most this many lengths get a marker at each


@dataclasses.dataclass
class Pooled:
    x: numpy.ndarray
    low: numpy.ndarray     # first quartile
    median: numpy.ndarray
    high: numpy.ndarray    # third quartile


def pool_curves(curves):
    """Pools [(x, y), ...], each x ascending, at all x at which every seed has begun. Between measurements a seed is
    interpolated linearly (in wall-clock time no two seeds measure at once). After its last measurement a seed keeps its
    last value: otherwise seeds that stopped because they had solved the task would leave the median to the unsolved
    ones."""
    begun = max(x[0] for x, _ in curves)
    grid = numpy.unique(numpy.concatenate([x for x, _ in curves]))
    grid = grid[grid >= begun]
    return quartiles(grid, [numpy.interp(grid, x, y) for x, y in curves])


def pool_points(curves):
    """Pools [(x, y), ...] at each x over the seeds measured there, without interpolation."""
    at = {}
    for x, y in curves:
        for place, value in zip(x, y):
            at.setdefault(place, []).append(value)
    grid = sorted(at)
    summary = numpy.array([numpy.quantile(at[place], [0.25, 0.5, 0.75]) for place in grid]).reshape(-1, 3)
    return Pooled(numpy.array(grid), *summary.T)


def marked(x, few=FEW_POINTS, sign="o"):
    """How a line with few points is drawn besides: with a marker at each."""
    return {"marker": sign if len(x) <= few else None, "markersize": 3.5}


def lone(x):
    """A square for a curve of one point, which has no line to see; a dot and a cross say how a curve ended."""
    return marked(x, 1, "s")


def quartiles(x, values):
    return Pooled(x, *numpy.quantile(numpy.array(values), [0.25, 0.5, 0.75], axis=0))
