#!/usr/bin/python3
"""Trains the fifteen networks of "Neural Turing Machines" (Graves, Wayne & Danihelka 2014) and reports their results.

    ntm2014_paper.py [--sequences N] [--jobs N] [--nice N] [--only PRESET ...] [--out DIR] [--results DIR]
                     [--program FILE]
    ntm2014_paper.py --tell ...      trains nothing: collects existing results, rewrites table and page

A run trains on one thread, at the lowest priority unless --nice sets another, and is then evaluated at the settings
that its task names for testing generalisation. Whenever a run ends, and every ten minutes, RESULTS gets the runs
without their checkpoints, networks.csv (one row per network), README.md, which is made of networks.csv alone, and
pictures, each of one task's networks. After an interruption, the same call resumes; with more --sequences, finished
runs train on. A program built from a tree with changes is refused, so that every manifest names a commit.

Exit status: 0 done, 2 bad usage or input, 130 interrupted.
"""
import argparse
import concurrent.futures
import contextlib
import csv
import io
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading

import scripts_path  # noqa: F401
from ntm2014_networks import NETWORKS, TASKS
from ntm2014_page import NEAR_ZERO, page
from plans import without_places
from shares import DIVERGED, INTERRUPTED
from tapehead.runs import looks
from tapehead.runs.errors import InputError, note
from tapehead.runs.files import make_directory, write_whole
from tapehead.runs.groups import Group, identify
from tapehead.runs.runs import before_first_validation, read_json, read_result, read_run
from tapehead.runs.usage import ROOT, Parser, count, program_at, whole
from tapehead.stats.outcome import choose_metric, validations

SEED = 1
KEPT = ("config.ini", "manifest.json", "metrics.csv", "result.json", "eval.csv")
EPISODES = 100     # per setting beyond the training sizes
LAST = 10          # final validations, whose median counts
TOLD_EVERY = 600   # seconds between two tables while runs train
OF_FEEDFORWARD = looks.unused({looks.unused(())})  # a look; the first that no scheme has is of the NTM's colour
COLUMNS = ["preset", "parameters", "paper_parameters", "sequences", "status", "metric", "best", "best_at", "last",
           "median_of_last", "near_zero_at", "seconds", "cpu", "commit"]


class Training:
    """Runs of the program that end with a checkpoint when the study is interrupted."""

    def __init__(self, options):
        self.options, self.processes, self.stopped, self.lock = options, set(), False, threading.Lock()

    def command(self, network, directory):
        """None if the run is finished."""
        wanted = ["--train.sequences", str(self.options.sequences)]
        result = read_result(directory / "result.json")
        if result.get("status") == "diverged" or result.get("sequences", 0) >= self.options.sequences:
            return None
        if (directory / "checkpoint-last.safetensors").exists():
            return ["resume", directory, *wanted]
        return ["train", "--preset", network.preset, "--seed", str(SEED), *wanted, "--out", directory]

    def train(self, network):
        directory = run_directory(self.options, network)
        command = self.command(network, directory)
        if command is not None:
            self.run(network, directory, command)
        best, table = directory / "checkpoint-best.safetensors", directory / "eval.csv"
        if (directory / "result.json").exists() and best.exists() and not (
                table.exists() and table.stat().st_mtime >= best.stat().st_mtime):
            self.run(network, directory, ["eval", directory, "--episodes", str(EPISODES)])

    def run(self, network, directory, command):
        """Runs the program to its end, or until stop()."""
        make_directory(directory.parent)
        with open(f"{directory}.log", "a", encoding="utf-8") as log:
            with self.lock:
                if self.stopped:
                    return
                process = subprocess.Popen(["nice", "-n", str(self.options.nice), self.options.program, *command,
                                            "--threads", "1"], stdout=log, stderr=log)
                self.processes.add(process)
            status = process.wait()
        with self.lock:
            self.processes.discard(process)
        if status not in (0, DIVERGED) and not (self.stopped and status in (INTERRUPTED, -signal.SIGTERM)):
            said = pathlib.Path(log.name).read_text(encoding="utf-8", errors="replace").splitlines() or ["nothing"]
            raise InputError(f"{network.preset}: exit status {status}; {log.name} ends: {said[-1]}")

    def stop(self):
        with self.lock:
            self.stopped = True
            for process in self.processes:
                process.send_signal(signal.SIGTERM)


def run_directory(options, network):
    return options.out / network.preset / f"seed-{SEED}"


def row_of(network, directory):
    """A run's results so far, from its validations; None before the first."""
    if not (directory / "manifest.json").exists() or before_first_validation(directory):
        return None
    run, manifest = read_run(directory, "metrics.csv"), read_json(directory / "manifest.json")
    metric = choose_metric([run], None)
    points = [(int(sequences), float(cost)) for sequences, cost in validations(run, metric)]
    best_at, best = min(points, key=lambda point: point[1])
    return {"preset": network.preset, "parameters": manifest["parameters"], "paper_parameters": network.paper,
            "sequences": points[-1][0], "status": run.status, "metric": metric, "best": best, "best_at": best_at,
            "last": points[-1][1], "median_of_last": statistics.median(cost for _, cost in points[-LAST:]),
            "near_zero_at": next((at for at, cost in points if cost <= NEAR_ZERO), ""),
            "seconds": round(float(run.table["seconds"].iloc[-1])), "cpu": manifest["cpu"],
            "commit": manifest["commit"]}


def tell(options):
    """Writes the kept runs, networks.csv, README.md and pictures. Networks in RESULTS that OUT lacks stay."""
    make_directory(options.results)
    rows = []
    for network in NETWORKS:
        directory = run_directory(options, network)
        if row_of(network, directory) is not None:
            keep(directory, options.results / network.preset / directory.name, options.out)
        row = row_of(network, options.results / network.preset / directory.name)
        if row is not None:
            rows.append(row)
    table = io.StringIO(newline="")
    writer = csv.DictWriter(table, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(options.results / "networks.csv", table.getvalue().encode())
    write_page(options.results)
    draw(options)
    note(f"{len(rows)} of {len(NETWORKS)} networks are in {options.results / 'networks.csv'}")


def keep(directory, kept, out):
    """Copies the run as it stands, without where it stood, replacing an earlier copy of that name."""
    part = kept.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    make_directory(part)
    for name in KEPT:
        with contextlib.suppress(FileNotFoundError):  # a running run recreates what it deletes
            (part / name).write_bytes(without_places((directory / name).read_bytes().decode(), out).encode())
    shutil.rmtree(kept, ignore_errors=True)
    part.rename(kept)


def write_page(results):
    """README.md, from networks.csv alone."""
    with open(results / "networks.csv", encoding="utf-8", newline="") as file:
        write_whole(results / "README.md", page(list(csv.DictReader(file))).encode())


def write_looks(results):
    """looks.csv: in all pictures a kind of network has one look. The LSTM's and that of the NTM with one are those of
    their schemes; with a feedforward controller it has one that no scheme has."""
    rows = []
    for network in NETWORKS:
        if (run := results / network.preset / f"seed-{SEED}").exists():
            group = Group("", identify(read_run(run, "metrics.csv")), [])
            own = looks.scheme(group.identity)
            look = OF_FEEDFORWARD if network.controller == "ff" else own
            rows.append([looks.name_of(own), looks.options_of(group), look])
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([looks.HEADER, *rows])
    write_whole(results / looks.KEPT, text.getvalue().encode())


def draw(options):
    """For each task, its networks' learning curves, and their cost beyond the training sizes."""
    write_looks(options.results)
    for task, settings in TASKS.items():
        runs = [options.results / network.preset / f"seed-{SEED}" for network in NETWORKS if network.task == task]
        runs = [run for run in runs if run.exists()]
        scored = [run for run in runs if (run / "eval.csv").exists()]
        metric = ["--metric", "over_oracle" if task == "ngrams" else "bits"]
        calls = [["curves", *runs, *metric, "--out", options.results / f"{task}-curves.png"]] if runs else []
        calls += [["length", *scored, *metric, "--setting", f"task.{setting}", "--out",
                   options.results / f"{task}-against-{setting}.png"] for setting in settings if scored]
        for words in calls:
            done = subprocess.run([ROOT / "scripts/plot.py", *words], capture_output=True, text=True)
            if done.returncode:
                raise InputError(f"{task}: cannot be drawn: {done.stderr.strip()}")


def refuse_changes(program):
    """A manifest names the commit that the program was built from; for a tree with changes no commit says what it
    was."""
    with tempfile.TemporaryDirectory() as folder:
        run = pathlib.Path(folder) / "run"
        smallest = ["--task", "copy", "--task.length", "1", "--controller.size", "1", "--memory", "none",
                    "--train.sequences", "1", "--train.validation-episodes", "1", "--threads", "1"]
        subprocess.run([program, "train", *smallest, "--out", run], capture_output=True)
        commit = read_json(run / "manifest.json").get("commit", "unknown")
    if commit == "unknown" or commit.endswith("+changes"):
        raise InputError(f"--program: got {program}, built from commit {commit}; a tree without changes is needed")


def chosen(names):
    by_name = {network.preset: network for network in NETWORKS}
    for name in names:
        if name not in by_name:
            raise InputError(f"--only: got {name}; valid: {', '.join(by_name)}")
    return [network for network in NETWORKS if not names or network.preset in names]


def work(options):
    networks = chosen(options.only)
    if options.tell:
        tell(options)
        return
    options.program = program_at(options.program)
    refuse_changes(options.program)
    training = Training(options)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        pending = {pool.submit(training.train, network) for network in networks}
        try:
            while pending:
                done, pending = concurrent.futures.wait(pending, TOLD_EVERY, concurrent.futures.FIRST_COMPLETED)
                tell(options)
                for future in done:
                    future.result()
        except BaseException:
            training.stop()
            raise


if __name__ == "__main__":
    parser = Parser(prog="ntm2014_paper.py", description=__doc__, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sequences", type=count, default=100000, metavar="N", help="sequences per network (100000)")
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="networks at a time (1)")
    parser.add_argument("--nice", type=whole, default=19, choices=range(20), metavar="N", help="niceness of runs (19)")
    parser.add_argument("--only", nargs="+", default=[], metavar="PRESET", help="only these networks (all fifteen)")
    parser.add_argument("--tell", action="store_true", help="train nothing, rewrite table and page of existing results")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "runs/results/ntm2014-paper", metavar="DIR",
                        help="directory of the runs (runs/results/ntm2014-paper)")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "docs/results/ntm2014", metavar="DIR",
                        help="directory of tables and page (docs/results/ntm2014)")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="the program tapehead (build/tapehead)")
    sys.exit(parser.run(work, sys.argv[1:]))
