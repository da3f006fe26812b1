"""Synthetic traces of answers about a picture, as tapehead trace writes them."""
import numpy

from spoken_traces import write

WORDS = ["a", "bag", "left", "of", "a", "boot", "(end)"]
NONE = (0, 0, 0, 0)
BOXES = [NONE, (2, 4, 14, 16), NONE, NONE, NONE, (20, 6, 36, 20), NONE]
GRID = (3, 5)  # cells of 8 x 8 pixels
SIZE = 24, 40


def picture(height=SIZE[0], width=SIZE[1], channels=1):
    """Two objects on a dark ground: a disc in the first box, a bar in the second."""
    y, x = numpy.mgrid[0:height, 0:width] + 0.5
    made = 0.08 + 0.85 * ((x - 8) ** 2 + (y - 10) ** 2 < 30) + 0.6 * ((abs(x - 28) < 7) & (abs(y - 13) < 6))
    return numpy.repeat(made[..., None], channels, axis=2).astype("f4")


def soft_looks(words=len(WORDS), grid=GRID):
    """words x heads x cells: the bag's word attends to the left, the boot's to the right, others everywhere."""
    looks = numpy.full((words, 1, *grid), 1 / (grid[0] * grid[1]))
    for word, cell in ((1, (1, 1)), (5, (1, 3))):
        if word < words:
            looks[word, 0] *= 0.3
            looks[word, 0][cell] += 0.7
    return looks.reshape(words, 1, -1).astype("f4")


def sampled_looks(words=len(WORDS), grid=GRID):
    looks = numpy.zeros((words, 1, grid[0] * grid[1]), "f4")
    for word in range(words):
        looks[word, 0, (5 + 3 * word) % (grid[0] * grid[1])] = 1
    return looks


def about(path, words=WORDS, said=None, boxes=BOXES, looks=None, windows=None, grid=GRID, task="mosaic",
          model="encoder-decoder", shown=None, **other):
    """`looks`: words x heads x cells; `windows`: glimpses x 4 for each scale. `other` replaces datasets, "__" stands
    for "/"."""
    steps, kinds = len(words), 9
    datasets = {"picture": picture() if shown is None else shown, "targets": numpy.eye(steps, kinds, dtype="f4"),
                "mask": numpy.ones((steps, kinds), "f4"), "outputs": numpy.full((steps, kinds), 1 / kinds, "f4"),
                "controller/hidden": numpy.zeros((steps, 1, 5), "f4")}
    if looks is not None:
        datasets |= {"attention/weights": looks, "alignment": looks}
    if windows is not None:
        datasets["glimpses"] = numpy.asarray(windows, "f4")
    if boxes is not None:
        datasets["boxes"] = numpy.asarray(boxes, "f4")
    datasets |= {"target": words, "said": said} | {name.replace("__", "/"): values for name, values in other.items()}
    attributes = {name: {"grid": numpy.asarray(grid, "u4")} for name in ("attention/weights", "alignment")}
    attributes["picture"] = {"axes": ["row", "column", "channel"], "range": [0.0, 1.0], "title": ""}
    return write(path, datasets, ("target", "said"), attributes, task=task, model=model, scoring="classes")


WINDOWS = [(20, 12, 8, 8), (12, 11, 8, 8), (8, 10, 8, 8), (26, 13, 8, 8), (30, 15, 8, 8), (39, 20, 8, 8)]


def glimpsed(path, **other):
    """A class seen through six windows."""
    return about(path, **{"words": ["boot"], "said": ["boot"], "boxes": [BOXES[5]], "windows": WINDOWS,
                          "task": "translated", "model": "glimpses"} | other)
