"""The content of a run's directory: options and parameters, all of which must be used."""
import json
import pathlib

import numpy
import torch

TYPES = {"F32": "<f4", "F64": "<f8", "I64": "<i8", "U64": "<u8"}

# Affects training and episodes, not the network's outputs.
OF_TRAINING = ("train.", "task.", "task", "seed")
# Options of parts that affect only training: initialisation, where gradients stop, sharpening.
NOT_IN_OUTPUTS = {"memory.usage-gradient", "memory.training-sharpening", "memory.training-sharpening-from"} | {
    f"memory.{head}-{control}-bias" for head in ("read", "write") for control in ("strength", "gate", "sharpening")} | {
    f"memory.{gate}-bias" for gate in ("strength", "decay", "rate", "momentum")}


class UnknownCheckpoint(Exception):
    """No checkpoint, or one that this module does not know; the message says why in one line."""


def read_safetensors(path):
    """Arrays by name, and the metadata (name -> text)."""
    try:
        data = pathlib.Path(path).read_bytes()
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8:8 + length])
        metadata = header.pop("__metadata__", {})
        body = data[8 + length:]
        return {name: numpy.frombuffer(body[slice(*entry["data_offsets"])], TYPES[entry["dtype"]])
                .reshape(entry["shape"]) for name, entry in header.items()}, metadata
    except OSError as error:
        raise UnknownCheckpoint(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnknownCheckpoint(f"{path}: is no safetensors file ({error})") from None


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
        tensors, self.metadata = read_safetensors(self.path)
        if self.metadata.get("format") != "tapehead-1":
            raise UnknownCheckpoint(f"{self.path}: has format {self.metadata.get('format')!r}; tapehead-1 is known")
        self.options = read_options(self.metadata.get("config", ""), self.path) | (options or {})
        self.parameters = {name[len("parameter/"):]: value for name, value in tensors.items()
                           if name.startswith("parameter/")}
        # If weights were averaged, the averages are the ones scored.
        self.parameters |= {name[len("average/"):]: value for name, value in tensors.items()
                            if name.startswith("average/")}
        self.dtype = dtype
        try:
            self.seen = int(tensors["progress/sequences"]) - int(tensors["progress/attempt-start"])
        except KeyError as error:
            raise UnknownCheckpoint(f"{self.path}: has no tensor {error}; this module needs it") from None
        self._options, self._parameters = dict(self.options), dict(self.parameters)

    def text(self, name, valid=None):
        """The option's value. Raises UnknownCheckpoint if it is not among `valid`."""
        if name not in self.options:
            raise UnknownCheckpoint(f"{self.path}: has no option {name}; this module needs it")
        value = self.options[name]
        self._options.pop(name, None)
        if valid is not None and value not in valid:
            raise UnknownCheckpoint(f"{self.path}: has {name} = {value}, which this module does not know; it knows "
                                    f"{', '.join(valid)}")
        return str(value)

    def whole(self, name):
        value = self.text(name)
        if not value.isascii() or not value.isdigit():
            raise UnknownCheckpoint(f"{self.path}: has {name} = {value}; a whole number is needed")
        return int(value)

    def flag(self, name):
        return self.text(name, ("true", "false")) == "true"

    def tensor(self, name, *shape):
        """The array of that name, checked against `shape` if given."""
        if name not in self.parameters:
            raise UnknownCheckpoint(f"{self.path}: has no parameter {name}; this module needs it")
        value = self.parameters[name]
        self._parameters.pop(name, None)
        if shape and value.shape != shape:
            raise UnknownCheckpoint(f"{self.path}: {name} is {'x'.join(map(str, value.shape))}; "
                                    f"{'x'.join(map(str, shape))} is needed")
        return torch.tensor(value, dtype=self.dtype)

    def parameter(self, name, *shape):
        """The same, as a trainable parameter."""
        return torch.nn.Parameter(self.tensor(name, *shape))

    def finish(self):
        """Raises UnknownCheckpoint for an option or a parameter that was never taken."""
        for name, value in self._options.items():
            if name not in NOT_IN_OUTPUTS and not name.startswith(OF_TRAINING):
                raise UnknownCheckpoint(f"{self.path}: has {name} = {value}, an option that this module does not know")
        for name in self._parameters:
            raise UnknownCheckpoint(f"{self.path}: has a parameter {name} that this module does not know")
