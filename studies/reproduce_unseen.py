#!/usr/bin/python3
"""Trains every preset that claims to learn with seeds on which no choice was based, and keeps how many runs solve it.

    reproduce_unseen.py [--presets NAME...] [--plan FILE] [--budget MINUTES] [--jobs N]

studies/unseen.toml sets the seeds, and what a run must reach on its held-out episodes to count as solved. The
runs go to OUT/NAME/seed-N, side by side on one thread each. At the end of the call, or of its budget, RESULTS/NAME.csv
gets a row for each run that has ended; a further call trains the seeds without a row. Rows of a preset that has changed
since are refused: remove its files to train it again. The table of RESULTS/README.md (studies/told/unseen_tables.py) is
rewritten. Results are kept only of a program built from a clean tree, so that the commit identifies it. Exit status: 0
done, 2 bad usage or input.
"""
import sys

import scripts_path  # noqa: F401
from kept_seeds import of_run, reproduce
from plans import parser_of
from tapehead.runs.errors import InputError
from told.unseen_tables import COLUMNS


def row_of(preset, seed, run):
    row, result = of_run(preset, seed, run)
    metric, bound = preset.claim
    if result["status"] != "diverged" and metric not in result:
        raise InputError(f"{preset.name}: claim: got {metric}; {run} has {', '.join(result)}")
    return row | {"metric": metric, "bound": bound,
                  "value": f"{float(result[metric]):.6g}" if metric in result else ""}


def main(arguments):
    return parser_of("reproduce_unseen.py", __doc__, "unseen").run(reproduce("unseen", COLUMNS, row_of), arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
