"""Tracks of inputs and outputs: squares, with what is wrong ringed."""
import numpy

from . import colours, squares
from .track import Track, number_rows

ROW, ROWS_MOST = 0.11, 1.6  # inches


def numbers_track(name, values, rings=((), ()), dots=((), ()), first=1):
    """Rows × steps of numbers; `rings` are (steps, rows), from 0, of what is wrong, `dots` of what was expected."""
    height = min(ROWS_MOST, max(2.2 * ROW, ROW * len(values)))

    def draw(axes):
        squares.draw(axes, values, squares.cell_points(axes, values.shape))
        axes.set_ylim(len(values) + 0.5, 0.5)
        number_rows(axes, len(values), lambda row: row + first)
        size = squares.cell_points(axes, values.shape)
        for (steps, rows), look in ((rings, {"markersize": max(3.5, 1.15 * size), "fillstyle": "none"}),
                                    (dots, {"markersize": max(2.5, 0.6 * size), "markeredgewidth": 0})):
            if len(steps):
                axes.plot(steps + 1, rows + 1, "o", **{"markeredgewidth": 1} | look, color=colours.WRONG, clip_on=False,
                          zorder=5)
    return Track([(name, colours.INK)], height, draw)


def output_track(trace, scored):
    """The output, with what is wrong ringed. A wrong bit says by that what was expected; of classes a dot does."""
    classes = trace["scoring"] == "classes"
    first = 0 if classes else 1  # a class has its own number, the first is 0
    values = numpy.where(scored, trace["outputs"] if classes else 2 * trace["outputs"] - 1, numpy.nan)
    if "targets" not in trace:
        return numbers_track("Output", values, first=first)
    wrong = wrong_of(trace, scored)
    what = {"bits": "bits", "classes": "answers"}.get(trace["scoring"], "kinds of digits")
    answers = scored.any(axis=0).sum() if classes else scored.sum()
    missed = wrong.any(axis=0) & (trace["targets"] > 0.5) if classes else numpy.zeros_like(wrong)
    rings, dots = (numpy.nonzero(each)[::-1] for each in (wrong, missed))
    return numbers_track(f"Output ({wrong.sum()} of {answers} {what} wrong)", values, rings, dots, first)


def wrong_of(trace, scored):
    outputs, targets = trace["outputs"], trace["targets"]
    if trace["scoring"] != "classes":
        return scored & ((outputs > 0.5) != (targets > 0.5))
    best = numpy.where(numpy.isnan(outputs), -1, outputs).argmax(axis=0)
    return scored & (numpy.arange(len(outputs))[:, None] == best) & (targets < 0.5)
