"""What Transformers of segments share: layers that see no further back than their segment, and memory tokens."""
import torch
from torch.nn import functional

from .parts import linear
from .transformer import Layers, Positions, layer_settings


class Segments(torch.nn.Module):
    def __init__(self, checkpoint, name, inputs):
        super().__init__()
        settings = layer_settings(checkpoint, "controller")
        self.output_size, self.dropout = settings["size"], settings["dropout"]
        self.length = checkpoint.whole("controller.segment")
        self.token = checkpoint.parameter(f"{name}/token", settings["size"], inputs + 1)
        self.memory = checkpoint.parameter(f"{name}/memory", settings["size"],
                                           checkpoint.whole("controller.memory-tokens"))
        self.positions = Positions(checkpoint, name, "controller", settings["size"])
        self.layers = Layers(checkpoint, name, settings, checkpoint.whole("controller.layers"))

    def tokens_of_memory(self, batch):
        return self.memory.T.expand(batch, -1, -1)

    def told(self, inputs, place):
        """The token of a step, (batch, 1, size)."""
        token = self.positions(linear(self.token, inputs.unsqueeze(1)), place)
        return functional.dropout(token, self.dropout, self.training)

    def layer(self, i, tokens, remembered):
        """Tokens of the segment one after the other through a layer: their outputs, and what is remembered then."""
        outputs = []
        for token in tokens.split(1, 1):
            token, remembered = self.layers.attention[i].step(token, remembered)
            outputs.append(self.layers.feedforward[i](token))
        return torch.cat(outputs, 1), remembered
