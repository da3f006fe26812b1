"""How much each option of a sweep matters: one bar an option, the most important on top.

A bar is the share of the objective's variance, among the sweep's complete points, that the option explains by itself,
all others averaged over (functional ANOVA of a random forest). It is as good as the points are: of some sixty the lesser
options come out too small by half and more, and what a sampler chose, or a pruner left over, is no fair sample. Where
runs diverged, the variance is that of the objective's ranks; the picture says so."""
from matplotlib import pyplot, ticker

from tapehead_runs.errors import InputError, note
from tapehead_runs.sweeps import read_points
from tapehead_stats.importance import counted_by_rank, of_points

from . import style

BAR = 0.28  # inches


def add_arguments(parser):
    parser.add_argument("sweep", metavar="SWEEP_DIR", help="the directory of a sweep, with its points.csv")


def command(options):
    style.outputs(options.out)
    points = read_points(options.sweep)
    try:
        shares, partial = of_points(points)
    except InputError as error:
        raise InputError(f"{points.path}: {error}") from None
    if partial:
        note(f"{points.path}: only some points have {', '.join(partial)}, so they are left out")
    style.save(draw(shares, len(points.costs), [counted_by_rank(points.costs), *points.notes()]), options.out)


def draw(shares, points, notes=()):
    """`shares` is {option: share}, as tapehead_stats.importance gives it, of so many `points`; `notes` say more."""
    style.use()
    figure, axes = pyplot.subplots(figsize=(5.6, 1.5 + BAR * len(shares)), layout="constrained")
    names, values = list(shares), list(shares.values())
    axes.barh(names, values, color=style.BLUE, height=0.7, zorder=3)
    axes.invert_yaxis()
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)
    for row, value in enumerate(values):
        axes.annotate(f"{value:.0%}", (value, row), xytext=(3, 0), textcoords="offset points", va="center",
                      fontsize=7.5)
    axes.set(xlabel="share of the variance that single options explain", xlim=(0, 1.12 * max(values)))
    axes.xaxis.set_major_formatter(ticker.PercentFormatter(1, decimals=None))
    figure.suptitle("importance of options", fontsize=10)
    style.footnote(figure, [f"{points} points", *notes,
                            "functional ANOVA: each option by itself, all others averaged over"])
    return figure
