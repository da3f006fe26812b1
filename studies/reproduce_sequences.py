#!/usr/bin/python3
"""Trains models that read a source and say an answer, with many seeds, and keeps how well they answer.

    reproduce_sequences.py [--presets NAME...] [--plan FILE] [--budget MINUTES] [--jobs N]

studies/sequences.toml says what is trained: a table a line of the comparison, which begins from a preset and may change
it. The runs go to OUT/NAME/seed-N, side by side on one thread each; a further call goes on where this one ended. For each
of which all runs are at their end RESULTS gets NAME.csv, a row a seed, question and metric; NAME.ini, the options of its
first seed; and where the plan names an episode NAME-alignment.png, where the first seed looked as it answered. The tables
of RESULTS/README.md (studies/told) are written anew. Results are kept only of a program built from a clean tree, whose
commit says all of it. Exit status: 0 done, 2 bad usage or input.
"""
import pathlib
import sys
import tempfile

import scripts_path  # noqa: F401
from plans import at_their_end, chosen, keep_rows, parser_of, read_plan, read_rows, said_well, train_and_ask
from tapehead_runs.errors import InputError
from tapehead_runs.files import make_directory, write_whole
from tapehead_runs.records import read_json, read_text
from tapehead_runs.usage import ROOT, program_at
from told.marks import filled
from told.sequence_tables import COLUMNS
from told.tables import make


def rows_of(preset, seed, run):
    """A row a question and metric; of a run that diverged one without either."""
    result, manifest = read_json(run / "result.json"), read_json(run / "manifest.json")
    said = {"name": preset.name, "preset": preset.begins, "seed": seed, "status": result["status"],
            "sequences": result["sequences"], "seconds": round(result["seconds"], 1),
            "parameters": manifest["parameters"], "commit": manifest["commit"], "cpu": manifest["cpu"]}
    if result["status"] == "diverged":
        return [dict.fromkeys(COLUMNS, "") | said]
    return [said | {"setting": row["setting"], "episodes": row["episodes"], "metric": row["metric"],
                    "value": f"{float(row['value']):.6g}"}
            for asked in preset.asked for row in read_rows(asked.table(run))]


def draw_alignment(program, preset, run, results):
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "episode.h5"
        said_well([program, "trace", run, *preset.episode, "--out", trace], f"{preset.name}: cannot be traced")
        said_well([ROOT / "scripts/plot.py", "alignment", trace, "--out", results / f"{preset.name}-alignment.png"],
                  f"{preset.name}: cannot be drawn")


def keep(program, presets, options):
    """What is at its end; gives how many are."""
    kept = at_their_end(presets, options)
    for preset in kept:
        runs = preset.runs(options.out)
        keep_rows(preset, COLUMNS, [row for seed, run in zip(preset.seeds, runs) for row in rows_of(preset, seed, run)],
                  options)
        if preset.episode and not options.no_pictures:
            draw_alignment(program, preset, runs[0], options.results)
    return len(kept)


def write_page(results):
    page = results / "README.md"
    if page.exists():
        write_whole(page, filled(read_text(page), page,
                                 lambda name, arguments: make(name, arguments, results.parent)).encode())


def reproduce(options):
    program, plan = program_at(options.program), read_plan(options.plan)
    presets = chosen(plan, options.presets, options.plan)
    if options.results.name != "sequences":
        raise InputError(f"--results: got {options.results}; a directory called sequences is needed, for its tables")
    make_directory(options.results)
    train_and_ask(program, presets, options)
    kept = keep(program, presets, options)
    write_page(options.results)
    print(f"{kept} of {len(presets)} lines are done: {options.results}")


def main(arguments):
    return parser_of("reproduce_sequences.py", __doc__, "sequences").run(reproduce, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
