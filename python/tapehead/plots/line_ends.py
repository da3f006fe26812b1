"""Names at the ends of lines, in place of a legend."""
import numpy

from . import legend
from .page import text_width

APART = 1.15      # between two names, in units of the letters' size
MOST = 6          # lines
ROOM = 0.34       # of a figure's width
BEHIND = 1.012    # of the axes' width


def fit(figure, entries):
    """Whether a figure's [(line, name)] can be named so: few, short, and of one panel."""
    names = [name for _, name in entries]
    return len(figure.axes) == 1 and 1 < len(names) <= MOST and \
        max(text_width(name, legend.SIZE) for name in names) <= ROOM * figure.get_figwidth()


def write(axes, entries, height):
    """Names [(line, name)] beside the axes, which are `height` inches high."""
    ends = [end_of(axes, line) for line, _ in entries]
    for (line, name), place in zip(entries, spread(ends, APART * legend.SIZE / 72 / height)):
        axes.text(BEHIND, place, name, color=line.get_color(), fontsize=legend.SIZE, va="center", ha="left",
                  transform=axes.transAxes)


def end_of(axes, line):
    """The height at which a line ends, as a share of the axes'; a line may say it itself, as `end`."""
    values = numpy.asarray(line.get_ydata(), float)
    last = getattr(line, "end", values[-1] if len(values) else 0.5)
    return float(axes.transAxes.inverted().transform(axes.transData.transform((0, last)))[1])


def spread(wanted, apart):
    """Places as near to the wanted ones as may be, in their order, `apart` from one another and about 0 to 1."""
    groups = []  # [sum of the wanted, members], merged where they would overlap
    for at in sorted(range(len(wanted)), key=lambda at: (wanted[at], at)):
        groups.append([wanted[at], [at]])
        while len(groups) > 1 and top(groups[-2], apart) + apart > bottom(groups[-1], apart):
            total, members = groups.pop()
            groups[-1][0] += total
            groups[-1][1] += members
    places = [0.0] * len(wanted)
    for group in groups:
        for number, at in enumerate(group[1]):
            places[at] = bottom(group, apart) + number * apart
    return places


def bottom(group, apart):
    total, members = group
    half = (len(members) - 1) * apart / 2
    return min(max(total / len(members) - half, 0.0), max(0.0, 1.0 - 2 * half))


def top(group, apart):
    return bottom(group, apart) + (len(group[1]) - 1) * apart
