"""Puts figures onto one page: each is drawn as it is alone, at its place, with its letter above its left corner."""
from matplotlib import pyplot
from matplotlib.artist import Artist
from matplotlib.transforms import Bbox

from tapehead.plots import paper, style

from .panels import GAP, widths

LETTER, LETTER_ROOM = 8, 0.15  # points, inches


class Placed(Artist):
    """A figure as a part of another, with its lower left corner at a place in inches."""

    def __init__(self, figure, left, bottom):
        super().__init__()
        self.placed, self.at = figure, (left, bottom)

    def draw(self, renderer):
        width, height = self.placed.bbox_inches.size
        self.placed._set_dpi(self.figure.dpi, forward=False)
        self.placed.bbox_inches.set(Bbox.from_bounds(*self.at, width, height))
        self.placed.draw(renderer)
        self.placed.bbox_inches.set(Bbox.from_bounds(0, 0, width, height))


def rows_of(panels, across):
    """[[index of a panel]]: as many a row as have room."""
    rows, free = [], 0
    for index, panel in enumerate(panels):
        if panel.across > free:
            rows.append([])
            free = across
        rows[-1].append(index)
        free -= panel.across
    return rows


def compose(figures, sheet):
    """The figure of all panels; its caption is theirs."""
    paper.asked = paper.Paper(sheet.width, sheet=paper.STYLES[sheet.style])
    rows = rows_of(sheet.panels, sheet.across)
    heights = [max(figures[index].get_figheight() for index in row) for row in rows]
    total = sum(heights) + LETTER_ROOM * len(rows) + GAP * (len(rows) - 1)
    page = pyplot.figure(figsize=(sheet.width, total))
    top, wide = total, widths(sheet)
    for row, high in zip(rows, heights):
        left = 0.0
        for index in row:
            figure = figures[index]
            page.text(left / sheet.width, (top - 0.02) / total, sheet.panels[index].letter, fontsize=LETTER,
                      fontweight="bold", va="top", ha="left")
            page.add_artist(Placed(figure, left, top - LETTER_ROOM - figure.get_figheight()))
            left += wide[index] + GAP
        top -= LETTER_ROOM + high + GAP
    page.told = [f"({panel.letter}) {style.caption_of(figure).strip().rstrip('.')}"
                 for panel, figure in zip(sheet.panels, figures) if style.caption_of(figure)]
    return page
