"""The plan of the map: machines, measures, and the options of a cell's trainings."""
import dataclasses
import hashlib
import json
import tomllib

import scripts_path  # noqa: F401
from plans import Asked, seeds_of, typed
from tapehead.runs.errors import InputError
from tapehead.runs.names import choices
from tapehead.runs.records import read_text

PLAN = {"parameters", "sequences", "seeds", "rate-seeds", "rates", "rate-share", "episodes", "solved", "train"}
MACHINE, MACHINE_MAY = {"does", "train", "size"}, {"step"}
MEASURE, MEASURE_MAY = {"task", "within", "beyond"}, {"solved"}
QUESTION, QUESTION_MAY = {"asks", "test", "measures", "more", "less"}, {"pairs", "machines", "margin"}
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
        by_preset = {preset_of(one): one for one in self.measures.values()}
        return (known(by_preset | self.measures, measure, "measure", listed=self.measures),
                known(self.machines, machine, "machine"))

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
    if not isinstance(said, dict) or not needed <= set(said) <= needed | may:
        raise InputError(f"{where}: got {said!r}; {', '.join(sorted(needed))} are needed"
                         + (f", and {', '.join(sorted(may))} may be there" if may else ""))
    return said


def read_toml(path):
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: is no TOML ({error})") from None


def read_plan(path):
    said = table_of(read_toml(path), path, {"plan", "machines", "measures"}, {"questions"})
    plan = table_of(said["plan"], f"{path}: plan", PLAN, {"rates-window"})
    machines = {name: table_of(one, f"{path}: machines.{name}", MACHINE, MACHINE_MAY)
                for name, one in said["machines"].items()}
    measures = {name: table_of(one, f"{path}: measures.{name}", MEASURE, MEASURE_MAY)
                for name, one in said["measures"].items()}
    seeds, rate_seeds = (seeds_of(plan[name], f"{path}: {name}") for name in ("seeds", "rate-seeds"))
    if set(seeds) & set(rate_seeds):
        raise InputError(f"{path}: rate-seeds: got {plan['rate-seeds']!r}; seeds that are not among seeds are needed")
    window = plan.get("rates-window")
    asked = dict(said.get("questions", {}))
    level = asked.pop("level", None)
    made = Plan(
        plan["parameters"], plan["sequences"], seeds, rate_seeds, plan["rates"], plan["rate-share"],
        typed(plan["train"]),
        {name: Machine(name, one["does"], typed(one["train"]), one["size"], one.get("step", 1))
         for name, one in machines.items()},
        {name: Measure(name, typed(one["task"]), Asked(plan["episodes"], typed(one["within"])),
                       Asked(plan["episodes"], typed(one["beyond"])), one.get("solved", plan["solved"]))
         for name, one in measures.items()},
        {name: question_of(name, one, f"{path}: questions.{name}") for name, one in asked.items()}, level,
        window_of(window, f"{path}: plan.rates-window") if window else None)
    refuse_unknown(made, path)
    return made


def question_of(name, said, where):
    said = table_of(said, where, QUESTION, QUESTION_MAY)
    more = TESTS.get(said["test"])
    if more is None or set(said) != QUESTION | more:
        got, valid = sorted(set(said) - QUESTION), [f"{test} with {' and '.join(sorted(needs))}"
                                                    for test, needs in TESTS.items()]
        raise InputError(f"{where}: got test {said['test']!r} with {' and '.join(got) or 'nothing more'}; one of "
                         f"{', '.join(valid)} is needed")
    compared = [tuple(pair) for pair in said["pairs"]] if "pairs" in said else [(one,) for one in said["machines"]]
    return Question(name, said["asks"], said["test"], compared, said["measures"], said["more"], said["less"],
                    said.get("margin"))


def window_of(said, where):
    said = table_of(said, where, WINDOW, set())
    return Window(said["machines"], said["measures"], said["rates"], seeds_of(said["seeds"], f"{where}: seeds"))


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
    return read_toml(path) if path.is_file() else {}
