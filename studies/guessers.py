#!/usr/bin/python3
"""Scores guessers (chance level) on the episodes of the kept results of docs/results, those of seed 1, and writes
docs/results/guessers.csv for the tables of pages. Nothing is trained.

    guessers.py [--texts DIR]     all kept results; those whose text is not in DIR keep the rows that they have

Exit status: 0 done, 2 bad usage or input.
"""
import concurrent.futures
import csv
import io
import os
import subprocess
import sys

import scripts_path  # noqa: F401
from plans import as_csv, kept_parser
from tapehead.runs.errors import InputError, note
from tapehead.runs.evaluations import parse_setting
from tapehead.runs.files import write_whole
from tapehead.runs.records import read_text
from tapehead.runs.usage import count, program_at
from told.guesses import COLUMNS
from told.measures_tables import LENGTHS
from told.task_tables import FINAL

STUDIES = ("memories", "sequences", "tasks", "looking", "measures", "unseen")
PAPER, HELD_OUT = "ntm2014", 1000  # its runs are kept whole; episodes that a run is scored on at its end
BABI = ("babi", ("--task.ids", "all"), 1000)  # one training a task, or one of all: the same questions


def options_of(ini):
    """The lines of a kept configuration: {option: value}."""
    pairs = [line.split("=", 1) for line in read_text(ini).splitlines() if "=" in line]
    return {name.strip(): value.strip() for name, value in pairs}


def words_of(options, setting, texts):
    """The task and its options at a setting as arguments of `tapehead show`; None where its text is missing."""
    asked = {name: value for name, value in setting.items() if name.startswith("task.")}
    ranges = {f"task.{end}-{name.removeprefix('task.')}" for name in asked for end in ("min", "max")}
    task = {name: value for name, value in options.items() if name.startswith("task.") and name not in ranges} | asked
    if path := task.pop("task.path", ""):
        if texts is None or not (texts / path).exists():
            return None
        task["task.path"] = str(texts / path)
    return (options["task"], *(word for name, value in task.items() for word in (f"--{name}", value)))


def settings_of(study, rows):
    """{(setting, episodes)} of kept rows. Those of measures have a score over lengths, none of which they name."""
    if study == "measures":
        return {(f"task.length={length}", row["episodes"]) for row in rows if row["episodes"] for length in LENGTHS}
    if study == "unseen":
        return {(FINAL, HELD_OUT)}
    return {(row["setting"], row["episodes"]) for row in rows if row["episodes"]}


def questions(results, texts):
    """[(study, name, setting, episodes, words)]; words are None, once, for a name whose text is missing."""
    found = [("babi", "", "", BABI[2], (BABI[0], *BABI[1])), *(
        (PAPER, ini.parents[1].name, FINAL, HELD_OUT, words_of(options_of(ini), {}, texts))
        for ini in sorted((results / PAPER).glob("*/seed-1/config.ini")))]
    for study in STUDIES:
        for ini in sorted((results / study).glob("*.ini")):
            with open(ini.with_suffix(".csv"), newline="", encoding="utf-8") as file:
                asked = settings_of(study, csv.DictReader(file))
            for setting, episodes in sorted(asked):
                words = words_of(options_of(ini), {} if setting == FINAL else parse_setting(setting, ini), texts)
                found.append((study, ini.stem, setting, int(episodes), words))
                if words is None:
                    note(f"{study}/{ini.stem}: keeps the rows that it has: its text is not the project's; --texts DIR "
                         "says where it is")
                    break
    return found


def guess(program, words, episodes):
    """[(group, metric, value)] of a task; the group is empty where it has none."""
    done = subprocess.run([program, "show", *words, "--guessers", str(episodes)], text=True, capture_output=True,
                          check=False)
    if done.returncode != 0:
        raise InputError(f"show {' '.join(words)}: {done.stderr.strip().removeprefix('tapehead: ')}")
    found, group = [], ""
    for line in done.stdout.splitlines():
        metric, *rest = line.split()
        if rest:
            found.append((group, metric, rest[0]))
        else:
            group = metric
    return found


def earlier(table):
    """{(study, name): rows} of a table that may not be there yet."""
    found = {}
    if table.exists():
        for row in csv.DictReader(io.StringIO(read_text(table))):
            found.setdefault((row["study"], row["name"]), []).append(row)
    return found


def make(options):
    program, table = program_at(options.program), options.results / "guessers.csv"
    asked, kept = questions(options.results, options.texts), earlier(table)
    different = list(dict.fromkeys(  # many lines are of one task
        (words, episodes) for *_, episodes, words in asked if words is not None))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        guessed = dict(zip(different, pool.map(lambda one: guess(program, *one), different)))
    rows = []
    for study, name, setting, episodes, words in asked:
        rows += kept.get((study, name), []) if words is None else [
            dict(zip(COLUMNS, (study, name, group or setting, episodes, metric, value)))
            for group, metric, value in guessed[words, episodes]]
    write_whole(table, as_csv(COLUMNS, rows))


def main(arguments):
    parser = kept_parser("guessers.py", __doc__)
    parser.add_argument("--jobs", type=count, default=os.cpu_count(), metavar="N",
                        help="questions at a time (all cores)")
    return parser.run(make, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
