#!/usr/bin/python3
"""Trains, scores and keeps the runs behind the figures of "Neural Turing Machines" (Graves, Wayne & Danihelka 2014).

    reproduce_ntm2014.py PROGRAM RUNS RESULTS [--budget MINUTES] [--workers N]

The runs share the budget: whichever has had the least of its share trains next, for a slice of time, and is then
interrupted at a checkpoint. So any budget gives curves of all of them, and a further call goes on where this one
ended, without a difference to runs that were never interrupted. A run that ends early leaves its time to the others.
Scoring comes after the budget. RESULTS gets each run's directory without its checkpoints.
"""
import argparse
import concurrent.futures
import csv
import dataclasses
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

TASKS = ("copy", "repeat-copy", "associative-recall", "ngrams", "priority-sort")
INTERRUPTED = 75  # the program's exit status after a signal, checkpoint written
EPISODES = 100    # a setting of the generalisation grid


@dataclasses.dataclass
class Job:
    preset: str
    seed: int
    share: float  # of the budget, relative to the others
    directory: pathlib.Path
    busy: bool = False
    spent: float = 0.0  # seconds of the budget, those before the next row of metrics included

    def finished(self):
        return (self.directory / "result.json").exists()

    def seconds(self):
        """Trained so far, from the last row of its metrics."""
        try:
            with open(self.directory / "metrics.csv", newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            return float(rows[-1]["seconds"]) if rows else 0.0
        except (FileNotFoundError, KeyError, TypeError, ValueError):
            return 0.0


def jobs(runs):
    """Ours with five seeds, but for priority sort, which wants the better part of an hour; the paper's with one."""
    ours = {"repeat-copy": 1, "associative-recall": 1, "ngrams": 10}
    wanted = [(task, seed, share) for task, share in ours.items() for seed in range(1, 6)]
    wanted.append(("priority-sort", 1, 60))
    wanted += [(f"graves2014-{task}-{controller}", 1, 2 if task == "copy" and controller != "lstm-baseline" else 8)
               for task in TASKS for controller in ("lstm", "ff", "lstm-baseline")]
    return [Job(preset, seed, share, runs / preset / f"seed-{seed}") for preset, seed, share in wanted]


def train_slice(program, job, seconds):
    """Trains for that long; the program's progress goes to a log beside the run. Raises where it fails."""
    job.directory.parent.mkdir(parents=True, exist_ok=True)
    with open(job.directory.parent / f"seed-{job.seed}.log", "a", encoding="utf-8") as log:
        process = subprocess.Popen([program, "train", "--preset", job.preset, "--seed", str(job.seed), "--threads", "1",
                                    "--out", job.directory], stdout=log, stderr=log)
        try:
            process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM)
            process.wait()
        except BaseException:
            process.send_signal(signal.SIGTERM)
            process.wait()
            raise
    if process.returncode not in (0, 3, INTERRUPTED):  # 3: diverged, which is a result
        raise RuntimeError(f"{job.preset} seed {job.seed}: exit status {process.returncode}; see {log.name}")


def train_all(program, all_jobs, budget, workers):
    """Fair shares until the budget (seconds) is spent or all is done."""
    end = time.monotonic() + budget
    lock = threading.Lock()
    for job in all_jobs:
        job.spent = job.seconds()
    slice_seconds = max(10.0, min(120.0, budget * workers / len(all_jobs) / 4))

    def next_job():
        with lock:
            open_jobs = [job for job in all_jobs if not job.busy and not job.finished()]
            if not open_jobs:
                return None
            job = min(open_jobs, key=lambda one: one.spent / one.share)
            job.busy = True
            return job

    def work():
        while (left := end - time.monotonic()) > 1 and (job := next_job()):
            began = time.monotonic()
            try:
                train_slice(program, job, min(slice_seconds, left))
            finally:
                job.spent += time.monotonic() - began
                job.busy = False
            done = sum(one.finished() for one in all_jobs)
            print(f"{max(0, end - time.monotonic()) / 60:5.1f} minutes left, {done}/{len(all_jobs)} runs ended; "
                  f"last: {job.preset} seed {job.seed}, {job.seconds():.0f} s trained", file=sys.stderr)

    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for future in [pool.submit(work) for _ in range(workers)]:
            future.result()


def score(program, job):
    """The generalisation grid of its task, where it has one and the run has a best checkpoint."""
    best = job.directory / "checkpoint-best.safetensors"
    table = job.directory / "eval.csv"
    if not best.exists() or (table.exists() and table.stat().st_mtime > best.stat().st_mtime):
        return
    part = job.directory / "eval.part"
    subprocess.run([program, "eval", job.directory, "--episodes", str(EPISODES), "--threads", "1", "--csv", part],
                   check=True, stdout=subprocess.DEVNULL)
    part.replace(table)  # whole, or made again


def keep(job, results):
    """The run without its checkpoints."""
    if not (job.directory / "config.ini").exists():
        return
    kept = results / job.preset / f"seed-{job.seed}"
    kept.mkdir(parents=True, exist_ok=True)
    for name in ("config.ini", "manifest.json", "metrics.csv", "result.json", "eval.csv"):
        if (job.directory / name).exists():
            shutil.copy(job.directory / name, kept / name)


def minutes(text):
    value = float(text)
    if not 0 < value < 1e5:
        raise argparse.ArgumentTypeError(f"got {text}; minutes above 0 are needed")
    return value


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("runs", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--budget", type=minutes, default=60.0, metavar="MINUTES", help="of training, wall clock (60)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N", help="runs at a time (all cores)")
    options = parser.parse_args(arguments)
    all_jobs = jobs(options.runs)
    train_all(options.program, all_jobs, 60 * options.budget, options.workers)
    with concurrent.futures.ThreadPoolExecutor(options.workers) as pool:
        list(pool.map(lambda job: score(options.program, job), all_jobs))
    for job in all_jobs:
        keep(job, options.results)
    print(json.dumps({"ended": sum(job.finished() for job in all_jobs), "runs": len(all_jobs)}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
