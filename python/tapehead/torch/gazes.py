"""Where glimpses go: a retina that is moved over a picture, and a soft window with a gradient. look() gives what is
seen, its place, and of a drawn place the log-density, (batch,)."""
import math
import typing

import torch

from .parts import linear

LEAST_VARIANCE = 1e-2  # of a window's filter, in square pixels
WINDOW = 5             # x, y, log variance, log stride, log intensity


class Look(typing.NamedTuple):
    seen: torch.Tensor                                  # (batch, numbers)
    place: torch.Tensor                                 # (batch, numbers)
    log_density: typing.Optional[torch.Tensor] = None   # (batch,)


def grid_cell(number, cells):
    """The middle of a cell of a grid, line by line: x and y from -1 to 1, in single precision as the engine has it."""
    across = math.ceil(math.sqrt(cells))
    high = -(-cells // across)
    place = torch.tensor([2 * (number % across) + 1, 2 * (number // across) + 1], dtype=torch.float32)
    return place / torch.tensor([across, high]) - 1


def first_pixel(place, extent, span):
    """The first pixel of a window around each place. Rounded in single precision, as in the engine."""
    middle = (place.float().clamp(-1, 1) + 1) / 2 * extent
    return (middle - span / 2 + 0.5).floor().long()


def retina(picture, place, side, scales):
    """Concentric square windows (Mnih et al. 2014, section 3.1): (batch, scales·side·side·channels)."""
    height, width = picture.shape[1:3]
    item, seen = torch.arange(len(picture), device=picture.device)[:, None, None], []
    for scale in range(scales):
        span = side << scale
        x, y = (first_pixel(place[:, axis], extent, span)[:, None] + torch.arange(span, device=place.device)
                for axis, extent in ((0, width), (1, height)))
        there = ((y >= 0) & (y < height))[:, :, None] & ((x >= 0) & (x < width))[:, None, :]
        pixels = picture[item, y.clamp(0, height - 1)[:, :, None], x.clamp(0, width - 1)[:, None, :]]
        cells = (pixels * there.unsqueeze(-1)).unflatten(2, (side, -1)).unflatten(1, (side, -1))
        seen.append(cells.mean((2, 4)).flatten(1))
    return torch.cat(seen, 1)


class RetinaGaze(torch.nn.Module):
    """Places that are learned by reward, drawn anywhere, or over a grid."""
    place_size = 2

    def __init__(self, checkpoint, looks, policy, features):
        super().__init__()
        self.side, self.scales = checkpoint.whole("model.window"), checkpoint.whole("model.scales")
        self.policy, self.looks, self.learned = policy, looks, policy == "learned"
        self.centre = policy != "fixed" and checkpoint.text("model.first", ("random", "centre")) == "centre"
        if self.learned:
            self.deviation, self.gain = checkpoint.real("model.deviation"), checkpoint.real("model.location-gain")
            self.mean_in_scoring = checkpoint.text("model.scored-at", ("drawn", "mean")) == "mean"
            self.moves_core = checkpoint.flag("model.reward-in-core")
            grid = checkpoint.text("model.start", ("middle", "grid")) == "grid"
            self.location = checkpoint.parameter("gaze/location", 2, features + 1)
            self.places = checkpoint.parameter("gaze/places", 2, max(looks, 2) - 1) if grid else None

    def at(self, picture, place, log_density=None):
        return Look(retina(picture, place, self.side, self.scales), place, log_density)

    def look(self, picture, features, number):
        if self.policy == "fixed":
            return self.at(picture, grid_cell(number, self.looks).to(picture).expand(len(picture), -1))
        if features is None and self.centre:
            return self.at(picture, picture.new_zeros(len(picture), 2))
        if features is None or not self.learned:
            return self.at(picture, picture.new_empty(len(picture), 2).uniform_(-1, 1))
        towards = self.gain * linear(self.location, features if self.moves_core else features.detach())
        mean = (towards if self.places is None else towards + self.places[:, number - 1]).tanh()
        if not self.training and self.mean_in_scoring:
            return self.at(picture, mean.detach())
        drawn = mean.detach() + self.deviation * torch.randn_like(mean)
        density = -((drawn - mean) / self.deviation).square() / 2 - math.log(self.deviation * math.sqrt(2 * math.pi))
        return self.at(picture, drawn.clamp(-1, 1), density.sum(1))


def filters(extent, side, middle, stride, variance):
    """Gaussian filters around a middle, (batch, side, extent), each summing to 1 (Gregor et al. 2015, eqs. 23 to
    27)."""
    strides = torch.arange(side, device=middle.device) - (side - 1) / 2
    centres = middle[:, None] + strides * stride[:, None]
    away = torch.arange(extent, device=middle.device) + 0.5 - centres.unsqueeze(-1)
    return (-away.square() / (2 * variance[:, None, None])).softmax(-1)


class WindowGaze(torch.nn.Module):
    """DRAW's window (Gregor et al. 2015, section 3.2)."""
    place_size, learned = WINDOW, False

    def __init__(self, checkpoint, features):
        super().__init__()
        self.side, self.scales = checkpoint.whole("model.window"), checkpoint.whole("model.scales")
        self.window = checkpoint.parameter("gaze/window", WINDOW, features + 1)

    def look(self, picture, features, number):
        told = self.window[:, -1].expand(len(picture), -1) if features is None else linear(self.window, features)
        height, width = picture.shape[1:3]
        x, y = (told[:, 0] + 1) * width / 2, (told[:, 1] + 1) * height / 2
        widest, seen = (max(width, height) - 1) / max(self.side - 1, 1), []
        variance, stride, intensity = (told[:, row].exp() for row in (2, 3, 4))
        for scale in range(self.scales):
            wider, factor = stride * widest * 2 ** scale, 4 ** scale
            spread = variance * factor + LEAST_VARIANCE
            across, down = filters(width, self.side, x, wider, spread), filters(height, self.side, y, wider, spread)
            window = torch.einsum("bih,bhwc,bjw->bijc", down, picture, across)
            seen.append((intensity[:, None, None, None] * window).flatten(1))
        return Look(torch.cat(seen, 1), told)
