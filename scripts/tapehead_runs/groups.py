"""Runs that differ only in their seed are one group; a group is called by what sets it apart from the others."""
import dataclasses
import functools
import re

from .errors import InputError
from .runs import PARTS
from .usage import ROOT

RULE = ROOT / "experiments/files/not_a_difference.inc"  # the program's own
ENOUGH_WORDS = 3  # options named in a label, unless more are needed to tell two groups apart


@dataclasses.dataclass
class Group:
    label: str
    identity: dict  # the parts, then every option but the seed
    runs: list

    def legend(self):
        seeds = len(self.runs)
        words = f"{seeds} seeds" if seeds > 1 else "1 seed"
        return f"{self.label} ({words})" if self.label else words


def pool_by_seed(runs, among=()):
    """The runs' groups, in order of first appearance, labelled; `among` as labels() has it."""
    groups = {}
    for run in runs:
        identity = identify(run)
        group = groups.setdefault(frozenset(identity.items()), Group("", identity, []))
        twin = next((other for other in group.runs if other.seed == run.seed), None)
        if twin:
            raise InputError(f"{run.path}: same options and same seed {run.seed} as {twin.path}; give one of the two")
        group.runs.append(run)
    groups = list(groups.values())
    for group, label in zip(groups, labels([group.identity for group in groups], among)):
        group.label = label
    return groups


@functools.lru_cache(maxsize=None)
def not_a_difference():
    """The options in which the runs of a group may differ."""
    try:
        return frozenset(re.findall(r'^"([\w.-]+)",$', RULE.read_text(encoding="utf-8"), re.MULTILINE))
    except OSError as error:
        raise InputError(f"{RULE}: cannot be read ({error.strerror}); it is part of the repository") from None


def identify(run):
    """What the runs of a group have in common: the parts, then every option but those."""
    options = {name: value for name, value in run.config.items() if name not in not_a_difference() | set(PARTS)}
    return {**{part: run.part(part) for part in PARTS}, **options}


def labels(identities, among=()):
    """One label an identity: the parts that differ, then the options that differ. Options that only some groups have
    follow from their parts and are named only where nothing else tells two groups apart. `among` are names that no
    label has, for the groups are told apart only where these agree: with ("task",) each task's groups by themselves."""
    among = list(among)
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
    """`train.optimizer` is called `optimizer` unless another of the names ends alike."""
    last = [name.rsplit(".", 1)[-1] for name in names]
    return {name: end if last.count(end) == 1 else name for name, end in zip(names, last)}


def label(identity, parts, options, short):
    words = [part_word(part, identity[part]) for part in parts]
    words += [f"{short[name]} {identity[name]}" for name in options if name in identity]
    return ", ".join(word for word in words if word) or ", ".join(f"no {short[name]}" for name in options)


def part_word(part, value):
    """A part's value speaks for itself, but for `none`: without memory there is no addressing to speak of."""
    if value != "none":
        return value
    return "" if part == "addressing" else f"no {part}"


def title(groups):
    """What the groups share, for the figure's title: `copy, lstm, ntm`."""
    shared = [part for part in PARTS if not differs([group.identity for group in groups], part)]
    return ", ".join(filter(None, (part_word(part, groups[0].identity[part]) for part in shared)))
