"""What a model's answers depend on: the norm of each output's derivative by each step of its inputs.

Inputs stand across, answers down; a cell says by how much the answer's logits change with that step's input, to first
order, from 0 (white) to the picture's own greatest (dark): norms of two models have no common measure. Beside them
stands, where the file has it, the same of random weights, which is what any such network shows before it has learned
anything, and where the model shows that it looks. Rank correlations (Spearman) say how far they put the same steps
first."""
import numpy

from . import style
from .alignment import BAR, GAP, HEAD, LEAST_BAR, LEAST_WIDTH, MARGIN, NAME
from .jacobian_file import read_jacobian
from .page import SMALL, TEXT, Page
from .token_grid import LINE, PAD, TokenGrid, bar, columns_that_fit, wrapped
from .token_text import drawn

# All in inches.
SCALE = 0.5               # colour bar beside each picture
LEAST_PICTURE = 1.3
BETWEEN = 0.26             # vertical gap
WIDEST = 13.0


def add_arguments(parser):
    parser.add_argument("file", metavar="FILE.h5", help="made by tapehead jacobian")


def command(options):
    style.outputs(options.out)
    style.save(draw(read_jacobian(options.file)), options.out)


def draw(found):
    style.use()
    parts = [(TokenGrid(each.steps, found.answers), pictures_of(each)) for each in found.inputs]
    side = MARGIN + max(grid.side for grid, _ in parts)
    step = max(LEAST_PICTURE, max(grid.width for grid, _ in parts)) + PAD + BAR + SCALE  # to the next picture
    across = columns_that_fit(max(len(pictures) for _, pictures in parts), WIDEST - side, step, 0)
    rows = [(grid, pictures[at:at + across]) for grid, pictures in parts for at in range(0, len(pictures), across)]
    titles = [[wrapped(title, step - GAP) for title, _, _ in pictures] for _, pictures in rows]
    heads = [LINE * max(map(len, lines)) + PAD + grid.head for lines, (grid, _) in zip(titles, rows)]
    tall = sum(heads) + sum(max(grid.height, LEAST_BAR) + BETWEEN for grid, _ in rows)
    page = Page(max(LEAST_WIDTH, side + across * step), HEAD + tall)
    write_head(page, found)
    top = HEAD
    for (grid, pictures), lines, head in zip(rows, titles, heads):
        grid.name_down(page, side, top + head)
        for at, ((_, values, most), words) in enumerate(zip(pictures, lines)):
            left = side + at * step
            page.text(left, top, "\n".join(words), fontsize=TEXT, va="top", linespacing=1.05)
            grid.name_across(page, left, top + head)
            mesh = grid.draw(page, left, top + head, values, most)
            bar(page, (left + grid.width + PAD, top + head, BAR, min(max(grid.height, LEAST_BAR), 1.2)), mesh, "",
                [0, most])
        top += head + max(grid.height, LEAST_BAR) + BETWEEN
    whose = f"{drawn(found.model, NAME)} on {drawn(found.task, NAME)}"
    style.tell(page.figure, [f"norms of the derivatives of each output (down) by each input (across) in one episode of "
                             f"{whose}, from 0 (white) to the greatest of a picture (black)",
                             "rank correlations are Spearman's"])
    return page.figure


def write_head(page, found):
    page.text(MARGIN, 0.08, drawn(found.task, NAME), fontsize=10, fontweight="bold", va="top")
    page.text(page.width - MARGIN, 0.1, drawn(found.model, NAME), fontsize=8, va="top", ha="right",
              color=style.NOTE_GREY)
    page.text(MARGIN, 0.25, "across: the input; down: answers; norms: colours up to each picture's greatest",
              fontsize=SMALL, va="top", color=style.NOTE_GREY)


def pictures_of(each):
    """[(title, values, upper end of the scale)]: norms, norms of random weights, attention."""
    found = [(f"‖∂ output / ∂ {drawn(each.name)}‖", each.norms, end(each.norms))]
    if each.control is not None:
        found.append((f"of random weights (rank correlation {correlation(each.norms, each.control)})", each.control,
                      end(each.control)))
    if each.attention is not None:
        found.append((f"attention (rank correlation {correlation(each.norms, each.attention)})", each.attention, 1))
    return found


def end(values):
    return float(values.max()) or 1.0


def correlation(one, other):
    """Spearman's rank correlation, with mean ranks for ties, over steps where either value is positive: steps that
    cannot contribute, such as later ones, would agree by construction. A dash if one of the two is constant."""
    either = (one > 0) | (other > 0)
    ranks = [mean_ranks(each[either]) for each in (one, other)]
    if not either.any() or any(numpy.ptp(each) == 0 for each in ranks):
        return "–"
    return f"{numpy.corrcoef(*ranks)[0, 1]:.2f}".replace("-", "−")


def mean_ranks(values):
    _, place, counts = numpy.unique(values, return_inverse=True, return_counts=True)
    return (numpy.cumsum(counts) - (counts - 1) / 2)[place]
