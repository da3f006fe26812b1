"""Tables of docs/results/map from files MEASURE.csv, one row per seed, question and metric
(studies/reproduce_map.py)."""
import statistics

import numpy

from tapehead.runs.errors import InputError
from tapehead.runs.names import choices
from tapehead.runs.usage import ROOT
from tapehead.stats.intervals import bootstrap

from babi.pages import table
from map_plan import read_plan

from . import states
from .map_checks import check
from .task_tables import kept_so_far, spread

COLUMNS = ["machine", "role", "rate", "seed", "status", "sequences", "seconds", "parameters", "state",
           "state_each_step", "cost", "options", "question", "setting", "episodes", "metric", "value", "commit", "cpu"]
CURVES = ["machine", "seed", "sequences", "bits"]
QUESTIONS = ("within", "beyond")
OF_ALL = {"score", "perfect_lengths"}  # metrics of all sizes of a question together
PLAN = ROOT / "studies/map.toml"
REPLICATED = "replicated"  # the file of cells that were trained anew
NOT_YET = "Not trained yet."


def kept(results, plan):
    """{measure: rows} of all that is kept."""
    there = sorted((results / "map").glob("*.csv"))
    for path in there:
        if path.stem not in (*plan.measures, REPLICATED):
            raise InputError(f"{path}: is of no measure of the plan; {choices(path.stem, plan.measures)}")
    return {path.stem: kept_of(results, path.stem, plan) for path in there if path.stem != REPLICATED}


def kept_of(results, name, plan):
    """The rows kept under that name, a measure's; none yet is no error."""
    return check(results / f"map/{name}.csv", kept_so_far(results, "map", name, COLUMNS), plan)


def complete(rows, plan):
    """Whether the rows of a machine have all seeds of the plan."""
    return {*by_seed(rows)} >= {*plan.seeds}


def told_rows(rows, machine):
    """Those of the seeds that are told, without those that chose the rate. InputError if some are of another rate."""
    told = [row for row in rows if (row["machine"], row["role"]) == (machine, "seed")]
    if len(rates := sorted({row["rate"] for row in told})) > 1:
        raise InputError(f"{machine}: got seeds of rates {' and '.join(rates)}; those of one rate are needed, the "
                         "others' rows are to be removed")
    return told


def by_seed(rows):
    """{seed: rows}"""
    found = {}
    for row in rows:
        found.setdefault(int(row["seed"]), []).append(row)
    return found


def settings_of(rows, question):
    """{setting: {metric: value}} of one seed's settings of a question, without what is told of all of them
    together."""
    found = {}
    for row in rows:
        if row["question"] == question:
            found.setdefault(row["setting"], {})[row["metric"]] = float(row["value"])
    return {setting: said for setting, said in found.items() if not said.keys() <= OF_ALL}


def share_right(said, guesser=""):
    """Per cent right in a setting, of the machine or of a guesser (`uniform_`): of answers, where these are classes or
    tokens; of bits; where bits cannot be known, the share of what can be known of them (uniform bits less the cost,
    over uniform bits less the oracle's)."""
    if "over_oracle" in said:
        oracle = said["bits"] - said["over_oracle"]
        return 100 * (said["uniform_bits"] - said[f"{guesser}bits"]) / (said["uniform_bits"] - oracle)
    if "error" in said:
        return 100 - said[f"{guesser}error"]
    return 100 * (1 - said[f"{guesser}wrong_bits"] / said["uniform_bits"])


def rights(rows, question):
    """Per cent right, mean over the question's settings: one per seed. A diverged seed has none right."""
    return [statistics.mean(map(share_right, settings)) if settings else 0.0
            for settings in (settings_of(of_seed, question).values() for of_seed in by_seed(rows).values())]


def guessed(rows, question):
    """The best guesser's per cent right, of the first seed's episodes."""
    return best_guess(list(settings_of(next(iter(by_seed(rows).values())), question).values()))


def best_guess(settings):
    """The per cent right, mean over settings, of the guesser that has most."""
    metric = "bits" if "over_oracle" in settings[0] else "error" if "error" in settings[0] else "wrong_bits"
    guessers = {name.removesuffix(metric) for name in settings[0]
                if name.endswith(f"_{metric}") and (metric == "wrong_bits" or not name.endswith("wrong_bits"))}
    return max(statistics.mean(share_right(said, guesser) for said in settings) for guesser in guessers)


def perfect(rows):
    """How many of the settings beyond had no error: (median over seeds, of how many)."""
    counts = []
    for of_seed in by_seed(rows).values():
        asked = {row["setting"]: int(row["episodes"]) for row in of_seed if row["question"] == "beyond"}
        counts.append(sum(row["question"] == "beyond" and row["metric"] == "perfect"
                          and float(row["value"]) == asked[row["setting"]] for row in of_seed))
    return statistics.median(counts), max(len(settings_of(each, "beyond")) for each in by_seed(rows).values())


def listed(values):
    return ", ".join(f"{value:.4g}" for value in values)


def share(value):
    """Three digits, but never 100 for what is less."""
    return f"{value:.3g}" if value >= 100 else f"{min(value, 99.9):.3g}"


def interval(values):
    """`99.1 [97, 100]`, the median and its 95 % interval, of per cent right."""
    low, high = bootstrap(numpy.median, values) or (values[0], values[0])
    return f"{share(statistics.median(values))} [{share(low)}, {share(high)}]"


def solved(rows, measure):
    return sum(right >= measure.solved for right in rights(rows, "within"))


def measured(results, name):
    """A row a machine, by what it has right beyond what was trained, and one of guessing."""
    plan, made = read_plan(PLAN), []
    rows = kept_of(results, name, plan)
    for machine in plan.machines:
        there = told_rows(rows, machine)
        if not there:
            continue
        within, beyond = (rights(there, question) for question in QUESTIONS)
        seeds = [of_seed[0] for of_seed in by_seed(there).values()]
        count, of = perfect(there)
        made.append((-statistics.median(beyond), [
            f"`{machine}`", f"{solved(there, plan.measures[name])} of {len(seeds)}", interval(within), interval(beyond),
            f"{count:g} of {of}", seeds[0]["rate"], f"{int(seeds[0]['parameters']):,}", states.carried(seeds[0]),
            spread([float(row["sequences"]) for row in seeds]), spread([float(row["seconds"]) for row in seeds])]))
    if not made:
        return NOT_YET
    asked, told = some_asked(rows, plan), [row for _, row in sorted(made, key=lambda each: each[0])]
    if asked:
        told.append(["guessing", "-", *(f"{guessed(asked, question):.3g}" for question in QUESTIONS), *["-"] * 6])
    return table(["machine", "seeds solved", "% right within", "% right beyond", "sizes beyond without an error",
                  "learning rate", "parameters", "state", "sequences", "seconds"], told)


def all_measured(results):
    """Every measure that has any seed, under its name."""
    made = [(name, measured(results, name)) for name in read_plan(PLAN).measures]
    return "\n\n".join(f"### {name}\n\n{text}" for name, text in made if text != NOT_YET) or "No cell is trained yet."


def some_asked(rows, plan):
    """The rows of one machine that was asked, whichever is first; empty where none was."""
    return next((told for machine in plan.machines if (told := [row for row in told_rows(rows, machine)
                                                                if row["question"]])), [])


def overview(results):
    """Seeds solved: a row a machine, a column a measure that has any seed. A cell that waits for seeds says so."""
    plan = read_plan(PLAN)
    found = kept(results, plan)
    measures = [name for name in plan.measures if any(row["role"] == "seed" for row in found.get(name, []))]
    if not measures:
        return "No cell is trained yet."
    made = []
    for machine in plan.machines:
        cells = [(told_rows(found[name], machine), plan.measures[name]) for name in measures]
        if any(rows for rows, _ in cells):
            made.append([f"`{machine}`", plan.machines[machine].does,
                         *(f"{solved(rows, measure)} of {len(plan.seeds)}" if complete(rows, plan) else
                           f"({len(by_seed(rows))} of {len(plan.seeds)} seeds there)" for rows, measure in cells)])
    return table(["machine", "remembers by", *measures], made, words=2)


def count(results):
    """How much of the map is there."""
    plan = read_plan(PLAN)
    found = kept(results, plan)
    seeds = sum(len(by_seed(told_rows(found.get(measure.name, []), machine.name))) for measure, machine in plan.cells())
    return (f"{seeds:,} of {len(plan.cells()) * len(plan.seeds):,} runs are there, of {len(plan.machines)} machines on "
            f"{len(plan.measures)} measures.")


def machines(results):
    """The programs and processors of the results."""
    found = {}
    for name, rows in kept(results, read_plan(PLAN)).items():
        for row in rows:
            found.setdefault((row["cpu"], row["commit"]), {}).setdefault(row["role"], set()).add(
                (name, row["machine"], row["rate"], row["seed"]))
    rows = [[cpu, f"`{commit[:12]}`", *(f"{len(runs.get(role, [])):,}" for role in ("seed", "rate"))]
            for (cpu, commit), runs in sorted(found.items())]
    return table(["processor", "commit", "runs", "shorter ones for the rate"], rows, words=2) if rows else "None yet."


TABLES = {"map-measures": all_measured, "map-overview": overview, "map-count": count, "map-machines": machines}
