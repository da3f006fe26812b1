"""Cost against length (or another setting of the task), from eval.csv.

The line is the median over seeds, the band lies between the quartiles, thin lines are single seeds where they are few.
The range of lengths seen in training is shaded. Where other settings vary too, each combination of them is a line, but
for those measured at one place only. The y axis starts at zero, is linear up to one, logarithmic above. --metric bits
draws the mean, the typical and the worst sequence, and below them how many sequences had an error."""
from matplotlib import ticker

from tapehead_runs.groups import pool_by_seed, title
from tapehead_runs.runs import read_runs

from . import spread, style
from .against import FEW_POINTS, label_others, label_shared, lines, shade_training, without_lone_points
from .pooling import pool_points

LINEAR_UP_TO = 1.0  # one bit: less than a bit wrong is a matter of how often, more of how much


def add_arguments(parser):
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run directory, or one with runs below it")
    parser.add_argument("--metric", default="wrong_bits", help="wrong_bits (default), wrong_bits_max, bits ...")
    parser.add_argument("--setting", metavar="NAME",
                        help="the x axis, such as task.length; default: the one that varies")


def command(options):
    style.output_names(options.out)
    groups = pool_by_seed(read_runs(options.runs, "eval.csv"))
    if options.metric == "bits" and spread.is_told([run for group in groups for run in group.runs]):
        figure = spread.draw(groups, options.setting)
    else:
        figure = draw(groups, options.metric, options.setting)
    style.save(figure, options.out)


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
