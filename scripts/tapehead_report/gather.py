"""The runs of a report: all that is found, also what compare.py would refuse or leave out."""
import os

import pandas

from tapehead_runs.errors import InputError, note
from tapehead_runs.groups import identify
from tapehead_runs.runs import METRICS, Run, find_runs, read_config, read_result
from tapehead_stats import outcome


def read_runs(paths):
    """(the runs at or below the paths, {path of a run: the run that stands for it}). Of runs that have the same options
    and seed, as those of several sweeps may, one stands for all: the first that has ended, or the first."""
    chosen, alike = {}, {}
    for path in find_all(paths):
        run = outcome.read_begun(path) if outcome.has_begun(path) else not_begun(path)
        key = (frozenset(identify(run).items()), run.seed)
        alike.setdefault(key, []).append(path)
        if key not in chosen or run.result and not chosen[key].result:
            chosen[key] = run
    for key, run in chosen.items():
        for path in alike[key]:
            if path != run.path:
                note(f"{path}: has the options and the seed of another run, which stands for both")
    return list(chosen.values()), {path: run for key, run in chosen.items() for path in alike[key]}


def find_all(paths):
    """The run directories. One of several paths may have none: a folder of results also has pages about them."""
    found, empty = [], None
    for path in paths:
        try:
            runs = find_runs([path], "config.ini")
        except InputError as error:
            if not os.path.exists(path):
                raise
            empty = empty or error
            note(f"{path}: has no runs")
            continue
        known = {run.resolve() for run in found}
        found += [run for run in runs if run.resolve() not in known]
    if not found:
        raise empty
    return found


def not_begun(path):
    note(f"{path}: has no validation yet")
    return Run(path, read_config(path / "config.ini"), read_result(path / "result.json"),
               pandas.DataFrame(columns=METRICS))


def has_begun(run):
    """Whether there is anything to compare."""
    return not run.table.empty or run.status == "diverged"


def run_names(runs, groups):
    """What each run is called: its group and its seed, of several tasks also that."""
    tasks = {group.identity["task"] for group in groups}
    names = {}
    for group in groups:
        task = group.identity["task"]
        called = f"{task}: {group.label}" if group.label and len(tasks) > 1 else group.label or task
        names |= {run.path: f"{called}, seed {run.seed}" for run in group.runs}
    return [names[run.path] for run in runs]


def short_paths(runs):
    """Each run's path below the folder that holds them all; of seeds side by side with that."""
    paths = [os.path.abspath(run.path) for run in runs]
    root = os.path.commonpath(paths)
    if root in paths:  # a single run
        root = os.path.dirname(root)
    if all(os.path.dirname(path) == root for path in paths):
        root = os.path.dirname(root)
    return [os.path.relpath(path, root) for path in paths]
