"""Reads a sweep file (docs/sweeps.md); errors name the key at fault."""
import dataclasses
import hashlib
import json
import math
import pathlib
import re
import tomllib

from tapehead.runs.errors import InputError
from tapehead.runs.names import choices

from .measure import objectives
from .space import POINTS, Choices, Range, setting, text, words

SWEEP_FILE = "sweep.toml"  # its copy in the sweep's directory, which tells a report how points were chosen
METHODS = ["grid", "random", "tpe"]
PRUNERS = ["hyperband", "median"]
KEYS = ["method", "preset", "config", "trials", "seeds", "sampler-seed", "objective", "budget", "options", "space",
        "points", "pruning"]
NAME, LONGEST_NAME = "name", 80  # the name of the runs of a [[points]] table; same rule as for tapehead train
RANGE_KEYS = ["low", "high", "log", "count"]
PRUNING_KEYS = ["method", "from"]
OF_THE_SWEEP = ["out", "threads", "seeds", "restarts", "config", "help"]  # not allowed as options
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
MOST_SEED = 9007199254740991
MOST_INTEGER = 2**63 - 1  # that an option can be
MOST_POINTS = 100_000  # of a grid: all are made, and checked by the program, before the first begins


@dataclasses.dataclass
class Sweep:
    path: pathlib.Path
    method: str
    options: dict  # of every run
    space: list    # of Choices and Range
    trials: int | None
    sampler_seed: int
    objective: str
    budget: float | None  # seconds
    pruner: str | None
    prune_from: int       # sequences before which nothing is pruned
    longest: int | None   # train.sequences, if the file sets it
    names: list           # the name of the runs of each [[points]] table, or ""

    def identity(self):
        """A digest of what identifies the sweep; trials, budget and names may change between calls."""
        said = [self.method, self.options, [dataclasses.asdict(one) for one in self.space], self.sampler_seed,
                self.objective, self.pruner, self.prune_from]
        if "config" in self.options:
            said.append(pathlib.Path(self.options["config"]).read_text(encoding="utf-8"))
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def read_sweep(path):
    path = pathlib.Path(path)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({error}); a sweep file is needed") from None
    except tomllib.TOMLDecodeError as error:
        line = re.search("at line ([0-9]+)", str(error))
        where = f"{path}:{line[1]}" if line else f"{path}:{path.read_text().count(chr(10)) + 1}"
        hint = "a dotted option is quoted, \"task.bits\" = 4" if "overwrite" in str(error) else "TOML is needed"
        raise InputError(f"{where}: {error}; {hint}") from None
    return Reader(path, table).sweep()


def seconds(said, where):
    """`90s`, `20m`, `1.5h` or `2d` as seconds."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)([smhd])", said) if isinstance(said, str) else None
    if not match or float(match[1]) <= 0:
        raise InputError(f"{where}: got {said}; a time such as 90s, 20m or 2h is needed")
    return float(match[1]) * UNITS[match[2]]


def in_reach(number):
    return abs(number) <= MOST_INTEGER if isinstance(number, int) else math.isfinite(number)


class Reader:
    def __init__(self, path, table):
        self.path, self.table = path, table

    def wrong(self, key, got, needed):
        raise InputError(f"{self.path}: {key}: got {json.dumps(got, default=str)}; {needed}")

    def known(self, table, valid, prefix=""):
        for name in table:
            if name not in valid:
                raise InputError(f"{self.path}: {prefix}{name}: is not known; {choices(name, valid)}")

    def sub_table(self, key):
        value = self.table.get(key, {})
        if not isinstance(value, dict):
            self.wrong(key, value, f"a table [{key}] is needed")
        return value

    def one_of(self, key, value, valid):
        if value not in valid:
            self.wrong(key, value, choices(value, valid))
        return value

    def number(self, key, value, low, high=10**15):
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.wrong(key, value, f"an integer from {low} to {high} is needed")
        return value

    def sweep(self):
        self.known(self.table, KEYS)
        if "method" not in self.table:
            raise InputError(f"{self.path}: method: is missing; {', '.join(METHODS)} are valid")
        method = self.one_of("method", self.table["method"], METHODS)
        options = self.base() | dict(self.settings("options", self.sub_table("options")))
        space = [self.dimension(name, value) for name, value in
                 self.flattened("space", self.sub_table("space"), lambda each: "low" in each or "high" in each)]
        space = self.points(options) + space + self.seeds(method)
        self.check_space(method, options, space)
        if method == "grid" and (size := math.prod(one.size() for one in space)) > MOST_POINTS:
            raise InputError(f"{self.path}: makes {size} points; a grid of at most {MOST_POINTS} is needed")
        pruner, prune_from = self.pruning(method)
        longest = options.get("train.sequences")
        if pruner == "hyperband" and not isinstance(longest, int):
            self.wrong("options.train.sequences", longest, "an integer is needed, which hyperband shares out")
        if pruner == "hyperband" and prune_from >= longest:
            self.wrong("pruning.from", prune_from, f"less than train.sequences, {longest}, is needed")
        budget = self.table.get("budget")
        objective = self.table.get("objective", "cost")
        if objective not in objectives():
            self.wrong("objective", objective, choices(objective, objectives()))
        return Sweep(self.path, method, options, space, self.trials(method),
                     self.number("sampler-seed", self.table.get("sampler-seed", 1), 0, 2**31), objective,
                     None if budget is None else seconds(budget, f"{self.path}: budget"), pruner, prune_from, longest,
                     [self.point_name(each) for each in self.table.get(POINTS, [])])

    def base(self):
        """The preset or config that the options start from."""
        found = {}
        for key in ("preset", "config"):
            if key in self.table:
                if not isinstance(self.table[key], str):
                    self.wrong(key, self.table[key], "a string is needed")
                found[key] = self.table[key]
        if len(found) == 2:
            self.wrong("config", found["config"], "a preset is there too; one of the two is needed")
        if "config" in found:
            config = (self.path.parent / found["config"]).resolve()
            if not config.is_file():
                self.wrong("config", found["config"], f"there is no {config}; a run's config.ini is needed")
            found["config"] = str(config)
        return found

    def flattened(self, where, table, is_value=lambda value: False, prefix=""):
        """(option, value); `train.batch = 4` without quotes is a nested table in TOML."""
        for name, value in table.items():
            if isinstance(value, dict) and not is_value(value):
                yield from self.flattened(where, value, is_value, f"{prefix}{name}.")
                continue
            if prefix + name == "seed":
                raise InputError(f"{self.path}: {where}.seed: seeds are said by seeds = [1, 2, 3] at the file's top")
            if prefix + name in OF_THE_SWEEP:
                raise InputError(f"{self.path}: {where}.{prefix}{name}: is not for a sweep's runs to say; leave it out")
            if CONTROL.search(prefix + name):
                self.wrong(where, prefix + name, "an option's name without line ends and other control characters is "
                           "needed")
            yield prefix + name, value

    def settings(self, where, table):
        for name, value in self.flattened(where, table):
            yield name, self.value(f"{where}.{name}", value)

    def value(self, key, value):
        fine = isinstance(value, (bool, int, str)) or isinstance(value, float) and math.isfinite(value)
        if not fine:
            self.wrong(key, value, "a text, a number, true or false is needed")
        if isinstance(value, str) and CONTROL.search(value):
            self.wrong(key, value, "a text without line ends and other control characters is needed")
        return value

    def dimension(self, name, value):
        key = f"space.{name}"
        if isinstance(value, list):
            if not value:
                self.wrong(key, value, "a list with a value or more is needed")
            values = [self.value(key, each) for each in value]
            self.different(key, values, setting, text)
            return Choices(name, values)
        if not isinstance(value, dict):
            self.wrong(key, value, "a list or a range, { low = 1, high = 8 } is needed; one value is for [options]")
        self.known(value, RANGE_KEYS, f"{key}.")
        low, high = (value.get(end) for end in ("low", "high"))
        for end, number in (("low", low), ("high", high)):
            if isinstance(number, bool) or not isinstance(number, (int, float)) or not in_reach(number):
                self.wrong(f"{key}.{end}", number, "a number is needed")
        log = value.get("log", False)
        if not isinstance(log, bool):
            self.wrong(f"{key}.log", log, "true or false is needed")
        if not low < high or log and low <= 0:
            self.wrong(key, value, f"low < high{' and low > 0' if log else ''} is needed")
        count = value.get("count")
        return Range(name, low, high, log, None if count is None else self.number(f"{key}.count", count, 2, 10**6))

    def different(self, key, values, same, told):
        """InputError for two values that are one: they would be two runs of one point, or one run of two."""
        first = {}
        for value in values:
            if (found := same(value)) in first:
                one, two = told(first[found]), told(value)
                got = f"{one} twice" if one == two else f"{one} and {two}, which are one"
                raise InputError(f"{self.path}: {key}: got {got}; each is needed once")
            first[found] = value

    def points(self, options):
        points = self.table.get(POINTS, [])
        if not isinstance(points, list) or not all(isinstance(each, dict) and each for each in points):
            self.wrong(POINTS, points, "tables [[points]] with options are needed")
        values = [{name: value for name, value in self.settings(POINTS, each) if name != NAME} for each in points]
        for each, value in zip(points, values):
            if not value:
                self.wrong(POINTS, each, "options beside the name are needed")
        names = [self.point_name(each) for each in points]
        self.different(POINTS, list(zip(values, names)),
                       lambda each: frozenset((name, setting(value)) for name, value in (options | each[0]).items()),
                       lambda each: words(each[0]) + (f" ({each[1]})" if each[1] else ""))
        return [Choices(POINTS, values)] if points else []

    def point_name(self, table):
        name = table.get(NAME, "")
        if NAME in table and (not isinstance(name, str) or not name.strip() or len(name.encode()) > LONGEST_NAME):
            self.wrong(f"{POINTS}.{NAME}", name, f"a text of 1 to {LONGEST_NAME} bytes is needed, such as \"DNC\"")
        return name

    def seeds(self, method):
        said = self.table.get("seeds", [1])
        match = re.fullmatch(r"([0-9]{1,6})\.\.([0-9]{1,6})", said) if isinstance(said, str) else None
        seeds = list(range(int(match[1]), int(match[2]) + 1)) if match else said
        if not isinstance(seeds, list) or not seeds or len(set(map(str, seeds))) < len(seeds):
            self.wrong("seeds", said, "different integers are needed, such as [1, 2, 3] or \"1..3\"")
        for seed in seeds:
            self.number("seeds", seed, 0, MOST_SEED)
        if method != "grid" and len(seeds) > 1:
            self.wrong("seeds", said, f"one is needed with {method}; a grid tries each point with several")
        return [Choices("seed", seeds)]

    def check_space(self, method, options, space):
        taken = dict.fromkeys(options, "options")
        for one in space:
            where = POINTS if one.name == POINTS else "seeds" if one.name == "seed" else "space"
            names = {name for each in one.values for name in each} if one.name == POINTS else {one.name}
            for name in sorted(names):
                if name in taken and (name != "preset" or taken[name] != "options"):
                    raise InputError(f"{self.path}: {where}.{name}: is said in {taken[name]} too; once is needed")
                taken[name] = where
            if method == "grid" and isinstance(one, Range) and one.count is None:
                raise InputError(f"{self.path}: space.{one.name}.count: is missing; how many values a grid is to have")
        if len(space) == 1 and method != "grid":
            raise InputError(f"{self.path}: space: is missing; options with lists or ranges are needed")

    def trials(self, method):
        trials = self.table.get("trials")
        if method == "grid":
            if trials is not None:
                self.wrong("trials", trials, "a grid has as many as it has points; leave it out")
            return None
        if trials is None:
            raise InputError(f"{self.path}: trials: is missing; how many points {method} is to try")
        return self.number("trials", trials, 1, 10**6)

    def pruning(self, method):
        table = self.sub_table("pruning")
        if not table:
            return None, 0
        if method == "grid":
            self.wrong("pruning", table, "a grid's points are compared, so none is cut short; leave it out")
        self.known(table, PRUNING_KEYS, "pruning.")
        pruner = self.one_of("pruning.method", table.get("method"), PRUNERS)
        return pruner, self.number("pruning.from", table.get("from", 1000), 1)
