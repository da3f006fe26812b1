"""Through which windows a model looked at a picture, one after the other, before it answered.

The windows are numbered frames over the picture, joined by a line from middle to middle; beside it stands the part of
the picture in each. Where a look is through several, the coarser ones are thin and pale about the sharpest, and what
stands beside the picture is all that is seen, with the frames of the sharper ones. Where it is known what the answer is
about, that has a frame of another colour."""
import itertools
import math

import numpy
from matplotlib import patheffects

from tapehead.runs.errors import InputError

from . import picture_axes, style
from .page import TEXT, Page, text_width
from .picture_page import BOLD, HEAD, MARGIN, NOTE, Notes, instead, of_picture, shares, write_head, write_notes
from .picture_trace import read_picture
from .token_text import drawn

# All in inches.
GAP, LINE = 0.16, 0.17
LARGE, SIDE, BESIDE = 2.8, (0.82, 1.1), 4  # the picture; a glimpse's, of one window or several; the most side by side
ROOM, ASIDE = (0.16, 0.13), 4  # room for a number, across and down; how many such steps it may move aside for others
MOST = 24  # the most windows shown by themselves
BESIDE_SCALES = 3  # the most scales shown of a glimpse: with more of them the sharpest would be too small
THIN, PALE = 0.7, 0.45  # frames of the coarser windows: many overlap


def add_arguments(parser):
    parser.add_argument("trace", metavar="TRACE.h5", help="made by tapehead trace of a run that looks through windows")


def command(options):
    style.outputs(options.out)
    trace = read_picture(options.trace)
    if trace.windows is None:
        other = "; 'plot.py captions' draws its attention" if trace.weights is not None else ""
        raise InputError(f"{options.trace}: is of model {trace.model}, which looks through no windows{other}")
    style.save(draw(trace), options.out)


def draw(trace):
    style.use()
    height, width, _ = trace.picture.shape
    wide = LARGE * min(1, width / height)
    tall = wide * height / width
    shown = trace.looked[:MOST, :BESIDE_SCALES]
    beside = min(BESIDE, len(shown))
    rows = math.ceil(len(shown) / beside)
    several = trace.looked.shape[1] > 1
    side = SIDE[several]
    asked = f"asked: {' '.join(map(drawn, trace.target))}"
    said = " ".join(filter(None, instead(trace)))
    full = 2 * MARGIN + wide + GAP + beside * (side + GAP)
    full = max(full, 3.9, 2 * MARGIN + 0.25 + BOLD * text_width(f"{asked}said: {said}"))
    high = max(tall, rows * (LINE + side + 0.06))
    notes = Notes(told(trace, said), full)
    page = Page(full, HEAD + LINE + high + 0.08 + NOTE * len(notes) + MARGIN)
    write_head(page, trace, "blue: the windows it looks through, in their order" + "; coarser ones pale" * several)
    page.text(MARGIN, HEAD - 0.02, asked, fontsize=TEXT, va="top", fontweight="bold")
    if said:
        page.text(MARGIN + BOLD * text_width(asked) + 0.25, HEAD - 0.02, f"said: {said}", fontsize=TEXT, va="top",
                  color=style.VERMILION, fontweight="bold")
    axes = page.axes(MARGIN, HEAD + LINE, wide, tall)
    picture_axes.show(axes, trace.picture, 0.8)
    for window in trace.looked[:, :0:-1].swapaxes(0, 1).reshape(-1, 4):  # the coarsest windows of all glimpses first
        picture_axes.outline(axes, edges(window), picture_axes.WINDOW, THIN, PALE)
    for box in dict.fromkeys(filter(None, trace.boxes or [])):
        picture_axes.outline(axes, box)
    draw_path(axes, trace.windows, (width, height), width / wide)
    for at, windows in enumerate(shown):
        x = MARGIN + wide + GAP + at % beside * (side + GAP)
        draw_look(page, trace.picture, at, windows, x, HEAD + LINE + at // beside * (LINE + side + 0.06), side)
    write_notes(page, notes, HEAD + LINE + high + 0.08)
    style.tell(page.figure, [f"{of_picture(trace)}; blue: the windows it looks through, in their order"])
    return page.figure


def draw_path(axes, windows, size, inch):
    """Frames, the path through the centres, and numbers, which come last so that no line crosses them. size: the
    picture's; inch: one inch in its pixels."""
    halo = [patheffects.withStroke(linewidth=2.4, foreground="black")]
    for window in windows:
        picture_axes.outline(axes, edges(window), picture_axes.WINDOW, 1.0)
    axes.plot(windows[:, 0], windows[:, 1], color="white", linewidth=1.1, path_effects=halo, zorder=3)
    rooms = numpy.multiply(ROOM, inch)
    for at, (x, y) in enumerate(places(windows[:, :2], size, rooms)):
        axes.text(x, y, str(at + 1), color="white", fontsize=TEXT, fontweight="bold", ha="center", va="center",
                  path_effects=halo, zorder=4)


def places(middles, size, room):
    """Positions of the numbers: at the centres, or at the nearest position within a picture of that size (width,
    height) that has `room` (across, down)."""
    around = numpy.array(sorted(itertools.product(range(-ASIDE, ASIDE + 1), repeat=2),
                                key=lambda at: (math.hypot(*at), -at[0], -at[1])))
    taken = numpy.empty((0, 2))
    for middle in numpy.clip(middles, 0, size):
        there = middle + around * room
        there = there[((there >= 0) & (there <= size)).all(axis=1)]
        crossed = (numpy.abs(there[:, None] - taken) < numpy.multiply(room, 0.99)).all(axis=2).any(axis=1)
        best = there[numpy.argmin(crossed)]  # the first free position, else the centre
        taken = numpy.vstack([taken, best])
        yield best


def draw_look(page, picture, at, windows, x, y, side):
    """The content of a glimpse's coarsest window; beyond the picture's edge it is dark."""
    page.text(x, y, str(at + 1), fontsize=TEXT, va="top")
    left, top, right, bottom = edges(windows[-1])
    scale = side / max(right - left, bottom - top)
    axes = page.axes(x, y + LINE - 0.02, scale * (right - left), scale * (bottom - top))
    picture_axes.show(axes, picture)
    axes.set(xlim=(left, right), ylim=(bottom, top), facecolor="black")
    for sharper in windows[-2::-1]:
        picture_axes.outline(axes, edges(sharper), picture_axes.WINDOW, THIN)


def edges(window):
    x, y, wide, high = window
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def told(trace, said):
    if pointed := trace.pointing() if trace.weights is None else None:
        yield "framed in red: what it is about; " + shares(pointed, "the windows' middles lie")
    scales = trace.looked.shape[1]
    if scales > 1:
        few = f"; the sharpest {BESIDE_SCALES} stand beside the picture" if scales > BESIDE_SCALES else ""
        yield (f"each look is through {scales} windows about one middle, each twice as wide as the one before and seen "
               f"half as sharply{few}")
    if len(trace.windows) > MOST:
        yield f"{MOST} of {len(trace.windows)} windows are shown by themselves"
    yield "red: said otherwise than it should be" if said else "it answers right"
