"""Numbers as squares: filled above zero, hollow below, nothing at zero, the larger the further from it."""
import numpy
from matplotlib import collections, patches

from tapehead.plots import panels

from . import colours

LEAST = 2.6   # points: smaller cells are drawn as a picture
SIDE = 0.74   # of a cell, of a square for 1 or −1
EDGE = 0.11   # of a cell, the line of a hollow square
FAINT = 0.02  # what is nearer to zero is not drawn


def draw(axes, values, cell):
    """Draws rows × steps of numbers, of which 1 and −1 fill a cell of `cell` points; not a number is not drawn."""
    if cell < LEAST:
        panels.show(axes, values, -1, 1, panels.diverging())
        return
    rows, steps = numpy.nonzero(numpy.abs(numpy.nan_to_num(values)) > FAINT)
    width, height = cell_shape(axes, values.shape)
    filled, hollow = [], []
    for row, step in zip(rows, steps):
        value = values[row, step]
        share = SIDE * min(1.0, abs(value)) ** 0.5
        edge = 0 if value > 0 else EDGE
        side = max(share - edge, 0.1)
        square = patches.Rectangle((step + 1 - side * width / 2, row + 1 - side * height / 2), side * width,
                                   side * height)
        (filled if value > 0 else hollow).append(square)
    axes.add_collection(collections.PatchCollection(filled, facecolor=colours.INK, linewidth=0, zorder=2))
    axes.add_collection(collections.PatchCollection(hollow, facecolor="none", edgecolor=colours.INK,
                                                    linewidth=EDGE * cell, zorder=2))


def cell_shape(axes, shape):
    """(width, height) in which a cell is square, as shares of a step and of a row: the smaller side is 1."""
    rows, steps = shape
    place, (wide, high) = axes.get_position(), axes.figure.get_size_inches()
    across, down = place.width * wide / steps, place.height * high / rows
    return min(1.0, down / across), min(1.0, across / down)


def cell_points(axes, shape):
    """The smaller side of a cell, in points."""
    rows, steps = shape
    place, (wide, high) = axes.get_position(), axes.figure.get_size_inches()
    return 72 * min(place.width * wide / steps, place.height * high / rows)


def as_said(inputs, bits):
    """Inputs as numbers for squares. Where bits are 0 and 1, a 0 of the first `bits` rows is said too, at the steps of
    a vector: it is drawn as −1, unless no step says more than one thing."""
    if not set(numpy.unique(inputs[:bits])) <= {0, 1} or inputs.min() < 0:
        return inputs
    spoken = inputs[:bits].sum(axis=0)
    if spoken.max() <= 1:
        return inputs
    return numpy.vstack([numpy.where((inputs[:bits] == 0) & (spoken > 0), -1, inputs[:bits]), inputs[bits:]])
