"""Legends and titles: above the axes, in as many columns as the figure's width allows."""
import re

from .page import text_width

SIZE = 8.0          # points
TITLE = 10.0
HANDLE, GAP = 1.8, 0.6       # a legend's line sample and the gap behind it, in units of the letter size
LONG_HANDLE = 3.6            # dashes need room
BETWEEN = 1.4                # between columns
LINE = 1.32                  # line height
MOST_COLUMNS = 4
EDGE = 0.08                  # inches
BREAKABLE = re.compile(r"[^,:]*[,:]|[^,:]+")


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


def broken(text, width, size, most=0):
    """The text in lines of at most `width` inches; a word is broken only if it is longer, behind a comma or colon where
    it has one (model.mixers). Of more than `most` lines, unless that is 0, the last ends with an ellipsis."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if text_width(longer, size) <= width:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for piece in BREAKABLE.findall(word):
            if lines[-1] and text_width(lines[-1] + piece, size) > width:
                lines.append("")
            for letter in piece:
                if lines[-1] and text_width(lines[-1] + letter, size) > width:
                    lines.append("")
                lines[-1] += letter
    if most and len(lines) > most:
        lines[most - 1:] = [cut(f"{lines[most - 1]} {lines[most]}", width, size)]
    return "\n".join(lines)


def shortened(names, width, size):
    """The names, of those that are wider than `width` inches the beginning with an ellipsis behind it; the end with one
    before it, if beginnings are alike."""
    for end in (False, True):
        short = [cut(name, width, size, end) for name in names]
        if len(set(short)) == len(set(names)):
            break
    return short


def cut(text, width, size, end=False):
    """As much of its beginning, or end, as fits."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[1:] if end else text[:-1]
    return "…" + text if end else text.rstrip(" ,:") + "…"


def spread(names):
    """Lines that a row of these names takes, broken as they are, where all rows are equally high and each name is in
    the middle of its own."""
    lines = [name.count("\n") + 1 for name in names]
    return max([1, *((one + next_) / 2 for one, next_ in zip(lines, lines[1:]))])


def height(labels, columns):
    """The height in inches of a legend with these labels."""
    rows = -(-len(labels) // columns)
    lines = [max(label.count("\n") + 1 for label in labels[row::rows]) for row in range(rows)]
    return SIZE * LINE * sum(lines) / 72 + EDGE
