"""Pairwise differences between groups: the mean over common seeds with its interval, one panel per measure, for
measures have no common scale."""
import math

from matplotlib import pyplot, ticker

from tapehead.runs import metrics

from . import legend, style
from .page import text_width

ROW = 0.24    # inches
LEAST = 1.1   # inches, a panel's width
LOWEST = 0.145  # inches of a row where many pairs would make a figure too high for a page
FULL, LINE = 2, 0.125  # lines that names have even there, and the least inches of one


def draw(pairs, title, metric_label):
    """The figure of those pairs (tapehead.stats.between.Pair) of one task that have a difference."""
    style.use()
    names = list(dict.fromkeys(words(pair) for pair in pairs))
    measures = [measure for measure in ("cost", *metrics.beside(), "sequences") if any(pair.measure == measure
                                                                                       for pair in pairs)]
    side = min(max(text_width(name, 8) for name in names), 0.45 * style.width())
    across = len(measures) if (style.width() - side) / len(measures) >= LEAST else 1
    names_shown = [legend.broken(name, side, 8) for name in names]
    down = len(measures) // across
    lines = legend.spread(names_shown)
    needed, room = ROW * height(lines), (style.tallest() / down - 0.8) / len(names)
    row = max(LOWEST * height(min(lines, FULL)), min(needed, room))
    if row < needed:
        names_shown = [legend.broken(name, side, 8, max(FULL, int(row / LINE))) for name in names]
    figure, cells = pyplot.subplots(down, across, squeeze=False, layout="constrained", sharey=across > 1,
                                    figsize=(style.width(), down * (0.7 + row * len(names))))
    for axes, measure in zip(cells.flat, measures):
        panel(axes, [pair for pair in pairs if pair.measure == measure], names)
        axes.set_yticks(range(len(names)), names_shown)
        axes.set_ylim(len(names) - 0.5, -0.5)
        room = (style.width() - side - 0.2) / across - 0.1
        axes.set_xlabel(legend.broken(measure_words(measure, metric_label), room, 8), fontsize=8)
    style.head(figure, title, [])
    greater = [measure for measure in measures if metrics.metric(measure).better == "greater"]
    right = f", of {' and '.join(greater)} right of it" if greater else ""
    style.footnote(figure, ["group less group: " + " or ".join(ways(pairs)), "bar: 95 %, bootstrap",
                            "left of zero the first is the better one" + right])
    return figure


def height(lines):
    """Of a row, in rows of one line."""
    return 1 + 0.56 * (lines - 1)


def measure_words(measure, metric_label):
    said = {"cost": f"difference: {metric_label}", "sequences": "difference in sequences to solve"}
    return said.get(measure) or f"difference in {measure}: {metrics.metric(measure).label}"


def ways(pairs):
    """How the groups are compared, in words."""
    paired = {pair.paired for pair in pairs}
    return (["mean over common seeds (paired: the training alone differs)"] * (True in paired)
            + ["difference of the means over all seeds (unpaired: the machines differ)"] * (False in paired))


def words(pair):
    return f"{pair.one.label} − {pair.other.label}"


def panel(axes, pairs, names):
    axes.axvline(0, color=style.NOTE_GREY, linewidth=0.8, zorder=1)
    for pair in pairs:
        row = names.index(words(pair))
        colour = style.line_look(pair.one.look)["color"]
        if pair.interval and all(map(math.isfinite, pair.interval)):
            axes.plot(pair.interval, [row, row], color=colour, linewidth=2, solid_capstyle="round", zorder=2)
        if math.isfinite(pair.difference):
            axes.plot(pair.difference, row, "o", color=colour, markersize=4.5, markeredgecolor="white",
                      markeredgewidth=0.6, zorder=3)
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.margins(x=0.08)
    axes.xaxis.set_major_locator(ticker.MaxNLocator(4, steps=[1, 2, 2.5, 5, 10], min_n_ticks=3))
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.6g}".replace("-", "−")))
