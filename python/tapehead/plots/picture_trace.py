"""Reads the trace of an episode about a picture: the picture, the answer, and where the model looked."""
import dataclasses
import math

import numpy

from tapehead.runs.errors import InputError
from tapehead.runs.traces import MADE_BY, PICTURE, opened, text

from .alignment_trace import END, WEIGHTS, said_at
from .datasets import numbers, shape, texts

WINDOWS, BOXES, GRID = "glimpses", "boxes", "grid"


@dataclasses.dataclass
class PictureTrace:
    task: str
    model: str
    picture: numpy.ndarray  # height x width x channels, 0 to 1
    target: list            # texts: the target's words including its end token, or one class
    said: list              # the model's own answer, including its end token; None if not traced
    steps: range            # the step at which each target word is emitted
    # Each word's box (left, top, right, bottom) in pixels, None for a word without one; None as a whole if unknown.
    boxes: list
    weights: numpy.ndarray  # heads x words x rows x columns of cells; None: no attention over the picture
    # Glimpses x scales x (centre x, centre y, width, height) in pixels, the sharpest scale first; None: the model uses
    # no windows.
    looked: numpy.ndarray

    @property
    def windows(self):
        """The sharpest window of each glimpse: glimpses x 4."""
        return None if self.looked is None else self.looked[:, 0]

    @property
    def looks(self):
        """Summed over heads: words x rows x columns of cells, each word's sum 1 if it looks at anything."""
        summed = self.weights.sum(axis=0)
        whole = summed.sum(axis=(1, 2), keepdims=True)
        return numpy.divide(summed, whole, out=numpy.zeros_like(summed), where=whole > 0)

    @property
    def is_sampled(self):
        """Whether each look attends to exactly one cell."""
        looks = self.looks
        return bool(((looks == 0) | (looks == 1)).all())

    def pointing(self):
        """(mean share of attention, or of windows, within the box; number of words): the metric `pointing` for this
        episode; None without a box or a look."""
        boxed = [(at, box) for at, box in enumerate(self.boxes or []) if box is not None]
        if not boxed or self.weights is None and self.windows is None:
            return None
        looks = self.looks if self.weights is not None else None
        shares = [of_windows(self.windows, box) if looks is None else self.of_cells(looks[at], box)
                  for at, box in boxed]
        return sum(shares) / len(shares), len(boxed)

    def of_cells(self, look, box):
        """The share of a look within a box; a cell counts by the share of its area."""
        down, across = (overlaps(count, length, low, high) for count, length, low, high in
                        zip(look.shape, self.picture.shape, (box[1], box[0]), (box[3], box[2])))
        return float(down @ look @ across)


def of_windows(windows, box):
    x, y = windows[:, 0], windows[:, 1]
    return float(((box[0] <= x) & (x < box[2]) & (box[1] <= y) & (y < box[3])).mean())


def overlaps(count, length, low, high):
    """For each of `count` equal parts of a length, the share of it between `low` and `high`."""
    edges = numpy.linspace(0, length, count + 1)
    return numpy.clip(numpy.minimum(edges[1:], high) - numpy.maximum(edges[:-1], low), 0, None) * count / length


def read_picture(path):
    """Raises InputError if the file is no trace of such an episode."""
    with opened(path) as file:
        if PICTURE not in file:
            raise InputError(f"{path}: holds no picture; 'tapehead trace DIR --out FILE.h5' writes one "
                             f"of a run on a task of pictures, such as fashion")
        picture = numbers(file, path, PICTURE, 3)
        target, said = texts(file, path, "target"), texts(file, path, "said") if "said" in file else None
        if not target or 0 in picture.shape:
            raise InputError(f"{path}: '{PICTURE}' is {shape(picture)}, and 'target' has {len(target)} "
                             f"words; {MADE_BY}")
        if said is not None and target[-1] == END:
            said.append(END)
        steps = said_at(file, path, len(target))
        weights = looks(file, path, steps) if WEIGHTS in file and GRID in file[WEIGHTS].attrs else None
        looked = windows(file, path) if WINDOWS in file else None
        boxes = gold(file, path, len(target)) if BOXES in file else None
        task, model = (text(file.attrs.get(name, "unknown")) for name in ("task", "model"))
    return PictureTrace(task, model, picture, target, said, steps, boxes, weights, looked)


def looks(file, path, steps):
    """Heads x words x rows x columns of cells."""
    found, grid = numbers(file, path, WEIGHTS, 3), [int(each) for each in numpy.ravel(file[WEIGHTS].attrs[GRID])]
    if len(grid) != 2 or math.prod(grid) != found.shape[2] or len(found) <= steps[-1]:
        raise InputError(f"{path}: '{WEIGHTS}' is {shape(found)} over a grid of {'x'.join(map(str, grid))}; weights of "
                         f"{steps[-1] + 1} steps, heads, and as many cells as the grid has are wanted")
    return found[steps].transpose(1, 0, 2).reshape(found.shape[1], len(steps), *grid)


def windows(file, path):
    """Glimpses x scales x 4."""
    found = numbers(file, path, WINDOWS, 2)
    if found.shape[1] % 4 or not found.size:
        raise InputError(f"{path}: '{WINDOWS}' is {shape(found)}; four numbers a window are wanted")
    return found.reshape(len(found), -1, 4)


def gold(file, path, words):
    found = numbers(file, path, BOXES, 2)
    if found.shape[1] != 4:
        raise InputError(f"{path}: '{BOXES}' is {shape(found)}; four numbers each are wanted")
    if len(found) != words:
        raise InputError(f"{path}: '{BOXES}' is {shape(found)}; one for each of {words} words of 'target' is wanted")
    return [tuple(map(float, box)) if box[2] > box[0] and box[3] > box[1] else None for box in found]
