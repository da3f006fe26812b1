"""The pictures of a comparison (tapehead.stats.comparison), by name."""
import functools
import math

from tapehead.runs import metrics
from tapehead.runs.evaluations import measurements
from tapehead.runs.groups import short_names, title
from tapehead.stats import answer as answers
from tapehead.stats import crossed, survival, tables

from . import against, answer, curves, differences, heat_map, length, profile, solved, style

MOST_PAIRS = 45  # in cost and sequences, of ten groups; more do not fit a picture


def draw(comparisons, together=None, only=None):
    """{name: figure}, in reading order: for each task the answer, learning curves, seeds solved, differences between
    pairs and cost against each option of its grid; a heat map of all tasks, or of each task whose groups form a table
    of two options; for several tasks the performance profile of `together` (tapehead.stats.across). `only` selects
    names. One figure is drawn at a time: the next one closes it."""
    for name, figure in figures(comparisons, together):
        if only is None or name == only or name.startswith(f"{only}-"):
            yield name, figure()


def figures(comparisons, together):
    """[(name, the function that draws the figure)]"""
    for one in comparisons:
        groups = [summary.group for summary in one.groups]
        if len(groups) > 1:
            yield f"answer-{one.task}", functools.partial(answer.draw, answers.answer(one))
        if any(not run.table.empty for group in groups for run in group.runs):
            yield f"learning-curves-{one.task}", functools.partial(learning_curves, one, groups)
        if one.threshold is not None:
            yield f"solved-{one.task}", functools.partial(solved_curves, one, groups)
        if pairs := [pair for pair in one.pairs if pair.difference is not None and pair.measure != "solved"]:
            if sum(pair.measure not in metrics.beside() for pair in pairs) <= MOST_PAIRS:
                yield f"differences-{one.task}", functools.partial(differences.draw, pairs, title(groups),
                                                                   metrics.metric(one.metric).label)
        for option, figure in against_options(one):
            yield f"{one.grid_metric.replace('_', '-')}-against-{option.rsplit('.', 1)[-1]}-{one.task}", figure
    tables_of_two = [crossed.crossed(one.groups) for one in comparisons]
    if all(tables_of_two):
        for one, table in zip(comparisons, tables_of_two):
            name = f"heat-map-{one.task}" if len(comparisons) > 1 else "heat-map"
            yield name, functools.partial(heat_of_two, one, table)
    else:
        yield "heat-map", functools.partial(heat, comparisons)
    if together and together.profile:
        yield "performance-profile", functools.partial(performance_profile, together.profile)


def learning_curves(one, groups):
    """Of the runs with validations: the legend counts only the seeds drawn."""
    drawn = [group.with_runs(run for run in group.runs if not run.table.empty) for group in groups]
    figure = curves.draw(drawn, one.metric, "validation", "sequences", None)
    axes = figure.axes[0]
    bottom, top = axes.get_ylim()
    if one.cost_threshold is not None and bottom < one.cost_threshold < top:
        axes.axhline(one.cost_threshold, color=style.NOTE_GREY, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
        axes.annotate("solved", (0, one.cost_threshold), xycoords=("axes fraction", "data"), xytext=(3, 2),
                      textcoords="offset points", fontsize=6.5, color=style.NOTE_GREY)
    return figure


def solved_curves(one, groups):
    times = [([run.sequences for run in summary.outcomes], [run.solved for run in summary.outcomes])
             for summary in one.groups]
    word = "as the runs judged it" if one.own else f"validation at most {one.threshold:g}"
    return solved.draw(groups, [survival.solved_curve(*each) for each in times],
                       [survival.solved_band(*each) for each in times],
                       [(summary.solved, summary.known) for summary in one.groups], word)


def against_options(one):
    """[(option, the function that draws it)] for each option of the grid with several values."""
    settings = [each for group in one.evaluated for run in group.runs
                for each, _ in measurements(run, one.grid_metric)]
    for option in against.varying(settings):
        _, found = against.lines(one.evaluated, one.grid_metric, option)
        found = against.longest_lines(found)
        if found:
            yield option, functools.partial(length.draw_tasks, [(one.task, one.evaluated, found)], one.grid_metric,
                                            option)


def heat(comparisons):
    order = {tables.name(summary.group): summary.group.order for one in comparisons for summary in one.groups}
    schemes = sorted(order, key=order.get)
    cells = [{tables.name(summary.group): summary for summary in one.groups} for one in comparisons]
    costs = [[row[scheme].cost if scheme in row else math.nan for scheme in schemes] for row in cells]
    words = [[cell(row[scheme]) if scheme in row else "" for scheme in schemes] for row in cells]
    shown = dict.fromkeys(one.metric for one in comparisons)
    judged = any(one.threshold is not None for one in comparisons)
    return heat_map.draw([one.task for one in comparisons], schemes, costs, words,
                         " or ".join(metrics.metric(metric).label for metric in shown), title=heat_title(judged))


def heat_of_two(one, table):
    """The heat map of one task whose groups form a table of two options."""
    short = short_names([table.down, table.across])
    at = [[table.cells.get((row, column)) for column in range(len(table.columns))] for row in range(len(table.rows))]
    costs = [[each.cost if each else math.nan for each in row] for row in at]
    words = [[cell(each) if each else "" for each in row] for row in at]
    return heat_map.draw(table.rows, table.columns, costs, words, metrics.metric(one.metric).label,
                         (short[table.down], short[table.across]),
                         f"{one.task}: {heat_title(one.threshold is not None)}")


def heat_title(judged):
    return "median final cost" + "; seeds solved" * judged


def performance_profile(one):
    ratios, groups = one.ratios, range(len(one.groups))
    return profile.draw(one.groups, one.looks, ratios, [one.shares(group, ratios) for group in groups],
                        [one.band(group, ratios) for group in groups], one.problems)


def cell(summary):
    count = "" if summary.solved is None else f"\n{summary.solved}/{summary.known}"
    return tables.number(summary.cost) + count
