"""Sizes that bring every machine to the plan's number of parameters, on each measure."""
import json
import subprocess

import scripts_path  # noqa: F401
from tapehead.runs.errors import InputError
from tapehead.runs.files import write_whole

TOLERANCE = 0.1  # share of the plan's parameters by which a machine may differ
NEAR = 0.04      # within which another measure's size does here too
MOST = 512       # of a size


def parameters_of(program, plan, measure, machine, size):
    words = plan.words(measure, machine, size, plan.rates[0])
    done = subprocess.run([program, "bench", *words, "--threads", "1", "--bench.steps", "1", "--bench.repetitions", "1",
                           "--json"], capture_output=True, text=True, check=False)
    if done.returncode:
        raise InputError(f"{machine.name}/{measure.name}: {done.stderr.strip().removeprefix('tapehead: ')}")
    return json.loads(done.stdout)["parameters"]


def size_of(count, plan, machine, where, others=()):
    """One of the sizes of other measures that is near, or the multiple of the machine's step whose parameters are the
    nearest; count(size) grows with the size."""
    for size in others:
        if abs(count(size) - plan.parameters) <= NEAR * plan.parameters:
            return size
    low, high = 1, MOST // machine.step
    while low < high:
        middle = (low + high) // 2
        if count(middle * machine.step) < plan.parameters:
            low = middle + 1
        else:
            high = middle
    sizes = [one * machine.step for one in (low - 1, low) if one > 0]
    best = min(sizes, key=lambda size: abs(count(size) - plan.parameters))
    if abs(count(best) - plan.parameters) > TOLERANCE * plan.parameters:
        raise InputError(f"{where}: {machine.size} {' and '.join(map(str, sizes))} come to "
                         f"{' and '.join(f'{count(size):,}' for size in sizes)} parameters; {plan.parameters:,} within "
                         f"{100 * TOLERANCE:.0f} % are needed")
    return best


def find(program, plan, path, known):
    """Adds the sizes that are not known yet to the file."""
    for measure, machine in plan.cells():
        if machine.name in known.get(measure.name, {}):
            continue
        counted = {}

        def count(size):
            if size not in counted:
                counted[size] = parameters_of(program, plan, measure, machine, size)
            return counted[size]
        others = [sizes[machine.name] for sizes in reversed(known.values()) if machine.name in sizes]
        size = size_of(count, plan, machine, f"{machine.name}/{measure.name}", dict.fromkeys(others))
        known.setdefault(measure.name, {})[machine.name] = size
        write_whole(path, told(known).encode())


def told(sizes):
    lines = ["# Sizes of studies/map.toml's machines, by measure: reproduce_map.py --sizes finds what is missing."]
    for measure, of_measure in sizes.items():
        lines += ["", f"[{measure}]", *(f"{machine} = {size}" for machine, size in of_measure.items())]
    return "\n".join(lines) + "\n"
