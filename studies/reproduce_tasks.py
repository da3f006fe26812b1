#!/usr/bin/python3
"""Trains presets with many seeds, asks each run what it makes of sizes beyond its training, and keeps what came out.

    reproduce_tasks.py [--presets NAME...] [--plan FILE] [--budget MINUTES] [--jobs N]

studies/tasks.toml says which seeds of a preset are trained, and what they are asked. The runs go to OUT/PRESET/seed-N,
side by side on one thread each; a further call goes on where this one ended, and neither trains nor scores again what
is done; runs of a preset that has changed since are refused. For each preset all of whose runs are at their end RESULTS gets PRESET.csv, a row a seed and setting;
PRESET.ini, the options of its first seed; and PRESET-curves.png and PRESET-cost.png. RESULTS/README.md is begun where
there is none, and its tables (studies/told) are written anew. Results are kept only of a program built from a clean
tree, whose commit says all of it. Exit status: 0 done, 2 bad usage or input.
"""
import argparse
import concurrent.futures
import csv
import dataclasses
import hashlib
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib

import scripts_path  # noqa: F401
from shares import DIVERGED, Job, minutes, train_all
from tapehead_runs.errors import InputError, note
from tapehead_runs.files import make_directory, write_whole
from tapehead_runs.records import read_json, read_text
from tapehead_runs.usage import ROOT, Parser, count, program_at
from told.marks import filled, marked
from told.task_tables import COLUMNS, FINAL
from told.tables import make

KEYS = {"seeds", "train", "asked", "curve", "picture", "episode"}
FIGURES = ("bits", "over_oracle", "bits_median", "bits_max", "wrong_bits", "wrong_bits_max", "error")
DIRTY = "+changes"  # what the program adds to the commit of a tree that has uncommitted ones


@dataclasses.dataclass(frozen=True)
class Asked:
    """A call of `tapehead eval`."""
    episodes: int
    words: tuple

    def table(self, run):
        """Where its answer is kept; another question is another file."""
        name = hashlib.sha256(json.dumps([self.episodes, self.words]).encode()).hexdigest()[:12]
        return run / f"asked-{name}.csv"


@dataclasses.dataclass
class Preset:
    name: str
    seeds: list
    train: tuple
    asked: list
    curve: str
    picture: str
    episode: tuple

    def runs(self, out):
        return [out / self.name / f"seed-{seed}" for seed in self.seeds]


def typed(options):
    """{"task.length": "20,60"} as it is typed."""
    return tuple(word for name, value in options.items() for word in (f"--{name}", str(value)))


def seeds_of(text, where):
    """1..20 or 1,3,7"""
    first, dots, last = str(text).partition("..")
    parts = [first, last] if dots else str(text).split(",")
    if not all(part.isascii() and part.isdigit() for part in parts) or dots and int(last) < int(first):
        raise InputError(f"{where}: got {text!r}; seeds such as \"1..20\" or \"1,3,7\" are needed")
    return list(range(int(first), int(last) + 1)) if dots else [int(part) for part in parts]


def read_plan(path):
    """{name: Preset}, in the file's order."""
    try:
        plan = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: is no TOML ({error})") from None
    found = {}
    for name, said in plan.items():
        where = f"{path}: {name}"
        if not isinstance(said, dict) or not {"seeds", "asked"} <= set(said) <= KEYS:
            raise InputError(f"{where}: got {said!r}; a table of seeds and asked is needed, and train, curve, "
                             "picture and episode may be there")
        for one in said["asked"]:
            if not isinstance(one, dict) or {key: type(value) for key, value in one.items()} != {"episodes": int,
                                                                                               "options": dict}:
                raise InputError(f"{where}: asked: got {one!r}; {{ episodes = N, options = {{ ... }} }} is needed")
        found[name] = Preset(name, seeds_of(said["seeds"], f"{where}: seeds"), typed(said.get("train", {})),
                             [Asked(one["episodes"], typed(one["options"])) for one in said["asked"]],
                             said.get("curve", "bits"), said.get("picture", ""), typed(said.get("episode", {})))
    return found


def jobs(presets, out):
    return [Job(f"{preset.name} seed {seed}", ["--preset", preset.name, "--seed", str(seed), *preset.train], run,
                rank=place)
            for place, preset in enumerate(presets) for seed, run in zip(preset.seeds, preset.runs(out))]


def ask(program, run, asked):
    """The table of a question, made where it is not there or older than the weights."""
    table, best = asked.table(run), run / "checkpoint-best.safetensors"
    if not best.exists() or table.exists() and table.stat().st_mtime >= best.stat().st_mtime:
        return
    part = table.with_suffix(".part")
    said_well([program, "eval", run, "--episodes", str(asked.episodes), *asked.words, "--threads", "1", "--csv", part],
              f"{run}: cannot be scored")
    part.replace(table)  # whole, or made again


def read_rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def rows_of(preset, seed, run):
    """A row for the held-out episodes of its own sizes, then one a setting."""
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
        for row in read_rows(asked.table(run)):  # of a setting that is asked twice, the most episodes count
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


def as_csv(rows):
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue().encode()


def pool_tables(preset, runs):
    """Each run's eval.csv, which pictures are made of: all that it was asked. Of a setting that is asked twice the fewer
    episodes count, so that the points of a line are of as many."""
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


def said_well(command, trouble, fine=(0,)):
    """InputError with the last line of what it said where it failed."""
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode not in fine:
        said = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
        raise InputError(f"{trouble}: {said.removeprefix('tapehead: ')}")


def refuse_other_options(program, all_jobs):
    """A finished run is not trained again, so the program is asked whether it would be the same."""
    for job in all_jobs:
        if job.finished():
            said_well([program, "train", *job.words, "--threads", "1", "--out", job.directory],
                      f"{job.name}: is another run than this would be; remove it", fine=(0, DIVERGED))


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
    """Begun where there is none; else what people wrote stays, and presets that it lacks come below."""
    page = results / "README.md"
    text = read_text(page) if page.exists() else "\n\n".join(
        [HEAD.rstrip(), marked("tasks", ""), marked("task-machines", "")]) + "\n"
    for preset in presets:
        if f"<!-- table: task {preset.name} -->" not in text:
            text += "\n" + section(preset, results) + "\n"
    write_whole(page, filled(text, page, lambda name, arguments: make(name, arguments, results.parent)).encode())


def keep(program, presets, options):
    """What is at its end; gives the presets that are."""
    kept = []
    for preset in presets:
        runs = preset.runs(options.out)
        waiting = [run.name for run in runs if not (run / "result.json").exists()]
        if waiting:
            note(f"{preset.name}: {len(waiting)} of {len(runs)} runs are not at their end; a further call goes on")
            continue
        rows = [row for seed, run in zip(preset.seeds, runs) for row in rows_of(preset, seed, run)]
        dirty = sorted({row["commit"] for row in rows if row["commit"].endswith(DIRTY) or row["commit"] == "unknown"})
        if dirty and not options.uncommitted:
            raise InputError(f"{preset.name}: was trained by a program of commit {dirty[0]}, of which nobody can tell what it was; "
                             "one of a clean tree is needed for results, or --uncommitted")
        write_whole(options.results / f"{preset.name}.csv", as_csv(rows))
        shutil.copy(runs[0] / "config.ini", options.results / f"{preset.name}.ini")
        pool_tables(preset, runs)
        if not options.no_pictures:
            draw(program, preset, runs, options.results)
        kept.append(preset)
    return kept


def reproduce(options):
    program, plan = program_at(options.program), read_plan(options.plan)
    unknown = [name for name in options.presets or [] if name not in plan]
    if unknown:
        raise InputError(f"--presets: got {unknown[0]}; {options.plan} has {', '.join(plan)}")
    presets = [plan[name] for name in options.presets or plan]
    if options.results.name != "tasks":
        raise InputError(f"--results: got {options.results}; a directory called tasks is needed, for its tables")
    make_directory(options.results)
    refuse_other_options(program, jobs(presets, options.out))
    train_all(program, jobs(presets, options.out), 60 * options.budget, options.jobs)
    questions = [(run, asked) for preset in presets for run in preset.runs(options.out) for asked in preset.asked
                 if (run / "result.json").exists() and read_json(run / "result.json")["status"] != "diverged"]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(lambda one: ask(program, *one), questions))
    kept = keep(program, presets, options)
    if kept:
        write_page(kept, options.results)
    print(f"{len(kept)} of {len(presets)} presets are done: {options.results}")


def main(arguments):
    parser = Parser(prog="reproduce_tasks.py", description=__doc__, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--presets", nargs="+", metavar="NAME", help="only these of the plan")
    parser.add_argument("--plan", type=pathlib.Path, default=ROOT / "studies/tasks.toml", metavar="FILE",
                        help="which seeds, and what they are asked (studies/tasks.toml)")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "runs/results/tasks", metavar="DIR",
                        help="of the runs (runs/results/tasks)")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "docs/results/tasks", metavar="DIR",
                        help="of what is kept (docs/results/tasks)")
    parser.add_argument("--budget", type=minutes, default=60.0, metavar="MINUTES", help="of training, wall clock (60)")
    parser.add_argument("--jobs", type=count, default=os.cpu_count(), metavar="N", help="runs at a time (all cores)")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="the program tapehead (build/tapehead)")
    parser.add_argument("--uncommitted", action="store_true", help="keep results of a tree with uncommitted changes")
    parser.add_argument("--no-pictures", action="store_true", help="only files and tables")
    return parser.run(reproduce, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
