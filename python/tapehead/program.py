"""The program, asked from Python for what it prints or writes."""
import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile

from tapehead.runs.errors import InputError
from tapehead.runs.records import read_config
from tapehead.runs.usage import program_at

TRACES = ".h5", ".hdf5"


def words_of(options, settings):
    """Settings as words of a command line: {"task.length": 20} as it is, memory_slots=64 as --memory.slots 64. A name's
    first underscore parts room and option, the others are dashes."""
    named = {name.replace("_", ".", 1).replace("_", "-"): value for name, value in settings.items()}
    twice = named.keys() & (options or {}).keys()
    if twice:
        raise InputError(f"{sorted(twice)[0]}: got it twice, in options and by itself; once is needed")
    told = {**(options or {}), **named}
    return [word for name, value in told.items() for word in (f"--{name}", text_of(value))]


def text_of(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def starts(run):
    """The words that start the program for a run: one whose task is written in Python is Python's to start."""
    config = pathlib.Path(run) / "config.ini"
    if config.is_file() and ":" in read_config(config).get("task", ""):
        return [sys.executable, "-m", "tapehead"]
    return [str(program_at(None))]


def ask(command, run, words):
    """What `tapehead COMMAND RUN WORDS` writes to standard output; its last line of complaint as InputError."""
    run = os.fspath(run)
    done = subprocess.run([*starts(run), command, run, *words], capture_output=True, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
    if done.returncode:
        lines = done.stderr.splitlines()
        raise InputError(lines[-1].removeprefix("tapehead: ") if lines else
                         f"{command}: the program ended with status {done.returncode}")
    return done.stdout


@contextlib.contextmanager
def traced(source, words):
    """The HDF5 file of an episode: `source` itself if it is one, else made of the run or trained model of that name."""
    if str(os.fspath(source)).endswith(TRACES):
        if words:
            raise InputError(f"{source}: is a trace; settings of an episode are for a run, not for {words[0]}")
        yield pathlib.Path(source)
        return
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "episode.h5"
        ask("trace", source, [*words, "--out", str(file)])
        yield file
