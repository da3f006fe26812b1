"""Summarises a trace in a few numbers."""
import h5py
import numpy


def summary(path):
    """Per array by name: its shape, and the sum of absolute values (0 for texts and NaN; outputs at unscored steps are
    NaN)."""
    found = {}

    def visit(name, item):
        if isinstance(item, h5py.Dataset):
            numbers = item[()] if item.dtype.kind in "iuf" else 0
            found[name] = [list(item.shape), float(numpy.nansum(numpy.abs(numbers)))]

    with h5py.File(path, "r") as file:
        file.visititems(visit)
    return found
