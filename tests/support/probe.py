"""The engine's results (tests/support/torch_probe_main.cpp) as NumPy arrays."""
import json
import os
import subprocess
import tempfile

import numpy

TYPES = {"F64": "<f8", "I64": "<i8"}


def read(path):
    """The tensors of a safetensors file by name."""
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = bytearray(file.read())
    header.pop("__metadata__", None)
    return {name: numpy.frombuffer(data[slice(*entry["data_offsets"])], TYPES[entry["dtype"]]).reshape(entry["shape"])
            for name, entry in header.items()}


def probe(what, **options):
    """The output of `tapehead_probe WHAT`; `memory__init="random"` stands for --memory.init random."""
    with tempfile.NamedTemporaryFile(suffix=".safetensors") as file:
        words = [os.environ["TAPEHEAD_PROBE"], what, "--out", file.name]
        for name, value in options.items():
            words += ["--" + name.replace("__", ".").replace("_", "-"), str(value)]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return read(file.name)


def part(tensors, prefix):
    """The tensors whose names begin with the prefix, under the rest of their names."""
    return {name[len(prefix):]: tensor for name, tensor in tensors.items() if name.startswith(prefix)}
