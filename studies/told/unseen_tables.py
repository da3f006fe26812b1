"""The table of docs/results/unseen from files PRESET.csv, a row a seed (studies/reproduce_unseen.py)."""
from tapehead.runs.metrics import metric
from tapehead.runs.percent import count_of
from tapehead.stats.intervals import wilson

from babi.pages import table

from . import guesses, states
from .task_tables import FINAL, kept_so_far, numbers, spread
from .words import figure

COLUMNS = ["preset", "seed", "status", "sequences", "restarts", "seconds", "metric", "bound", "value", "commit", "cpu"]


def solved(row):
    """Whether a run came to the claim; a diverged one did not."""
    if not row["value"]:
        return False
    value, bound = float(row["value"]), float(row["bound"])
    return value <= bound if metric(row["metric"]).better == "less" else value >= bound


def claim_cell(row):
    """`cost (bits per sequence) ≤ 0.01`"""
    one = metric(row["metric"])
    return f"{one.label} {'≤' if one.better == 'less' else '≥'} {figure(float(row['bound']))}"


def unseen(results):
    """A row a preset: its claim, how many seeds came to it with the interval of their share, and the seeds that did
    not."""
    made, carried, guessed = [], states.read("unseen", results), guesses.read(results)
    for path in sorted((results / "unseen").glob("*.csv")):
        rows = kept_so_far(results, "unseen", path.stem, COLUMNS)
        count, total = sum(map(solved, rows)), len(rows)
        low, high = wilson(count, total)
        failed = [f"{row['seed']} ({figure(float(row['value'])) if row['value'] else row['status']})"
                  for row in rows if not solved(row)]
        restarts = sum(int(row["restarts"] or 0) > 0 for row in rows)
        setting = next(iter(guessed.get(("unseen", path.stem), [FINAL])))  # of a story's task, that task
        guess = guesses.best(guessed, "unseen", path.stem, setting, rows[0]["metric"])
        made.append([f"`{path.stem}`", carried.get(path.stem, "-"), claim_cell(rows[0]), count_of(count, total),
                     f"{100 * low:.0f} to {100 * high:.0f} %", spread(numbers(rows, "value")), guess,
                     spread(numbers(rows, "sequences")), restarts, ", ".join(failed) or "-"])
    return table(["preset", "state", "claim", "seeds that came to it", "95 % interval of the share",
                  "median over seeds", "by guessing", "sequences", "seeds started anew", "seeds that did not"], made,
                 words=2)


def machines(results):
    """The programs and processors of the results."""
    found = {}
    for path in sorted((results / "unseen").glob("*.csv")):
        for row in kept_so_far(results, "unseen", path.stem, COLUMNS):
            found.setdefault((path.stem, row["cpu"], row["commit"]), []).append(row["seed"])
    return table(["preset", "seeds", "processor", "commit"],
                 [[f"`{name}`", len(seeds), cpu, f"`{commit[:12]}`"] for (name, cpu, commit), seeds in found.items()],
                 words=1)


TABLES = {"unseen": unseen, "unseen-machines": machines}
