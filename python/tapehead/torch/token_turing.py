"""The Token Turing machine's memory (Ryoo et al. 2023, section 3)."""
import torch

from .parts import gelu, linear


class TokenSummary(torch.nn.Module):
    """Means of all tokens, weighed by a network that sees them with their places: (batch, tokens, width) each."""

    def __init__(self, checkpoint, name, sizes, summaries):
        super().__init__()
        width, tokens, hidden = sizes
        self.places = checkpoint.parameter(f"memory/{name}/places", width, tokens)
        self.hidden = checkpoint.parameter(f"memory/{name}/hidden-weights", hidden, width + 1)
        self.weights = checkpoint.parameter(f"memory/{name}/weights", summaries, hidden + 1)

    def forward(self, tokens):
        scores = linear(self.weights, gelu(linear(self.hidden, tokens + self.places.T)))
        return scores.softmax(1).transpose(1, 2) @ tokens


class TokenTuring(torch.nn.Module):
    """Controls: the step's tokens. They are written, then all is read."""

    def __init__(self, checkpoint):
        super().__init__()
        self.slots, self.width = checkpoint.whole("memory.slots"), checkpoint.whole("memory.width")
        self.tokens, read = checkpoint.whole("memory.tokens"), checkpoint.whole("memory.reads")
        sizes = self.width, self.slots + self.tokens, checkpoint.whole("memory.hidden")
        self.written = TokenSummary(checkpoint, "write", sizes, self.slots)
        self.read = TokenSummary(checkpoint, "read", sizes, read)
        self.controls, self.reads = self.width * self.tokens, self.width * read
        self.register_buffer("zero", torch.zeros((), dtype=checkpoint.dtype))

    def start(self, batch):
        return self.zero.expand(batch, self.reads), self.zero.expand(batch, self.slots, self.width)

    def forward(self, controls, memory):
        brought = controls.reshape(-1, self.tokens, self.width)
        memory = self.written(torch.cat([memory, brought], 1))
        return self.read(torch.cat([memory, brought], 1)).flatten(1), memory
