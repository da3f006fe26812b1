"""`python -m tapehead`, and the command `tapehead` that pip installs: the program, and its commands that are Python. A
command line that names a task in Python (--task module:Class), or a run of one, is worked off in this process."""
import os
import pathlib
import re
import sys

from tapehead.commands import start
from tapehead.runs import places
from tapehead.runs.errors import InputError, tell

SCRIPTS = "compare", "export", "figure", "plot", "report", "sweep"  # as in experiments/commands/all_commands.cpp
IN_PYTHON = re.compile(r"[\w.]+:[\w.]+")


def tasks_of(words):
    """The tasks in Python that a command line names, by itself or by the configurations and runs in it."""
    found = []
    for before, word in zip(["", *words], words):
        path = pathlib.Path(word)
        if before in ("--task", "show"):
            found.append(word)
        elif word.startswith("--task="):
            found.append(word[len("--task="):])
        elif path.is_dir():
            found += [task_in(file) for depth in ("", "*/", "*/*/") for file in path.glob(depth + "config.ini")]
        elif before == "--config" or path.suffix == ".ini":
            found.append(task_in(path))
    return sorted({name for name in found if IN_PYTHON.fullmatch(name)})


def task_in(config):
    """The task that a configuration names; "" where it cannot be read."""
    try:
        text = config.read_text(encoding="utf-8", errors="replace")
    except OSError:  # the program says what is wrong with it
        return ""
    found = re.search(r"^\s*task\s*=\s*(\S+)", text, re.MULTILINE)
    return found.group(1) if found else ""


def here(words, tasks):
    """The program in this process, where these tasks are known."""
    if os.getcwd() not in map(os.path.abspath, sys.path):
        sys.path.insert(0, os.getcwd())  # as with -m: the command that pip installs begins with its own folder
    from tapehead import tasks as own
    from tapehead.engine import _engine
    for name in tasks:
        own.add_by_name(name)
    return _engine.program(words)


def main():
    words = sys.argv[1:]
    if words and words[0] in SCRIPTS:
        places.STARTED_BY = str(places.PROGRAM)
        return start.command(words[0], words[1:])
    if tasks := tasks_of(words):
        try:
            return here(words, tasks)
        except (InputError, ImportError) as error:
            tell(f"tapehead: {error}")
            return 2
    try:
        os.execv(places.PROGRAM, [str(places.PROGRAM), *words])
    except OSError as error:
        tell(f"tapehead: {places.PROGRAM}: cannot be started ({error.strerror}); scripts/build.sh, or pip install, "
             "builds it")
        return 2


if __name__ == "__main__":
    sys.exit(main())
