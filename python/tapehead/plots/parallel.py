"""Parallel coordinates: an axis an option, a line a point of a sweep, dark where its cost is low.

Lines that go through `absent` below an axis have not that option. Each task has a panel. Colours go by rank, so that a
few bad points do not make all others alike."""
import math

import matplotlib
from matplotlib import pyplot

from tapehead.runs.sweeps import each_task, read_plan, read_points
from tapehead.stats.parallel import ABSENT, coordinates, number

from . import legend, paper, style
from .page import text_width

HIGH = 3.3      # inches, of a panel
LACKS = f"{ABSENT}: points without that option"
BAR_TICKS = [0, 0.5, 1]
AXIS = 1.25     # inches from one axis to the next
LEAST = 0.45    # the same in a narrow figure
BESIDE = 1.4    # for the colour bar and its label


def add_arguments(parser):
    parser.add_argument("sweep", metavar="SWEEP_DIR", help="the directory of a sweep, with its points.csv")


def command(options):
    style.outputs(options.out)
    style.save(of_sweep(options.sweep), options.out)


def of_sweep(sweep):
    points = read_points(sweep)
    diverged = sum(map(math.isinf, points.costs))
    notes = [f"{diverged} of them diverged, so they are the worst" if diverged else "", *points.notes()]
    panels = [(task, *coordinates(each.options, each.costs, each.logarithmic)) for task, each in each_task(points)]
    return draw_tasks(panels, read_plan(sweep).objective or "objective", notes)


def draw(axes_of, lines, label, notes=()):
    """`axes_of` and `lines` come from tapehead.stats.parallel.coordinates; `label` names the cost, `notes` say what is
    not in the figure."""
    return draw_tasks([("", axes_of, lines)], label, notes)


def draw_tasks(panels, label, notes=()):
    """The figure of [(task, axes, lines)], one panel below the other."""
    style.use()
    most = max(len(axes_of) for _, axes_of, _ in panels)
    natural, asked = max(style.WIDTH, BESIDE + AXIS * most), paper.asked.width
    whole = asked if asked and asked >= BESIDE + LEAST * most else natural  # else the figure is scaled down as a whole
    figure, cells = pyplot.subplots(len(panels), figsize=(whole, HIGH * len(panels)),
                                    squeeze=False, layout="constrained")
    for axes, (task, axes_of, lines) in zip(cells.flat, panels):
        panel(figure, axes, axes_of, lines, label)
        if task:
            axes.set_title(f"{task}: {len(lines)} points", loc="left")
    style.head(figure, f"{sum(len(lines) for _, _, lines in panels)} points", [])
    style.tell(figure, ["the points of a sweep, a line each across an axis an option; dark: the best"])
    style.footnote(figure, [*notes, LACKS if any(text == ABSENT for _, axes_of, _ in panels for axis in axes_of
                                                 for _, text in axis.ticks) else ""])
    return figure


def panel(figure, axes, axes_of, lines, label):
    colours = matplotlib.colormaps["cividis"]
    for line in lines:
        axes.plot(range(len(line.places)), line.places, color=colours(0.92 * line.rank),
                  linewidth=1.8 - 1.1 * line.rank, alpha=0.9 - 0.5 * line.rank, solid_capstyle="round", clip_on=False,
                  marker=".", markersize=3.5)
    for place, axis in enumerate(axes_of):
        axes.axvline(place, color="#888888", linewidth=0.8, zorder=1)
        for height, text in axis.ticks:
            axes.annotate(text, (place, height), xytext=(4, 0), textcoords="offset points", va="center", fontsize=7,
                          zorder=4, bbox={"facecolor": "white", "alpha": 0.75, "linewidth": 0, "pad": 0.6})
    room = 0.95 * (figure.get_figwidth() - BESIDE) / max(1, len(axes_of) - 1)
    names = [short(axis.name, room) + ("\n(log)" if axis.scale == "logarithmic" else "") for axis in axes_of]
    axes.set_xticks(range(len(names)), names)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.set(yticks=[], ylim=(-0.04, 1.04), xlim=(-0.1, len(names) - 0.6))
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    bar = figure.colorbar(matplotlib.cm.ScalarMappable(matplotlib.colors.Normalize(0, 1), ranked(colours)), ax=axes,
                          pad=0.02, ticks=BAR_TICKS)
    bar.ax.set_yticklabels([number(lines[::-1][round(share * (len(lines) - 1))].cost) for share in BAR_TICKS])
    bar.set_label(legend.broken(f"{label}, by rank", 0.7 * HIGH, 8), fontsize=8)
    bar.ax.grid(False)
    bar.ax.invert_yaxis()  # the best on top
    bar.outline.set_visible(False)


def ranked(colours):
    """The part of the colour map that lines use; its pale end would be invisible on white."""
    return matplotlib.colors.ListedColormap(colours([0.92 * step / 255 for step in range(256)]))


def short(name, room):
    """Breaks a name after dots and hyphens if it is wider than the distance between axes."""
    if text_width(name, 8) <= room:
        return name
    dotted = name.replace(".", ".\n")
    return dotted if text_width(dotted, 8) <= room else dotted.replace("-", "-\n")
