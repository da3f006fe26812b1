"""Safetensors files, read and written with NumPy alone."""
import json
import os
import pathlib

import numpy

TYPES = {"F32": "<f4", "F64": "<f8", "I64": "<i8", "U64": "<u8"}
ALIGNMENT = 8


class UnknownCheckpoint(Exception):
    """No checkpoint, or one that this module does not know; the message says why in one line."""


def read_safetensors(path):
    """Arrays by name, and the metadata (name -> text)."""
    try:
        data = pathlib.Path(path).read_bytes()
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8:8 + length])
        metadata = header.pop("__metadata__", {})
        body = data[8 + length:]
        return {name: numpy.frombuffer(body[slice(*entry["data_offsets"])], TYPES[entry["dtype"]])
                .reshape(entry["shape"]) for name, entry in header.items()}, metadata
    except OSError as error:
        raise UnknownCheckpoint(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UnknownCheckpoint(f"{path}: is no safetensors file ({error})") from None


def write_safetensors(path, arrays, metadata):
    """Under its final name the file is always whole. Numbers of 8 bytes come first, so that each array is aligned."""
    header, parts, end = {"__metadata__": dict(sorted(metadata.items()))}, [], 0
    names = {numpy.dtype(kind): name for name, kind in TYPES.items()}
    for name, array in sorted(arrays.items(), key=lambda item: item[1].itemsize != 8):
        data = numpy.ascontiguousarray(array).tobytes()
        header[name] = {"dtype": names[array.dtype], "shape": list(array.shape), "data_offsets": [end, end + len(data)]}
        parts.append(data)
        end += len(data)
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % ALIGNMENT)
    temporary = pathlib.Path(f"{path}.tmp")
    temporary.write_bytes(b"".join([len(text).to_bytes(8, "little"), text, *parts]))
    os.replace(temporary, path)
