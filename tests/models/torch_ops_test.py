#!/usr/bin/python3
"""The ops against PyTorch's, values and gradients, with the same numbers, in double precision."""
import os
import pathlib
import sys
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests/support"))

from torch_layout import gelu
from torch_probe import assert_near, part, probe, torch

F = torch.nn.functional
ROUNDING = 1e-12
# Our cosine adds 1e-8 to both squared norms; PyTorch's bounds the product of the norms away from zero. For vectors of
# about unit size the values differ by some 1e-8.
COSINE = 1e-6


def convolve(w, kernel):
    half = kernel.shape[1] // 2
    return sum(kernel[:, j:j + 1] * w.roll(half - j, 1) for j in range(kernel.shape[1]))


def sharpen(w, gamma):
    return w ** gamma / (w ** gamma).sum(1, keepdim=True)


def lstm_cell(preactivations, previous):
    into, forget, out, update = preactivations.chunk(4, 1)
    c = forget.sigmoid() * previous + into.sigmoid() * update.tanh()
    return torch.cat([out.sigmoid() * c.tanh(), c], 2)


def gru_cell(below, beside, previous):
    (reset, keep, update), own = below.chunk(3, 1), beside.chunk(3, 1)
    reset, keep = (reset + own[0]).sigmoid(), (keep + own[1]).sigmoid()
    return torch.lerp((update + reset * own[2]).tanh(), previous, keep)


def layer_norm(x, gain, bias):
    return F.layer_norm(x.transpose(1, 2), (x.shape[1],), gain.flatten(), bias.flatten()).transpose(1, 2)


def attend(heads):
    def attended(query, *remembered):
        keys, values = torch.cat(remembered, 2).chunk(2, 1)
        weights = [(k.transpose(1, 2) @ q / k.shape[1] ** 0.5).softmax(1)
                   for q, k in zip(query.chunk(heads, 1), keys.chunk(heads, 1))]
        return torch.cat([v @ w for v, w in zip(values.chunk(heads, 1), weights)], 1)
    return attended


def across(heads, masked=False):
    """torch.nn.MultiheadAttention without projections; masked: without the second slot, and for item b without the last
    b."""
    def attended(queries, remembered):
        items, size, _ = queries.shape
        keys, values = remembered.chunk(2, 1)
        slots = torch.arange(keys.shape[2])
        absent = (slots == 1) | (slots + torch.arange(items).unsqueeze(1) >= len(slots))
        net = torch.nn.MultiheadAttention(size, heads, bias=False, batch_first=True).double()
        same = torch.eye(size).double()
        net.in_proj_weight.data, net.out_proj.weight.data = same.repeat(3, 1), same
        attended = net(*(x.transpose(1, 2) for x in (queries, keys, values)),
                       key_padding_mask=absent if masked else None)
        return attended[0].transpose(1, 2)
    return attended


def additively(query, v, *past):
    keys, values = past[:len(past) // 2], past[len(past) // 2:]
    weights = torch.cat([v.transpose(1, 2) @ (k + query).tanh() for k in keys], 1).softmax(1)
    return sum(weights[:, j:j + 1] * value for j, value in enumerate(values))


def embedded(table):
    vectors = F.embedding(torch.tensor([[3, 5, 0], [3, 1, 2]]), F.pad(table[0].t(), (0, 0, 0, 1)), padding_idx=5)
    return vectors.transpose(1, 2)


def write(memory, w, erase, add):
    for head in range(w.shape[2]):
        memory = memory * (1 - w[:, :, head:head + 1] * erase[:, :, head].unsqueeze(1))
    return memory + w @ add.transpose(1, 2)


def linear(weights, *inputs):
    items = max(x.shape[0] for x in inputs)
    x = torch.cat([x.expand(items, -1, -1) for x in inputs], 1)
    return F.linear(x.transpose(1, 2), weights[0, :, :-1], weights[0, :, -1]).transpose(1, 2)


def convolution(height, width, channels, stride=1, padding=0, rectified=False):
    """torch.nn.functional.conv2d on pictures stored pixel by pixel."""
    def convolved(weights, x):
        pixels = x.transpose(1, 2).reshape(len(x), height, width, channels)
        kernel = round(((weights.shape[2] - 1) / channels) ** 0.5)
        windows = weights[0, :, :-1].reshape(-1, kernel, kernel, channels).permute(0, 3, 1, 2)
        y = F.conv2d(pixels.permute(0, 3, 1, 2), windows, weights[0, :, -1], stride, padding).flatten(2)
        return (y.relu() if rectified else y) ** 2
    return convolved


def cross_entropy(logits, target, mask):
    return F.binary_cross_entropy_with_logits(logits, target, mask, reduction="none").sum((1, 2), keepdim=True)


def class_cross_entropy(logits, target, mask):
    return -(mask * target * torch.log_softmax(logits, 1)).sum((1, 2), keepdim=True)


def distance(memory, keys):
    return -((memory.unsqueeze(2) - keys.transpose(1, 2).unsqueeze(1)) ** 2).sum(3)


def additive(slots, keys, weights):
    return torch.einsum("is,bnhs->bnh", weights[:, :, 0],
                        torch.tanh(slots.unsqueeze(2) + keys.transpose(1, 2).unsqueeze(1)))


def apart(scores, step):
    return scores + step * (torch.arange(7) * 4 % 7).double().reshape(1, 7, 1)


def sparsemax(z):
    z_sorted = z.sort(1, descending=True).values
    above = z_sorted.cumsum(1) - 1
    k = torch.arange(1, z.shape[1] + 1).reshape(1, -1, 1)
    support = (k * z_sorted > above).sum(1, keepdim=True)
    return torch.relu(z - above.gather(1, support - 1) / support)


def top_k(scores, k):
    best = scores.topk(k, 1).indices
    return torch.softmax(scores.masked_fill(torch.ones_like(scores).scatter(1, best, 0).bool(), -torch.inf), 1)


def hard(scores):
    """torch.nn.functional.gumbel_softmax(hard=True) without its noise."""
    soft = torch.softmax(scores, 1)
    chosen = torch.zeros_like(soft).scatter(1, soft.argmax(1, keepdim=True), 1)
    return chosen - soft.detach() + soft


def log_probability(logits, chosen):
    return (chosen * torch.log_softmax(logits, 1)).sum(1, keepdim=True)


def entropy(logits):
    return torch.distributions.Categorical(logits=logits.transpose(1, 2)).entropy().unsqueeze(1)


def normal_log_density(mean, at):
    return torch.distributions.Normal(mean, 0.6).log_prob(at).sum(1, keepdim=True)


def cosine(memory, keys):
    return F.cosine_similarity(memory.unsqueeze(3), keys.unsqueeze(1), 2)


BROADCASTS = ["a row by a matrix", "a matrix by a column", "a column by a row", "a number by a matrix",
              "a parameter by a batch", "a batch by a parameter's row", "a column by a parameter's row"]
ONE_SIDED = ["a parameter by a batch", "a batch by a parameter"]

# op → (the same on tensors of items × rows × columns, further cases of the table of ops that it covers)
OPS = {
    "sigmoid": (torch.sigmoid, ["at zero"]),
    "tanh": (torch.tanh, ["at zero"]),
    "softplus": (F.softplus, ["at zero"]),
    "relu": (torch.relu, []),
    "gelu": (gelu, ["at zero"]),
    "layer_norm": (layer_norm, ["at zero", "equal numbers"]),
    "attend": (attend(2), ["one step", "at zero", "large scores"]),
    "attend_across": (across(2), ["at zero", "large scores"]),
    "attend_across, one head": (across(1), []),
    "attend_across, some slots not there": (across(2, masked=True), []),
    "attend_additively": (additively, ["one step", "at zero", "far apart"]),
    "embed, of tokens": (embedded, []),
    "exp": (torch.exp, []),
    "log": (torch.log, ["of small numbers"]),
    "inverse_sqrt": (torch.rsqrt, []),
    "softmax": (lambda x: torch.softmax(x, 1), ["at zero"]),
    "add": (torch.add, BROADCASTS),
    "subtract": (torch.subtract, BROADCASTS),
    "multiply": (torch.multiply, BROADCASTS),
    "divide": (torch.divide, BROADCASTS),
    "matmul": (torch.matmul, ONE_SIDED),
    "matmul_transposed": (lambda a, b: a.transpose(1, 2) @ b, ONE_SIDED),
    "outer_products": (lambda a, b: a @ b.transpose(1, 2), []),
    "mix": (lambda gate, a, b: torch.lerp(b, a, gate), ["a gate for each column", "a parameter as gate"]),
    "circular_convolution": (convolve, ["one tap", "kernel longer than w"]),
    "linear": (linear, ["three inputs", "an input without a batch", "a constant between"]),
    "convolution": (convolution(4, 5, 2), []),
    "convolution, in a frame": (convolution(4, 5, 2, padding=1), []),
    "convolution, in strides": (convolution(4, 5, 2, 2, 1), []),
    "convolution, leaving pixels out": (convolution(4, 5, 2, 3), []),
    "convolution, of patches": (convolution(4, 6, 2, 2), []),
    "convolution, of all at once": (convolution(3, 3, 1), []),
    "convolution, in a wide frame": (convolution(1, 2, 1, 2, 3), []),
    "convolution, rectified": (convolution(4, 5, 2, padding=1, rectified=True), []),
    "sigmoid_cross_entropy": (cross_entropy, ["at zero"]),
    "softmax_cross_entropy": (class_cross_entropy, ["at zero"]),
    "cosine": (cosine, ["three heads"]),
    "negative_distance": (distance, ["three heads", "one slot of one number"]),
    "additive": (additive, ["three heads", "one slot and one unit", "zero slots and keys"]),
    "sparsemax": (lambda x: sparsemax(apart(x, 0.12)), []),
    "sparsemax, of close scores": (sparsemax, []),
    "top_k": (lambda x: top_k(apart(x, 1), 3), []),
    "hard": (lambda x: hard(x) ** 2, []),
    "log_probability": (log_probability, []),
    "entropy": (entropy, []),
    "normal_log_density": (normal_log_density, []),
    "sharpen": (sharpen, []),
    "interpolate_shift_sharpen": (lambda content, previous, gate, kernel, gamma: sharpen(
        convolve(torch.lerp(previous, content, gate), kernel), gamma),
              ["three heads", "kernel longer than the slots"]),
    "read": (lambda memory, w: memory.transpose(1, 2) @ w, ["three heads"]),
    "write": (write, ["three heads", "erasing all"]),
    "lstm_cell": (lstm_cell, ["at zero"]),
    "gru_cell": (gru_cell, ["at zero"]),
}
# Sharpening adds 1e-12 to a weighting.
TOLERANCES = {"cosine": COSINE, "sharpen": 1e-10, "interpolate_shift_sharpen": 1e-10}
CONSTANTS = {"target", "mask", "c", "chosen", "at"}  # the op has no gradient for these


class Ops(unittest.TestCase):
    def check(self, row, function, tolerance):
        """Checks one row: the value, and the gradients of Σ weights ∘ value with weights 1, 2, 3 … in our memory
        order."""
        inputs = {name: x.transpose(1, 2).requires_grad_(name not in CONSTANTS)
                  for name, x in part(row, "input/").items()}
        value = function(*inputs.values()).transpose(1, 2)
        assert_near(self, row["value"], value, tolerance, "value")
        (value * torch.arange(1.0, value.numel() + 1).reshape(value.shape)).sum().backward()
        for name, x in inputs.items():
            if x.requires_grad:
                assert_near(self, row["gradient/" + name], x.grad.transpose(1, 2), tolerance, "gradient of " + name)

    def test_values_and_gradients(self):
        rows = probe("ops")
        for op, (function, cases) in OPS.items():
            for case in [op] + [f"{op}, {case}" for case in cases]:
                for batch in (1, 3):
                    with self.subTest(case=case, batch=batch):
                        row = part(rows, f"{case}/{batch}/")
                        self.assertTrue(row, "no such row in the table of ops")
                        self.check(row, function, TOLERANCES.get(op, ROUNDING))

    def test_gumbel_softmax_of_the_same_noise(self):
        """Torch's noise is exp(−g); ours is recovered, up to a constant that has no effect, from equal logits."""
        rows = probe("ops")
        for batch in (1, 3):
            noise = 0.7 * rows[f"gumbel_softmax, of equal logits/{batch}/value"].log().transpose(1, 2)
            for case, hard in (("gumbel_softmax", False), ("gumbel_softmax, hard", True)):
                with self.subTest(case=case, batch=batch), unittest.mock.patch.object(
                        torch.Tensor, "exponential_", lambda drawn: drawn.copy_((-noise).exp())):
                    self.check(part(rows, f"{case}/{batch}/"), lambda logits: F.gumbel_softmax(
                        logits, 0.7, hard, dim=1) ** (1 + hard), 1e-9)


if __name__ == "__main__":
    unittest.main()
