"""Groups of runs described one by one, then compared pairwise."""
import dataclasses

import numpy

from tapehead.runs import metrics, records
from tapehead.runs.errors import InputError, note
from tapehead.runs.evaluations import rows_of
from tapehead.runs.groups import Group, pool_by_seed, split_by_task
from tapehead.runs.names import choices
from tapehead.runs.runs import common_goal, read_run

from . import intervals, outcome, survival
from .between import compare_pairs


@dataclasses.dataclass
class Score:
    """A group's value of one of metrics.beside(), over the runs that have it."""
    seeds: int
    median: float
    mean: float      # inter-quartile
    interval: tuple  # of the inter-quartile mean; None for a single run


@dataclasses.dataclass
class Summary:
    """A group in numbers. Fields about solving are None where one of its runs has no threshold for solved."""
    group: Group
    outcomes: list
    solved: int
    # Runs known to solve the task or not; the others still train, or stopped before it was known.
    known: int
    solved_interval: tuple      # of the known ones; None without any
    sequences: float            # until solved, the median; infinite if censored
    sequences_quartiles: tuple  # likewise
    sequences_interval: tuple   # None for a single run, as cost_interval
    horizon: float              # the last time of any run: a censored median is above it
    cost: float                 # median
    cost_quartiles: tuple
    cost_mean: float            # inter-quartile
    cost_interval: tuple        # of the inter-quartile mean
    seconds: float
    parameters: float
    scores: dict                # {one of metrics.beside(): Score}, for those that any run has

    def count(self, status):
        return sum(one.run.status == status for one in self.outcomes)

    @property
    def unconfirmed(self):
        """How many of the solved runs are above the threshold in their final scores."""
        return sum(one.unconfirmed for one in self.outcomes)

    def perfect(self):
        """(sequences of the final scores without an error, all of them); None if no run counts them."""
        told = [one.run.result for one in self.outcomes if "final_episodes" in one.run.result]
        counts = ("perfect_episodes", "final_episodes")
        return tuple(sum(one[name] for one in told) for name in counts) if told else None

    def state(self):
        """(numbers carried from step to step, what each step adds, what each token said adds, how many the first step
        touches): the seeds of a group have one model; None if no run tells it."""
        told = (one.run.result for one in self.outcomes if records.STATE[0] in one.run.result)
        return next((tuple(one.get(name) for name in records.STATE) for one in told), None)


@dataclasses.dataclass
class GridCell:
    """One metric of a group at one setting of the generalisation grid: quartiles over seeds."""
    group: Group
    setting: str
    metric: str
    seeds: int
    low: float
    median: float
    high: float


@dataclasses.dataclass
class Comparison:
    task: str
    metric: str        # of the cost
    goal: str          # the metric that train.stop-below applies to
    threshold: float   # a run at or below it counts as solved; None: not known
    own: bool          # the threshold is the runs' own train.stop-below
    grid_metric: str
    groups: list       # Summary
    pairs: list
    grid: list
    evaluated: list    # Group with the runs' eval.csv; without such runs empty

    @property
    def cost_threshold(self):
        """The threshold if it applies to the cost; None if the runs' own applies to another metric."""
        return None if self.own and self.goal != self.metric else self.threshold

    @property
    def scores(self):
        """Those of metrics.beside() that any group has."""
        return [score for score in metrics.beside() if any(score in one.scores for one in self.groups)]


def compare(paths, threshold=None, metric=None, grid_metric=None, by_task=False, named=lambda groups: groups):
    """The comparisons of the runs at or below the paths, one per task. `named(groups)` may rename them."""
    runs = outcome.read_runs(paths)
    other = next((run for run in runs if run.part("task") != runs[0].part("task")), None)
    if other and not by_task:
        raise InputError(f"{other.path}: the task is {other.part('task')}, but {runs[0].part('task')} in "
                         f"{runs[0].path}; give runs of one task, or --by-task")
    groups = named(pool_by_seed(runs, ("task",)))
    return [compare_task(task, members, threshold, metric, grid_metric) for task, members in split_by_task(groups)]


def compare_task(task, groups, threshold, metric, grid_metric, pair_by_pair=True):
    one = describe(task, groups, threshold, metric, grid_metric)
    if one.threshold is None:
        note(f"{task}: the runs have no train.stop-below in common, so each is judged by its own, and not compared in "
             "sequences to solve; give --solved COST",
             f"{task}: the runs have no train.stop-below in common, so each is judged by its own, and not compared in "
             "sequences to solve")
    if not any(group.runs for group in one.evaluated):
        note(f"{task}: no run has an eval.csv, so there is no generalisation grid; 'tapehead eval DIR' makes it",
             f"{task}: no run was scored on other episodes than those of training")
    measures = ["cost", *one.scores] + ([] if one.threshold is None else ["sequences", "solved"])
    one.pairs = compare_pairs(one.groups, measures) if pair_by_pair else []
    one.grid = grid(one.evaluated)
    check_grid_metric(grid_metric, one.grid)
    return one


def check_grid_metric(name, cells):
    """InputError for a metric that no run was scored by; where none was scored at all, for one that is not known."""
    there = list(dict.fromkeys(cell.metric for cell in cells)) or metrics.rows()
    if name is not None and name not in there:
        raise InputError(f"--grid-metric: got '{name}'; {choices(name, there)}")


def describe(task, groups, threshold=None, metric=None, grid_metric=None):
    """A comparison without pairs: each group by itself."""
    runs = [run for group in groups for run in group.runs]
    metric = outcome.choose_metric(runs, metric)
    own = outcome.common_threshold(runs) if threshold is None else None
    for run in runs:
        if run.table.empty:
            note(f"{run.path}: diverged before its first validation; its cost counts as infinite")
        elif run.status not in ("solved", "finished"):
            note(f"{run.path}: {run.status}; its best validation so far stands for its final cost")
    summaries = [summarise(group, [outcome.outcome(run, metric, threshold) for run in group.runs],
                           threshold is not None or all(map(outcome.own_threshold, group.runs))) for group in groups]
    return Comparison(task, metric, common_goal(runs), own if threshold is None else threshold, own is not None,
                      grid_metric or metric,
                      summaries, [], [], [with_evaluations(group) for group in groups])


def summarise(group, outcomes, judged):
    costs = [one.cost for one in outcomes]
    seconds, parameters = (float(numpy.median([getattr(one, name) for one in outcomes]))
                           for name in ("seconds", "parameters"))
    summary = Summary(group, outcomes, None, None, None, None, None, None, max(one.sequences for one in outcomes),
                      float(numpy.median(costs)), intervals.quartiles(costs),
                      float(intervals.interquartile_mean(costs)),
                      intervals.bootstrap(intervals.interquartile_mean, costs, expanded=True), seconds, parameters,
                      {name: score for name in metrics.beside() if (score := score_of(outcomes, name))})
    if judged:
        times, solved = [one.sequences for one in outcomes], [one.solved for one in outcomes]
        summary.solved, summary.known = sum(solved), sum(one.known for one in outcomes)
        summary.solved_interval = intervals.wilson(summary.solved, summary.known) if summary.known else None
        summary.sequences = float(survival.median_time(times, solved))
        summary.sequences_quartiles = tuple(float(survival.time_until(share, times, solved)) for share in (0.25, 0.75))
        summary.sequences_interval = intervals.bootstrap(survival.median_time, times, solved)
    return summary


def score_of(outcomes, name):
    values = [one.scores[name] for one in outcomes if name in one.scores]
    if not values:
        return None
    return Score(len(values), float(numpy.median(values)), float(intervals.interquartile_mean(values)),
                 intervals.bootstrap(intervals.interquartile_mean, values, expanded=True))


def with_evaluations(group):
    """The group with those of its runs whose eval.csv has numbers, read."""
    there = []
    for path in [run.path for run in group.runs if (run.path / "eval.csv").exists()]:
        run = read_run(path, "eval.csv", may_be_empty=True)
        if run.table.empty:  # a diverged checkpoint's has rows, none of them finite
            note(f"{path / 'eval.csv'}: has no finite number, so the run counts as one without it")
        else:
            there.append(run)
    known = {run.path for run in there}
    if there and len(there) < len(group.runs):
        missing = next(run.path for run in group.runs if run.path not in known)
        note(f"{missing}: has no eval.csv; the grid's figures are those of the group's other runs")
    return group.with_runs(there)


def grid(groups):
    """Every group's quartiles at each evaluated setting, for each metric, in the order of the files."""
    found = {}
    for index, group in enumerate(groups):
        for run in group.runs:
            for metric in dict.fromkeys(run.table["metric"]):
                for setting, measured in rows_of(run, metric):
                    found.setdefault((metric, setting, index), []).append(measured)
    cells = {}  # by metric and setting, so that the groups stand together
    for (metric, setting, index), values in found.items():
        quartiles = map(float, numpy.quantile(values, [0.25, 0.5, 0.75]))
        cells.setdefault((metric, setting), []).append(
            (index, GridCell(groups[index], setting, metric, len(values), *quartiles)))
    return [cell for row in cells.values() for _, cell in sorted(row, key=lambda pair: pair[0])]
