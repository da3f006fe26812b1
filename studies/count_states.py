#!/usr/bin/python3
"""Counts by the program how many numbers the machines of the kept results of docs/results carry from step to step, and
writes docs/results/states.csv for the tables of pages. Nothing is kept of what it trains for that.

    count_states.py [--texts DIR]     all; those whose text is not in DIR keep the row that they have

Exit status: 0 done, 2 bad usage or input.
"""
import csv
import json
import subprocess
import sys
import tomllib

import scripts_path  # noqa: F401
from babi.experiments import SETS
from ntm2014_networks import NETWORKS
from plans import as_csv, kept_parser
from tapehead.runs.errors import InputError, note
from tapehead.runs.files import write_whole
from tapehead.runs.records import read_config, read_text
from tapehead.runs.usage import ROOT, program_at
from told.states import COLUMNS, FILE

STUDIES = ("looking", "measures", "memories", "sequences", "tasks", "unseen")  # whose rows do not tell it
SWEPT = {"sparse": ROOT / "studies/sparse"}  # by plans of sweeps, which name their points
BATCH = "train.batch"
ONE_STEP = (f"--{BATCH}", "1", "--bench.steps", "1", "--bench.repetitions", "1", "--json")


def as_words(options):
    return [word for name, value in options.items()
            for word in (f"--{name}", str(value).lower() if isinstance(value, bool) else str(value))]


def machines(results, texts):
    """[(study, name, options of `tapehead bench`)]; these are None where its text is missing."""
    found = []
    for study in STUDIES:
        for ini in sorted((results / study).glob("*.ini")):
            path = read_config(ini).get("task.path")
            there = not path or texts is not None and (texts / path).exists()
            found.append((study, ini.stem, ["--config", str(ini), *(["--task.path", str(texts / path)] if path else [])]
                          if there else None))
    found += [("ntm2014", one.preset, ["--preset", one.preset]) for one in NETWORKS]
    found += [("babi", one.name, list(one.words)) for experiments in SETS.values() for one in experiments]
    for study, folder in SWEPT.items():
        for plan in sorted(folder.glob("*.toml")):
            said = tomllib.loads(read_text(plan))
            for point in said["points"]:
                options = {name: value for name, value in (said["options"] | point).items()
                           if name not in ("name", BATCH)}
                found.append((study, f"{plan.stem}: {point['name']}", as_words(options)))
    return found


def count(program, words):
    """{column: number} of a machine."""
    done = subprocess.run([program, "bench", *words, *ONE_STEP], text=True, capture_output=True, check=False)
    if done.returncode != 0:
        raise InputError(f"bench {' '.join(words)}: {done.stderr.strip().removeprefix('tapehead: ')}")
    told = json.loads(done.stdout)
    return {name: told[name] for name in COLUMNS[2:]}


def earlier(table):
    """{(study, name): row} of a table that may not be there yet."""
    rows = csv.DictReader(read_text(table).splitlines()) if table.exists() else []
    return {(row["study"], row["name"]): row for row in rows}


def make(options):
    program, table, rows = program_at(options.program), options.results / FILE, []
    kept = earlier(table)
    for study, name, words in machines(options.results, options.texts):
        if words is not None:
            rows.append({"study": study, "name": name, **count(program, words)})
            continue
        rows += [kept[study, name]] if (study, name) in kept else []
        note(f"{study}/{name}: {'keeps its row' if (study, name) in kept else 'is left out'}: its text is not the "
             "project's; --texts DIR says where it is")
    write_whole(table, as_csv(COLUMNS, rows))


def main(arguments):
    return kept_parser("count_states.py", __doc__).run(make, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
