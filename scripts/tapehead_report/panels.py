"""What a player shows of a trace: panels, each of a kind that the page knows, over named arrays.

A name is looked up where something better can be said of it than of numbers in general; whatever is left has a panel
by its shape, so that what a new memory gives to watch() is seen without a word here."""
from . import stages

TITLES = {"reads": "what is read", "write/add": "what is added", "write/erase": "what is erased",
          "read/key": "key", "write/key": "key", "read/weights": "weighting", "write/weights": "weighting",
          "memory": "Memory", "links": "Links", "usage": "Usage", "controller/hidden": "Controller's output",
          "memory/strengths": "Strengths", "read/strengths": "Strengths read",
          "memory/top-strengths": "Strengths, pushed at the top",
          "memory/bottom-strengths": "Strengths, pushed at the bottom", "entity/state": "Slots"}
SIDES = {"read": "Read head", "write": "Write head", "reads": "Read head"}
AXES = {"memory": ("slot", "component"), "links": ("slot written", "slot written before"),
        "entity/state": ("component", "slot")}
FIRST = ["memory", "write/weights", "read/weights", "memory/strengths", "read/strengths", "memory/top-strengths",
         "memory/bottom-strengths", "entity/gates"]
THEN = ["usage", "links", "entity/state", "write/add", "write/erase", "reads"]
LAST = ["controller/hidden"]
FRACTIONS = ("gate", "push", "pop", "modes", "shift", "mask", "decay")  # how names of lines from 0 to 1 end
ROWS = {"slot": ("weights", "usage", "content", "gated", "shifted", "sharpened", "allocation", "least-used", "directions", "gates"),
        "entry": ("strengths",)}  # what the rows of a picture are, by how names end
MOST_HEADS = 8   # columns that have a picture each; more are a matrix
FEW_ROWS = 4     # rows that are lines


def panels_of(episode):
    """(panels in their order, names of the arrays they use)."""
    steps = len(episode.arrays["outputs"])
    arrays = {name: values for name, values in episode.arrays.items() if len(values) == steps}
    found = around(episode, arrays)
    staged, used = stages.stages_of(arrays)
    used |= {panel["array"] for panel in found} | {panel["mask"] for panel in found if "mask" in panel}
    names = [name for name in arrays if name not in used]
    lines = [name for name in names if is_lines(name, arrays[name])]
    pictures = [name for name in names if name not in lines]
    early, later = in_order(pictures, FIRST), in_order(pictures, THEN)
    last = in_order(pictures, LAST)
    rest = [name for name in pictures if name not in early + later + last]
    for part in (early, None, later, rest):
        found += staged if part is None else [panel for name in part for panel in pictures_of(name, arrays)]
    found += line_panels(lines, arrays)
    return found + [panel for name in last for panel in pictures_of(name, arrays)]


def in_order(names, order):
    return [name for name in order if name in names]


def around(episode, arrays):
    """Inputs, targets and outputs."""
    classes = episode.texts.get("story/classes")
    found = []
    for name in ("inputs", "targets", "outputs"):
        if name in arrays:
            panel = {"kind": "sequence", "title": name.capitalize(), "array": name,
                     "map": "unit" if within_unit(arrays[name]) else "diverging"}
            if name != "inputs" and "mask" in arrays:
                panel["mask"] = "mask"
            if classes and arrays[name].shape[1] == len(classes):
                panel["rows"] = classes
            found.append(panel)
    return found


def is_lines(name, values):
    """A number a step, of each head, or a few; what has a title of its own is a picture however small it is."""
    if values.ndim < 3 or values.shape[2] == 1:
        return values.ndim == 1 or values.shape[-1] == 1
    return name not in TITLES and values.shape[2] <= FEW_ROWS and values.shape[1] <= MOST_HEADS


def pictures_of(name, arrays):
    """Panels of one of the arrays, which has more than a few rows."""
    values = arrays[name]
    colours = map_of(values)
    if values.ndim == 2:
        return [{"kind": "sequence", "title": title(name), "array": name, "map": colours}]
    heads = values.shape[1]
    if name in AXES or heads > MOST_HEADS:
        row, column = AXES.get(name, ("row", "column"))
        return [{"kind": "matrix", "title": title(name), "array": name, "map": colours, "row_name": row,
                 "column_name": column}]
    side = {"reads": "read"}.get(name, name.split("/")[0])
    what = title(name) if f"{side}/weights" in arrays else upper(word_of(name))
    return [{"kind": "over-time", "title": numbered(what, head, heads), "array": name, "head": head, "map": colours,
             "row_name": row_name(name)} for head in range(heads)]


def line_panels(names, arrays):
    """Lines over time: those between 0 and 1 together, and those of any size, of each side by itself."""
    panels = {}
    for name in names:
        side = name.split("/")[0] if "/" in name else ""
        fraction = name.endswith(FRACTIONS) or side == "" and within_unit(arrays[name])
        panels.setdefault((side, not fraction), []).extend(items(name, arrays[name]))
    order = sorted(panels, key=lambda each: (each[1], ["write", "read"].index(each[0])
                                             if each[0] in ("write", "read") else 2, each[0]))
    return [{"kind": "scalars", "title": scalars_title(side, any_size), "items": panels[side, any_size],
             **({} if any_size else {"low": 0, "high": 1})} for side, any_size in order]


def scalars_title(side, any_size):
    what = "strengths" if any_size else "gates"
    return f"{SIDES[side]}s: {what}" if side in SIDES else f"{side}: {what}".strip(": ").capitalize()


def items(name, values):
    word = name.rpartition("/")[2].replace("-", " ")
    heads = values.shape[1] if values.ndim > 1 else 1
    rows = values.shape[2] if values.ndim == 3 else 1
    found = []
    for head in range(heads):
        for row in reversed(range(rows)) if name.endswith("/shift") else range(rows):
            said = (f", head {head + 1}" if heads > 1 else "") + (f": {row_word(name, row, rows)}" if rows > 1 else "")
            found.append({"name": word + said, "array": name, "head": head, **({"row": row} if rows > 1 else {})})
    return found


def row_word(name, row, rows):
    if name.endswith("/shift"):
        return stages.shift_word(row, rows)
    if name == "read/modes":
        return stages.mode_word(row, rows)
    return str(row + 1)


def row_name(name):
    return next((row for row, ends in ROWS.items() if name.endswith(ends)), "component")


def word_of(name):
    return TITLES.get(name, name.rpartition("/")[2].replace("-", " "))


def title(name):
    """`Read head: key`, `Usage`, `Top: velocity`."""
    side = SIDES.get(name.split("/")[0], name.split("/")[0])
    word = word_of(name)
    return upper(word) if word[0].isupper() or side == name else f"{upper(side)}: {word}"


def numbered(what, head, heads):
    """`Read head 2: key` of several; where it is nobody's, `Strengths 2`."""
    if heads == 1:
        return what
    whose, colon, word = what.partition(": ")
    return f"{whose} {head + 1}{colon}{word}"


def upper(word):
    return word[:1].upper() + word[1:]


def within_unit(values):
    return bool(values.min() >= 0 and values.max() <= 1 + 1e-6)


def map_of(values):
    return "unit" if within_unit(values) else "positive" if values.min() >= 0 else "diverging"
