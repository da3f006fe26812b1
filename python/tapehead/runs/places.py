"""Where the program is, and the files that it shares with Python: in a clone, beside an installed program, or in the
package itself, as pip installs it."""
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parents[1]  # the package
PREFIX = HERE / "_installed"  # of a program that pip installed
IS_OF_PIP = PREFIX.is_dir()
ROOT = PREFIX / "share/tapehead" if IS_OF_PIP else HERE.parents[1]  # the clone, or PREFIX/share/tapehead
IS_CLONE = (ROOT / "scripts/build.sh").exists()
BESIDE = pathlib.Path(__file__).absolute().parents[3] / "tapehead"  # the package is BUILD/python/tapehead, of links
if IS_CLONE:
    BUILT = BESIDE if BESIDE.is_file() else ROOT / "build/tapehead"
else:
    BUILT = ROOT.parents[1] / "bin/tapehead"
STARTED_BY = os.environ.pop("TAPEHEAD_STARTED_BY", "")  # the program that was asked for `tapehead compare ...`
PROGRAM = pathlib.Path(STARTED_BY or BUILT)


def script(name):
    """The words that start a command again in this Python."""
    return [sys.executable, "-m", "tapehead", name] if IS_OF_PIP else [sys.executable, str(ROOT / f"scripts/{name}.py")]
