"""Tapehead's trained networks in PyTorch, from the directory of a run or a trained model: `load(directory)`.

It needs only NumPy and PyTorch and no other file of the program: the folder can be copied. It rebuilds the memory
machine (controllers lstm, gru and feedforward; memories ntm, dnc and none) and the end-to-end memory network, and
refuses everything else with UnknownCheckpoint: an unknown option may change the computation. docs/checkpoint-format.md
describes the computation."""
from .checkpoint import Checkpoint, UnknownCheckpoint, read_safetensors
from .models import load

__all__ = ["Checkpoint", "UnknownCheckpoint", "load", "read_safetensors"]
