"""The stages by which a head finds its slots, in the order in which it goes through them.

NTM: content → gate → shift → sharpen (Graves, Wayne & Danihelka 2014, figure 2); a scheme without one of them has the
others. DNC: a writing head content, usage, allocation, weighting; a reading head the links backward, content, the
links forward, weighting. LRU: a writing head least used, weighting; a reading head content, weighting. docs/traces.md
says how each comes from those before. What a trace does not have is left out."""

SCALARS = {"strength": "key strength", "gate": "gate", "sharpening": "sharpening"}


def stages_of(arrays):
    """(panels, names of the arrays that only they show)."""
    panels, used = [], set()
    for side in ("write", "read"):
        heads = head_count(arrays, f"{side}/weights")
        for head in range(heads):
            found = chain(arrays, side, head)
            if len(found) > 1 or found and found[0]["scalars"]:  # more than the weighting, which has its own picture
                number = f" {head + 1}" if heads > 1 else ""
                panels.append({"kind": "stages", "title": f"{side.capitalize()} head{number}: addressing",
                               "stages": found})
                used |= {stage["array"] for stage in found} - {f"{side}/weights", "usage"}
    return panels, used


def head_count(arrays, name):
    return arrays[name].shape[1] if name in arrays and arrays[name].ndim == 3 else 0


def chain(arrays, side, head):
    if side == "write" and "write/allocation" in arrays:
        return allocating(arrays, head)
    if side == "read" and "read/directions" in arrays:
        return following(arrays, head)
    if f"{side}/shift" in arrays or f"{side}/gated" in arrays or f"{side}/shifted" in arrays:
        return moving(arrays, side, head)
    return by_content(arrays, side, head)


def moving(arrays, side, head):
    found = [stage(arrays, "content", f"{side}/content", head, [scalar(arrays, f"{side}/strength", head)]),
             stage(arrays, "gate", f"{side}/gated", head, [scalar(arrays, f"{side}/gate", head)]),
             stage(arrays, "shift", f"{side}/shifted", head, kernel(arrays, side, head)),
             stage(arrays, "sharpen", f"{side}/weights", head, [scalar(arrays, f"{side}/sharpening", head)])]
    kept = [one for one in found if one]
    # The numbers of a stage that the trace has not are told with the last.
    shown = {item["array"] for one in kept for item in one["scalars"]}
    missing = [scalar(arrays, f"{side}/gate", head), *kernel(arrays, side, head)]
    if kept:
        kept[-1]["scalars"] += [item for item in missing if item and item["array"] not in shown]
    return kept


def allocating(arrays, head):
    found = [stage(arrays, "content", "write/content", head, [scalar(arrays, "write/strength", head)]),
             stage(arrays, "usage", "usage", 0, []),
             stage(arrays, "allocation", "write/allocation", head, [scalar(arrays, "write/allocation-gate", head)]),
             stage(arrays, "weighting", "write/weights", head, [scalar(arrays, "write/gate", head)])]
    return [one for one in found if one]


def following(arrays, head):
    """Each writing head has links of its own: a reading head follows those of all, backward first."""
    heads = head_count(arrays, "read/weights")
    writers = arrays["read/directions"].shape[1] // (2 * heads)

    name = "read/sharpened" if "read/sharpened" in arrays else "read/directions"

    def direction(word, forward):
        columns = [(2 * head + forward) * writers + writer for writer in range(writers)]
        return [stage(arrays, word + (f" {writer + 1}" if writers > 1 else ""), name, column,
                      [scalar(arrays, "read/sharpening", column), mode(arrays, head, forward * (writers + 1) + writer)])
                for writer, column in enumerate(columns)]
    content = stage(arrays, "content", "read/content", head,
                    [scalar(arrays, "read/strength", head), mode(arrays, head, writers)])
    found = [*direction("backward", 0), content, *direction("forward", 1),
             stage(arrays, "weighting", "read/weights", head, [])]
    return [one for one in found if one]


def by_content(arrays, side, head):
    """A scheme that goes by likeness alone, or by use."""
    strength = [scalar(arrays, f"{side}/strength", head)]
    found = [stage(arrays, "least used", f"{side}/least-used", head, []),
             stage(arrays, "content", f"{side}/content", head, strength),
             stage(arrays, "weighting", f"{side}/weights", head, [scalar(arrays, f"{side}/gate", head)])]
    return [one for one in found if one]


def stage(arrays, title, name, head, scalars):
    if name not in arrays or arrays[name].ndim != 3 or head >= arrays[name].shape[1]:
        return None
    return {"title": title, "array": name, "head": head, "scalars": [item for item in scalars if item]}


def scalar(arrays, name, head):
    if head_count(arrays, name) <= head or arrays[name].shape[2] != 1:
        return None
    word = name.rpartition("/")[2]
    return {"name": SCALARS.get(word, word.replace("-", " ")), "array": name, "head": head}


def kernel(arrays, side, head):
    name = f"{side}/shift"
    if head_count(arrays, name) <= head:
        return []
    count = arrays[name].shape[2]
    return [{"name": f"shift {shift_word(row, count)}", "array": name, "head": head, "row": row}
            for row in reversed(range(count))]


def shift_word(row, count):
    """+1, 0 or −1 of three: by how much the focus moves. The first row takes from the slot before, and so moves on."""
    by = count // 2 - row
    return "0" if by == 0 else f"{'+' if by > 0 else '−'}{abs(by)}"


def mode(arrays, head, row):
    if head_count(arrays, "read/modes") <= head or row >= arrays["read/modes"].shape[2]:
        return None
    return {"name": "share", "array": "read/modes", "head": head, "row": row}


def mode_word(row, count):
    writers = count // 2
    word = "content" if row == writers else "backward" if row < writers else "forward"
    return word + (f" {row % (writers + 1) + 1}" if writers > 1 and word != "content" else "")
