"""Parallel coordinates: an axis an option, a line a point of a sweep, dark where its cost is low.

Lines that break have not that option. Colours go by rank, so that a few bad points do not make all others alike."""
import math

import matplotlib
from matplotlib import pyplot

from tapehead_runs.sweeps import read_plan, read_points
from tapehead_stats.parallel import coordinates, number

from . import style

AXIS = 1.25     # inches from one to the next
LONG_NAME = 14  # letters of an option's name that stand over one axis


def add_arguments(parser):
    parser.add_argument("sweep", metavar="SWEEP_DIR", help="the directory of a sweep, with its points.csv")


def command(options):
    style.outputs(options.out)
    points = read_points(options.sweep)
    diverged = sum(map(math.isinf, points.costs))
    notes = [f"{diverged} of them diverged, so they are the worst" if diverged else "", *points.notes()]
    style.save(draw(*coordinates(points.options, points.costs, points.logarithmic),
                    read_plan(options.sweep).objective or "objective", notes), options.out)


def draw(axes_of, lines, label, notes=()):
    """`axes_of` and `lines` as tapehead_stats.parallel.coordinates gives them; `label` says what the cost is, `notes`
    what is not in the figure."""
    style.use()
    figure, axes = pyplot.subplots(figsize=(max(5.6, 1.8 + AXIS * len(axes_of)), 3.6), layout="constrained")
    colours = matplotlib.colormaps["cividis"]
    for line in lines:
        # Where a point has no such option, its line has a gap.
        places = [math.nan if place is None else place for place in line.places]
        axes.plot(range(len(places)), places, color=colours(0.92 * line.rank), linewidth=1.8 - 1.1 * line.rank,
                  alpha=0.9 - 0.5 * line.rank, solid_capstyle="round", clip_on=False, marker=".", markersize=3.5)
    for place, axis in enumerate(axes_of):
        axes.axvline(place, color="#888888", linewidth=0.8, zorder=1)
        for height, text in axis.ticks:
            axes.annotate(text, (place, height), xytext=(4, 0), textcoords="offset points", va="center", fontsize=7,
                          zorder=4, bbox={"facecolor": "white", "alpha": 0.75, "linewidth": 0, "pad": 0.6})
    names = [short(axis.name) + ("\n(log)" if axis.scale == "logarithmic" else "") for axis in axes_of]
    axes.set_xticks(range(len(names)), names)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.set(yticks=[], ylim=(-0.04, 1.04), xlim=(-0.1, len(names) - 0.6))
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    bar = figure.colorbar(matplotlib.cm.ScalarMappable(matplotlib.colors.Normalize(0, 1), ranked(colours)), ax=axes,
                          pad=0.02, ticks=[0, 1])
    bar.ax.set_yticklabels([number(line.cost) for line in (lines[-1], lines[0])])
    bar.set_label(f"{label}, by rank", fontsize=8)
    bar.ax.grid(False)
    bar.ax.invert_yaxis()  # the best on top
    bar.outline.set_visible(False)
    figure.suptitle(f"{len(lines)} points", fontsize=10)
    style.footnote(figure, notes)
    return figure


def ranked(colours):
    """The part of the colours that lines have; its pale end would be lost on white."""
    return matplotlib.colors.ListedColormap(colours([0.92 * step / 255 for step in range(256)]))


def short(name):
    """Broken after the dots where it is long: over axes that stand close, whole names would run together."""
    return name if len(name) <= LONG_NAME else name.replace(".", ".\n")
