"""One traced episode: every number that the trace has, by its name, as the program wrote it."""
import dataclasses
import hashlib

import h5py
import numpy

from tapehead_plots.trace import opened, text_attribute
from tapehead_runs.errors import InputError

from .arrays import MOST_VALUES


@dataclasses.dataclass
class Episode:
    arrays: dict   # name -> steps x rows, or steps x columns x rows; heads are columns
    texts: dict    # name -> list of texts
    task: str
    key: str       # two episodes of one key are the same one
    notes: list    # what was left out


def read_episode(path):
    arrays, texts, notes = {}, {}, []
    with opened(path) as file:
        def visit(name, found):
            if not isinstance(found, h5py.Dataset):
                return
            if h5py.check_string_dtype(found.dtype) is not None:
                texts[name] = [each.decode("utf-8", "replace") if isinstance(each, bytes) else each
                               for each in found[:]]
            elif found.dtype.kind in "fiu" and found.ndim in (1, 2, 3) and found.size > MOST_VALUES:
                notes.append(f"{name} is left out: it has {found.size} numbers")
            elif found.dtype.kind in "fiu" and found.ndim in (1, 2, 3) and found.size:
                values = numpy.asarray(found, dtype=float)
                if numpy.isfinite(values).all():
                    arrays[name] = values
                else:
                    notes.append(f"{name} is left out: it holds numbers that are not finite")
        file.visititems(visit)
        task = str(text_attribute(file, "task", "unknown"))
    if "outputs" not in arrays:
        raise InputError(f"{path}: has no outputs")
    return Episode(arrays, texts, task, key(task, arrays, texts), notes)


def key(task, arrays, texts):
    """Of what was asked, not of what any model made of it."""
    digest = hashlib.sha256(task.encode())
    for name in ("inputs", "targets", "mask", "story/supports"):
        if name in arrays:
            digest.update(numpy.ascontiguousarray(arrays[name], "<f4").tobytes())
    for name in ("story/statements", "story/question", "story/answer", "story/sequence"):
        digest.update("\n".join(texts.get(name, [])).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]
