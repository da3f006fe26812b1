"""Training costs of where an answer's looks went. weights: (batch, looks, slots)."""
import torch
from torch.nn import functional

from .losses import tensor

LEAST_WEIGHT = torch.finfo(torch.float32).tiny  # keeps the logarithm of a weight finite
LEAST_WITHIN = 1e-20  # the same for a look that sees nothing of what it should


def logits_of(weights):
    return (weights + LEAST_WEIGHT).log()


def looks_of(batch, most):
    """1 for the looks of each item's answer, up to its last scored step: (batch, most)."""
    scored = tensor(batch.mask) != 0
    place = torch.arange(1, scored.shape[1] + 1)
    return torch.arange(most) < (scored * place).amax(1, keepdim=True)


def within(box, grid, picture):
    """The share of each cell's area within the boxes (…, left, top, right, bottom): (…, cells)."""
    high, across = grid
    height, width = picture[0] / high, picture[1] / across

    def overlap(count, length, low, end):
        first = torch.arange(count, dtype=torch.float64) * length
        low, end = low.unsqueeze(-1), end.unsqueeze(-1)
        return (torch.minimum(first + length, end) - torch.maximum(first, low)).clamp(min=0) / length
    left, top, right, bottom = box.double().unbind(-1)
    share = overlap(high, height, top, bottom).unsqueeze(-1) * overlap(across, width, left, right).unsqueeze(-2)
    there = (right > left) & (bottom > top)
    return share.flatten(-2) * there.unsqueeze(-1)


def told_of(batch, looks, slots, grid):
    """How much each slot belongs to what is said next, where the batch tells: (batch, looks, slots)."""
    told = torch.zeros(*looks.shape, slots)
    if grid and batch.boxes is not None:
        told = within(tensor(batch.boxes), grid, batch.input.shape[-3:-1])
    elif not grid and batch.aligned is not None:
        step = tensor(batch.aligned)
        there = (step >= 0) & (step < slots)
        told = functional.one_hot(step.clamp(0, slots - 1), slots) * there.unsqueeze(-1)
    return told * looks.unsqueeze(-1)


class LookCosts:
    def __init__(self, checkpoint):
        self.entropy, self.penalty, self.guidance = (
            checkpoint.real(f"attention.{name}", absent="0") for name in ("entropy", "penalty", "guidance"))
        self.share = checkpoint.text("attention.penalty-target", ("share", "one"), absent="share") == "share"

    def __call__(self, weights, reading, batch):
        """Of each item: (batch,)."""
        looks = looks_of(batch, weights.shape[1])
        counts, cost = looks.to(weights.dtype), weights.new_zeros(len(weights))
        if self.entropy:
            chances = logits_of(weights).log_softmax(-1)
            cost = cost + self.entropy * ((chances.exp() * chances).sum(-1) * counts).sum(-1)
        if self.penalty:
            there = reading.there.to(weights.dtype)
            each = counts.sum(1, keepdim=True) / there.sum(1, keepdim=True) if self.share else 1
            got = (weights * counts.unsqueeze(-1)).sum(1)
            cost = cost + self.penalty * (each * there - got).square().sum(-1)
        if self.guidance:
            told = told_of(batch, looks, weights.shape[2], reading.grid).to(weights.dtype)
            seen = ((weights * told).sum(-1) + LEAST_WITHIN).log() * (told > 0).any(-1)
            cost = cost - self.guidance * seen.sum(-1)
        return cost
