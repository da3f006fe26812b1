#!/usr/bin/python3
"""Trains memories of very many slots, one-shot classification and the first lessons of the graph tasks, with many
seeds, and keeps what they come to.

    reproduce_memories.py [--presets NAME...] [--plan FILE] [--texts DIR] [--budget MINUTES] [--jobs N]

studies/memories.toml says what is trained: a table a line, which begins from a preset and may change it; what needs a
file that the project does not have (Omniglot's) is left out where --texts does not say where that is. The runs go to
OUT/NAME/seed-N, side by side on one thread each; a further call goes on where this one ended. For each of which all
runs are at their end RESULTS gets NAME.csv, a row a seed, question and metric, and NAME.ini, the options of its first
seed. The tables of RESULTS/README.md (studies/told) are written anew. Results are kept only of a program built from a
clean tree, whose commit says all of it. Exit status: 0 done, 2 bad usage or input.
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
