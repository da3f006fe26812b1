"""Tables of docs/results/sequences from files NAME.csv, one row per seed, question and metric
(studies/reproduce_sequences.py)."""
from babi.pages import table

from . import guesses, states
from .task_tables import read_planned, spread, words_of

COLUMNS = ["name", "preset", "seed", "status", "sequences", "seconds", "parameters", "setting", "episodes", "metric",
           "value", "commit", "cpu"]
TITLES = {"error": "% of answers wrong", "word_error": "% of words wrong", "phoneme_error": "% of phonemes wrong",
          "token_accuracy": "% of tokens right", "alignment_error": "alignment error", "nats": "nats a token",
          "bits_token": "bits a token", "bleu": "BLEU", "edit_distance": "edit distance"}


def read(results, name):
    return read_planned(results, "sequences", name, COLUMNS)


def seeds_of(rows):
    """One row per seed."""
    return list({row["seed"]: row for row in rows}.values())


def comparison(results, metrics, *names):
    """One row per line of the comparison, and per setting if there are several: medians over seeds of metrics such as
    `error,token_accuracy`."""
    return medians({name: read(results, name) for name in names}, metrics, states.read("sequences", results),
                   guessed=guesses.rows(results, "sequences", names, metrics.split(",")))


def medians(kept, metrics, carried, of_runs=(), guessed=()):
    """kept: {name: rows}, without untrained lines; carried: states.read(); of_runs: (column with one number per run,
    its title) each; guessed: what stands below, (title, a value a metric)."""
    wanted, made = metrics.split(","), []
    for name, every in kept.items():
        seeds = seeds_of(every)
        if not every:
            made.append([f"`{name}`", "not trained yet", *["-"] * (2 + len(wanted) + len(of_runs))])
        for setting in dict.fromkeys(row["setting"] for row in every if row["metric"]):
            found = [[float(row["value"]) for row in every if (row["setting"], row["metric"]) == (setting, metric)]
                     for metric in wanted]
            found += [[float(row[column]) for row in seeds if row[column]] for column, _ in of_runs]
            made.append([f"`{name}`" + (f", {words_of(setting)}" if setting else ""), len(seeds),
                         f"{int(seeds[0]['parameters']):,}", carried.get(name, "-"), *map(spread, found)])
    made += [[title, "-", "-", "-", *values, *["-"] * len(of_runs)] for title, values in guessed]
    titles = [TITLES.get(metric, metric.replace("_", " ")) for metric in wanted]
    return table(["", "seeds", "parameters", "state", *titles, *(title for _, title in of_runs)], made)


def machines(results, *names):
    """The programs and processors of the results."""
    return machines_of({name: read(results, name) for name in names})


def machines_of(kept):
    found = dict.fromkeys((name, row["cpu"], f"`{row['commit'][:12]}`") for name, every in kept.items()
                          for row in seeds_of(every))
    return table(["", "processor", "commit"], [[f"`{name}`", *rest] for name, *rest in found], words=3)


TABLES = {"sequences": comparison, "sequence-machines": machines}
