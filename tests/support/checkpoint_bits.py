"""The bits of a checkpoint, and the kind of machine that reproduces them."""
import hashlib
import json
import re


def tensors(path):
    """The tensors of a safetensors file: name to (type, shape, bytes)."""
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    header, body = json.loads(data[8:start]), data[start:]
    header.pop("__metadata__", None)
    return {name: (entry["dtype"], entry["shape"], body[slice(*entry["data_offsets"])])
            for name, entry in header.items()}


def digest(path, names):
    """One hash over the named tensors of a checkpoint; a missing name is a KeyError."""
    there, whole = tensors(path), hashlib.sha256()
    for name in sorted(names):
        kind, shape, data = there[name]
        whole.update(json.dumps([name, kind, shape]).encode() + data)
    return whole.hexdigest()


def machine(manifest):
    """What two programs must share to round alike: from a run's manifest, and of this processor."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        processor = dict(re.findall(r"(?m)^(vendor_id|cpu family|model)\s*: (.*)$", file.read()))
    told = [flag for flag in manifest["flags"].split() if flag.startswith(("-march", "-mprefer"))]
    return {"compiler": manifest["compiler"], **processor,
            "vectors": told or [manifest["instructions"]]}  # a portable program chooses its own at start
