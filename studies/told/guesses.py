"""What guessers get beside kept results, from docs/results/guessers.csv (studies/guessers.py)."""
import csv

from tapehead.runs import metrics

from .words import figure, words_of

COLUMNS = ["study", "name", "setting", "episodes", "metric", "value"]


def read(results):
    """{(study, name): {setting: {(guesser, metric): value}}}; empty where nothing is kept."""
    path, found = results / "guessers.csv", {}
    if not path.is_file():
        return found
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            guesser, _, metric = row["metric"].partition("_")
            of_setting = found.setdefault((row["study"], row["name"]), {}).setdefault(row["setting"], {})
            of_setting[guesser, metric] = float(row["value"])
    return found


def best(found, study, name, setting, metric):
    """`49.7 (exclusion)`: the best of a metric, and whose it is; `-` where nobody has it."""
    better = max if metrics.metric(metric).better == "greater" else min
    there = [(value, guesser) for (guesser, its), value in found.get((study, name), {}).get(setting, {}).items()
             if its == metric]
    return "{} ({})".format(figure(better(there)[0]), better(there)[1]) if there else "-"


def rows(results, study, names, metrics):
    """[(title, value or `-` of each metric)]: what guessers get in each task of these lines, for those that have any of
    the metrics. Lines of one task have the same."""
    found, made, tasks = read(results), [], {}
    for name in names:
        if (study, name) in found:
            tasks.setdefault(repr(found[study, name]), name)
    for name in tasks.values():
        for setting, values in found[study, name].items():
            for guesser in dict.fromkeys(guesser for guesser, metric in values if metric in metrics):
                title = f"guessing: {guesser}" + (f", {words_of(setting)}" if setting else "") + (
                    f" (`{name}`)" if len(tasks) > 1 else "")
                made.append((title, [figure(values[guesser, metric]) if (guesser, metric) in values else "-"
                                     for metric in metrics]))
    return made
