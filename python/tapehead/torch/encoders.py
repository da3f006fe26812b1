"""What reads a source: encoders leave an annotation for each step, or cell of a picture, and a summary."""
import typing

import torch
from torch.nn import functional

from .lstmn import lstmn_layers
from .parts import linear
from .pictures import Convolutions, GridPositions, Patches
from .transformer import Layers, Positions, layer_settings


class Reading(typing.NamedTuple):
    annotations: torch.Tensor  # (batch, slots, size)
    there: torch.Tensor        # (batch, slots), which of them are an item's own
    summary: torch.Tensor      # (batch, size)
    ended: list = []           # h (and c) of each layer after the last step
    grid: tuple = ()           # lines and columns of cells over a picture, where annotations are those


def own_steps(lengths, steps):
    return torch.arange(steps, device=lengths.device) < lengths.unsqueeze(1)


def from_the_end(x, lengths):
    """Each item's own steps from the last to the first; its padding stays."""
    place = torch.arange(x.shape[1], device=x.device)
    order = torch.where(place < lengths.unsqueeze(1), lengths.unsqueeze(1) - 1 - place, place)
    return x.gather(1, order.unsqueeze(-1).expand_as(x))


def last_of(x, lengths):
    return x[torch.arange(len(x), device=x.device), lengths - 1]


def mean_of(annotations, there):
    return (annotations * there.unsqueeze(-1)).sum(1) / there.sum(1, keepdim=True)


class Direction(torch.nn.Module):
    def __init__(self, checkpoint, name, gates, below, size):
        super().__init__()
        self.weights = checkpoint.parameter(f"{name}/weights", gates * size, below + 1)
        self.own_weights = checkpoint.parameter(f"{name}/own-weights", gates * size, size + 1)

    def forward(self, x, lengths):
        """h of each step, and the values after an item's last one."""
        brought, lstm = linear(self.weights, x), len(self.weights) == 4 * (self.own_weights.shape[1] - 1)
        h = x.new_zeros(len(x), self.own_weights.shape[1] - 1)
        values = [[h, h] if lstm else [h]]
        for one in brought.unbind(1):
            own = linear(self.own_weights, values[-1][0])
            values.append(self.lstm(one + own, values[-1][1]) if lstm else [self.gru(one, own, values[-1][0])])
        each = [torch.stack(value, 1) for value in zip(*values[1:])]
        return each[0], [last_of(value, lengths) for value in each]

    @staticmethod
    def lstm(gates, c):
        into, forget, out, update = gates.chunk(4, -1)
        c = forget.sigmoid() * c + into.sigmoid() * update.tanh()
        return [out.sigmoid() * c.tanh(), c]

    @staticmethod
    def gru(brought, own, h):
        (reset, keep, update), own = brought.chunk(3, -1), own.chunk(3, -1)
        update = (update + (reset + own[0]).sigmoid() * own[2]).tanh()
        return update + (keep + own[1]).sigmoid() * (h - update)


class Recurrent(torch.nn.Module):
    def __init__(self, checkpoint, kind):
        super().__init__()
        size, layers = checkpoint.whole("encoder.size"), checkpoint.whole("encoder.layers")
        self.both_ways, self.dropout = checkpoint.flag("encoder.both-ways"), checkpoint.real("encoder.dropout")
        names = [f"encoder/{kind}" if layers == 1 else f"encoder/{kind}/layer-{i + 1}" for i in range(layers)]
        self.x_size = checkpoint.columns(f"{names[0]}/forward/weights") - 1
        self.size, ways = size * (1 + self.both_ways), ("forward", "backward")[:1 + self.both_ways]
        self.backward_row = size if self.both_ways else 0
        self.layers = torch.nn.ModuleList([torch.nn.ModuleList([
            Direction(checkpoint, f"{name}/{way}", {"lstm": 4, "gru": 3}[kind], self.size if i else self.x_size, size)
            for way in ways]) for i, name in enumerate(names)])

    def forward(self, x, lengths):
        ended = []
        for i, layer in enumerate(self.layers):
            x = functional.dropout(x, self.dropout, self.training) if i else x
            outputs, last = layer[0](x, lengths)
            if self.both_ways:
                back, first = layer[1](from_the_end(x, lengths), lengths)
                outputs = torch.cat([outputs, from_the_end(back, lengths)], -1)
                last = [torch.cat(both, -1) for both in zip(last, first)]
            ended += last
            x = outputs
        return Reading(x, own_steps(lengths, x.shape[1]), last[0], ended)


class Feedforward(torch.nn.Module):
    backward_row = 0

    def __init__(self, checkpoint):
        super().__init__()
        self.size = checkpoint.whole("encoder.size")
        self.x_size = checkpoint.columns("encoder/feedforward/weights") - 1
        self.weights = checkpoint.parameter("encoder/feedforward/weights", self.size, self.x_size + 1)
        self.positions = Positions(checkpoint, "encoder/feedforward", "encoder", self.size)

    def forward(self, x, lengths):
        annotations, there = self.positions(linear(self.weights, x)), own_steps(lengths, x.shape[1])
        return Reading(annotations, there, mean_of(annotations, there))


class Transformer(torch.nn.Module):
    backward_row = 0

    def __init__(self, checkpoint):
        super().__init__()
        name, settings = "encoder/transformer", layer_settings(checkpoint, "encoder")
        self.size, self.dropout = settings["size"], settings["dropout"]
        self.x_size = checkpoint.columns(f"{name}/token") - 1
        self.token = checkpoint.parameter(f"{name}/token", self.size, self.x_size + 1)
        self.positions = Positions(checkpoint, name, "encoder", self.size)
        self.layers = Layers(checkpoint, name, settings, checkpoint.whole("encoder.layers"))

    def forward(self, x, lengths):
        there = own_steps(lengths, x.shape[1])
        tokens = functional.dropout(self.positions(linear(self.token, x)), self.dropout, self.training)
        annotations = self.layers(tokens, there)
        return Reading(annotations, there, mean_of(annotations, there))


class Lstmn(torch.nn.Module):
    backward_row = 0

    def __init__(self, checkpoint):
        super().__init__()
        self.size, layers = checkpoint.whole("encoder.size"), checkpoint.whole("encoder.layers")
        first = "encoder/lstmn" if layers == 1 else "encoder/lstmn-1"
        self.x_size = checkpoint.columns(f"{first}/weights") - self.size - 1
        self.layers = lstmn_layers(checkpoint, "encoder", self.size, layers, self.x_size)

    def forward(self, x, lengths):
        ended = []
        for layer in self.layers:
            x, cells = layer.over(x)
            ended += [last_of(x, lengths), last_of(cells, lengths)]
        return Reading(x, own_steps(lengths, x.shape[1]), ended[-2], ended)


class OfPictures(torch.nn.Module):
    """Cells of a picture, (batch, height, width, channels)."""
    backward_row, x_size = 0, None

    def forward(self, picture, lengths):
        cells = self.cells(picture)
        annotations = self.annotations(cells)
        there = torch.ones(annotations.shape[:2], dtype=torch.bool, device=picture.device)
        return Reading(annotations, there, annotations.mean(1), grid=tuple(cells.shape[1:3]))


class Convolution(OfPictures):
    def __init__(self, checkpoint):
        super().__init__()
        self.size = checkpoint.whole("encoder.size")
        self.layers = Convolutions(checkpoint, "encoder/convolution", checkpoint.whole("encoder.layers"),
                                   checkpoint.whole("encoder.kernel"), checkpoint.whole("encoder.stride"))
        self.positions = GridPositions(checkpoint, "encoder/convolution", self.size)

    def cells(self, picture):
        return self.layers(picture)

    def annotations(self, cells):
        return self.positions(cells)


class PatchTransformer(OfPictures):
    def __init__(self, checkpoint):
        super().__init__()
        name, settings = "encoder/patches", layer_settings(checkpoint, "encoder")
        layers, stem = checkpoint.whole("encoder.layers"), checkpoint.whole("encoder.stem")
        kernel = checkpoint.whole("encoder.stem-kernel")
        self.size, self.dropout = settings["size"], settings["dropout"]
        self.stem = Convolutions(checkpoint, f"{name}/stem", stem, kernel, 2) if stem else torch.nn.Identity()
        self.patches = Patches(checkpoint, f"{name}/token", self.size, checkpoint.whole("encoder.patch"))
        self.positions = GridPositions(checkpoint, name, self.size)
        self.layers = Layers(checkpoint, name, settings, layers) if layers else torch.nn.Identity()

    def cells(self, picture):
        return self.patches(self.stem(picture))

    def annotations(self, cells):
        tokens = self.positions(cells)
        return self.layers(functional.dropout(tokens, self.dropout, self.training))


ENCODERS = {"lstm": lambda checkpoint: Recurrent(checkpoint, "lstm"),
            "gru": lambda checkpoint: Recurrent(checkpoint, "gru"), "feedforward": Feedforward,
            "transformer": Transformer, "lstmn": Lstmn, "patches": PatchTransformer, "convolution": Convolution}


def make_encoder(checkpoint):
    return ENCODERS[checkpoint.text("encoder", ENCODERS)](checkpoint)
