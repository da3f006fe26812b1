"""One episode from the inside: the NTM paper's figure (Graves, Wayne, Danihelka 2014, fig. 6).

On the left what goes in: inputs, what is added, where it is written; on the right what comes out: outputs (over their
targets), what is read, and where. What was watched says itself which of these it is. Time runs along x. Bits and
weightings are on a fixed grey scale from 0 (white) to 1 (black), never stretched to the data, so that figures can be
compared; values outside it are coloured. Steps and bits that are not scored are tinted; a scored bit on the wrong side
of a half is ringed, and where answers are classes, one that is held for the most probable and is not the target. Of a
large memory only the used slots are shown, as the axis says; of one so large that the trace has but the slots that were
chosen, each of these is a point. A model without memory has only the first row; one with a
stack, a queue or a deque has in place of weightings the strengths of its entries, one a step."""
import numpy
from matplotlib import pyplot, ticker

from tapehead.runs.traces import HEAD, upper

from . import panels, style
from .slots import USED, chosen_by, describe, shown_slots, used_of_chosen
from .trace import read_trace

# All in inches. The layout is by hand: the columns share one time axis, so all pictures of a column must begin and end
# at the same x, which automatic layout does not keep once two labels differ in width.
WIDTH, LEFT, RIGHT, TOP, BOTTOM = 7.2, 0.6, 0.72, 0.3, 0.45
BETWEEN_COLUMNS, BETWEEN_ROWS, BETWEEN_HEADS = 0.68, 0.36, 0.07
BITS, VECTORS, WEIGHTINGS = 1.6, 1.0, 1.3  # heights of the rows, the last two per head
MORE_HEADS = 0.5                           # added for each further head
NAMES = {"bits": "bit", "classes": "class", "digits": "digit"}
POINT = 4                                  # area of a chosen slot, in square points
COLUMN = (WIDTH - LEFT - RIGHT - BETWEEN_COLUMNS) / 2


def add_arguments(parser):
    parser.add_argument("trace", metavar="TRACE.h5", help="made by tapehead trace")


def command(options):
    style.outputs(options.out)
    style.save(draw(read_trace(options.trace)), options.out)


def draw(trace):
    style.use()
    rows = rows_of(trace["views"])
    figure, cells = lay_out([BITS] + [height + MORE_HEADS * (most_heads(row) - 1) for row, _, height in rows])
    bits_row(figure, cells[0], trace)
    for cell, (row, draw_row, _) in zip(cells[1:], rows):
        draw_row(figure, cell, row)
    label_time(figure)
    return figure


def rows_of(views):
    """[((left, right), how to draw it, height)], left or right None if absent: for each part of the model its heads'
    vectors and their final weightings, the last ones shown. Quantities without heads take that place or a row of their
    own: the strengths of a stack's entries."""
    vectors, weightings, alone = {}, {}, {}
    for each in views:
        if each.is_vector and each.side:
            vectors.setdefault(each.place, {})[each.side] = each
        elif each.is_weighting and each.columns == HEAD and each.side:
            weightings.setdefault((each.rows, each.place), {})[each.side] = each
        elif each.is_weighting and each.columns == HEAD:
            alone.setdefault(each.rows, []).append(each)
    pairs = [(sides, vectors_row, VECTORS) for sides in vectors.values()]
    for (rows, _), sides in weightings.items():
        others = alone.pop(rows, [])
        pairs.append(({"write": others[0]} | sides if others else sides, weightings_row, WEIGHTINGS))
    for others in alone.values():
        pairs += [(dict(zip(("write", "read"), others[at:at + 2])), weightings_row, WEIGHTINGS)
                  for at in range(0, len(others), 2)]
    return [((sides.get("write"), sides.get("read")), draw_row, height) for sides, draw_row, height in pairs]


def most_heads(row):
    return max(each.values.shape[1] for each in row if each)


def lay_out(heights):
    """The figure and the two cells of each row."""
    height = TOP + sum(heights) + BETWEEN_ROWS * (len(heights) - 1) + BOTTOM
    figure = pyplot.figure(figsize=(WIDTH, height))
    grid = figure.add_gridspec(len(heights), 2, height_ratios=heights, left=LEFT / WIDTH, right=1 - RIGHT / WIDTH,
                               bottom=BOTTOM / height, top=1 - TOP / height, wspace=BETWEEN_COLUMNS / COLUMN,
                               hspace=BETWEEN_ROWS * len(heights) / sum(heights))
    return figure, [(grid[row, 0], grid[row, 1]) for row in range(len(heights))]


def stack(figure, cell, count, gap, label):
    """`count` axes stacked in a cell, `gap` inches apart, with one common label."""
    place = cell.get_position(figure)
    each = (place.height * figure.get_figheight() - gap * (count - 1)) / count
    figure.text(place.x0 - 0.47 / WIDTH, (place.y0 + place.y1) / 2, label, rotation=90, fontsize=8,
                ha="center", va="center")
    return [figure.add_subplot(one) for one in cell.subgridspec(count, 1, hspace=gap / each)]


def bar_axes(figure, row):
    place = row[1].get_position(figure)
    return figure.add_axes([place.x1 + 0.1 / WIDTH, place.y0, 0.09 / WIDTH, place.height])


def bits_row(figure, row, trace):
    first = 0 if trace["scoring"] == "classes" else 1  # a class has its own number, the first is 0
    scale = (0, 1, panels.grey())
    [inputs] = stack(figure, row[0], 1, 0, "feature")
    inputs.set_title("Inputs")
    pictures = [panels.show(inputs, trace["inputs"], *scale)]
    scored = trace["mask"] > 0 if "mask" in trace else ~numpy.isnan(trace["outputs"])
    names = [name for name in ("targets", "outputs") if name in trace]
    rows = stack(figure, row[1], len(names), BETWEEN_ROWS - 0.08, NAMES[trace["scoring"]])
    for name, axes in zip(names, rows):
        tinted = " (tinted: not scored)" if name == "targets" and not scored.all() else ""
        axes.set_title(name.capitalize() + tinted)
        pictures.append(panels.show(axes, numpy.where(scored, trace[name], numpy.nan), *scale, first))
    if "targets" in trace:
        ring_wrong(axes, trace, scored, first)
    panels.colour_bar(figure, bar_axes(figure, row), pictures, "bit or probability")


def ring_wrong(axes, trace, scored, first):
    outputs, targets = trace["outputs"], trace["targets"]
    if trace["scoring"] == "classes":
        answered = numpy.arange(len(outputs))[:, None] == outputs.argmax(axis=0)
        wrong, answers, what = scored & answered & (targets < 0.5), scored.any(axis=0).sum(), "answers"
    else:
        wrong, answers = scored & ((outputs > 0.5) != (targets > 0.5)), scored.sum()
        what = "bits" if trace["scoring"] == "bits" else "kinds of digits"
    bits, steps = numpy.nonzero(wrong)
    axes.plot(steps + 1, bits + first, "o", markersize=3.5, fillstyle="none", color=style.VERMILION,
              markeredgewidth=0.8)
    axes.set_title(f"Outputs ({wrong.sum()} of {answers} {what} wrong)")


def vectors_row(figure, cell, row):
    there = [each for each in row if each]
    least, most, colours = panels.vector_scale([each.values for each in there], [each.range for each in there])
    pictures = heads_row(figure, cell, row, (least, most, colours))
    panels.colour_bar(figure, bar_axes(figure, cell), pictures, f"value, {least:g} to {most:g}")


def weightings_row(figure, cell, row):
    """Weightings over slots, or over a list that grows by one entry per step: one row per entry, from the step of its
    push."""
    if any(each.slots is not None for each in row if each):
        return chosen_row(figure, cell, row)
    there = [each.values.transpose(1, 2, 0) for each in row if each]
    alike = len({heads.shape[1] for heads in there}) == 1
    shown = [shown_slots(there if alike else [each.values.transpose(1, 2, 0)]) if each else [] for each in row]
    pictures = heads_row(figure, cell, row, (0, 1, panels.grey()), shown)
    panels.colour_bar(figure, bar_axes(figure, cell), pictures, "weight")


def chosen_row(figure, cells, row):
    """The chosen slots of a very large memory, one point each, on an axis of all slots that any head uses."""
    there = [each for each in row if each]
    used = used_of_chosen(there)
    greys, pictures = panels.grey(), []
    for cell, each in zip(cells, row):
        if each is None:
            continue
        label = f"{each.rows} ({len(used):,} used of {each.count:,})"
        for head, axes in enumerate(stack(figure, cell, each.values.shape[1], BETWEEN_HEADS, label)):
            steps, slots, weights = chosen_by(each, head)
            order = weights.argsort(kind="stable")  # draw the heaviest last, on top
            empty = numpy.zeros((max(1, len(used)), len(each.values)))
            pictures.append(panels.show(axes, empty, 0, 1, greys))
            axes.scatter(steps[order] + 1, numpy.searchsorted(used, slots[order]) + 1, s=POINT, c=weights[order],
                         cmap=greys, vmin=0, vmax=1, linewidths=0)
            axes.set_title(title(each) if head == 0 else "")
            if each.values.shape[1] > 1:
                axes.set_ylabel(f"head {head + 1}", fontsize=7, labelpad=1)
            number_slots(axes, used)
    panels.colour_bar(figure, bar_axes(figure, cells), pictures, f"weight ({USED} or more)")


def heads_row(figure, cells, row, scale, shown=(None, None)):
    """The two cells of a row: each quantity's heads, stacked; `shown` are the rows shown of each."""
    pictures = []
    for cell, each, rows in zip(cells, row, shown):
        if each is None:
            continue
        heads = each.values.transpose(1, 2, 0)
        label = each.rows if rows is None else describe(rows, heads.shape[1], each.rows)
        for head, (values, axes) in enumerate(zip(heads, stack(figure, cell, len(heads), BETWEEN_HEADS, label)), 1):
            pictures.append(panels.show(axes, values if rows is None else values[rows], *scale))
            axes.set_title(title(each) if head == 1 else "")
            if len(heads) > 1:
                axes.set_ylabel(f"head {head}", fontsize=7, labelpad=1)
            if rows is not None:
                number_slots(axes, rows)
    return pictures


def title(view):
    """`What is added`, `Write weighting`: a quantity that both sides have gets its side in the title. A name that
    begins with a capital letter is the title itself."""
    if view.title[:1].isupper():
        return view.title
    return upper(" ".join(filter(None, [view.place, "" if view.is_vector else view.side, view.title])))


def number_slots(axes, shown):
    """Ticks carry the slots' own numbers, counted from 1, wherever the shown range begins."""
    axes.yaxis.set_major_formatter(ticker.FuncFormatter(
        lambda place, _: str(shown[int(place) - 1] + 1) if place == int(place) and 1 <= place <= len(shown) else ""))


def label_time(figure):
    """The columns share the time axis: only each column's last picture numbers the steps."""
    pictures = [axes for axes in figure.axes if axes.images]
    for axes in pictures:
        left, bottom = axes.get_position().p0
        lowest = all(bottom <= other.get_position().y0 for other in pictures if other.get_position().x0 == left)
        axes.xaxis.set_major_locator(ticker.MaxNLocator(6, integer=True, steps=panels.ROUND))
        axes.tick_params(labelbottom=lowest)
        axes.set_xlabel("time step" if lowest else "")
