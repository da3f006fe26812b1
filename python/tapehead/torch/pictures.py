"""Layers over pictures, (batch, height, width, channels)."""
import torch
from torch.nn import functional

from .parts import linear
from .transformer import waves


class Convolutions(torch.nn.Module):
    """Layers of convolution with ReLU, padded such that only the stride makes the grid smaller. Weights are stored
    window pixel by pixel, line by line."""

    def __init__(self, checkpoint, name, layers, kernel, stride):
        super().__init__()
        self.kernel, self.stride, self.padding = kernel, stride, (max(kernel - stride, 0) + 1) // 2
        names = [f"{name}/layer-{i + 1}/weights" for i in range(layers)]
        self.weights = torch.nn.ParameterList([checkpoint.parameter(one) for one in names])

    def forward(self, picture):
        x = picture.permute(0, 3, 1, 2)
        for weights in self.weights:
            windows = weights[:, :-1].reshape(len(weights), self.kernel, self.kernel, -1).permute(0, 3, 1, 2)
            x = functional.conv2d(x, windows, weights[:, -1], self.stride, self.padding).relu()
        return x.permute(0, 2, 3, 1)


class Patches(torch.nn.Module):
    """A token of each square of a picture: (batch, high, across, size)."""

    def __init__(self, checkpoint, name, size, side):
        super().__init__()
        self.side, self.weights = side, checkpoint.parameter(name, size, checkpoint.columns(name))

    def forward(self, picture):
        cells = picture.unflatten(2, (-1, self.side)).unflatten(1, (-1, self.side)).transpose(2, 3)
        return linear(self.weights, cells.flatten(3))


class GridPositions(torch.nn.Module):
    """Cells (batch, high, across, size) with what tells their place, line by line: (batch, cells, size)."""

    def __init__(self, checkpoint, name, size):
        super().__init__()
        self.kind = checkpoint.text("encoder.positions", ("sinusoidal", "learned", "none"))
        checkpoint.pass_by("encoder.max-steps")
        if self.kind == "learned":
            self.columns = checkpoint.parameter(f"{name}/positions", size, checkpoint.columns(f"{name}/positions"))

    def forward(self, cells):
        across, size = cells.shape[2:]
        cells = cells.flatten(1, 2)
        if self.kind == "learned":
            return cells + self.columns.T
        if self.kind == "none":
            return cells
        place, half = torch.arange(cells.shape[1], device=cells.device), (size + 1) // 2
        code = torch.cat([waves(place // across, half), waves(place % across, size - half)], 1)
        return cells + code.to(cells.dtype)
