#!/usr/bin/python3
"""A causal Transformer in PyTorch on the copy task, timed: torch.nn.TransformerEncoder, norms ahead, sinusoidal
positions, as `--model transformer` has it, or none, as `--model mixer-stack`. scripts/bench.py --memory transformer and
--memory mixer-stack start it."""
import argparse
import resource
import statistics
import time

import torch
from torch import nn
from torch.nn import functional as F


def gelu(x):
    return F.gelu(x, approximate="tanh")


class Net(nn.Module):
    def __init__(self, a):
        super().__init__()
        steps = 2 * a.len + 1
        layer = nn.TransformerEncoderLayer(a.size, a.heads, a.feedforward, a.dropout, gelu, batch_first=True,
                                           norm_first=True)
        self.token, self.output = nn.Linear(a.bits + 1, a.size), nn.Linear(a.size, a.bits)
        self.layers, self.dropout = nn.TransformerEncoder(layer, a.layers, nn.LayerNorm(a.size)), nn.Dropout(a.dropout)
        angles = torch.arange(steps).unsqueeze(1) * 10000.0 ** (-torch.arange(0, a.size, 2) / a.size)
        places = torch.stack([angles.sin(), angles.cos()], 2).flatten(1)
        self.register_buffer("places", places if a.positions == "sinusoidal" else torch.zeros_like(places))
        self.register_buffer("unseen", torch.ones(steps, steps, dtype=torch.bool).triu(1))
        self.scored = a.len + 1  # the first scored step

    def forward(self, x):
        hidden = self.layers(self.dropout(self.token(x) + self.places), self.unseen)
        return self.output(hidden[:, self.scored:])


def main():
    p = argparse.ArgumentParser(description=__doc__)
    for name, value in {"batch": 32, "len": 50, "bits": 8, "size": 64, "layers": 2, "heads": 4, "feedforward": 256,
                        "steps": 10, "reps": 1, "threads": 1}.items():
        p.add_argument("--" + name, type=int, default=value)
    p.add_argument("--dropout", type=float, default=0)
    p.add_argument("--positions", choices=("sinusoidal", "none"), default="sinusoidal")
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(1)
    net = Net(a).train()
    optimizer = torch.optim.Adam(net.parameters(), 1e-3)

    def step():
        bits = torch.randint(0, 2, (a.batch, a.len, a.bits)).float()
        x = torch.zeros(a.batch, 2 * a.len + 1, a.bits + 1)
        x[:, :a.len, :a.bits], x[:, a.len, a.bits] = bits, 1
        optimizer.zero_grad(set_to_none=True)
        F.binary_cross_entropy_with_logits(net(x), bits, reduction="sum").div(a.batch).backward()
        nn.utils.clip_grad_value_(net.parameters(), 10.0)
        optimizer.step()

    for _ in range(3):
        step()
    times = []
    for _ in range(a.reps):
        begin = time.perf_counter()
        for _ in range(a.steps):
            step()
        times.append((time.perf_counter() - begin) / a.steps * 1e3)
    ms, rss = statistics.median(times), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"transformer eager: {a.batch * 1e3 / ms:.1f} seq/s {ms:.3f} ms/step RSS {rss:.0f} MB")


if __name__ == "__main__":
    main()
