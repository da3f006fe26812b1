"""The share of seeds solved over training sequences, one step curve per group."""
import numpy

from tapehead.runs.groups import title

from . import style
from .curves import x_unit


def draw(groups, curves, bands, counts, threshold):
    """`curves` are (x, y) of step functions, `bands` (low, high) at the same places, `counts` (solved, known) seeds per
    group."""
    style.use()
    figure, [axes] = style.figure_of()
    longest = max(x[-1] for x, _ in curves)
    unit, label = x_unit("sequences", longest)
    banded = len(groups) <= style.FEW_BANDS
    for index, (group, (x, y), ends, (solved, seeds)) in enumerate(zip(groups, curves, bands, counts)):
        if y[-1] == 1:  # it stays at 1 after the runs have stopped
            x, y, ends = numpy.append(x, longest), numpy.append(y, 1), [numpy.append(end, end[-1]) for end in ends]
        if banded:
            axes.fill_between(x / unit, *ends, step="post", color=style.line_look(group.look)["color"], alpha=0.13,
                              linewidth=0, zorder=2)
        # Later lines are thinner, so that the lines they cover still show on both sides.
        width = 2.8 - 1.6 * index / max(1, len(groups) - 1)
        axes.step(x / unit, y, where="post", label=", ".join(filter(None, [group.label, f"{solved} of {seeds}"])),
                  linewidth=width, clip_on=False, zorder=3, **style.line_look(group.look))
    axes.set(xlabel=label, ylabel="seeds solved (share)", ylim=(0, 1.03))
    axes.set_xlim(left=0)
    axes.margins(x=0.02)
    style.head(figure, title(groups), style.entries_of(axes))
    style.footnote(figure, [f"solved: {threshold}", "Kaplan–Meier: a run counts for as long as it was seen"]
                   + ["band: 95 %, each time by itself"] * banded)
    return figure
