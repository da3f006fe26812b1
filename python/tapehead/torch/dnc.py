"""The differentiable neural computer's memory (Graves et al. 2016, Methods; Csordás & Schmidhuber 2019)."""
import torch

from .parts import ContentLookup, oneplus, read, sharpen, write

LEAST_USAGE = 1e-6  # usage is raised to at least this before the products of an allocation


def allocation(usage):
    """The allocation weighting: (batch, slots). Slots in order of increasing usage, ties by slot number."""
    ordered, order = usage.sort(dim=-1, stable=True)
    lifted, unused = LEAST_USAGE + (1 - LEAST_USAGE) * ordered, (1 - LEAST_USAGE) * (1 - ordered)
    before = torch.cat([torch.ones_like(lifted[:, :1]), lifted[:, :-1]], -1).cumprod(-1)
    return torch.zeros_like(usage).scatter(-1, order, unused * before)


class Dnc(torch.nn.Module):
    """Controls: keys, strengths and masks of the read, then the write heads; erase vectors, write vectors; free gates,
    allocation gates, write gates; read modes; link sharpness. Writes come before reads."""

    def __init__(self, checkpoint):
        super().__init__()
        self.slots, self.width = checkpoint.whole("memory.slots"), checkpoint.whole("memory.width")
        self.readers, self.writers = checkpoint.whole("memory.read-heads"), checkpoint.whole("memory.write-heads")
        self.content = ContentLookup(checkpoint, self.width)
        self.masked = checkpoint.flag("memory.key-masks")
        self.usage_gradient = checkpoint.flag("memory.usage-gradient")
        self.de_allocation = checkpoint.flag("memory.de-allocation")
        self.link_sharpness = checkpoint.flag("memory.link-sharpness")
        heads, modes = self.readers + self.writers, 1 + 2 * self.writers
        # (number of vectors, size of each)
        self.shapes = [(heads, self.width), (heads, 1), (heads, self.width * self.masked), (self.writers, self.width),
                       (self.writers, self.width), (self.readers, 1), (self.writers, 1), (self.writers, 1),
                       (self.readers, modes), (self.readers, 2 * self.writers * self.link_sharpness)]
        self.controls = sum(count * size for count, size in self.shapes)
        self.reads = self.width * self.readers
        self.register_buffer("zero", torch.zeros((), dtype=checkpoint.dtype))

    def start(self, batch):
        """All zero: the reads; memory, usage, write weightings, read weightings; links and precedences of each write
        head."""
        def zeros(*shape):
            return self.zero.expand(batch, *shape)
        n = self.slots
        return zeros(self.reads), (zeros(n, self.width), zeros(n), zeros(self.writers, n), zeros(self.readers, n),
                                   zeros(self.writers, n, n), zeros(self.writers, n))

    def parse(self, controls):
        parts = controls.split([count * size for count, size in self.shapes], -1)
        return [part.reshape(len(controls), *shape) for part, shape in zip(parts, self.shapes)]

    def forward(self, controls, state):
        memory, usage, wrote, looked, links, precedence = state
        keys, strengths, masks, erase, add, free, allocate, gate, modes, sharpness = self.parse(controls)
        strengths, masks = oneplus(strengths.squeeze(-1)), masks.sigmoid()
        erase, free, allocate, gate = erase.sigmoid(), free.sigmoid(), allocate.sigmoid(), gate.sigmoid()

        def lookup(where, heads):
            return self.content(where, keys[:, heads], strengths[:, heads], masks[:, heads] if self.masked else None)

        # Write weightings.
        kept = (1 - free * looked).prod(1)
        wrote = wrote if self.usage_gradient else wrote.detach()
        for head in range(self.writers):
            usage = usage + wrote[:, head] * (1 - usage)
        usage = usage * kept
        allocated = self.allocations(usage, allocate * gate)
        found = lookup(memory, slice(self.readers, None))
        weights = gate * (found + allocate * (allocated - found))
        if self.de_allocation:
            memory = memory * kept.unsqueeze(-1)
        memory = write(memory, weights, erase, add)
        # Temporal links: element (i, j) is large if slot i was written right after j.
        w = weights.unsqueeze(-1)
        links = (1 - w - w.transpose(2, 3)) * links + w * precedence.unsqueeze(2)
        links = links * (1 - torch.eye(self.slots, dtype=links.dtype, device=links.device))
        precedence = (1 - weights.sum(-1, keepdim=True)) * precedence + weights
        # Read weightings.
        backward = torch.einsum("bwji,brj->brwi", links, looked)
        forward = torch.einsum("bwij,brj->brwi", links, looked)
        followed = torch.cat([backward, forward], 2)
        if self.link_sharpness:
            followed = sharpen(followed, oneplus(sharpness))
        content = lookup(memory, slice(0, self.readers)).unsqueeze(2)
        ways = torch.cat([followed[:, :, :self.writers], content, followed[:, :, self.writers:]], 2)
        looked = (modes.softmax(-1).unsqueeze(-1) * ways).sum(2)
        reads = read(memory, looked).reshape(len(controls), -1)
        return reads, (memory, usage, weights, looked, links, precedence)

    def allocations(self, usage, gates):
        """Each write head takes what the heads before it leave free."""
        each = []
        for head in range(self.writers):
            each.append(allocation(usage))
            usage = usage + (1 - usage) * gates[:, head] * each[-1]
        return torch.stack(each, 1)
