#!/usr/bin/python3
"""Trains models that read a source and say an answer, with many seeds, and keeps how well they answer.

    reproduce_sequences.py [--presets NAME...] [--plan FILE] [--budget MINUTES] [--jobs N]

studies/sequences.toml says what is trained: a table a line of the comparison, which begins from a preset and may change
it. The runs go to OUT/NAME/seed-N, side by side on one thread each; a further call goes on where this one ended. For
each of which all runs are at their end RESULTS gets NAME.csv, a row a seed, question and metric; NAME.ini, the options
of its first seed; and where the plan names a picture NAME-PICTURE.png, where the first seed looked as it answered. The
tables of RESULTS/README.md (studies/told) are written anew. Results are kept only of a program built from a clean tree,
whose commit says all of it. Exit status: 0 done, 2 bad usage or input.
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
