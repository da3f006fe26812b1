"""The memory machine: a controller that steers a memory's heads (Graves, Wayne & Danihelka 2014, figure 1)."""
import math

import torch

from .controllers import CONTROLLERS, input_size
from .files import UnknownCheckpoint
from .memories import is_told, make_memory, started
from .parts import linear, steps
from .pictures import Convolutions

STEM_STRIDE = 2  # of each of a stem's layers


class NoStem(torch.nn.Module):
    """Steps unchanged."""

    def __init__(self, checkpoint, size):
        super().__init__()
        checkpoint.pass_by("model.embedding", "model.stem-layers", "model.stem-size", "model.stem-kernel")
        self.features = size

    def forward(self, x):
        return x.flatten(2)


class EmbeddingStem(torch.nn.Module):
    """A vector per token."""

    def __init__(self, checkpoint, size):
        super().__init__()
        checkpoint.pass_by("model.stem-layers", "model.stem-size", "model.stem-kernel")
        self.features = checkpoint.columns("stem/table")
        self.table = checkpoint.parameter("stem/table", checkpoint.whole("model.embedding"), self.features)

    def forward(self, x):
        return x @ self.table.T


class PictureStem(torch.nn.Module):
    """The cells of convolutions over the picture that a step is, or begins with, and below them the step. Where other
    numbers follow the picture it must be a square: a checkpoint does not tell its sides."""
    features = None  # known with the first steps

    def __init__(self, checkpoint, size):
        super().__init__()
        checkpoint.pass_by("model.embedding")
        self.given, self.count = size, checkpoint.whole("model.stem-layers")
        self.channels, kernel = checkpoint.whole("model.stem-size"), checkpoint.whole("model.stem-kernel")
        self.layers = Convolutions(checkpoint, "stem", self.count, kernel, STEM_STRIDE)
        self.of_pixel = (checkpoint.columns("stem/layer-1/weights") - 1) // kernel ** 2

    def picture(self, x):
        """The pictures of steps (batch, steps, numbers): (batch · steps, height, width, channels)."""
        side = math.isqrt(max(0, self.given - x.shape[2]) // self.channels) * STEM_STRIDE ** self.count
        size = side * side * self.of_pixel
        made = (side // STEM_STRIDE ** self.count) ** 2 * self.channels
        if not size or size > x.shape[2] or made + x.shape[2] != self.given:
            raise UnknownCheckpoint(f"stem: got {x.shape[2]} numbers a step; those of a square picture, and the step's "
                                    "other ones, are needed")
        return x[..., :size].reshape(-1, side, side, self.of_pixel)

    def forward(self, x):
        flat = x.flatten(2)
        cells = self.layers(x.flatten(0, 1) if x.dim() == 5 else self.picture(flat))
        return torch.cat([cells.reshape(*flat.shape[:2], -1), flat], -1)


STEMS = {"none": NoStem, "embedding": EmbeddingStem, "convolution": PictureStem}


class MemoryCore(torch.nn.Module):
    """h = controller([x; previous reads]), controls = W·[h; 1], reads = memory(controls). size_of(reads) gives the size
    of x."""

    def __init__(self, checkpoint, size_of):
        super().__init__()
        self.memory = make_memory(checkpoint)
        self.x_size = size_of(self.memory.reads)
        controller = CONTROLLERS[checkpoint.text("controller", CONTROLLERS)]
        self.controller = controller(checkpoint, self.x_size, self.memory.reads)
        hidden = self.controller.output_size
        self.features = hidden + self.memory.reads
        if self.memory.controls:
            self.interface = checkpoint.parameter("interface/weights", self.memory.controls, hidden + 1)

    def start(self, batch, input_steps=None):
        """The state before the first step of so many episodes."""
        return self.controller.start(batch), *started(self.memory, batch, input_steps)

    def think(self, x, state):
        """[h; reads] of one step (batch, size), and the next state."""
        deciding, reads, remembered = state
        h, deciding = self.controller(torch.cat([x, reads], -1), deciding)
        if self.memory.controls:
            reads, remembered = self.memory(linear(self.interface, h), remembered)
        return torch.cat([h, reads], -1), (deciding, reads, remembered)


class MemoryMachine(torch.nn.Module):
    """Per step: logits = V·[h; reads; 1] with h and reads of MemoryCore for stem(x)."""

    def __init__(self, checkpoint):
        super().__init__()
        stem = STEMS[checkpoint.text("model.stem", STEMS, absent="none")]
        self.core = MemoryCore(checkpoint, lambda reads: input_size(checkpoint, reads))
        self.stem = stem(checkpoint, self.core.x_size)
        self.features = self.stem.features  # size of a step's input
        self.told = is_told(self.core.memory)
        self.output = checkpoint.parameter("output/weights", checkpoint.rows("output/weights"), self.core.features + 1)

    def start(self, batch, input_steps=None):
        """The state before the first step of so many episodes; input_steps for a memory that is told them."""
        return self.core.start(batch, input_steps)

    def step(self, x, state):
        """Logits (batch, outputs) of one step (batch, features), and the next state."""
        feature, state = self.core.think(self.stem(x.unsqueeze(1)).squeeze(1), state)
        return linear(self.output, feature), state

    def forward(self, inputs, input_steps=None):
        """(batch, steps, features), or tokens (batch, steps), a negative one being none -> logits (batch, steps,
        outputs). input_steps: for a memory that is told them, the steps before the answer, of all or of each."""
        seen = self.stem(steps(inputs, self.features, self.output.dtype))
        core = self.core
        if not core.memory.reads and hasattr(core.controller, "whole"):
            return linear(self.output, core.controller.whole(seen))
        state, features = core.start(len(inputs), input_steps), []
        for x in seen.unbind(1):
            feature, state = core.think(x, state)
            features.append(feature)
        return linear(self.output, torch.stack(features, 1))
