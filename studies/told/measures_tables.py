"""The table of docs/results/measures from files PRESET.csv, a row a seed (studies/reproduce_measures.py)."""
from tapehead.runs.evaluations import parse_setting
from tapehead.runs.percent import count_of

from babi.pages import table

from . import guesses, states
from .task_tables import kept_so_far, numbers, spread

COLUMNS = ["preset", "seed", "status", "sequences", "restarts", "seconds", "score", "perfect_lengths", "lengths",
           "episodes", "far_length", "far_score", "far_perfect", "far_episodes", "commit", "cpu"]
FIRST, LAST = 41, 500  # lengths over which the published score is a mean
LENGTHS = range(FIRST, LAST + 1, 51)  # those of them that studies/measures.toml asks


def in_range(row):
    """Whether a row of eval's table is the error at a length that counts for the score."""
    length = parse_setting(row["setting"], "setting").get("task.length") if row["setting"] else None
    return row["metric"] == "error" and length is not None and FIRST <= int(length) <= LAST


def told(score):
    """Enough digits to show that it is not 100."""
    return f"{score:.5g}"


def solved(row):
    """Whether no length had an error."""
    return row["score"] != "" and row["perfect_lengths"] == row["lengths"]


def far(rows):
    """`9 of 10 (20), least 65.2`: the seeds without an error far beyond, in 20 sequences; `-` where nobody asked."""
    asked = [row for row in rows if row["far_score"]]
    if not asked:
        return "-"
    without = sum(row["far_perfect"] == row["far_episodes"] for row in asked)
    episodes = " or ".join(sorted({row["far_episodes"] for row in asked}))
    least = "" if without == len(asked) else f", least {told(min(numbers(asked, 'far_score')))}"
    return f"{count_of(without, len(asked))} ({episodes}){least}"


def guessed(found, name):
    """`50.3 (frequent)`: the best score of a guesser over LENGTHS; `-` where nobody guessed."""
    settings = found.get(("measures", name), {})
    errors = {}
    for length in LENGTHS:
        for (guesser, metric), value in settings.get(f"task.length={length}", {}).items():
            if metric == "error":
                errors.setdefault(guesser, []).append(value)
    scores = [(100 - sum(each) / len(each), guesser) for guesser, each in errors.items()]
    return "{:.3g} ({})".format(*max(scores)) if scores else "-"


def measures(results):
    """A row a preset: how many seeds had no error at any length, and the scores."""
    made, found, carried = [], guesses.read(results), states.read("measures", results)
    for path in sorted((results / "measures").glob("*.csv")):
        rows = kept_so_far(results, "measures", path.stem, COLUMNS)
        scores = numbers(rows, "score")
        failed = [f"{row['seed']} ({told(float(row['score'])) if row['score'] else row['status']})"
                  for row in rows if not solved(row)]
        made.append([f"`{path.stem}`", carried.get(path.stem, "-"), count_of(sum(map(solved, rows)), len(rows)),
                     spread(scores, told), told(min(scores)) if scores else "-", guessed(found, path.stem), far(rows),
                     " or ".join(sorted({f"{row['lengths']} × {row['episodes']}" for row in rows if row["score"]})),
                     spread(numbers(rows, "sequences")), spread(numbers(rows, "seconds")), ", ".join(failed) or "-"])
    return table(["preset", "state", "seeds without an error", "score, median over seeds", "least score",
                  "score of guessing", "without an error at 5,000 (sequences)", "lengths × sequences each",
                  "trained on sequences", "seconds", "seeds with errors (score)"], made, words=2)


def machines(results):
    """The programs and processors of the results."""
    found = {}
    for path in sorted((results / "measures").glob("*.csv")):
        for row in kept_so_far(results, "measures", path.stem, COLUMNS):
            found.setdefault((row["cpu"], row["commit"]), []).append(row["seed"])
    return table(["processor", "commit", "runs"],
                 [[cpu, f"`{commit[:12]}`", len(seeds)] for (cpu, commit), seeds in found.items()], words=2)


TABLES = {"measures": measures, "measures-machines": machines}
