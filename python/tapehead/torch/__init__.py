"""Tapehead's networks in PyTorch, from the directory of a run or a trained model, and back: `load(directory)`,
`save(model, directory)`.

It needs only NumPy and PyTorch and no other file of the program: the folder can be copied. It refuses what it does not
know with UnknownCheckpoint: an unknown option may change the computation. docs/checkpoint-format.md describes the
computation."""
import importlib

# Name → the module that has it, loaded when it is first used: mixer_list.py alone needs no PyTorch.
NAMES = {"Checkpoint": "checkpoint", "UnknownCheckpoint": "files", "read_safetensors": "files", "loss": "losses",
         "objective": "losses", "run": "losses", "tensor": "losses", "load": "models", "parameters": "saving",
         "save": "saving"}
__all__ = sorted(NAMES)


def __getattr__(name):
    if name not in NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{NAMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *__all__})
