"""A trace in a few numbers."""
import h5py
import numpy


def summary(path):
    """Of each array by name: its shape, and the sum of its numbers' sizes (0 of texts, and of what is NaN: outputs at
    steps that are not scored)."""
    found = {}

    def visit(name, item):
        if isinstance(item, h5py.Dataset):
            numbers = item[()] if item.dtype.kind in "iuf" else 0
            found[name] = [list(item.shape), float(numpy.nansum(numpy.abs(numbers)))]

    with h5py.File(path, "r") as file:
        file.visititems(visit)
    return found
