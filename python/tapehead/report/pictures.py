"""An answer about a picture: the picture, and the attention or windows at each word."""
from tapehead.plots.alignment_trace import WEIGHTS
from tapehead.plots.picture_trace import BOXES, WINDOWS, read_picture
from tapehead.plots.said_beside import beside
from tapehead.runs.tokens import visible
from tapehead.runs.traces import PICTURE

from .panels import panels_of
from .spoken import without_last_look

TITLES = {"word": "Where it looks in the picture", "glimpse": "Through which windows it looks at the picture"}


def picture_panels(path, episode):
    """(a step's name, number of steps, panels, step labels). Steps are words, or glimpses if they lead to a single
    answer."""
    trace = read_picture(path)
    looks = trace.weights is not None and WEIGHTS in episode.arrays
    by = "glimpse" if trace.windows is not None and not looks and len(trace.target) == 1 else "word"
    steps = len(trace.windows) if by == "glimpse" else len(episode.arrays["outputs"])
    labels = [] if by == "glimpse" else [*[""] * trace.steps[0], *map(visible, trace.target)]
    panel = {"kind": "picture", "title": TITLES[by] if looks or trace.windows is not None else "The picture",
             "array": PICTURE, "by": by, "target": list(map(visible, trace.target)), "first": trace.steps[0]}
    if trace.said is not None:
        panel["said"] = [[list(map(visible, tokens)), other] for tokens, other in beside(trace.target, trace.said)]
    if looks:
        panel |= {"looks": WEIGHTS, "grid": list(trace.weights.shape[2:])}
    if trace.windows is not None:
        panel["windows"] = trace.looked.tolist()
    if trace.boxes is not None:
        panel["boxes"] = trace.boxes
    for name in (WINDOWS, BOXES):  # their rows are not steps
        episode.arrays.pop(name, None)
    without_last_look(episode)
    return by if by == "glimpse" else "step", steps, [panel, *panels_of(episode, steps)], labels
