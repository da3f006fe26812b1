"""The recurrent memory Transformer (Bulatov, Kuratov & Burtsev 2022), a controller."""
import torch
from torch.nn import functional

from .parts import linear
from .transformer import Layers, Positions, layer_settings


class Rmt(torch.nn.Module):
    """State: the memory's tokens, (batch, tokens, size), the keys and values of the segment so far of each layer, and
    its steps so far."""

    def __init__(self, checkpoint, x_size, read_size):
        super().__init__()
        name = "controller/rmt"
        settings = layer_settings(checkpoint, "controller")
        self.output_size, self.dropout = settings["size"], settings["dropout"]
        self.segment = checkpoint.whole("controller.segment")
        self.token = checkpoint.parameter(f"{name}/token", settings["size"], x_size + read_size + 1)
        self.memory = checkpoint.parameter(f"{name}/memory", settings["size"],
                                           checkpoint.whole("controller.memory-tokens"))
        self.positions = Positions(checkpoint, name, "controller", settings["size"])
        self.layers = Layers(checkpoint, name, settings, checkpoint.whole("controller.layers"))

    def through(self, tokens, remembered):
        """Tokens of the segment one after the other: their outputs, and what is remembered then."""
        outputs = []
        for token in tokens.split(1, 1):
            after = []
            for i, (attention, feedforward) in enumerate(zip(self.layers.attention, self.layers.feedforward)):
                token, kept = attention.step(token, None if remembered is None else remembered[i])
                token = feedforward(token)
                after.append(kept)
            remembered = after
            outputs.append(self.layers.last(token))
        return torch.cat(outputs, 1), remembered

    def begun(self, memory):
        return memory, self.through(memory, None)[1], 0

    def start(self, batch):
        return self.begun(self.memory.T.expand(batch, -1, -1))

    def forward(self, inputs, state):
        memory, remembered, place = state
        token = self.positions(linear(self.token, inputs.unsqueeze(1)), place)
        output, remembered = self.through(functional.dropout(token, self.dropout, self.training), remembered)
        if place + 1 < self.segment:
            return output.squeeze(1), (memory, remembered, place + 1)
        return output.squeeze(1), self.begun(self.through(memory, remembered)[0])
