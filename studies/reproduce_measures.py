#!/usr/bin/python3
"""Trains the presets for the field's measures with seeds on which no choice was based, scores them at lengths beyond
their training, and keeps the scores.

    reproduce_measures.py [--presets NAME...] [--plan FILE] [--budget MINUTES] [--jobs N]

studies/measures.toml sets the seeds and the evaluations; the last has the score, one before it asks a single length far
beyond. The runs go to OUT/NAME/seed-N, side by side on one thread each. At the end of the call, or of its budget,
RESULTS/NAME.csv gets a row for each run that has ended; a further call trains the seeds without a row. Rows of a preset
that has changed since are refused: remove its files to train it again. The table of RESULTS/README.md
(studies/told/measures_tables.py) is rewritten. Results are kept only of a program built from a clean tree, so that the
commit identifies it. Exit status: 0 done, 2 bad usage or input.
"""
import sys

import scripts_path  # noqa: F401
from kept_seeds import of_run, reproduce
from plans import parser_of, read_rows
from tapehead.runs.errors import InputError
from tapehead.runs.numbers import is_whole
from told.measures_tables import COLUMNS, in_range


def length_of(asked):
    return asked.options().get("--task.length", "")


def refuse(preset):
    """InputError where a question before the last is of anything but one length."""
    for asked in preset.asked[:-1]:
        if not is_whole(length_of(asked)):
            raise InputError(f"{preset.name}: asked: got {' '.join(asked.words)}; a question before the last asks a "
                             "single task.length")


def far_of(asked, run):
    """The columns of the question about one length far beyond."""
    measured = {one["metric"]: float(one["value"]) for one in read_rows(asked.table(run))}
    return {"far_length": length_of(asked), "far_score": f"{100 - measured['error']:.6g}",
            "far_perfect": round(measured["perfect"]), "far_episodes": asked.episodes}


def row_of(preset, seed, run):
    row, result = of_run(preset, seed, run)
    row |= dict.fromkeys(set(COLUMNS) - set(row), "")
    if result["status"] == "diverged":
        return row
    *far, asked = preset.asked
    for question in far:
        row |= far_of(question, run)
    rows = read_rows(asked.table(run))
    measured = {one["metric"]: one["value"] for one in rows if one["metric"] in ("score", "perfect_lengths")}
    if "score" not in measured:
        raise InputError(f"{preset.name}: got no score of {run}; several lengths from 41 to 500 are needed in asked")
    return row | {"score": f"{float(measured['score']):.6g}", "perfect_lengths": round(float(
        measured["perfect_lengths"])), "lengths": sum(in_range(one) for one in rows), "episodes": asked.episodes}


def main(arguments):
    parser = parser_of("reproduce_measures.py", __doc__, "measures")
    return parser.run(reproduce("measures", COLUMNS, row_of, refuse), arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
