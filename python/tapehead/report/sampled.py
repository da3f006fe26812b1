"""Runs that a sampler chose as points of a sweep: shown, but never compared."""
from tapehead.runs.errors import note
from tapehead.runs.sweeps import read_plan


class Sampled:
    def __init__(self):
        self._plans = {}  # by directory, so that a damaged one is noted once

    def plan(self, directory):
        directory = directory.resolve()
        if directory not in self._plans:
            self._plans[directory] = read_plan(directory)
        return self._plans[directory]

    def left_out(self, stands_for):
        """The paths of runs that only a sampler chose, with a note per sweep; `stands_for` is {path of a run: the run
        that represents it}. A run that is also a grid's point, or stands by itself, was planned."""
        planned, chosen = set(), {}
        for path, run in stands_for.items():
            folder = path.resolve().parent
            if folder.name == "points" and self.plan(folder.parent).sampled:
                chosen.setdefault(folder.parent, set()).add(run.path)
            else:
                planned.add(run.path)
        for directory, runs in chosen.items():
            if count := len(runs - planned):
                runs_are, they = ("runs are points", "they are") if count > 1 else ("run is a point", "it is")
                note(f"{directory}: {count} {runs_are} that {self.plan(directory).method} chose: no fair sample, so "
                     f"{they} not compared")
        return set().union(*chosen.values()) - planned


def said(left_out, runs):
    """The sentence in place of comparisons; empty if all runs are compared."""
    if not left_out:
        return ""
    if len(left_out) == len(runs):
        return ("Nothing is compared: all runs are points of sweeps that a sampler chose, which is no fair sample. The "
                "sweeps' own views have them.")
    are, they = ("are points", "they are") if len(left_out) > 1 else ("is a point", "it is")
    return (f"{len(left_out)} of {len(runs)} runs {are} of a sweep that a sampler chose: no fair sample, "
            f"so {they} in no table and no profile here.")
