"""The data behind a picture of parallel coordinates: an axis an option, a line a point of the sweep."""
import dataclasses
import math

from .importance import is_number
from .ranks import ranks


@dataclasses.dataclass
class Axis:
    name: str
    scale: str   # linear, logarithmic or words
    ticks: list  # (place from 0 to 1, text); of numbers the least and the greatest


@dataclasses.dataclass
class Line:
    places: list  # from 0 to 1, one an axis; None where the point has no such option
    cost: float
    rank: float   # from 0, the best, to 1; equal costs share their mean rank


def coordinates(points, costs, logarithmic=()):
    """(axes, lines) of `points`, each {option: number or word}: options in the order in which they first appear, words
    in alphabetical order, the lines from worst to best, so that the best are drawn last, on top."""
    names = list(dict.fromkeys(name for point in points for name in point))
    columns = [axis(name, [point[name] for point in points if name in point], name in logarithmic) for name in names]
    placed = [Line([place(point[name]) if name in point else None for name, (_, place) in zip(names, columns)],
                   cost, rank) for point, cost, rank in zip(points, costs, ranks(costs))]
    return [one for one, _ in columns], sorted(placed, key=lambda line: -line.rank)


def axis(name, values, logarithmic):
    """(Axis, the function from a value to its place)."""
    if not all(map(is_number, values)):
        words = sorted(set(map(str, values)))
        where = {word: spread(index, 0, len(words) - 1) for index, word in enumerate(words)}
        return Axis(name, "words", [(where[word], word) for word in words]), lambda value: where[str(value)]
    scale = math.log if logarithmic else float
    low, high = scale(min(values)), scale(max(values))
    ends = sorted({spread(scale(value), low, high): number(value) for value in (min(values), max(values))}.items())
    return (Axis(name, "logarithmic" if logarithmic else "linear", ends), lambda value: spread(scale(value), low, high))


def number(value):
    """Four digits, or all before the point."""
    return f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}"


def spread(value, low, high):
    """0 at the low end to 1 at the high one; the middle where they are one."""
    return (value - low) / (high - low) if high > low else 0.5
