"""A colour, dash and marker for life of each machine of the map: its memory's (tapehead.runs.looks), or, where an
earlier machine of the plan has that, the next of the reserve. Machines are added at the plan's end."""
import scripts_path  # noqa: F401
from tapehead.runs import looks

PARTS = ("memory", "addressing", "controller")


def looks_of(plan):
    """{machine: {"colour", "dark": on a dark page, "dash", "marker"}}"""
    found = {}
    for name, machine in plan.machines.items():
        words = dict(zip(machine.train[::2], machine.train[1::2]))
        own = looks.scheme({part: words.get(f"--{part}", "") for part in PARTS})
        if own is None or own in found.values():
            own = looks.unused({*found.values()})
        found[name] = own
    return {name: {part: looks.row(number)[part] for part in ("colour", "dark", "dash", "marker")}
            for name, number in found.items()}
