"""A figure laid out by hand, in inches: automatic layout fails when texts stand beside cells."""
from matplotlib import font_manager, pyplot, textpath

TEXT, SMALL = 7.5, 6.5   # points


class Page:
    """A figure on which items are placed in inches from its upper left corner."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.figure = pyplot.figure(figsize=(width, height))

    def axes(self, left, top, width, height):
        return self.figure.add_axes([left / self.width, 1 - (top + height) / self.height, width / self.width,
                                     height / self.height])

    def text(self, x, y, words, **look):
        return self.figure.text(x / self.width, 1 - y / self.height, words, **look)


def text_width(text, size=TEXT):
    """The width in inches of the longest line, by the letters' advance widths: the extents of their outlines take a
    hundred times as long, a second per story."""
    font = font_manager.FontProperties(size=size)
    return max(textpath.text_to_path.get_text_width_height_descent(line, font, False)[0]
               for line in text.split("\n")) / 72
