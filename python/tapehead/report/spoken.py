"""An answer emitted token by token: the source, the answer, and where the model looked at each token."""
from tapehead.plots.alignment_trace import WEIGHTS, read_answer
from tapehead.plots.said_beside import beside
from tapehead.runs.tokens import visible

from .panels import panels_of

SOURCE = "source"  # name of the rows that are source tokens


def spoken_panels(path, episode):
    """(panels, step labels)."""
    answer = read_answer(path)
    looks = WEIGHTS in episode.arrays
    panel = {"kind": "alignment", "title": "Where it looks as it answers" if looks else "What it reads and says",
             "source": list(map(visible, answer.source)), "target": list(map(visible, answer.target)),
             "first": answer.steps[0]}
    if answer.said is not None:
        panel["said"] = [[list(map(visible, tokens)), other] for tokens, other in beside(answer.target, answer.said)]
    if looks:
        panel["array"] = WEIGHTS
    if answer.aligned is not None:
        panel["aligned"] = answer.aligned
    if episode.reads_apart:
        episode.arrays.pop("inputs", None)  # its steps are not the player's
    return [panel, *others(episode, panel["source"])], step_labels(panel, len(episode.arrays["outputs"]))


def others(episode, source):
    """The remaining panels. Of the weightings over the source the last is where the model looks; earlier ones are
    stages or lower layers."""
    looks = without_last_look(episode)
    found = panels_of(episode)
    for panel in found:
        if panel.get("array") in looks and panel["kind"] == "over-time":
            panel["rows"] = source
    return found


def without_last_look(episode):
    """Removes the look with its own panel from the episode's views; returns the names of all looks at the source."""
    looks = [each.name for each in episode.views if each.rows == SOURCE and each.name != WEIGHTS]
    seen = {WEIGHTS, *looks[-1:]}
    episode.views = [each for each in episode.views if each.name not in seen]
    return looks


def step_labels(panel, steps):
    """The source tokens, then the target tokens."""
    read = panel["source"] if panel["first"] == len(panel["source"]) else [""] * panel["first"]
    named = [*read, *panel["target"]]
    return named + [""] * (steps - len(named))
