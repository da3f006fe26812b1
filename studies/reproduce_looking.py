#!/usr/bin/python3
"""Trains models that look at pictures, hard and soft, with many seeds, and keeps how well they do and where they look.

    reproduce_looking.py [--presets NAME...] [--plan FILE] [--budget MINUTES] [--jobs N]

studies/looking.toml says what is trained: a table a line of the comparison, which begins from a preset and may change
it. The runs go to OUT/NAME/seed-N, side by side on one thread each; a further call goes on where this one ended. For
each of which all runs are at their end RESULTS gets NAME.csv, a row a seed, question and metric, with what the gradient
varied by and how fast the run was; NAME.ini, the options of its first seed; and where the plan names a picture
NAME-PICTURE.png, where that seed looked. The tables of RESULTS/README.md (studies/told) are written anew. Results are
kept only of a program built from a clean tree, whose commit says all of it. Exit status: 0 done, 2 bad usage or input.
"""
import statistics
import sys

import scripts_path  # noqa: F401
from kept_answers import reproduce
from plans import parser_of, read_rows
from told.looking_tables import COLUMNS


def of_run(run, result):
    """The median over training of the gradient's variance per sequence, if measured, and the training speed."""
    varied = [float(row["value"]) for row in read_rows(run / "metrics.csv")
              if (row["split"], row["metric"]) == ("train", "gradient_variance")]
    return {"gradient_variance": f"{statistics.median(varied):.6g}" if varied else "",
            "sequences_per_second": f"{result['sequences'] / result['seconds']:.6g}" if result["seconds"] else ""}


def main(arguments):
    return parser_of("reproduce_looking.py", __doc__, "looking").run(reproduce("looking", COLUMNS, of_run), arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
