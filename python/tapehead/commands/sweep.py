"""Trains the points of a sweep file, side by side, each exactly once.

    sweep.py FILE [--out DIR] [--jobs N] [--budget TIME] [--resume] [--dry-run] [--program FILE]
    sweep.py FILE --storage postgresql://USER@HOST/DATABASE [--study NAME] [--heartbeat SECONDS] …
    sweep.py FILE --storage URL --slurm [--jobs N] [--slurm-options "--partition=NAME …"]
    sweep.py --worker FILE --storage URL --out DIR [--study NAME] [--program FILE]

FILE says what is varied and how the points are chosen: a grid, at random, or by TPE (docs/sweeps.md). Each point is a
run DIR/points/HASH, named by its options; DIR/points.csv has a row for each. Ctrl-C, or the end of the budget, stops
the runs at a checkpoint. --resume continues them, and retries failed points. A run that fails is retried once. The
program is built if it is missing.

With --storage, the study is in a database, and any number of workers on other machines that have DIR may help: each
takes one point after the other until none is left. --jobs 0 prepares the study and starts no worker here. SIGINT,
SIGTERM, SIGHUP or SIGUSR1 ends a worker; another takes up its run. --slurm submits the workers to a cluster, or says
how far they are.

Exit status: 0 done, or the budget is spent; 1 runs failed twice; 2 bad usage or input; 75 interrupted (checkpointed).
"""
import argparse
import fcntl
import importlib
import os
import pathlib
import signal
import subprocess
import sys
import time

from tapehead.runs import streams
from tapehead.runs.errors import InputError, say, tell
from tapehead.runs.files import make_directory, write_whole
from tapehead.runs.usage import IS_CLONE, PROGRAM, ROOT, Parser, count, program_at
from tapehead.sweeps.check import check_points
from tapehead.sweeps.names import rename
from tapehead.sweeps.points import all_points, probes
from tapehead.sweeps.slurm import (
    Submission, array_limit, check_commands, split_options, with_joined_options, workers)
from tapehead.sweeps.sweep_file import SWEEP_FILE, read_sweep, seconds

FAILED, INTERRUPTED = 1, 75
ENDS = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
PATIENCE = 15  # seconds that the programs of a killed sweep have to write their checkpoints


def jobs(text):
    return 0 if text == "0" else count(text)


def time_span(text):
    try:
        return seconds(text, "--budget")
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error).partition(": ")[2]) from None


def build_program(given):
    """The path of the program; builds it if none is given and none exists."""
    if not given and IS_CLONE and not PROGRAM.exists():
        tell("sweep.py: building build/tapehead")
        if subprocess.run([ROOT / "scripts/build.sh"], stdout=sys.stderr).returncode:
            raise InputError(f"{ROOT / 'scripts/build.sh'}: failed; see above")
    return program_at(given)


def lock(out):
    """A descriptor that locks the sweep's directory while this process or one of its programs is alive."""
    descriptor = os.open(out / "lock", os.O_RDWR | os.O_CREAT, 0o666)
    end = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except BlockingIOError:
            if time.monotonic() > end:
                raise InputError(f"--out: {out} is being worked on by another sweep.py; wait, or name another "
                                 "directory") from None
            time.sleep(0.1)


def print_points(sweep):
    if sweep.method == "grid":
        points = all_points(sweep)
        for point in points:
            say(f"{point.hash}  {point.label()}\n")
        say(f"{len(points)} points\n")
        return
    for one in sweep.space:
        say(f"{one.name}: {one.described()}\n")
    say(f"{sweep.trials} points, chosen by {sweep.method}\n")


def print_script(options, sweep, out, program):
    """Prints the script that --slurm would submit for all points of the sweep."""
    number = workers(options.jobs, sweep.trials or len(all_points(sweep)), options.array_limit)
    submission = Submission(options.file, out, options.study or options.file.stem, program)
    say(submission.script(number, options.slurm_options))


def check_together(options):
    """InputError for options that do not go together."""
    if not options.storage:
        for name in ("worker", "study", "heartbeat"):
            if getattr(options, name):
                raise InputError(f"--{name}: needs --storage")
        if options.slurm:
            raise InputError("--slurm: needs --storage postgresql://…; a SQLite file cannot serve several nodes")
        if options.jobs == 0:
            raise InputError("--jobs: got 0; an integer of at least 1 is needed, or --storage")
    if options.worker:
        for name in ("resume", "budget", "heartbeat", "dry_run", "slurm_options"):
            if getattr(options, name):
                raise InputError(f"--{name.replace('_', '-')}: is not for a worker; say it where the study is prepared")
    if options.slurm_options and not options.slurm:
        raise InputError("--slurm-options: needs --slurm")
    if options.slurm and not options.worker:
        if options.budget:
            raise InputError("--budget: is not for --slurm; --slurm-options \"--time=1:00:00\" limits a worker's time")
        check_commands()
        options.slurm_options, options.array_limit = split_options(options.slurm_options), array_limit()
    if options.jobs is None and not options.slurm:
        options.jobs = os.cpu_count()


def catch(*numbers):
    """A list that collects each of these signals as it arrives."""
    signals = []
    for number in numbers:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # as under nohup
            signal.signal(number, lambda got, _: signals.append(got))
    return signals


def parts(name):
    """Imports a module that needs Optuna, which takes a second to load."""
    try:
        return importlib.import_module(f"tapehead.sweeps.{name}")
    except ModuleNotFoundError as error:
        raise InputError(f"{error.name}: is not installed for {sys.executable}; scripts/setup.sh sweeps installs it") \
            from None


def run(options):
    check_together(options)
    if not options.dry_run:  # hours of training: whoever reads along, the points are in files
        streams.let_output_go()
    signals = catch(*ENDS, signal.SIGUSR1) if options.worker else None
    sweep = read_sweep(options.file)
    out = (options.out or (ROOT if IS_CLONE else pathlib.Path()) / "runs/sweeps" / options.file.stem).resolve()
    if options.worker:
        return parts("many").worker(sweep, options.storage, out, options.study, program_at(options.program), signals,
                                    options.slurm)
    if options.storage:
        parts("address").read_address(options.storage)
    program = build_program(options.program)
    check_points(program, sweep, probes(sweep))
    if options.dry_run and options.slurm:
        print_script(options, sweep, out, program)
        return 0
    if options.dry_run:
        print_points(sweep)
        return 0
    if options.storage:
        return parts("many").coordinate(options, sweep, out, program, catch(*ENDS))
    if (out / "study").exists():
        raise InputError(f"--out: {out} is of a study in PostgreSQL; --storage goes on with it, or name another "
                         "directory")
    Study = parts("study").Study
    make_directory(out)
    held = lock(out)
    signals = catch(*ENDS)
    known = (out / "study.db").exists()
    try:
        study = Study(sweep, out / "study.db", lambda: bool(signals))
        write_whole(out / SWEEP_FILE, options.file.read_bytes())
        if sweep.method == "grid":
            study.enqueue(all_points(sweep))
            rename(all_points(sweep), out / "points")
        if options.resume:
            study.enqueue_failed()
        return work(options, sweep, study, program, out, held, signals, known)
    except parts("storage").UNREACHABLE as error:
        why = str(error.__cause__ or error).splitlines()[0]
        raise InputError(f"{out / 'study.db'}: cannot be used ({why}); room on the disk and the right to write are "
                         "needed; --resume goes on") from None


def work(options, sweep, study, program, out, held, signals, known):
    from tapehead.sweeps.coordinator import Coordinator
    from tapehead.sweeps.progress import Progress
    from tapehead.sweeps.table import points_csv, summary

    left = study.left()
    failed = len(study.failed())
    if not left:
        say(f"{out}: nothing left to do: {study.wanted()} points have been tried"
            + (f", {failed} failed; --resume tries those again" if failed else "") + "\n")
        return FAILED if failed else 0
    if known and not options.resume and study.begun():
        raise InputError(f"{out}: {left} of {study.wanted()} points are left of a sweep before; --resume goes on "
                         "with them")
    budget = options.budget or sweep.budget
    end = time.monotonic() + budget if budget else None
    progress = Progress(study.wanted() - left, left)
    coordinator = Coordinator(sweep, study, program, out / "points", options.jobs, held, progress,
                              lambda: bool(signals) or end is not None and time.monotonic() > end)
    try:
        done = coordinator.run()
    finally:
        write_whole(out / "points.csv", points_csv(study))
    say("\n".join(summary(sweep, study, out)) + "\n")
    if not done:
        why = "interrupted" if signals else "the budget is spent"
        tell(f"sweep.py: {why}; {study.left()} points are left, and --resume goes on")
    if signals:
        return INTERRUPTED
    return FAILED if study.failed() else 0


def main(arguments):
    parser = Parser(prog="sweep.py", description=__doc__, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path, metavar="FILE", help="the sweep file, TOML")
    parser.add_argument("--out", type=pathlib.Path, metavar="DIR",
                        help="the sweep's directory (runs/sweeps/NAME of FILE)")
    parser.add_argument("--jobs", type=jobs, metavar="N", help="runs at a time (all cores; with --slurm all points)")
    parser.add_argument("--budget", type=time_span, metavar="TIME", help="such as 90s, 20m or 2h (the file's, or none)")
    parser.add_argument("--resume", action="store_true", help="continue an interrupted sweep; retry failed points")
    parser.add_argument("--dry-run", action="store_true", help="print the points and run none")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="the program tapehead (build/tapehead)")
    parser.add_argument("--storage", default=os.environ.get("TAPEHEAD_STORAGE"), metavar="URL",
                        help="a PostgreSQL database for many machines (the environment's TAPEHEAD_STORAGE)")
    parser.add_argument("--study", metavar="NAME", help="the study's name in the database (the file's)")
    parser.add_argument("--heartbeat", type=count, metavar="SECONDS",
                        help="interval of signs of life; a worker that misses five counts as dead (60)")
    parser.add_argument("--slurm", action="store_true", help="submit the workers to Slurm; with --worker: be one")
    parser.add_argument("--slurm-options", default="", metavar="TEXT", help="options of sbatch, such as --time=2:00:00")
    parser.add_argument("--worker", action="store_true", help="work on a prepared study until no point is left")
    options = parser.parse_args(with_joined_options(arguments))
    try:
        return run(options)
    except InputError as error:
        tell(f"sweep.py: {error}")
        return 2
    except OSError as error:
        tell(f"sweep.py: {error.filename or options.file}: {error.strerror}; a place that can be written is needed; "
             "what was trained is kept, and --resume goes on")
        return 2
    except KeyboardInterrupt:  # before any work began, or while another program held the study
        tell("sweep.py: interrupted")
        return INTERRUPTED
