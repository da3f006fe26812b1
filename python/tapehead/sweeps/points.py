"""A point of a sweep: the options of one run, and the hash of them that names its directory."""
import dataclasses
import hashlib
import itertools
import json

from .space import POINTS, text


@dataclasses.dataclass
class Point:
    options: dict  # option -> text, preset and seed among them
    fixed: dict    # its parameters in Optuna
    varied: list   # names of the options that the sweep varies
    name: str = ""  # name of its runs; it changes no result

    @property
    def hash(self):
        """Of the options, independent of their order: a run is found again whatever its trial's number."""
        words = json.dumps(sorted(self.options.items()), ensure_ascii=False)
        return hashlib.sha256(words.encode()).hexdigest()[:12]

    def words(self):
        """The arguments of `tapehead train`, without --threads and --out."""
        words = [word for name, value in self.options.items() for word in (f"--{name}", value)]
        return words + (["--name", self.name] if self.name else [])

    def label(self):
        return " ".join(f"{name}={self.options[name]}" for name in self.varied)


def point(sweep, values):
    """The point at these values, keyed by the dimensions' names."""
    chosen = {}
    for name, value in values.items():
        chosen.update(value if name == POINTS else {name: value})
    options = {name: text(value) for name, value in {**sweep.options, **chosen}.items()}
    fixed = {one.name: one.fixed(values[one.name]) for one in sweep.space}
    return Point(options, fixed, list(chosen), sweep.names[fixed[POINTS]] if POINTS in fixed else "")


def all_points(sweep):
    """The points of a grid, in the order of the sweep file, the last dimension varying fastest. No two are one: the
    reader of the file refuses what would make such."""
    names = [one.name for one in sweep.space]
    products = itertools.product(*(one.grid() for one in sweep.space))
    return [point(sweep, dict(zip(names, values))) for values in products]


def probes(sweep):
    """Points that together cover every choice and both ends of every range, for a check before anything runs."""
    if sweep.method == "grid":
        return all_points(sweep)
    ends = {one.name: one.ends() if hasattr(one, "ends") else one.values for one in sweep.space}
    first = {name: values[0] for name, values in ends.items()}
    found = [point(sweep, {**first, name: value}) for name, values in ends.items() for value in values]
    return list({one.hash: one for one in found}.values())


def sample(sweep, trial):
    """The point of an Optuna trial: enqueued, or drawn by the sampler."""
    return point(sweep, {one.name: one.suggest(trial) for one in sweep.space})
