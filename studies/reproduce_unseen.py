#!/usr/bin/python3
"""Trains every preset that claims to learn with seeds on which no choice was based, and keeps how many runs solve it.

    reproduce_unseen.py [--presets NAME...] [--plan FILE] [--budget MINUTES] [--jobs N]

studies/unseen.toml sets the seeds, and what a run must reach on its held-out episodes to count as solved. The
runs go to OUT/NAME/seed-N, side by side on one thread each. RESULTS/NAME.csv gets a row a seed as runs end; a further
call trains the seeds without a row. Rows of a preset that has changed since are refused: remove its files to train it
again. The table of RESULTS/README.md (studies/told/unseen_tables.py) is rewritten. Results are kept only of a program
built from a clean tree, so that the commit identifies it. Exit status: 0 done, 2 bad usage or input.
"""
import dataclasses
import re
import sys

import scripts_path  # noqa: F401
from kept_answers import write_page
from plans import chosen, keep_rows, parser_of, read_plan, train_and_ask
from tapehead.runs.errors import InputError
from tapehead.runs.files import make_directory
from tapehead.runs.records import read_json, read_text
from tapehead.runs.usage import program_at
from told.unseen_tables import COLUMNS, kept_rows

SEED = re.compile(r"(?m)^seed = .*\n")  # all that two runs of one preset differ in


def row_of(preset, seed, run):
    result, manifest = read_json(run / "result.json"), read_json(run / "manifest.json")
    metric, bound = preset.claim
    if result["status"] != "diverged" and metric not in result:
        raise InputError(f"{preset.name}: claim: got {metric}; {run} has {', '.join(result)}")
    return {"preset": preset.name, "seed": seed, "status": result["status"], "sequences": result["sequences"],
            "restarts": result.get("restarts", ""), "seconds": round(result["seconds"], 1), "metric": metric,
            "bound": bound, "value": f"{float(result[metric]):.6g}" if metric in result else "",
            "commit": manifest["commit"], "cpu": manifest["cpu"]}


def keep(preset, earlier, options):
    """Writes the rows of the runs that have ended beside those kept earlier; returns their number."""
    ended = [(seed, run) for seed, run in zip(preset.seeds, preset.runs(options.out)) if (run / "result.json").exists()]
    if not ended:
        return len(earlier)
    kept = options.results / f"{preset.name}.ini"
    other = [run for _, run in ended if earlier
             and SEED.sub("", read_text(kept)) != SEED.sub("", read_text(run / "config.ini"))]
    if other:
        raise InputError(f"{kept}: is of other options than {other[0]}; remove it and its .csv to train all anew")
    rows = {int(row["seed"]): row for row in earlier} | {seed: row_of(preset, seed, run) for seed, run in ended}
    first = dataclasses.replace(preset, seeds=[ended[0][0]])
    keep_rows(first, COLUMNS, [rows[seed] for seed in sorted(rows)], options)
    return len(rows)


def reproduce(options):
    program, plan = program_at(options.program), read_plan(options.plan)
    presets = chosen(plan, options.presets, options.plan)
    if options.results.name != "unseen":
        raise InputError(f"--results: got {options.results}; a directory called unseen is needed, for its table")
    make_directory(options.results)
    earlier = {preset.name: kept_rows(options.results.parent, preset.name) for preset in presets}
    done = {name: {int(row["seed"]) for row in rows} for name, rows in earlier.items()}
    train_and_ask(program, [dataclasses.replace(preset, seeds=[seed for seed in preset.seeds
                                                               if seed not in done[preset.name]])
                            for preset in presets], options)
    counts = [f"{preset.name} {keep(preset, earlier[preset.name], options)} of {len(preset.seeds)}"
              for preset in presets]
    write_page(options.results)
    print(f"runs kept in {options.results}: {', '.join(counts)}")


def main(arguments):
    return parser_of("reproduce_unseen.py", __doc__, "unseen").run(reproduce, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
