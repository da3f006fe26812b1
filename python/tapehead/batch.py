"""Batches: from arrays, to train on or to run; and those of any task, for programs of other kinds."""
import hashlib
import itertools

import numpy

from tapehead import table, tasks
from tapehead.engine import _engine
from tapehead.errors import InputError


MOST_EPISODES = 1 << 20  # of a batch


def _stream(array, name):
    """The stream that an array is: whole numbers in two dimensions are tokens."""
    if array.ndim == 2 and array.dtype.kind in "iu":
        return tasks.tokens(int(array.max(initial=0)) + 1)
    if array.ndim == 3 and array.dtype.kind in "biuf":
        return tasks.vectors(array.shape[2])
    if array.ndim == 5 and array.dtype.kind in "biuf":
        return tasks.pictures(*array.shape[2:])
    raise InputError(f"batch: {name}: got an array of {array.dtype} of shape {array.shape}; episodes x steps x width "
                     f"of numbers, or episodes x steps of tokens, is needed")


class Batch(_engine.Batch):
    """Episodes side by side, as arrays.

        Batch(input, target, mask=None, lengths=None, spec=None)

    input and target are episodes × steps × width of numbers, or episodes × steps of tokens and classes; mask is 1 where
    an output is scored, by default everywhere within the lengths; lengths are the episodes' own, by default all steps.
    Of tokens and classes there are as many as occur, unless spec tells. The arrays are copied; those of a batch are
    views, and can be changed.
    """

    def __init__(self, input, target, mask=None, lengths=None, spec=None):
        input, target = numpy.asarray(input), numpy.asarray(target)
        if input.ndim < 2 or input.shape[:2] != target.shape[:2]:
            raise InputError(f"batch: got an input of shape {input.shape} and a target of shape {target.shape}; as "
                             f"many episodes and steps of both are needed")
        if 0 in input.shape[:2]:
            raise InputError(f"batch: got an input of shape {input.shape}; at least one episode and one step are "
                             f"needed")
        if spec is None:
            spec = tasks.Spec(_stream(input, "input"), _stream(target, "target"))
        super().__init__(spec, input.shape[1], input.shape[0])
        self._spec = spec
        self.input, self.target = input, target
        if lengths is not None:
            self.lengths = lengths
        if mask is None:
            within = numpy.arange(self.steps) < self.lengths[:, None]
            self.mask[...] = within if self.mask.ndim == 2 else within[..., None]
        else:
            self.mask = mask
        self.check()

    def _add(self, name=None):
        """Tells the engine these episodes as a task; gives its name, by default one that their numbers make."""
        if name is None:
            digest = hashlib.sha256(repr(self._spec).encode())
            for array in (self.input, self.target, self.mask, self.lengths):
                digest.update(array.tobytes())
            name = f"arrays:{digest.hexdigest()[:12]}"
        _engine.add_arrays(name, self, self._spec)
        return name

    def __reduce__(self):
        return Batch, (self.input, self.target, self.mask, self.lengths, self._spec)


def batches(task, *, batch=16, split="train", seed=1, start=0, options=None, **settings):
    """The batches of a task, one after the other and without end where the task has none: those that `tapehead train`
    of that seed trains on, or those of another split. Arrays are those of the batch alone."""
    words = table.words({"task": tasks.task_name(task), "seed": seed, **settings, **(options or {})})
    return drawn(_engine.Sampler(words, ""), batch, split, start)


def drawn(sampler, batch, split, start):
    """The batches that the engine's sampler draws."""
    if not 1 <= batch <= MOST_EPISODES:
        raise InputError(f"batches: batch: got {batch}; a number from 1 to {MOST_EPISODES} is needed")
    one_by_one = (sampler.draw(split, number, batch) for number in itertools.count(start))
    return itertools.takewhile(lambda one: one is not None, one_by_one)
