"""Shared parts of studies of answers: the seeds of a plan, their evaluations, a picture of the attention, and the
page."""
import pathlib
import tempfile

import scripts_path  # noqa: F401
from plans import (
    at_their_end, chosen, keep_rows, program_for_results, read_plan, read_rows, said_well, train_and_ask, with_texts)
from tapehead.runs.errors import InputError, say
from tapehead.runs.files import make_directory, write_whole
from tapehead.runs.records import read_json, read_text
from tapehead.runs.usage import ROOT
from told.marks import filled
from told.tables import make


def rows_of(preset, seed, run, columns, of_run):
    """One row per question and metric; a single row without either for a diverged run. `of_run(preset, run, its
    result)` returns the values of further columns about the whole run."""
    result, manifest = read_json(run / "result.json"), read_json(run / "manifest.json")
    said = dict.fromkeys(columns, "") | {
        "name": preset.name, "preset": preset.begins, "seed": seed, "status": result["status"],
        "sequences": result["sequences"], "seconds": round(result["seconds"], 1), "parameters": manifest["parameters"],
        "commit": manifest["commit"], "cpu": manifest["cpu"]} | of_run(preset, run, result)
    if result["status"] == "diverged":
        return [said]
    return [said | {"setting": row["setting"], "episodes": row["episodes"], "metric": row["metric"],
                    "value": f"{float(row['value']):.6g}"}
            for asked in preset.asked for row in read_rows(asked.table(run))]


def draw(program, preset, figure, run, results):
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "episode.h5"
        said_well([program, "trace", run, *preset.episode, "--out", trace], f"{preset.name}: cannot be traced")
        said_well([ROOT / "scripts/plot.py", figure, trace, "--out", results / f"{preset.name}-{figure}.png"],
                  f"{preset.name}: cannot be drawn")


def keep(program, presets, options, columns, of_run):
    """Keeps the presets whose runs are all finished; returns their number."""
    kept = at_their_end(presets, options)
    for preset in kept:
        runs = preset.runs(options.out)
        rows = [row for seed, run in zip(preset.seeds, runs) for row in rows_of(preset, seed, run, columns, of_run)]
        keep_rows(preset, columns, rows, options)
        if preset.picture and not options.no_pictures:
            draw(program, preset, preset.picture, runs[0], options.results)
    return len(kept)


def write_page(results):
    page = results / "README.md"
    if page.exists():
        write_whole(page, filled(read_text(page), page,
                                 lambda name, arguments: make(name, arguments, results.parent)).encode())


def reproduce(study, columns, of_run=lambda preset, run, result: {}):
    """The work of a study's program, given its options (plans.parser_of)."""
    def run(options):
        program, plan = program_for_results(options), read_plan(options.plan)
        presets = with_texts(chosen(plan, options.presets, options.plan), options.texts)
        if options.results.name != study:
            raise InputError(f"--results: got {options.results}; a directory called {study} is needed, for its tables")
        make_directory(options.results)
        train_and_ask(program, presets, options)
        kept = keep(program, presets, options, columns, of_run)
        write_page(options.results)
        say(f"{kept} of {len(presets)} lines are done: {options.results}\n")
    return run
