"""Training costs of where an answer's looks went. weights: (batch, looks, slots)."""
import torch
from torch.nn import functional

from .losses import like

LEAST_WEIGHT = torch.finfo(torch.float32).tiny  # keeps the logarithm of a weight finite
LEAST_WITHIN = 1e-20  # the same for a look that sees nothing of what it should


def logits_of(weights):
    return (weights + LEAST_WEIGHT).log()


def looks_of(batch, weights):
    """Which looks are of an item's answer, up to its last scored step: (batch, looks)."""
    scored = like(batch.mask, weights) != 0
    place = torch.arange(scored.shape[1], device=weights.device)
    return place < (scored * (place + 1)).amax(1, keepdim=True)


def within(box, grid, picture):
    """The share of each cell's area within the boxes (…, left, top, right, bottom): (…, cells)."""
    high, across = grid
    height, width = picture[0] / high, picture[1] / across

    def overlap(count, length, low, end):
        first = torch.arange(count, dtype=low.dtype, device=low.device) * length
        low, end = low.unsqueeze(-1), end.unsqueeze(-1)
        return (torch.minimum(first + length, end) - torch.maximum(first, low)).clamp(min=0) / length
    left, top, right, bottom = box.double().unbind(-1)
    share = overlap(high, height, top, bottom).unsqueeze(-1) * overlap(across, width, left, right).unsqueeze(-2)
    there = (right > left) & (bottom > top)
    return share.flatten(-2) * there.unsqueeze(-1)


def told_of(batch, weights, looks, grid):
    """How much each slot belongs to what is said next, where the batch tells: (batch, looks, slots)."""
    slots, told = weights.shape[2], torch.zeros_like(weights)
    if grid and batch.boxes is not None:
        told = within(like(batch.boxes, weights), grid, batch.input.shape[-3:-1])
    elif batch.aligned is not None:
        step = like(batch.aligned, weights)
        there = (step >= 0) & (step < slots)
        told = functional.one_hot(step.clamp(0, slots - 1), slots) * there.unsqueeze(-1)
    return (told * looks.unsqueeze(-1)).to(weights.dtype)


class LookCosts:
    def __init__(self, checkpoint):
        self.entropy, self.penalty, self.guidance = (
            checkpoint.real(f"attention.{name}", absent="0") for name in ("entropy", "penalty", "guidance"))
        self.share = checkpoint.text("attention.penalty-target", ("share", "one"), absent="share") == "share"

    def __call__(self, weights, reading, batch):
        """Of each item: (batch,)."""
        looks = looks_of(batch, weights)
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
            told = told_of(batch, weights, looks, reading.grid)
            seen = ((weights * told).sum(-1) + LEAST_WITHIN).log() * (told > 0).any(-1)
            cost = cost - self.guidance * seen.sum(-1)
        return cost
