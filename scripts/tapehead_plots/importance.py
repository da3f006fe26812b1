"""How much each option of a sweep matters: one bar an option, the most important on top."""
from matplotlib import pyplot, ticker

from . import style

BAR = 0.28  # inches


def draw(shares, points):
    """`shares` is {option: share}, as tapehead_stats.importance gives it, of so many `points`."""
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
    axes.set(xlabel="share of the cost's variance", xlim=(0, 1.12 * max(values)))
    axes.xaxis.set_major_formatter(ticker.PercentFormatter(1, decimals=None))
    figure.suptitle("importance of options", fontsize=10)
    style.footnote(figure, [f"{points} points", "functional ANOVA: each option by itself, all others averaged over"])
    return figure
