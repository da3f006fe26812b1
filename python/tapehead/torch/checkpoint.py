"""The content of a run's directory: options and parameters, all of which must be used."""
import contextlib
import copy
import pathlib

import numpy
import torch

from .files import UnknownCheckpoint, read_safetensors

# Affects training and episodes, not the network's outputs.
OF_TRAINING = ("train.", "task.", "task", "seed")
# Options of parts that affect only training: where parameters start, where gradients stop, sharpening.
NOT_IN_OUTPUTS = {"memory.usage-gradient", "memory.training-sharpening", "memory.training-sharpening-from"} | {
    f"memory.{head}-{control}-bias" for head in ("read", "write")
    for control in ("strength", "gate", "sharpening", "amount")} | {
    f"memory.{gate}-bias" for gate in ("strength", "decay", "rate", "momentum", "push", "pop")}
LEARNED, AVERAGED = "parameter/", "average/"
# A flag as it may be typed: model.mixers keeps what is said of an item as it was typed.
FLAGS = {**dict.fromkeys(("true", "on", "yes", "1"), True), **dict.fromkeys(("false", "off", "no", "0"), False)}


def read_options(text, where):
    """The lines `name = value` of a config.ini."""
    options = {}
    for number, line in enumerate(text.splitlines(), 1):
        name, equals, value = line.partition("=")
        if line.strip() and not line.startswith("#"):
            if not equals:
                raise UnknownCheckpoint(f"{where}:{number}: is no setting; a config.ini as tapehead wrote it is needed")
            options[name.strip()] = value.strip()
    return options


class Checkpoint:
    """Options and parameters of one run. The builder of a network takes those it knows; finish() refuses the rest, so
    that nothing is ignored."""

    def __init__(self, directory, which="best", dtype=torch.float32, options=None):
        """options: settings that override the run's own, such as {"memory.slots": 256}."""
        self.path = pathlib.Path(directory) / f"checkpoint-{which}.safetensors"
        self.tensors, self.metadata = read_safetensors(self.path)
        if self.metadata.get("format") != "tapehead-1":
            raise UnknownCheckpoint(f"{self.path}: has format {self.metadata.get('format')!r}; tapehead-1 is known")
        self.changed = {name: str(value) for name, value in (options or {}).items()}
        self.options = read_options(self.metadata.get("config", ""), self.path) | self.changed
        self.parameters = {name[len(LEARNED):]: value for name, value in self.tensors.items()
                           if name.startswith(LEARNED)}
        # If weights were averaged, the averages are the ones scored.
        self.parameters |= {name[len(AVERAGED):]: value for name, value in self.tensors.items()
                            if name.startswith(AVERAGED)}
        for name, value in self.parameters.items():
            if not numpy.isfinite(value).all():
                raise UnknownCheckpoint(f"{self.path}: {name} has numbers that are not finite; finite ones are needed")
        self.dtype = dtype
        try:
            self.seen = int(self.tensors["progress/sequences"]) - int(self.tensors["progress/attempt-start"])
        except KeyError as error:
            raise UnknownCheckpoint(f"{self.path}: has no tensor {error}; this module needs it") from None
        self.trainable = {}  # name -> the module's parameter
        self.running = {}  # name -> (module, name of its buffer)
        self.saved_in = set()  # the directories that save() has written
        self.where, self._prefix, self._parameters = str(self.path), "", dict(self.parameters)
        self._options = (dict(self.options),)  # those not taken yet

    def within(self, *scopes):
        """The same, for a part whose parameters are named below these."""
        part = copy.copy(self)
        part._prefix += "".join(f"{scope}/" for scope in scopes)
        return part

    @contextlib.contextmanager
    def going_by(self, where, own, shared):
        """The same, for a part with options of its own, which go before the run's; without `shared` it has no others.
        At the end, raises UnknownCheckpoint for one of its own that was not taken."""
        part = copy.copy(self)
        part.where = f"{self.where}: {where}"
        part.options, part._options = dict(own), (dict(own),)
        if shared:
            part.options, part._options = {**self.options, **own}, (part._options[0], *self._options)
        yield part
        part.refuse(part._options[0])

    def text(self, name, valid=None, absent=None):
        """The option's value; `absent` where runs older than the option have none. Raises UnknownCheckpoint if it is
        not among `valid`."""
        value = self.options.get(name, absent)
        if value is None:
            raise UnknownCheckpoint(f"{self.where}: has no option {name}; this module needs it")
        self.pass_by(name)
        if valid is not None and value not in valid:
            raise UnknownCheckpoint(f"{self.where}: has {name} = {value}, which this module does not know; it knows "
                                    f"{', '.join(valid)}")
        return value

    def whole(self, name, absent=None):
        value = self.text(name, absent=absent)
        if not value.isascii() or not value.isdigit():
            raise UnknownCheckpoint(f"{self.where}: has {name} = {value}; a whole number is needed")
        return int(value)

    def real(self, name, absent=None):
        value = self.text(name, absent=absent)
        try:
            return float(value)
        except ValueError:
            raise UnknownCheckpoint(f"{self.where}: has {name} = {value}; a number is needed") from None

    def flag(self, name, absent=None):
        return FLAGS[self.text(name, FLAGS, absent=absent)]

    def pass_by(self, *names):
        """Takes options that have no effect, where there are any."""
        for options in self._options:
            for name in names:
                options.pop(name, None)

    def has(self, name):
        return self._prefix + name in self.parameters

    def columns(self, name):
        """The number of columns of a parameter; 0 if there is none."""
        return self.parameters[self._prefix + name].shape[1] if self.has(name) else 0

    def rows(self, name):
        """The same of rows."""
        return self.parameters[self._prefix + name].shape[0] if self.has(name) else 0

    def array(self, name, *shape):
        """The array of that name, checked against `shape` if given."""
        name = self._prefix + name
        if name not in self.parameters:
            raise UnknownCheckpoint(f"{self.path}: has no parameter {name}; this module needs it")
        value = self.parameters[name]
        self._parameters.pop(name, None)
        if shape and value.shape != shape:
            raise UnknownCheckpoint(f"{self.path}: {name} is {'x'.join(map(str, value.shape))}; "
                                    f"{'x'.join(map(str, shape))} is needed")
        return value

    def tensor(self, name, *shape):
        """The same, as a constant."""
        return torch.tensor(self.array(name, *shape), dtype=self.dtype)

    def parameter(self, name, *shape):
        """The same, as a trainable parameter, which save() writes back."""
        trained = torch.nn.Parameter(self.tensor(name, *shape))
        self.trainable[self._prefix + name] = trained
        return trained

    def running_mean(self, name, module, buffer):
        """The same, as the start of a module's buffer that moves on in training, and which save() writes back."""
        self.running[self._prefix + name] = (module, buffer)
        return self.tensor(name)

    def finish(self):
        """Raises UnknownCheckpoint for an option or a parameter that was never taken."""
        self.refuse(self._options[0])
        for name in self._parameters:
            raise UnknownCheckpoint(f"{self.path}: has a parameter {name} that this module does not know")

    def refuse(self, options):
        """Raises UnknownCheckpoint for an option that may change outputs."""
        for name, value in options.items():
            if name not in NOT_IN_OUTPUTS and not name.startswith(OF_TRAINING):
                raise UnknownCheckpoint(f"{self.where}: has {name} = {value}, an option that this module does not know")
