"""Cost against length (or another setting of the task), from eval.csv.

The line is the median over seeds, thin lines are single seeds where they are few; of up to three lines a band lies
between the quartiles.
Each task has a panel. The range of lengths seen in training is shaded. Where other settings vary too, each combination
of them is a line, but for those measured at one place only. The y axis starts at zero, is linear up to one, logarithmic
above. --metric bits draws the mean, the median and the worst sequence, and below them how many sequences had an
error."""
from matplotlib import ticker

from tapehead.runs import metrics
from tapehead.runs.groups import split_by_task, title
from tapehead.runs.runs import common_goal, read_runs

from . import named, spread, style, ticks
from .against import chosen_setting, label_others, label_shared, lines, looks_of, shade_training, without_lone_points
from .pooling import marked, pool_points

LINEAR_UP_TO = 1.0  # one bit: below it a cost tells how often there is an error, above it how large


def add_arguments(parser):
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run directory, or one with runs below it")
    parser.add_argument("--metric",
                        help="such as wrong_bits or bits; default: wrong_bits, or the goal of runs without")
    parser.add_argument("--setting", metavar="NAME",
                        help="the x axis, such as task.length; default: the one that varies")


def command(options):
    style.outputs(options.out)
    style.save(of_runs(options.runs, options.metric, options.setting), options.out)


def of_runs(paths, metric, setting):
    runs = read_runs(paths, "eval.csv")
    metric = metric or ("wrong_bits" if all((run.table["metric"] == "wrong_bits").any() for run in runs)
                        else common_goal(runs))
    groups = named.groups_of(runs)
    if metric == "bits" and spread.is_told([run for group in groups for run in group.runs]):
        return spread.draw(groups, setting)
    return draw(groups, metric, setting)


def draw(groups, metric, setting):
    setting = setting or chosen_setting(groups, metric)
    return draw_tasks([(task, members, without_lone_points(lines(members, metric, setting)[1]))
                       for task, members in split_by_task(groups)], metric, setting)


def draw_tasks(tasks, metric, setting):
    """The figure of [(task, its groups, their lines())], one panel each."""
    style.use()
    figure, cells = style.figure_of(len(tasks))
    said = {}
    for axes, (task, groups, found) in zip(cells, tasks):
        panel(axes, groups, metric, setting, found, said)
        if len(tasks) > 1:
            axes.set_title(task)
    style.head(figure, title([group for _, groups, _ in tasks for group in groups]), style.entries_of(*cells))
    style.footnote(figure, said)
    return figure


def panel(axes, groups, metric, setting, found, said):
    """Draws one task; adds the sentences below the figure to `said`."""
    combinations = [others for _, others, _ in found]
    for (index, _, curves), look, words in zip(found, looks_of(groups, found), label_others(combinations)):
        pooled = pool_points(curves)
        label = ", ".join(filter(None, [words, groups[index].legend()]))
        style.draw_group(axes, look, pooled, curves, label, len(found), **marked(pooled.x))
    set_scale(axes, metric)
    shaded = shade_training(axes, groups, setting)
    name = setting.rsplit(".", 1)[-1]
    axes.set(xlabel=name, ylabel=metrics.metric(metric).label)
    if axes.dataLim.xmin >= 0:
        axes.set_xlim(left=0)
    if all(x == int(x) for _, _, curves in found for xs, _ in curves for x in xs):
        axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True, steps=[1, 2, 5, 10], min_n_ticks=3))
    pooled = any(len(curves) > 1 for _, _, curves in found)
    said |= dict.fromkeys(filter(None, [style.median_words(len(found)) if pooled else "",
                                        f"shaded: {name} in training" if shaded else "", label_shared(combinations)]))


def set_scale(axes, metric):
    if metrics.metric(metric).is_share:
        axes.set_ylim(-0.02, 1.02)
        return
    top = axes.dataLim.ymax
    if axes.dataLim.ymin < 0 or top <= LINEAR_UP_TO:
        axes.set_ylim(bottom=min(0, axes.dataLim.ymin), top=1.05 * top if top > 0 else LINEAR_UP_TO)
        return
    axes.set_yscale("symlog", linthresh=LINEAR_UP_TO, linscale=0.7)
    axes.set_ylim(-0.05, 1.5 * top)
    ticks.logarithmic(axes.yaxis, LINEAR_UP_TO, 1.5 * top)
    axes.yaxis.set_major_locator(ticker.FixedLocator([0, 0.5, *axes.get_yticks()]))
