"""eval.csv of runs and groups, along each option with several values."""
from tapehead.plots import against
from tapehead.plots.pooling import pool_points
from tapehead.runs.evaluations import parse_setting
from tapehead.runs.numbers import is_whole
from tapehead.runs.tables import number

from .numbers import drawn, finite, whole


def by_task(compared):
    """{task: its evaluated groups}, each once: a group may be compared with some of its runs but not with others."""
    found = {}
    for one in compared:
        there = found.setdefault(one.task, {})
        for group in one.evaluated:
            key = frozenset(group.identity.items())
            there[key] = group.with_runs([*(there[key].runs if key in there else []), *group.runs])
    return {task: list(there.values()) for task, there in found.items()}


def axes(groups):
    """{axis: (option, other settings)} of a task's evaluated groups: each option with several values, at the other
    settings with most evaluations."""
    metrics = shared_metrics(groups)
    settings = [parse_setting(text, run.path / "eval.csv") for group in groups for run in group.runs
                for text in run.table["setting"].unique()]
    found = {}
    for option in against.varying(settings) if metrics else []:
        best = against.longest_lines(against.lines(groups, metrics[0], option)[1])
        if best:
            others = best[0][1]
            at = against.label_shared([others])
            found[option + (f" ({at})" if at else "")] = (option, others)
    return found


def shared_metrics(groups):
    """The metrics that all evaluated runs have; others cannot be compared."""
    there = [dict.fromkeys(run.table["metric"]) for group in groups for run in group.runs]
    return [metric for metric in there[0] if all(metric in each for each in there)] if there else []


def group_lines(groups, found):
    """For each group {axis: {metric: its quartiles over seeds}}."""
    lines = [{} for _ in groups]
    for axis, (option, others) in found.items():
        for metric in shared_metrics(groups):
            for index, at, curves in against.lines(groups, metric, option)[1]:
                if at == others:
                    pooled = pool_points(curves)
                    lines[index].setdefault(axis, {})[metric] = {
                        "x": drawn(pooled.x), "median": drawn(pooled.median), "low": drawn(pooled.low),
                        "high": drawn(pooled.high)}
    return lines


def run_points(run, found):
    """The settings of a run's eval.csv, each once per axis that contains it; axis null if none does."""
    points = []
    for text, rows in run.table.groupby("setting", sort=False):
        setting = parse_setting(text, run.path / "eval.csv")
        episodes = rows["episodes"].iloc[-1]  # the latest evaluation counts
        said = {"episodes": int(episodes) if is_whole(episodes) else None,
                "values": {metric: finite(value) for metric, value in zip(rows["metric"], rows["value"])}}
        through = [name for name, (option, others) in found.items() if option in setting and others == tuple(
            sorted(pair for pair in setting.items() if pair[0] != option))]
        for axis in through or [None]:
            at = number(setting[found[axis][0]], f"{run.path / 'eval.csv'}: {text}") if axis else None
            points.append({"setting": text, "axis": axis, "at": whole(at), **said})
    return points


def trained(group, found):
    """{axis: [minimum, maximum]} in training."""
    ranges = {axis: against.training_range(group.runs[0].config, option) for axis, (option, _) in found.items()}
    return {axis: [finite(end) for end in ends] for axis, ends in ranges.items() if ends}
