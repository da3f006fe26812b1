"""Reads the file that `tapehead jacobian` writes about an episode."""
import dataclasses

import numpy

from tapehead.runs.errors import InputError
from tapehead.runs.traces import opened, text

from .datasets import numbers, shape, texts

MADE_BY = "'tapehead jacobian DIR --out FILE.h5' makes it"
TARGET = "target"


@dataclasses.dataclass
class Dependence:
    """The dependence on one input."""
    name: str
    steps: list               # labels of its steps: texts, or numbers from 1
    norms: numpy.ndarray      # answers x steps
    control: numpy.ndarray    # the norms of random weights, or None
    attention: numpy.ndarray  # attention to the steps where the model shows it, or None


@dataclasses.dataclass
class JacobianFile:
    task: str
    model: str
    answers: list             # labels of the answers: texts, or numbers of steps from 1
    inputs: list              # list of Dependence


def read_jacobian(path):
    """Raises InputError if the file is no such file, or its parts are inconsistent."""
    with opened(path, MADE_BY) as file:
        if "jacobian" not in file or not hasattr(file["jacobian"], "keys") or not len(file["jacobian"]):
            raise InputError(f"{path}: has no group 'jacobian'; {MADE_BY}")
        steps = numbers(file, path, "steps", 1, MADE_BY)
        if not steps.size:
            raise InputError(f"{path}: has no answers; {MADE_BY}")
        answers = names(file, path, TARGET, steps)
        inputs = [dependence(file, path, name, len(steps)) for name in file["jacobian"]]
        if "attention" in file:
            inputs[0].attention = matrix(file, path, "attention", inputs[0].norms.shape)
        said = [text(file.attrs.get(name, "unknown")) for name in ("task", "model")]
    return JacobianFile(*said, answers, inputs)


def dependence(file, path, name, answers):
    norms = matrix(file, path, f"jacobian/{name}", (answers, None))
    control = matrix(file, path, f"control/{name}", norms.shape) if "control" in file else None
    return Dependence(name, names(file, path, name, numpy.arange(norms.shape[1])), norms, control, None)


def matrix(file, path, name, wanted):
    found = numbers(file, path, name, 2, MADE_BY)
    if any(size not in (have, None) for have, size in zip(found.shape, wanted)) or not found.size:
        sizes = "x".join("steps" if size is None else str(size) for size in wanted)
        raise InputError(f"{path}: '{name}' is {shape(found)}; {sizes} is wanted")
    if (found < 0).any():
        raise InputError(f"{path}: '{name}' holds negative numbers; {MADE_BY}")
    return found


def names(file, path, stream, steps):
    """The texts of the steps, or their numbers if the task has none."""
    if "texts" not in file:
        return [int(step) + 1 for step in steps]
    found = texts(file, path, f"texts/{stream}", made_by=MADE_BY)
    if not ((steps >= 0) & (steps < len(found))).all():
        raise InputError(f"{path}: 'texts/{stream}' has {len(found)} texts; {int(steps.max()) + 1} are wanted")
    return [found[int(step)] for step in steps]
