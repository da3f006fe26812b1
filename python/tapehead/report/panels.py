"""What a player shows of a trace: panels over named arrays, each of a kind that the page knows.

Each array describes itself (tapehead.runs.traces), so the quantities that a new memory passes to watch() display
correctly without code here. The order: inputs and outputs, the state held, where the heads look and how they got there;
then everything else in the model's order. Single numbers are lines of the score (score.py), which stands above the
panels; the page leaves out those panels that its tracks show."""
from tapehead.runs.traces import HEAD, MOST_HEADS, UNIT, VECTOR, upper

from . import stages


def panels_of(episode, steps=None):
    """The panels in order, for a number of steps; by default that of the outputs."""
    steps = steps or len(episode.arrays["outputs"])
    views = [each for each in episode.views if len(each.values) == steps]
    staged, used = stages.stages_of(views)
    pictures = [each for each in views if not each.is_numbers and each.name not in used]
    held = [each for each in pictures if is_matrix(each) and VECTOR in (each.columns, each.rows)]
    looked = looks(pictures)
    inner = [each for each in pictures if not is_matrix(each) and each.rows == VECTOR and not each.side]
    rest = [each for each in pictures if not any(each is other for other in held + looked + inner)]
    found = [*around(episode, steps), *(panel for each in held + looked for panel in pictures_of(each, views)), *staged]
    found += [panel for each in rest for panel in pictures_of(each, views)]
    found += plain(episode, steps, {panel[key] for panel in found for key in ("array", "mask") if key in panel})
    return found + [panel for each in inner for panel in pictures_of(each, views)]


def looks(views):
    """Where the heads look: the last weighting of each part and side, and all weightings without a side; writing before
    reading."""
    found = {}
    for each in views:
        if each.is_weighting and each.columns == HEAD:
            found[(each.place, each.side) if each.side else each.name] = each
    return sorted(found.values(), key=lambda each: {"write": 0, "read": 2}.get(each.side, 1))


def around(episode, steps):
    """Inputs, targets and outputs."""
    classes = episode.texts.get("story/classes")
    found = []
    for name in ("inputs", "targets", "outputs"):
        if name in episode.arrays and len(episode.arrays[name]) == steps:
            panel = {"kind": "sequence", "title": name.capitalize(), "array": name,
                     "map": map_of(episode.arrays[name], unsigned="diverging")}
            if name != "inputs" and "mask" in episode.arrays:
                panel["mask"] = "mask"
            if classes and episode.arrays[name].shape[1] == len(classes):
                panel["rows"] = classes
            found.append(panel)
    return found


def plain(episode, steps, used):
    """Other arrays with one number per row and step."""
    return [{"kind": "sequence", "title": upper(name.replace("-", " ")), "array": name, "map": map_of(values)}
            for name, values in episode.arrays.items()
            if values.ndim == 2 and len(values) == steps and name not in used]


def is_matrix(view):
    return view.columns not in (HEAD, "") or view.values.shape[1] > MOST_HEADS


def pictures_of(view, views):
    """Panels for quantities of more than a few rows: per head a matrix at each step, or rows over time."""
    if is_matrix(view):
        return [{"kind": "matrix", "title": view.called, "array": view.name, **scale(view),
                 "row_name": axis_word(view.rows), "column_name": axis_word(view.columns)}]
    heads = view.values.shape[1]
    # If a side shows no head's weighting, its add vector is the memory's, not a head's.
    headed = any((each.place, each.side) == (view.place, view.side) and each.rows == "slot" for each in views)
    whose = view.whose if (headed or not view.side) and view.called != view.title else ""
    return [{"kind": "over-time", "title": numbered(whose, view, head), "array": view.name, "head": head,
             **scale(view), "row_name": axis_word(view.rows), **view.row_names()} for head in range(heads)]


def axis_word(axis):
    return axis if isinstance(axis, str) and axis else "row"


def numbered(whose, view, head):
    """`Read head 2: key` with several heads; `Strengths 2` for a column of no head."""
    number = f" {head + 1}" if view.values.shape[1] > 1 else ""
    if whose and view.side:
        return f"{whose}{number}: {view.title}"
    return upper(": ".join(filter(None, [whose, view.title]))) + number


def scale(view):
    """The colour map, and the declared range unless it is 0 to 1."""
    if view.range is None:
        return {"map": map_of(view.values)}
    low, high = view.range
    if view.range == UNIT:
        return {"map": "unit"}
    return {"map": "positive" if low >= 0 else "diverging", "low": low, "high": high}


def map_of(values, unsigned="positive"):
    """Chooses a colour map by the values."""
    if values.min() >= 0 and values.max() <= 1 + 1e-6:
        return "unit"
    return unsigned if values.min() >= 0 else "diverging"
