"""A checkpoint without what only training needs (docs/checkpoint-format.md tells the file)."""
import json
import struct

from tapehead_runs.errors import InputError

KEPT_COUNTERS = ("progress/sequences", "progress/attempt-start")  # how far it was trained: linear starts ask
KEPT_TEXTS = ("format", "config", "corpus")
LEARNED, AVERAGED = "parameter/", "average/"
ALIGNMENT = 8


def read(path):
    """Metadata, and tensors: name -> (dtype, shape, bytes)."""
    try:
        data = path.read_bytes()
        length = struct.unpack("<Q", data[:8])[0]
        header = json.loads(data[8:8 + length])
    except (OSError, ValueError, struct.error) as error:
        raise InputError(f"{path}: is no checkpoint ({error}); one as tapehead wrote it is needed") from None
    metadata, body = header.pop("__metadata__", {}), data[8 + length:]
    return metadata, {name: (entry["dtype"], entry["shape"], body[slice(*entry["data_offsets"])])
                      for name, entry in header.items()}


def to_bytes(metadata, tensors):
    """As tapehead writes them: 8-byte numbers first, so that each tensor is aligned."""
    header, body = {"__metadata__": dict(sorted(metadata.items()))}, b""
    for name, (dtype, shape, data) in sorted(tensors.items(), key=lambda item: not item[1][0].endswith("64")):
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % ALIGNMENT)
    return struct.pack("<Q", len(text)) + text + body


def in_small(path):
    """The bytes of the checkpoint with its parameters alone, the averaged ones where there are any."""
    metadata, tensors = read(path)
    kept = {name: tensor for name, tensor in tensors.items() if name.startswith(LEARNED) or name in KEPT_COUNTERS}
    for name, tensor in tensors.items():
        if name.startswith(AVERAGED):
            kept[LEARNED + name[len(AVERAGED):]] = tensor
    return to_bytes({name: text for name, text in metadata.items() if name in KEPT_TEXTS}, kept)
