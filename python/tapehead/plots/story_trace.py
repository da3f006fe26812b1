"""Reads the trace of one question about a story."""
import dataclasses

import numpy

from tapehead.runs.errors import InputError
from tapehead.runs.traces import MADE_BY, opened, text

from .datasets import numbers, shape, texts

# The meaning of a column of a model's weights, and their dataset: attention to statements per hop, or gates by which
# slots take statements in.
WEIGHTS = {"hop": "hop/weights", "slot": "entity/gates"}


@dataclasses.dataclass
class StoryTrace:
    model: str
    statements: list       # texts, the oldest first
    question: str
    answer: str            # the target
    supports: list         # indices of statements, from 0
    classes: list          # all possible answers
    chances: numpy.ndarray  # the probability of each class
    kind: str              # "hop" or "slot": the meaning of a column of weights
    weights: numpy.ndarray  # statements x columns; NaN for a statement no longer in memory
    attention: numpy.ndarray = None  # the question's attention to the slots, if columns are slots


def read_story(path):
    """Raises InputError if the file is no trace of a story, or its model does not attend to statements."""
    with opened(path) as file:
        model = text(file.attrs.get("model", "unknown"))
        if "story" not in file:
            raise InputError(f"{path}: holds no story; 'tapehead trace DIR --out FILE.h5' makes one of a run on babi")
        kind = next((kind for kind, name in WEIGHTS.items() if name in file), None)
        if "story/statements" not in file or not kind:
            raise InputError(f"{path}: is of model {model}, which does not look at whole statements; this figure draws "
                             "models that read stories statement by statement")
        statements, classes = texts(file, path, "story/statements"), texts(file, path, "story/classes")
        [question], [answer] = texts(file, path, "story/question", 1), texts(file, path, "story/answer", 1)
        supports = [int(number) for number in numbers(file, path, "story/supports", 1)]
        if not statements or not all(0 <= number < len(statements) for number in supports):
            raise InputError(f"{path}: has supports {supports} of {len(statements)} statements; {MADE_BY}")
        outputs = numbers(file, path, "outputs", 2)
        if outputs.shape != (1, len(classes)) or not classes:
            raise InputError(f"{path}: 'outputs' is {shape(outputs)}; 1x{len(classes)}, one for each of "
                             "'story/classes', is wanted")
        weights, attention = (hops if kind == "hop" else slots)(file, path, len(statements))
    return StoryTrace(model, statements, question, answer, supports, classes, outputs[0], kind, weights, attention)


def hops(file, path, statements):
    """Statements x hops. A memory smaller than the story holds the newest statements."""
    held = numbers(file, path, "hop/weights", 3)[:, 0].T
    if held.shape[0] > statements or 0 in held.shape:
        raise InputError(f"{path}: 'hop/weights' has {shape(held)} weights; as many as statements, {statements}, for "
                         "each hop are wanted")
    forgotten = numpy.full((statements - held.shape[0], held.shape[1]), numpy.nan)
    return numpy.vstack([forgotten, held]), None


def slots(file, path, statements):
    gates = numbers(file, path, "entity/gates", 3)[:, 0]
    if gates.shape[0] != statements or gates.shape[1] == 0:
        raise InputError(f"{path}: 'entity/gates' has {shape(gates)} gates; those of {statements} statements are "
                         "wanted")
    attention = numbers(file, path, "entity/attention", 3)[0, 0]
    if attention.shape != gates.shape[1:]:
        raise InputError(f"{path}: 'entity/attention' has {shape(attention)} weights; {gates.shape[1]} are wanted, as "
                         "slots in 'entity/gates'")
    return gates, attention
