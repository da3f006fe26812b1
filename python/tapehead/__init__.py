"""Tapehead: neural Turing machines and memory networks, trained, looked into and compared.

    run = tapehead.train(preset="copy", seed=1, out="runs/copy")
    model = tapehead.load("runs/copy")
    state = model.start(batch=1)
    output, state = model.step(x, state)

Every name is loaded when it is first used, so that the import takes no time. docs/python.md is the manual.
"""
import importlib

# Name → the module that has it.
NAMES = {
    "InputError": "errors", "DivergedError": "errors",
    "train": "training", "Run": "training", "Moment": "training",
    "load": "model", "Model": "model", "State": "model", "Trace": "model",
    "Batch": "batch", "batches": "batch",
    "Spec": "tasks", "vectors": "tasks", "bits": "tasks", "tokens": "tasks", "classes": "tasks", "pictures": "tasks",
    "digits": "tasks", "draw_size": "tasks",
    "compare": "laboratory", "Comparison": "laboratory", "evaluate": "laboratory", "curves": "laboratory",
    "evaluations": "laboratory",
    "options": "table", "parts": "table", "presets": "table", "trained": "table",
}
ROOMS = ("runs", "plots", "stats", "torch")  # packages of their own; tapehead.runs(paths) is a table
__all__ = sorted({*NAMES, *ROOMS})


def __getattr__(name):
    if name in ROOMS:
        return importlib.import_module(f"tapehead.{name}")
    if name not in NAMES:
        raise AttributeError(f"module 'tapehead' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"tapehead.{NAMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *__all__})
