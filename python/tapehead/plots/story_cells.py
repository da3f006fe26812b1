"""The cells of a story's picture: weights as colours, with their numbers where they fit."""
import numpy

from . import panels
from .page import SMALL, TEXT

PRINTED = 0.1            # weights from here on are printed
HOP, SLOT = 0.52, 0.27   # preferred width of a cell in inches


def colours():
    """0 white to 1 black, as everywhere; a statement outside the memory is tinted."""
    return panels.grey()


def cells(figure, place, values, heights):
    """Rows of the given heights, with numbers where they fit."""
    axes = figure.axes(*place)
    edges = numpy.concatenate([[0], numpy.cumsum(heights)])
    across = numpy.arange(values.shape[1] + 1)
    shown = numpy.ma.masked_invalid(values)
    picture = axes.pcolormesh(across, edges, shown, cmap=colours(), vmin=0, vmax=1, edgecolors="white",
                              linewidth=0.8)
    axes.invert_yaxis()
    axes.grid(False)
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set(visible=True, color="#999999", linewidth=0.6)
    width = place[2] / values.shape[1]
    if width >= SLOT - 0.05:
        faces = picture.cmap(picture.norm(shown))
        for row, column in zip(*numpy.nonzero(abs(shown.filled(0)) >= PRINTED)):
            dark = numpy.dot(faces[row, column, :3], (0.299, 0.587, 0.114)) < 0.55
            axes.text(column + 0.5, (edges[row] + edges[row + 1]) / 2, number(values[row, column], width), ha="center",
                      va="center", fontsize=TEXT - 0.5 if width >= HOP - 0.2 else 5.5,
                      color="white" if dark else "black")
    return picture


def number(value, width):
    """`0.87`, or `.87` in a narrow cell."""
    text = f"{value:.2f}"
    if width >= HOP - 0.2:
        return text
    return text.replace("0.", ".") if text != "1.00" else "1"


def scale(figure, place, picture, kind):
    outside = bool((picture.get_array() < 0).any()), bool((picture.get_array() > 1).any())
    extend = {(False, False): "neither", (True, False): "min", (False, True): "max", (True, True): "both"}[outside]
    bar = figure.figure.colorbar(picture, cax=figure.axes(*place), extend=extend, ticks=[0, 0.5, 1])
    bar.ax.tick_params(length=2, labelsize=SMALL)
    bar.ax.grid(False)
    bar.outline.set(linewidth=0.6, edgecolor="#999999")
    bar.set_label("attention" if kind == "hop" else "gate, attention", fontsize=SMALL)
