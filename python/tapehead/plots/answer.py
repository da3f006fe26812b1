"""The answer of a comparison: a row a group, the best first, with a dot a seed: sequences to solve and final cost, both
logarithmic, and the cost beyond the training where runs were scored there. Groups with a letter in common do not differ
in cost by more than chance."""
import math

import numpy
from matplotlib import pyplot

from tapehead.runs import looks

from . import legend, style, ticks
from .page import text_width

ROW, LINE = 0.3, 0.14  # inches: a row whose name has one line, and each further line
FLOOR = 1e-4     # a cost of nothing is drawn here, or at the least of the others
SPREAD = 0.22    # of a row's height, over which its seeds are spread


def draw(found):
    """The figure of an Answer (tapehead.stats.answer)."""
    style.use()
    names = [f"{row.name}  {row.letters}".rstrip() for row in found.rows]
    side = min(max(text_width(name, 8) for name in names), 0.4 * style.width())
    panels = found.panels
    across = len(panels) if (style.width() - side) / len(panels) >= 1.3 else 1
    down = len(panels) // across
    shown = [legend.broken(name, side, 8) for name in names]
    row = ROW + LINE * (legend.spread(shown) - 1)
    figure, cells = pyplot.subplots(down, across, squeeze=False, layout="constrained", sharey=across > 1,
                                    figsize=(style.width(), down * (row * len(names) + 0.75)))
    for axes, one in zip(cells.flat, panels):
        panel(axes, found.rows, one)
        axes.set_yticks(range(len(names)), shown)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel(legend.broken(one.label, (style.width() - side - 0.2) / across - 0.1, 8), fontsize=8)
    style.head(figure, found.task, [])
    said = [style.counts_told({row.name: len(row.summary.outcomes) for row in found.rows}),
            f"test of cost: {found.tests}, Holm's correction" if found.tests else ""] if style.captioned() else []
    style.footnote(figure, [*said, "dot: a seed; hollow: not solved, as long as it was trained", "bar: median",
                            "letters: groups with one in common do not differ in cost (p after Holm at least 0.05)"
                            if any(row.letters for row in found.rows) else ""])
    return figure


def panel(axes, rows, one):
    shown = [value for each in one.values for value, _ in each if math.isfinite(value) and value > 0]
    floor = min([FLOOR, *shown]) if any(value <= 0 for each in one.values for value, _ in each) else 0
    axes.set_xscale("log")
    for at, (row, each) in enumerate(zip(rows, one.values)):
        look = looks.row(row.summary.group.look)
        finite = [(max(value, floor), filled) for value, filled in each if math.isfinite(value)]
        places = at + numpy.linspace(-SPREAD, SPREAD, len(finite)) if len(finite) > 1 else [at] * len(finite)
        for (value, filled), place in zip(sorted(finite), places):
            axes.plot(value, place, marker=look["marker"], markersize=5, linestyle="none", color=look["colour"],
                      markerfacecolor=look["colour"] if filled else "white", markeredgewidth=1, zorder=3, clip_on=False)
        if len(finite) > 1:
            middle = float(numpy.median([value for value, _ in finite]))
            axes.plot([middle] * 2, [at - 0.35, at + 0.35], color=look["colour"], linewidth=1.2, zorder=2)
    if one.threshold:
        axes.axvline(one.threshold, color=style.NOTE_GREY, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)
    ticks.logarithmic(axes.xaxis, *axes.get_xlim())
