"""The memory machine: a controller that steers a memory's heads (Graves, Wayne & Danihelka 2014, figure 1)."""
import torch

from .controllers import CONTROLLERS, input_size
from .memories import make_memory
from .parts import linear, steps


class NoStem(torch.nn.Module):
    """Steps unchanged."""

    def __init__(self, checkpoint, size):
        super().__init__()
        checkpoint.pass_by("model.embedding", "model.stem-layers", "model.stem-size", "model.stem-kernel")
        self.features = size

    def forward(self, x):
        return x


class EmbeddingStem(torch.nn.Module):
    """A vector per token."""

    def __init__(self, checkpoint, size):
        super().__init__()
        checkpoint.pass_by("model.stem-layers", "model.stem-size", "model.stem-kernel")
        self.features = checkpoint.columns("stem/table")
        self.table = checkpoint.parameter("stem/table", checkpoint.whole("model.embedding"), self.features)

    def forward(self, x):
        return x @ self.table.T


STEMS = {"none": NoStem, "embedding": EmbeddingStem}


class MemoryMachine(torch.nn.Module):
    """Per step: h = controller([stem(x); previous reads]), controls = W·[h; 1], reads = memory(controls), logits =
    V·[h; reads; 1]."""

    def __init__(self, checkpoint):
        super().__init__()
        self.memory = make_memory(checkpoint)
        controller = CONTROLLERS[checkpoint.text("controller", CONTROLLERS)]
        stem = STEMS[checkpoint.text("model.stem", STEMS, absent="none")]
        seen = input_size(checkpoint, self.memory.reads)
        self.stem = stem(checkpoint, seen)
        self.features = self.stem.features  # size of a step's input
        self.controller = controller(checkpoint, seen, self.memory.reads)
        hidden = self.controller.output_size
        self.output = checkpoint.parameter("output/weights")
        if self.memory.controls:
            self.interface = checkpoint.parameter("interface/weights", self.memory.controls, hidden + 1)

    def start(self, batch):
        """The state before the first step of so many episodes."""
        return self.controller.start(batch), *self.memory.start(batch)

    def step(self, x, state):
        """Logits (batch, outputs) of one step (batch, features), and the next state."""
        deciding, reads, remembered = state
        h, deciding = self.controller(torch.cat([self.stem(x), reads], -1), deciding)
        if self.memory.controls:
            reads, remembered = self.memory(linear(self.interface, h), remembered)
        return linear(self.output, h, reads), (deciding, reads, remembered)

    def forward(self, inputs):
        """(batch, steps, features), or tokens (batch, steps), a negative one being none -> logits (batch, steps,
        outputs)."""
        inputs = steps(inputs, self.features, self.output.dtype)
        if not self.memory.reads and hasattr(self.controller, "whole"):
            return linear(self.output, self.controller.whole(self.stem(inputs)))
        state, logits = self.start(len(inputs)), []
        for x in inputs.unbind(1):
            y, state = self.step(x, state)
            logits.append(y)
        return torch.stack(logits, 1)
