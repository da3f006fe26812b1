"""What one run came to: its cost, and when it was solved, or up to when it is known not to have been."""
import dataclasses
import math

from tapehead.runs import metrics
from tapehead.runs.errors import InputError, note
from tapehead.runs.names import choices
from tapehead.runs.runs import Run, before_first_validation, common_goal, find_runs, read_manifest, read_run
from tapehead.runs.tables import number


@dataclasses.dataclass
class Outcome:
    run: Run
    # The best checkpoint's on held-out episodes; before the run's end the best validation's; infinite where it diverged
    # before its first.
    cost: float
    solved: bool
    sequences: float  # until it was solved; else the time up to which it is known not to be
    budget: float     # sequences it was given
    seconds: float
    parameters: int
    scores: dict      # of metrics.beside() those that the run has, at the checkpoint whose cost it is; but for the cost
    # Solved, but above the threshold in the final scores, on episodes by which nothing was stopped.
    unconfirmed: bool = False

    @property
    def unfinished(self):
        return self.run.status == "unfinished"

    @property
    def known(self):
        """Whether it is known if the run solves the task within its budget."""
        return self.solved or not self.unfinished and self.sequences >= self.budget

    def sequences_within(self, budget):
        """Sequences until solved, or the budget where it took longer; None where that is not known."""
        if self.solved:
            return min(self.sequences, budget)
        return budget if self.sequences >= budget else None


def read_runs(paths):
    """The runs at or below the paths. One still before its first validation is left out with a note; one that diverged
    before it is a result like any other: without it, a group would look the better the more of its runs fail early."""
    runs = []
    for path in find_runs(paths, "config.ini", once=True):
        if has_begun(path):
            runs.append(read_begun(path))
        else:
            note(f"{path}: has no validation yet; it is left out")
    if not runs:
        raise InputError(f"{', '.join(map(str, paths))}: no run has a validation yet; wait for the first")
    return runs


def has_begun(path):
    """False for a run that still trains and has no validation yet."""
    return (path / "result.json").exists() or not before_first_validation(path)


def read_begun(path):
    metrics = path / "metrics.csv"
    if not metrics.exists():
        raise InputError(f"{metrics}: no such file, though the run has ended; leave {path} out")
    run = read_run(path, "metrics.csv", may_be_empty=True)
    if run.table.empty and run.status != "diverged":
        raise InputError(f"{metrics}: the run ended before its first validation; leave {path} out")
    return run


def choose_metric(runs, asked):
    """The metric whose final value is the runs' cost: the one asked for, else what they themselves stop by."""
    measured = [run for run in runs if not run.table.empty]  # of one that diverged at once the cost is infinite anyway
    wanted = asked or common_goal(measured or runs)
    for run in measured:
        there = set(run.table[run.table["split"] == "validation"]["metric"])
        if wanted not in there:
            raise InputError(f"{run.path / 'metrics.csv'}: no {wanted} of split validation; "
                             f"{choices(wanted, sorted(there))}")
    return wanted


def common_threshold(runs):
    """The train.stop-below that all the runs share, or None."""
    values = {own_threshold(run) for run in runs}
    return (values.pop() or None) if len(values) == 1 else None


def outcome(run, metric, threshold):
    """What the run came to. With a `threshold`, it was solved at its first validation at or below it; without one,
    where its own result.json says so, by train.stop-below, patience and check."""
    measured = sorted(validations(run, metric))
    cost = final_cost(run, metric)
    if cost is None:
        cost = min((value for _, value in measured), default=math.inf)
    last = field(run, "sequences") if run.result else measured[-1][0]
    budget = run.config.get("train.sequences", str(last))
    # How many episodes an epoch has, only the task knows: such a run's budget is what it has used.
    budget = last if budget.endswith("epochs") else number(budget, f"{run.path / 'config.ini'}: train.sequences")
    if threshold is None:
        at = last if run.status == "solved" else math.inf
    else:
        at = next((sequences for sequences, value in measured if value <= threshold), math.inf)
    if math.isinf(at) and run.status in ("finished", "diverged"):
        last = max(last, budget)  # what diverged or used up its restarts will not be solved: that is known
    seconds = field(run, "seconds") if run.result else run.table["seconds"].max()
    manifest = run.path / "manifest.json"
    parameters = check_number(read_manifest(manifest).get("parameters"), manifest, "parameters")
    return Outcome(run, cost, at < math.inf, min(at, last), budget, seconds, int(parameters), scores(run, metric),
                   at < math.inf and is_above(run, metric, threshold))


def is_above(run, metric, threshold):
    """Whether the run's final score is above the threshold, or without one above its own train.stop-below."""
    judged = metric if threshold is not None else run.goal
    if not has_final_scores(run) or metrics.in_result(judged) not in run.result:
        return False
    return final_cost(run, judged) > (own_threshold(run) if threshold is None else threshold)


def own_threshold(run):
    """The run's train.stop-below, 0 where it has none."""
    return number(run.config.get("train.stop-below", "0"), f"{run.path / 'config.ini'}: train.stop-below")


def validations(run, metric):
    """[(sequences, value)] of the validations."""
    rows = run.table[(run.table["metric"] == metric) & (run.table["split"] == "validation")]
    return list(zip(rows["sequences"], metrics.to_be_small(metric, rows["value"])))


def final_cost(run, metric):
    """result.json's, on episodes that nothing was stopped or chosen by; None where the run has none (yet)."""
    if not has_final_scores(run):
        return None
    return metrics.to_be_small(metric, field(run, metrics.in_result(metric)))


def has_final_scores(run):
    return run.status in ("solved", "finished")


def scores(run, metric):
    """{metric beside: value} where the cost is of that metric: result.json's, else those of the validation with the
    least."""
    wanted = [score for score in metrics.beside() if score != metric]
    if has_final_scores(run):
        return {score: field(run, score) for score in wanted if score in run.result}
    if not (measured := validations(run, metric)):
        return {}
    _, best = min((value, sequences) for sequences, value in measured)
    rows = run.table[(run.table["split"] == "validation") & (run.table["sequences"] == best)]
    there = dict(zip(rows["metric"], rows["value"]))
    return {score: float(there[score]) for score in wanted if score in there}


def field(run, name):
    return check_number(run.result.get(name), run.path / "result.json", name)


def check_number(value, path, name):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise InputError(f"{path}: {name} is {value}; a number is wanted, as tapehead train writes it")
    return float(value)
