"""Through which windows a model looked at a picture, one after the other, before it answered.

The windows are numbered frames over the picture, joined by a line from middle to middle; beside it stands the part of the
picture in each. Where it is known what the answer is about, that has a frame of another colour."""
import math

from matplotlib import patheffects

from tapehead_runs.errors import InputError

from . import picture_axes, style
from .page import TEXT, Page, text_width
from .picture_page import BOLD, HEAD, MARGIN, NOTE, instead, lines_of, shares, write_head, write_notes
from .picture_trace import read_picture
from .token_text import drawn

# Inches.
GAP, LINE = 0.16, 0.17
LARGE, SMALL_SIDE, BESIDE = 2.8, 0.82, 4  # the picture; a window's own; so many of them side by side
MOST = 24  # windows that are shown by themselves


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
    shown = trace.windows[:MOST]
    beside = min(BESIDE, len(shown))
    rows = math.ceil(len(shown) / beside)
    asked = f"asked: {' '.join(map(drawn, trace.target))}"
    said = " ".join(filter(None, instead(trace)))
    full = 2 * MARGIN + wide + GAP + beside * (SMALL_SIDE + GAP)
    full = max(full, 3.9, 2 * MARGIN + 0.25 + BOLD * text_width(f"{asked}said: {said}"))
    high = max(tall, rows * (LINE + SMALL_SIDE + 0.06))
    notes = lines_of(told(trace, said), full)
    page = Page(full, HEAD + LINE + high + 0.08 + NOTE * len(notes) + MARGIN)
    write_head(page, trace, "blue: the windows it looks through, in their order")
    page.text(MARGIN, HEAD - 0.02, asked, fontsize=TEXT, va="top", fontweight="bold")
    if said:
        page.text(MARGIN + BOLD * text_width(asked) + 0.25, HEAD - 0.02, f"said: {said}", fontsize=TEXT, va="top",
                  color=style.VERMILION, fontweight="bold")
    axes = page.axes(MARGIN, HEAD + LINE, wide, tall)
    picture_axes.show(axes, trace.picture, 0.8)
    for box in dict.fromkeys(filter(None, trace.boxes or [])):
        picture_axes.outline(axes, box)
    draw_path(axes, trace.windows)
    for at, window in enumerate(shown):
        x = MARGIN + wide + GAP + at % beside * (SMALL_SIDE + GAP)
        draw_window(page, trace.picture, at, window, x, HEAD + LINE + at // beside * (LINE + SMALL_SIDE + 0.06))
    write_notes(page, notes, HEAD + LINE + high + 0.08)
    return page.figure


def draw_path(axes, windows):
    """Frames, the way from middle to middle, and numbers: numbers last, so that no line crosses them."""
    halo = [patheffects.withStroke(linewidth=2.4, foreground="black")]
    for window in windows:
        picture_axes.outline(axes, edges(window), picture_axes.WINDOW, 1.0)
    axes.plot(windows[:, 0], windows[:, 1], color="white", linewidth=1.1, path_effects=halo, zorder=3)
    for at, (x, y) in enumerate(places(windows)):
        axes.text(x, y, str(at + 1), color="white", fontsize=TEXT, fontweight="bold", ha="center", va="center",
                  path_effects=halo, zorder=4)


def places(windows):
    """Where the numbers stand: at the middles, those of one place side by side."""
    taken = {}
    for x, y, wide, high in windows:
        key = round(float(x) / max(float(wide), 1) * 4), round(float(y) / max(float(high), 1) * 4)
        taken[key] = taken.get(key, -1) + 1
        yield x + 0.3 * taken[key] * wide, y


def draw_window(page, picture, at, window, x, y):
    """What is in it; beyond the picture's edge is nothing, which is dark."""
    page.text(x, y, str(at + 1), fontsize=TEXT, va="top")
    left, top, right, bottom = edges(window)
    scale = SMALL_SIDE / max(right - left, bottom - top)
    axes = page.axes(x, y + LINE - 0.02, scale * (right - left), scale * (bottom - top))
    picture_axes.show(axes, picture)
    axes.set(xlim=(left, right), ylim=(bottom, top), facecolor="black")


def edges(window):
    x, y, wide, high = window
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def told(trace, said):
    if pointed := trace.pointing() if trace.weights is None else None:
        yield "framed in red: what it is about; " + shares(pointed, "the windows' middles lie")
    if len(trace.windows) > MOST:
        yield f"{MOST} of {len(trace.windows)} windows are shown by themselves"
    yield "red: said otherwise than it should be" if said else "it answers right"
