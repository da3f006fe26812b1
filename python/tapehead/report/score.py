"""What the page's score of a trace is made from: descriptions of what was watched, as the engine tells the live page of
them, so that both pages lay out their tracks by one set of rules (web/src/score/tracks.js)."""
from tapehead.runs.signals import signal
from tapehead.runs.tokens import visible

AROUND = ("inputs", "outputs", "targets", "mask")  # arrays of a number a row and step that tracks show


def described(episode, views, steps, panels):
    """{"views", "parts", "scoring", "names"}; `views` are the episode's, `panels` those of its player."""
    shown = [each for each in views if len(each.values) == steps and each.name in episode.arrays]
    across = next((panel["grid"][1] for panel in panels if "grid" in panel), 0)
    return {"views": [entry(each, across, episode.parts) for each in shown], "parts": list(episode.parts),
            "scoring": episode.scoring, "names": names(episode, shown)}


def entry(view, across, parts):
    """A view as live/watched.cpp tells of it, its title without the symbol that the episode's has."""
    _, columns, rows = view.values.shape
    symbol = (signal(parts, view.name) or {}).get("symbol", "")
    said = {"name": view.name, "rows": rows, "columns": columns, "row": word(view.rows), "column": word(view.columns),
            "title": view.title.removesuffix(f" {symbol}")}
    if view.range is not None:
        said |= dict(zip(("low", "high"), view.range))
    return said | ({"across": across} if across and not view.side else {})


def word(axis):
    return axis if isinstance(axis, str) else ", ".join(axis or ())


def names(episode, views):
    """{what rows are: their names}: a source's tokens, the newest statements of a story; {"class": of the answers}."""
    found = {}
    if "source" in episode.texts:
        found["source"] = list(map(visible, episode.texts["source"]))
    if statements := episode.texts.get("story/statements"):
        rows = max((each.values.shape[2] for each in views if each.rows == "statement"), default=0)
        found["statement"] = (["(empty)"] * rows + statements)[-rows:] if rows else []
    if classes := episode.texts.get("story/classes"):
        found["class"] = classes
    return found


def arrays(episode, said, steps):
    """The names of the arrays that tracks are made of."""
    around = [name for name in AROUND if name in episode.arrays and len(episode.arrays[name]) == steps]
    return {*around, *(view["name"] for view in said["views"])}
