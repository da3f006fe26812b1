"""Where a model looked in a picture as it said each word of it.

The picture stands there as it is, and then once for each word that should be said, or for the one class, with the
attention that falls on each part of it in blue: on one scale for all words. Where it is known what a word tells of, that
has a frame. A word in red below is what the model says instead, left to itself."""
import math

import matplotlib
from matplotlib import cm

from tapehead_runs.errors import InputError

from . import picture_axes, style
from .alignment_trace import END
from .page import SMALL, TEXT, Page, text_width
from .picture_trace import read_picture
from .said_beside import beside
from .token_grid import wrapped
from .token_text import drawn

# Inches.
MARGIN, GAP, HEAD, LINE = 0.12, 0.14, 0.42, 0.15
TALL, WIDEST, SIDE_BY_SIDE = 1.25, 2.4, 6.6
BAR, BAR_ROOM = 0.09, 0.62
NAME = 32  # letters of a task or a model
ITSELF = "the picture"
BOLD = 1.12  # so much wider than text_width() has it


def add_arguments(parser):
    parser.add_argument("trace", metavar="TRACE.h5", help="made by tapehead trace of a run on pictures")


def command(options):
    style.outputs(options.out)
    trace = read_picture(options.trace)
    if trace.weights is None:
        other = "; 'plot.py glimpses' draws its windows" if trace.windows is not None else ""
        raise InputError(f"{options.trace}: is of model {trace.model}, which shows no attention over the picture{other}")
    style.save(draw(trace), options.out)


def draw(trace):
    style.use()
    height, width, _ = trace.picture.shape
    wide = min(WIDEST, TALL * width / height)
    tall = wide * height / width
    said = instead(trace)
    titles = [(drawn(word), of) for word, of in zip(trace.target, said)]
    room = max(wide, text_width(ITSELF), *(BOLD * text_width(text) for pair in titles for text in pair))
    lines = 2 if any(said) else 1
    pictures = 1 + len(titles)
    across = max(1, min(pictures, int((SIDE_BY_SIDE + GAP) / (room + GAP))))
    down = math.ceil(pictures / across)
    each = lines * LINE + 0.04 + tall + GAP
    full = max(2 * MARGIN + across * (room + GAP) + BAR + BAR_ROOM, 3.9)
    notes = [line for note in notes_of(trace, said) for line in wrapped(note, full - 2 * MARGIN, SMALL)]
    page = Page(full, HEAD + down * each + 0.13 * len(notes) + MARGIN)
    write_head(page, trace, "blue: where it looks as it says the word above")
    looks = trace.looks
    most = float(looks.max())
    for at in range(pictures):
        x, y = MARGIN + at % across * (room + GAP), HEAD + at // across * each
        if at == 0:
            page.text(x, y, ITSELF, fontsize=TEXT, va="top", color=style.NOTE_GREY)
        else:
            word, other = titles[at - 1]
            page.text(x, y, word, fontsize=TEXT, va="top", fontweight="normal" if other else "bold",
                      color=style.NOTE_GREY if trace.target[at - 1] == END else "black")
            page.text(x, y + LINE, other, fontsize=TEXT, va="top", color=style.VERMILION, fontweight="bold")
        axes = page.axes(x, y + lines * LINE + 0.04, wide, tall)
        picture_axes.show(axes, trace.picture, picture_axes.DIM if at else 1)
        if at:
            picture_axes.cover(axes, looks[at - 1], most)
            if trace.boxes and trace.boxes[at - 1]:
                picture_axes.outline(axes, trace.boxes[at - 1])
    if not trace.is_sampled:
        bar(page, full - MARGIN - BAR_ROOM - BAR + 0.06, HEAD + lines * LINE + 0.04, tall, most)
    for at, line in enumerate(notes):
        page.text(MARGIN, HEAD + down * each + 0.13 * at, line, fontsize=SMALL, va="top", color=style.NOTE_GREY)
    return page.figure


def instead(trace):
    """What is said instead of each word, `–` for one that is left out; empty where it is said as it should be."""
    if trace.said is None:
        return [""] * len(trace.target)
    return [(" ".join(map(drawn, tokens)) or "–") if other else "" for tokens, other in beside(trace.target, trace.said)]


def write_head(page, trace, words):
    page.text(MARGIN, 0.08, drawn(trace.task, NAME), fontsize=10, fontweight="bold", va="top")
    page.text(page.width - MARGIN, 0.1, drawn(trace.model, NAME), fontsize=8, va="top", ha="right",
              color=style.NOTE_GREY)
    page.text(MARGIN, 0.25, words, fontsize=SMALL, va="top", color=style.NOTE_GREY)


def bar(page, left, top, height, most):
    colours = cm.ScalarMappable(matplotlib.colors.Normalize(0, most), picture_axes.veil_map())
    made = page.figure.colorbar(colours, cax=page.axes(left, top, BAR, height), ticks=[0, most / 2, most])
    made.ax.set_yticklabels([f"{tick:.2g}" for tick in (0, most / 2, most)])
    made.ax.tick_params(length=2, labelsize=SMALL)
    made.ax.grid(False)
    made.outline.set(linewidth=0.6, edgecolor="#888888")
    made.set_label("attention", fontsize=SMALL)


def notes_of(trace, said):
    if trace.is_sampled:
        yield "it looks at one part for each word"
    if pointed := trace.pointing():
        yield "framed: what the word tells of; " + shares(pointed, "the attention lies")
    if any(said):
        yield "red: said otherwise by the model left to itself"
    elif trace.said is not None:
        yield "left to itself, it says the same"


def shares(pointed, what):
    share, words = pointed
    return f"{100 * share:.0f} % of {what} within" + (f", over {words} words" if words > 1 else "")
