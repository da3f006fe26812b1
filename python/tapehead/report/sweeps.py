"""Sweeps: their points on parallel axes, and the importance of options."""
import collections
import math
import pathlib

from tapehead.runs import sweeps
from tapehead.runs.errors import InputError
from tapehead.stats.importance import counted_by_rank, of_points

from .numbers import finite

STATES = {"complete": "complete", "diverged": "diverged", "pruned": "pruned", "fail": "failed"}  # state → in words
FAIR = {None: "Points that a sampler chose, or a pruner cut short, are no fair sample of their options; those of a "
              "grid are.",
        "grid": "All points of a grid are tried, so they are a fair sample of its options.",
        "random": "Drawn at random, points are spread evenly over the options, unless a pruner cut some short; the "
                  "best of many is partly luck.",
        "tpe": "Points that tpe chose are no fair sample of their options: they crowd where it found low values."}
FEW, ENOUGH = 60, 200  # points; tapehead.stats.importance gives the accuracy at these numbers
HOW = ("Share of the variance of {what} that each option explains by itself, all others averaged over (functional "
       "ANOVA of a random forest)")


def find(paths):
    """The directories of sweeps at, below or above the paths."""
    found = []
    for path in map(pathlib.Path, paths):
        near = [path.parent, path.parent.parent] if path.parent.name == "points" or path.name == "points" else []
        for directory in [each for each in near if (each / "points.csv").is_file()] + sorted(
                table.parent for table in path.rglob("points.csv")):
            if directory.resolve() not in {each.resolve() for each in found}:
                found.append(directory)
    return found


def entry(directory, places, plan):
    """One sweep; `places` is {resolved run directory: its index in the report}, `plan` the content of its sweep
    file."""
    table = sweeps.read_table(directory)
    points = [(state, point) for point in table.points if (state := ended(point)) in STATES]
    axes = [axis(table, name) for name in table.options]
    shares, said = weigh(directory, axes)
    aim = plan.objective or objective(table.complete)
    return {"name": directory.resolve().name, "objective": aim, "note": about(points, plan, aim), "axes": axes,
            "points": [{"run": point.run, "run_index": places.get((directory / "points" / point.run).resolve()),
                        "state": state, "value": finite(point.cost),
                        "at": [place(each, point.options.get(each["name"])) for each in axes]}
                       for state, point in points],
            "importance": shares, "importance_note": said}


def ended(point):
    """A diverged run is a complete point, but has no value for an axis."""
    return "diverged" if point.cost is not None and not math.isfinite(point.cost) else point.state


def about(points, plan, aim):
    counts = collections.Counter(state for state, _ in points)
    said = ", ".join(f"{counts[state]} {word}" for state, word in STATES.items() if counts[state])
    method = f" Method: {plan.method}." if plan.method else ""
    return (f"{len(points)} points" + (f": {said}" if said else "") + f".{method} Objective: {aim}; less is better. "
            f"{FAIR[plan.method]}")


def objective(points):
    """The name of the points' values if no sweep file names it: sequences if that is each solved run's value."""
    solved = [point for point in points if point.status == "solved"]
    same = solved and all(point.cost == sweeps.number(point.sequences) for point in solved)
    return "sequences" if same else "value"


def axis(table, name):
    if name in table.numeric:
        return {"name": name, "kind": "number", "log": name in table.logarithmic}
    return {"name": name, "kind": "choice", "log": False,
            "values": sorted({point.options[name] for point in table.points if name in point.options})}


def place(one, value):
    if value is None:
        return None
    return value if one["kind"] == "number" else one["values"].index(value)


def weigh(directory, axes):
    """(importance, its caveats)"""
    try:
        points = sweeps.read_points(directory)
        found, partial = of_points(points)
    except InputError as error:
        return [], f"Not computed: {str(error).removeprefix(f'{directory}/points.csv: ').removeprefix('importance: ')}."
    shares = [{"option": name, "share": finite(share), "low": None, "high": None} for name, share in found.items()]
    ranked = counted_by_rank(points.costs)
    return shares, " ".join(filter(None, [
        f"{HOW.format(what='the ranks' if ranked else 'the value')}, of {len(points.costs)} complete points.",
        f"{ranked}." if ranked else "", "" if len(found) > 1 else "Only this one varies, so it is all there is.",
        caution(len(points.costs)), left_out(partial)]))


def caution(count):
    if count <= FEW:
        return "So few points overstate the strongest option: the lesser ones come out too small, by half and more."
    if count <= ENOUGH:
        return "The lesser options come out too small, of two hundred points still by a quarter or a half."
    return "The lesser options come out somewhat too small."


def left_out(partial):
    return f"Left out, for only some points have them: {', '.join(partial)}." if partial else ""
