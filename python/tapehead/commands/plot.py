"""Plots Tapehead's runs: learning curves, cost against length, one episode, story or answer from the inside.

    plot.py curves RUN... --out curves.png        learning curves, seeds pooled (from metrics.csv)
    plot.py length RUN... --out length.png        generalisation: cost against length (from eval.csv)
    plot.py episode TRACE.h5 --out episode.png    one episode as a score: inputs, weightings, outputs, gates; .gif moves
    plot.py story TRACE.h5 --out story.png        what a model looked at in a story, and what it answered
    plot.py alignment TRACE.h5 --out NAME.png     where a model looked in its source as it said its answer
    plot.py captions TRACE.h5 --out NAME.png      where a model looked in a picture as it said each word of it
    plot.py glimpses TRACE.h5 --out NAME.png      through which windows it looked at a picture
    plot.py jacobian FILE.h5 --out NAME.png       what answers depend on (from tapehead jacobian)
    plot.py peaks PEAKS.csv... --out peaks.png    how often it looked most at a supporting fact
    plot.py importance SWEEP_DIR --out NAME.png   which options of a sweep matter (from points.csv)
    plot.py parallel SWEEP_DIR --out NAME.png     its points, each a line across one axis per option

A RUN is a run directory, or a directory with runs somewhere below it (seed-1, seed-2 ...). Runs that differ only
in their seed are one line: the median, with a band between the quartiles. --out NAME.png writes NAME.svg beside it;
NAME.svg and NAME.pdf stand alone. --width 3.3in, --no-title and --font make figures for a paper.
Exit status: 0 done, 2 bad usage or input.
"""
import argparse

from tapehead.plots import (alignment, captions, curves, episode, glimpses, importance, jacobian, length, paper,
                            parallel, peaks, story)
from tapehead.runs.usage import Parser


FIGURES = (curves, length, episode, story, alignment, captions, glimpses, jacobian, peaks, importance, parallel)


def kinds():
    return [figure.__name__.rsplit(".", 1)[1] for figure in FIGURES]


def command_line():
    parser = Parser(prog="plot.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True, metavar="|".join(kinds()))
    for name, figure in zip(kinds(), FIGURES):
        command = commands.add_parser(name, description=figure.__doc__, help=figure.__doc__.splitlines()[0],
                                      formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
        figure.add_arguments(command)
        moving = figure is episode
        command.add_argument("--out", required=True, metavar="NAME.png|.svg|.pdf" + "|.gif|.apng" * moving,
                             help="NAME.png (with NAME.svg beside it), NAME.svg or NAME.pdf"
                                  + "; NAME.gif or NAME.apng, which move" * moving)
        paper.add_arguments(command, labels=figure in (curves, length))
        command.set_defaults(draw=figure.command)
    return parser


def work(options):
    paper.use(options)
    options.draw(options)


def main(arguments):
    return command_line().run(work, arguments)
