"""Tapehead's networks in PyTorch, from the directory of a run or a trained model, and back: `load(directory)`,
`save(model, directory)`.

It needs only NumPy and PyTorch and no other file of the program: the folder can be copied. It refuses what it does not
know with UnknownCheckpoint: an unknown option may change the computation. docs/checkpoint-format.md describes the
computation."""
from .checkpoint import Checkpoint
from .files import UnknownCheckpoint, read_safetensors
from .losses import loss, objective, run, tensor
from .models import load
from .saving import parameters, save

__all__ = ["Checkpoint", "UnknownCheckpoint", "load", "loss", "objective", "parameters", "read_safetensors", "run",
           "save", "tensor"]
