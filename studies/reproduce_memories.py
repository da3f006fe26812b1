#!/usr/bin/python3
"""Trains memories of very many slots, one-shot classification and the first lessons of the graph tasks with many seeds,
and keeps the results.

    reproduce_memories.py [--presets NAME...] [--plan FILE] [--texts DIR] [--budget MINUTES] [--jobs N]

studies/memories.toml is the plan: one table per line, a preset and what is changed of it. A line that needs a file the
project does not have (Omniglot's) is left out unless --texts says where that file is. The runs go to OUT/NAME/seed-N,
side by side on one thread each; a further call resumes. Once all runs of a line are finished, RESULTS gets NAME.csv,
one row per seed, question and metric, and NAME.ini, the options of its first seed. The tables of RESULTS/README.md
(studies/told) are rewritten. Results are kept only of a program built from a clean tree, so that the commit identifies
it. Exit status: 0 done, 2 bad usage or input.
"""
import sys

import scripts_path  # noqa: F401
from kept_answers import reproduce
from plans import parser_of
from told.memory_tables import COLUMNS


def main(arguments):
    return parser_of("reproduce_memories.py", __doc__, "memories").run(reproduce("memories", COLUMNS), arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
