"""Common parts of the pages about pictures: the head, deviations from the target, the notes below."""
from . import style
from .page import SMALL
from .said_beside import beside
from .token_grid import wrapped
from .token_text import drawn

MARGIN, HEAD, NOTE = 0.12, 0.42, 0.13  # inches: around everything, above everything, per line of notes
BOLD = 1.12  # width of bold text relative to text_width()
NAME = 32  # characters of a task's or model's name


def write_head(page, trace, words):
    page.text(MARGIN, 0.08, drawn(trace.task, NAME), fontsize=10, fontweight="bold", va="top")
    page.text(page.width - MARGIN, 0.1, drawn(trace.model, NAME), fontsize=8, va="top", ha="right",
              color=style.NOTE_GREY)
    page.text(MARGIN, 0.25, words, fontsize=SMALL, va="top", color=style.NOTE_GREY)


def of_picture(trace):
    """Of what a figure is, for its caption."""
    return f"one picture, {drawn(trace.model, NAME)} on {drawn(trace.task, NAME)}"


def instead(trace):
    """The word emitted in place of each target word, `–` for an omission; empty if it matches."""
    if trace.said is None:
        return [""] * len(trace.target)
    return [(" ".join(map(drawn, tokens)) or "–") if other else ""
            for tokens, other in beside(trace.target, trace.said)]


def shares(pointed, what):
    share, words = pointed
    return f"{100 * share:.0f} % of {what} within" + (f", over {words} words" if words > 1 else "")


class Notes(list):
    """The lines of the notes below a picture; none where a style has them in the caption."""

    def __init__(self, notes, width):
        notes = list(notes)
        self.told = notes if style.captioned() else []
        shown = [] if self.told else notes
        super().__init__(line for note in shown for line in wrapped(note, width - 2 * MARGIN, SMALL))


def write_notes(page, lines, top):
    page.figure.told = lines.told
    for at, line in enumerate(lines):
        page.text(MARGIN, top + NOTE * at, line, fontsize=SMALL, va="top", color=style.NOTE_GREY)
