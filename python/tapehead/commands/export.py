"""Exports runs to files of other programs.

    export.py tensorboard RUN... --out DIR    event files for TensorBoard, one directory per run

A RUN is a run directory, or a directory with runs somewhere below it. Existing files are overwritten.
Exit status: 0 done, 2 bad usage or input.
"""
import argparse

from tapehead.export import tensorboard
from tapehead.runs.usage import Parser


def main(arguments):
    parser = Parser(prog="export.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True, metavar="tensorboard")
    command = commands.add_parser("tensorboard", description=tensorboard.__doc__, allow_abbrev=False,
                                  help=tensorboard.__doc__.splitlines()[0],
                                  formatter_class=argparse.RawDescriptionHelpFormatter)
    tensorboard.add_arguments(command)
    command.add_argument("--out", required=True, metavar="DIR", help="where the runs' event files go")
    return parser.run(tensorboard.command, arguments)
