"""How every figure looks, and how it is written: the same input gives the same bytes, and a file is whole or absent."""
import io
import pathlib
import sys
import textwrap

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

from tapehead_runs.errors import InputError
from tapehead_runs.files import write_whole

# Okabe and Ito's palette, told apart under every common colour blindness; yellow is left out, too pale for a line.
BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
COLOURS = [BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK]
DASHES = ["-", "--", ":", "-."]
NOTE_GREY = "#555555"
NOTE_LETTERS = 18  # of a footnote to an inch of the figure's width
THIN_SEEDS = 10  # up to so many seeds a group, each is drawn; more would hide the band
THIN_LINES = 30  # and up to so many of all groups together
LEGEND_WIDTH = 70  # letters of a label that stand side by side in the figure's width; longer ones are broken
ONE_COLUMN = 8   # up to so many lines, the legend has one column

RC = {
    "font.family": "DejaVu Sans", "font.size": 9, "axes.titlesize": 10, "axes.labelsize": 9,
    "xtick.labelsize": 8, "ytick.labelsize": 8, "legend.fontsize": 8,
    "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.8,
    "axes.grid": True, "axes.axisbelow": True, "grid.color": "#e4e4e4", "grid.linewidth": 0.6,
    "lines.linewidth": 1.8, "legend.frameon": False,
    "figure.dpi": 100, "savefig.dpi": 300, "savefig.facecolor": "white",
    "svg.fonttype": "path",     # outlines: the picture does not depend on the reader's fonts
    "svg.hashsalt": "tapehead",  # otherwise identifiers in the file are random
}

METRIC_LABELS = {
    "bits": "cost (bits per sequence)", "wrong_bits": "wrong bits per sequence",
    "wrong_bits_max": "wrong bits, worst sequence", "perfect": "sequences without an error",
    "bits_median": "cost of the typical sequence (bits)", "bits_max": "cost of the worst sequence (bits)",
    "solved": "sequences without a wrong bit (fraction)",
    "over_oracle": "cost over the oracle (bits per sequence)", "error": "wrong answers (%)", "loss": "training loss",
    "bits_token": "cost (bits per token)", "nats": "cost (nats per token)", "token_accuracy": "tokens foretold (%)",
    "edit_distance": "edits per sequence", "phoneme_error": "phoneme error (%)", "word_error": "word error (%)",
    "bleu": "BLEU", "alignment_error": "alignment error (%)",
    "pointing": "looks within the right box (fraction)",
    "grad_norm": "gradient norm", "gradient_variance": "variance of a sequence's gradient",
    "clipped": "clipped gradients (fraction)", "learning_rate": "learning rate",
}
FRACTIONS = {"solved", "clipped", "pointing"}


def metric_label(metric):
    return METRIC_LABELS.get(metric, metric.replace("_", " "))


def use():
    """Sets the style over Matplotlib's own defaults, so that no matplotlibrc of the user's changes a figure."""
    matplotlib.rcdefaults()
    matplotlib.rcParams.update(RC)
    pyplot.close("all")


def line_look(index):
    return {"color": COLOURS[index % len(COLOURS)], "linestyle": DASHES[index // len(COLOURS) % len(DASHES)]}


def draw_group(axes, index, pooled, curves, label, of, **line):
    """One group's median line, its band, and its seeds as thin lines where they are few; it is one `of` so many."""
    look = line_look(index)
    if len(curves) > 1:
        axes.fill_between(pooled.x, pooled.low, pooled.high, color=look["color"], linewidth=0, zorder=2,
                          alpha=0.18 if of <= ONE_COLUMN else 0.07)
        for x, y in curves if len(curves) <= min(THIN_SEEDS, THIN_LINES // of) else []:
            axes.plot(x, y, color=look["color"], linewidth=0.45, alpha=0.35, zorder=2.5)
    axes.plot(pooled.x, pooled.median, label=label, zorder=3, **look, **line)


def figure_with_legend(lines):
    """A figure and its axes, higher by the legend's lines: the legend stands above the axes, for inside them ten seeds
    a group leave no free corner."""
    rows = -(-lines // legend_columns(lines))
    return pyplot.subplots(figsize=(5.6, 3.5 + 0.18 * rows), layout="constrained")


def two_panels(lines):
    """A figure with a legend, and two axes above each other over one x axis; the lower one is the smaller."""
    rows = -(-lines // legend_columns(lines))
    return pyplot.subplots(2, sharex=True, figsize=(5.6, 4.3 + 0.18 * rows), layout="constrained",
                           gridspec_kw={"height_ratios": (5, 2)})


def legend_columns(lines):
    return 1 if lines <= ONE_COLUMN else 2


def head(figure, axes, title, entries=None):
    """Title and legend; `entries` are (handle, label), by default those of what was drawn with a label."""
    figure.suptitle(title, fontsize=10)
    handles, labels = zip(*entries) if entries else axes.get_legend_handles_labels()
    lines = len(labels)
    labels = [textwrap.fill(label, LEGEND_WIDTH // legend_columns(lines)) for label in labels]
    figure.set_figheight(figure.get_figheight() + 0.14 * sum(label.count("\n") for label in labels))
    axes.legend(handles, labels, loc="lower left", bbox_to_anchor=(-0.01, 1.0), borderaxespad=0.2, columnspacing=1.2,
                ncol=legend_columns(lines), handlelength=1.8 if lines <= len(COLOURS) else 3.6)  # dashes need room


def footnote(figure, sentences):
    """The figure's own caption: small, below the axes, so that it goes wherever the picture goes."""
    lines = []
    for sentence in filter(None, sentences):
        longer = [*lines[-1], sentence] if lines else []
        if longer and len(longer) <= 3 and len(";  ".join(longer)) <= NOTE_LETTERS * figure.get_figwidth():
            lines[-1] = longer
        else:
            lines.append([sentence])
    if lines:
        figure.supxlabel(";\n".join(";  ".join(line) for line in lines), fontsize=6.5, color=NOTE_GREY)


def output_names(out):
    """NAME.png and NAME.svg for `--out NAME.png`; told before anything is drawn."""
    png = pathlib.Path(out)
    if png.suffix != ".png":
        raise InputError(f"--out: got '{out}'; a name ending in .png is wanted (the .svg is written beside it)")
    if not png.parent.is_dir():
        raise InputError(f"--out: got '{out}', but there is no directory '{png.parent}'; make it first")
    return png, png.with_suffix(".svg")


def render(figure):
    """The figure's bytes as {".png": ..., ".svg": ...}, without a date; closes it."""
    rendered = {}
    for kind, dated in ((".png", {"Software": None}), (".svg", {"Date": None, "Creator": None})):
        data = io.BytesIO()
        figure.savefig(data, format=kind[1:], metadata=dated)
        rendered[kind] = data.getvalue()
    pyplot.close(figure)
    return rendered


def save(figure, out):
    for path, data in zip(output_names(out), render(figure).values()):
        write_whole(path, data)
    print(f"wrote {out} and {pathlib.Path(out).with_suffix('.svg').name}", file=sys.stderr)

