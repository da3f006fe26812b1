"""The window of learning rates in which machines of the map solve a measure, from files rates/MEASURE.csv."""
import math
import statistics

from babi.pages import table
from map_plan import read_plan

from .map_tables import PLAN, by_seed, kept_of, rights, solved


def tables(results):
    """[(measure, head, rows)]: a row a machine, a column a rate, of the measures that have any run."""
    plan, made = read_plan(PLAN), []
    for name in plan.window.measures:
        rows, measure, lines = kept_of(results, f"rates/{name}", plan), plan.measures[name], []
        for machine in plan.window.machines:
            mine = [[row for row in rows if row["machine"] == machine and float(row["rate"]) == rate]
                    for rate in plan.window.rates]
            if any(mine):
                lines.append([f"`{machine}`", *(rate_cell(each, measure, plan.window) for each in mine),
                              window_of([solves(each, measure, plan.window) for each in mine], plan.window.rates)])
        if lines:
            made.append((name, ["machine", *(f"{rate:g}" for rate in plan.window.rates), "solves from … to"], lines))
    return made


def rates(results):
    """How wide the window of learning rates is."""
    return "\n\n".join(f"### {name}, by learning rate\n\n{table(head, rows)}"
                       for name, head, rows in tables(results)) or "No run of the window is there yet."


def rate_cell(rows, measure, window):
    """`3 of 3, 100`: seeds solved, and the median of what is right; `(1 of 3 seeds there)`"""
    there = by_seed(rows)
    if len(there) < len(window.seeds):
        return f"({len(there)} of {len(window.seeds)} seeds there)"
    return f"{solved(rows, measure)} of {len(there)}, {statistics.median(rights(rows, 'within')):.3g}"


def solves(rows, measure, window):
    """Whether all seeds are there and most solve the measure."""
    return len(by_seed(rows)) >= len(window.seeds) and 2 * solved(rows, measure) > len(window.seeds)


def window_of(solving, rates_):
    """`0.001 to 0.01, 1 decade`: the longest run of rates that solve."""
    best, run = [], []
    for rate, good in zip(rates_, solving):
        run = [*run, rate] if good else []
        best = max(best, run, key=len)
    if not best:
        return "none"
    decades = math.log10(best[-1] / best[0])
    return f"{best[0]:g} to {best[-1]:g}, {decades:.1f} decades" if len(best) > 1 else f"{best[0]:g} alone"


TABLES = {"map-rates": rates}
