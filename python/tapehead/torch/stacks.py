"""The neural stack, queue and deque (Grefenstette et al. 2015, section 3). A state has the values that were pushed,
(batch, entries, heads, width), and their strengths, (batch, entries, heads), from bottom to top. And the superposition
stack, and the tape that is told the input's length."""
import torch

STEEP = 1e6  # of whole actions: memory/stacks/actions.hpp


def taken(strengths, amount, top):
    """How much an amount (batch, 1, heads) takes of each entry, all of one before any of the next, from the top or the
    bottom. At a tie an entry is taken whole, or not reached."""
    inwards = strengths.flip(1) if top else strengths
    rest = amount - (inwards.cumsum(1) - inwards)
    partly = torch.where(rest > 0, torch.where(inwards <= rest, inwards, rest), torch.zeros_like(rest))
    return partly.flip(1) if top else partly


class List(torch.nn.Module):
    """What the three have in common. Controls: how strongly each head does each of its actions, then the values."""

    def __init__(self, checkpoint, ends):
        super().__init__()
        self.width, self.heads, self.ends = checkpoint.whole("memory.width"), checkpoint.whole("memory.heads"), ends
        self.controls = ends * (2 + self.width) * self.heads
        self.reads = ends * self.width * self.heads
        self.hard_scoring = checkpoint.flag("memory.hard-scoring", absent="false")
        self.register_buffer("zero", torch.zeros((), dtype=checkpoint.dtype))

    def start(self, batch):
        return self.zero.expand(batch, self.reads), (self.zero.expand(batch, 0, self.heads, self.width),
                                                     self.zero.expand(batch, 0, self.heads))

    def parse(self, controls):
        """Actions, (batch, 1, heads) each, and values, (batch, 1, heads, width) of each end."""
        actions, values = controls.split([2 * self.ends * self.heads, self.reads], -1)
        if self.hard_scoring and not self.training:
            actions = STEEP * actions
        actions = actions.sigmoid().reshape(-1, 2 * self.ends, self.heads).split(1, 1)
        return actions, values.tanh().reshape(-1, self.ends, self.heads, self.width).split(1, 1)

    def read(self, values, strengths, top):
        weights = taken(strengths, torch.ones_like(strengths[:, :1]), top)
        return (weights.unsqueeze(-1) * values).sum(1).flatten(1)


class Stack(List):
    """A step pops, pushes, then reads; a queue pops and reads at the bottom."""

    def __init__(self, checkpoint, queue=False):
        super().__init__(checkpoint, 1)
        self.top = not queue

    def forward(self, controls, state):
        values, strengths = state
        (push, pop), (value,) = self.parse(controls)
        strengths = torch.cat([strengths - taken(strengths, pop, self.top), push], 1)  # eqs. 2 and 4
        values = torch.cat([values, value], 1)
        return self.read(values, strengths, self.top), (values, strengths)  # eqs. 3 and 5


class Queue(Stack):
    def __init__(self, checkpoint):
        super().__init__(checkpoint, queue=True)


class Deque(List):
    """A step pops at the top, then at the bottom, pushes at both, then reads at both."""

    def __init__(self, checkpoint):
        super().__init__(checkpoint, 2)

    def forward(self, controls, state):
        values, strengths = state
        (top_push, top_pop, bottom_push, bottom_pop), (top_value, bottom_value) = self.parse(controls)
        once = strengths - taken(strengths, top_pop, True)  # eq. 7
        left = once - taken(once, bottom_pop, False)  # eq. 8
        strengths = torch.cat([bottom_push, left, top_push], 1)  # eq. 9
        values = torch.cat([bottom_value, values, top_value], 1)  # eq. 6
        reads = [self.read(values, strengths, top) for top in (True, False)]  # eqs. 10 and 11
        return torch.cat(reads, 1), (values, strengths)


class Superposed(torch.nn.Module):
    """The superposition stack (Joulin & Mikolov 2015): with a = softmax(actions), S_i <- a1 S_(i-1) + a2 S_(i+1) + a3
    S_i, the pushed value above the top and 0 below the last. A state is (batch, heads, slots, width), from the top
    down."""

    def __init__(self, checkpoint):
        super().__init__()
        self.width, self.heads = checkpoint.whole("memory.width"), checkpoint.whole("memory.heads")
        self.slots = checkpoint.whole("memory.slots")
        self.controls, self.reads = (3 + self.width) * self.heads, self.width * self.heads
        self.register_buffer("zero", torch.zeros((), dtype=checkpoint.dtype))

    def start(self, batch):
        return self.zero.expand(batch, self.reads), self.zero.expand(batch, self.heads, self.slots, self.width)

    def forward(self, controls, stacks):
        actions, values = controls.split([3 * self.heads, self.reads], -1)
        push, pop, stay = actions.reshape(-1, self.heads, 3, 1, 1).softmax(2).unbind(2)
        value = values.reshape(-1, self.heads, 1, self.width)
        pushed = torch.cat([value, stacks[:, :, :-1]], 2)
        popped = torch.cat([stacks[:, :, 1:], torch.zeros_like(value)], 2)
        stacks = push * pushed + pop * popped + stay * stacks
        return stacks[:, :, 0].flatten(1), stacks


class ToldTape(torch.nn.Module):
    """The tape of Delétang et al. (2023): the first cell is written, then with a = softmax(actions) five rolls of the
    ring are mixed: none, by a cell to the left, to the right, and by the input's length to the left, to the right. A
    state is (batch, heads, slots, width), from the cell that is read, and the inputs' lengths."""
    told = True  # ahead of the input: start(batch, input_steps)

    def __init__(self, checkpoint):
        super().__init__()
        self.width, self.heads = checkpoint.whole("memory.width"), checkpoint.whole("memory.heads")
        self.slots = checkpoint.whole("memory.slots")
        self.controls, self.reads = (5 + self.width) * self.heads, self.width * self.heads
        self.register_buffer("zero", torch.zeros((), dtype=checkpoint.dtype))

    def start(self, batch, input_steps):
        if input_steps is None:
            raise ValueError("input_steps: got None; the steps of each episode before its answer are needed, as this "
                             "memory is told them")
        steps = torch.as_tensor(input_steps, device=self.zero.device).long().expand(batch)
        return self.zero.expand(batch, self.reads), (self.zero.expand(batch, self.heads, self.slots, self.width), steps)

    def forward(self, controls, state):
        tapes, steps = state
        actions, values = controls.split([5 * self.heads, self.reads], -1)
        shares = actions.reshape(-1, self.heads, 5, 1, 1).softmax(2).unbind(2)
        written = torch.cat([values.reshape(-1, self.heads, 1, self.width), tapes[:, :, 1:]], 2)
        one, cells = torch.ones_like(steps), torch.arange(self.slots, device=steps.device)
        rolled = 0
        for share, move in zip(shares, (0 * one, one, -one, steps, -steps)):
            source = (cells + move.unsqueeze(1)) % self.slots
            rolled = rolled + share * written.gather(2, source[:, None, :, None].expand_as(written))
        return rolled[:, :, 0].flatten(1), (rolled, steps)
