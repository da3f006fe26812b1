"""Performance profiles: the share of runs that solve within a given multiple of the fastest run's sequences."""
import numpy

from . import legend, style, ticks

AGAINST = "sequences until solved / those of the fastest group"
FEW_BANDS = 4  # up to this many groups each gets its band; more would hide one another


def draw(groups, looks, ratios, shares, bands, problems):
    """`groups` are names, `looks` their schemes' numbers. `ratios` are the places at which some share rises; `shares`
    and `bands` ((low, high) or None) are each group's values there."""
    style.use()
    figure, [axes] = style.figure_of()
    # Steps begin at the fastest and are extended to a right edge beyond the last.
    x = numpy.append(ratios, max(2.0, 1.1 * ratios[-1])) if len(ratios) else numpy.array([1.0, 2.0])
    for index, (group, share) in enumerate(zip(groups, shares)):
        look, width = style.line_look(looks[index]), 2.8 - 1.6 * index / max(1, len(groups) - 1)
        axes.step(x, held(share, x), where="post", label=group, linewidth=width, clip_on=False, zorder=3, **look)
        if bands[index] is not None and len(groups) <= FEW_BANDS:
            axes.fill_between(x, *(held(end, x) for end in bands[index]), step="post", color=look["color"], alpha=0.15,
                              linewidth=0, zorder=2)
    axes.set_xscale("log", base=2)
    ticks.worded(axes.xaxis, ticks.plain)
    axes.set(xlabel=legend.broken(AGAINST, figure.get_figwidth() - 0.9, 9), ylabel="runs (share)", ylim=(0, 1.03),
             xlim=(1, x[-1]))
    style.head(figure, "performance profile", style.entries_of(axes))
    style.footnote(figure, [f"{problems} pairs of task and seed"] + ["band: 95 %, each ratio by itself"] * any(
        band is not None for band in bands[:FEW_BANDS] if len(groups) <= FEW_BANDS))
    return figure


def held(values, x):
    """Repeats the last value up to the right edge; without values there is no run."""
    return numpy.append(values, values[-1]) if len(values) else numpy.zeros(len(x))
