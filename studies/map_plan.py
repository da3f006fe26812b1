"""The plan of the map: machines, measures, and the options of a cell's trainings."""
import dataclasses
import hashlib
import json
import math
import tomllib

import scripts_path  # noqa: F401
from plans import Asked, seeds_of, typed
from tapehead.runs.errors import InputError
from tapehead.runs.names import choices
from tapehead.runs.records import read_text

PLAN = {"parameters", "sequences", "seeds", "rate-seeds", "rates", "rate-share", "episodes", "solved", "train"}
MACHINE, MACHINE_MAY = {"does", "train", "size"}, {"step"}
MEASURE, MEASURE_MAY = {"task", "within", "beyond"}, {"solved"}
QUESTION, QUESTION_MAY = {"asks", "test", "measures", "more", "less"}, {"pairs", "machines", "margin", "remark"}
TESTS = {"permutation": {"pairs"}, "fisher": {"pairs"}, "kept": {"machines", "margin"}}  # what each needs besides
WINDOW = {"machines", "measures", "rates", "seeds"}


@dataclasses.dataclass(frozen=True)
class Machine:
    name: str
    does: str    # what its memory does, in some words
    train: tuple
    size: str    # the option that brings it to the plan's parameters
    step: int    # of which its value is a multiple


@dataclasses.dataclass(frozen=True)
class Measure:
    name: str
    task: tuple
    within: Asked    # the greatest size that was trained
    beyond: Asked
    solved: float    # least share of right answers within, per cent


@dataclasses.dataclass(frozen=True)
class Question:
    name: str
    asks: str
    test: str        # one of TESTS
    compared: list   # [(machine, machine)], or [(machine,)]
    measures: list   # names
    more: str        # what is concluded where the first is greater
    less: str
    margin: float | None
    remark: str      # what has become known of it since, or ""


@dataclasses.dataclass(frozen=True)
class Window:
    """Of learning rates: all of them on all of these machines and measures."""
    machines: list   # names
    measures: list
    rates: list
    seeds: list


@dataclasses.dataclass(frozen=True)
class Plan:
    parameters: int
    sequences: int
    seeds: list
    rate_seeds: list
    rates: list
    rate_share: float
    train: tuple
    machines: dict
    measures: dict
    questions: dict
    level: float | None    # below which a corrected p concludes
    window: Window | None

    def cells(self):
        """[(measure, machine)]: a measure is asked of all machines before the next one."""
        return [(measure, machine) for measure in self.measures.values() for machine in self.machines.values()]

    def cell(self, text):
        """MACHINE/MEASURE"""
        machine, slash, measure = text.partition("/")
        if not slash:
            raise InputError(f"--cell: got {text!r}; MACHINE/MEASURE is needed, such as "
                             f"{next(iter(self.machines))}/{next(iter(self.measures))}")
        measures = {preset_of(one): one for one in self.measures.values()} | self.measures
        if measure in self.machines and machine in measures:
            raise InputError(f"--cell: got {text!r}; MACHINE/MEASURE is needed, in this order: {measure}/{machine}")
        if machine not in self.machines and measure not in measures:
            raise InputError(f"--cell: neither half of {text!r} is known; machine: {choices(machine, self.machines)}; "
                             f"measure: {choices(measure, self.measures)}")
        return (known(measures, measure, "measure", listed=self.measures), known(self.machines, machine, "machine"))

    def words(self, measure, machine, size, rate, share=1.0):
        """The options of a cell's training, without its seed."""
        return (*measure.task, *machine.train, f"--{machine.size}", str(size), *self.train, "--train.learning-rate",
                f"{rate:g}", "--train.sequences", str(round(share * self.sequences)))


def preset_of(measure):
    """What presets call one of a task's problems, chomsky-parity-check; of a task that is one problem, the measure's
    name."""
    said = dict(zip(measure.task[::2], measure.task[1::2]))
    return f"{said['--task']}-{said['--task.problem']}" if "--task.problem" in said else measure.name


def known(there, name, what, listed=None, where="--cell"):
    if name in there:
        return there[name]
    raise InputError(f"{where}: {what} {name!r} is not known; {choices(name, listed or there)}")


def fingerprint(words):
    """Twelve digits that tell options apart."""
    return hashlib.sha256(json.dumps(words).encode()).hexdigest()[:12]


def table_of(said, where, needed, may):
    if not isinstance(said, dict):
        raise InputError(f"{where}: got {said!r}; a table of {', '.join(sorted(needed))} is needed")
    for name in said:
        known(dict.fromkeys(sorted(needed | may)), name, "key", where=where)
    if missing := sorted(needed - set(said)):
        raise InputError(f"{where}: got {', '.join(said) or 'nothing'}; {' and '.join(missing)} "
                         f"{'are' if len(missing) > 1 else 'is'} needed too")
    return said


def options_of(said, where):
    """{"task.length": "20,60"} as command-line arguments"""
    if not isinstance(said, dict):
        raise InputError(f'{where}: got {said!r}; options such as {{ "task.length" = 20 }} are needed')
    return typed(said)


def amount(said, where, most=math.inf, whole=False):
    """A number above zero."""
    if type(said) not in ((int,) if whole else (int, float)) or not 0 < said <= most or math.isinf(said):
        raise InputError(f"{where}: got {said!r}; {'an integer' if whole else 'a number'} above 0"
                         f"{'' if math.isinf(most) else f' and up to {most:g}'} is needed")
    return said


def amounts(said, where):
    if not isinstance(said, list) or not said:
        raise InputError(f"{where}: got {said!r}; a list of numbers is needed")
    return [amount(one, where) for one in said]


def own_seeds(said, where):
    """Each once."""
    found = seeds_of(said, where)
    if len({*found}) < len(found):
        raise InputError(f"{where}: got {said!r}; each seed once is needed")
    return found


def read_toml(path):
    try:
        return tomllib.loads(read_text(path, "a file of TOML is needed"))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: is no TOML ({error})") from None


def read_plan(path):
    said = table_of(read_toml(path), path, {"plan", "machines", "measures"}, {"questions"})
    plan = table_of(said["plan"], f"{path}: plan", PLAN, {"rates-window"})
    machines = {name: table_of(one, f"{path}: machines.{name}", MACHINE, MACHINE_MAY)
                for name, one in said["machines"].items()}
    measures = {name: table_of(one, f"{path}: measures.{name}", MEASURE, MEASURE_MAY)
                for name, one in said["measures"].items()}
    seeds, rate_seeds = (own_seeds(plan[name], f"{path}: {name}") for name in ("seeds", "rate-seeds"))
    if set(seeds) & set(rate_seeds):
        raise InputError(f"{path}: rate-seeds: got {plan['rate-seeds']!r}; seeds that are not among seeds are needed")
    window = plan.get("rates-window")
    asked = dict(said.get("questions", {}))
    level = asked.pop("level", None)
    if level is not None:
        amount(level, f"{path}: questions.level", most=1)
    of_plan = f"{path}: plan."
    parameters, sequences, episodes = (amount(plan[name], of_plan + name, whole=True)
                                       for name in ("parameters", "sequences", "episodes"))
    made = Plan(
        parameters, sequences, seeds, rate_seeds, amounts(plan["rates"], f"{of_plan}rates"),
        amount(plan["rate-share"], f"{of_plan}rate-share", most=1), options_of(plan["train"], f"{of_plan}train"),
        {name: machine_of(name, one, f"{path}: machines.{name}") for name, one in machines.items()},
        {name: measure_of(name, one, episodes, amount(one.get("solved", plan["solved"]), f"{of_plan}solved", most=100),
                          f"{path}: measures.{name}") for name, one in measures.items()},
        {name: question_of(name, one, f"{path}: questions.{name}") for name, one in asked.items()}, level,
        window_of(window, f"{path}: plan.rates-window") if window else None)
    refuse_unknown(made, path)
    return made


def machine_of(name, said, where):
    return Machine(name, said["does"], options_of(said["train"], f"{where}.train"), said["size"],
                   amount(said.get("step", 1), f"{where}.step", whole=True))


def measure_of(name, said, episodes, solved, where):
    task, within, beyond = (options_of(said[one], f"{where}.{one}") for one in ("task", "within", "beyond"))
    return Measure(name, task, Asked(episodes, within), Asked(episodes, beyond), solved)


def question_of(name, said, where):
    said = table_of(said, where, QUESTION, QUESTION_MAY)
    more = TESTS.get(said["test"])
    own = set(said) - QUESTION - {"remark"}
    if more is None or own != more:
        got, valid = sorted(own), [f"{test} with {' and '.join(sorted(needs))}" for test, needs in TESTS.items()]
        raise InputError(f"{where}: got test {said['test']!r} with {' and '.join(got) or 'nothing more'}; one of "
                         f"{', '.join(valid)} is needed")
    for pair in said.get("pairs", []):
        if not isinstance(pair, list) or len(pair) != 2 or pair[0] == pair[1]:
            raise InputError(f"{where}: pairs: got {pair!r}; two machines are needed")
    compared = [tuple(pair) for pair in said["pairs"]] if "pairs" in said else [(one,) for one in said["machines"]]
    return Question(name, said["asks"], said["test"], compared, said["measures"], said["more"], said["less"],
                    said.get("margin"), said.get("remark", ""))


def window_of(said, where):
    said = table_of(said, where, WINDOW, set())
    return Window(said["machines"], said["measures"], amounts(said["rates"], f"{where}.rates"),
                  own_seeds(said["seeds"], f"{where}: seeds"))


def refuse_unknown(plan, path):
    """Questions and the window are of machines and measures that the plan has, and of seeds of their own."""
    asked = [(f"questions.{name}", [one for group in each.compared for one in group], each.measures)
             for name, each in plan.questions.items()]
    if plan.window:
        asked.append(("plan.rates-window", plan.window.machines, plan.window.measures))
        if set(plan.window.seeds) & {*plan.seeds, *plan.rate_seeds}:
            raise InputError(f"{path}: plan.rates-window: seeds: got {plan.window.seeds}; seeds that nothing else uses "
                             f"are needed")
    for where, machines, measures in asked:
        for name in machines:
            known(plan.machines, name, "machine", where=f"{path}: {where}")
        for name in measures:
            known(plan.measures, name, "measure", where=f"{path}: {where}")
    if plan.questions and not plan.level:
        raise InputError(f"{path}: questions: level: got none; the p below which something is concluded is needed")


def read_sizes(path):
    """{measure: {machine: size}}; empty where there are none yet."""
    found = read_toml(path) if path.is_file() else {}
    for name, sizes in found.items():
        if not isinstance(sizes, dict):
            raise InputError(f"{path}: {name}: got {sizes!r}; a table of machines' sizes is needed")
        for machine, size in sizes.items():
            if type(size) is not int:
                raise InputError(f"{path}: {name}.{machine}: got {size!r}; an integer is needed")
    return found
