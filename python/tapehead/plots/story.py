"""What a model looked at in a story, and what it answered.

Rows are the story's statements, the oldest first; a dot stands before those that support the answer. Of a model that
attends to statements (memn2n, memory-network, key-value-memory-network) columns are its hops and a cell is the weight
of a statement; of an entity network columns are its slots and a cell says how far the slot's gate opened for a
statement, with the question's attention to the slots below. Weights from 0.1 are printed. Below are the five most
probable answers. Of a story of more than 80 statements those that are supporting facts or have the greatest weights are
shown, and of more than 40 slots those with the greatest gates."""
import textwrap

import numpy

from . import style
from .page import SMALL, TEXT, Page, text_width
from .story_cells import HOP, SLOT, cells, scale
from .story_trace import read_story

MOST_ROWS, MOST_SLOTS, MOST_ANSWERS = 80, 40, 5
LETTERS = 62         # of a statement's line; longer statements are wrapped

# All in inches. The layout is by hand, so that a statement's text stands beside its row of cells.
MARGIN, NUMBERS, GAP = 0.12, 0.3, 0.1
LINE, ROW = 0.13, 0.185      # a line of text, a row of one line
NARROW = 0.12                # minimum width of a cell
BAR_ROW, BAR, BAR_LABEL = 0.19, 0.09, 0.5
HEAD, COLUMN_NAMES, AXIS_NAME, FOOT = 0.5, 0.22, 0.16, 0.24
ANSWERS_HEAD, BOTTOM, LEAST_WIDTH, MOST_BARS = 0.38, 0.42, 4.2, 4.5
STRIP = "attention of the question to the slots"
NAMED = 12  # up to this many hops each has its name


def add_arguments(parser):
    parser.add_argument("trace", metavar="TRACE.h5", help="made by tapehead trace of a run on babi")


def command(options):
    style.outputs(options.out)
    style.save(draw(read_story(options.trace)), options.out)


def draw(story):
    style.use()
    rows, columns = shown_rows(story), shown_columns(story)
    lines = ["\n".join(textwrap.wrap(story.statements[row], LETTERS)) for row in rows]
    tall = [ROW + LINE * line.count("\n") for line in lines]
    cell = cell_width(story.kind, len(columns))
    strip = [ROW] if story.attention is not None else []
    left = MARGIN + max(NUMBERS + max(map(text_width, lines)), text_width(STRIP) if strip else 0) + GAP
    chances = likeliest(story)
    names = COLUMN_NAMES + (0 if has_named_columns(story) else AXIS_NAME)
    heights = [HEAD, names, sum(tall), sum(strip) + GAP * len(strip), FOOT, ANSWERS_HEAD + bool(standing(story)) * 0.14,
               BAR_ROW * len(chances), BOTTOM]
    right = left + cell * len(columns)
    width = max(right + GAP + BAR + BAR_LABEL, LEAST_WIDTH)
    question = textwrap.fill(story.question + "?", int(width * 11))
    heights[0] += 0.17 * question.count("\n")
    figure = Page(width, sum(heights))
    figure.text(MARGIN, 0.1, question, fontsize=11, fontweight="bold", va="top")
    figure.text(MARGIN, heights[0] - 0.2, f"expected: {story.answer}", fontsize=9, va="top")
    figure.text(width - MARGIN, heights[0] - 0.2, story.model, fontsize=8, va="top", ha="right",
                color=style.NOTE_GREY)
    top = sum(heights[:2])
    picture = cells(figure, (left, top, cell * len(columns), sum(tall)), story.weights[numpy.ix_(rows, columns)], tall)
    name_columns(picture.axes, story, columns)
    write_statements(figure, story, rows, lines, tall, left, top)
    if strip:
        below = top + sum(tall) + GAP
        read = cells(figure, (left, below, cell * len(columns), ROW), story.attention[None, columns], strip)
        read.axes.set_xticks([])
        figure.text(left - GAP, below + ROW / 2, STRIP, fontsize=TEXT, ha="right",
                    va="center")
    scale(figure, (right + GAP, top, BAR, min(max(sum(tall), 0.5), 1.6)), picture, story.kind)
    note(figure, story, len(rows), len(columns), sum(heights[:4]) + 0.05)
    bars(figure, (MARGIN, sum(heights[:6]), min(max(right, width - BAR_LABEL) - MARGIN, MOST_BARS), heights[6]), story,
         chances)
    what = "attention of each hop" if story.kind == "hop" else "gates of the slots"
    style.tell(figure.figure, [f"one question about a story, {story.model}: {what} to each statement, from 0 (white) "
                               "to 1 (black)", "orange: supporting facts" if story.supports else "",
                               "bars: probabilities of the likeliest answers, green: the expected one"])
    return figure.figure


def cell_width(kind, count):
    widest = HOP if kind == "hop" else SLOT
    return max(NARROW, min(widest, widest * 24 / count))


def shown_rows(story):
    """All statements; of a long story the supporting facts and those with the greatest weights, in their order."""
    count = len(story.statements)
    peaks = abs(numpy.nan_to_num(story.weights)).max(axis=1)
    peaks[story.supports] = numpy.inf
    return numpy.sort(numpy.argsort(-peaks, kind="stable")[:min(count, MOST_ROWS)])


def shown_columns(story):
    count = story.weights.shape[1]
    if story.kind == "hop" or count <= MOST_SLOTS:
        return numpy.arange(count)
    return numpy.sort(numpy.argsort(-story.weights.max(axis=0), kind="stable")[:MOST_SLOTS])


def likeliest(story):
    """Indices of the most probable answers; ties in their order."""
    return numpy.argsort(-story.chances, kind="stable")[:MOST_ANSWERS]


def name_columns(axes, story, columns):
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    named = has_named_columns(story)
    axes.set_xticks(numpy.arange(len(columns)) + 0.5,
                    [f"hop {column + 1}" if named else str(column + 1) for column in columns])
    axes.tick_params(length=0, labelsize=TEXT if named else SMALL, pad=2)
    if not named:
        axes.set_xlabel("hop" if story.kind == "hop" else "gate of slot", fontsize=TEXT, labelpad=3)


def has_named_columns(story):
    return story.kind == "hop" and story.weights.shape[1] <= NAMED


def write_statements(figure, story, rows, lines, tall, left, top):
    """The texts, their numbers from 1, and a dot before each supporting fact."""
    for row, line, height in zip(rows, lines, tall):
        middle, supports = top + height / 2, row in story.supports
        look = {"fontsize": TEXT, "va": "center", "color": style.VERMILION if supports else "black"}
        figure.text(MARGIN + NUMBERS - 0.16, middle, row + 1, ha="right", **look | {"fontsize": SMALL})
        figure.text(MARGIN + NUMBERS - 0.08, middle, "●" if supports else "", ha="center", **look)
        figure.text(MARGIN + NUMBERS, middle, line, ha="left", linespacing=1.1, **look)
        top += height


def note(figure, story, rows, columns, top):
    """The legend of the signs."""
    said = []
    if story.supports:
        figure.text(MARGIN + NUMBERS - 0.08, top, "●", fontsize=TEXT, color=style.VERMILION, ha="center", va="top")
        said.append("supporting fact")
    if (numpy.nan_to_num(story.weights) < 0).any():
        said.append("weights outside 0 to 1: linear start")
    if numpy.isnan(story.weights).any():
        said.append("grey: too old for the memory")
    if rows < len(story.statements):
        said.append(f"{rows} of {len(story.statements)} statements: those with most weight")
    if columns < story.weights.shape[1]:
        said.append(f"{columns} of {story.weights.shape[1]} slots: those with the greatest gates")
    figure.text(MARGIN + NUMBERS, top, ";  ".join(said), fontsize=TEXT, va="top", color=style.NOTE_GREY)


def bars(figure, place, story, order):
    """The most probable answers, with the target marked if it is among them."""
    names = [story.classes[place] for place in order]
    labels = [f"{name} ✓" if name == story.answer else name for name in names]
    room = max(map(text_width, labels)) + GAP
    left, top, width, height = place
    axes = figure.axes(left + room, top, width - room, height)
    axes.barh(range(len(order)), story.chances[order], height=0.7,
              color=[style.GREEN if name == story.answer else "#9a9a9a" for name in names])
    for at, chance in enumerate(story.chances[order]):
        axes.text(chance + 0.012, at, f"{chance:.3f}", fontsize=SMALL, va="center")
    axes.set_yticks(range(len(order)), labels, fontsize=TEXT)
    axes.set_xlim(0, 1.12)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
    axes.spines["bottom"].set_bounds(0, 1)
    axes.tick_params(length=0, labelsize=SMALL)
    axes.tick_params(axis="y", labelsize=TEXT)
    axes.grid(False, axis="y")
    axes.invert_yaxis()
    axes.set_xlabel("probability", fontsize=TEXT, labelpad=2)
    right = names[0] == story.answer
    far_off = standing(story)
    figure.text(left, top - (0.3 if far_off else 0.15), f"predicted: {names[0]} ({'right' if right else 'wrong'})",
                fontsize=9, va="center")
    figure.text(left, top - 0.12, far_off, fontsize=SMALL, va="center", color=style.NOTE_GREY)


def standing(story):
    """The target's rank among all answers, if it is not among the most probable ones."""
    if story.answer in (story.classes[place] for place in likeliest(story)):
        return ""
    if story.answer not in story.classes:
        return f"the right one, {story.answer}, is not among the answers it knows"
    chance = story.chances[story.classes.index(story.answer)]
    return f"the right one, {story.answer}, has {chance:.3f} and is number {1 + int((story.chances > chance).sum())}"
