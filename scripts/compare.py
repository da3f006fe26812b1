#!/usr/bin/python3
"""Compares groups of runs: what each came to, and which differences are more than chance.

    compare.py RUN... [--out DIR]                 runs of one task
    compare.py RUN... --by-task [--out DIR]       runs of several tasks, each by itself, then all together
    compare.py RUN... --out FIGURE.pdf --figure learning-curves --width 3.3in --no-title       for a paper

A RUN is a run directory, or a directory with runs somewhere below it (seed-1, seed-2 ...). Runs whose config.ini
differs only in the seed are a group, called by what sets it apart. Beside the cost stand error and pointing, of runs
that have them. docs/comparing.md says what each number means.

The tables go to standard output. --out DIR makes a directory with comparison.md, groups.csv, pairs.csv, grid.csv,
runs.csv and the pictures (.png, .svg and .pdf): learning-curves-TASK, solved-TASK, differences-TASK,
METRIC-against-OPTION-TASK, heat-map; for several tasks also profile.csv, improvement.csv and performance-profile. --out
NAME.pdf makes one file of all pictures, a page each; --figure NAME takes one of them, also as .png and .svg. The same
runs give the same bytes. Exit status: 0 done, 2 bad usage or input; then nothing was written.
"""
import argparse
import difflib
import pathlib
import sys

sys.dont_write_bytecode = True

from tapehead_runs import interpreter

if __name__ == "__main__":
    interpreter.need("numpy", "pandas", "matplotlib", "scipy")

from tapehead_plots import comparison_pictures, named, paper, picture_files, style
from tapehead_runs import metrics
from tapehead_runs.errors import InputError
from tapehead_runs.files import write_whole
from tapehead_runs.usage import Parser, cost
from tapehead_stats import across_tables, comparison, tables
from tapehead_stats.across import across


def command_line():
    parser = Parser(prog="compare.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                    allow_abbrev=False)
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run directory, or one with runs below it")
    parser.add_argument("--out", metavar="DIR|NAME.pdf",
                        help="where tables and pictures are written, or pictures alone")
    parser.add_argument("--figure", metavar="NAME", help="the one that is wanted, such as learning-curves")
    parser.add_argument("--solved", metavar="COST", type=cost,
                        help="a run is solved at its first validation at or below this cost; default: as the runs "
                             "themselves judged it, by train.stop-below")
    parser.add_argument("--metric", metavar="METRIC",
                        help="the cost (tapehead list metrics); default: the goal that the runs stop and choose by")
    parser.add_argument("--grid-metric", metavar="METRIC", help="of the generalisation grid; default: the cost's")
    parser.add_argument("--by-task", action="store_true", help="takes runs of several tasks")
    parser.add_argument("--format", choices=["text", "markdown", "csv"], default="text",
                        help="of standard output; csv: the table of groups alone")
    paper.add_arguments(parser, labels=True)
    return parser


def printed(comparisons, together, form):
    if form == "csv":
        return tables.csv_tables(comparisons)["groups.csv"]
    found = [table for one in comparisons for table in tables.tables(one)]
    found += across_tables.tables(together) if together else []
    return tables.as_markdown(found) if form == "markdown" else tables.as_text(found)


def write(out, comparisons, together):
    """Makes everything before it writes anything."""
    texts = tables.csv_tables(comparisons) | (across_tables.csv_tables(together) if together else {})
    files = {name: text.encode() for name, text in texts.items()}
    drawn = picture_files.each(comparison_pictures.draw(comparisons, together), style.ALL_KINDS)
    files |= {name + kind: data for name, kinds in drawn.items() for kind, data in kinds.items()}
    shown = [f"![{name.replace('-', ' ')}]({name}.png)\n" for name in drawn]
    text = printed(comparisons, together, "markdown")
    files["comparison.md"] = "\n".join([f"# Comparison\n\n{text}", *shown]).encode()
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--out: '{out}' cannot be made ({error.strerror}); choose another place") from None
    for name, data in files.items():
        write_whole(out / name, data)
    print(f"wrote {len(files)} files to {out}", file=sys.stderr)


def write_pictures(out, comparisons, together, only):
    """Only the pictures: all in one PDF, or one picture in the files of style.outputs()."""
    paths = style.outputs(out)
    drawn = comparison_pictures.draw(comparisons, together, only)
    if paths[0].suffix == ".pdf":
        pages, data = picture_files.pages(drawn)
        made = {paths[0]: data}
    else:
        found = picture_files.each(drawn, [path.suffix for path in paths])
        if len(found) > 1:
            raise InputError(f"--out: got '{out}', which holds one picture; --figure NAME chooses among "
                             f"{', '.join(found)}")
        pages, made = 1, dict(zip(paths, next(iter(found.values())).values()))
    for path, data in made.items():
        write_whole(path, data)
    print(f"wrote {' and '.join([str(paths[0]), *(path.name for path in paths[1:])])}"
          + (f", {pages} pictures" if pages > 1 else ""), file=sys.stderr)


def check_figure(only, comparisons, together):
    """InputError for an unknown --figure."""
    there = [name for name, _ in comparison_pictures.figures(comparisons, together)]
    if only and not any(name == only or name.startswith(f"{only}-") for name in there):
        near = difflib.get_close_matches(only, there, 1)
        nearest = f"nearest: {near[0]}; " if near else ""
        raise InputError(f"--figure: got '{only}'; {nearest}there are {', '.join(there)}")


def check_metric(name):
    """InputError for a --metric that cannot compare runs."""
    if name is None or name in metrics.costs():
        return
    near = difflib.get_close_matches(name, metrics.costs(), 1)
    nearest = f"nearest: {near[0]}; " if near else ""
    raise InputError(f"--metric: got '{name}'; {nearest}valid are {', '.join(metrics.costs())}")


def work(options):
    check_metric(options.metric)
    is_file = options.out and style.is_picture(options.out)
    if is_file:
        style.outputs(options.out)
    elif options.figure:
        raise InputError("--figure: needs --out NAME.pdf, NAME.png or NAME.svg")
    paper.use(options)
    comparisons = comparison.compare(options.runs, options.solved, options.metric, options.grid_metric, options.by_task,
                                     named.called)
    together = across(comparisons, tables.name)
    text = printed(comparisons, together, options.format)
    check_figure(options.figure, comparisons, together)
    if is_file:
        write_pictures(options.out, comparisons, together, options.figure)
    elif options.out:
        write(pathlib.Path(options.out), comparisons, together)
    sys.stdout.write(text)


def main(arguments):
    return command_line().run(work, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
