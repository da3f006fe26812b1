"""Learning curves of few seeds: each is a line, for a median of five says little, and hides who solved the task."""
import numpy

from .pooling import lone

FEW = 6                    # up to so many seeds
SOLVED, UNSOLVED = 1.1, 0.8  # widths
FADED = 0.4


def are_few(curves):
    return 1 < len(curves) <= FEW


def draw(axes, look, curves, solved, label):
    """Draws the curves (x, y) of one group; `solved` says of each whether it solved the task, or is None where that is
    not judged. The label belongs to a line without points, which says where the group ends."""
    for (x, y), is_solved in zip(curves, solved):
        thin = {"linewidth": UNSOLVED, "alpha": FADED, "zorder": 2.5} if is_solved is False else {"linewidth": SOLVED}
        axes.plot(x, y, **look, **lone(x), **{"zorder": 3} | thin)
    named, = axes.plot([], [], label=label, **look)
    named.end = float(numpy.median([y[-1] for _, y in curves]))


def words(solved):
    return "a line a seed" + ("; faded: not solved" if False in solved else "")
