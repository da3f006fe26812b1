"""One traced episode, as far as a page can show it."""
import dataclasses
import hashlib

import numpy

from tapehead.runs.errors import InputError
from tapehead.runs.signals import signal
from tapehead.plots.slots import chosen_by, used_of_chosen
from tapehead.runs.traces import read_trace

from .arrays import MOST_VALUES


@dataclasses.dataclass
class Episode:
    arrays: dict   # name -> steps x rows, or steps x columns x rows
    views: list    # what was watched, tapehead.runs.traces.View
    texts: dict    # name -> list of texts
    key: str       # equal for traces of the same episode
    notes: list    # omissions
    is_spoken: bool    # the answer is emitted token by token
    reads_apart: bool  # it attends to a source with steps of its own
    shows_picture: bool  # it is about a picture
    scoring: str   # bits, or classes
    parts: tuple   # the model's memory and its name, by which tapehead.runs.signals has sentences; None where not told


def read_episode(path):
    trace = read_trace(path)
    views, notes = laid_out(trace)
    kind = (trace.is_spoken, trace.reads_apart, trace.shows_picture)
    parts = (trace.said.get("memory"), trace.said.get("model"))
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
    views = [with_symbol(each, parts) for each in views if each.name in trace.arrays]
    return Episode(trace.arrays, views, trace.texts,
                   key(str(trace.said.get("task", "unknown")), trace.arrays, trace.texts), notes, *kind,
                   trace.said.get("scoring", "bits"), parts)


def with_symbol(view, parts):
    """The view, its title with the paper's symbol: `key strength β`. A title of its own has none."""
    row = signal(parts, view.name) or {}
    if "symbol" not in row or view.title[:1].isupper():
        return view
    return dataclasses.replace(view, title=f"{row.get('name', view.title)} {row['symbol']}")


def laid_out(trace):
    """(the views, notes): a part whose trace holds only chosen slots gets weightings over all slots that any of its
    heads uses, which replace the chosen ones in the trace's arrays too."""
    views, notes = list(trace.views), []
    for place in dict.fromkeys(each.place for each in views if each.slots is not None):
        chosen = [each for each in views if each.slots is not None and each.place == place]
        used, count = used_of_chosen(chosen), chosen[0].count
        notes.append(f"{len(used):,} of {count:,} slots are in use, those that a head gives a twentieth "
                     f"of its weight or more: {', '.join(told(each, used) for each in chosen)}")
        for each in chosen:
            del trace.arrays[each.name.rpartition("/")[0] + "/slots"]
            steps, heads, _ = each.values.shape
            if steps * heads * len(used) > MOST_VALUES or len(used) == 0:
                notes.append(f"{each.name} is left out: over these slots it has {steps * heads * len(used):,} numbers")
                del trace.arrays[each.name]
                continue
            values = numpy.zeros((steps, heads, len(used)))
            for head in range(heads):
                at, slots, weights = chosen_by(each, head)
                values[at, head, numpy.searchsorted(used, slots)] = weights
            trace.arrays[each.name] = values
            views[views.index(each)] = dataclasses.replace(each, values=values, slots=None, numbers=used)
    return views, notes


def told(view, used):
    """`204 to write`: the number of used slots of a side."""
    return f"{len(numpy.intersect1d(used_of_chosen([view]), used)):,} to {view.side}"


def fill_unasked(arrays):
    """Outputs at unscored steps are NaN, which a page cannot represent: they become 0, and the mask fades them."""
    outputs, mask = arrays.get("outputs"), arrays.get("mask")
    if mask is not None and outputs is not None and len(mask) == len(outputs):
        outputs[(mask == 0).all(axis=1) & numpy.isnan(outputs).all(axis=1)] = 0


def key(task, arrays, texts):
    """Covers the inputs and targets, nothing that depends on a model."""
    digest = hashlib.sha256(task.encode())
    for name in ("inputs", "picture", "targets", "mask"):
        if name in arrays:
            digest.update(numpy.ascontiguousarray(arrays[name], "<f4").tobytes())
    for name in ("story/statements", "story/question", "story/answer", "story/sequence", "source",
                 "target"):
        digest.update("\n".join(texts.get(name, [])).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]
