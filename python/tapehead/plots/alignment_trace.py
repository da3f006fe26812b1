"""Reads the trace of an answer generated token by token: where the model looked in its source at each token."""
import dataclasses

import numpy

from tapehead.runs.errors import InputError
from tapehead.runs.traces import MADE_BY, PICTURE, opened, text

from .datasets import numbers, shape, texts

WEIGHTS = "alignment"
END = "(end)"
NOBODY = -1   # in 'aligned': a target token that comes from no source token


@dataclasses.dataclass
class AnswerTrace:
    task: str
    model: str
    source: list            # texts, one per token
    target: list            # the target, including its end token
    said: list              # the model's own answer, including its end token; None if not traced
    steps: range            # the step at which each target token is emitted
    weights: numpy.ndarray  # heads x target tokens x source tokens; None: the model shows none
    # The index of the source token that each target token comes from, None for those that come from none; None as a
    # whole if unknown.
    aligned: list

    def found(self):
        """(the number of target tokens whose source token gets the greatest attention over all heads, the number of
        those that have one)."""
        asked = [(row, place) for row, place in enumerate(self.aligned or []) if place is not None]
        most = self.weights.mean(axis=0).argmax(axis=1)
        return sum(int(most[row]) == place for row, place in asked), len(asked)


def read_answer(path):
    """Raises InputError if the file is no trace of such an answer. Weights are None if the model shows none."""
    with opened(path) as file:
        if PICTURE in file:
            raise InputError(f"{path}: is of a picture; 'plot.py captions' draws where the model looked")
        if "source" not in file or "target" not in file:
            raise InputError(f"{path}: holds no source and target; 'tapehead trace DIR --out FILE.h5' makes them of a "
                             "run on a task whose answers are said, such as pronunciation")
        source, target = texts(file, path, "source"), texts(file, path, "target")
        said = texts(file, path, "said") + [END] if "said" in file else None
        if not source or not target:
            raise InputError(f"{path}: has {len(source)} tokens of source and {len(target)} of target; {MADE_BY}")
        steps = said_at(file, path, len(target))
        weights = looks(file, path, steps, len(source)) if WEIGHTS in file else None
        aligned = links(file, path, len(target), len(source)) if "aligned" in file else None
        task, model = (text(file.attrs.get(name, "unknown")) for name in ("task", "model"))
    return AnswerTrace(task, model, source, target, said, steps, weights, aligned)


def looks(file, path, steps, places):
    """Heads x target tokens x source tokens."""
    found = numbers(file, path, WEIGHTS, 3)
    if len(found) <= steps[-1] or found.shape[2] != places:
        raise InputError(f"{path}: '{WEIGHTS}' is {shape(found)}; weights of {steps[-1] + 1} steps, "
                         f"heads, and {places} tokens of source are wanted")
    return found[steps].transpose(1, 0, 2)


def said_at(file, path, count):
    """The steps of `count` tokens, from the first scored one."""
    scored = numpy.flatnonzero((numbers(file, path, "mask", 2) > 0).any(axis=1))
    total = file["mask"].shape[0]
    if not scored.size or scored[0] + count > total:
        raise InputError(f"{path}: 'mask' scores {scored.size} of {total} steps; the {count} tokens of 'target' are "
                         "wanted")
    return range(int(scored[0]), int(scored[0]) + count)


def links(file, path, rows, places):
    found = numbers(file, path, "aligned", 1)
    whole = found == numpy.rint(found)
    if found.shape != (rows,) or not (whole & (found >= NOBODY) & (found < places)).all():
        raise InputError(f"{path}: 'aligned' is not a place in the source, 0 to {places - 1}, or {NOBODY}, for each of "
                         f"{rows} tokens of target")
    return [None if place == NOBODY else int(place) for place in found]
