"""Compares groups of runs: the results of each, and which differences are more than chance.

    tapehead compare RUN... [--out DIR]             runs of one task
    tapehead compare RUN... --by-task [--out DIR]   runs of several tasks, each by itself, then all together
    tapehead compare RUN... --csv FILE|--json       the numbers, for other programs
    tapehead compare RUN... --out FIGURE.pdf --figure learning-curves --width 3.3in --no-title     for a paper

A RUN is a run directory, or a directory with runs somewhere below it (seed-1, seed-2 ...). Runs whose config.ini
differs only in the seed are a group, named by the options that distinguish it. Error and pointing are compared beside
the cost if runs have them. docs/comparing.md says what each number means.

The tables go to standard output. --out DIR makes a directory with comparison.md, groups.csv, pairs.csv, grid.csv,
runs.csv and the pictures (.png, .svg and .pdf): answer-TASK, learning-curves-TASK, solved-TASK, differences-TASK,
METRIC-against-OPTION-TASK, heat-map; for several tasks also profile.csv, improvement.csv and performance-profile. --out
NAME.pdf makes one file of all pictures, one per page; --figure NAME selects one of them, also as .png and .svg. The
same runs give the same bytes. Exit status: 0 done, 2 bad usage or input; then nothing was written.
"""
import argparse

from tapehead.plots import named, paper
from tapehead.runs import metrics
from tapehead.runs.errors import InputError, say
from tapehead.runs.files import check_output, write_whole
from tapehead.runs.names import choices
from tapehead.runs.usage import Parser, cost
from tapehead.stats import across_tables, answer, comparison, tables
from tapehead.stats.across import across


def command_line():
    parser = Parser(prog="compare.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                    allow_abbrev=False)
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run directory, or one with runs below it")
    parser.add_argument("--out", metavar="DIR|NAME.pdf",
                        help="directory for tables and pictures, or file for pictures alone")
    parser.add_argument("--figure", metavar="NAME", help="the only picture to make, such as learning-curves")
    parser.add_argument("--solved", metavar="COST", type=cost,
                        help="a run is solved at its first validation at or below this cost; default: as the runs "
                             "themselves judged it, by train.stop-below")
    parser.add_argument("--metric", metavar="METRIC",
                        help="the cost (tapehead list metrics); default: the goal by which runs stop and choose")
    parser.add_argument("--grid-metric", metavar="METRIC", help="the generalisation grid's; default: the cost's")
    parser.add_argument("--by-task", action="store_true", help="compare runs of several tasks")
    parser.add_argument("--format", choices=["text", "markdown", "csv"], default="text",
                        help="format of standard output; csv: only the table of groups")
    parser.add_argument("--csv", metavar="FILE", help="file for the table of groups; - is standard output")
    parser.add_argument("--json", action="store_true",
                        help="one JSON object on standard output: the rows of all tables")
    paper.add_arguments(parser, labels=True)
    return parser


def printed(comparisons, together, form):
    if form == "csv":
        return tables.csv_tables(comparisons)["groups.csv"]
    if form == "json":
        return tables.as_json(tables.records(comparisons) | (across_tables.records(together) if together else {}))
    found = [table for one in comparisons for table in tables.tables(one)]
    found += across_tables.tables(together) if together else []
    first = answer.told_first(comparisons, form == "markdown")
    return first + (tables.as_markdown(found) if form == "markdown" else tables.as_text(found))


def check_metric(name):
    """InputError for a --metric that cannot compare runs."""
    if name is not None and name not in metrics.costs():
        raise InputError(f"--metric: got '{name}'; {choices(name, metrics.costs())}")


def output_format(options):
    """The format of standard output; --csv - and --json are two of them."""
    if options.csv == "-" and options.json:
        raise InputError("--csv: got -, beside --json; standard output takes one of them")
    return "csv" if options.csv == "-" else "json" if options.json else options.format


def compared(options):
    """The comparison of each task."""
    check_metric(options.metric)
    return comparison.compare(options.runs, options.solved, options.metric, options.grid_metric, options.by_task,
                              named.called)


def work(options):
    check_metric(options.metric)
    form = output_format(options)
    if options.csv not in (None, "-"):
        check_output(options.csv, "--csv")
    draws = options.out or options.figure
    if draws:
        from tapehead.plots import comparison_files  # here, for Matplotlib takes long to load
        comparison_files.check(options)
    paper.use(options)
    comparisons = compared(options)
    together = across(comparisons, tables.name)
    text = printed(comparisons, together, form)
    if draws:
        texts = {"comparison.md": f"# Comparison\n\n{printed(comparisons, together, 'markdown')}"}
        texts |= tables.csv_tables(comparisons) | (across_tables.csv_tables(together) if together else {})
        comparison_files.write(options, comparisons, together, texts)
    if options.csv not in (None, "-"):
        write_whole(options.csv, printed(comparisons, together, "csv").encode())
    say(text)


def main(arguments):
    return command_line().run(work, arguments)
