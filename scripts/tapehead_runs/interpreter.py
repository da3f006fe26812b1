"""Debian's Python packages are those of /usr/bin/python3, whatever other `python` is first in PATH (pyenv, conda, a
virtual environment). Nothing may stand here that an older Python 3 does not understand."""
import importlib.util
import os
import sys

DEBIANS = "/usr/bin/python3"
OLDEST = (3, 11)


def has(module):
    try:
        return importlib.util.find_spec(module) is not None
    except ImportError:  # not even the package that it is in
        return False


def lacking(modules):
    missing = [name for name in modules if not has(name)]
    return missing if sys.version_info >= OLDEST else ["Python 3.11"] + missing


def prefer(*modules):
    """Where this Python lacks one of them, and another is Debian's, that one starts the script, with the same
    arguments."""
    if lacking(modules) and os.path.exists(DEBIANS) and os.path.dirname(sys.executable) != os.path.dirname(DEBIANS):
        sys.stdout.flush()
        os.execv(DEBIANS, [DEBIANS] + sys.argv)


def need(*modules, group="scripts"):
    """As prefer(); where Debian's lacks one too, one line says so, and what installs it."""
    prefer(*modules)
    missing = lacking(modules)
    if missing:
        print("%s: %s lacks %s; scripts/setup.sh %s installs what is needed" % (
            os.path.basename(sys.argv[0]), sys.executable, ", ".join(missing), group), file=sys.stderr)
        sys.exit(2)
