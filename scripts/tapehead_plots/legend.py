"""Where legends and titles stand: above the axes, in as many columns as the figure's width has room for."""
from .page import text_width

SIZE = 8.0          # points, of a legend's letters
TITLE = 10.0
HANDLE, GAP = 1.8, 0.6       # of a line and what is behind it, in letters' sizes
LONG_HANDLE = 3.6            # dashes need room
BETWEEN = 1.4                # columns
LINE = 1.32                  # from one line to the next
MOST_COLUMNS = 4
EDGE = 0.08                  # inches


def em(letters):
    return letters * SIZE / 72


def fit(labels, width, handle):
    """(columns, labels broken where they must be) that need no more than `width` inches."""
    widths = [text_width(label, SIZE) + em(handle + GAP) for label in labels]
    for columns in range(min(MOST_COLUMNS, len(labels)), 1, -1):
        rows = -(-len(labels) // columns)
        if -(-len(labels) // rows) < columns:
            continue  # fewer columns have as few rows
        wide = sum(max(widths[at:at + rows]) for at in range(0, len(labels), rows))
        if wide + em(BETWEEN) * (columns - 1) <= width:
            return columns, labels
    return 1, [broken(label, width - em(handle + GAP), SIZE) for label in labels]


def broken(text, width, size):
    """In lines of no more than so many inches, but for longer words, which are broken too."""
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
    """Inches, of a legend with these labels."""
    rows = -(-len(labels) // columns)
    lines = [max(label.count("\n") + 1 for label in labels[row::rows]) for row in range(rows)]
    return SIZE * LINE * sum(lines) / 72 + EDGE
