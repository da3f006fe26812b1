"""The mixers of a stack as model.mixers lists them (catalogue/rows/mixer_list.cpp), each with options of its own.
Nothing here needs PyTorch: groups of runs are named by it too (runs/groups.py)."""
import collections
from typing import NamedTuple

from .memory_options import OPTIONS

LIST, CHOICE = "model.mixers", "memory"  # the list, and the option that chooses the run's memory
PLACES = "model.positions"  # codes are of all layers' tokens, others of attention
ATTENTION = dict.fromkeys(("model.heads", "model.attention-size", PLACES, "model.max-distance"))


class Mixer(NamedTuple):
    """An item of the list. What is `chosen` goes by the run's options, as far as it has none of its own; a memory that
    is not has the defaults of its kind among its own."""
    name: str     # as listed
    chosen: bool
    memory: str   # a name of the catalogue; "": attention
    own: dict     # by their full names
    shared: set   # the run's options that it goes by


def listed(text):
    """[(name, {option: value})] of a list as typed: fast-weights:rule=momentum:writes=2,attention. Raises
    ValueError."""
    parts = []
    for item in text.split(","):
        name, *said = item.split(":")
        if not name:
            raise ValueError(f"{LIST}: got an empty name in '{text}'; names separated by commas are needed")
        options = {}
        for one in said:
            option, equals, value = one.partition("=")
            if not option or not equals:
                raise ValueError(f"{LIST}: got '{one}' of {name}; OPTION=VALUE is needed")
            if option in options:
                raise ValueError(f"{LIST}: {name}: {option}: got it twice; once is needed")
            options[option] = value
        parts.append((name, options))
    return parts


def known(settings, choice=CHOICE):
    """The options, with their defaults, of the row that the settings choose, and of the parts that are chosen for
    it."""
    found = {}
    for name, default in OPTIONS[choice].get(settings.get(choice), {}).items():
        found[name] = default
        if name in OPTIONS:
            found |= known(settings, name)
    return found


def choose(settings, choice, row):
    """Chooses the row, with the defaults of its options and of the parts that they choose. Raises ValueError."""
    if row not in OPTIONS[choice]:
        raise ValueError(f"{choice}: got '{row}'; one of {', '.join(OPTIONS[choice])} is needed")
    settings[choice] = row
    for name, default in OPTIONS[choice][row].items():
        if name in OPTIONS:
            choose(settings, name, default)
        else:
            settings[name] = default


def set_own(item, said, owner, options, settings):
    """Sets what an item says; one of `options(settings)` is called by its name, with or without the owner's."""
    for called, value in said.items():
        there = options(settings)
        name = owner + called if owner + called in there else called
        if name not in there:
            raise ValueError(f"{LIST}: {item}: has {called} = {value}, an option that is not known; it has "
                             f"{', '.join(one.removeprefix(owner) for one in there) or 'none'}")
        if name in OPTIONS:
            choose(settings, name, value)
        else:
            settings[name] = value


def mixers(config):
    """The Mixers of a run with these options, in the order of its list. Raises ValueError."""
    found = []
    for name, said in listed(config[LIST]):
        own = {}
        if name == "attention":
            set_own(name, said, "model.", lambda _: ATTENTION, own)
            found.append(Mixer(name, True, "", own, set(ATTENTION) - set(own)))
            continue
        memory = config.get(CHOICE, "none") if name == CHOICE else name
        chosen = memory == config.get(CHOICE)
        settings = collections.ChainMap(own, config if chosen else {})
        if not chosen:
            choose(settings, CHOICE, memory)
        set_own(name, said, "memory.", known, settings)
        there = known(settings)
        own = {option: value for option, value in own.items() if option in there or option == CHOICE}
        found.append(Mixer(name, chosen, memory, own, set(there) - set(own) if chosen else set()))
    return found


def of_no_layer(config):
    """The options of a run's memory and attention that no layer goes by: each has its own, or none at all. Raises
    ValueError."""
    if LIST not in config:
        return set()
    return {*known(config), *ATTENTION} - {PLACES} - {name for mixer in mixers(config) for name in mixer.shared}
