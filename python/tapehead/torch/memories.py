"""Memories by name: start(batch) gives the first reads and a state (start(batch, input_steps) where a memory is `told`
the input's length); forward(controls, state) what is read, and the next state."""
import torch

from .dnc import Dnc
from .fast_weights import FastWeights
from .lru import Lru
from .memorizing import Memorizing
from .ntm import Ntm
from .sparse import Sparse, SparseDnc
from .stacks import Deque, Queue, Stack, Superposed, ToldTape
from .token_turing import TokenTuring


class NoMemory(torch.nn.Module):
    controls, reads = 0, 0

    def __init__(self, checkpoint):
        super().__init__()
        self.register_buffer("zero", torch.zeros((), dtype=checkpoint.dtype))

    def start(self, batch):
        return self.zero.expand(batch, 0), None


MEMORIES = {"ntm": Ntm, "dnc": Dnc, "lru": Lru, "sparse": Sparse, "sparse-dnc": SparseDnc, "stack": Stack,
            "queue": Queue, "deque": Deque, "stack-superposed": Superposed, "tape-told-length": ToldTape,
            "fast-weights": FastWeights, "token-turing": TokenTuring, "memorizing": Memorizing, "none": NoMemory}


def started(memory, batch, input_steps):
    """The memory's start; input_steps may be None for one that is not told them."""
    return memory.start(batch, input_steps) if is_told(memory) else memory.start(batch)


def is_told(memory):
    """Whether it is told the input's length."""
    return getattr(memory, "told", False)


def make_memory(checkpoint):
    return MEMORIES[checkpoint.text("memory", MEMORIES)](checkpoint)
