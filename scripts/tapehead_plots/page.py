"""A figure laid out by hand, in inches: where texts stand beside cells, automatic layout gives up."""
from matplotlib import font_manager, pyplot, textpath

TEXT, SMALL = 7.5, 6.5   # points


class Page:
    """A figure on which things are placed in inches from its upper left corner."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.figure = pyplot.figure(figsize=(width, height))

    def axes(self, left, top, width, height):
        return self.figure.add_axes([left / self.width, 1 - (top + height) / self.height, width / self.width,
                                     height / self.height])

    def text(self, x, y, words, **look):
        return self.figure.text(x / self.width, 1 - y / self.height, words, **look)


def text_width(text, size=TEXT):
    """In inches, of its longest line. Of the letters as they are set: their outlines' extents take a hundred times as
    long, a second a story."""
    font = font_manager.FontProperties(size=size)
    return max(textpath.text_to_path.get_text_width_height_descent(line, font, False)[0]
               for line in text.split("\n")) / 72
