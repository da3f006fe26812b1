"""The map on a cluster: one array of Slurm whose tasks take cells, each the next that nobody has, on a file system that
all nodes share. Runs and rows are where they are without."""
import math
import os
import shlex
import shutil
import signal
import sys

import scripts_path  # noqa: F401
from map_cells import ROLES, Measured
from plans import program_for_results, refuse_other_options
from shares import INTERRUPTED, train_all
from tapehead.runs.errors import InputError, note, say
from tapehead.runs.files import make_directory
from tapehead.runs.usage import ROOT
from tapehead.sweeps.slurm import Array, array_limit, check_commands, own_place, requeue, split_options, workers

WHAT = "A worker of the map, written by reproduce_map.py --slurm"


class Interrupted(Exception):
    """By a signal, whose number is its argument."""


def submit(options, plan, sizes, write_pages):
    """Keeps what has ended; then tells how far the workers are, or submits some where none is queued."""
    check_commands()
    extra, limit = split_options(options.slurm_options), array_limit()
    make_directory(options.results / "curves")
    program = program_for_results(options)
    left = sum(keep(Measured(program, plan, measure, sizes, options)) for measure in plan.measures.values())
    write_pages(options)
    make_directory(options.out)
    array = Array("tapehead-map", options.out.resolve() / "slurm")
    if not left:
        said = "nothing to submit"
    elif queued := array.queued():
        said = "workers in Slurm: " + ", ".join(f"{count} {state}" for state, count in sorted(queued.items()))
    else:
        shutil.rmtree(options.out / "taken", ignore_errors=True)  # by workers that are no more
        number = workers(options.workers, left, limit)
        job = array.send(array.head(WHAT, number, extra) + command(options, program))
        said = f"submitted {job}_[0-{number - 1}]; the same call keeps what has ended and tells how far it is"
    say(f"{left} of {len(plan.cells())} cells are left; {said}\n")


def keep(work):
    """How many cells of a measure are left; the rows of ended runs are kept."""
    for role in ROLES:
        try:
            work.keep(role)
        except InputError as error:
            note(str(error))
    return sum(not work.whole(machine) for machine in work.plan.machines.values())


def command(options, program):
    """The worker, in place of the shell, which alone gets the signal before the time limit."""
    said = {"plan": options.plan, "out": options.out, "results": options.results, "program": program}
    words = [sys.executable, ROOT / "studies/reproduce_map.py", "--worker",
             *(word for name, path in said.items() for word in (f"--{name}", path.resolve()))]
    return f"exec {shlex.join(map(str, words))}{' --uncommitted' if options.uncommitted else ''}\n"


def worker(options, plan, sizes):
    """Trains cell after cell; returns the exit status: 1 where a run failed, 75 after a signal."""
    place, program, failed = own_place(), program_for_results(options), False
    for number in (signal.SIGUSR1, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, interrupt)
    try:
        for measure in plan.measures.values():
            work = Measured(program, plan, measure, sizes, options)
            for machine in plan.machines.values():
                if work.whole(machine) or not take(options.out / "taken", f"{machine.name}--{measure.name}", place):
                    continue
                say(f"{machine.name}/{measure.name}\n")
                try:
                    train(program, work, machine)
                except InputError as error:
                    note(f"{machine.name}/{measure.name}: {error}")
                    failed = True
    except Interrupted as by:
        if by.args[0] == signal.SIGUSR1:  # scancel sends another signal, to end the worker
            requeue("reproduce_map.py", "a further --slurm submits others")
        return INTERRUPTED
    return int(failed)


def train(program, work, machine):
    """A cell's runs on one core: those for the rate, then the seeds with the rate that they chose."""
    for role in ROLES:
        jobs = [job for of, job in work.jobs_of(role) if of is machine]
        refuse_other_options(program, jobs)
        train_all(program, jobs, math.inf, 1)
        rows, _, failed = work.gather(role, [machine])
        if failed:
            raise failed
        work.kept += rows


def take(folder, name, place):
    """Whether a cell is this worker's: nobody has it, or this element of the array had it before it was requeued."""
    make_directory(folder)
    try:
        with open(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "w", encoding="utf-8") as file:
            file.write(place)
        return True
    except FileExistsError:
        return (folder / name).read_text(encoding="utf-8") == place


def interrupt(number, _):
    for each in (signal.SIGUSR1, signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: None)  # the checkpoint is being written; SIG_IGN a program would inherit
    raise Interrupted(number)
