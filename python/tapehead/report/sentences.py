"""A sentence about each panel of the player, and the heading of docs/how-it-works.md that says more: those of its
signals (tapehead.runs.signals), or of its kind; the signals of a new memory get one from their descriptions in watch(),
so no panel is without."""
from tapehead.runs.signals import signal

OF_KINDS = {
    "story": ("What it is asked and what it answers; the score has the sentences that it attends to.", "hops"),
    "stages": ("How the head came to its weighting, from top to bottom.", "key-strength"),
    "alignment": ("Which words of the source it attends to as it says each word.", "attention-over-a-source"),
    "picture": ("Which parts of the picture it attends to.", "attention-over-a-source"),
}
PLACES = "How much of each {row} there is in it, step by step."
HELD = "What is held after this step."
ANY = "Numbers of the model, a column a step."
MORE = "other-memories"


def explained(panels, parts=()):
    """The panels with `says` and `about` added; `parts` are the memory and the model, where they are known."""
    return [panel | dict(zip(("says", "about"), said(panel, parts))) for panel in panels]


def said(panel, parts):
    """(the sentence, the heading)."""
    if panel["kind"] in OF_KINDS:
        return OF_KINDS[panel["kind"]]
    if row := signal(parts, panel.get("array", "")):
        return row["says"], row["about"]
    if panel["kind"] == "matrix":
        return HELD, MORE
    if panel["map"] == "unit" and panel.get("row_name", "row") in ("slot", "entry"):
        return PLACES.format(row=panel["row_name"]), MORE
    return ANY, MORE
