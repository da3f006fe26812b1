"""The tracks of a score, always in this order: phases, inputs, where is written and read, outputs, what else the memory
keeps of its slots, the gates and strengths of each head, and vectors where no weighting says where they go."""
import numpy

from tapehead.plots import panels
from tapehead.runs.traces import HEAD, PLACES, SIDES, upper

from . import colours, phases, squares
from .head_lines import line_tracks
from .numbers import numbers_track, output_track
from .track import Track, draw_image, number_rows
from .weightings import Pair

KEPT = ("usage", "allocation", "least-used", "directions")  # of the slots, beside the weightings; as in the pages
LINKS = "Links: what was written after the last read"
SHADES = {phases.INPUT: colours.PALE, phases.MARK: "#c9ced3", phases.PAUSE: "white"}  # others are answers
PAIR, KEPT_HEIGHT, VECTORS, PHASES = 1.25, 0.7, 0.9, 0.17  # inches


def of(trace):
    """The tracks of a trace (tapehead.plots.trace)."""
    views, scored = trace["views"], phases.scored_of(trace)
    pairs = pairs_of(views)
    spans = phases.spans(phases.by_step(trace["inputs"], scored))
    found = [Track([], PHASES, lambda axes: draw_phases(axes, spans)),
             numbers_track("Input", squares.as_said(trace["inputs"], phases.bits_of(trace["inputs"], len(scored))))]
    for pair in pairs:
        found += pair_tracks(pair)
    found.append(output_track(trace, scored))
    if pairs:
        found += kept_tracks(views, pairs[0])
    turn = pairs[0].axis.turn if pairs else 1
    found += [track for side in (*SIDES, "") for track in line_tracks(views, side, trace["parts"], turn)]
    return found + ([] if any(pair.what == PLACES[0] for pair in pairs) else vector_tracks(views))


def pairs_of(views):
    """The last weightings of both sides, which are where the heads look, by part of the model; and weightings over a
    list that grows by an entry a step, two at a time."""
    sides, alone = {}, {}
    for each in views:
        if each.is_weighting and each.columns == HEAD and each.side and each.rows in PLACES:
            sides.setdefault((each.rows, each.place), {})[each.side] = each
        elif each.is_weighting and each.columns == HEAD and each.rows in PLACES:
            alone.setdefault(each.rows, []).append(each)
    found, is_ring = [], any(each.rows == "shift" for each in views)
    for (rows, _), pair in sides.items():
        others = alone.pop(rows, [])
        pair = ({"write": others[0]} if others else {}) | pair
        both = Pair(pair.get("write"), pair.get("read"), rows, is_ring)
        found += [both] if both.alike else [Pair(both.write, None, rows), Pair(None, both.read, rows)]
    for rows, others in alone.items():
        found += [Pair(*(others[at:at + 2] + [None])[:2], rows) for at in range(0, len(others), 2)]
    return found


def pair_tracks(pair):
    axis, heads = pair.axis, pair.heads()
    words = [(f"■ {title(each)}", colours.SIDES[side])
             for side, each in (("write", pair.write), ("read", pair.read)) if each]
    found = []
    for head in range(heads):
        numbered = [(f"head {head + 1}", colours.GREY)] if heads > 1 else []
        image = colours.two_hues(*pair.of_head(head))
        found.append(Track((words if head == 0 else []) + numbered, PAIR if heads == 1 else PAIR * 0.6,
                           lambda axes, image=image: draw_image(axes, image, axis.number),
                           axis.label if head == 0 else pair.what))
    return found


def title(view):
    """`Write weighting`; a name that begins with a capital letter is the title itself."""
    if view.title[:1].isupper():
        return view.title
    return upper(" ".join(filter(None, [view.place, "" if view.is_vector else view.side, view.title])))


def draw_phases(axes, found):
    for name, first, last in found:
        axes.axvspan(first - 0.5, last + 0.5, color=SHADES.get(name, colours.RULE), linewidth=0)
        axes.axvline(first - 0.5, color="white", linewidth=1)
    axes.spans = found  # the sheet names those that are wide enough
    axes.set(ylim=(0, 1), yticks=[])


def kept_tracks(views, pair):
    """What the memory keeps of each slot, on the axis of the heads: the greatest of all heads."""
    axis, found = pair.axis, []
    kept = {word: [each for each in views if each.name.rpartition("/")[2] == word] for word in KEPT}
    for each in [each for word in KEPT for each in kept[word]]:
        if each.rows != PLACES[0] or each.slots is not None or each.values.shape[2] != len(axis.numbers):
            continue
        onward = onward_columns(each)
        values = each.values[:, onward] if onward else each.values
        found.append(kept_track(LINKS if onward else upper(each.title), values.max(axis=1), axis))
    return found


def onward_columns(view):
    """The columns that follow links forward; their names are repeated for each head."""
    names = view.columns if isinstance(view.columns, list) else [""]
    return [at for at in range(view.values.shape[1]) if names[at % len(names)].startswith("forward")]


def kept_track(name, values, axis):
    most = max(1.0, float(numpy.nanmax(values)))  # of a least recently used access, usage adds up
    image = numpy.repeat(1 - numpy.clip(values[:, axis.order].T / most, 0, 1)[..., None], 3, axis=2)
    title = f"{name} (black {most:.3g})" if most > 1.005 else name
    return Track([(title, colours.INK)], KEPT_HEIGHT, lambda axes: draw_image(axes, image, axis.number), "slot")


def vector_tracks(views):
    """The last vectors of each side in each part of the model, the heads below one another."""
    last = {(each.place, each.side): each for each in views if each.is_vector and each.side}
    found = []
    for each in last.values():
        low, high, scale = panels.vector_scale([each.values], [each.range])
        ends = f"black {high:g}" if low >= 0 else f"blue −{high:g}, orange {high:g}"
        steps, heads, width = each.values.shape
        values = each.values.reshape(steps, heads * width).T
        found.append(Track([(f"{title(each)} ({ends})", colours.INK)], VECTORS,
                           lambda axes, values=values, low=low, high=high, scale=scale:
                           draw_vectors(axes, values, low, high, scale),
                           "component" if heads == 1 else f"{heads} heads"))
    return found


def draw_vectors(axes, values, low, high, scale):
    panels.show(axes, values, low, high, scale)
    number_rows(axes, len(values), lambda row: row + 1)
