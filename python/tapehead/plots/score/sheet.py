"""Places the tracks of a score: one time axis for all, so that one step is at one x everywhere."""
from matplotlib import ticker

from tapehead.plots import legend, panels, style
from tapehead.plots.page import Page, text_width

from . import colours, lines, tracks

WIDTH = 7.2                     # inches, where no other is asked for
LEFT, RIGHT, TOP, BOTTOM = 0.62, 0.3, 0.06, 0.36
TITLE, GAP = 0.155, 0.09        # above a track, and between two
LETTERS, SMALL = 8.0, 7.0       # points
BETWEEN = 0.12                  # pieces of a title
FLATTEST = 0.4                  # how much a track is lowered for a page
CODE = "filled: 1, hollow: 0, nothing: silence"


def draw(trace, head=0):
    """The figure of a score, with `head` inches left free above it. Its tracks' axes are `figure.tracks`."""
    style.use()
    found = tracks.of(trace)
    notes = notes_of(trace, found)
    width = style.width(WIDTH)
    foot = 0 if style.captioned() else sum(map(lines_high, style.note_lines(width, notes))) + 0.08
    fixed = head + TOP + BOTTOM + foot + sum(GAP + (TITLE if each.title else 0) for each in found)
    shrunk = max(FLATTEST, min(1.0, (style.tallest() - fixed) / sum(each.height for each in found)))
    right = max([RIGHT, *(text_width(words, lines.LETTERS) + 0.14 for each in found for words in each.ends)])
    heights = [max(each.least, shrunk * each.height) for each in found]
    page = Page(width, fixed + sum(heights))
    top, page.figure.tracks = head + TOP, []
    for each, height in zip(found, heights):
        top += GAP + (TITLE if each.title else 0)
        axes = page.axes(LEFT, top, width - LEFT - right, height)
        frame(axes, trace["inputs"].shape[1])
        each.draw(axes)
        axes.set_xlim(0.5, trace["inputs"].shape[1] + 0.5)
        write_title(page, top, each.title)
        if each.label:
            axes.set_ylabel(each.label, fontsize=SMALL, labelpad=2)
        page.figure.tracks.append(axes)
        top += height
    axes.tick_params(labelbottom=True)
    axes.set_xlabel("step", fontsize=LETTERS, labelpad=1)
    name_phases(page.figure.tracks[0])
    style.footnote(page.figure, notes)
    machine = trace["parts"][0] if trace["parts"][0] not in (None, "none") else trace["parts"][1]
    style.tell(page.figure, [f"one episode of {trace['task']}, {machine}, a column a step" if machine else ""])
    return page.figure


def lines_high(words):
    return (words.count("\n") + 1) * style.NOTE_SIZE * legend.LINE / 72


def notes_of(trace, found):
    """What the signs of the figure are."""
    divided = next((label.split(",")[0] for each in found for label in each.ends if "/" in label), None)
    wrong = "ringed: wrong; a dot: expected" if trace["scoring"] == "classes" else "ringed: wrong"
    return [CODE, wrong if "targets" in trace else "",
            "weights: the darker the greater" if tracks.pairs_of(trace["views"]) else "",
            f"{divided}: {divided.replace('/', ' divided by ')}" if divided else ""]


def frame(axes, steps):
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set(visible=True, color="#9aa1a8", linewidth=0.6)
    axes.tick_params(length=2, color="#9aa1a8", labelsize=SMALL, labelbottom=False)
    axes.xaxis.set_major_locator(ticker.MaxNLocator(8, integer=True, steps=panels.ROUND))


def write_title(page, top, pieces):
    """The pieces beside one another; of each but two words where there is no room for more."""
    x, room = LEFT, page.width - LEFT
    if sum(text_width(words, LETTERS) + BETWEEN for words, _ in pieces) > room:
        pieces = [(" ".join(words.split()[:2]), colour) for words, colour in pieces]
    for words, colour in pieces:
        page.text(x, top - 0.035, words, fontsize=LETTERS, color=colour, va="baseline")
        x += text_width(words, LETTERS) + BETWEEN


def name_phases(axes):
    """Names the phases that are wide enough."""
    place = axes.get_position().width * axes.figure.get_figwidth()
    first, last = axes.get_xlim()
    for name, begin, end in axes.spans:
        if text_width(name, SMALL) + 2 * legend.EDGE / 2 <= place * (end - begin + 1) / (last - first):
            axes.text((begin + end) / 2, 0.46, name, fontsize=SMALL, color=colours.INK, ha="center", va="center")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.tick_params(length=0)
