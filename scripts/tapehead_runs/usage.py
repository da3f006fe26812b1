"""What the command lines of scripts that start the program share."""
import argparse
import math
import os
import pathlib
import signal
import sys

from .errors import InputError

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Parser(argparse.ArgumentParser):
    def error(self, message):
        """One line; argparse would print the usage before it."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")

    def run(self, work, arguments):
        """work(options); gives the exit status, with one line on standard error where it is not 0. Whoever is asked to
        end (SIGTERM) ends as if interrupted, so that the trainings it has started end too."""
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            work(self.parse_args(arguments))
        except InputError as error:
            print(f"{self.prog}: {error}", file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            print(f"{self.prog}: interrupted; the same call does what is left", file=sys.stderr)
            return 130
        return 0


def cost(text):
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or value <= 0:
        raise argparse.ArgumentTypeError(f"got '{text}'; a cost above zero is needed")
    return value


def count(text):
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"got {text!r}; an integer of at least 1 is needed")
    return int(text)


def program_at(given):
    """The program tapehead; build/tapehead where none is given."""
    program = given or ROOT / "build/tapehead"
    if not (program.is_file() and os.access(program, os.X_OK)):
        raise InputError(f"--program: got {program}; the program tapehead is needed (scripts/build.sh builds it)")
    return program.resolve()
