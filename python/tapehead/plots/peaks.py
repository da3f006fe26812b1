"""How often a model looked most at a supporting fact.

A row is a task: a mark for each hop says of what share of the questions the statement it attended to most is a
supporting fact, the grey bar of what share that is so of any hop, the black line how often the hop would hit by chance
(the share of the statements that are supporting facts). At the right are the wrong answers in a hundred. Each model has
a panel; of several seeds of a model the median is drawn."""
import dataclasses
import pathlib

import numpy
from matplotlib import lines, patches, pyplot

from tapehead.runs.errors import InputError
from tapehead.runs.evaluations import parse_setting
from tapehead.runs.numbers import is_whole
from tapehead.runs.runs import EVAL
from tapehead.runs.tables import read_table

from . import style

MADE_BY = "'tapehead trace DIR --peaks FILE.csv' makes it"
OF_ALL_HOPS = ["on_any", "chance", "error"]
BABI = ["one supporting fact", "two supporting facts", "three supporting facts", "two argument relations",
        "three argument relations", "yes or no", "counting", "lists and sets", "negation", "indefinite knowledge",
        "basic coreference", "conjunction", "compound coreference", "time", "deduction", "induction", "positions",
        "size", "path finding", "motives"]

MARKS = "os^Dv"
ANY_GREY = "#dcdcdc"
PANEL, ROW = 2.6, 0.27                                   # inches
LEFT, BETWEEN, RIGHT, TOP, BOTTOM, LEGEND = 2.1, 0.75, 0.6, 0.55, 0.5, 0.25
LEGEND_COLUMNS, LEGEND_LINE = 7, 0.19


@dataclasses.dataclass
class Measured:
    hops: list      # shares, from hop 1 on
    on_any: float
    chance: float
    error: float    # per cent


def add_arguments(parser):
    parser.add_argument("files", nargs="+", metavar="PEAKS.csv", help="made by tapehead trace --peaks")


def command(options):
    style.outputs(options.out)
    style.save(draw(pool(read_peaks(options.files))), options.out)


def read_peaks(paths):
    """{model: {group: {seed: Measured}}}"""
    models, origin = {}, {}
    for path in map(pathlib.Path, paths):
        if not path.is_file():
            raise InputError(f"{path}: no such file; {MADE_BY}")
        table = read_table(path, EVAL, ["sequences", "value"])
        if table.empty:
            raise InputError(f"{path}: has no rows; {MADE_BY}")
        for (model, seed, group), values in collect(path, table).items():
            key = model, seed, group
            if key in origin:
                raise InputError(f"{path}: {model}, seed {seed}, {group or 'all questions'} is in {origin[key]} too; "
                                 "give one of the two")
            origin[key] = path
            models.setdefault(model, {}).setdefault(group, {})[seed] = measured(path, group, values)
    return models


def collect(path, table):
    """{(model, seed, group): {metric or hop: value}}"""
    found = {}
    for row in table.itertuples():
        setting = parse_setting(row.setting, path)
        hop = setting.pop("hop", None)
        group = ";".join(f"{name}={value}" for name, value in setting.items())
        metric = row.metric
        if row.metric == "on_support" and is_whole(hop or ""):
            metric = int(hop)
        found.setdefault((row.model, row.seed, group), {})[metric] = row.value
    return found


def measured(path, group, values):
    hops = sorted(key for key in values if isinstance(key, int))
    missing = [name for name in OF_ALL_HOPS if name not in values]
    if not hops or hops != list(range(1, len(hops) + 1)) or missing:
        lacks = ", ".join(missing) or "on_support of every hop"
        raise InputError(f"{path}: {group or 'the table'} has no {lacks}; {MADE_BY}")
    return Measured([values[hop] for hop in hops], *(values[name] for name in OF_ALL_HOPS))


def pool(models):
    """{model: {group: (Measured, number of seeds)}}: the median over seeds."""
    return {model: {group: (median(list(seeds.values())), len(seeds)) for group, seeds in groups.items()}
            for model, groups in models.items()}


def median(several):
    hops = max(len(one.hops) for one in several)
    return Measured([float(numpy.median([one.hops[hop] for one in several if hop < len(one.hops)]))
                     for hop in range(hops)],
                    *(float(numpy.median([getattr(one, name) for one in several])) for name in OF_ALL_HOPS))


def draw(models):
    style.use()
    groups = sorted({group for found in models.values() for group in found}, key=place)
    hops = max(len(one.hops) for found in models.values() for one, _ in found.values())
    more_lines = (hops + 1) // LEGEND_COLUMNS  # besides the hops, two symbols about all hops together
    height = TOP + LEGEND + LEGEND_LINE * more_lines + ROW * len(groups) + BOTTOM
    width = LEFT + (PANEL + BETWEEN) * len(models) - BETWEEN + RIGHT
    figure = pyplot.figure(figsize=(width, height))
    for index, (model, found) in enumerate(models.items()):
        axes = figure.add_axes([(LEFT + index * (PANEL + BETWEEN)) / width, BOTTOM / height, PANEL / width,
                                ROW * len(groups) / height])
        panel(axes, model, found, groups)
        axes.set_yticks(range(len(groups)), [label(group) for group in groups] if index == 0 else [])
    legend(figure, hops)
    counts = sorted({count for found in models.values() for _, count in found.values()})
    seeds = f"n = {counts[0]}{f' to {counts[-1]}' if len(counts) > 1 else ''} seed{'s' * (counts[-1] > 1)} a model"
    style.tell(figure, ["share of the questions whose most attended statement is a supporting fact, by hop and by any "
                        "of them", f"{seeds}, median; error: wrong answers in a hundred"])
    return figure


def place(group):
    """Sort key: bAbI tasks by number, then everything else by name."""
    name, _, value = group.partition("=")
    return (0, int(value), "") if name == "task.ids" and is_whole(value) else (1, 0, group)


def label(group):
    first, number, _ = place(group)
    if first:
        return group.replace("task.", "") or "all questions"
    return f"{BABI[number - 1]}  {number}" if 1 <= number <= len(BABI) else str(number)


def panel(axes, model, found, groups):
    seeds = {count for _, count in found.values()}
    most = max(seeds)
    axes.set_title(model + (f" ({most} seeds)" if seeds == {most} and most > 1 else
                            f" (up to {most} seeds)" if most > 1 else ""), fontsize=9, pad=5)
    for row, group in enumerate(groups):
        if group not in found:
            continue
        one = found[group][0]
        axes.barh(row, 100 * one.on_any, height=0.78, color=ANY_GREY, zorder=1)
        axes.plot([100 * one.chance] * 2, [row - 0.39, row + 0.39], color="black", linewidth=1.4, zorder=2,
                  solid_capstyle="butt")
        step = 0.5 / max(1, len(one.hops) - 1)
        for hop, share in enumerate(one.hops):
            axes.plot(100 * share, row - 0.25 + step * hop if len(one.hops) > 1 else row, clip_on=False, zorder=3,
                      **mark(hop))
        axes.text(106, row, f"{one.error:.1f}", fontsize=7, va="center")
    axes.text(106, -0.75, "error %", fontsize=7, va="center", color=style.NOTE_GREY)
    axes.set(xlim=(0, 102), ylim=(len(groups) - 0.5, -0.5))
    axes.set_xlabel("questions (%)")
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)


def mark(hop):
    return {"marker": MARKS[hop % len(MARKS)], "color": style.COLOURS[hop % len(style.COLOURS)], "markersize": 4.4,
            "markeredgecolor": "white", "markeredgewidth": 0.4, "linestyle": "none"}


def legend(figure, hops):
    handles = [lines.Line2D([], [], label=f"hop {hop + 1}", **mark(hop)) for hop in range(hops)]
    handles += [patches.Patch(color=ANY_GREY, label="any hop"),
                lines.Line2D([], [], color="black", linewidth=1.4, marker="|", linestyle="none", markersize=8,
                             markeredgewidth=1.4, label="by chance")]
    width, height = figure.get_size_inches()
    figure.suptitle("most attended statement is a supporting fact", fontsize=10, x=0.12 / width, ha="left",
                    y=1 - 0.08 / height, va="top")
    figure.legend(handles=handles, loc="upper left", bbox_to_anchor=(0.05 / width, 1 - 0.24 / height), fontsize=7.5,
                  ncol=min(len(handles), LEGEND_COLUMNS), handletextpad=0.3, columnspacing=1, handlelength=1.2)
