"""One traced episode, as far as a page can show it."""
import dataclasses
import hashlib

import numpy

from tapehead_runs.errors import InputError
from tapehead_runs.traces import read_trace

from .arrays import MOST_VALUES


@dataclasses.dataclass
class Episode:
    arrays: dict   # name -> steps x rows, or steps x columns x rows
    views: list    # what was watched, tapehead_runs.traces.View
    texts: dict    # name -> list of texts
    key: str       # two episodes of one key are the same one
    notes: list    # what was left out
    is_spoken: bool    # of an answer that is said token by token
    reads_apart: bool  # to a source whose steps are its own
    shows_picture: bool  # about a picture


def read_episode(path):
    trace = read_trace(path)
    notes, kind = [], (trace.is_spoken, trace.reads_apart, trace.shows_picture)
    fill_unasked(trace.arrays)
    for name, values in list(trace.arrays.items()):
        if values.size > MOST_VALUES:
            notes.append(f"{name} is left out: it has {values.size} numbers")
        elif not numpy.isfinite(values).all():
            notes.append(f"{name} is left out: it holds numbers that are not finite")
        else:
            continue
        del trace.arrays[name]
    if "outputs" not in trace.arrays:
        raise InputError(f"{path}: has no outputs")
    views = [each for each in trace.views if each.name in trace.arrays]
    return Episode(trace.arrays, views, trace.texts,
                   key(str(trace.said.get("task", "unknown")), trace.arrays, trace.texts), notes, *kind)


def fill_unasked(arrays):
    """Outputs at steps where nothing is scored are NaN, which a page has no number for: 0, and faded by the mask."""
    outputs, mask = arrays.get("outputs"), arrays.get("mask")
    if mask is not None and outputs is not None and len(mask) == len(outputs):
        outputs[(mask == 0).all(axis=1) & numpy.isnan(outputs).all(axis=1)] = 0


def key(task, arrays, texts):
    """Of what was asked, not of what any model made of it."""
    digest = hashlib.sha256(task.encode())
    for name in ("inputs", "picture", "targets", "mask"):
        if name in arrays:
            digest.update(numpy.ascontiguousarray(arrays[name], "<f4").tobytes())
    for name in ("story/statements", "story/question", "story/answer", "story/sequence", "source",
                 "target"):
        digest.update("\n".join(texts.get(name, [])).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]
