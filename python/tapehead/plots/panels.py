"""One picture of rows over time, its fixed scale, and the colour bar that shows the scale."""
import math

import matplotlib
import numpy
from matplotlib import ticker

from . import colour_maps, style

UNSCORED = "#dfe9f2"
ROUND = [1, 2, 5, 10]  # tick steps that are easy to count in


def grey():
    """0 white to 1 black; values outside the range get a colour instead of passing for 0 or 1, below it that of −1."""
    below = colour_maps.diverging()(0.0)
    return matplotlib.colormaps["gray_r"].with_extremes(bad=UNSCORED, under=below, over=style.ORANGE)


def diverging():
    return colour_maps.diverging().with_extremes(bad=UNSCORED)


def vector_scale(cubes, ranges):
    """(vmin, vmax, colours) shared by add and read vectors: the range that all of them declare, else 0 to 1 if it holds
    them, else a range symmetric about zero: -1 to 1 (a tanh) or the next of 2, 5, 10 ... that holds them."""
    if None not in ranges and len(set(ranges)) == 1:
        return *ranges[0], diverging() if ranges[0][0] < 0 else grey()
    least, most = min(cube.min() for cube in cubes), max(cube.max() for cube in cubes)
    if least >= 0 and most <= 1:
        return 0, 1, grey()
    largest = max(-least, most)
    decade = 10.0 ** math.floor(math.log10(largest)) if largest > 1 else 1
    bound = next(step * decade for step in (1, 2, 5, 10) if step * decade >= largest)
    return -bound, bound, diverging()


def show(axes, rows, vmin, vmax, colours, first=1):
    """Draws rows x T, the rows numbered from `first` on from the top, the steps from 1 on the left."""
    count, steps = rows.shape
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set(visible=True, color="#888888", linewidth=0.6)
    axes.tick_params(length=2, color="#888888", labelsize=7)
    axes.yaxis.set_major_locator(ticker.MaxNLocator(4, integer=True, steps=ROUND, min_n_ticks=1))
    return axes.imshow(numpy.ma.masked_invalid(rows), vmin=vmin, vmax=vmax, cmap=colours, aspect="auto",
                       interpolation="nearest", extent=(0.5, steps + 0.5, count + first - 0.5, first - 0.5))


def colour_bar(figure, axes, pictures, label):
    """The pictures' common scale, with an arrow at an end that they exceed."""
    norm = pictures[0].norm
    values = numpy.concatenate([picture.get_array().compressed() for picture in pictures])
    outside = bool((values < norm.vmin).any()), bool((values > norm.vmax).any())
    extend = {(False, False): "neither", (True, False): "min", (False, True): "max", (True, True): "both"}[outside]
    bar = figure.colorbar(pictures[0], cax=axes, extend=extend, ticks=numpy.linspace(norm.vmin, norm.vmax, 3))
    bar.ax.tick_params(length=2, labelsize=7)
    bar.ax.grid(False)
    bar.outline.set(linewidth=0.6, edgecolor="#888888")
    bar.set_label(label, fontsize=7)
