"""How much each option of a sweep matters: one bar an option, the most important on top.

A bar is the share of the objective's variance, among the sweep's complete points, that the option explains by itself,
all others averaged over (functional ANOVA of a random forest); each task has a panel. It is as good as the points are:
of some sixty the lesser options come out too small by half and more, and what a sampler chose, or a pruner left over,
is no fair sample. Where runs diverged, the variance is that of the objective's ranks; the picture says so."""
from matplotlib import pyplot, ticker

from tapehead.runs.errors import InputError, note
from tapehead.runs.sweeps import each_task, read_points
from tapehead.stats.importance import counted_by_rank, of_points

from . import legend, style
from .page import text_width

BAR = 0.28  # inches


def add_arguments(parser):
    parser.add_argument("sweep", metavar="SWEEP_DIR", help="the directory of a sweep, with its points.csv")


def command(options):
    style.outputs(options.out)
    style.save(of_sweep(options.sweep), options.out)


def of_sweep(sweep):
    points = read_points(sweep)
    panels = [(task, *weighed(each, task)) for task, each in each_task(points)]
    return draw_tasks(panels, points.notes())


def weighed(points, task):
    """(shares, number of points, notes) of one task."""
    try:
        shares, partial = of_points(points)
    except InputError as error:
        raise InputError(f"{points.path}: {f'{task}: ' if task else ''}{error}") from None
    if partial:
        note(f"{points.path}: only some points have {', '.join(partial)}, so they are left out")
    return shares, len(points.costs), counted_by_rank(points.costs)


def draw(shares, points, notes=()):
    """`shares` is {option: share} from tapehead.stats.importance, over this number of `points`; `notes` are printed
    below."""
    return draw_tasks([("", shares, points, "")], notes)


def draw_tasks(panels, notes=()):
    """The figure of [(task, shares, points, notes)], one panel below the other."""
    style.use()
    rows = [len(shares) + 1.6 for _, shares, *_ in panels]
    figure, cells = pyplot.subplots(len(panels), squeeze=False, figsize=(style.width(), 0.9 + BAR * sum(rows)),
                                    layout="constrained", sharex=True, gridspec_kw={"height_ratios": rows})
    most = max(max(shares.values()) for _, shares, *_ in panels)
    room = 0.45 * style.width()
    for axes, (task, shares, *_) in zip(cells.flat, panels):
        panel(axes, [broken_name(name, room) for name in shares], list(shares.values()), most)
        if task:
            axes.set_title(task, loc="left")
    cells[-1, 0].set_xlabel(legend.broken("share of the variance that single options explain", 0.6 * style.width(), 9))
    style.head(figure, "importance of options", [])
    said = [part for task, _, points, more in panels for part in (f"{task}: {points} points" if task else
                                                                  f"{points} points", more)]
    style.footnote(figure, [*said, *notes, "functional ANOVA: each option by itself, all others averaged over"])
    return figure


def broken_name(name, room):
    return name if text_width(name, 8) <= room else name.replace(".", ".\n")


def panel(axes, names, values, most):
    axes.barh(names, values, color=style.BLUE, height=0.7, zorder=3)
    axes.invert_yaxis()
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)
    for row, value in enumerate(values):
        axes.annotate(f"{value:.0%}", (value, row), xytext=(3, 0), textcoords="offset points", va="center",
                      fontsize=7.5)
    axes.set_xlim(0, 1.16 * most)
    axes.xaxis.set_major_formatter(ticker.PercentFormatter(1, decimals=None))
