"""Legends and titles: above the axes, in as many columns as the figure's width allows."""
from .page import text_width

SIZE = 8.0          # points
TITLE = 10.0
HANDLE, GAP = 1.8, 0.6       # a legend's line sample and the gap behind it, in units of the letter size
LONG_HANDLE = 3.6            # dashes need room
BETWEEN = 1.4                # between columns
LINE = 1.32                  # line height
MOST_COLUMNS = 4
EDGE = 0.08                  # inches


def em(letters):
    return letters * SIZE / 72


def fit(labels, width, handle):
    """(columns, labels with line breaks) such that the legend is at most `width` inches wide."""
    widths = [text_width(label, SIZE) + em(handle + GAP) for label in labels]
    for columns in range(min(MOST_COLUMNS, len(labels)), 1, -1):
        rows = -(-len(labels) // columns)
        if -(-len(labels) // rows) < columns:
            continue  # fewer columns give as few rows
        wide = sum(max(widths[at:at + rows]) for at in range(0, len(labels), rows))
        if wide + em(BETWEEN) * (columns - 1) <= width:
            return columns, labels
    return 1, [broken(label, width - em(handle + GAP), SIZE) for label in labels]


def broken(text, width, size):
    """The text in lines of at most `width` inches; words are broken only if they are longer."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if text_width(longer, size) <= width:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if lines[-1] and text_width(lines[-1] + letter, size) > width:
                lines.append("")
            lines[-1] += letter
    return "\n".join(lines)


def height(labels, columns):
    """The height in inches of a legend with these labels."""
    rows = -(-len(labels) // columns)
    lines = [max(label.count("\n") + 1 for label in labels[row::rows]) for row in range(rows)]
    return SIZE * LINE * sum(lines) / 72 + EDGE
