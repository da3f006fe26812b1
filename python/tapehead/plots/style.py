"""The style and the writing of every figure: the same input gives the same bytes, and a file is whole or absent."""
import contextlib
import io
import json
import math
import pathlib
import re
import sys

import matplotlib

if not {"matplotlib.pyplot", "ipykernel"} & sys.modules.keys():  # else a notebook or a program shows its own figures
    matplotlib.use("Agg")
from matplotlib import font_manager, pyplot

from tapehead.runs import errors, looks
from tapehead.runs.errors import InputError, note
from tapehead.runs.files import check_output, write_whole
from tapehead.runs.identity import line as plain_line, look as line_look  # noqa: F401  what lines are drawn by

from . import legend, line_ends, look, paper, resized

# Okabe and Ito's palette, distinguishable under every common colour blindness, for everything that is no scheme:
# schemes have the colours of tapehead.runs/identity.py.
BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
COLOURS = [BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK]
NOTE_GREY = "#555555"
NOTE_SIZE = 6.5  # points
THIN_SEEDS = 10  # up to this many seeds per group each is drawn; more would hide the band
THIN_LINES = 30  # the same over all groups
FEW_BANDS = 3    # up to so many groups each has its band; more would hide one another
WIDEST = 1e4     # ratio of a band's ends from which it says nothing and would cover everything
WIDTH = 5.6      # inches, the default width of a figure
PANEL = 2.7      # minimum width of a panel beside others
KINDS = {".png": [".png", ".svg"], ".svg": [".svg"], ".pdf": [".pdf"]}  # suffix of --out → the kinds written
ALL_KINDS = [".png", ".svg", ".pdf"]
OTHER_PICTURES = {".eps", ".ps", ".emf", ".pgf", ".svgz", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".gif", ".bmp"}
DATELESS = {".png": {"Software": None}, ".svg": {"Date": None, "Creator": None},
            ".pdf": {"CreationDate": None, "Creator": None, "Producer": None}}
CARRIES = {".png": look.NAME, ".svg": "Description", ".pdf": "Keywords"}  # the metadata that has the figure's look
HIGHEST = 170 / 25.4  # inches, of a figure for a paper
CAPTION = ".caption.txt"
SEEDS = re.compile(r" \(([0-9]+) seeds?\)$")  # what a group's legend says of them
keeping = None  # a list in kept()
LEGIBLE = 5.0    # points; smaller letters cause a note
CROWDED = 3.8    # points; letters that would be smaller and are made LEGIBLE have no room

RC = {
    "font.family": "DejaVu Sans", "font.size": 9, "axes.titlesize": 10, "axes.labelsize": 9,
    "xtick.labelsize": 8, "ytick.labelsize": 8, "legend.fontsize": legend.SIZE,
    "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.8,
    "axes.grid": True, "axes.axisbelow": True, "grid.color": "#e4e4e4", "grid.linewidth": 0.6,
    "lines.linewidth": 1.8, "legend.frameon": False,
    "text.parse_math": False,    # `$` is an ordinary letter, in names and titles too
    "figure.dpi": 100, "savefig.dpi": 300, "savefig.facecolor": "white",
    "svg.fonttype": "none",      # text stays text: searchable, copied as text, set in a paper's own font
    "pdf.fonttype": 42,          # the same in PDF, with the used letters embedded
    "svg.hashsalt": "tapehead",  # otherwise identifiers in the file are random
}


def look_of_all():
    """The digest of this style, which every picture carries."""
    return look.digest(json.dumps(RC))


def use():
    """Sets the style over Matplotlib's defaults, so that no matplotlibrc of the user's changes a figure."""
    matplotlib.rcdefaults()
    matplotlib.rcParams.update(RC)
    if sheet := paper.asked.sheet:
        known = {one.name for one in font_manager.fontManager.ttflist}
        matplotlib.rcParams["font.family"] = [name for name in (*sheet.fonts, RC["font.family"]) if name in known]
        matplotlib.rcParams["axes.grid"] = sheet.grid
    if paper.asked.font:
        # Glyphs missing from one font, such as a token's arrow, come from the next.
        matplotlib.rcParams["font.family"] = [paper.asked.font, RC["font.family"]]
    pyplot.close("all")


def width(natural=WIDTH):
    """The width for which a figure is laid out, `natural` where none is asked for."""
    return (paper.asked.width or natural) / (paper.asked.sheet.factor if paper.asked.sheet else 1)


def tallest():
    """The height in inches up to which a figure may be laid out, to be at most HIGHEST on a page of a paper."""
    return HIGHEST / paper.asked.sheet.factor if captioned() else math.inf


def draw_group(axes, drawn_by, pooled, curves, label, of, **line):
    """Draws one group's median line, its band and, if they are few, its seeds as thin lines; `of` is the number of
    groups, `drawn_by` the group's colour and dash."""
    if len(curves) > 1:
        if has_band(pooled, of):
            axes.fill_between(pooled.x, pooled.low, pooled.high, color=drawn_by["color"], linewidth=0, zorder=2,
                              alpha=0.18)
        for x, y in curves if len(curves) <= min(THIN_SEEDS, THIN_LINES // of) else []:
            axes.plot(x, y, color=drawn_by["color"], linewidth=0.45, alpha=0.35, zorder=2.5)
    axes.plot(pooled.x, pooled.median, label=label, zorder=3, **drawn_by, **line)


def median_words(of):
    """What the lines of `of` groups are, for a figure's caption."""
    return "line: median, band: quartiles over seeds" if of <= FEW_BANDS else "line: median over seeds"


def has_band(pooled, of):
    """Whether a group among `of` has a band between its quartiles."""
    wide = (pooled.low > 0) & (pooled.high > WIDEST * pooled.low)
    return of <= FEW_BANDS and not wide.any()


def figure_of(panels=1, rows=(3.2,), **other):
    """(figure, axes): `panels` panels, side by side where they fit, each a stack of axes with heights `rows` in inches,
    slightly lower in a figure narrower than WIDTH. The axes come panel by panel."""
    across = max(1, min(panels, int(width() / PANEL))) if len(rows) == 1 else panels
    down = -(-panels // across)
    scale = min(1.0, max(0.62 if len(rows) == 1 else 0.85, width() / across / WIDTH))
    heights = [scale * row for row in rows] * down
    figure, grid = pyplot.subplots(len(heights), across, squeeze=False, figsize=(width(), sum(heights) + 0.3),
                                   layout="constrained", gridspec_kw={"height_ratios": heights}, **other)
    cells = [grid[len(rows) * (panel // across) + row, panel % across] for panel in range(down * across)
             for row in range(len(rows))]
    for spare in cells[panels * len(rows):]:
        spare.remove()
    return figure, cells[:panels * len(rows)]


def head(figure, title, entries):
    """Title and legend above all axes of a figure, which grows by their height; `entries` are (handle, label)."""
    top = 0.02
    if captioned():
        figure.seeds = seeds_told([label for _, label in entries])
        entries = [(handle, SEEDS.sub("", label)) for handle, label in entries]
        if line_ends.fit(figure, entries):
            line_ends.write(figure.axes[0], entries, 0.8 * figure.get_figheight())
            entries = []
    title = title if paper.asked.title is None else paper.asked.title
    if title and captioned():
        figure.told = [title]
    elif title:
        title = legend.broken(title, figure.get_figwidth() - 2 * legend.EDGE, legend.TITLE)
        top += (title.count("\n") + 1) * legend.TITLE * legend.LINE / 72 + 0.06
    place = top
    if entries:
        handles, labels = zip(*entries)
        handle = legend.LONG_HANDLE if any(is_dashed(each) for each in handles) else legend.HANDLE
        columns, labels = legend.fit(list(labels), figure.get_figwidth() - 2 * legend.EDGE, handle)
        top += legend.height(labels, columns)
    whole = figure.get_figheight() + top
    figure.set_figheight(whole)
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - top / whole))
    if title and not captioned():
        figure.suptitle(title, fontsize=legend.TITLE, y=1 - 0.05 / whole, va="top").set_in_layout(False)
    if entries:
        # Labels are set after the legend is made: Matplotlib leaves out those that begin with an underscore.
        made = figure.axes[0].legend(
            handles, ["-"] * len(labels), loc="upper left", bbox_transform=figure.transFigure, ncol=columns,
            bbox_to_anchor=(legend.EDGE / figure.get_figwidth(), 1 - place / whole), borderaxespad=0, borderpad=0,
            handlelength=handle, handletextpad=legend.GAP, columnspacing=legend.BETWEEN,
            labelspacing=legend.LINE - 1.05)
        made.set_in_layout(False)
        for text, label in zip(made.get_texts(), labels):
            text.set_text(label)


def seeds_told(labels):
    """How many seeds there are of each, from the legend's labels."""
    return counts_told({SEEDS.sub("", label): int(found[1]) for label in labels if (found := SEEDS.search(label))})


def counts_told(counts):
    """{name: number of seeds} in words."""
    if len(set(counts.values())) == 1:
        return f"n = {next(iter(counts.values()))} seeds" + " each" * (len(counts) > 1)
    return "n (seeds): " + ", ".join(f"{name} {count}" for name, count in counts.items()) if counts else ""


def is_dashed(handle):
    return getattr(handle, "get_linestyle", lambda: "-")() not in ("-", "None")


def entries_of(*axes):
    """The labelled lines, each label once."""
    found = {}
    for line in (line for each in axes for line in each.lines):
        if not line.get_label().startswith("_child"):  # Matplotlib's own label for unlabelled lines
            found.setdefault(line.get_label(), line)
    return [(line, label) for label, line in found.items()]


def footnote(figure, sentences):
    """The figure's caption: small, below the axes, part of the picture; or for NAME.caption.txt, where a style has
    one."""
    if captioned():
        figure.told = [*getattr(figure, "told", []), *filter(None, [getattr(figure, "seeds", ""), *sentences])]
        return
    lines = note_lines(figure.get_figwidth(), sentences)
    if lines:
        figure.supxlabel(";\n".join(lines), fontsize=NOTE_SIZE, color=NOTE_GREY)


def note_lines(width, sentences):
    """The lines of a footnote in a figure of this width."""
    room = width - 2 * legend.EDGE
    lines = []
    for sentence in filter(None, sentences):
        longer = [*lines[-1], sentence] if lines else []
        if longer and len(longer) <= 3 and legend.text_width(";  ".join(longer) + ";", NOTE_SIZE) <= room:
            lines[-1] = longer
        else:
            lines.append([sentence])
    return [legend.broken(";  ".join(line), room - 0.05, NOTE_SIZE) for line in lines]


def tell(figure, sentences):
    """What a figure is of, for NAME.caption.txt alone: the figure says it by its own words."""
    if captioned():
        figure.told = [*filter(None, sentences), *getattr(figure, "told", [])]


def captioned():
    """Whether titles and footnotes are no part of the picture."""
    return paper.asked.sheet is not None and paper.asked.sheet.caption


def caption_of(figure):
    """The text of NAME.caption.txt: what the figure shows, and what its signs are; "" where it is in the picture."""
    told = [re.sub(r"\s+", " ", each) for each in getattr(figure, "told", [])]
    return "".join(f"{sentence_case(each)}. " for each in told).strip() + "\n" if told else ""


def sentence_case(words):
    """With a capital letter; a symbol stays as it is, and the n of a sample."""
    return words[:1].upper() + words[1:] if words[:1].isascii() and not re.match(r"n\b", words) else words


def is_picture(out):
    """Whether a name denotes a picture (of a kind that outputs() accepts or refuses) and not a directory."""
    path = pathlib.Path(out)
    return path.suffix.lower() in KINDS.keys() | OTHER_PICTURES and not path.is_dir()


def outputs(out, also=()):
    """The files for `--out NAME`, checked before anything is drawn: NAME.png has a NAME.svg beside it, NAME.svg,
    NAME.pdf and names with a suffix in `also` stand alone."""
    path = pathlib.Path(out)
    if path.suffix not in (*KINDS, *also) or not path.stem:
        *others, last = ".png (with .svg beside it)", ".svg", ".pdf", *also
        raise InputError(f"--out: got '{out}'; a name ending in {', '.join(others)} or {last} is needed")
    paths = [path.with_suffix(kind) for kind in KINDS.get(path.suffix, [path.suffix])]
    for one in paths:
        check_output(one)
    return paths


def fit_to_paper(figure):
    """Applies the requested title and width to a figure that does not have them yet."""
    asked = paper.asked
    if asked.title is not None:
        resized.set_title(figure, asked.title)
    if asked.width and not math.isclose(asked.width, figure.get_figwidth()):
        factor = asked.width / figure.get_figwidth()
        if asked.sheet:  # what was laid out by hand is left narrower than two columns, for its letters' sake
            factor = min(factor, max(1.0, asked.sheet.factor))
            if factor * NOTE_SIZE < CROWDED:
                need = CROWDED / NOTE_SIZE * figure.get_figwidth()
                note(f"--width: a figure such as this needs {math.ceil(25.4 * need)}mm; in less its texts may overlap")
        least = resized.scale(figure, factor, LEGIBLE if asked.sheet else 0)
        if least < LEGIBLE:
            natural = asked.width * LEGIBLE / least
            note(f"--width: the smallest letters of this figure come out at {least:.1f} points; from "
                 f"{math.ceil(10 * natural) / 10:g}in on all can be read")


def render(figure, kinds=(".png", ".svg")):
    """The figure's bytes by kind, without a date; closes the figure."""
    fit_to_paper(figure)
    rendered = {}
    for kind in kinds:
        data = io.BytesIO()
        figure.savefig(data, format=kind[1:], metadata=DATELESS[kind] | {CARRIES[kind]: look_of_all()})
        rendered[kind] = data.getvalue()
    pyplot.close(figure)
    return rendered


@contextlib.contextmanager
def kept():
    """Within it save() writes nothing: the figures are in the list."""
    global keeping
    keeping = []
    try:
        yield keeping
    finally:
        keeping = None


def save(figure, out):
    if keeping is not None:
        keeping.append(figure)
        return
    paths, caption = outputs(out), caption_of(figure)
    looks.remember()
    for path, data in zip(paths, render(figure, [path.suffix for path in paths]).values()):
        write_whole(path, data)
    if caption:
        paths.append(paths[0].with_suffix(CAPTION))
        write_whole(paths[-1], caption.encode())
    errors.tell(f"wrote {' and '.join([str(paths[0]), *(path.name for path in paths[1:])])}")
