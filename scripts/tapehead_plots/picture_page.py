"""What the pages of answers about a picture have in common: the head, what was said otherwise, the notes below."""
from . import style
from .page import SMALL
from .said_beside import beside
from .token_grid import wrapped
from .token_text import drawn

MARGIN, HEAD, NOTE = 0.12, 0.42, 0.13  # inches: around all, above all, a line of notes
BOLD = 1.12  # so much wider than text_width() has it
NAME = 32  # letters of a task or a model


def write_head(page, trace, words):
    page.text(MARGIN, 0.08, drawn(trace.task, NAME), fontsize=10, fontweight="bold", va="top")
    page.text(page.width - MARGIN, 0.1, drawn(trace.model, NAME), fontsize=8, va="top", ha="right",
              color=style.NOTE_GREY)
    page.text(MARGIN, 0.25, words, fontsize=SMALL, va="top", color=style.NOTE_GREY)


def instead(trace):
    """What is said instead of each word, `–` for one that is left out; empty where it is said as it should be."""
    if trace.said is None:
        return [""] * len(trace.target)
    return [(" ".join(map(drawn, tokens)) or "–") if other else ""
            for tokens, other in beside(trace.target, trace.said)]


def shares(pointed, what):
    share, words = pointed
    return f"{100 * share:.0f} % of {what} within" + (f", over {words} words" if words > 1 else "")


def lines_of(notes, width):
    """As they are written on a page so wide."""
    return [line for note in notes for line in wrapped(note, width - 2 * MARGIN, SMALL)]


def write_notes(page, lines, top):
    for at, line in enumerate(lines):
        page.text(MARGIN, top + NOTE * at, line, fontsize=SMALL, va="top", color=style.NOTE_GREY)
