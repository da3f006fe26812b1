"""Cost against length as three lines (mean, median and worst sequence), above the number of sequences with an error.

A mean does not tell a model that loses one sequence of a thousand from one that is slightly unsure of each; the median
does. A share does not tell one lost of 10,000 from none; a count does, on a scale that separates none from one."""
import math

from matplotlib import ticker
from matplotlib.lines import Line2D

from tapehead.runs.evaluations import counted, parse_setting
from tapehead.runs import metrics
from tapehead.runs.groups import split_by_task, title

from . import against, style, ticks
from .pooling import marked, pool_points

# Line styles; within a single group the lines have colours too.
KINDS = [("bits_max", "worst sequence", ":", style.VERMILION), ("bits", "mean", "-", style.BLUE),
         ("bits_median", "median sequence", "--", style.GREEN)]
LOST = "sequences with an error"


def is_told(runs):
    """Whether every run's eval.csv has the needed metrics; those of earlier versions do not."""
    wanted = {"bits", "bits_median", "bits_max", "perfect"}
    return all(wanted <= set(run.table["metric"]) for run in runs)


def lost(run, _):
    """[(settings as a dictionary, number of sequences with an error)]"""
    where = run.path / "eval.csv"
    return [(parse_setting(text, where), episodes - perfect) for text, perfect, episodes in counted(run)]


def draw(groups, setting):
    """The figure, two stacked panels per task."""
    style.use()
    setting = setting or against.chosen_setting(groups, "bits")
    tasks = split_by_task(groups)
    figure, cells = style.figure_of(len(tasks), rows=(2.7, 1.1), sharex="col")
    entries, said = {}, {}
    for (task, members), above, below in zip(tasks, cells[::2], cells[1::2]):
        panels(above, below, members, setting, entries, said)
        if len(tasks) > 1:
            above.set_title(task)
    style.head(figure, title(groups), [(handle, label) for label, handle in entries.items()])
    style.footnote(figure, said)
    return figure


def panels(above, below, groups, setting, entries, said):
    """Draws one task; adds to the legend's entries and to the sentences below the figure in `said`."""
    found = against.without_lone_points(against.lines(groups, "bits", setting)[1])
    of_kind = {metric: dict_of(against.lines(groups, metric, setting)[1]) for metric, *_ in KINDS}
    lost_of = dict_of(against.lines(groups, "perfect", setting, lost)[1])
    alone = len(found) == 1
    told = against.label_others([others for _, others, _ in found])
    looks = against.looks_of(groups, found)
    single = len({index for index, _, _ in found}) == len(found)  # else dashes, which mark the kind of cost, are taken
    for position, ((index, others, curves), look, words) in enumerate(zip(found, looks, told)):
        colour = (look if single else style.plain_line(position))["color"]
        marks = marked(curves[0][0]) | {"markersize": 3}
        for metric, label, dashes, own in KINDS:
            x, y = of_seeds(of_kind[metric][index, others], metric)
            above.plot(x, y, linestyle=dashes, color=own if alone else colour, linewidth=1.5, clip_on=False,
                       zorder=3, **marks)
        x, y = of_seeds(lost_of[index, others], "perfect")
        below.plot(x, y, color=style.BLACK if alone else colour, marker="o", markersize=3, linewidth=1.2, clip_on=False,
                   zorder=3)
        if not alone:
            label = ", ".join(filter(None, [words, groups[index].legend()]))
            entries.setdefault(label, Line2D([], [], color=colour, linewidth=3))
    for _, label, dashes, own in KINDS:
        entries.setdefault(label, Line2D([], [], linestyle=dashes, color=own if alone else style.NOTE_GREY,
                                         linewidth=1.5))
    set_scales(above, below)
    shaded = [against.shade_training(axes, groups, setting) for axes in (above, below)][0]
    name = setting.rsplit(".", 1)[-1]
    above.set(ylabel=metrics.metric("bits").label)
    below.set(xlabel=name, ylabel=LOST.replace(" with", "\nwith"))
    if above.dataLim.xmin >= 0:
        below.set_xlim(left=0)
    if all(x == int(x) for _, _, curves in found for xs, _ in curves for x in xs):
        below.xaxis.set_major_locator(ticker.MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    pooled = any(len(curves) > 1 for _, _, curves in found)
    said |= dict.fromkeys(filter(None, [
        f"{LOST}: {told_of(groups, found)}", "mean, median: median over seeds, worst: of all" if pooled else "",
        f"shaded: {name} in training" if shaded else "", against.label_shared([others for _, others, _ in found])]))


def dict_of(found):
    return {(index, others): curves for index, others, curves in found}


def of_seeds(curves, metric):
    """(x, y) over seeds: the maximum of the worst sequences, the sum of counts, else the median."""
    if metric not in ("bits_max", "perfect"):
        pooled = pool_points(curves)
        return pooled.x, pooled.median
    at = {}
    for xs, ys in curves:
        for x, y in zip(xs, ys):
            at.setdefault(x, []).append(y)
    together = max if metric == "bits_max" else sum
    return tuple(zip(*((x, together(at[x])) for x in sorted(at))))


def told_of(groups, found):
    """`of 1,000`, `of 5 × 1,000`: the number of evaluated sequences."""
    episodes = {episodes for group in groups for run in group.runs for *_, episodes in counted(run)}
    seeds = {len(curves) for _, _, curves in found}
    each = f"{episodes.pop():,}" if len(episodes) == 1 else "those scored"
    if seeds == {1}:
        return f"of {each}"
    return f"of {seeds.pop()} × {each}" if len(seeds) == 1 else f"of {each}, added up over seeds"


def set_scales(above, below):
    """A logarithmic axis for the cost; for counts one on which none, one and ten are equally far apart."""
    if above.dataLim.minposy > 0 and above.dataLim.ymin > 0:
        least, most = (math.log10(end) for end in (above.dataLim.ymin, above.dataLim.ymax))
        above.set_yscale("log")
        above.set_ylim(10 ** math.floor(least), 10 ** max(math.ceil(most), math.floor(least) + 1))
        ticks.logarithmic(above.yaxis, *above.get_ylim())
    else:
        above.set_yscale("symlog", linthresh=max(above.dataLim.minposy, 1e-6), linscale=0.5)
        ticks.worded(above.yaxis, ticks.plain)
    below.set_yscale("symlog", linthresh=1, linscale=1)
    top = max(2 * below.dataLim.ymax, 12)
    below.set_ylim(-0.35, top)
    powers = [10 ** power for power in range(1, 20) if 10 ** power <= top]
    below.set_yticks([0, 1, *powers[::-(-len(powers) // 3)]])
    below.yaxis.set_minor_locator(ticker.NullLocator())
    below.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.0f}"))
