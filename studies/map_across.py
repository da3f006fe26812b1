"""Machines of the map over all measures together: performance profiles and mean ranks."""
import numpy

import scripts_path  # noqa: F401
from tapehead.stats import profiles, ranks
from told.map_tables import complete, guessed, rights, some_asked, told_rows

RESAMPLES = 2000
STEPS = 100  # of a profile's axis
FEWEST_RANKED = 5  # measures of a mean rank that has an interval
DIGITS = 9  # after the point: what differs by rounding alone is equal


def from_guessing(right, guess):
    """Where a share right stands, in per cent, between the best guesser's (or below) and all right."""
    return 100.0 if guess >= 100 else max(0.0, round(100 * (right - guess) / (100 - guess), DIGITS))


def complete_cells(plan, kept, question):
    """{measure: {machine: [per cent of the way from guessing to all right, one a seed]}} of cells with all seeds."""
    found = {}
    for measure in plan.measures:
        rows = kept.get(measure, [])
        of_machines = {machine: told_rows(rows, machine) for machine in plan.machines}
        there = {machine: each for machine, each in of_machines.items() if complete(each, plan)}
        if asked := some_asked(rows, plan):
            guess = guessed(asked, question)
            found[measure] = {machine: [from_guessing(right, guess) for right in rights(each, question)]
                              for machine, each in there.items()}
    return {measure: each for measure, each in found.items() if each}


def profiles_of(cells):
    """{machine: {"y", "low", "high": per cent of its runs that come at least so far, at 0 … 100 %; "measures"}}"""
    found, short = {}, numpy.arange(STEPS, -1.0, -1.0)  # of all right: costs, of which profiles are
    for machine in dict.fromkeys(name for each in cells.values() for name in each):
        strata = [100.0 - numpy.asarray(each[machine]) for each in cells.values() if machine in each]
        band = profiles.band(strata, short, resamples=RESAMPLES)
        lines = [profiles.profile(strata, short), *(band or ())]
        names = ("y", "low", "high")
        found[machine] = {"measures": len(strata)} | {
            name: [round(100 * float(share), 1) for share in line] for name, line in zip(names, lines)}
    return found


def ranks_of(cells, machines):
    """{machine: {"value", "low", "high", "measures"}}: mean ranks from 1, the best, to the number of machines, to which
    ranks among fewer are stretched. Of fewer than FEWEST_RANKED measures there is no interval to rely on."""
    if not cells:
        return {}
    found = ranks.mean_ranks([{machine: [-one for one in values] for machine, values in each.items()}
                              for each in cells.values()], resamples=RESAMPLES)
    counts = {machine: sum(machine in each for each in cells.values()) for machine in found}
    return {machine: {"measures": counts[machine]} | {
        name: round(1 + one * (machines - 1), 2) for name, one in zip(("value", "low", "high"), ends)
        if name == "value" or counts[machine] >= FEWEST_RANKED} for machine, ends in found.items()}
