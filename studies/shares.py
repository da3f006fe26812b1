"""Trainings that share a time budget. Within the lowest rank, the job that has had the least of its share trains next,
for a time slice, and is then interrupted at a checkpoint. Any budget thus takes all jobs of a rank equally far, and a
further call resumes, with the same results as uninterrupted runs. A run that ends early leaves its time to
the others."""
import argparse
import concurrent.futures
import csv
import dataclasses
import math
import os
import pathlib
import signal
import subprocess
import threading
import time

from tapehead.runs import numbers
from tapehead.runs.errors import InputError, tell
from tapehead.runs.files import make_directory

INTERRUPTED = 75  # the program's exit status after a signal, with a checkpoint written
DIVERGED = 3      # counts as a result
TOLD_EVERY = 5    # seconds between two lines of progress
STOPS_WITHIN = 0.5  # seconds until a worker notices that all is to end
LOOKED_EVERY = 0.1  # seconds between two looks at whether a slice has ended


def ended(directory):
    return (directory / "result.json").exists()


@dataclasses.dataclass
class Job:
    name: str     # in the progress
    words: list   # of `tapehead train`, without --threads and --out
    directory: pathlib.Path
    share: float = 1  # of the budget, relative to others of its rank
    rank: int = 0     # lower ranks are done first
    after: pathlib.Path | None = None  # directory of another job that must end before
    busy: bool = False
    spent: float = 0.0  # seconds of the budget, including those after the last row of metrics

    def finished(self):
        return ended(self.directory)

    def waits(self):
        return self.after is not None and not ended(self.after)

    def seconds(self):
        """Training time so far, from the last row of its metrics."""
        try:
            with open(self.directory / "metrics.csv", newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            return float(rows[-1]["seconds"]) if rows else 0.0
        except (OSError, KeyError, TypeError, ValueError):
            return 0.0


def processor_seconds(directory):
    """What all slices of a run took of a processor, which does not depend on what else the machine did."""
    return sum(map(float, pathlib.Path(f"{directory}.processor").read_text(encoding="utf-8").split()))


def has_ended(process):
    """Whether it has, without taking its status: that comes with the processor time."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def train_slice(program, job, seconds, stop):
    """Trains for `seconds`, or until `stop` is set; the program's progress goes to a log beside the run. InputError if
    it fails."""
    end = time.monotonic() + seconds
    make_directory(job.directory.parent)
    goes_on = job.directory.exists()
    with open(f"{job.directory}.log", "a", encoding="utf-8") as log:
        process = subprocess.Popen([program, "train", *job.words, "--threads", "1", "--out", job.directory],
                                   stdout=log, stderr=log)
        while not has_ended(process) and time.monotonic() < end and not stop.is_set():
            time.sleep(min(LOOKED_EVERY, max(0.0, end - time.monotonic())))
        fine = [0, DIVERGED, INTERRUPTED]
        if not has_ended(process):
            process.send_signal(signal.SIGTERM)
            fine.append(-signal.SIGTERM)  # on a busy machine it may not have come to wait for signals yet
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    with open(f"{job.directory}.processor", "a" if goes_on else "w", encoding="utf-8") as file:
        file.write(f"{usage.ru_utime + usage.ru_stime:.2f}\n")
    if process.returncode not in fine:
        last = (pathlib.Path(log.name).read_text(encoding="utf-8", errors="replace").splitlines() or ["nothing"])[-1]
        raise InputError(f"{job.name}: exit status {process.returncode}; {log.name} ends: {last}")


def train_all(program, all_jobs, budget, workers):
    """Distributes time fairly until the budget (seconds) is spent or everything is done; returns the seconds taken."""
    begin = time.monotonic()
    end = begin + budget
    lock = threading.Lock()
    stop = threading.Event()
    for job in all_jobs:
        job.spent = job.seconds()
    slice_seconds = max(10.0, min(120.0, budget * workers / max(1, len(all_jobs)) / 4))
    told = begin

    def next_job():
        with lock:
            open_jobs = [job for job in all_jobs if not job.busy and not job.finished()]
            ready = [job for job in open_jobs if not job.waits()]
            if not ready or stop.is_set():
                return None
            job = min(ready, key=lambda one: (one.rank, one.spent / one.share))
            job.busy = True
            return job

    def tell_progress(job):
        nonlocal told
        with lock:
            done = sum(one.finished() for one in all_jobs)
            if time.monotonic() < told + TOLD_EVERY and done < len(all_jobs):
                return
            told = time.monotonic()
        tell(f"{max(0, end - told) / 60:5.1f} minutes left, {done}/{len(all_jobs)} runs ended; "
             f"last: {job.name}, {job.seconds():.0f} s trained")

    def all_begun():
        with lock:
            return stop.is_set() or all(job.busy or job.finished() for job in all_jobs)

    def work():
        while (left := end - time.monotonic()) > 1:
            job = next_job()
            if job is None:
                if all_begun():
                    return
                time.sleep(min(STOPS_WITHIN, left))  # for jobs that others wait for
                continue
            began = time.monotonic()
            try:
                train_slice(program, job, min(slice_seconds, left), stop)
            except BaseException:
                stop.set()
                raise
            finally:
                job.spent += time.monotonic() - began
                job.busy = False
            tell_progress(job)

    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        try:
            for future in [pool.submit(work) for _ in range(workers)]:
                future.result()
        except BaseException:
            stop.set()
            raise
    return time.monotonic() - begin


def minutes(text):
    """The type of a command-line argument."""
    try:
        value = numbers.real(text)
    except ValueError:
        value = math.nan
    if not 0 < value < 1e5:
        raise argparse.ArgumentTypeError(f"got {text}; minutes above 0 are needed")
    return value
