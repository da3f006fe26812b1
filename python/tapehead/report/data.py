"""The whole data of a report, from directories of runs."""
import datetime
import re

from tapehead.runs import looks, metrics, signals
from tapehead.runs.errors import gathered_notes, note
from tapehead.runs.groups import name_groups, pool_by_seed, split_by_task
from tapehead.stats import comparison, tables
from tapehead.stats.across import across

from . import answers, curves, explanation, gather, generalisation, profiles, runs, sampled, sweeps
from .tables import MOST_GROUPS, of_task, of_tasks

VERSION = 1
LONG_NUMBER = re.compile(r"(?<![\w.])[0-9]+\.[0-9]{6,}(e[-+]?[0-9]+)?(?![\w.])")


def report(paths, title=None, threshold=None, tracer=None):
    """The page's data. `tracer(groups)` gives {path of a run: its trace, or why it has none}."""
    with gathered_notes() as notes:
        found, stands_for, unfit = gather.read_runs(paths)
        plans = sampled.Sampled()
        left_out = plans.left_out(stands_for)
        groups, alike = named_groups(found, left_out)
        compared, alone = compare(groups, threshold, left_out, unfit)
        together = across(compared, tables.name) if alike else None
        evaluated = generalisation.by_task(compared + alone)
        axes = {task: generalisation.axes(each) for task, each in evaluated.items()}
        measured = {run.path: curves.curves_of(run) for run in found}
        entries = run_entries(found, groups, compared + alone, measured, axes)
        at = {run.path: place for place, run in enumerate(found)}
        group_data = group_entries(groups, evaluated, measured, axes, at)
        traces = add_traces(entries, found, tracer(groups))
        places = {path.resolve(): at[run.path] for path, run in stands_for.items()}
        swept = [one for directory in sweeps.find(paths)
                 if (one := gather.or_note(f"{directory} is not shown as a sweep", sweeps.entry, directory, places,
                                           plans.plan(directory)))]
    lines = [profile | {"task": one.task} for one in compared if (profile := profiles.solved(one))]
    if together and together.profile:
        lines.append(profiles.performance(together.profile))
    shown = [table | {"task": one.task} for one in compared for table in of_task(one)]
    shown += of_tasks(together) if together else []
    now = datetime.datetime.now(datetime.timezone.utc)
    labels = labels_of(entries)
    guesses = {name: guessed for name in labels if (guessed := metrics.guesses(name, labels))}
    return {"version": VERSION, "metrics": labels, "guesses": guesses, "title": title or default_title(groups),
            "looks": looks_of(groups),
            "answers": [answers.entry(one) for one in compared if len(one.groups) > 1],
            "made": now.strftime("%Y-%m-%d %H:%M UTC"), "notes": notes(), "not_compared": sampled.said(left_out, found),
            "runs": entries, "groups": group_data, "tables": shown, "profiles": lines, "sweeps": swept,
            "traces": traces, "signals": signals.table() if traces else {},
            "explanation": explanation.blocks() if traces else []}


def named_groups(found, left_out=()):
    """(the runs' groups, whether groups of several tasks share a name). If no two compared groups go through all tasks,
    each task's groups are named by the differences among themselves, which is shorter. Looks follow the full names, so
    that a scheme looks the same in all tasks and in compare.py."""
    groups = pool_by_seed(found, ("task",))
    kept, names = [(group.order, group.look) for group in groups], {}
    for group in groups:
        if without(group, left_out).runs:
            names.setdefault(group.identity["task"], set()).add(group.label)
    if len(names) > 1 and len(set.intersection(*names.values())) > 1:
        return groups, True
    for _, members in split_by_task(groups):
        name_groups(members, shorten=shortened)
    for group, (order, look) in zip(groups, kept):
        group.order, group.look = order, look
    return groups, False


def shortened(names):
    """A sampler's 0.0035312725895477854 as 0.003531, if the names remain distinct."""
    short = [LONG_NUMBER.sub(lambda found: f"{float(found[0]):.4g}", name) for name in names]
    return short if len(set(short)) == len(set(names)) else names


def looks_of(groups):
    """{number: its colours, dash and marker}, of the looks that the groups have."""
    return {str(group.look): {name: looks.row(group.look)[name] for name in ("colour", "dark", "dash", "marker")}
            for group in groups}


def labels_of(entries):
    """{metric: its display name}, of those that the runs have."""
    names = {name.split("/")[0] for entry in entries for name in entry["curves"]}
    names |= {name for entry in entries for point in entry["generalisation"] for name in point["values"]}
    names |= {entry["cost_name"] for entry in entries if entry["cost_name"]}
    return {name: metrics.metric(name).label for name in sorted(names)}


def default_title(groups):
    return f"Runs on {', '.join(dict.fromkeys(group.identity['task'] for group in groups))}"


def without(group, paths):
    return group.with_runs(run for run in group.runs if run.path not in paths)


def compare(groups, threshold, left_out=(), unfit=()):
    """(one comparison per task of the runs with something to compare, one without pairs of the runs left out)."""
    pending = {run.path for group in groups for run in group.runs if not gather.has_begun(run)} | set(unfit)
    chosen = {run.path for group in groups for run in group.runs if run.path not in left_out}
    found = []
    for task, members in by_task(groups, pending | set(left_out)):
        few = len(members) <= MOST_GROUPS
        if not few:
            said = f"{task}: {len(members)} groups are too many to compare pair by pair"
            note(f"{said}; scripts/compare.py takes those that matter", said)
        found.append(gather.or_note(f"the runs of {task} are not compared", comparison.compare_task, task, members,
                                    threshold, None, None, few))
    alone = [gather.or_note(f"the runs of {task} are not compared", comparison.describe, task, members, threshold)
             for task, members in by_task(groups, pending | chosen)]
    return [one for one in found if one], [one for one in alone if one]


def by_task(groups, others):
    """(task, its groups) without the runs at the paths `others`."""
    return split_by_task(rest for group in groups if (rest := without(group, others)).runs)


def run_entries(found, groups, compared, measured, axes):
    outcomes = {one.run.path: (one, each.metric) for each in compared for summary in each.groups
                for one in summary.outcomes}
    evaluated = {run.path: run for each in compared for group in each.evaluated for run in group.runs}
    group_of = {run.path: at for at, group in enumerate(groups) for run in group.runs}
    return [runs.entry(run, name, place, group_of[run.path], outcomes.get(run.path, (None, None)), measured[run.path],
                       evaluated.get(run.path), axes.get(run.part("task"), {}))
            for run, name, place in zip(found, gather.run_names(found, groups), gather.short_paths(found))]


def group_entries(groups, evaluated, measured, axes, places):
    lines = {frozenset(group.identity.items()): each for task, there in evaluated.items() for group, each in
             zip(there, generalisation.group_lines(there, axes[task]))}
    several = len({group.identity["task"] for group in groups}) > 1
    found = []
    for group in groups:
        task, label = group.identity["task"], tables.name(group)
        pooled = curves.group_curves([measured[run.path] for run in group.runs if measured[run.path]])
        found.append({"name": f"{task}: {label}" if several else label, "label": label, "task": task,
                      "look": group.look,
                      "runs": [places[run.path] for run in group.runs], "curves": pooled,
                      "curves_note": curves.SEEDS if pooled else "",
                      "generalisation": lines.get(frozenset(group.identity.items()), {}),
                      "trained": generalisation.trained(group, axes.get(task, {}))})
    return found


def add_traces(entries, found, made):
    """Attaches each trace to its run."""
    traces = []
    for index, (entry, run) in enumerate(zip(entries, found)):
        one = made[run.path]
        if isinstance(one, str):
            entry["no_trace"] = one
        else:
            entry["trace"] = len(traces)
            traces.append(one | {"run": index})
    return traces
