"""Least-recently-used access (Santoro et al. 2016, section 3.1)."""
import torch

from .parts import ContentLookup, of_writers, read, softplus


def least_used(usage, count):
    """One-hot rows, (batch, count, slots): the slots of least usage, of equal ones the lowest first. A constant."""
    order = usage.detach().sort(dim=-1, stable=True).indices[:, :count]
    return torch.nn.functional.one_hot(order, usage.shape[1]).to(usage.dtype)


class Lru(torch.nn.Module):
    """Controls: keys and strengths of the reading heads, gates of the writing heads, and the vectors that these write,
    unless they write keys."""

    def __init__(self, checkpoint):
        super().__init__()
        self.slots, self.width = checkpoint.whole("memory.slots"), checkpoint.whole("memory.width")
        self.readers, self.writers = checkpoint.whole("memory.read-heads"), checkpoint.whole("memory.write-heads")
        self.content = ContentLookup(checkpoint, self.width)
        self.usage_decay = checkpoint.real("memory.usage-decay")
        self.writes_keys = checkpoint.flag("memory.write-keys")
        self.writes_first = checkpoint.flag("memory.write-first")
        squash_adds = checkpoint.flag("memory.squash-adds")
        self.squash_writes = self.content.squash_keys if self.writes_keys else squash_adds
        written = 0 if self.writes_keys else self.writers * self.width
        self.sizes = [self.readers * self.width, self.readers, self.writers, written]
        self.controls, self.reads = sum(self.sizes), self.width * self.readers
        self.register_buffer("zero", torch.zeros((), dtype=checkpoint.dtype))

    def start(self, batch):
        usage = self.zero.expand(batch, self.slots)
        return self.zero.expand(batch, self.reads), (self.zero.expand(batch, self.slots, self.width),
                                                     least_used(usage, self.readers), usage)

    def forward(self, controls, state):
        memory, looked, usage = state
        keys, strengths, gates, written = controls.split(self.sizes, -1)
        keys, gates = keys.reshape(-1, self.readers, self.width), gates.sigmoid().unsqueeze(-1)
        written = (of_writers(keys, self.writers) if self.writes_keys
                   else written.reshape(-1, self.writers, self.width))
        written = written.tanh() if self.squash_writes else written
        unused = least_used(usage, self.writers)  # eq. 6, of the step before
        weights = gates * of_writers(looked, self.writers) + (1 - gates) * unused  # eq. 7
        after = memory * (1 - unused.sum(1)).unsqueeze(-1) + weights.transpose(1, 2) @ written  # eq. 8
        seen = after if self.writes_first else memory
        looked = self.content(seen, keys, softplus(strengths))  # eqs. 2 and 3
        usage = self.usage_decay * usage + looked.sum(1) + weights.sum(1)  # eq. 5
        return read(seen, looked).flatten(1), (after, looked, usage)  # eq. 4
