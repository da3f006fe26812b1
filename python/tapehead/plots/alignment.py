"""Where a model looked in its source as it said each token of its answer.

The source stands across, what should be said down; a cell says how much of the attention falls on a token of the
source, from 0 (white) to 1 (dark) in every picture. Of several heads the first picture is their mean; then come as many
as there is room for. Where it is known what each token comes from, that cell has a frame. On the right stands what the
model says in free decoding, where that is something else."""
import math

from matplotlib import patches

from tapehead.runs.errors import InputError

from . import style
from .alignment_trace import read_answer
from .page import SMALL, TEXT, Page, text_width
from .picture_page import NOTE, Notes, write_notes
from .said_beside import beside
from .token_grid import LINE, PAD, TokenGrid, bar, columns_that_fit, wrapped
from .token_text import drawn

# All in inches.
MARGIN, GAP, BELOW = 0.12, 0.22, 0.2   # between pictures, side by side and one above the other
SIDE_BY_SIDE, HIGHEST = 8.5, 18.0      # the room for several heads' pictures, across and down
HEAD, BAR, BAR_ROOM = 0.42, 0.09, 0.55
LEAST_WIDTH, LEAST_PICTURE, LEAST_BAR = 3.9, 0.9, 0.5
NAME = 32  # characters of a task's or model's name
SAID = "free decoding"


def add_arguments(parser):
    parser.add_argument("trace", metavar="TRACE.h5", help="made by tapehead trace of a run whose answers are said")


def command(options):
    style.outputs(options.out)
    trace = read_answer(options.trace)
    if trace.weights is None:
        raise InputError(f"{options.trace}: is of model {trace.model}, which does not show where it looks in its "
                         "source; this figure draws models with attention")
    style.save(draw(trace), options.out)


def draw(trace):
    style.use()
    grid = TokenGrid(trace.source, trace.target)
    said = None if trace.said is None or trace.said == trace.target else beside(trace.target, trace.said)
    words = [" ".join(map(drawn, tokens)) for tokens, _ in said or []]
    beside_room = 1.1 * max(map(text_width, [SAID, *words])) + 2 * PAD if said else 0
    pictures, width = pictures_of(trace), max(grid.width, LEAST_PICTURE)
    titles = [wrapped(title, width) for title, _ in pictures]
    title_room = LINE * max(map(len, titles)) + PAD if len(pictures) > 1 else 0
    across = columns_that_fit(len(pictures), SIDE_BY_SIDE - grid.side, width, GAP)
    each = title_room + grid.head + max(grid.height, LEAST_BAR) + BELOW
    down = min(math.ceil(len(pictures) / across), max(1, int(HIGHEST / each)))
    kept = pictures[:across * down]
    left, right = MARGIN + grid.side, MARGIN + grid.side + across * (width + GAP) - GAP
    full = max(right + beside_room + GAP + BAR + BAR_ROOM, LEAST_WIDTH)
    notes = Notes(notes_of(trace, said, len(kept), len(pictures)), full)
    page = Page(full, HEAD + down * each + NOTE * len(notes) + MARGIN)
    write_head(page, trace)
    for at, (_, weights) in enumerate(kept):
        x, y = left + at % across * (width + GAP), HEAD + at // across * each
        page.text(x, y, "\n".join(titles[at]), fontsize=TEXT, va="top", linespacing=1.05)
        y += title_room + grid.head
        mesh = grid.draw(page, x, y, weights)
        grid.name_across(page, x, y)
        if at % across == 0:
            grid.name_down(page, x, y)
        frame(mesh.axes, trace.aligned)
        if at == min(across, len(kept)) - 1:
            write_said(page, grid, said, words, right + PAD, y)
            bar(page, (right + beside_room + GAP, y, BAR, min(max(grid.height, LEAST_BAR), 1.6)), mesh, "attention",
                [0, 0.5, 1])
    write_notes(page, notes, HEAD + down * each)
    style.tell(page.figure, [f"one answer of {drawn(trace.model, NAME)} on {drawn(trace.task, NAME)}: attention to "
                             "each token of the source (across) at each said (down), from 0 (white) to 1 (black)"])
    return page.figure


def pictures_of(trace):
    """[(title, weights)]: for several heads their mean first."""
    if len(trace.weights) == 1:
        return [("", trace.weights[0])]
    heads = [(f"head {at}", weights) for at, weights in enumerate(trace.weights, start=1)]
    return [(f"mean of {len(heads)} heads", trace.weights.mean(axis=0)), *heads]


def write_head(page, trace):
    page.text(MARGIN, 0.08, drawn(trace.task, NAME), fontsize=10, fontweight="bold", va="top")
    page.text(page.width - MARGIN, 0.1, drawn(trace.model, NAME), fontsize=8, va="top", ha="right",
              color=style.NOTE_GREY)
    page.text(MARGIN, 0.25, "across: the source; down: what should be said", fontsize=SMALL, va="top",
              color=style.NOTE_GREY)


def frame(axes, aligned):
    """Frames the cells of the source token that each target token comes from."""
    for row, place in enumerate(aligned or []):
        if place is not None:
            axes.add_patch(patches.Rectangle((place, row), 1, 1, fill=False, edgecolor=style.VERMILION, linewidth=1.1))


def write_said(page, grid, said, words, left, top):
    """The model's own answer, row by row: deviations in bold, omissions as a dash."""
    if not said:
        return
    page.text(left, top - PAD, SAID, fontsize=TEXT, va="bottom", color=style.NOTE_GREY)
    for row, ((tokens, other), text) in enumerate(zip(said, words)):
        page.text(left, top + grid.row_middle(row), text if tokens else "–", fontsize=TEXT, va="center",
                  color=style.VERMILION if other else style.NOTE_GREY, fontweight="bold" if other else "normal")


def notes_of(trace, said, kept, pictures):
    if trace.aligned:
        right, asked = trace.found()
        whose = " on the mean" if pictures > 1 else ""
        yield f"framed: what the token comes from; the greatest weight{whose} is there for {right} of {asked}"
    if said:
        yield "bold: said otherwise than it should be"
    elif trace.said is not None:
        yield "free decoding says the same"
    if kept < pictures:
        yield f"{kept - 1} of {pictures - 1} heads" if kept > 1 else f"the mean of {pictures - 1} heads alone"
