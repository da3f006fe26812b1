"""Tracks of inputs and outputs: squares, with what is wrong ringed."""
import numpy

from . import colours, squares
from .track import Track, number_rows

ROW, ROWS_MOST = 0.11, 1.6  # inches


def numbers_track(name, values, rings=None, first=1):
    """Rows × steps of numbers; `rings` are (steps, rows), from 0, of what is wrong."""
    height = min(ROWS_MOST, max(2.2 * ROW, ROW * len(values)))

    def draw(axes):
        squares.draw(axes, values, squares.cell_points(axes, values.shape))
        axes.set_ylim(len(values) + 0.5, 0.5)
        number_rows(axes, len(values), lambda row: row + first)
        if rings is not None and len(rings[0]):
            size = squares.cell_points(axes, values.shape)
            axes.plot(rings[0] + 1, rings[1] + 1, "o", markersize=max(3.5, 1.15 * size), fillstyle="none",
                      color=colours.WRONG, markeredgewidth=1, clip_on=False, zorder=5)
    return Track([(name, colours.INK)], height, draw)


def output_tracks(trace, scored):
    classes = trace["scoring"] == "classes"
    first = 0 if classes else 1  # a class has its own number, the first is 0
    found, wrong = [], wrong_of(trace, scored) if "targets" in trace else None
    for name, words in (("targets", "Expected"), ("outputs", "Output")):
        if name not in trace:
            continue
        values = numpy.where(scored, trace[name] if classes else 2 * trace[name] - 1, numpy.nan)
        rings = None
        if name == "outputs" and wrong is not None:
            rows, steps = numpy.nonzero(wrong)
            rings, what = (steps, rows), {"bits": "bits", "classes": "answers"}.get(trace["scoring"], "kinds of digits")
            answers = scored.any(axis=0).sum() if classes else scored.sum()
            words = f"Output ({wrong.sum()} of {answers} {what} wrong)"
        found.append(numbers_track(words, values, rings, first))
    return found


def wrong_of(trace, scored):
    outputs, targets = trace["outputs"], trace["targets"]
    if trace["scoring"] != "classes":
        return scored & ((outputs > 0.5) != (targets > 0.5))
    best = numpy.where(numpy.isnan(outputs), -1, outputs).argmax(axis=0)
    return scored & (numpy.arange(len(outputs))[:, None] == best) & (targets < 0.5)
