#!/usr/bin/python3
"""Trains presets with many seeds, evaluates each run at sizes beyond its training, and keeps the results.

    reproduce_tasks.py [--presets NAME...] [--plan FILE] [--budget MINUTES] [--jobs N]

studies/tasks.toml is the plan: the seeds and evaluations of each preset. The runs go to OUT/PRESET/seed-N, side by side
on one thread each; a further call resumes, and repeats neither training nor scores; runs of a preset that has changed
since are refused. Once all runs of a preset are finished, RESULTS gets PRESET.csv, one row per seed and setting;
PRESET.ini, the options of its first seed; and PRESET-curves.png and PRESET-cost.png. RESULTS/README.md is created if
missing, and its tables (studies/told) are rewritten. Results are kept only of a program built from a clean tree, so
that the commit identifies it. Exit status: 0 done, 2 bad usage or input.
"""
import csv
import pathlib
import sys
import tempfile

import scripts_path  # noqa: F401
from plans import (
    at_their_end, chosen, keep_rows, parser_of, program_for_results, read_plan, read_rows, said_well, train_and_ask)
from tapehead.runs.errors import InputError, say
from tapehead.runs.files import make_directory, write_whole
from tapehead.runs.records import read_json, read_text
from tapehead.runs.usage import ROOT
from told.marks import filled, marked
from told.task_tables import COLUMNS, FINAL
from told.tables import make

FIGURES = ("bits", "over_oracle", "bits_median", "bits_max", "wrong_bits", "wrong_bits_max", "error")


def rows_of(preset, seed, run):
    """A row for the held-out episodes of the training sizes, then one per setting."""
    result, manifest = read_json(run / "result.json"), read_json(run / "manifest.json")
    said = {"preset": preset.name, "seed": seed, "status": result["status"], "sequences": result["sequences"],
            "restarts": result.get("restarts", ""), "seconds": round(result["seconds"], 1),
            "parameters": manifest["parameters"], "commit": manifest["commit"], "cpu": manifest["cpu"]}
    if result["status"] == "diverged":
        return [dict.fromkeys(COLUMNS, "") | said | {"setting": FINAL}]
    final = {name: result[name] for name in FIGURES if name in result}
    rows = [told(said, FINAL, result["final_episodes"], result["perfect_episodes"], final)]
    measured = {}
    for asked in preset.asked:
        for row in read_rows(asked.table(run)):  # of a setting evaluated twice, the most episodes count
            one = measured.setdefault(row["setting"], {}).setdefault(int(row["episodes"]), {})
            one[row["metric"]] = row["value"]
    for setting, by_episodes in measured.items():
        episodes = max(by_episodes)
        if "perfect" in by_episodes[episodes]:
            rows.append(told(said, setting, episodes, int(by_episodes[episodes]["perfect"]), by_episodes[episodes]))
    return rows


def told(said, setting, episodes, perfect, measured):
    return {**dict.fromkeys(COLUMNS, ""), **said, "setting": setting, "episodes": episodes, "perfect": perfect,
            "lost": episodes - perfect,
            **{name: f"{float(measured[name]):.6g}" for name in FIGURES if name in measured}}


def pool_tables(preset, runs):
    """Each run's eval.csv for the pictures: all its evaluations. If a setting was evaluated twice, the smaller number
    of episodes counts, so that the points of a line have equal numbers."""
    for run in runs:
        found = {}
        for asked in sorted(preset.asked, key=lambda one: -one.episodes):
            if asked.table(run).exists():
                lines = read_text(asked.table(run)).splitlines()
                for row, line in zip(csv.DictReader(lines), lines[1:]):
                    found[row["setting"], row["metric"]] = line
                    header = lines[0]
        if found:
            write_whole(run / "eval.csv", "\n".join([header, *found.values(), ""]).encode())


def draw(program, preset, runs, results):
    plot = ROOT / "scripts/plot.py"
    calls = [["curves", *runs, "--metric", preset.curve, "--out", results / f"{preset.name}-curves.png"]]
    scored = [run for run in runs if (run / "eval.csv").exists()]
    if preset.picture and scored:
        calls.append(["length", *scored, "--metric", "bits", "--setting", preset.picture, "--out",
                      results / f"{preset.name}-cost.png"])
    with tempfile.TemporaryDirectory() as folder:
        if preset.episode:
            trace = pathlib.Path(folder) / "episode.h5"
            said_well([program, "trace", runs[0], *preset.episode, "--out", trace], f"{preset.name}: cannot be traced")
            calls.append(["episode", trace, "--out", results / f"{preset.name}-episode.png"])
        for words in calls:
            said_well([plot, *words], f"{preset.name}: cannot be drawn")


HEAD = """\
# What the presets come to

`studies/reproduce_tasks.py` makes this page's runs, files and pictures again from `studies/tasks.toml`; each `.csv` has
a row a seed and setting, each `.ini` the options. *Lost* is a sequence with a single wrong answer or more. Numbers are
medians over seeds, with the 95 % interval of the median in brackets (percentile bootstrap, 9,999 draws). "As trained"
are held-out episodes of the sizes seen in training, which nothing was stopped or chosen by. All are of a run's best
weights.
"""


def section(preset, results):
    parts = [f"## {preset.name}", marked(f"task {preset.name}", ""),
             "Seeds that lost a sequence, or did not come to the cost that counts as solved:",
             marked(f"task-failing {preset.name}", ""), marked(f"task-seeds {preset.name}", "")]
    parts += [f"![{preset.name}: {words}]({preset.name}-{end}.png)" for end, words in
              (("curves", "learning curves"), ("cost", "cost beyond the sizes of training"),
               ("episode", "an episode from the inside"))
              if (results / f"{preset.name}-{end}.png").exists()]
    return "\n\n".join(parts)


def write_page(presets, results):
    """Creates the page if there is none; otherwise hand-written text stays, and missing presets are appended."""
    page = results / "README.md"
    text = read_text(page) if page.exists() else "\n\n".join(
        [HEAD.rstrip(), marked("tasks", ""), marked("task-machines", "")]) + "\n"
    for preset in presets:
        if f"<!-- table: task {preset.name} -->" not in text:
            text += "\n" + section(preset, results) + "\n"
    write_whole(page, filled(text, page, lambda name, arguments: make(name, arguments, results.parent)).encode())


def keep(program, presets, options):
    """Keeps finished presets; returns them."""
    kept = at_their_end(presets, options)
    for preset in kept:
        runs = preset.runs(options.out)
        keep_rows(preset, COLUMNS, [row for seed, run in zip(preset.seeds, runs) for row in rows_of(preset, seed, run)],
                  options)
        pool_tables(preset, runs)
        if not options.no_pictures:
            draw(program, preset, runs, options.results)
    return kept


def reproduce(options):
    program, plan = program_for_results(options), read_plan(options.plan)
    presets = chosen(plan, options.presets, options.plan)
    if options.results.name != "tasks":
        raise InputError(f"--results: got {options.results}; a directory called tasks is needed, for its tables")
    make_directory(options.results)
    train_and_ask(program, presets, options)
    kept = keep(program, presets, options)
    if kept:
        write_page(kept, options.results)
    say(f"{len(kept)} of {len(presets)} presets are done: {options.results}\n")


def main(arguments):
    return parser_of("reproduce_tasks.py", __doc__, "tasks").run(reproduce, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
