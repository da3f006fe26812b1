"""Tables of docs/results/memories from files NAME.csv, one row per seed, question and metric
(studies/reproduce_memories.py)."""
from babi.pages import table

from . import guesses, sequence_tables, states
from .task_tables import read_planned, spread, words_of

COLUMNS = sequence_tables.COLUMNS


def read(results, name):
    return read_planned(results, "memories", name, COLUMNS)


def comparison(results, metrics, *names):
    """As sequence_tables.comparison, for metrics such as `accuracy_2nd,accuracy_5th`."""
    return sequence_tables.medians({name: read(results, name) for name in names}, metrics,
                                   states.read("memories", results),
                                   guessed=guesses.rows(results, "memories", names, metrics.split(",")))


def perfect(results, *names):
    """One row per line and setting: sequences without an error per seed, and the errors in the others."""
    made, guessed, carried = [], guesses.read(results), states.read("memories", results)
    for name in names:
        every = read(results, name)
        for setting in dict.fromkeys(row["setting"] for row in every if row["metric"]) or ["not trained yet"]:
            counts = by_seed(every, setting, "perfect")
            episodes = {row["episodes"] for row in every if row["setting"] == setting}
            made.append([f"`{name}`", words_of(setting) if every else setting, carried.get(name, "-"),
                         " or ".join(sorted(episodes)) or "-",
                         ", ".join(f"{count:.0f}" for count in counts) or "-",
                         *(spread(by_seed(every, setting, metric)) for metric in ("wrong_bits", "bits")),
                         *([guesses.best(guessed, "memories", name, setting, "wrong_bits")] if guessed else [])])
    return table(["", "", "state", "sequences a seed", "without an error, by seed", "wrong bits a sequence",
                  "bits a sequence", *(["wrong bits by guessing"] if guessed else [])], made, words=2)


def lessons(results, most, *names):
    """One row per lesson: the number of seeds that passed it, with an `error` of at most `most` per cent."""
    made, guessed, carried = [], guesses.read(results), states.read("memories", results)
    for name in names:
        every = read(results, name)
        for setting in dict.fromkeys(row["setting"] for row in every if row["metric"]) or ["not trained yet"]:
            errors = by_seed(every, setting, "error")
            passed = f"{sum(error <= float(most) for error in errors)} of {len(errors)}" if errors else "-"
            made.append([f"`{name}`", words_of(setting) if every else setting, carried.get(name, "-"), passed,
                         spread(errors), spread([100 * share for share in by_seed(every, setting, "solved")]),
                         *([guesses.best(guessed, "memories", name, setting, "error")] if guessed else [])])
    return table(["", "", "state", "seeds that passed", "% wrong", "% of episodes without an error",
                  *(["% wrong by guessing"] if guessed else [])], made, words=2)


def by_seed(every, setting, metric):
    return [float(row["value"]) for row in every if (row["setting"], row["metric"]) == (setting, metric)]


def machines(results, *names):
    return sequence_tables.machines_of({name: read(results, name) for name in names})


TABLES = {"memories": comparison, "memories-perfect": perfect, "memories-lessons": lessons,
          "memories-machines": machines}
