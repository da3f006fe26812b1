"""Groups: runs that differ only in their seed. A group is named by what sets it apart from the others."""
import dataclasses
import functools
import re

from tapehead.torch.mixer_list import of_no_layer

from . import looks
from .errors import InputError, note
from .identity import given_name, order_of_each
from .runs import PARTS
from .usage import ROOT

RULE = ROOT / "experiments/files/not_a_difference.inc"  # shared with the program
ENOUGH_WORDS = 3  # options named in a label, unless telling two groups apart takes more


@dataclasses.dataclass
class Group:
    label: str
    identity: dict  # the parts, then every option that counts
    runs: list
    order: int = 0  # the place of its scheme among all
    look: int = 0   # the number of its scheme's look, for identity.look()

    def with_runs(self, runs):
        """The same group with other runs, or with the same runs read differently."""
        return dataclasses.replace(self, runs=list(runs))

    def legend(self):
        return legends([self])[self.look]


def pool_by_seed(runs, among=()):
    """The runs' groups, in order of first appearance, labelled; `among` as in labels()."""
    groups = {}
    for run in runs:
        identity = identify(run)
        group = groups.setdefault(frozenset(identity.items()), Group("", identity, []))
        twin = next((other for other in group.runs if other.seed == run.seed), None)
        if twin:
            raise InputError(f"{run.path}: same options and same seed {run.seed} as {twin.path}; give one of the two")
        group.runs.append(run)
    return name_groups(list(groups.values()), among)


def name_groups(groups, among=(), shorten=list):
    """The groups with names (the user's, else what sets them apart, with `among` as in labels()), an order, and a look
    per name.
    Groups with equal names are told apart by their differences. `shorten` may shorten labels."""
    said = shorten(labels([group.identity for group in groups], among))
    for group, label in zip(groups, said):
        group.label = user_name(group) or label
    alike = {}
    for group in groups:
        alike.setdefault((*(group.identity.get(name) for name in among), group.label), []).append(group)
    for (*_, name), members in alike.items():
        if len(members) > 1:
            for group, words in zip(members, shorten(labels([group.identity for group in members], among))):
                group.label = f"{name}, {words}"
    places = order_of_each(group.label for group in groups)
    for group, number in zip(groups, looks.assign(groups)):
        group.order, group.look = places[group.label], number
    return groups


def user_name(group):
    """The name that the user gave the group's runs, the first if there are several; "" if there is none."""
    names = list(dict.fromkeys(filter(None, (given_name(run.path) for run in group.runs))))
    if len(names) > 1:
        note(f"{group.runs[0].path}: its group has the names {', '.join(names)}; it is called {names[0]}")
    return names[0] if names else ""


def legends(groups):
    """{look: its scheme's legend}, in order: once per scheme over all tasks, with the seeds of all."""
    schemes = {}
    for group in groups:
        schemes.setdefault(group.look, []).append(group)
    found = {}
    for look in sorted(schemes, key=lambda each: schemes[each][0].order):
        counts = sorted({len(group.runs) for group in schemes[look]} - {0})
        seeds = " to ".join(map(str, dict.fromkeys((counts or [0])[:1] + counts[-1:])))
        words = f"{seeds} seed" + ("" if seeds == "1" else "s")
        label = schemes[look][0].label
        found[look] = f"{label} ({words})" if label else words
    return found


def split_by_task(groups):
    """[(task, its groups)], in order of first appearance."""
    tasks = {}
    for group in groups:
        tasks.setdefault(group.identity["task"], []).append(group)
    return list(tasks.items())


@functools.lru_cache(maxsize=None)
def not_a_difference():
    """The options in which the runs of a group may differ."""
    try:
        return frozenset(re.findall(r'^"([\w.-]+)",$', RULE.read_text(encoding="utf-8"), re.MULTILINE))
    except OSError as error:
        raise InputError(f"{RULE}: cannot be read ({error.strerror}); it is part of the repository") from None


def identify(run):
    """What the runs of a group have in common: the parts, then all options except not_a_difference()."""
    options = {name: value for name, value in run.config.items() if name not in not_a_difference() | set(PARTS)}
    return {**{part: run.part(part) for part in PARTS}, **options}


def effective(identity):
    """An identity without the options that no layer of a stack goes by; a part among them is none."""
    try:
        idle = of_no_layer(identity)
    except ValueError:  # a list of another version's
        return identity
    return {name: "none" if name in idle else value for name, value in identity.items()
            if name in PARTS or name not in idle}


def labels(identities, among=()):
    """One label per identity: the parts that differ, then the options that differ. Options that only some groups have
    follow from their parts and are named only if nothing else tells two groups apart, and so are those without an
    effect. `among` are names that no label contains, because only groups that agree in them are told apart: with
    ("task",) each task's groups by themselves."""
    among, shown = list(among), [effective(one) for one in identities]
    if len({frozenset(one.items()) for one in shown}) == len({frozenset(one.items()) for one in identities}):
        identities = shown
    taken = [part for part in PARTS if differs(identities, part, among)]
    options = [name for name in dict.fromkeys(name for one in identities for name in one) if name not in PARTS]
    options = [name for name in options if differs(identities, name, among)]
    everywhere = [name for name in options if all(name in one for one in identities)]
    named = everywhere[:ENOUGH_WORDS]
    for name in everywhere[ENOUGH_WORDS:] + [name for name in options if name not in everywhere]:
        if told_apart(identities, among + taken + named + [name]) > told_apart(identities, among + taken + named):
            named.append(name)
    short = short_names(named)
    return [label(one, taken, named, short) for one in identities]


def differs(identities, name, among=()):
    return told_apart(identities, [*among, name]) > told_apart(identities, among)


def told_apart(identities, names):
    return len({tuple(one.get(name) for name in names) for one in identities})


def short_names(names):
    """`train.optimizer` becomes `optimizer` unless another of the names ends the same."""
    last = [name.rsplit(".", 1)[-1] for name in names]
    return {name: end if last.count(end) == 1 else name for name, end in zip(names, last)}


def label(identity, parts, options, short):
    words = [part_word(part, identity[part]) for part in parts]
    words += [f"{short[name]} {identity[name]}" for name in options if name in identity]
    return ", ".join(word for word in words if word) or ", ".join(f"no {short[name]}" for name in options)


def part_word(part, value):
    """A part's value alone is clear, except `none`: without memory there is no addressing to name."""
    if value != "none":
        return value
    return "" if part == "addressing" else f"no {part}"


def title(groups):
    """The groups' common parts, for the figure's title: `copy, memory-machine, lstm`."""
    shown = [effective(group.identity) for group in groups]
    shared = [part for part in PARTS if not differs(shown, part)]
    return ", ".join(filter(None, (part_word(part, shown[0][part]) for part in shared)))
