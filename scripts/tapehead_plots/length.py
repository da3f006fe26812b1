"""Cost against length (or another setting of the task), from eval.csv.

The line is the median over seeds, the band lies between the quartiles, thin lines are single seeds where they are few.
The range of lengths seen in training is shaded. Where other settings vary too, each combination of them is a line, but
for those measured at one place only. The y axis starts at zero, is linear up to one, logarithmic above."""
import pandas
from matplotlib import ticker

from tapehead_runs.errors import InputError
from tapehead_runs.evaluations import measurements
from tapehead_runs.groups import pool_by_seed, short_names, title
from tapehead_runs.runs import read_runs
from tapehead_runs.tables import number

from . import style
from .pooling import pool_points

LINEAR_UP_TO = 1.0  # one bit: less than a bit wrong is a matter of how often, more of how much
FEW_POINTS = 25     # up to so many lengths, each is marked


def add_arguments(parser):
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run directory, or one with runs below it")
    parser.add_argument("--metric", default="wrong_bits", help="wrong_bits (default), wrong_bits_max, bits ...")
    parser.add_argument("--setting", metavar="NAME",
                        help="the x axis, such as task.length; default: the one that varies")


def command(options):
    style.output_names(options.out)
    groups = pool_by_seed(read_runs(options.runs, "eval.csv"))
    style.save(draw(groups, options.metric, options.setting), options.out)


def varying(settings):
    """The settings that take several values, in alphabetical order."""
    seen = {}
    for one in settings:
        for name, value in one.items():
            seen.setdefault(name, set()).add(value)
    return sorted(name for name, values in seen.items() if len(values) > 1)


def choose_setting(settings):
    """The one setting that takes several values."""
    names = varying(settings)
    if len(names) == 1:
        return names[0]
    arrived = f"{' and '.join(names)} vary" if names else "no setting varies"
    wanted = "choose one with --setting" if names else "evaluate a range: tapehead eval DIR --task.length 10..120"
    raise InputError(f"eval.csv: {arrived}; {wanted}")


def lines(groups, metric, setting):
    """(setting, [(group index, other settings, [(x, y) a seed])]): one entry a line of the figure. Settings other than
    the one on the x axis are never mixed: each of their combinations is a line of its own."""
    measured = [[measurements(run, metric) for run in group.runs] for group in groups]
    setting = setting or choose_setting([one for group in measured for run in group for one, _ in run])
    found = {}
    for index, group in enumerate(measured):
        for seed, rows in enumerate(group):
            for one, value in rows:
                if setting in one:
                    others = tuple(sorted((name, text) for name, text in one.items() if name != setting))
                    x = number(one[setting], f"{groups[index].runs[seed].path / 'eval.csv'}: {setting}")
                    found.setdefault((index, others), {}).setdefault(seed, []).append((x, value))
    if not found:
        names = sorted({name for group in measured for run in group for one, _ in run for name in one})
        raise InputError(f"--setting: got '{setting}', which no eval.csv has; there are {', '.join(names)}")
    return setting, [(index, others, [tuple(zip(*sorted(points))) for points in seeds.values()])
                     for (index, others), seeds in found.items()]


def longest_lines(found):
    """Of lines(), those of the one combination of other settings that has most points; none where it has but one."""
    points = count_points(found)
    longest = max(points, key=points.get)
    return [line for line in found if line[1] == longest] if points[longest] > 1 else []


def without_lone_points(found):
    """lines() without combinations of other settings that were measured at one place only, unless all were: where a
    grid varies one option and then another, each place of the second would be a line of one point beside the first."""
    points = count_points(found)
    return [line for line in found if points[line[1]] > 1] or found


def count_points(found):
    """{other settings: the most points that a seed has there}."""
    points = {}
    for _, others, curves in found:
        points[others] = max(points.get(others, 0), *(len(x) for x, _ in curves))
    return points


def training_range(config, setting):
    """(least, most) of the setting in training, from min-NAME and max-NAME or NAME itself; None where unknown."""
    folder, dot, name = setting.rpartition(".")
    most = config.get(f"{folder}{dot}max-{name}", config.get(setting))
    least = config.get(f"{folder}{dot}min-{name}", config.get(setting, most))
    least, most = (pandas.to_numeric(text, errors="coerce") if text else float("nan") for text in (least, most))
    return (float(least), float(most)) if least <= most else None


def draw(groups, metric, setting):
    setting, found = lines(groups, metric, setting)
    return draw_lines(groups, metric, setting, without_lone_points(found))


def draw_lines(groups, metric, setting, found):
    """The figure of lines() found; a group keeps its colour where each has one line."""
    style.use()
    figure, axes = style.figure_with_legend(len(found))
    single = len({index for index, _, _ in found}) == len(found)
    combinations = [others for _, others, _ in found]
    told = label_others(combinations)
    for position, ((index, _, curves), words) in enumerate(zip(found, told)):
        pooled = pool_points(curves)
        label = ", ".join(filter(None, [words, groups[index].legend()]))
        style.draw_group(axes, index if single else position, pooled, curves, label, len(found),
                         marker="o" if len(pooled.x) <= FEW_POINTS else None, markersize=3.5)
    set_scale(axes, metric)
    shaded = shade_training(axes, groups, setting)
    name = setting.rsplit(".", 1)[-1]
    axes.set(xlabel=name, ylabel=style.metric_label(metric))
    if axes.dataLim.xmin >= 0:
        axes.set_xlim(left=0)
    if all(x == int(x) for _, _, curves in found for xs, _ in curves for x in xs):
        axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
    style.head(figure, axes, title(groups))
    pooled = any(len(curves) > 1 for _, _, curves in found)
    style.footnote(figure, ["line: median, band: quartiles over seeds" if pooled else "",
                            f"shaded: {name} in training" if shaded else "", label_shared(combinations)])
    return figure


def set_scale(axes, metric):
    if metric in style.FRACTIONS:
        axes.set_ylim(-0.02, 1.02)
        return
    top = axes.dataLim.ymax
    if axes.dataLim.ymin < 0 or top <= LINEAR_UP_TO:
        axes.set_ylim(bottom=min(0, axes.dataLim.ymin), top=1.05 * top if top > 0 else LINEAR_UP_TO)
        return
    axes.set_yscale("symlog", linthresh=LINEAR_UP_TO, linscale=0.7)
    axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axes.set_ylim(-0.05, 1.5 * top)


def shade_training(axes, groups, setting):
    """Shades the training range where all groups share it; True where it did."""
    ranges = {training_range(run.config, setting) for group in groups for run in group.runs}
    if len(ranges) != 1 or None in ranges:
        return False
    least, most = ranges.pop()
    axes.axvspan(least, most, color="#000000", alpha=0.07, linewidth=0, zorder=0)
    return least < most


def label_others(combinations):
    """What sets the lines' other settings apart, in words: `repeats 2`."""
    names = sorted({name for others in combinations for name, _ in others})
    names = [name for name in names if len({dict(others).get(name) for others in combinations}) > 1]
    short = short_names(names)
    return [", ".join(f"{short[name]} {value}" for name, value in others if name in short) for others in combinations]


def label_shared(combinations):
    """The other settings at which all lines were measured: `at repeats 10`."""
    shared = [pair for pair in combinations[0] if all(pair in others for others in combinations)]
    short = short_names([name for name, _ in shared])
    return "at " + ", ".join(f"{short[name]} {value}" for name, value in shared) if shared else ""
