"""Tables of docs/results/looking from files NAME.csv, one row per seed, question and metric
(studies/reproduce_looking.py)."""
from . import guesses, sequence_tables, states
from .task_tables import read_planned

OF_RUNS = [("gradient_variance", "variance of the gradient")]
COLUMNS = [*sequence_tables.COLUMNS, "gradient_variance", "sequences_per_second"]


def read(results, name):
    return read_planned(results, "looking", name, COLUMNS)


def comparison(results, metrics, *names):
    """As sequence_tables.comparison, for optional metrics such as `error,pointing`."""
    return sequence_tables.medians({name: read(results, name) for name in names}, metrics,
                                   states.read("looking", results), OF_RUNS,
                                   guesses.rows(results, "looking", names, metrics.split(",")))


def machines(results, *names):
    return sequence_tables.machines_of({name: read(results, name) for name in names})


TABLES = {"looking": comparison, "looking-machines": machines}
