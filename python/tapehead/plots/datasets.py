"""Reads one dataset of an HDF5 file and checks that it has the form a figure needs."""
import h5py
import numpy

from tapehead.runs.errors import InputError
from tapehead.runs.traces import MADE_BY, text


def dataset(file, path, name, made_by=MADE_BY):
    if name not in file or not isinstance(file[name], h5py.Dataset):
        raise InputError(f"{path}: has no dataset '{name}'; {made_by}")
    return file[name]


def texts(file, path, name, count=None, made_by=MADE_BY):
    found = dataset(file, path, name, made_by)
    if h5py.check_string_dtype(found.dtype) is None or found.ndim != 1 or count not in (None, found.size):
        raise InputError(f"{path}: '{name}' does not hold {count or 'a list of'} text{'' if count == 1 else 's'}; "
                         f"{made_by}")
    return list(map(text, found[:]))


def numbers(file, path, name, axes, made_by=MADE_BY):
    found = dataset(file, path, name, made_by)
    if found.dtype.kind not in "fiu" or found.ndim != axes or (axes == 3 and 0 in found.shape[:2]):
        raise InputError(f"{path}: '{name}' is {shape(found)}; numbers along {axes} axes are wanted")
    values = numpy.asarray(found, dtype=float)
    if not numpy.isfinite(values).all():
        raise InputError(f"{path}: '{name}' holds numbers that are not finite; {made_by}")
    return values


def shape(values):
    return "x".join(map(str, values.shape))
