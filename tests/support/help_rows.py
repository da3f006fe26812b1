"""The names in the program's --help and list, as sets."""
import functools
import json
import re
import subprocess

from process import PROGRAM


@functools.cache
def told(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True).stdout


def commands():
    return re.findall(r"(?m)^  ([a-z]+) ", told("--help"))


@functools.cache
def settings():
    """All settings of runs: those in train --help, and those in list."""
    general = told("train", "--help").split("General options\n")[1]
    listed = {option["name"] for parts in json.loads(told("list", "--json")).values() for part in parts
              for option in part.get("options", [])}
    found = set(re.findall(r"(?m)^  --([\w.-]+)", general))
    assert listed <= found and len(found) > 90, found
    return found


def own(command):
    """Its own options; none for a script, which alone knows them."""
    block = told(command, "--help").partition(f"options of {command}\n")[2].split("\n\n")[0]
    return set(re.findall(r"(?m)^  --([\w.-]+)", block))


def taken(command):
    """The settings that the command takes."""
    if "General options\n" in told(command, "--help"):
        return settings()
    line = re.search(r"(?m)^settings it takes: (.*) \(", told(command, "--help"))
    starts = [start.rstrip("*") for start in line[1].split(", ")] if line else []
    return {name for name in settings() if name.startswith(tuple(starts))} if starts else set()


def listed(kind):
    return [part["name"] for part in json.loads(told("list", kind, "--json"))[kind]]


def listed_kinds():
    return [line for line in told("list").splitlines() if not line.startswith(" ")]
