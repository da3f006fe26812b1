#!/usr/bin/python3
"""Compares groups of runs: what each came to, and which differences are more than chance.

    compare.py RUN... [--out DIR]                 runs of one task
    compare.py RUN... --by-task [--out DIR]       runs of several tasks, each by itself, then all together

A RUN is a run directory, or a directory with runs somewhere below it (seed-1, seed-2 ...). Runs whose config.ini
differs only in the seed are a group, called by what sets it apart. docs/comparing.md says what each number means.

The tables go to standard output. --out makes DIR with comparison.md, groups.csv, pairs.csv, grid.csv, runs.csv and the
pictures (.png and .svg): learning-curves-TASK, solved-TASK, METRIC-against-OPTION-TASK, heat-map; for several tasks
also profile.csv, improvement.csv and performance-profile. The same runs give the same bytes. Exit status: 0 done, 2 bad
usage or input; then nothing was written.
"""
import argparse
import pathlib
import sys

sys.dont_write_bytecode = True

from tapehead_runs import interpreter

if __name__ == "__main__":
    interpreter.need("numpy", "pandas", "matplotlib", "scipy")

from tapehead_plots import comparison_pictures
from tapehead_runs.errors import InputError
from tapehead_runs.files import write_whole
from tapehead_runs.usage import Parser, cost
from tapehead_stats import across_tables, comparison, tables
from tapehead_stats.across import across
from tapehead_stats.outcome import COSTS


def parse(arguments):
    parser = Parser(prog="compare.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                    allow_abbrev=False)
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run directory, or one with runs below it")
    parser.add_argument("--out", metavar="DIR", help="where tables and pictures are written")
    parser.add_argument("--solved", metavar="COST", type=cost,
                        help="a run is solved at its first validation at or below this cost; default: as the runs "
                             "themselves judged it, by train.stop-below")
    parser.add_argument("--metric", choices=COSTS,
                        help="the cost; default: over_oracle where the task has an oracle, else bits")
    parser.add_argument("--grid-metric", metavar="METRIC", help="of the generalisation grid; default: the cost's")
    parser.add_argument("--by-task", action="store_true", help="takes runs of several tasks")
    parser.add_argument("--format", choices=["text", "markdown", "csv"], default="text",
                        help="of standard output; csv: the table of groups alone")
    return parser.parse_args(arguments)


def printed(comparisons, together, form):
    if form == "csv":
        return tables.csv_tables(comparisons)["groups.csv"]
    found = [table for one in comparisons for table in tables.tables(one)]
    found += across_tables.tables(together) if together else []
    return tables.as_markdown(found) if form == "markdown" else tables.as_text(found)


def write(out, comparisons, together):
    """All is made before anything is written."""
    texts = tables.csv_tables(comparisons) | (across_tables.csv_tables(together) if together else {})
    files = {name: text.encode() for name, text in texts.items()}
    pictures = comparison_pictures.draw(comparisons, together)
    files.update(pictures)
    shown = [f"![{name[:-4].replace('-', ' ')}]({name})\n" for name in pictures if name.endswith(".png")]
    text = printed(comparisons, together, "markdown")
    files["comparison.md"] = "\n".join([f"# Comparison\n\n{text}", *shown]).encode()
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--out: '{out}' cannot be made ({error.strerror}); choose another place") from None
    for name, data in files.items():
        write_whole(out / name, data)
    print(f"wrote {len(files)} files to {out}", file=sys.stderr)


def main(arguments):
    options = parse(arguments)
    try:
        comparisons = comparison.compare(options.runs, options.solved, options.metric, options.grid_metric,
                                         options.by_task)
        together = across(comparisons, tables.name)
        text = printed(comparisons, together, options.format)
        if options.out:
            write(pathlib.Path(options.out), comparisons, together)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
