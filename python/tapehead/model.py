"""Trained models: step by step, whole batches, parameters and gradients."""
import numbers
import os

import numpy

from tapehead import table, tasks
from tapehead.batch import drawn
from tapehead.engine import _engine
from tapehead.errors import InputError

State = _engine.State


def _batch(batch):
    if not isinstance(batch, _engine.Batch):
        raise InputError(f"batch: got a {type(batch).__name__}; a tapehead.Batch is needed")
    return batch


def _of_each(name, told, batch):
    """Whole numbers for so many episodes, from one for all or one for each; none from None."""
    numbers_told = [] if told is None else numpy.ravel(told)
    if told is not None and (len(numbers_told) not in (1, batch) or any(n < 0 or n != int(n) for n in numbers_told)):
        raise InputError(f"{name}: got {told!r}; a number of steps, or one for each of {batch} episodes, is needed")
    return [int(n) for n in numbers_told] * (batch if len(numbers_told) == 1 else 1)


class Trace(dict):
    """One episode from the inside: name → array. `axes`, `ranges` and `titles` describe an array, `texts` are lists of
    words by name; print() shows the episode."""

    def __init__(self, arrays, axes, ranges, titles, texts, shown, title="trace"):
        super().__init__(arrays)
        self.axes, self.ranges, self.titles, self.texts, self.shown = axes, ranges, titles, texts, shown
        self.title = title

    def __str__(self):
        return self.shown

    def _repr_html_(self):
        from tapehead.report import alone
        return alone.player(self, self.title)


class Model:
    """A trained model, from tapehead.load."""

    def __init__(self, name, checkpoint="best", options=None, task=None):
        given = {key if "." in key else table.by_keyword().get(key, key): table.text_of(value)
                 for key, value in (options or {}).items()}
        name = os.fspath(name)
        if task is None:
            tasks.import_of_configs(name)
        elif hasattr(task, "_add"):  # the run knows its arrays by a name
            for stored in tasks.named_in(name):
                task._add(stored)
        else:
            given["task"] = tasks.task_name(task)
        if checkpoint not in ("best", "last", "previous"):
            raise InputError(f"checkpoint: got {checkpoint}; best, last or previous is needed")
        self._model = _engine.Model(name, checkpoint, list(given.items()))
        self._name = name

    @property
    def directory(self):
        """Where it was loaded from."""
        return self._model.directory

    @property
    def settings(self):
        """Its options, as text: {"memory.slots": "128"}."""
        return self._model.settings

    @property
    def sequences(self):
        """The number of sequences that it was trained on."""
        return self._model.sequences

    @property
    def features(self):
        """Numbers, or kinds of tokens, of a step's input."""
        return self._model.features

    @property
    def outputs(self):
        """Numbers of a step's output."""
        return self._model.outputs

    @property
    def parameters(self):
        """The parameters by name, rows × columns each: views, whose changes count from the next call on."""
        return self._model.parameters

    @property
    def constants(self):
        """What belongs to the model and is not learned, such as a random starting memory: views too."""
        return self._model.constants

    def start(self, batch=1, steps=None, input_steps=None):
        """The state before the first step, of so many episodes side by side. What some machines must be told ahead is
        one number for all episodes, or one for each: `steps` of the whole episode, for places that are drawn
        (controller.places); `input_steps`, those before its answer, for a memory that is told the input's length."""
        if not isinstance(batch, numbers.Integral) or batch < 1:
            raise InputError(f"batch: got {batch!r}; a number of episodes is needed")
        return self._model.start(int(batch), _of_each("steps", steps, batch),
                                 _of_each("input_steps", input_steps, batch))

    def state(self, values):
        """A state with these values, as dict(state) gives them; what is not among them is as before the first step."""
        sizes = {len(value) for value in values.values()}
        if len(sizes) > 1:
            raise InputError(f"state: got values for {sorted(sizes)} episodes; as many in each are needed")
        told = {name.rpartition("/")[2] for name in values}  # what is told ahead is among the values, and any will do
        state = self.start(*sizes, 1 if "places" in told else None, 1 if "input_steps" in told else None)
        for name, value in values.items():
            state[name] = value
        return state

    def step(self, x, state, logits=False):
        """One step: output, state. x is batch × features, or tokens, one an episode, -1 for none. The output is
        batch × outputs: probabilities, or logits. The state that was given stays as it is."""
        return self._model.step(x, state, logits)

    def run(self, batch, logits=False):
        """The outputs for a whole batch: episodes × steps × outputs, NaN at steps that are not scored."""
        return self._model.run(_batch(batch), logits)

    def gradient(self, batch):
        """loss, gradients: the mean over the batch's episodes of what training minimises, in nats, and its gradient by
        parameter, with the noise of training."""
        return self._model.gradient(_batch(batch))

    def batches(self, *, batch=16, split="eval", start=0, options=None, **settings):
        """Batches of the model's own task, with its settings but for those that are given: tapehead.batches."""
        words = table.words({**settings, **(options or {})})
        return drawn(_engine.Sampler(words, self._model.config), batch, split, start)

    def trace(self, episode=0, split="show"):
        """One episode of its task from the inside: a Trace, with the arrays of `tapehead trace`."""
        return Trace(*self._model.trace(split, episode), f"{self._name}: episode {episode} of {self.settings['task']}")

    def save(self, directory):
        """Writes it as a directory that load() and `tapehead eval` take, like a model that comes with the program."""
        self._model.save(os.fspath(directory))

    def __reduce__(self):
        raise TypeError("tapehead.Model: cannot be pickled; save() it and load() it there")

    def __repr__(self):
        settings = self.settings
        parts = ", ".join(settings[part] for part in ("model", "controller", "memory") if part in settings)
        return f"<tapehead.Model {self._name}: {parts}; {settings['task']}, {self.sequences} sequences>"


def load(name, checkpoint="best", options=None, task=None):
    """The model of a run's directory, or one that comes trained (tapehead.trained()).

    checkpoint  best, last or previous
    options     settings to be changed: {"task.length": 40}, {"memory.slots": 256}
    task        the task, where the run was trained on arrays that this process does not have
    """
    return Model(name, checkpoint, options, task)
