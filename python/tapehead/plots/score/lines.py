"""Gates and strengths of a head as lines, with their symbols at the lines' ends. A gate is a share; a strength is drawn
as a share too, of the round number that its label says it is divided by."""
import dataclasses
import itertools
import math

import numpy

from tapehead.plots.line_ends import APART, spread
from tapehead.runs import signals
from tapehead.runs.identity import COLOURS

from . import colours

LETTERS = 6.5   # points
HUES = {"strength": 0, "gate": 1, "shift": 2, "sharpening": 3, "modes": 2, "allocation-gate": 3,
        "free-gate": 4}  # of a quantity in every machine, as in the pages (web/src/score/paint_lines.js)
DASHES = ["-", (0, (4, 1.5)), (0, (1, 1.2)), (0, (5, 1.2, 1, 1.2))]
ONE = 1.0001     # what rounding may add to a share


@dataclasses.dataclass
class Line:
    label: str
    values: numpy.ndarray
    hue: int   # the number of its quantity, a colour each
    dash: int  # the number of its row in the quantity


def of_view(view, column, parts, hue, turn):
    """The lines of one head's numbers; `turn` is that of the slots' axis, which shifts go along."""
    symbol = (signals.signal(parts, view.name) or {}).get("symbol") or view.word
    by, count = scale(view.values), view.values.shape[2]
    return [Line(f"{symbol}{ending(view, row, turn)}" + (f"/{by:g}" if by != 1 else ""),
                 view.values[:, column, row] / by, hue, dash_of(view, row, turn)) for row in range(count)]


def hues_of(views):
    """The number of each view's colour: the known quantities have theirs, the others what these leave."""
    known = [HUES.get(each.name.rpartition("/")[2]) for each in views]
    free = itertools.cycle([at for at in range(len(COLOURS)) if at not in known])
    return [next(free) if at is None else at for at in known]


def dash_of(view, row, turn):
    """The number of a row's dash, of a shift by where it goes."""
    return view.values.shape[2] - 1 - row if view.rows == "shift" and turn < 0 else row


def ending(view, row, turn):
    count = view.values.shape[2]
    if count == 1:
        return ""
    if isinstance(view.rows, list):
        return f" {view.rows[row]}"
    if view.rows == "shift":  # the first moves the focus furthest ahead
        by = turn * (count // 2 - row)
        return f" {by:+d}".replace("-", "−") if by else " 0"
    return f" {row + 1}"


def scale(values):
    """What a quantity is divided by to lie within −1 and 1: a round number."""
    most = float(numpy.nanmax(numpy.abs(values)))
    if most <= ONE:
        return 1.0
    decade = 10.0 ** math.floor(math.log10(most))
    return next(step * decade for step in (1, 2, 5, 10) if step * decade >= most)


def draw(axes, found, height):
    """Draws the lines; `height` of the axes in inches."""
    steps = numpy.arange(1, len(found[0].values) + 1)
    for line in found:
        axes.plot(steps, line.values, color=hue(line), linewidth=1.1, label=line.label, clip_on=False,
                  linestyle=DASHES[line.dash % len(DASHES)], dash_capstyle="butt")
    low = min(0.0, min(float(numpy.nanmin(line.values)) for line in found))
    axes.set_ylim(1.05 * low - 0.04, 1.06)
    axes.set_yticks([0, 1] if low >= 0 else [-1, 0, 1])
    share = APART * LETTERS / 72 / height  # of a label, of the height of the axes
    low, high = axes.get_ylim()
    ends = [(line.values[-1] - low) / (high - low) for line in found]
    for line, place in zip(found, spread(ends, share)):
        axes.text(1.012, place, line.label, color=hue(line), fontsize=LETTERS, va="center", ha="left",
                  transform=axes.transAxes)


def hue(line):
    return COLOURS[line.hue % len(COLOURS)]


def grid(axes):
    axes.axhline(0, color=colours.RULE, linewidth=0.6, zorder=0)
    axes.axhline(1, color=colours.RULE, linewidth=0.6, zorder=0)
