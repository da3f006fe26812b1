#!/usr/bin/python3
"""Trains every machine of the map on every measure, asks what was trained within its sizes and beyond them, and keeps
the answers.

    reproduce_map.py [--budget MINUTES] [--jobs N]       goes on with what is missing, measure by measure
    reproduce_map.py --list                              the cells, and how many seeds each has
    reproduce_map.py --cell MACHINE/MEASURE              trains one cell anew, or ends what an earlier call began of it,
                                                         and says whether it agrees with the page; a cell that has no
                                                         seeds there yet is trained for it
    reproduce_map.py --replicate N [--seed S]            the same of N cells drawn at random, by a program
                                                         once a draw: RESULTS/replicated.csv
    reproduce_map.py --slurm [--workers N] [--slurm-options TEXT]    has a cluster go on with it, cell by cell; the same
                                                         call keeps what has ended and tells how far it is
    reproduce_map.py --rates [--budget MINUTES]          trains the window of learning rates: RESULTS/rates/MEASURE.csv
    reproduce_map.py --page                              writes the pages anew: RESULTS/README.md and map.html
    reproduce_map.py --sizes                             finds the sizes of machines that the plan has no size for

studies/map.toml is the plan. The runs go to OUT/MEASURE/MACHINE/, side by side on one thread each; a further call
resumes. RESULTS/MEASURE.csv gets rows as runs end: those of the seeds that chose the learning rate (role `rate`), and
those that are told (role `seed`), a row per question and metric; RESULTS/curves/MEASURE.csv their validations. Rows and
runs of options that have changed since are refused: remove both to train them again. The tables of RESULTS/README.md
(studies/told/map_tables.py, map_answers.py) are rewritten, and the map.html that is beside the folder of results
(map_page.py). Results are kept only of a program built from a clean tree, so that the commit identifies it.

Exit status: 0 done or the cell agrees, 1 it does not, 2 bad usage or input.
"""
import sys
import time

import scripts_path  # noqa: F401
import map_again
import map_page
import map_sizes
import map_slurm
from kept_answers import write_page
from kept_seeds import alone
from map_cells import ROLES, Measured
from map_plan import read_plan, read_sizes
from plans import base_parser, program_for_results, refuse_other_options
from shares import train_all
from tapehead.runs.errors import InputError, note, say
from tapehead.runs.files import make_directory
from tapehead.runs.usage import count, program_at
from tapehead.sweeps.slurm import with_joined_options
from told import map_tables


def listed(plan, results):
    """A line a cell."""
    kept = map_tables.kept(results.parent, plan)
    if not results.is_dir():
        note(f"{results} is not there yet")
    for measure, machine in plan.cells():
        there = map_tables.told_rows(kept.get(measure.name, []), machine.name)
        say(f"{machine.name}/{measure.name}  {len(map_tables.by_seed(there))} of {len(plan.seeds)} seeds\n")


def advance(options, plan, sizes, measures, machines, roles, folder=""):
    """Goes through the measures until all is done or the budget is spent. Rows are kept in that folder of the
    results."""
    program, end = program_for_results(options), time.monotonic() + 60 * options.budget
    make_directory(options.out)
    stale = True  # an earlier call may have been killed after its rows, before its pages
    for measure in measures:
        work = Measured(program, plan, measure, sizes, options, name=f"{folder}{measure.name}")
        for machine in machines:
            work.size(machine)  # or refuses all before anything is written
        before = work.kept
        try:
            for role in roles:
                jobs = [job for machine, job in work.jobs_of(role) if machine in machines]
                left = end - time.monotonic()
                refuse_other_options(program, jobs)
                if jobs and left > 0:
                    train_all(program, jobs, left, options.jobs)
                work.keep(role)
        finally:
            if work.kept is not before:
                write_pages(options)
                stale = False
        if time.monotonic() >= end:
            note(f"{measure.name}: the budget is spent; a further call goes on")
            break
    if stale:
        write_pages(options)


def first(options, plan, sizes, measure, machine):
    """Trains the seeds of a cell that the page lacks, and says what all came to."""
    before = len(map_tables.by_seed(map_again.told(options, plan, measure, machine)))
    make_directory(options.results / "curves")
    advance(options, plan, sizes, [measure], [machine], ROLES)
    name, rows = f"{machine.name}/{measure.name}", map_again.told(options, plan, measure, machine)
    if (ended := len(map_tables.by_seed(rows))) < len(plan.seeds):
        raise InputError(f"{name}: {ended} of {len(plan.seeds)} seeds are at their end; a further call goes on")
    for question in map_tables.QUESTIONS:
        say(f"{question}: % right {map_tables.listed(map_tables.rights(rows, question))}\n")
    had = f"{before} of its seeds, too few" if before else "no seeds of it"
    say(f"{name}: is on the page now, which had {had} to compare with\n")


def write_pages(options):
    """The page of tables, and the one for a browser, where they are. They tell the project's own plan."""
    if read_plan(options.plan) != read_plan(map_tables.PLAN):
        note(f"pages are written of {map_tables.PLAN} alone, not of {options.plan}: {options.results} gets rows only")
        return
    with alone(options.results):
        write_page(options.results)
        map_page.refresh(options.results.parent)


def pages_alone(options):
    """Of what is kept."""
    for given, is_right, right in (
            ("results", (options.results / "README.md").is_file(), "a directory with the README.md to be written anew"),
            ("plan", read_plan(options.plan) == read_plan(map_tables.PLAN), f"{map_tables.PLAN}, of which pages are,")):
        if not is_right:
            raise InputError(f"--{given}: got {getattr(options, given)}; {right} is needed")
    write_pages(options)


def run(options):
    plan = read_plan(options.plan)
    known = options.plan.with_name(f"{options.plan.stem}_sizes.toml")
    if options.results.name != "map":
        raise InputError(f"--results: got {options.results}; a directory called map is needed, for its table")
    if options.list:
        listed(plan, options.results)
    elif options.page:
        pages_alone(options)
    elif options.sizes:
        map_sizes.find(program_at(options.program), plan, known, read_sizes(known))
    elif options.cell is not None:
        measure, machine = plan.cell(options.cell)
        if not map_again.can_be_compared(options, plan, measure, machine):
            first(options, plan, read_sizes(known), measure, machine)
        elif map_again.compared(options, plan, read_sizes(known), measure, machine,
                                60 * options.budget)["agrees"] != "yes":
            sys.exit(1)
    elif options.replicate:
        map_again.several(options, plan, read_sizes(known), write_pages)
    elif options.slurm:
        map_slurm.submit(options, plan, read_sizes(known), write_pages)
    elif options.worker:
        sys.exit(map_slurm.worker(options, plan, read_sizes(known)))
    elif options.rates:
        if plan.window is None:
            raise InputError(f"--rates: {options.plan} has no plan.rates-window; one is needed")
        make_directory(options.results / "rates")
        advance(options, plan, read_sizes(known), [plan.measures[name] for name in plan.window.measures],
                [plan.machines[name] for name in plan.window.machines], ["window"], "rates/")
    else:
        make_directory(options.results / "curves")
        advance(options, plan, read_sizes(known), plan.measures.values(), plan.machines.values(), ROLES)


def main(arguments):
    parser = base_parser("reproduce_map.py", __doc__, "map")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="print the cells and end")
    what.add_argument("--cell", metavar="MACHINE/MEASURE",
                      help="train one cell, or end its interrupted training, and compare with what is kept of it")
    what.add_argument("--replicate", type=count, metavar="N", help="train N cells anew, drawn at random")
    what.add_argument("--slurm", action="store_true", help="submit workers to Slurm, or tell how far they are")
    what.add_argument("--worker", action="store_true", help="be one of them: for an element of an array")
    what.add_argument("--rates", action="store_true", help="train the window of learning rates")
    what.add_argument("--page", action="store_true", help="write the pages anew and end")
    what.add_argument("--sizes", action="store_true", help="find sizes that are missing")
    parser.add_argument("--seed", type=count, default=1, metavar="S", help="of what --replicate draws (1)")
    parser.add_argument("--workers", type=count, metavar="N", help="how many with --slurm (as many as cells are left)")
    parser.add_argument("--slurm-options", default="", metavar="TEXT", help="options of sbatch, such as --time=2:00:00")
    return parser.run(run, with_joined_options(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
