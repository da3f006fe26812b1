"""What every script that looks at runs begins with: one idea a file.

errors   one-line errors and notes           tables   strict reading of the CSV files
runs     run directories and what they hold  groups   runs that differ only in seed, and what to call them
files    files that are whole or absent       evaluations   what eval.csv says of a run
records  what a run says of itself            usage    what command lines share
sweeps   a sweep's points                     traces   one episode from the inside
tokens   tokens with a shape
places   where the program is                 interpreter, streams   how a script begins

Called, tapehead.runs(paths) is a data frame, a run a row (laboratory.table).
"""
import sys
import types


class _Runs(types.ModuleType):
    """This package is called as well, for what it reads is wanted as a table."""

    def __call__(self, paths, solved=None, metric=None):
        from tapehead import laboratory
        return laboratory.table(paths, solved, metric)


sys.modules[__name__].__class__ = _Runs
