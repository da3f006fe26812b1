"""Learning curves of several runs, pooled over seeds.

Up to six seeds of a group are a line each, those that did not solve the task faded. Of more the line is their median,
and of up to three groups a band lies between the quartiles.
A seed that stops early keeps its last value in the median and band: a dot marks where it stopped because it had solved
the task, a cross where it stopped unsolved. Each task has a panel. The cost axis is logarithmic where the values span
two decades (--log and --linear decide otherwise); costs below a thousandth are drawn there."""
import numpy

from tapehead.runs import metrics
from tapehead.runs.errors import InputError, note
from tapehead.runs.groups import legends, split_by_task, title
from tapehead.runs.names import choices
from tapehead.runs.runs import common_goal, read_runs

from . import named, pooling, seed_lines, style, ticks

COST_FLOOR = 1e-3  # below a thousandth of a bit counts as solved: a logarithmic axis would only show noise there
DECADES = 100


def add_arguments(parser):
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run directory, or one with runs below it")
    parser.add_argument("--metric", help="bits, wrong_bits, solved, loss ... (tapehead list metrics); "
                                         "default: the goal that the runs stop and choose by")
    parser.add_argument("--split", default="validation", help="validation (default), train, final")
    parser.add_argument("--x", default="sequences", choices=["sequences", "seconds"])
    scale = parser.add_mutually_exclusive_group()
    scale.add_argument("--log", dest="log", action="store_true", default=None, help="logarithmic y")
    scale.add_argument("--linear", dest="log", action="store_false", help="linear y")


def command(options):
    style.outputs(options.out)
    runs = read_runs(options.runs, "metrics.csv")
    groups = named.groups_of(runs)
    metric = options.metric or common_goal(runs)
    style.save(draw(groups, metric, options.split, options.x, options.log), options.out)


def curve(run, metric, split, x):
    """One seed's (x, y), x ascending."""
    table = run.table
    rows = table[(table["metric"] == metric) & (table["split"] == split)]
    if rows.empty:
        there = sorted({f"{row.split}/{row.metric}" for row in table[["split", "metric"]].itertuples()})
        raise InputError(f"{run.path / 'metrics.csv'}: no {metric} of split {split}; "
                         f"{choices(f'{split}/{metric}', there)}")
    rows = rows.sort_values("sequences", kind="stable")
    return rows[x].to_numpy(float), rows["value"].to_numpy(float)


def stops(group):
    """[(run, solved)] of the seeds that stopped before the group's longest run, or because they had solved the task."""
    longest = max(run.table["sequences"].max() for run in group.runs)
    early = [run for run in group.runs if run.status == "solved" or run.table["sequences"].max() < longest]
    return [(run, run.status == "solved") for run in early]


def draw(groups, metric, split, x, log):
    """The figure, one panel per task; a group without runs is left out without changing the colours of the others."""
    style.use()
    tasks = split_by_task(groups)
    figure, cells = style.figure_of(len(tasks))
    lines, said = {}, {}
    for axes, (task, members) in zip(cells, tasks):
        panel(axes, members, metric, split, x, log, lines, said)
        if len(tasks) > 1:
            axes.set_title(task)
    style.head(figure, title(groups),
               [(lines[look], words) for look, words in legends(groups).items() if look in lines])
    style.footnote(figure, [f"{split} split", *said])
    return figure


def panel(axes, groups, metric, split, x, log, lines, said):
    """Draws one task; adds its groups' lines, keyed by look, to `lines` and the sentences below the figure to
    `said`."""
    drawn = [[curve(run, metric, split, x) for run in group.runs] for group in groups]
    floor = set_scale(axes, numpy.concatenate([y for curves in drawn for _, y in curves]), metric, log)
    unit, label = x_unit(x, max(xs[-1] for curves in drawn for xs, _ in curves))
    marks, judged = set(), any(run.status == "solved" for group in groups for run in group.runs)
    for group, curves in zip(groups, drawn):
        if not curves:
            continue
        # Pooled before the floor is applied: the quartiles are those of the measurements.
        pooled = pooling.pool_curves(curves)
        pooled.x = pooled.x / unit
        for name in ("low", "median", "high"):
            setattr(pooled, name, numpy.maximum(getattr(pooled, name), floor))
        shown = [(xs / unit, numpy.maximum(y, floor)) for xs, y in curves]
        look = style.line_look(group.look)
        if seed_lines.are_few(curves):
            seed_lines.draw(axes, look, shown, solved_of(group, judged), group.legend())
        else:
            style.draw_group(axes, look, pooled, shown, group.legend(), len(groups), **pooling.lone(pooled.x))
        lines[group.look] = next(line for line in axes.lines if line.get_label() == group.legend())
        marks |= mark_stops(axes, group, shown)
    axes.set(xlabel=label, ylabel=metrics.metric(metric).label)
    axes.margins(x=0.02)
    axes.set_xlim(left=0)
    if axes.get_yscale() == "log":
        ticks.logarithmic(axes.yaxis, *axes.get_ylim())
    said |= dict.fromkeys(filter(None, caption(groups, marks, drawn, floor, judged)))


def is_a_cost(metric):
    """Whether values below a thousandth count as zero: true of means that are minimised."""
    one = metrics.metric(metric)
    return one.kind in ("mean", "signed") and one.better == "less"


def set_scale(axes, values, metric, log):
    """Makes y logarithmic if asked for or sensible; returns the floor that smaller values are raised to."""
    positive = values[values > 0]
    if log is None:
        log = not metrics.metric(metric).is_share and positive.size > 0 and values.min() >= 0 \
            and values.max() >= DECADES * max(positive.min(), COST_FLOOR if is_a_cost(metric) else 0)
    if not log:
        if metrics.metric(metric).is_share:
            axes.set_ylim(-0.02, 1.02)
        elif values.min() >= 0:
            axes.set_ylim(bottom=0, top=1.05 * values.max() or 1)
        return -numpy.inf
    if positive.size == 0:
        raise InputError(f"--log: no value of {metric} is above zero; leave it out")
    floor = COST_FLOOR if is_a_cost(metric) else positive.min()
    axes.set_yscale("log")
    return floor


def x_unit(x, longest):
    """The divisor and the label of the x axis that keep its numbers short."""
    if x == "sequences":
        return (1000, "sequences (thousands)") if longest >= 10_000 else (1, "sequences")
    for unit, name in ((3600, "hours"), (60, "minutes")):
        if longest >= 2 * unit:
            return unit, f"time ({name})"
    return 1, "time (seconds)"


def mark_stops(axes, group, shown):
    """Marks the ends of seeds that stopped early; returns which kinds of mark were used (solved or not)."""
    places = {id(run): (xs[-1], y[-1]) for run, (xs, y) in zip(group.runs, shown)}
    early = stops(group)
    for run, solved in early:
        if not solved:
            note(f"{run.path}: {run.status}, stopped before the others; its last value is held")
        axes.plot(*places[id(run)], marker="o" if solved else "x", markersize=4.5, clip_on=False, zorder=4,
                  color=style.line_look(group.look)["color"], markeredgecolor="white" if solved else None,
                  markeredgewidth=0.6 if solved else 1.4, linestyle="none")
    return {solved for _, solved in early}


def solved_of(group, judged):
    """Whether each run solved the task, None where no run of the figure did: then nobody is told apart."""
    return [run.status == "solved" if judged else None for run in group.runs]


def caption(groups, marks, drawn, floor, judged):
    pooled = any(len(group.runs) > seed_lines.FEW for group in groups)
    few = [solved for group, curves in zip(groups, drawn) if seed_lines.are_few(curves)
           for solved in solved_of(group, judged)]
    clipped = any((y < floor).any() for curves in drawn for _, y in curves)
    return [style.median_words(len(groups)) if pooled else "", seed_lines.words(few) if few else "",
            "dot: seed solved and stopped, value held" if True in marks else "",
            "cross: seed stopped unsolved, value held" if False in marks else "",
            f"below {floor:g} drawn at {floor:g}" if clipped else ""]
