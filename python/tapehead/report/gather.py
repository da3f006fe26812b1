"""The runs of a report: every run found, including those that compare.py would refuse or leave out.

A run that was deleted, is half written or is of another version loses only its unreadable part, with a note that names
it; the other runs are unaffected."""
import os

import pandas

from tapehead.runs.errors import InputError, note
from tapehead.runs.groups import identify
from tapehead.runs.runs import COLUMNS, METRICS, NUMBERS, Run, find_runs, read_config, read_result, read_run
from tapehead.runs.tables import read_table
from tapehead.stats import outcome


def read_runs(paths):
    """(the runs at or below the paths, {path of a run: the run that represents it}, the paths of runs that cannot be
    compared). Runs with the same options and seed, as several sweeps may have, are represented by one: the first
    finished one, else the first."""
    chosen, alike, unfit, refusals = {}, {}, set(), []
    for path in find_all(paths):
        run, damage = read_what_can_be(path)
        if run is None:
            refusals.append(damage[0])
            continue
        key = (frozenset(identify(run).items()), run.seed)
        alike.setdefault(key, []).append(path)
        unfit |= {path} if damage else set()
        if key not in chosen or run.result and not chosen[key].result:
            chosen[key] = run
    if not chosen:
        raise refusals[0]
    for refusal in refusals:
        note(f"{refusal}", f"A run was left out: {refusal}")
    for key, run in chosen.items():
        for path in alike[key]:
            if path != run.path:
                note(f"{path}: has the options and the seed of another run, which stands for both")
    return list(chosen.values()), {path: run for key, run in chosen.items() for path in alike[key]}, unfit


def find_all(paths):
    """The run directories. One of several paths may have none or be gone: a folder of results also has pages about
    them."""
    found, empty = [], None
    for path in paths:
        try:
            runs = find_runs([path], "config.ini")
        except InputError as error:
            empty = empty or error
            note(f"{path}: {'has no runs' if os.path.exists(path) else 'is not there'}")
            continue
        known = {run.resolve() for run in found}
        found += [run for run in runs if run.resolve() not in known]
    if not found:
        raise empty
    return found


def read_what_can_be(path):
    """(the run without its damaged parts, the damages, which are noted); None if nothing identifies the run."""
    damages = []

    def part(read, otherwise):
        try:
            return read()
        except InputError as error:
            damages.append(error)
            return otherwise
    config = part(lambda: read_config(path / "config.ini"), None)
    if config is None:
        return None, damages
    result = part(lambda: read_result(path / "result.json"), {})
    nothing = pandas.DataFrame(columns=METRICS)
    if not damages and not outcome.has_begun(path):
        note(f"{path}: has no validation yet")
        return Run(path, config, result, nothing), damages
    metrics = "metrics.csv"
    table = part(lambda: read_table(path / metrics, COLUMNS[metrics], NUMBERS[metrics]), nothing)
    run = Run(path, config, result, table)
    if not damages:
        part(lambda: comparable(run), None)
    for damage in damages:
        note(f"{damage}; the run is shown without it, and is not compared",
             f"{path}: is not compared, for a part of it cannot be read: {damage}")
    return run, damages


def comparable(run):
    """Raises InputError if a comparison would refuse the run."""
    if run.table.empty and run.status != "diverged":
        raise InputError(f"{run.path / 'metrics.csv'}: the run ended before its first validation")
    metric = outcome.choose_metric([run], None)
    outcome.outcome(run, metric, None)
    if (run.path / "eval.csv").exists():
        read_run(run.path, "eval.csv", may_be_empty=True)


def or_note(what, make, *given):
    """make(*given); None and a note if that fails."""
    try:
        return make(*given)
    except InputError as error:
        note(f"{error}; {what}", f"{what[:1].upper()}{what[1:]}: {error}")
        return None


def has_begun(run):
    """Whether there is anything to compare."""
    return not run.table.empty or run.status == "diverged"


def run_names(runs, groups):
    """Each run's name: its group and seed, with several tasks also the task."""
    tasks = {group.identity["task"] for group in groups}
    names = {}
    for group in groups:
        task = group.identity["task"]
        called = f"{task}: {group.label}" if group.label and len(tasks) > 1 else group.label or task
        names |= {run.path: f"{called}, seed {run.seed}" for run in group.runs}
    return [names[run.path] for run in runs]


def short_paths(runs):
    """Each run's path below the common folder; seeds side by side keep the folder's name."""
    paths = [os.path.abspath(run.path) for run in runs]
    root = os.path.commonpath(paths)
    if root in paths:  # a single run
        root = os.path.dirname(root)
    if all(os.path.dirname(path) == root for path in paths):
        root = os.path.dirname(root)
    return [os.path.relpath(path, root) for path in paths]
