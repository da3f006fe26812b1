"""A point of a sweep: the options of one run, and the hash of them that names its directory."""
import dataclasses
import hashlib
import itertools
import json

from .space import POINTS, text


@dataclasses.dataclass
class Point:
    options: dict  # option -> text, preset and seed among them
    fixed: dict    # the parameters by which Optuna knows it
    varied: list   # names of the options that the sweep varies
    name: str = ""  # what its runs are called; it changes nothing

    @property
    def hash(self):
        """Of the options, in whatever order they are written: a run is found again whatever number its trial has."""
        words = json.dumps(sorted(self.options.items()), ensure_ascii=False)
        return hashlib.sha256(words.encode()).hexdigest()[:12]

    def words(self):
        """What `tapehead train` is told, but for --threads and --out."""
        words = [word for name, value in self.options.items() for word in (f"--{name}", value)]
        return words + (["--name", self.name] if self.name else [])

    def label(self):
        return " ".join(f"{name}={self.options[name]}" for name in self.varied)


def point(sweep, values):
    """The point at these values, by the dimensions' names."""
    chosen = {}
    for name, value in values.items():
        chosen.update(value if name == POINTS else {name: value})
    options = {name: text(value) for name, value in {**sweep.options, **chosen}.items()}
    fixed = {one.name: one.fixed(values[one.name]) for one in sweep.space}
    return Point(options, fixed, list(chosen), sweep.names[fixed[POINTS]] if POINTS in fixed else "")


def all_points(sweep):
    """Those of a grid: each once, in the order of the sweep file, the last dimension changing first."""
    names = [one.name for one in sweep.space]
    products = itertools.product(*(one.grid() for one in sweep.space))
    points = [point(sweep, dict(zip(names, values))) for values in products]
    return list({one.hash: one for one in points}.values())


def probes(sweep):
    """Points that between them have every choice and both ends of every range, for a check before anything runs."""
    if sweep.method == "grid":
        return all_points(sweep)
    ends = {one.name: one.ends() if hasattr(one, "ends") else one.values for one in sweep.space}
    first = {name: values[0] for name, values in ends.items()}
    found = [point(sweep, {**first, name: value}) for name, values in ends.items() for value in values]
    return list({one.hash: one for one in found}.values())


def sample(sweep, trial):
    """The point of an Optuna trial: what was enqueued, or what the sampler draws."""
    return point(sweep, {one.name: one.suggest(trial) for one in sweep.space})
