"""The neural Turing machine's memory (Graves, Wayne & Danihelka 2014, section 3)."""
import torch

from .parts import ContentLookup, read, sharpen, softplus, write

CONSTANT_MEMORY = 1e-6


class Addressing(torch.nn.Module):
    """By content, by location or by both; a head's controls, as far as its scheme has them: key, strength, gate, shift,
    sharpening."""

    def __init__(self, checkpoint, slots, width, heads):
        super().__init__()
        self.slots, self.heads = slots, heads
        scheme = checkpoint.text("addressing", ("content", "location", "content+location"))
        self.content = ContentLookup(checkpoint, width) if scheme != "location" else None
        self.moves = scheme != "content"
        self.gated = scheme == "content+location"
        self.width, self.shifts = width, checkpoint.whole("memory.shifts") if self.moves else 0
        self.sizes = [width, 1] * bool(self.content) + [1] * self.gated + [self.shifts, 1] * self.moves
        self.least_sharpening = checkpoint.real("memory.least-sharpening", absent="1") if self.moves else None
        self.share = 1  # of the sharpening, in training
        if self.moves and checkpoint.seen >= checkpoint.whole("memory.training-sharpening-from", absent="0"):
            self.share = checkpoint.real("memory.training-sharpening")
        self.start_weighting = self.moves and checkpoint.text("memory.start-weighting",
                                                              ("one-hot", "learned", "decaying", "uniform"))
        if self.start_weighting == "learned":
            self.logits = checkpoint.parameter("memory/start-weighting", slots, heads)

    def start(self, batch, like):
        """The weightings before the first step."""
        slots = torch.arange(self.slots, dtype=like.dtype, device=like.device)
        weights = {"one-hot": (slots == 0).to(like.dtype), "uniform": torch.full_like(slots, 1 / self.slots),
                   "decaying": (-slots).softmax(0)}.get(self.start_weighting)
        if weights is not None:
            return weights.expand(batch, self.heads, -1)
        return self.logits.softmax(0).T.expand(batch, -1, -1) if self.moves else None

    def forward(self, controls, memory, before):
        """controls: (batch, heads, sum of the sizes)."""
        said = iter(controls.split(self.sizes, -1))
        weights = before
        if self.content:
            weights = self.content(memory, next(said), softplus(next(said).squeeze(-1)))
        if self.gated:
            weights = before + next(said).sigmoid() * (weights - before)
        if self.moves:
            kernel, middle = next(said).softmax(-1), self.shifts // 2
            weights = sum(kernel[..., j:j + 1] * weights.roll(middle - j, -1) for j in range(self.shifts))
            share = self.share if self.training else 1
            weights = sharpen(weights, self.least_sharpening + share * softplus(next(said).squeeze(-1)))
        return weights


class Ntm(torch.nn.Module):
    """Controls: those of each read head, then of each write head; then the erase vectors, then the add vectors. Reads
    come before writes."""

    def __init__(self, checkpoint):
        super().__init__()
        self.slots, self.width = checkpoint.whole("memory.slots"), checkpoint.whole("memory.width")
        self.readers, self.writers = checkpoint.whole("memory.read-heads"), checkpoint.whole("memory.write-heads")
        self.addressing = Addressing(checkpoint, self.slots, self.width, self.readers + self.writers)
        self.squash_adds = checkpoint.flag("memory.squash-adds")
        init = checkpoint.text("memory.init", ("constant", "learned", "random"))
        if init == "learned":
            self.memory = checkpoint.parameter("memory/start", self.slots, self.width)
        else:  # fixed, not learned
            self.register_buffer("memory", checkpoint.tensor("memory/start", self.slots, self.width) if init == "random"
                                 else torch.full((self.slots, self.width), CONSTANT_MEMORY, dtype=checkpoint.dtype))
        self.first_reads = checkpoint.parameter("memory/start-reads", self.width, self.readers)
        self.each = sum(self.addressing.sizes)
        self.controls = self.each * (self.readers + self.writers) + 2 * self.width * self.writers
        self.reads = self.width * self.readers

    def start(self, batch):
        like = self.first_reads
        reads = self.first_reads.T.reshape(1, -1).expand(batch, -1)
        return reads, (self.memory.expand(batch, -1, -1), self.addressing.start(batch, like))

    def forward(self, controls, state):
        memory, before = state
        batch, heads, written = len(controls), self.readers + self.writers, self.width * self.writers
        of_heads, erase, add = controls.split([self.each * heads, written, written], -1)
        weights = self.addressing(of_heads.reshape(batch, heads, self.each), memory, before)
        reads = read(memory, weights[:, :self.readers]).reshape(batch, -1)
        erase = erase.sigmoid().reshape(batch, self.writers, self.width)
        add = (add.tanh() if self.squash_adds else add).reshape(batch, self.writers, self.width)
        return reads, (write(memory, weights[:, self.readers:], erase, add), weights)
