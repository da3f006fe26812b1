"""Median final cost over two factors as a colour, with the number of seeds solved."""
import matplotlib
import numpy
from matplotlib import pyplot, ticker

from . import legend, paper, style, ticks
from .page import text_width

FLOOR = 1e-3        # lower costs get this one's colour: below a thousandth of a bit counts as solved
CELL = 0.95, 0.55   # inches
LEAST_CELL, MOST_CELL = 0.45, 1.25
SIDE = 0.42         # the largest share of a requested width that names may take
LETTERS = 7.5       # points, in cells
NAMES = 8.0
WIDE = 8            # more columns than this put the names below one another
BAR = 0.13          # inches
SLANTED = 0.75      # of a slanted name's length: the room it takes below, and to the left
MOST_SLANTED = 2.0  # inches of a slanted name; rather than longer ones columns become rows, else they are cut
MOST_SIDE = 3.2     # inches of a row's name in a line, if no width is requested
LINE = 0.15         # inches


class Names:
    """The names beside and below a map as they are shown, and its measures in inches: `side` and `under`, the room that
    they take, `whole`, the figure's width, and `cell` by `row`, of which a cell's words need `needed`."""

    def __init__(self, down, across, words, ends):
        asked = paper.asked.width
        self.lengths = [max(text_width(name, NAMES) for name in names) for names in (down, across)]
        self.down = [legend.broken(name, SIDE * asked if asked else MOST_SIDE, NAMES) for name in down]
        self.row = max(CELL[1], 0.1 + LINE * legend.spread(self.down))
        self.side = max(text_width(name, NAMES) for name in self.down) + 0.45 + 0.2 * bool(ends[0])
        self.needed = max(text_width(line, LETTERS) for row in words for word in row
                          for line in [*word.split("\n"), ""]) + 0.12
        longest = max(text_width(word, NAMES) for name in across for word in name.split(" ")) + 0.12
        self.whole = asked or max(3.2, self.side + max(CELL[0], self.needed, min(longest, MOST_CELL)) * len(across))
        self.cell = max(LEAST_CELL, (self.whole - self.side) / len(across))
        self.across = [legend.broken(name, self.cell - 0.06, NAMES) for name in across]
        self.upright = max(name.count("\n") for name in self.across) < 3 and longest <= self.cell + 0.06
        self.under = LINE * max(name.count("\n") + 1 for name in self.across)
        if not self.upright:
            most = min(MOST_SLANTED, SIDE * asked) if asked else MOST_SLANTED
            self.across = legend.shortened(across, most, NAMES)
            self.under = SLANTED * max(text_width(name, NAMES) for name in self.across)
            self.whole = asked or self.whole + max(0.0, self.under - self.cell / 2 - self.side)

    def are_better_turned(self):
        """Whether they would fit if rows were columns, and now they do not."""
        return not self.upright and self.lengths[1] > max(MOST_SLANTED, self.lengths[0])


def draw(down, across, costs, words, label, ends=("", ""), title=""):
    """`costs` is down x across, NaN for a missing group, infinite without a colour; `words` is the text of each cell;
    `ends` names the axes where their values do not."""
    style.use()
    costs = numpy.array(costs, float)
    names = Names(down, across, words, ends)
    if len(across) > WIDE and len(across) > len(down) or names.are_better_turned():
        costs, words, down, across, ends = costs.T, list(zip(*words)), across, down, ends[::-1]
        names = Names(down, across, words, ends)
    shown = numpy.ma.masked_invalid(numpy.maximum(costs, FLOOR))
    seen = shown.compressed() if shown.count() else numpy.array([FLOOR])
    least, most = float(seen.min()), float(seen.max())
    most = max(most, 10 * least)  # at least a decade, lest rounding look like a difference
    figure, axes = pyplot.subplots(layout="constrained",
                                   figsize=(names.whole, 1.0 + names.under + names.row * len(down)))
    colours = matplotlib.colormaps["cividis_r"].with_extremes(bad="#eeeeee")
    norm = matplotlib.colors.LogNorm(least, most)
    picture = axes.imshow(shown, cmap=colours, norm=norm, aspect="auto")
    slant = {} if names.upright else {"rotation": 40, "ha": "right", "rotation_mode": "anchor"}
    axes.set_xticks(range(len(across)), names.across, fontsize=NAMES, **slant)
    axes.set_yticks(range(len(down)), names.down, fontsize=NAMES)
    axes.set(ylabel=ends[0], xlabel=ends[1])
    clean(axes, len(across), len(down))
    size = min(LETTERS, LETTERS * (names.cell - 0.04) / names.needed)
    faces = colours(norm(shown))
    for row, column in numpy.ndindex(costs.shape):
        if not numpy.isnan(costs[row, column]):
            dark = numpy.dot(faces[row, column, :3], (0.299, 0.587, 0.114)) < 0.5
            axes.text(column, row, words[row][column], ha="center", va="center", fontsize=size, linespacing=1.25,
                      color="white" if dark else "black")
    # Below the map and as wide as it: beside a single row, the bar's label would be longer than the bar.
    bar = figure.colorbar(picture, ax=axes, location="bottom", pad=0.03, aspect=names.cell * len(across) / BAR,
                          extend="min" if (costs < FLOOR).any() else "neither")
    ticks.logarithmic(bar.ax.xaxis, least, most)
    bar.ax.tick_params(labelsize=7, length=2)
    bar.set_label(legend.broken(label, names.whole - names.side + 0.2, 8), fontsize=8)
    bar.ax.grid(False)
    bar.outline.set_visible(False)
    style.head(figure, title, [])
    return figure


def clean(axes, across, down):
    """Only white lines between the cells."""
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_xticks(numpy.arange(1, across) - 0.5, minor=True)
    axes.set_yticks(numpy.arange(1, down) - 0.5, minor=True)
    axes.grid(True, which="minor", color="white", linewidth=2)
    axes.tick_params(which="both", length=0)
    axes.xaxis.set_minor_formatter(ticker.NullFormatter())
    axes.yaxis.set_minor_formatter(ticker.NullFormatter())
