"""Sparse access (Rae et al. 2016, section 3, and with links supplementary D), computed densely: it is for small
memories, and costs what a dense one costs."""
import torch

from .links import Links
from .parts import COSINE_EPSILON, cosine, of_writers, read, softplus

# Rows that a head writes in one step are parallel, and so equally like a key but for rounding: likeness is rounded down
# to multiples of this, and of equal ones the lowest slot counts.
LIKENESS_STEP = 128 * torch.finfo(torch.float32).eps


def nearest(memory, keys, count):
    """The slots most alike to each key, (batch, heads, count). A constant."""
    norms = (memory.square().sum(-1) + COSINE_EPSILON).rsqrt().unsqueeze(1)
    likeness = ((keys @ memory.transpose(1, 2)) * norms / LIKENESS_STEP).detach().floor()
    return likeness.sort(dim=-1, descending=True, stable=True).indices[..., :count]


class Sparse(torch.nn.Module):
    """Controls: keys and strengths of the reading heads; of the writing heads the vectors, amounts and gates; with
    links the read modes. Which slots are chosen is a constant, and so are links."""

    def __init__(self, checkpoint, linked=False):
        super().__init__()
        self.slots, self.width = checkpoint.whole("memory.slots"), checkpoint.whole("memory.width")
        self.readers, self.writers = checkpoint.whole("memory.read-heads"), checkpoint.whole("memory.write-heads")
        self.content, self.delta = checkpoint.whole("memory.reads"), checkpoint.real("memory.delta")
        self.iterations = checkpoint.whole("memory.iterations", absent="1")
        self.kept_links = checkpoint.whole("memory.links") if linked else 0
        self.squash_adds = checkpoint.flag("memory.squash-adds")
        self.past_keys = checkpoint.flag("memory.write-past-keys")
        checkpoint.text("memory.filled", ("0",))  # random rows are the program's own
        checkpoint.pass_by("memory.index", "memory.probes")  # how the same slots are found
        modes = 3 * bool(linked)
        self.sizes = [self.readers * self.width, self.readers, self.writers * self.width, self.writers, self.writers,
                      self.readers * modes]
        self.controls, self.reads = sum(self.sizes), self.width * self.readers
        self.register_buffer("zero", torch.zeros((), dtype=checkpoint.dtype))

    def start(self, batch):
        """The memory; the weightings of the last reads; when each slot was accessed last; the keys; the links of each
        item, with the slots and weights that it followed last."""
        def zeros(*shape):
            return self.zero.expand(batch, *shape)
        accessed = torch.arange(-self.slots, 0, device=self.zero.device).expand(batch, -1)
        links = [Links(self.kept_links) for _ in range(batch)] if self.kept_links else None
        return zeros(self.reads), (zeros(self.slots, self.width), zeros(self.readers, self.slots), accessed,
                                   zeros(self.readers, self.width), links)

    def forward(self, controls, state):
        memory, looked, accessed, past_keys, links = state
        keys, strengths, written, amounts, gates, modes = controls.split(self.sizes, -1)
        keys, written = (x.reshape(len(x), -1, self.width) for x in (keys, written))
        if self.past_keys:
            written = written + of_writers(past_keys, self.writers)
        written = written.tanh() if self.squash_adds else written
        amounts, gates = amounts.sigmoid().unsqueeze(-1), gates.sigmoid().unsqueeze(-1)
        oldest = accessed.argsort(1)[:, :self.writers]
        unused = torch.nn.functional.one_hot(oldest, self.slots).to(memory.dtype)
        weights = amounts * (gates * of_writers(looked, self.writers) + (1 - gates) * unused)  # eq. 5
        memory = memory * (1 - unused.sum(1)).unsqueeze(-1) + weights.transpose(1, 2) @ written  # eqs. 3 and 6
        key = keys
        for _ in range(self.iterations):  # what was found is the next key
            scores = cosine(memory, key)
            best = nearest(memory, key, self.content)
            shares = (softplus(strengths).unsqueeze(-1) * scores.gather(-1, best)).softmax(-1)  # eq. 4
            found = torch.zeros_like(scores).scatter(-1, best, shares)
            key = found @ memory
        if links is not None:
            links = [one.written(item.sum(0)) for one, item in zip(links, weights.detach())]
            ways = [torch.stack([one.followed(looked[b].detach(), self.content, back) for b, one in enumerate(links)])
                    for back in (True, False)]
            modes = modes.reshape(-1, self.readers, 3).softmax(-1).unsqueeze(-1)
            found = modes[:, :, 0] * ways[0] + modes[:, :, 1] * found + modes[:, :, 2] * ways[1]
        # Accessed slots become the newest, the lowest first.
        used = (weights.sum(1) + found.sum(1)).detach() > self.delta
        now = accessed.amax(1, keepdim=True).clamp(min=-1) + 1 + torch.arange(self.slots, device=memory.device)
        return read(memory, found).flatten(1), (memory, found, torch.where(used, now, accessed), keys, links)


class SparseDnc(Sparse):
    def __init__(self, checkpoint):
        super().__init__(checkpoint, linked=True)
