"""Finds Debian's Python: its packages belong to /usr/bin/python3, whatever other `python` is first in PATH (pyenv,
conda, a virtual environment). This file must stay valid for any older Python 3."""
import importlib.util
import os
import sys

DEBIANS = "/usr/bin/python3"
OLDEST = (3, 11)


def has(module):
    try:
        return importlib.util.find_spec(module) is not None
    except ImportError:  # even its parent package is missing
        return False


def lacking(modules):
    missing = [name for name in modules if not has(name)]
    return missing if sys.version_info >= OLDEST else ["Python 3.11"] + missing


def prefer(*modules):
    """If this Python lacks a module and Debian's Python is another one, restarts the script in Debian's with the same
    arguments."""
    if lacking(modules) and os.path.exists(DEBIANS) and os.path.dirname(sys.executable) != os.path.dirname(DEBIANS):
        sys.stdout.flush()
        os.execv(DEBIANS, [DEBIANS] + sys.argv)


def need(*modules, group="scripts"):
    """If this Python lacks a module, exits with one line that names it and the command that installs it."""
    missing = lacking(modules)
    if missing:
        print("%s: %s lacks %s; scripts/setup.sh %s installs what is needed" % (
            os.path.basename(sys.argv[0]), sys.executable, ", ".join(missing), group), file=sys.stderr)
        sys.exit(2)
