#!/usr/bin/python3
"""Trains models with soft and hard attention to pictures with many seeds, and keeps their results and where they look.

    reproduce_looking.py [--presets NAME...] [--plan FILE] [--budget MINUTES] [--jobs N]

studies/looking.toml is the plan: one table per line of the comparison, a preset and what is changed of it. The runs go
to OUT/NAME/seed-N, side by side on one thread each; a further call resumes. Once all runs of a line are finished,
RESULTS gets NAME.csv, one row per seed, question and metric, with the gradient's variance and the run's speed;
NAME.ini, the options of its first seed; and, if the plan names a picture, NAME-PICTURE.png, where that seed looked. The
tables of RESULTS/README.md (studies/told) are rewritten. Results are kept only of a program built from a clean tree, so
that the commit identifies it. Exit status: 0 done, 2 bad usage or input.
"""
import statistics
import sys

import scripts_path  # noqa: F401
from kept_answers import reproduce
from plans import parser_of, read_rows
from told.looking_tables import COLUMNS


def of_run(preset, run, result):
    """The median over training of the gradient's variance per sequence, if measured, and the training speed."""
    varied = [float(row["value"]) for row in read_rows(run / "metrics.csv")
              if (row["split"], row["metric"]) == ("train", "gradient_variance")]
    return {"gradient_variance": f"{statistics.median(varied):.6g}" if varied else "",
            "sequences_per_second": f"{result['sequences'] / result['seconds']:.6g}" if result["seconds"] else ""}


def main(arguments):
    return parser_of("reproduce_looking.py", __doc__, "looking").run(reproduce("looking", COLUMNS, of_run), arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
