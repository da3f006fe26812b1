"""Where a model looked in a picture as it said each word of it.

The picture stands there as it is, and then once for each word that should be said, or for the one class, with the
attention that falls on each part of it in blue: on one scale for all words. Where it is known what a word tells of,
that has a frame. A word in red below is what the model says instead in free decoding."""
import math

import matplotlib
from matplotlib import cm

from tapehead.runs.errors import InputError

from . import picture_axes, style
from .alignment_trace import END
from .page import SMALL, TEXT, Page, text_width
from .picture_page import BOLD, HEAD, MARGIN, NOTE, Notes, instead, of_picture, shares, write_head, write_notes
from .picture_trace import read_picture
from .token_text import drawn

# All in inches.
GAP, LINE = 0.14, 0.15
TALL, WIDEST, SIDE_BY_SIDE = 1.25, 2.4, 6.6
BAR, BAR_ROOM = 0.09, 0.62
ITSELF = "the picture"


def add_arguments(parser):
    parser.add_argument("trace", metavar="TRACE.h5", help="made by tapehead trace of a run on pictures")


def command(options):
    style.outputs(options.out)
    trace = read_picture(options.trace)
    if trace.weights is None:
        other = "; 'plot.py glimpses' draws its windows" if trace.windows is not None else ""
        raise InputError(f"{options.trace}: is of model {trace.model}, which shows no attention over the "
                         f"picture{other}")
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
    notes = Notes(notes_of(trace, said), full)
    page = Page(full, HEAD + down * each + NOTE * len(notes) + MARGIN)
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
    write_notes(page, notes, HEAD + down * each)
    style.tell(page.figure, [f"{of_picture(trace)}; blue: where it looks as it says the word above"])
    return page.figure


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
        yield "red: said otherwise in free decoding"
    elif trace.said is not None:
        yield "free decoding says the same"
