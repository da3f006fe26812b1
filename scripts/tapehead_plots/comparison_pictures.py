"""The pictures of a comparison (tapehead_stats.comparison), as bytes by file name."""
from tapehead_runs.evaluations import measurements
from tapehead_runs.groups import Group
from tapehead_stats import survival, tables

from . import against, curves, heat_map, length, profile, solved, style


def draw(comparisons, together=None):
    """{file name: bytes}: for each task learning curves, seeds solved and cost against each option of its grid; one
    heat map of all, and of several tasks `together` (tapehead_stats.across) their performance profile."""
    figures = {}
    for one in comparisons:
        groups = [summary.group for summary in one.groups]
        if any(not run.table.empty for group in groups for run in group.runs):
            figures[f"learning-curves-{one.task}"] = learning_curves(one, groups)
        if one.threshold is not None:
            figures[f"solved-{one.task}"] = solved_curves(one, groups)
        figures |= {f"{one.grid_metric.replace('_', '-')}-against-{option.rsplit('.', 1)[-1]}-{one.task}": figure
                    for option, figure in against_options(one)}
    figures["heat-map"] = heat(comparisons)
    if together and together.profile:
        figures["performance-profile"] = performance_profile(together.profile)
    return {name + kind: data for name, figure in figures.items() for kind, data in style.render(figure).items()}


def learning_curves(one, groups):
    """Of the runs that have validations: the legend's seeds are those that are drawn."""
    drawn = [Group(group.label, group.identity, [run for run in group.runs if not run.table.empty])
             for group in groups]
    figure = curves.draw(drawn, one.metric, "validation", "sequences", None)
    axes = figure.axes[0]
    bottom, top = axes.get_ylim()
    if one.threshold is not None and bottom < one.threshold < top:
        axes.axhline(one.threshold, color=style.NOTE_GREY, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
        axes.annotate("solved", (0, one.threshold), xycoords=("axes fraction", "data"), xytext=(3, 2),
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
    """[(option, figure)] for each option of the grid with several values."""
    settings = [each for group in one.evaluated for run in group.runs
                for each, _ in measurements(run, one.grid_metric)]
    for option in against.varying(settings):
        _, found = against.lines(one.evaluated, one.grid_metric, option)
        found = against.longest_lines(found)
        if found:
            yield option, length.draw_lines(one.evaluated, one.grid_metric, option, found)


def heat(comparisons):
    schemes = list(dict.fromkeys(tables.name(summary.group) for one in comparisons for summary in one.groups))
    cells = [{tables.name(summary.group): summary for summary in one.groups} for one in comparisons]
    costs = [[row[scheme].cost if scheme in row else float("nan") for scheme in schemes] for row in cells]
    words = [[cell(row[scheme]) if scheme in row else "" for scheme in schemes] for row in cells]
    metrics = dict.fromkeys(one.metric for one in comparisons)
    return heat_map.draw([one.task for one in comparisons], schemes, costs, words,
                         " or\n".join(style.metric_label(metric) for metric in metrics))


def performance_profile(one):
    ratios, groups = one.ratios, range(len(one.groups))
    return profile.draw(one.groups, ratios, [one.shares(group, ratios) for group in groups],
                        [one.band(group, ratios) for group in groups], one.problems)


def cell(summary):
    count = "" if summary.solved is None else f"\n{summary.solved}/{summary.known}"
    return tables.number(summary.cost) + count
