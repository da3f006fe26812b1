"""A run's entry in the report."""
import math
import shlex

from tapehead.runs.errors import InputError
from tapehead.runs.groups import effective, identify
from tapehead.runs.numbers import is_whole
from tapehead.runs.runs import PARTS, read_json

from . import curves, generalisation
from .numbers import finite, whole


def entry(run, name, place, group, found, measured, evaluated, axes):
    """`place` is its short path; `found` the run's outcome and the metric of its cost, or (None, None) before its first
    validation; `measured` its curves; `evaluated` the run with its eval.csv, or None."""
    one, metric = found
    manifest = flat(read_manifest(run.path / "manifest.json"))
    sequences = run.result.get("sequences", 0 if run.table.empty else run.table["sequences"].max())
    seconds = run.result.get("seconds", None if run.table.empty else run.table["seconds"].max())
    seconds = checked(seconds)
    speed = checked(run.result.get("sequences_per_second")) or (sequences / seconds if seconds else None)
    return {"name": name, "directory": str(run.path), "group": group,
            **{part: value for part, value in effective(identify(run)).items() if part in PARTS},
            "seed": seed(run), "status": run.status, "unconfirmed": bool(one and one.unconfirmed),
            "sequences": whole(checked(sequences)),
            "solved_at": whole(one.sequences) if one and one.solved else None,
            "cost_name": metric, "cost": finite(one.cost) if one else None,
            "seconds": seconds, "speed": finite(speed), "parameters": one.parameters if one else None,
            "state": whole(checked(run.result.get("state"))),
            "state_each_step": whole(checked(run.result.get("state_each_step"))),
            "state_each_said": whole(checked(run.result.get("state_each_said"))),
            "options": run.config, "manifest": manifest, "command": command(place),
            "curves": curves.run_curves(measured, run.path),
            "generalisation": generalisation.run_points(evaluated, axes) if evaluated else [],
            "trace": None, "no_trace": None}


def read_manifest(path):
    """Empty if unreadable; gather has noted that."""
    try:
        return read_json(path) if path.exists() else {}
    except InputError:
        return {}


def checked(value):
    """A number from result.json, or None: numbers outside the comparison may be missing."""
    fine = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if fine else None


def seed(run):
    """A number, or text for a restart."""
    return int(run.seed) if is_whole(run.seed) else run.seed


def flat(manifest, prefix=""):
    """A manifest as {dotted name: text}; its arguments as a command line."""
    found = {}
    for name, value in manifest.items():
        if isinstance(value, dict):
            found |= flat(value, f"{prefix}{name}.")
        elif isinstance(value, list):
            words = [word if isinstance(word, str) else str(word) for word in value]
            found[prefix + name] = shlex.join(["tapehead", *words] if name == "arguments" else words)
        else:
            found[prefix + name] = value if isinstance(value, str) else str(value)
    return found


def command(place):
    """The command that repeats the run with its settings in a config.ini, which the page writes from its options."""
    return shlex.join(["tapehead", "train", "--config", "config.ini", "--out", f"runs/again/{place}"])
