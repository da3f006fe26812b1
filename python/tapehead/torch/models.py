"""Whole networks."""
import torch

from .checkpoint import Checkpoint
from .controllers import CONTROLLERS
from .dnc import Dnc
from .fast_weights import FastWeights
from .memn2n import MemN2n
from .ntm import Ntm
from .parts import linear


class NoMemory(torch.nn.Module):
    controls, reads = 0, 0

    def __init__(self, checkpoint):
        super().__init__()
        self.register_buffer("zero", torch.zeros((), dtype=checkpoint.dtype))

    def start(self, batch):
        return self.zero.expand(batch, 0), None


MEMORIES = {"ntm": Ntm, "dnc": Dnc, "fast-weights": FastWeights, "none": NoMemory}


def pass_by(checkpoint, *options):
    """Takes options of other stems, which have no effect; runs older than stems have none."""
    for option in options:
        if f"model.{option}" in checkpoint.options:
            checkpoint.text(f"model.{option}")


class NoStem(torch.nn.Module):
    """Steps unchanged."""

    def __init__(self, checkpoint, size):
        super().__init__()
        pass_by(checkpoint, "embedding", "stem-layers", "stem-size", "stem-kernel")
        self.features = size

    def forward(self, x):
        return x


class EmbeddingStem(torch.nn.Module):
    """A vector per token."""

    def __init__(self, checkpoint, size):
        super().__init__()
        pass_by(checkpoint, "stem-layers", "stem-size", "stem-kernel")
        self.features = checkpoint.tensor("stem/table").shape[1]
        self.table = checkpoint.parameter("stem/table", checkpoint.whole("model.embedding"), self.features)

    def forward(self, x):
        return x @ self.table.T


STEMS = {"none": NoStem, "embedding": EmbeddingStem}


class MemoryMachine(torch.nn.Module):
    """Per step: h = controller([stem(x); previous reads]), controls = W·[h; 1], reads = memory(controls), logits =
    V·[h; reads; 1]."""

    def __init__(self, checkpoint):
        super().__init__()
        self.memory = MEMORIES[checkpoint.text("memory", MEMORIES)](checkpoint)
        controller = CONTROLLERS[checkpoint.text("controller", CONTROLLERS)]
        stem = STEMS[checkpoint.text("model.stem", STEMS) if "model.stem" in checkpoint.options else "none"]
        seen = inputs_of(checkpoint, self.memory.reads)  # size of the controller's input per step
        self.stem = stem(checkpoint, seen)
        self.features = self.stem.features  # size of a step's input
        self.controller = controller(checkpoint, seen, self.memory.reads)
        hidden = self.controller.output_size
        self.output = checkpoint.parameter("output/weights")
        if self.memory.controls:
            self.interface = checkpoint.parameter("interface/weights", self.memory.controls, hidden + 1)

    def forward(self, inputs):
        """(batch, steps, features) -> logits (batch, steps, outputs). Tokens are one-hot; a step without a token is a
        zero vector."""
        deciding = self.controller.start(len(inputs))
        reads, remembered = self.memory.start(len(inputs))
        logits = []
        for x in inputs.unbind(1):
            h, deciding = self.controller(torch.cat([self.stem(x), reads], -1), deciding)
            if self.memory.controls:
                reads, remembered = self.memory(linear(self.interface, h), remembered)
            logits.append(linear(self.output, h, reads))
        return torch.stack(logits, 1)


def inputs_of(checkpoint, reads):
    """The size of a step's input, from the width of the controller's weights: otherwise only the task would know it."""
    weights = [value for name, value in sorted(checkpoint.parameters.items())
               if name.startswith("controller/") and name.endswith("/weights")]
    beside = reads + 1 + (checkpoint.options["controller"] == "lstm") * checkpoint.whole("controller.size")
    return max(0, weights[0].shape[1] - beside) if weights else 0


MODELS = {"memory-machine": MemoryMachine, "memn2n": MemN2n}


def load(directory, which="best", dtype=torch.float32, options=None):
    """The network of a run or a trained model, with its weights; `options` override the run's own ({"memory.slots":
    256}). Raises UnknownCheckpoint."""
    checkpoint = Checkpoint(directory, which, dtype, options)
    model = MODELS[checkpoint.text("model", MODELS)](checkpoint)
    checkpoint.finish()
    return model.eval()
