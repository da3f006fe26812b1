"""The data of a parallel-coordinates plot: an axis per option, a line per point of the sweep."""
import dataclasses
import math

from .importance import is_number
from .ranks import ranks

ABSENT = "absent"
LACKING = 0.14  # where an axis begins; points without the option lie below
FEW, TOLD = 6, 4  # up to FEW different numbers are all labelled, of more only TOLD places of the axis
CLOSE = 0.06    # of an axis; labels closer than that would overlap


@dataclasses.dataclass
class Axis:
    name: str
    scale: str   # linear, logarithmic or words
    ticks: list  # (place from 0 to 1, text)


@dataclasses.dataclass
class Line:
    places: list  # from 0 to 1, one per axis
    cost: float
    rank: float   # from 0, the best, to 1; equal costs share their mean rank


def coordinates(points, costs, logarithmic=()):
    """(axes, lines) of `points`, each {option: number or word}: options in order of first appearance, words in
    alphabetical order, lines from worst to best, so that the best are drawn on top. Points without an option, such as
    one of a part they lack, lie below its values, labelled ABSENT."""
    names = list(dict.fromkeys(name for point in points for name in point))
    columns = {name: axis(name, [point[name] for point in points if name in point], name in logarithmic,
                          any(name not in point for point in points)) for name in names}
    placed = [Line([columns[name][1](point[name]) if name in point else 0.0 for name in names], cost, rank)
              for point, cost, rank in zip(points, costs, ranks(costs))]
    return [one for one, _ in columns.values()], sorted(placed, key=lambda line: -line.rank)


def axis(name, values, logarithmic, lacking):
    """(Axis, the function from a value to its place)."""
    lowest = LACKING if lacking else 0.0
    within = lambda share: lowest + (1 - lowest) * share  # noqa: E731
    if all(map(is_number, values)):
        scale = math.log if logarithmic else float
        low, high = scale(min(values)), scale(max(values))
        place = lambda value: within(spread(scale(value), low, high))  # noqa: E731
        ticks = apart([(place(value), number(value)) for value in readable(sorted(set(values)), logarithmic)])
    else:
        words = sorted(set(map(str, values)))
        where = {word: within(spread(index, 0, len(words) - 1)) for index, word in enumerate(words)}
        place = lambda value: where[str(value)]  # noqa: E731
        ticks = [(where[word], word) for word in words]
    kind = "words" if not all(map(is_number, values)) else "logarithmic" if logarithmic else "linear"
    return Axis(name, kind, [(0.0, ABSENT)] * lacking + ticks), place


def readable(values, logarithmic):
    """The labelled values: all, or of many the ends and some between them."""
    if len(values) <= FEW:
        return values
    low, high = values[0], values[-1]
    shares = [at / (TOLD - 1) for at in range(1, TOLD - 1)]
    between = [low * (high / low) ** share if logarithmic else low + (high - low) * share for share in shares]
    return [low, *(float(f"{value:.2g}") for value in between), high]


def apart(ticks):
    """Drops ticks that would overlap the one before; the ends stay."""
    kept = [ticks[0]]
    for tick in ticks[1:-1]:
        if tick[0] - kept[-1][0] >= CLOSE and ticks[-1][0] - tick[0] >= CLOSE:
            kept.append(tick)
    return kept + ticks[1:][-1:]


def number(value):
    """Four digits, or all before the point."""
    return f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}"


def spread(value, low, high):
    """0 at the low end to 1 at the high one; the middle if they are equal."""
    return (value - low) / (high - low) if high > low else 0.5
