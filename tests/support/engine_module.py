"""The package tapehead with its engine, as the build has it (BUILD/python), and the program beside it."""
import contextlib
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = os.environ["TAPEHEAD"]
PACKAGE = os.environ["TAPEHEAD_PYTHON"]
sys.path.insert(0, PACKAGE)
sys.dont_write_bytecode = True

SHORT = {"train.sequences": 48, "train.validate-every": 32, "train.validation-episodes": 10, "train.final-episodes": 10,
         "train.checkpoint-every": 32}


def words(options):
    """Options as they are typed."""
    return [word for name, value in options.items() for word in (f"--{name}", str(value))]


def program(*arguments, cwd=None):
    """The program's exit status, standard output and standard error."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, cwd=cwd, timeout=300)
    return done.returncode, done.stdout, done.stderr


def python(code, *arguments, cwd=None, path=()):
    """The same of a Python program of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([PACKAGE, *map(str, path)])}
    command = ["-m", "tapehead"] if code is None else ["-c", code]
    done = subprocess.run([sys.executable, "-B", *command, *map(str, arguments)], capture_output=True, text=True,
                          cwd=cwd, env=environment, timeout=300)
    return done.returncode, done.stdout, done.stderr


@contextlib.contextmanager
def folder():
    """An empty directory, gone at the end."""
    with tempfile.TemporaryDirectory() as name:
        yield pathlib.Path(name)


def contents(run):
    """A run's files without what depends on the clock: name → bytes, or the rows of metrics.csv without seconds."""
    found = {}
    for file in sorted(pathlib.Path(run).iterdir()):
        if file.suffix == ".safetensors" or file.name == "config.ini":
            found[file.name] = file.read_bytes()
        elif file.name == "metrics.csv":
            with open(file, newline="", encoding="utf-8") as rows:
                found[file.name] = [{name: value for name, value in row.items() if name != "seconds"}
                                    for row in csv.DictReader(rows)]
        else:
            found[file.name] = None
    return found
