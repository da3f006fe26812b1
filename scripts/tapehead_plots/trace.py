"""Reading one episode's trace. Armadillo writes column-major: a matrix n x T arrives as (T, n), a cube n x m x T as
(T, m, n). Here every quantity is put back as rows x T (matrices) or heads x rows x T (cubes), time along x."""
import contextlib
import pathlib

import h5py
import numpy

from tapehead_runs.errors import InputError

NEEDED = ["inputs", "outputs"]
MATRICES = NEEDED + ["targets", "mask"]
CUBES = ["reads", "write/add", "write/weights", "read/weights", "memory/strengths", "read/strengths",
         "memory/top-strengths", "memory/bottom-strengths"]
SCORINGS = ["bits", "classes"]
MADE_BY = "'tapehead trace DIR --out FILE.h5' makes it"


def read_trace(path):
    """Name -> array of what the figure shows and the file has, and "scoring" -> "bits" or "classes": what outputs are
    probabilities of (a file that does not say has bits). Raises InputError where `inputs` or `outputs` are
    missing, a dataset has another number of axes or steps, scoring is another, or
    the file is not HDF5."""
    with opened(path) as file:
        trace = {name: read_dataset(file, path, name) for name in MATRICES + CUBES if name in file}
        scoring = text_attribute(file, "scoring", SCORINGS[0])
        if "story/statements" in file:
            raise InputError(f"{path}: is of a story, read statement by statement; 'plot.py story' draws it")
    for name in NEEDED:
        if name not in trace:
            raise InputError(f"{path}: has no dataset '{name}'; {MADE_BY}")
    check_steps(path, trace)
    if scoring not in SCORINGS:
        raise InputError(f"{path}: scoring is '{scoring}'; one of {', '.join(SCORINGS)} is wanted")
    return trace | {"scoring": scoring}


@contextlib.contextmanager
def opened(path):
    """The HDF5 file; InputError where there is none, or where reading it shows that it is damaged."""
    path = pathlib.Path(path)
    if not path.is_file():
        raise InputError(f"{path}: no such file; {MADE_BY}")
    if not h5py.is_hdf5(path):
        raise InputError(f"{path}: is not an HDF5 file; {MADE_BY}")
    try:
        with h5py.File(path, "r") as file:
            yield file
    except (OSError, RuntimeError) as error:
        raise InputError(f"{path}: is damaged ({str(error).splitlines()[0]}); {MADE_BY}") from None


def text_attribute(file, name, default):
    value = file.attrs.get(name, default)
    return value.decode() if isinstance(value, bytes) else value


def read_dataset(file, path, name):
    axes = 3 if name in CUBES else 2
    dataset = file[name]
    if not isinstance(dataset, h5py.Dataset) or dataset.ndim != axes:
        arrived = f"{dataset.ndim} axes" if isinstance(dataset, h5py.Dataset) else "a group"
        wanted = "time, heads, rows" if axes == 3 else "time, rows"
        raise InputError(f"{path}: '{name}' is {arrived}; a dataset of {wanted} is wanted")
    values = numpy.asarray(dataset, dtype=float)
    return values.transpose(1, 2, 0) if axes == 3 else values.T


def check_steps(path, trace):
    steps = trace["inputs"].shape[-1]
    for name, values in trace.items():
        if values.shape[-1] != steps or 0 in values.shape:
            shape = "x".join(map(str, values.shape))
            raise InputError(f"{path}: '{name}' is {shape}; {max(steps, 1)} steps are wanted, as in inputs")
    for name in ("targets", "mask"):
        if name in trace and trace[name].shape != trace["outputs"].shape:
            rows, wanted = trace[name].shape[0], trace["outputs"].shape[0]
            raise InputError(f"{path}: '{name}' has {rows} rows; {wanted} are wanted, as in outputs")
