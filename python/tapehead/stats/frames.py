"""Runs as data frames for notebooks: groups, costs and names are those of compare.py."""
import pandas

from tapehead.runs.groups import pool_by_seed, split_by_task
from tapehead.runs.runs import EVAL

from . import comparison, outcome, tables


def read(paths, solved=None, metric=None):
    """(runs: one row each, as in compare.py's runs.csv; curves: their metrics.csv; evaluations: their eval.csv). All
    have the columns `group` and `run`, the directory."""
    found = pool_by_seed(outcome.read_runs(paths), ("task",))
    described = [comparison.describe(task, members, solved, metric) for task, members in split_by_task(found)]
    runs = pandas.DataFrame([record for one in described for record in tables.run_records(one)])
    return runs, below_one_another(found), below_one_another(group for one in described for group in one.evaluated)


def below_one_another(groups):
    """The tables of all runs of the groups, concatenated."""
    found = [run.table.assign(group=tables.name(group), run=str(run.path)) for group in groups for run in group.runs]
    return pandas.concat(found, ignore_index=True) if found else pandas.DataFrame(columns=[*EVAL, "group", "run"])
