"""Strips a checkpoint of what only training needs (docs/checkpoint-format.md describes the file)."""
import json
import struct

from tapehead.runs.errors import InputError

# A run's checkpoint is the first of these that exists.
FILES = {"best": "checkpoint-best.safetensors", "last": "checkpoint-last.safetensors"}
KEPT_COUNTERS = ("progress/sequences", "progress/attempt-start")  # training progress, which linear start depends on
KEPT_TEXTS = ("format", "config", "corpus")
LEARNED, AVERAGED = "parameter/", "average/"
ALIGNMENT = 8


def kept(directory):
    """best or last: the run's checkpoint; None if it has none."""
    return next((word for word, file in FILES.items() if (directory / file).is_file()), None)


def read(path):
    """Metadata, and tensors: name -> (dtype, shape, bytes). InputError for an incomplete file."""
    try:
        data = path.read_bytes()
        length = struct.unpack("<Q", data[:8])[0]
        header = json.loads(data[8:8 + length])
        body = data[8 + length:]
        if not isinstance(header, dict) or not isinstance(header.setdefault("__metadata__", {}), dict):
            raise ValueError("its header is no table")
        metadata = header.pop("__metadata__")
        return metadata, {name: tensor(name, entry, body) for name, entry in header.items()}
    except (OSError, ValueError, RecursionError, struct.error) as error:
        raise InputError(f"{path}: is no checkpoint ({error}); one as tapehead wrote it is needed") from None


def tensor(name, entry, body):
    """(dtype, shape, bytes); ValueError if the entry is invalid, or its bytes are incomplete."""
    try:
        (begin, end), dtype, shape = entry["data_offsets"], entry["dtype"], entry["shape"]
        fine = 0 <= begin <= end and isinstance(dtype, str) and isinstance(shape, list)
        data = body[begin:end]
    except (KeyError, TypeError, ValueError):
        fine = False
    if not fine:
        raise ValueError(f"its header does not say what {name} is")
    if len(data) < end - begin:
        raise ValueError(f"{name} ends at byte {end} of {len(body)}")
    return dtype, shape, data


def to_bytes(metadata, tensors):
    """In tapehead's layout: 8-byte numbers first, so that each tensor is aligned."""
    header, body = {"__metadata__": dict(sorted(metadata.items()))}, b""
    for name, (dtype, shape, data) in sorted(tensors.items(), key=lambda item: not item[1][0].endswith("64")):
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % ALIGNMENT)
    return struct.pack("<Q", len(text)) + text + body


def in_small(path):
    """The bytes of the checkpoint with its parameters only, the averaged ones if it has any."""
    metadata, tensors = read(path)
    kept = {name: tensor for name, tensor in tensors.items() if name.startswith(LEARNED) or name in KEPT_COUNTERS}
    for name, tensor in tensors.items():
        if name.startswith(AVERAGED):
            kept[LEARNED + name[len(AVERAGED):]] = tensor
    return to_bytes({name: text for name, text in metadata.items() if name in KEPT_TEXTS}, kept)
