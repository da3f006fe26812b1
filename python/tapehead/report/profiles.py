"""Curves of shares: seeds solved over sequences, and performance profiles."""
import numpy

from tapehead.plots.profile import held
from tapehead.plots.style import FEW_BANDS
from tapehead.stats import survival, tables

from .numbers import drawn


def solved(one):
    """Kaplan and Meier's curve of each group of one task; None if there is no threshold for solved."""
    if one.threshold is None:
        return None
    longest = max(summary.horizon for summary in one.groups)
    lines = [solved_line(summary, longest, len(one.groups) <= FEW_BANDS) for summary in one.groups]
    word = "as the runs judged it" if one.own else f"validation at most {one.threshold:g}"
    note = f"Solved: {word}. Kaplan–Meier: a run counts for as long as it was seen."
    return {"title": f"{one.task}: seeds solved", "x_name": "sequences", "y_name": "seeds solved (share)",
            "x_log": False, "step": True, "low": 0, "high": 1,
            "note": note + " Band: 95 %, each time by itself." * any(line["low"] for line in lines), "lines": lines}


def solved_line(summary, longest, banded):
    times = [one.sequences for one in summary.outcomes], [one.solved for one in summary.outcomes]
    x, y = survival.solved_curve(*times)
    ends = survival.solved_band(*times)
    if y[-1] == 1:  # it stays at 1 after the runs have stopped
        x, y, *ends = numpy.append(x, longest), *(numpy.append(each, each[-1]) for each in (y, *ends))
    # The band of a single run would cover everything.
    return line(tables.name(summary.group), summary.group.look, x, y,
                ends if banded and len(summary.outcomes) > 1 else None)


def line(name, look, x, y, band):
    """Of several values at one x the last: the curve steps there once."""
    last = numpy.append(x[1:] != x[:-1], True)
    low, high = band or (None, None)
    return {"name": name, "look": look, "x": drawn(x[last]), "y": drawn(y[last]),
            "low": None if low is None else drawn(low[last]),
            "high": None if high is None else drawn(high[last])}


def performance(profile):
    """The performance profile over several tasks."""
    ratios = profile.ratios
    x = numpy.append(ratios, max(2.0, 1.1 * ratios[-1])) if len(ratios) else numpy.array([1.0, 2.0])
    lines = []
    for group, (name, look) in enumerate(zip(profile.groups, profile.looks)):
        band = profile.band(group, ratios) if len(profile.groups) <= FEW_BANDS else None
        lines.append(line(name, look, x, held(profile.shares(group, ratios), x),
                          band and [held(end, x) for end in band]))
    return {"title": "Performance profile", "x_name": "sequences until solved / those of the fastest group",
            "y_name": "runs (share)", "x_log": True, "step": True, "low": 0, "high": 1, "lines": lines,
            "note": f"{profile.problems} pairs of task and seed."
            + " Band: 95 %, each ratio by itself." * any(each["low"] is not None for each in lines)}
