"""The stages by which a head finds its slots, in the memory's order.

Each weighting over slots before a side's last one, which is where it looks, is a stage (NTM: content, gated, shifted,
sharpened; Graves, Wayne & Danihelka 2014, figure 2). A number shown between two stages belongs to the second, which it
produced; a number whose row or column is named after a stage belongs to that stage, such as the shares of a DNC's read
modes. If a stage's name occurs twice, the later weighting counts."""
from tapehead.runs.traces import HEAD, SIDES


def stages_of(views):
    """(panels, names of the arrays that no other panel shows)."""
    panels, used = [], set()
    for side in SIDES:
        for place in dict.fromkeys(each.place for each in views):
            members, last = leading_to_look([each for each in views if (each.place, each.side) == (place, side)])
            heads = last.values.shape[1] if last else 0
            for head in range(heads):
                found = chain(members, last, head, heads)
                if len(found) > 1 or found[0]["scalars"]:  # more than the weighting, which has its own picture
                    number = f" {head + 1}" if heads > 1 else ""
                    panels.append({"kind": "stages", "title": f"{last.whose}{number}: addressing", "stages": found})
                    used |= {stage["array"] for stage in found} - {last.name}
    return panels, used


def leading_to_look(views):
    """(the views up to the last weighting over slots, that weighting); ([], None) if there is none."""
    looks = [at for at, each in enumerate(views) if is_stage(each) and each.columns == HEAD]
    return (views[:looks[-1] + 1], views[looks[-1]]) if looks else ([], None)


def is_stage(view):
    return view.rows == "slot" and view.is_weighting


def chain(views, last, head, heads):
    """The stages of one head."""
    found, waiting = {}, []
    for each in views:
        if is_stage(each) and each.values.shape[2] == last.values.shape[2]:
            for name, title, column in columns_of(each, head, heads):
                found.pop(name, None)
                found[name] = {"title": title, "array": each.name, "head": column, "scalars": waiting,
                               **each.row_names()}
                waiting = []
        elif each.is_numbers and each.columns == HEAD and not isinstance(each.rows, list):
            waiting = waiting + numbers(each, head)
    for each in views:
        for name, item in named_numbers(each, head, heads):
            if name in found:
                found[name]["scalars"] = found[name]["scalars"] + [item]
    return list(found.values())


def columns_of(view, head, heads):
    """(name, title, column) of a head in a view: one entry, or one per name of its columns."""
    if view.columns == HEAD:
        return [(view.word, view.title, head)]
    if not isinstance(view.columns, list) or view.values.shape[1] != heads * len(view.columns):
        return []
    return [(name, name, head * len(view.columns) + at) for at, name in enumerate(view.columns)]


def numbers(view, head):
    """The numbers of a head in a view."""
    return [{"name": f"{view.title} {name}", "array": view.name, "head": head, "row": row} if name else
            {"name": view.title, "array": view.name, "head": head} for row, name in row_names(view)]


def named_numbers(view, head, heads):
    """(name, item) of numbers that are told apart by name."""
    if not view.is_numbers:
        return
    if isinstance(view.rows, list) and view.columns == HEAD:
        for row, name in row_names(view):
            yield name, {"name": view.title, "array": view.name, "head": head, "row": row}
    elif isinstance(view.columns, list) and view.values.shape[2] == 1:
        for name, _, column in columns_of(view, head, heads):
            yield name, {"name": view.title, "array": view.name, "head": column}


def row_names(view):
    """[(row, name)] in display order; a single row has no name."""
    count = view.values.shape[2]
    if isinstance(view.rows, list):
        return list(enumerate(view.rows[:count]))
    if count == 1:
        return [(0, "")]
    if view.rows == "shift":  # from the furthest back to the furthest ahead
        return [(row, shift_word(row, count)) for row in reversed(range(count))]
    return [(row, str(row + 1)) for row in range(count)]


def shift_word(row, count):
    """+1, 0 or −1 for three rows: the movement of the focus. The first row takes from the slot before, so it moves the
    focus forward."""
    by = count // 2 - row
    return "0" if by == 0 else f"{'+' if by > 0 else '−'}{abs(by)}"
