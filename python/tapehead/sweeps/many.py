"""A sweep whose study is in PostgreSQL: prepared, and worked on from this machine or a cluster's nodes."""
import signal
import time

from tapehead.runs.errors import InputError, note, say, tell
from tapehead.runs.files import write_whole

from .address import shown, whole
from .node import Node
from .pool import Pool
from .prepare import open_study, prepare
from .progress import Progress
from .slurm import Submission, own_place, requeue, workers
from .storage import UNREACHABLE
from .table import points_csv, summary

DONE, FAILED, INTERRUPTED = 0, 1, 75


def worker(sweep, url, out, name, program, signals, slurm):
    """A node's whole work; returns the exit status. A worker in Slurm does not wait for the trials of others: waiting
    would occupy the node that a requeued worker needs, and that worker takes up its own trial."""
    place = own_place() if slurm else None
    try:
        if Node(lambda: open_study(sweep, url, out, name), program, lambda: bool(signals),
                lambda line: say(line + "\n"), place, not place).run():
            return DONE
    except UNREACHABLE as error:
        return away(error)
    tell("sweep.py: interrupted; the run that was under way waits for a worker")
    if place and signal.SIGUSR1 in signals:  # scancel sends another signal, to end the worker
        requeue()
    return INTERRUPTED


def away(error):
    lines = str(error.__cause__ or error).strip().splitlines()
    tell(f"sweep.py: the database does not answer ({lines[0]}); all is kept, and the same call goes on")
    return INTERRUPTED


def coordinate(options, sweep, out, program, signals):
    """Prepares the study and starts workers on this machine or on a cluster; returns the exit status."""
    try:
        study = prepare(sweep, options.storage, out, options.study, options.resume, options.heartbeat)
        if options.slurm:
            return submit(options, sweep, study, program)
        return work(options, sweep, study, program, signals)
    except UNREACHABLE as error:
        return away(error)


def check_resumed(options, study, left):
    if study.begun() and not options.resume:
        raise InputError(f"study {study.name} in {shown(study.storage.address)}: {left} of {study.wanted()} points are "
                         "left of a sweep before; --resume goes on with them")


def submit(options, sweep, study, program):
    """Submits workers to a cluster, or reports the study's progress."""
    left, failed = study.left(), len(study.failed())
    if not left or options.jobs == 0:
        return stand(study, left, failed)
    submission = Submission(sweep.path, study.directory, study.name, program)
    if (queued := submission.queued()) and not options.resume:
        write_whole(study.directory / "points.csv", points_csv(study))
        say("\n".join(summary(sweep, study, study.directory)) + "\n")
        say(f"{left} of {study.wanted()} points are left; workers in Slurm: "
            + ", ".join(f"{count} {state}" for state, count in sorted(queued.items())) + "\n")
        return DONE
    check_resumed(options, study, left)
    if not queued:  # then no begun trial is being worked on either
        study.put_back_at(submission.has_submitted)
    if sweep.budget:
        note("the sweep file's budget is left out of account: how long workers may run is said to Slurm")
    number = workers(options.jobs, left, options.array_limit)
    job = submission.submit(number, options.slurm_options, whole(study.storage.address))
    say(f"{study.directory}: {left} of {study.wanted()} points are left; submitted {job}_[0-{number - 1}]; the same "
        "call says how far they are\n")
    return DONE


def work(options, sweep, study, program, signals):
    left, failed = study.left(), len(study.failed())
    if left and options.jobs:
        check_resumed(options, study, left)
    if not left or not options.jobs:
        return stand(study, left, failed)
    budget = options.budget or sweep.budget
    end = time.monotonic() + budget if budget else None
    pool = Pool(study, sweep.path, program, options.jobs, Progress(study.wanted() - left, left),
                lambda: bool(signals) or end is not None and time.monotonic() > end)
    try:
        pool.run()
    finally:
        write_whole(study.directory / "points.csv", points_csv(study))
    say("\n".join(summary(sweep, study, study.directory)) + "\n")
    if left := study.left():
        why = "interrupted" if signals else "the budget is spent" if pool.stopped() else "the workers died"
        tell(f"sweep.py: {why}; {left} points are left, and --resume goes on")
        return INTERRUPTED if signals or not pool.stopped() else DONE
    return FAILED if study.failed() else DONE


def stand(study, left, failed):
    """The sweep's progress, for a call that starts no worker here."""
    write_whole(study.directory / "points.csv", points_csv(study))
    if left:
        say(f"{study.directory}: study {study.name} is prepared: {left} of {study.wanted()} points are left; "
            "sweep.py --worker works on them\n")
        return DONE
    say(f"{study.directory}: nothing left to do: {study.wanted()} points have been tried"
        + (f", {failed} failed; --resume tries those again" if failed else "") + "\n")
    return FAILED if failed else DONE
