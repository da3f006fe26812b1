"""Learning curves of runs, and of groups pooled over their seeds."""
import numpy

from tapehead.plots.pooling import pool_curves
from tapehead.runs.errors import note

from .numbers import counts, drawn

MOST_POINTS = 2000  # per curve; twice the width of a wide screen
SEEDS = "median and quartiles over seeds; a seed that stopped early keeps its last value"


def curves_of(run):
    """{"metric/split": (sequences, values)} of a run, unthinned."""
    table = run.table.sort_values("sequences", kind="stable")
    return {f"{metric}/{split}": (rows["sequences"].to_numpy(float), rows["value"].to_numpy(float))
            for (metric, split), rows in table.groupby(["metric", "split"], sort=False)}


def run_curves(curves, path):
    thinned = {name: thin(*each) for name, each in curves.items()}
    longest = max((len(x) for x, _ in curves.values()), default=0)
    if longest > MOST_POINTS:
        note(f"{path}: has curves of {longest} points; of those the least and the greatest of each stretch are drawn")
    return {name: [counts(x), drawn(y)] for name, (x, y) in thinned.items()}


def group_curves(curves):
    """The runs' curves_of() that all of them have, pooled over seeds; empty for a single run, whose own curves they
    are."""
    if len(curves) < 2:
        return {}
    names = [name for name in curves[0] if all(name in each for each in curves)]
    return {name: pooled(pool_curves([each[name] for each in curves])) for name in names}


def pooled(found):
    x, median, low, high = thin(found.x, found.median, found.low, found.high)
    return {"x": counts(x), "median": drawn(median), "low": drawn(low), "high": drawn(high)}


def thin(x, *lines):
    """At most MOST_POINTS points: the first, the last, and the minimum and maximum of the first line in each interval.
    Shorter lines are unchanged."""
    if len(x) <= MOST_POINTS:
        return x, *lines
    stretches = numpy.array_split(numpy.arange(1, len(x) - 1), (MOST_POINTS - 2) // 2)
    ends = [stretch[place] for stretch in stretches for place in (lines[0][stretch].argmin(),
                                                                  lines[0][stretch].argmax())]
    chosen = numpy.unique([0, *ends, len(x) - 1])
    return x[chosen], *(line[chosen] for line in lines)
