"""The episodes in the pictures: a trained model's name and the settings for tapehead trace."""
import pathlib
import subprocess
import tempfile

import h5py

from tapehead.runs.errors import InputError
from tapehead.runs.traces import datasets, text

EPISODES = {
    "copy": ("repeat-copy", ["--task.length", "6", "--task.repeats", "3"]),
    "dnc": ("dnc", ["--task.length", "7"]),
    "story": ("babi", ["--task.ids", "2", "--episode", "1"]),
    "wrong": ("babi", ["--task.ids", "16", "--episode", "1"]),
}


def read_all(program):
    """{name: {dataset: its values}} of EPISODES; texts are lists of strings."""
    with tempfile.TemporaryDirectory() as folder:
        return {name: read(traced(program, model, settings, pathlib.Path(folder) / f"{name}.h5"))
                for name, (model, settings) in EPISODES.items()}


def traced(program, model, settings, file):
    done = subprocess.run([program, "trace", model, "--seed", "1", *settings, "--out", file],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise InputError(f"{program}: cannot trace {model}: {done.stderr.strip().splitlines()[-1]}")
    return file


def read(path):
    with h5py.File(path) as file:
        return {name: [text(each) for each in dataset[()]] if h5py.check_string_dtype(dataset.dtype) else
                dataset[()].astype(float) for name, dataset in datasets(file["/"])}
