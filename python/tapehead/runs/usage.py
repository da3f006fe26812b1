"""Common parts of the command lines of scripts that start the program."""
import argparse
import math
import os
import re
import signal
import sys

from . import late, letters, numbers, places, streams
from .errors import NO_RUN, InputError, say, tell
from .names import choices
from .places import IS_CLONE, PROGRAM, ROOT

PLACE = re.compile(r"RUN|DIR|FILE|OUT|PAGE|REAL|\.[a-z]")  # in the metavar of a file or a directory
__all__ = ["IS_CLONE", "PROGRAM", "ROOT", "Parser", "cost", "count", "program_at", "whole"]


class Parser(argparse.ArgumentParser):
    def __init__(self, prog, **options):
        """`prog`: the script's name; where its user typed `tapehead compare`, that stands for compare.py."""
        is_started = places.STARTED_BY and prog.endswith(".py")
        super().__init__(prog=f"tapehead {prog.removesuffix('.py')}" if is_started else prog, **options)

    def error(self, message):
        """One line; argparse would print the usage before it."""
        tell(f"{self.prog}: {message}; see {self.prog} --help")
        sys.exit(2)

    def print_help(self, file=None):
        """On standard output as say() has it; 2 where that takes nothing."""
        try:
            say(self.format_help())
        except InputError as error:
            tell(f"{self.prog}: {error}")
            sys.exit(2)

    def _check_value(self, action, value):
        """As argparse does it, and names the nearest choice."""
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(action, f"got {value!r}; {choices(value, map(str, action.choices))}")

    def _get_value(self, action, text):
        """As argparse does it; an empty name, which pathlib takes for the current directory, names no place."""
        place = str(action.metavar or "")
        if text == "" and PLACE.search(place):
            wanted = NO_RUN if "RUN" in place else "got nothing; the name of a " + (
                "directory" if "DIR" in place else "file") + " is needed"
            raise argparse.ArgumentError(action, wanted)
        return super()._get_value(action, text)

    def parse_known_args(self, args=None, namespace=None):
        """Ends with an error where words are left. A subcommand is read by this too, so its own options are listed."""
        options, left = super().parse_known_args(args, namespace)
        if left:
            name, known = left[0].partition("=")[0], sorted(set(self._option_string_actions) - {"-h"})
            self.error(f"{name}: is not known; {choices(name, known)}" if name.startswith("-") else
                       f"got {name!r} too; nothing more is needed")
        return options, left

    def run(self, work, arguments):
        """Calls work(options); returns the exit status, with one line on standard error unless it is 0. SIGTERM ends it
        as an interrupt does, so that the trainings it started end too."""
        streams.settle()
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            options = self.parse_args(arguments)
            late.load()
            with letters.noted():
                work(options)
        except InputError as error:
            tell(f"{self.prog}: {error}")
            return 2
        except KeyboardInterrupt:
            tell(f"{self.prog}: interrupted; the same call does what is left")
            return 130
        return 0


def cost(text):
    try:
        value = numbers.real(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or value <= 0:
        raise argparse.ArgumentTypeError(f"got '{text}'; a cost above zero is needed")
    return value


def count(text):
    if not numbers.is_whole(text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"got {text!r}; an integer of at least 1 is needed")
    return int(text)


def whole(text):
    if not numbers.is_whole(text):
        raise argparse.ArgumentTypeError(f"got {text!r}; an integer of at least 0 is needed")
    return int(text)


def program_at(given):
    """The path of tapehead; by default build/tapehead, or the program installed with the scripts."""
    program = given or PROGRAM
    if not (program.is_file() and os.access(program, os.X_OK)):
        hint = " (scripts/build.sh builds it)" if IS_CLONE else ""
        raise InputError(f"--program: got {program}; the program tapehead is needed{hint}")
    return program.resolve()
