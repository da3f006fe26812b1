"""Starts a command, as a script or as `tapehead NAME`. This file must stay valid for any older Python 3."""
import importlib
import os
import sys

from tapehead.runs import interpreter, late, streams

# NumPy's OpenBLAS would start a thread a core when it is loaded, and never end where there is no room for them.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

NEEDS = {  # the group of scripts/setup.sh, and its modules that a command imports at once
    "compare": ("scripts", "numpy", "pandas", "matplotlib", "scipy"),
    "export": ("export", "numpy", "pandas", "google.protobuf", "crcmod"),
    "plot": ("scripts", "numpy", "pandas", "matplotlib", "h5py"),
    "figure": ("scripts", "numpy", "pandas", "matplotlib", "h5py", "scipy"),
    "report": ("scripts", "numpy", "pandas", "scipy", "h5py"),
    "how_it_works": ("scripts", "numpy", "matplotlib", "h5py"),
    "train_shipped": ("scripts",),
    "bench": (None, "torch"),  # these say themselves what is missing, when it is wanted
    "sweep": (None, "pandas", "optuna", "sqlalchemy"),
}


SHORT = ("failed to map segment", "cannot allocate memory", "can't start new thread")  # what libraries say then


def script(name):
    """The exit status of scripts/NAME.py with this process's arguments. Debian's Python takes over where this one lacks
    a module."""
    interpreter.prefer(*NEEDS.get(name, (None,))[1:])
    return command(name, sys.argv[1:])


def command(name, arguments):
    """The exit status of a command; one line and 2 where a module is missing, or memory."""
    streams.settle()
    group, *modules = NEEDS.get(name, (None,))
    if group:
        interpreter.need(*modules, group=group)
    try:
        with late.libraries():
            module = importlib.import_module("tapehead.commands." + name)
        return module.main(arguments)
    except (MemoryError, ImportError, OSError, RuntimeError) as error:
        if not isinstance(error, MemoryError) and not any(each in str(error).lower() for each in SHORT):
            raise
        from tapehead.runs import errors  # this file may be read by a Python that is too old for it
        errors.tell("tapehead " + name + ": got too little memory, or no room for a thread; a higher limit is needed "
                    "(ulimit -v and -u)")
        return 2
