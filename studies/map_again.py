"""Cells of the map trained anew and compared with what is kept: one by its name, or some drawn at random."""
import datetime
import hashlib
import random
import shutil
import statistics
import time

import numpy

import scripts_path  # noqa: F401
from kept_seeds import alone
from map_cells import Measured
from map_plan import fingerprint
from plans import as_csv, program_for_results, refuse_dirty, refuse_other_options
from shares import train_all
from tapehead.runs.errors import InputError, note, say
from tapehead.runs.files import make_directory, write_whole
from tapehead.stats.intervals import bootstrap_between
from told import map_tables
from told.map_replicated import COLUMNS, read

FEWEST = 2  # seeds that have an interval


def compared(options, plan, sizes, measure, machine, seconds, draw=None):
    """Trains the seeds of a cell anew, beside the map's own runs, and prints both with the intervals of the
    differences. Returns what replicated.csv keeps of it. A program's runs are its own; those of a draw are trained
    once, since a call may end amid the draw."""
    name, rows = f"{machine.name}/{measure.name}", told(options, plan, measure, machine)
    if (there := len(map_tables.by_seed(rows))) < len(plan.seeds):
        note(f"{name}: the page has {there} of {len(plan.seeds)} seeds, with which it is compared")
    make_directory(options.out)
    program = program_for_results(options)
    rate, seeds = float(rows[0]["rate"]), list(map_tables.by_seed(rows))
    work = Measured(program, plan, measure, sizes, options)
    work.out = place(options.out, program, work.words(machine, "seed", rate), draw) / measure.name
    jobs = [work.job(machine, "seed", rate, seed, at) for at, seed in enumerate(seeds)]
    say("one of its trainings: tapehead train " + " ".join(jobs[0].words) + "\n")
    if draw is None and all(job.finished() for job in jobs):  # by an earlier call, which compared them
        for job in jobs:
            shutil.rmtree(job.directory)
    refuse_other_options(program, jobs)
    train_all(program, jobs, seconds, options.jobs)
    found = [row for job, seed in zip(jobs, seeds) if job.finished()
             for row in work.rows_of(machine, "seed", rate, seed)]
    if (ended := len(map_tables.by_seed(found))) < len(seeds):
        raise InputError(f"{name}: {ended} of {len(seeds)} seeds are at their end; a further call goes on")
    refuse_dirty(name, [row["commit"] for row in found], options)
    last = max((job.directory / "result.json").stat().st_mtime for job in jobs)
    made = {"cell": name, "date": datetime.datetime.fromtimestamp(last, datetime.timezone.utc).date().isoformat(),
            "cpu": found[0]["cpu"], "commit": found[0]["commit"], "kept_cpu": rows[0]["cpu"]}
    agrees = True
    for question in map_tables.QUESTIONS:
        page, now = (map_tables.rights(each, question) for each in (rows, found))
        mean, low, high = difference(now, page)
        agrees = agrees and low <= 0 <= high
        made |= {f"{question}{end}": f"{value:.4g}" for end, value in (("", mean), ("_low", low), ("_high", high))}
        say(f"{question}: % right now {map_tables.listed(now)}; on the page {map_tables.listed(page)}; "
            f"difference of the means {mean:.3g} [{low:.3g}, {high:.3g}]\n")
    by_chance = "" if agrees else " (by chance alone, up to one equal cell in ten would not)"
    say(f"{name}: {'agrees' if agrees else 'does not agree'} with the page{by_chance}\n")
    return made | {"agrees": "yes" if agrees else "no"}


def told(options, plan, measure, machine):
    """The rows of a cell that are on the page."""
    return map_tables.told_rows(map_tables.kept_of(options.results.parent, measure.name, plan), machine.name)


def can_be_compared(options, plan, measure, machine):
    """Whether enough of a cell is on the page."""
    return len(map_tables.by_seed(told(options, plan, measure, machine))) >= FEWEST


def place(out, program, words, draw):
    """The folder of runs of these options by this program, told by its bytes: of an uncommitted tree, the commit would
    be another's too."""
    digest = hashlib.sha256(program.read_bytes()).hexdigest()[:12]
    return out / "again" / f"{digest}-{fingerprint(words)}{'' if draw is None else f'-draw-{draw}'}"


def difference(now, page):
    """Of the means, with the 95 % interval."""
    return statistics.mean(now) - statistics.mean(page), *bootstrap_between(numpy.mean, now, page)


def drawn(plan, results, count, seed):
    """[(measure, machine)]: some of the cells that have all seeds, at random. Those that replicated.csv has of this
    draw are in it and come first, so that a map that grows does not change it, and another processor trains the
    same."""
    kept = map_tables.kept(results.parent, plan)
    whole = {f"{machine.name}/{measure.name}": (measure, machine) for measure, machine in plan.cells()
             if map_tables.complete(map_tables.told_rows(kept.get(measure.name, []), machine.name), plan)}
    if count > len(whole):
        needed = f"{len(whole)} or fewer are needed, the cells that have all seeds" if whole else (
            "the map needs a cell that has all seeds first")
        raise InputError(f"--replicate: got {count}; {needed}")
    earlier = [name for name in dict.fromkeys(row["cell"] for row in read(results.parent) if row["draw"] == str(seed))
               if name in whole][:count]
    others = [name for name in whole if name not in earlier]
    return [whole[name] for name in (*earlier, *random.Random(seed).sample(others, count - len(earlier)))]


def several(options, plan, sizes, write_pages):
    """Trains cells drawn at random anew; replicated.csv has a row of each for this processor."""
    end, chosen = time.monotonic() + 60 * options.budget, drawn(plan, options.results, options.replicate, options.seed)
    try:
        for measure, machine in chosen:
            left = max(0.0, end - time.monotonic())
            row = compared(options, plan, sizes, measure, machine, left, options.seed) | {"draw": options.seed}
            with alone(options.results):
                others = [one_ for one_ in read(options.results.parent)
                          if (one_["cell"], one_["cpu"]) != (row["cell"], row["cpu"])]
                write_whole(options.results / "replicated.csv", as_csv(COLUMNS, [*others, row]))
    finally:
        write_pages(options)
