"""Tapehead's trained networks in PyTorch, from a run's directory or a trained model's: `load(directory)`.

It stands on NumPy and PyTorch alone, and on no other file of the program: the folder can be copied. It rebuilds the
memory machine (controllers lstm, gru and feedforward; memories ntm, dnc and none) and the end-to-end memory network,
and refuses with UnknownCheckpoint whatever else it meets: an option that it does not know may change what is computed.
docs/checkpoint-format.md says what it does in words.
"""
from .checkpoint import Checkpoint, UnknownCheckpoint, read_safetensors
from .models import load

__all__ = ["Checkpoint", "UnknownCheckpoint", "load", "read_safetensors"]
