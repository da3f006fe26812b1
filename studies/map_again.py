"""Cells of the map trained anew and compared with what is kept: one by its name, or some drawn at random."""
import datetime
import random
import statistics
import time

import numpy

import scripts_path  # noqa: F401
from map_cells import Measured, refuse_dirty
from plans import as_csv
from shares import train_all
from tapehead.runs.errors import InputError
from tapehead.runs.files import write_whole
from tapehead.runs.usage import program_at
from tapehead.stats.intervals import bootstrap_between
from told import map_tables
from told.map_replicated import COLUMNS, read

FEWEST = 2  # seeds that have an interval


def compared(options, plan, sizes, measure, machine, seconds):
    """Trains the seeds of a cell anew, beside the map's own runs, and prints both with the intervals of the
    differences. Returns what replicated.csv keeps of it."""
    name = f"{machine.name}/{measure.name}"
    rows = map_tables.told_rows(map_tables.kept_of(options.results.parent, measure.name), machine.name)
    if (there := len(map_tables.by_seed(rows))) < FEWEST:
        raise InputError(f"--cell: got {name}, which has {there or 'no'} seed on the page yet; one that --list has "
                         f"{FEWEST} seeds of or more is needed")
    program = program_at(options.program)
    work = Measured(program, plan, measure, sizes, options, out=options.out / "again")
    rate, seeds = float(rows[0]["rate"]), list(map_tables.by_seed(rows))
    jobs = [work.job(machine, "seed", rate, seed, place) for place, seed in enumerate(seeds)]
    print("one of its trainings: tapehead train " + " ".join(jobs[0].words))
    train_all(program, jobs, seconds, options.jobs)
    found = [row for job, seed in zip(jobs, seeds) if job.finished()
             for row in work.rows_of(machine, "seed", rate, seed, job.directory)]
    if (ended := len(map_tables.by_seed(found))) < len(seeds):
        raise InputError(f"{name}: {ended} of {len(seeds)} seeds are at their end; a further call goes on")
    refuse_dirty(name, found, options)
    made = {"cell": name, "cpu": found[0]["cpu"], "commit": found[0]["commit"], "kept_cpu": rows[0]["cpu"]}
    agrees = True
    for question in map_tables.QUESTIONS:
        page, now = (map_tables.rights(each, question) for each in (rows, found))
        mean, low, high = difference(now, page)
        agrees = agrees and low <= 0 <= high
        made |= {f"{question}{end}": f"{value:.4g}" for end, value in (("", mean), ("_low", low), ("_high", high))}
        print(f"{question}: % right now {map_tables.listed(now)}; on the page {map_tables.listed(page)}; "
              f"difference of the means {mean:.3g} [{low:.3g}, {high:.3g}]")
    print(f"{name}: " + ("agrees with the page" if agrees else "does not agree with the page"))
    return made | {"agrees": "yes" if agrees else "no"}


def difference(now, page):
    """Of the means, with the 95 % interval."""
    return statistics.mean(now) - statistics.mean(page), *bootstrap_between(numpy.mean, now, page)


def one(options, plan, sizes):
    """Whether the cell agrees."""
    return compared(options, plan, sizes, *plan.cell(options.cell), 60 * options.budget)["agrees"] == "yes"


def drawn(plan, results, count, seed):
    """[(measure, machine)]: some of the cells that have all seeds, at random."""
    kept = map_tables.kept(results.parent)
    whole = [(measure, machine) for measure, machine in plan.cells()
             if map_tables.complete(map_tables.told_rows(kept.get(measure.name, []), machine.name), plan)]
    if count > len(whole):
        raise InputError(f"--replicate: got {count}; {len(whole)} or fewer are needed, the cells that have all seeds")
    return random.Random(seed).sample(whole, count)


def several(options, plan, sizes, write_pages):
    """Trains cells drawn at random anew; replicated.csv has a row of each for this processor."""
    end, kept = time.monotonic() + 60 * options.budget, read(options.results.parent)
    try:
        for measure, machine in drawn(plan, options.results, options.replicate, options.seed):
            row = compared(options, plan, sizes, measure, machine, max(0.0, end - time.monotonic()))
            row |= {"draw": options.seed, "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat()}
            kept = [one_ for one_ in kept if (one_["cell"], one_["cpu"]) != (row["cell"], row["cpu"])] + [row]
            write_whole(options.results / "replicated.csv", as_csv(COLUMNS, kept))
    finally:
        write_pages(options.results)
