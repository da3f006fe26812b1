#!/usr/bin/python3
"""Measures how well networks trained on the program's generated bAbI stories answer real ones, and the reverse.

    babi_transfer.py --path DIR [--out OUT] [--budget MINUTES] [--sizes 1k,10k] [--seeds N] [--workers N]

DIR is the published data (or its en-10k). For each task and seed two networks are trained alike, one on real files and
one on as many generated questions, and both are tested on held-out real and generated questions. The reported
difference is that of the mean error over tasks, one number per seed:

    on real         trained on generated less trained on real, both tested on real questions
    on generated    trained on real less trained on generated, both tested on generated questions

with Student's 95 % interval over the seeds. 1k: files of 1,000 questions, of which training sees nine tenths. Each seed
has its own real questions, the next thousand of en-10k, and its own generated ones, so that variation between training
sets is in the interval and not in the difference; tests are on 2,000 questions beyond them. A file that is too short
for that (task 3) gives every seed its first thousand, and the rest as the test. 10k: there is one real file, so all
seeds train on its first 9,000 questions and are tested on the last 1,000; generated files are treated alike. The task
with an incomplete file is left out of 10k.

Networks are of the preset memn2n; 1k: one restart; 10k: 32 wide, half the epochs, the better of two restarts. Runs
share the budget seed by seed; a further call resumes. OUT gets summary.csv and README.md. Exit status: 0 done, 2 bad
usage or input.
"""
import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import statistics
import sys

import scripts_path  # noqa: F401
from babi.files import has_training_files, is_partial, read_bytes
from babi.generated import generate
from babi.holdout import write_all
from babi.ids import task_ids
from babi.pages import as_csv, cell, exact, table
from babi.restarts import number_or
from babi.scores import checkpoint, evaluate
from babi.slices import train_and_test
from babi.stories import training_files
from babi.student import student
from shares import Job, minutes, train_all
from tapehead.runs.errors import InputError, note, say
from tapehead.runs.files import write_whole
from tapehead.runs.usage import ROOT, Parser, count, program_at
from told.marks import marked

SOURCES = ("real", "generated")
MOST_SEEDS = 7  # thousands of a file of ten, with two left for the test


@dataclasses.dataclass(frozen=True)
class Size:
    name: str
    train: int      # questions of a file
    test: int       # questions of a separate file; 0: the tenth that training holds out
    words: tuple
    restarts: int
    tolerance: float  # percentage points that should contain the interval

    def split(self):
        return "test" if self.test else "validation"


SIZES = {size.name: size for size in (
    Size("1k", 1000, 2000, ("--preset", "memn2n"), 1, 4),
    Size("10k", 10000, 0, ("--preset", "memn2n", "--model.width", "32", "--model.linear-start", "20epochs",
                           "--train.first-sequences", "20epochs", "--train.decay-sequences", "10epochs",
                           "--train.sequences", "60epochs"), 2, 2),
)}


@dataclasses.dataclass(frozen=True)
class Network:
    """One training with its restarts."""
    size: Size
    seed: int
    task: int
    source: str
    out: pathlib.Path

    def data(self, source=None):
        source = source or self.source
        fixed = source == "real" and not self.size.test
        return self.out / "data" / self.size.name / source / ("every-seed" if fixed else f"seed-{self.seed}")

    def restart(self, number):
        return self.out / self.size.name / self.source / f"seed-{self.seed}/task-{self.task}/restart-{number}"

    def jobs(self):
        words = [*self.size.words, "--task.path", str(self.data()), "--task.ids", str(self.task), "--seed",
                 str(self.seed)]
        return [Job(f"{self.size.name} {self.source} seed {self.seed} task {self.task}",
                    [*words, "--train.restart", str(number)], self.restart(number),
                    rank=(list(SIZES).index(self.size.name), self.seed, self.task, number))
                for number in range(1, self.size.restarts + 1)]

    def chosen(self):
        """The restart with the least training error, or None until all are done."""
        ranks = []
        for number in range(1, self.size.restarts + 1):
            result = self.restart(number) / "result.json"
            if not result.exists():
                return None
            told = json.loads(result.read_text(encoding="utf-8"))
            ranks.append((number_or(told.get("train_error")), number_or(told.get("train_bits")), number))
        return self.restart(min(ranks)[-1])

    def error(self, program, source):
        """The error on that source's questions; None before training is done."""
        run = self.chosen()
        if run is None or not checkpoint(run).exists():
            return None
        scores = evaluate(program, run, run / f"on-{source}.csv", self.size.split(), [checkpoint(run)],
                          ["--task.path", str(self.data(source))])
        return next(iter(scores.values()))["error"]


def write_data(size, tasks, files, seeds, out, program):
    """Directories of files for each source and seed."""
    for task in tasks:
        text = read_bytes(files[task])
        name = files[task].name.replace(".PARTIAL", "")
        try:
            trains, test = train_and_test(text, len(seeds), size.train, size.test) if size.test else (None, None)
        except InputError as error:
            raise InputError(f"{files[task]}: {error}") from None
        for place, seed in enumerate(seeds):
            wanted = {name: trains[place], name.replace("_train.", "_test."): test} if size.test else {name: text}
            write_all(Network(size, seed, task, "real", out).data(), wanted)
    for seed in seeds:
        generated = Network(size, seed, tasks[0], "generated", out).data()
        generate(program, tasks, generated, size.train, size.test or 1, seed)


def differences(errors, tasks, seeds):
    """(tested on, mean error trained on the same source, trained on the other, difference per seed) for both sources.
    errors: (seed, task, trained on, tested on) → error; seeds are those with all tasks."""
    for tested in SOURCES:
        other = SOURCES[1 - SOURCES.index(tested)]
        means = [[statistics.fmean(errors[seed, task, trained, tested] for task in tasks) for seed in seeds]
                 for trained in (tested, other)]
        yield tested, *map(statistics.fmean, means), [b - a for a, b in zip(*means)]


def of_size(program, size, tasks, networks, workers):
    """(rows of the table, a part of the page) from the finished trainings."""
    keys = [(network, tested) for network in networks for tested in SOURCES]
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        found = list(pool.map(lambda key: key[0].error(program, key[1]), keys))
    errors = {(network.seed, network.task, network.source, tested): error
              for (network, tested), error in zip(keys, found) if error is not None}
    rows = [[size.name, *key, exact(error)] for key, error in errors.items()]
    all_seeds = sorted({network.seed for network in networks})
    seeds = whole_seeds(errors, tasks)
    part = [f"## {size.name}: {len(tasks)} tasks, {len(seeds)} of {len(all_seeds)} seeds with all of them"]
    if seeds:
        part.append(marked(f"babi-transfer {size.name}", means_table(size, errors, tasks, seeds)))
        part.append("Task by task, differences over these seeds:")
        part.append(marked(f"babi-transfer {size.name} tasks", tasks_table(size, errors, tasks, seeds)))
    return rows, "\n\n".join(part)


def whole_seeds(errors, tasks):
    """The seeds with all results."""
    return [seed for seed in sorted({key[0] for key in errors})
            if all((seed, task, source, tested) in errors for task in tasks for source in SOURCES
                   for tested in SOURCES)]


def means_table(size, errors, tasks, seeds):
    lines = []
    for tested, same, other, each in differences(errors, tasks, seeds):
        interval = student(each)
        within = "" if interval is None else "yes" if max(map(abs, interval)) <= size.tolerance else "no"
        lines.append([tested, cell(same, 2), cell(other, 2), cell(statistics.fmean(each), 2),
                      "" if interval is None else f"{interval[0]:.2f} to {interval[1]:.2f}", within,
                      ", ".join(f"{value:.2f}" for value in each)])
    return table(["tested on", "trained on the same", "trained on the other", "difference", "95 %",
                  f"within ±{size.tolerance:g}", "each seed"], lines)


def tasks_table(_, errors, tasks, seeds):
    by_task = []
    for task in tasks:
        line = [task]
        for _, same, other, each in differences(errors, [task], seeds):
            interval = student(each)
            line += [cell(same), cell(other), cell(statistics.fmean(each)),
                     "" if interval is None else f"{interval[0]:.1f} to {interval[1]:.1f}"]
        by_task.append(line)
    return table(["task", *(f"{word}" for tested in SOURCES for word in
                            (f"on {tested}: same", "other", "difference", "95 %"))], by_task)


def the_files(path):
    folder = pathlib.Path(path)
    large = folder / "en-10k"
    if not has_training_files(folder) and large.is_dir():
        folder = large
    if not folder.is_dir() or not has_training_files(folder):
        raise InputError(f"{path}: has neither files of 10,000 questions nor a directory en-10k with them; the "
                         "directory of the published data is needed")
    return training_files(folder)


HEAD = """\
# Trained on generated stories, tested on real ones

`scripts/reproduce.sh babi-transfer --path DIR` makes this page; `studies/babi_transfer.py --help` says how. All numbers
are wrong answers in percent, and their differences in points: of the mean over tasks, one difference a seed, with
Student's 95 % interval over the seeds. Above zero: training on the other source does worse. Of one task alone the
interval is wide; with as many tasks one in twenty is expected beyond zero by chance.
"""


def transfer(options):
    program, out = program_at(options.program), options.out.resolve()
    files = the_files(options.path)
    unknown = sorted(set(options.ids or []) - files.keys())
    if unknown:
        raise InputError(f"--ids: got {unknown[0]}; {options.path} has {', '.join(map(str, sorted(files)))}")
    chosen = sorted(options.ids or files)
    seeds = list(range(1, options.seeds + 1))
    parts = []
    for size in options.sizes:
        tasks = [task for task in chosen if size.test or not is_partial(files[task])]
        if tasks != chosen:
            note(f"{size.name}: files of task {', '.join(map(str, set(chosen) - set(tasks)))} are not whole, so it is "
                 "left out")
        if tasks:
            write_data(size, tasks, files, seeds, out, program)
            parts.append((size, tasks, [Network(size, seed, task, source, out) for seed in seeds for task in tasks
                                        for source in SOURCES]))
    jobs = [job for _, _, networks in parts for network in networks for job in network.jobs()]
    train_all(program, jobs, 60 * options.budget, options.workers)
    rows, page = [], [HEAD.rstrip()]
    for size, tasks, networks in parts:
        more, part = of_size(program, size, tasks, networks, options.workers)
        rows += more
        page.append(part)
    write_whole(out / "summary.csv", as_csv(["size", "seed", "task", "trained_on", "tested_on", "error"], rows))
    text = "\n\n".join(page) + "\n"
    write_whole(out / "README.md", text.encode())
    say(text)


def sizes(text):
    names = text.split(",")
    if not all(name in SIZES for name in names) or len(set(names)) < len(names):
        raise argparse.ArgumentTypeError(f"got {text!r}; 1k, 10k or 1k,10k is needed")
    return [size for name, size in SIZES.items() if name in names]


def seed_count(text):
    value = count(text)
    if value > MOST_SEEDS:
        raise argparse.ArgumentTypeError(f"got {text}; at most {MOST_SEEDS} are possible, a thousand questions each")
    return value


def main(arguments):
    parser = Parser(prog="babi_transfer.py", description=__doc__, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--path", required=True, metavar="DIR", help="published data, or its en-10k")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "runs/results/babi-transfer", metavar="DIR",
                        help="where runs and tables go (runs/results/babi-transfer)")
    parser.add_argument("--budget", type=minutes, default=30.0, metavar="MINUTES", help="training, wall clock (30)")
    parser.add_argument("--sizes", type=sizes, default=list(SIZES.values()), metavar="LIST", help="1k, 10k (both)")
    parser.add_argument("--seeds", type=seed_count, default=5, metavar="N", help="how many, from 1 (5)")
    parser.add_argument("--ids", type=task_ids, metavar="IDS", help="tasks (all that have files)")
    parser.add_argument("--workers", type=count, default=os.cpu_count(), metavar="N", help="runs at a time (all cores)")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="the program tapehead (build/tapehead)")
    return parser.run(transfer, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
