#!/usr/bin/python3
"""Trains models that read a source and say an answer with many seeds, and keeps the results.

    reproduce_sequences.py [--presets NAME...] [--plan FILE] [--budget MINUTES] [--jobs N]

studies/sequences.toml is the plan: one table per line of the comparison, a preset and what is changed of it. The runs
go to OUT/NAME/seed-N, side by side on one thread each; a further call resumes. Once all runs of a line are finished,
RESULTS gets NAME.csv, one row per seed, question and metric; NAME.ini, the options of its first seed; and, if the plan
names a picture, NAME-PICTURE.png, where the first seed looked as it answered. The tables of RESULTS/README.md
(studies/told) are rewritten. Results are kept only of a program built from a clean tree, so that the commit identifies
it. Exit status: 0 done, 2 bad usage or input.
"""
import sys

import scripts_path  # noqa: F401
from kept_answers import reproduce
from plans import parser_of
from told.sequence_tables import COLUMNS


def main(arguments):
    return parser_of("reproduce_sequences.py", __doc__, "sequences").run(reproduce("sequences", COLUMNS), arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
