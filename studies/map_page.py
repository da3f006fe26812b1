#!/usr/bin/python3
"""Writes docs/map.html, the map to be walked through in a browser: one file that loads nothing, of what is kept in
docs/results/map, in the page that web/ builds (studies/map_page.html).

    map_page.py [--results DIR] [--out FILE]

Exit status: 0 done, 2 bad usage or input; then nothing was written.
"""
import argparse
import math
import pathlib
import re
import shlex
import statistics
import sys

import numpy

import scripts_path  # noqa: F401
from map_across import complete_cells, profiles_of, ranks_of
from map_looks import looks_of
from map_plan import read_plan, read_sizes
from map_questions import answers
from tapehead.report.page import page_with
from tapehead.runs.errors import InputError, tell
from tapehead.runs.files import check_output, write_whole
from tapehead.runs.records import read_text
from tapehead.runs.usage import ROOT, Parser
from tapehead.stats.intervals import bootstrap
from told import map_answers, map_rates, map_replicated
from told.map_tables import (
    CURVES, PLAN, QUESTIONS, best_guess, by_seed, guessed, kept, perfect, rights, settings_of, share_right, some_asked,
    solved, told_rows)
from told.task_tables import kept_so_far
from told.words import words_of

TEMPLATE = pathlib.Path(__file__).with_name("map_page.html")
VERSION = 1
DIGITS = 5


def rounded(value):
    return float(f"{value:.{DIGITS}g}")


def spread(values):
    """{"value", "low", "high"}: the median and its 95 % interval."""
    ends = bootstrap(numpy.median, values) or (values[0], values[0])
    return {name: rounded(one) for name, one in zip(("value", "low", "high"), (statistics.median(values), *ends))}


def cell(plan, measure, machine, rows, curves, size):
    """What a cell opens: its seeds, one by one and together, and how it was trained."""
    seeds = by_seed(rows)
    first, found = next(iter(seeds.values()))[0], {}
    for question in QUESTIONS:
        right = rights(rows, question)
        found[question] = spread(right) | {"seeds": [rounded(one) for one in right]}
    count, of = perfect(rows)
    return found | {
        "seeds": list(seeds), "status": [each[0]["status"] for each in seeds.values()], "solved": solved(rows, measure),
        "perfect": [count, of], "rate": float(first["rate"]), "parameters": int(first["parameters"]),
        "state": int(first["state"]), "each": int(first["state_each_step"]),
        "sequences": [int(each[0]["sequences"]) for each in seeds.values()],
        "seconds": [float(each[0]["seconds"]) for each in seeds.values()],
        "sizes": sizes_of(seeds), "curves": [curves.get((machine.name, seed), [[], []]) for seed in seeds],
        "words": shlex.join(plan.words(measure, machine, size, float(first["rate"])))}


def sizes_of(seeds):
    """[{"name", "question", "guess", "right", "perfect": how many of "episodes"}] of each size asked; the last two have
    a value a seed."""
    found = {}
    for at, rows in enumerate(seeds.values()):
        episodes = {(row["question"], row["setting"]): int(row["episodes"]) for row in rows if row["question"]}
        for question in QUESTIONS:
            for setting, said in settings_of(rows, question).items():
                one = found.setdefault((question, setting), {
                    "name": words_of(setting) if setting else "as trained", "question": question,
                    "episodes": episodes[question, setting], "guess": rounded(best_guess([said])),
                    "right": [None] * len(seeds), "perfect": [None] * len(seeds)})
                one["right"][at] = rounded(share_right(said))
                if "perfect" in said:
                    one["perfect"][at] = int(said["perfect"])
    return list(found.values())


def curves_of(results, measure):
    """{(machine, seed): [[sequences], [bits, None where they are not finite]]}"""
    found = {}
    for row in kept_so_far(results, "map", f"curves/{measure}", CURVES):
        x, y = found.setdefault((row["machine"], int(row["seed"])), [[], []])
        bits = float(row["bits"])
        x.append(int(row["sequences"]))
        y.append(bits if math.isfinite(bits) else None)
    return found


def told_question(answer):
    return {"asks": answer.question.asks, "answer": plain(map_answers.paragraph(answer)), "how": map_answers.how(
        answer.question), "unit": map_answers.UNITS[answer.question.test], "tests": [
            {"cells": [plain(str(one)) for one in row], "interval": None if test.difference is None else dict(zip(
                ("value", "low", "high"), map(rounded, (test.difference, *(test.interval or ()))))), "measures": [
                {"name": single.measure, "values": map_answers.values_of(single), "p": map_answers.p_of(single.p)}
                for single in test.singles]} for row, test in zip(map_answers.tests(answer), answer.tests)]}


def plain(markdown):
    """Text without the marks of code and links."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", markdown.replace("`", "").replace("*", ""))


def paragraphs(page, heading="# "):
    """What the results' page says under a heading, before the next table; nothing without page or heading."""
    under = f"\n{read_text(page)}".partition(f"\n{heading}")[2] if page.is_file() else ""
    said = under.partition("<!-- table")[0].split("\n\n")[1:]
    return [plain(" ".join(each.split())) for each in said if each.strip()]


def data(results):
    """All that the page shows; `results` is the folder of map/. A cell is there if it has a seed."""
    plan, sizes = read_plan(PLAN), read_sizes(PLAN.with_name("map_sizes.toml"))
    rows = kept(results, plan)
    cells, measures, look, page = {}, [], looks_of(plan), results / "map/README.md"
    for name, measure in plan.measures.items():
        curves, asked = curves_of(results, name), some_asked(rows.get(name, []), plan)
        measures.append({"name": name, "task": dict(zip(measure.task[::2], measure.task[1::2]))["--task"],
                         "words": shlex.join(measure.task), "solved": measure.solved, "guess": {
                             question: rounded(guessed(asked, question)) for question in QUESTIONS} if asked else None})
        for machine in plan.machines.values():
            if there := told_rows(rows.get(name, []), machine.name):
                cells[f"{machine.name}/{name}"] = cell(plan, measure, machine, there, curves, sizes[name][machine.name])
    across = {question: complete_cells(plan, rows, question) for question in QUESTIONS}
    return {"version": VERSION, "seeds": len(plan.seeds), "words": paragraphs(page),
            "asked": paragraphs(page, "## Questions"),
            "machines": [{"name": machine.name, "does": machine.does, "look": look[machine.name]}
                         for machine in plan.machines.values()],
            "measures": measures, "cells": cells,
            "profiles": {question: profiles_of(each) for question, each in across.items()},
            "ranks": {question: ranks_of(each, len(plan.machines)) for question, each in across.items()},
            "rates": [{"measure": name, "head": head, "rows": [[*map(plain, row)] for row in lines]}
                      for name, head, lines in map_rates.tables(results)],
            "replicated": [{name: row[name] for name in ("cell", "cpu", "date", "agrees")}
                           for row in map_replicated.read(results)],
            "questions": [told_question(answer) for answer in answers(plan, rows)]}


def page_of(results):
    """The bytes of the page."""
    return page_with(data(results), TEMPLATE)


def beside(results):
    """Where the page of a folder of results is."""
    return results.parent / "map.html"


def refresh(results):
    """Writes the page anew where there is one."""
    if beside(results).is_file():
        write_whole(beside(results), page_of(results))


def work(options):
    if not (options.results / "map").is_dir():
        raise InputError(f"--results: got {options.results}; a folder of kept results is needed, with map/")
    check_output(options.out)
    made = page_of(options.results)
    write_whole(options.out, made)
    tell(f"{options.out}: {len(made) / 1e6:.1f} MB")


def main(arguments):
    parser = Parser(prog="map_page.py", description=__doc__, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "docs/results", metavar="DIR",
                        help="folder of kept results, with map/ (docs/results)")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/map.html", metavar="FILE")
    return parser.run(work, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
