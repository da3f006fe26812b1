"""Grids of inputs (across) by outputs (down), one cell per pair of steps, labelled with token names.

Where they fit, all tokens are labelled; the figure grows with them up to a limit, and beyond it only every second,
fifth or tenth is labelled."""
import math

import numpy

from .page import SMALL, TEXT, text_width
from .story_cells import colours
from .token_text import drawn

# All in inches.
CELL = 0.24, 0.2              # preferred width and height
NARROW = 0.13                 # the least width for a token's name
WIDE, HIGH = (6.5, 13.0), (6.0, 12.0)  # up to the first, cells keep their size; up to the second, names fit
ROUND = (1, 2, 5)
PAD = 0.05
MOST_VECTOR_CELLS = 20_000    # larger grids become a bitmap: vector cells would be slow to open
LINE = 0.11                   # of a title


class TokenGrid:
    """The common parts of all pictures over the same inputs and outputs: sizes, and names along both sides."""

    def __init__(self, across, down):
        """Names are texts or step numbers."""
        self.counted = [not isinstance(names[0], str) for names in (across, down)]
        self.across, self.down = ([each if counted else drawn(each) for each in names]
                                  for names, counted in zip((across, down), self.counted))
        self.cell = size(len(across), CELL[0], WIDE), size(len(down), CELL[1], HIGH)
        self.width, self.height = self.cell[0] * len(across), self.cell[1] * len(down)
        widest = max(text_width(str(name)) for name in self.across)
        self.upright = self.counted[0] or widest + 0.04 <= self.cell[0]
        self.head = (0.12 if self.upright else widest) + 2 * PAD   # room above for the names
        self.side = max(text_width(str(name)) for name in self.down) + PAD  # and on the left

    def draw(self, page, left, top, values, most=1):
        """The cells (outputs × inputs) with their upper left corner at (left, top); colours from 0 to `most`."""
        axes = page.axes(left, top, self.width, self.height)
        rows, columns = values.shape
        fine = min(self.cell) < NARROW
        mesh = axes.pcolormesh(numpy.arange(columns + 1), numpy.arange(rows + 1), values, cmap=colours(), vmin=0,
                               vmax=most, edgecolors="none" if fine else "#ececec", linewidth=0 if fine else 0.4,
                               rasterized=values.size > MOST_VECTOR_CELLS)
        axes.invert_yaxis()
        axes.grid(False)
        axes.set_xticks([])
        axes.set_yticks([])
        for spine in axes.spines.values():
            spine.set(visible=True, color="#999999", linewidth=0.6)
        return mesh

    def name_across(self, page, left, top):
        for at in shown(self.across, self.counted[0], self.cell[0], 0.22):
            page.text(left + (at + 0.5) * self.cell[0], top - PAD, self.across[at], fontsize=TEXT,
                      rotation=0 if self.upright else 90, ha="center", va="bottom")

    def name_down(self, page, left, top):
        for at in shown(self.down, self.counted[1], self.cell[1], NARROW):
            page.text(left - PAD, top + (at + 0.5) * self.cell[1], self.down[at], fontsize=TEXT, ha="right",
                      va="center")

    def row_middle(self, row):
        return (row + 0.5) * self.cell[1]


def size(count, most, limits):
    """The size of a cell such that all cells fit the second limit, and names where possible."""
    return min(most, max(limits[0] / count, NARROW), limits[1] / count)


def shown(names, counted, cell, wide):
    """Which names are written: all texts that fit; of numbers the round ones, which need `wide`."""
    needed = wide if counted else NARROW - 0.005
    every = next(step for step in (base * 10**power for power in range(9) for base in ROUND) if step * cell >= needed)
    return [at for at in range(len(names)) if (at == 0 or names[at] % every == 0 if counted else at % every == 0)]


def bar(page, place, mesh, label, ticks):
    """The colour scale of a picture, with an arrow at an end that values exceed."""
    shown = numpy.ma.compressed(mesh.get_array())
    outside = bool((shown < mesh.norm.vmin).any()), bool((shown > mesh.norm.vmax).any())
    extend = {(False, False): "neither", (True, False): "min", (False, True): "max", (True, True): "both"}[outside]
    made = page.figure.colorbar(mesh, cax=page.axes(*place), extend=extend, ticks=ticks)
    made.ax.set_yticklabels([f"{tick:.2g}" for tick in ticks])
    made.ax.tick_params(length=2, labelsize=SMALL, pad=2)
    made.ax.grid(False)
    made.outline.set(linewidth=0.6, edgecolor="#999999")
    if label:
        made.set_label(label, fontsize=SMALL, labelpad=2)


def wrapped(text, width, size=TEXT):
    """The text broken between words into lines of this width."""
    lines = []
    for word in text.split(" "):
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def columns_that_fit(count, room, width, gap):
    """The number of pictures side by side."""
    return max(1, min(count, math.floor((room + gap) / (width + gap))))
