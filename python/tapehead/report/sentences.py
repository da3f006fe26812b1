"""A sentence about each panel of the player, and the heading of docs/how-it-works.md that says more.

Panels known by name or kind have their own sentence; the quantities of a new memory get one from their descriptions in
watch(), so no panel is without."""

# Name of an array, or the last word of it -> (the sentence, the heading with more).
OF_ARRAYS = {
    "inputs": ("What the model is given: a column a step.", "an-episode"),
    "targets": ("What it should say, at the steps that are scored.", "an-episode"),
    "outputs": ("What it says: how likely it holds each answer to be.", "bits-a-sequence"),
    "memory": ("What is held after this step.", "slots"),
    "controller/hidden": ("What the network hands on at each step: all heads are steered by these numbers.",
                          "an-episode"),
    "write/weights": ("Where the write head puts what it is given, step by step.", "heads"),
    "read/weights": ("Where the read head looks, step by step.", "heads"),
    "write/key": ("What the write head looks for among the slots.", "key-strength"),
    "read/key": ("What the read head looks for among the slots.", "key-strength"),
    "write/erase": ("How much of each number is taken out of the slots it writes to.", "slots"),
    "write/add": ("What is put into the slots it writes to.", "slots"),
    "reads": ("What the read head brings: the slots it looks at, mixed by its weighting.", "heads"),
    "usage": ("How much of each slot is taken.", "room-to-write"),
    "links": ("In which order the slots were written.", "the-way-back"),
}
OF_WORDS = {  # by the last word of a name, for any part of the model
    "strengths": ("How much is left of what was put in at each step.", "other-memories"),
    "mask": ("Which numbers of a slot count in the comparison.", "key-strength"),
    "sharpened": ("The ways along the links, sharpened.", "the-way-back"),
}
OF_KINDS = {
    "story": ("Which sentences it looks at before it answers.", "hops"),
    "stages": ("How the head came to where it looks, from top to bottom.", "key-strength"),
    "alignment": ("Which words of the source it looks at as it says each word.", "attention-over-a-source"),
    "picture": ("Which parts of the picture it looks at.", "attention-over-a-source"),
}
OF_NUMBERS = [  # for lines over time: a word among them -> sentence
    ("share", "Which of its ways the read head takes: back, by likeness, or on.", "the-way-back"),
    ("allocation gate", "Whether it writes where there is room, or where it finds something.", "room-to-write"),
    ("push", "What is put on, and what is taken off.", "other-memories"),
    ("pop", "What is put on, and what is taken off.", "other-memories"),
    ("gate", "How much of the look-up by likeness there is in each weighting, and where the focus moves.", "gate"),
    ("shift", "Where the focus moves.", "shift-and-sharpening"),
    ("strength", "How choosy the look-up by likeness is, and how much the focus is narrowed.", "key-strength"),
    ("sharpening", "How much the focus is narrowed.", "shift-and-sharpening"),
]
PLACES = "How much of each {row} there is in it, step by step."
HELD = "What is held after this step."
ANY = "Numbers of the model, a column a step."
MORE = "other-memories"


def explained(panels):
    """The panels with `says` and `about` added."""
    return [panel | dict(zip(("says", "about"), said(panel))) for panel in panels]


def said(panel):
    """(the sentence, the heading)."""
    name = panel.get("array", "")
    if panel["kind"] in OF_KINDS:
        return OF_KINDS[panel["kind"]]
    if panel["kind"] == "scalars":
        names = [item["name"] for item in panel["items"]]
        return next((found for word, *found in OF_NUMBERS if any(word in each for each in names)), (ANY, MORE))
    if name in OF_ARRAYS:
        return OF_ARRAYS[name]
    word = name.rpartition("/")[2]
    side = "/".join(name.split("/")[-2:])
    if side in OF_ARRAYS:
        return OF_ARRAYS[side]
    if word in OF_WORDS:
        return OF_WORDS[word]
    if panel["kind"] == "matrix":
        return HELD, MORE
    if panel["map"] == "unit" and panel.get("row_name", "row") in ("slot", "entry"):
        return PLACES.format(row=panel["row_name"]), MORE
    return ANY, MORE
