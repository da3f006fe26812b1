"""Safetensors files, read and written with NumPy alone."""
import json
import os
import pathlib

import numpy

TYPES = {"F32": "<f4", "F64": "<f8", "I64": "<i8", "U64": "<u8"}
HALVES = {"F16": "<f2", "BF16": "<u2"}  # read as F32, which has all their numbers; BF16 is the upper half of one
ALIGNMENT = 8


class UnknownCheckpoint(Exception):
    """No checkpoint, or one that this module does not know; the message says why in one line."""


def read_bytes(path):
    try:
        return pathlib.Path(path).read_bytes()
    except OSError as error:
        raise UnknownCheckpoint(f"{path}: cannot be read ({error.strerror})") from None


def array_of(data, kind):
    """The numbers of a tensor of that type."""
    if kind in TYPES:
        return numpy.frombuffer(data, TYPES[kind])
    numbers = numpy.frombuffer(data, HALVES[kind])
    return numbers.astype("<f4") if kind == "F16" else (numbers.astype("<u4") << 16).view("<f4")


def read_safetensors(path):
    """Arrays by name, and the metadata (name -> text)."""
    data = read_bytes(path)
    try:
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8:8 + length])
        metadata = header.pop("__metadata__", {})
        body = data[8 + length:]
        if unknown := {entry["dtype"] for entry in header.values()} - {*TYPES, *HALVES}:
            raise UnknownCheckpoint(f"{path}: has numbers of type {min(unknown)!r}; {', '.join([*TYPES, *HALVES])} are "
                                    "known")
        return {name: array_of(body[slice(*entry["data_offsets"])], entry["dtype"]).reshape(entry["shape"])
                for name, entry in header.items()}, metadata
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UnknownCheckpoint(f"{path}: is no safetensors file ({error})") from None


def safetensors(arrays, metadata):
    """The bytes of such a file. Numbers of 8 bytes come first, so that each array is aligned."""
    header, parts, end = {"__metadata__": dict(sorted(metadata.items()))}, [], 0
    names = {numpy.dtype(kind): name for name, kind in TYPES.items()}
    for name, array in sorted(arrays.items(), key=lambda item: item[1].itemsize != 8):
        data = numpy.ascontiguousarray(array).tobytes()
        header[name] = {"dtype": names[array.dtype], "shape": list(array.shape), "data_offsets": [end, end + len(data)]}
        parts.append(data)
        end += len(data)
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % ALIGNMENT)
    return b"".join([len(text).to_bytes(8, "little"), text, *parts])


def write_files(directory, files):
    """Files of a directory, which is made, as {name: bytes}. All are written before the first takes its name, so that
    each is whole, and one of before is not lost where there is no room for these."""
    directory = pathlib.Path(directory)
    temporary = {directory / f".{name}.tmp": directory / name for name in files}
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for path, data in zip(temporary, files.values()):
            path.write_bytes(data)
        for path, name in temporary.items():
            os.replace(path, name)
    except OSError as error:
        for path in filter(os.path.lexists, temporary):
            os.unlink(path)
        raise UnknownCheckpoint(f"{directory}: cannot be written ({error.strerror}); another directory is needed"
                                ) from None
