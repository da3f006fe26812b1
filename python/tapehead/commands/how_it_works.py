"""Makes the pictures of docs/how-it-works.md from the trained models that come with the program.

    how_it_works.py [--out DIR] [--program FILE]

The program traces one episode of each (tapehead.explained.episodes says which); the same episodes give the same
pictures. Exit status: 0 done, 2 bad usage or input.
"""
import argparse
import pathlib

from tapehead.explained import computer, copy_machine, episodes, look, network
from tapehead.runs.errors import InputError
from tapehead.runs.usage import ROOT, Parser, program_at


def work(options):
    if not options.out.is_dir():
        raise InputError(f"--out: there is no directory {options.out}; one that exists is needed")
    traces = episodes.read_all(program_at(options.program))
    made = (copy_machine.pictures(traces["copy"]) | computer.pictures(traces["dnc"])
            | network.pictures(traces["story"], traces["wrong"]))
    for name, figure in made.items():
        look.save(figure, options.out / f"{name}.png")


def main(arguments):
    parser = Parser(prog="how_it_works.py", description=__doc__, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/how-it-works", metavar="DIR",
                        help="where the pictures go (docs/how-it-works)")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="the program tapehead (build/tapehead)")
    return parser.run(work, arguments)
