"""Memories by name: start(batch) gives the first reads and a state; forward(controls, state) what is read, and the next
state."""
import torch

from .dnc import Dnc
from .fast_weights import FastWeights
from .lru import Lru
from .memorizing import Memorizing
from .ntm import Ntm
from .sparse import Sparse, SparseDnc
from .stacks import Deque, Queue, Stack, Superposed
from .token_turing import TokenTuring


class NoMemory(torch.nn.Module):
    controls, reads = 0, 0

    def __init__(self, checkpoint):
        super().__init__()
        self.register_buffer("zero", torch.zeros((), dtype=checkpoint.dtype))

    def start(self, batch):
        return self.zero.expand(batch, 0), None


MEMORIES = {"ntm": Ntm, "dnc": Dnc, "lru": Lru, "sparse": Sparse, "sparse-dnc": SparseDnc, "stack": Stack,
            "queue": Queue, "deque": Deque, "stack-superposed": Superposed, "fast-weights": FastWeights,
            "token-turing": TokenTuring, "memorizing": Memorizing, "none": NoMemory}


def make_memory(checkpoint):
    return MEMORIES[checkpoint.text("memory", MEMORIES)](checkpoint)
