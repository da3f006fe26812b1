"""Tasks against schemes: the median final cost as a colour, with how many seeds solved."""
import matplotlib
import numpy
from matplotlib import pyplot, ticker

from . import style

FLOOR = 1e-3       # costs below are coloured as this one: a thousandth of a bit is solved
CELL = 0.95, 0.6   # inches
BAR = 0.14          # inches
WIDE = 8            # more schemes than these stand below one another


def draw(tasks, schemes, costs, words, label):
    """`costs` is tasks x schemes, NaN where there is no such group, infinite without a colour; `words` the text of each
    cell."""
    style.use()
    costs = numpy.array(costs, float)
    across, down = schemes, tasks
    if len(schemes) > WIDE:
        costs, words, across, down = costs.T, list(zip(*words)), tasks, schemes
    shown = numpy.ma.masked_invalid(numpy.maximum(costs, FLOOR))
    seen = shown.compressed() if shown.count() else numpy.array([FLOOR])
    least, most = float(seen.min()), float(seen.max())
    most = max(most, 10 * least)  # at least a decade, lest rounding look like a difference
    figure, axes = pyplot.subplots(
        figsize=(2.6 + CELL[0] * len(across), 1.4 + CELL[1] * len(down)), layout="constrained")
    colours = matplotlib.colormaps["cividis_r"].with_extremes(bad="#eeeeee")
    norm = matplotlib.colors.LogNorm(least, most)
    picture = axes.imshow(shown, cmap=colours, norm=norm, aspect="auto")
    axes.grid(False)
    axes.set_xticks(range(len(across)), across, rotation=30, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(down)), down)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_xticks(numpy.arange(1, len(across)) - 0.5, minor=True)
    axes.set_yticks(numpy.arange(1, len(down)) - 0.5, minor=True)
    axes.grid(True, which="minor", color="white", linewidth=2)
    axes.tick_params(which="minor", length=0)
    faces = colours(norm(shown))
    for row, column in numpy.ndindex(costs.shape):
        if not numpy.isnan(costs[row, column]):
            dark = numpy.dot(faces[row, column, :3], (0.299, 0.587, 0.114)) < 0.5
            axes.text(column, row, words[row][column], ha="center", va="center", fontsize=7.5, linespacing=1.25,
                      color="white" if dark else "black")
    bar = figure.colorbar(picture, ax=axes, pad=0.02, aspect=CELL[1] * len(down) / BAR,
                          extend="min" if (costs < FLOOR).any() else "neither")
    bar.ax.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    bar.ax.yaxis.set_minor_formatter(ticker.NullFormatter())
    bar.set_label(label, fontsize=8)
    bar.ax.grid(False)
    bar.outline.set_visible(False)
    figure.suptitle("median final cost; seeds solved", fontsize=10)
    return figure
