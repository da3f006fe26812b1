"""Shared parts of studies of seeds on which no choice was based: a row a seed."""
import contextlib
import dataclasses
import fcntl
import os
import re

import scripts_path  # noqa: F401
from kept_answers import write_page
from plans import chosen, keep_rows, program_for_results, read_plan, train_and_ask
from tapehead.runs.errors import InputError, say
from tapehead.runs.files import make_directory
from tapehead.runs.records import read_json, read_text
from told.task_tables import kept_so_far

SEED = re.compile(r"(?m)^seed = .*\n")  # all that two runs of one preset differ in


def ended(preset, run):
    """Whether a run is at its end and was asked all that the plan asks; a diverged one cannot be asked."""
    result = run / "result.json"
    return result.exists() and (read_json(result)["status"] == "diverged"
                                or all(asked.table(run).exists() for asked in preset.asked))


@contextlib.contextmanager
def alone(folder):
    """Within it no other such call reads or writes that folder's rows."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def keep(preset, earlier, columns, row_of, options):
    """Writes the rows of the runs that have ended beside those kept earlier; returns their number."""
    there = [(seed, run) for seed, run in zip(preset.seeds, preset.runs(options.out)) if ended(preset, run)]
    if not there:
        return len(earlier)
    kept = options.results / f"{preset.name}.ini"
    other = [run for _, run in there if earlier
             and SEED.sub("", read_text(kept)) != SEED.sub("", read_text(run / "config.ini"))]
    if other:
        raise InputError(f"{kept}: is of other options than {other[0]}; remove it and its .csv to train all anew")
    rows = {int(row["seed"]): row for row in earlier} | {seed: row_of(preset, seed, run) for seed, run in there}
    first = dataclasses.replace(preset, seeds=[there[0][0]])
    keep_rows(first, columns, [rows[seed] for seed in sorted(rows)], options)
    return len(rows)


def reproduce(study, columns, row_of, refuse=lambda preset: None):
    """The work of a study's program, given its options (plans.parser_of); row_of(preset, seed, run) is a run's row,
    refuse(preset) raises InputError, before anything is trained, where there could be none."""
    def run(options):
        program, plan = program_for_results(options), read_plan(options.plan)
        presets = chosen(plan, options.presets, options.plan)
        for preset in presets:
            refuse(preset)
        if options.results.name != study:
            raise InputError(f"--results: got {options.results}; a directory called {study} is needed, for its table")
        make_directory(options.results)

        def kept(preset):
            return kept_so_far(options.results.parent, study, preset.name, columns)

        done = {preset.name: {int(row["seed"]) for row in kept(preset)} for preset in presets}
        train_and_ask(program, [dataclasses.replace(preset, seeds=[seed for seed in preset.seeds
                                                                   if seed not in done[preset.name]])
                                for preset in presets], options)
        with alone(options.results):  # another call may have kept other seeds meanwhile
            counts = [f"{preset.name} {keep(preset, kept(preset), columns, row_of, options)} of {len(preset.seeds)}"
                      for preset in presets]
            write_page(options.results)
        say(f"runs kept in {options.results}: {', '.join(counts)}\n")
    return run


def of_run(preset, seed, run):
    """What the row of every such study begins with, and the run's result."""
    result, manifest = read_json(run / "result.json"), read_json(run / "manifest.json")
    return {"preset": preset.name, "seed": seed, "status": result["status"], "sequences": result["sequences"],
            "restarts": result.get("restarts", ""), "seconds": round(result["seconds"], 1),
            "commit": manifest["commit"], "cpu": manifest["cpu"]}, result
