#!/usr/bin/python3
"""One layer of fast weights under the delta rule in PyTorch, timed: `--model mixer-stack --model.layers 1` by the same
equations, parity of each prefix. --form recurrent goes step by step, --form chunked takes chunks of steps by matrix
products (Yang et al. 2024). scripts/bench.py --memory fast-weights starts it."""
import argparse
import resource
import statistics
import time

import torch
from torch import nn
from torch.nn import functional as F

LEAST = 1e-6  # keeps lengths off zero
MODES = {"recurrent": ("eager", "jit"), "chunked": ("chunks-16", "chunks-32", "chunks-64", "chunks-128")}


def recurrent(q, k, v, strength):
    """S ← (I − βkkᵀ)S + βkvᵀ; o = Sᵀq. q, k: batch×heads×steps×keys; v: …×values; strength: …×1."""
    memory = q.new_zeros(q.shape[0], q.shape[1], q.shape[3], v.shape[3])
    reads = []
    for t in range(q.shape[2]):
        key = k[:, :, t].unsqueeze(3)
        change = strength[:, :, t] * (v[:, :, t] - torch.matmul(key.transpose(2, 3), memory).squeeze(2))
        memory = memory + key * change.unsqueeze(2)
        reads.append(torch.matmul(q[:, :, t].unsqueeze(2), memory).squeeze(2))
    return torch.stack(reads, 2)


def chunked(q, k, v, strength, size):
    """The same: within a chunk u = (I + tril(diag(β)KKᵀ, −1))⁻¹ diag(β)(V − KS), O = QS + tril(QKᵀ)u, S ← S + Kᵀu."""
    memory = q.new_zeros(q.shape[0], q.shape[1], q.shape[3], v.shape[3])
    reads = []
    for key, query, value, beta in zip(k.split(size, 2), q.split(size, 2), v.split(size, 2), strength.split(size, 2)):
        within = (beta * (key @ key.transpose(2, 3))).tril(-1)  # the solver takes the diagonal for ones
        change = torch.linalg.solve_triangular(within, beta * (value - key @ memory), upper=False, unitriangular=True)
        reads.append(query @ memory + (query @ key.transpose(2, 3)).tril() @ change)
        memory = memory + key.transpose(2, 3) @ change
    return torch.cat(reads, 2)


def delta(mode):
    if mode.startswith("chunks-"):
        return lambda *inputs: chunked(*inputs, int(mode[len("chunks-"):]))
    return torch.jit.script(recurrent) if mode == "jit" else recurrent


class Net(nn.Module):
    def __init__(self, a, rule):
        super().__init__()
        self.heads, self.keys, self.values, self.rule = a.heads, a.key_size, a.width // a.heads, rule
        self.token, self.norm, self.second, self.last = (nn.Linear(a.tokens, a.size), nn.LayerNorm(a.size),
                                                         nn.LayerNorm(a.size), nn.LayerNorm(a.size))
        self.interface = nn.Linear(a.size, a.heads * (2 * a.key_size + self.values + 1))
        self.read = nn.Linear(a.width, a.size)
        self.wide, self.narrow = nn.Linear(a.size, a.feedforward), nn.Linear(a.feedforward, a.size)
        self.output = nn.Linear(a.size, 2)

    def forward(self, x):
        hidden = self.token(x)
        said = self.interface(self.norm(hidden))
        parts = said.split([self.heads * n for n in (self.keys, self.keys, self.values, 1)], 2)
        q, k, v, b = (part.reshape(*part.shape[:2], self.heads, -1).transpose(1, 2) for part in parts)
        q, k = (phi * (phi.square().sum(3, keepdim=True) + LEAST).rsqrt() for phi in (F.silu(q), F.silu(k)))
        found = self.rule(q, k, v, b.sigmoid()).transpose(1, 2).flatten(2)
        hidden = hidden + self.read(found)
        hidden = hidden + self.narrow(F.gelu(self.wide(self.second(hidden)), approximate="tanh"))
        return self.output(self.last(hidden))


def timed(a, mode):
    """Milliseconds of each repetition's training steps."""
    torch.manual_seed(1)
    net = Net(a, delta(mode)).train()
    optimizer = torch.optim.Adam(net.parameters(), 1e-3)

    def step():
        bits = torch.randint(0, 2, (a.batch, a.length))
        optimizer.zero_grad(set_to_none=True)
        logits = net(F.one_hot(bits, a.tokens).float())
        F.cross_entropy(logits.flatten(0, 1), (bits.cumsum(1) % 2).flatten(), reduction="sum").div(a.batch).backward()
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
    return statistics.median(times)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    for name, value in {"batch": 16, "length": 256, "tokens": 2, "size": 128, "width": 128, "heads": 4, "key-size": 32,
                        "feedforward": 1, "steps": 2, "reps": 1, "threads": 1}.items():
        p.add_argument("--" + name, type=int, default=value)
    p.add_argument("--form", choices=MODES, default="recurrent")
    p.add_argument("--mode", default="best", help="of the form: eager or jit; chunks-16 and so on")
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    ms, mode = min((timed(a, mode), mode) for mode in (MODES[a.form] if a.mode == "best" else [a.mode]))
    rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"fast weights {mode}: {a.batch * 1e3 / ms:.1f} seq/s {ms:.3f} ms/step RSS {rss:.0f} MB")


if __name__ == "__main__":
    main()
