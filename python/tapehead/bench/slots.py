"""The cost of a memory's slots: time and memory per time step over their number, for sparse and dense memories."""
import csv
import statistics
from dataclasses import dataclass

from tapehead.runs.errors import InputError, note
from tapehead.runs.files import write_whole

from .programs import Ours
from .report import number, table

LENGTH = 50  # of copy: 101 steps in time, forward and backward
STEPS = 2 * LENGTH + 1
SMALLEST, LARGEST = 7, 20  # powers of two
HEADS, WIDTH, READS, HIDDEN = 4, 32, 4, 100
FARTHEST = 64  # extrapolates to at most so many times the largest measured number of slots
MOST_SECONDS, MOST_MB = 6.0, 3000.0  # limits per training step and per program: larger sizes are not measured


@dataclass(frozen=True)
class Kind:
    """A memory, and the power of the number of slots that its cost grows by for large memories."""
    name: str
    options: dict
    grows: int
    in_use: bool = False  # every slot, from the beginning


KINDS = [
    Kind("sparse", {"memory": "sparse"}, 0),
    Kind("sparse, all slots in use", {"memory": "sparse", "memory.index": "lists"}, 0, True),
    Kind("sparse-dnc", {"memory": "sparse-dnc"}, 0),
    Kind("ntm", {"memory": "ntm"}, 1),
    Kind("dnc", {"memory": "dnc"}, 2),
]


class Problem:
    """The copy task with this number of slots."""

    def __init__(self, kind, slots):
        self.kind, self.slots = kind, slots

    def our_options(self):
        options = {"task": "copy", "task.length": LENGTH, "task.bits": 8, "controller": "lstm",
                   "controller.size": HIDDEN, "memory.slots": self.slots, "memory.width": WIDTH,
                   "memory.read-heads": HEADS, "memory.write-heads": HEADS, **self.kind.options}
        if self.kind.options["memory"].startswith("sparse"):
            options["memory.reads"] = READS
        if self.kind.in_use:
            options["memory.filled"] = self.slots
        return options

    def write_data(self, folder):
        return {}


@dataclass(frozen=True)
class Point:
    kind: Kind
    slots: int
    ms: float  # per time step: forward, backward and update
    mb: float  # the program's peak


def fits(kind, slots, before):
    """Whether this number of slots is worth trying, judging by the measurements so far."""
    if not kind.grows or not before:
        return True
    more = (slots / before[-1].slots) ** kind.grows
    return before[-1].ms * STEPS / 1e3 * more < MOST_SECONDS and before[-1].mb * more < MOST_MB


def measure(program, seconds, repetitions, largest=LARGEST):
    points = []
    for kind in KINDS:
        found = []
        for power in range(SMALLEST, largest + 1):
            slots = 1 << power
            if not fits(kind, slots, found):
                break
            note(f"{kind.name}, {slots} slots ...")
            ours = Ours(program, Problem(kind, slots))
            first = ours.measure(1, 2)
            steps = max(2, round(seconds * 1e3 / first.ms_per_step))
            speeds = [ours.measure(1, steps) for _ in range(repetitions)]
            found.append(Point(kind, slots, statistics.median(speed.ms_per_step for speed in speeds) / STEPS,
                               max(speed.peak_rss_mb for speed in speeds)))
        points += found
    return points


def of_kind(points, kind):
    return {point.slots: point for point in points if point.kind is kind}


def extrapolated(points, kind, slots):
    """Milliseconds per time step for more slots than were measured, by the kind's growth in cost."""
    last = of_kind(points, kind)[max(of_kind(points, kind))]
    return last.ms * (slots / last.slots) ** kind.grows


def slots_table(points):
    """One row per number of slots."""
    kinds = [kind for kind in KINDS if of_kind(points, kind)]
    header = ["slots", *(f"{kind.name}, ms (MB)" for kind in kinds)]
    rows = []
    for slots in sorted({point.slots for point in points}):
        cells = [of_kind(points, kind).get(slots) for kind in kinds]
        rows.append([f"{slots:,}", *(f"{number(cell.ms)} ({number(cell.mb)})" if cell else "" for cell in cells)])
    return table(header, rows)


def summary(points):
    """How flat the cost of the sparse memories is, and how far they are ahead of the dense ones."""
    sparse = of_kind(points, KINDS[0])
    most = max(sparse)
    said = []
    for kind in KINDS[:3]:
        found = of_kind(points, kind)
        if 4096 in found and most in found:
            said.append(f"{kind.name}: {most:,} slots take {number(found[most].ms / found[4096].ms)} "
                        f"times what 4,096 do")
    for kind in KINDS[3:]:
        last = max(of_kind(points, kind), default=0)
        if last * FARTHEST >= most:
            dense = extrapolated(points, kind, most)
            said.append(f"{kind.name}: {number(dense)} ms a step with {most:,} slots, extrapolated from {last:,}, "
                        f"{number(dense / sparse[most].ms)} times what the sparse memory takes")
    return "\n".join(f"- {line}" for line in said)


def draw(points, path):
    """Both costs over slots, both axes logarithmic."""
    from tapehead.plots import style, ticks
    style.use()
    from matplotlib import pyplot
    figure, both = pyplot.subplots(1, 2, figsize=(8, 3.2), layout="constrained")
    for axes, cost, label in ((both[0], "ms", "a step in time, ms"), (both[1], "mb", "the program at its largest, MB")):
        for index, kind in enumerate(KINDS):
            found = [point for point in points if point.kind is kind]
            if not found:
                continue
            axes.plot([point.slots for point in found], [getattr(point, cost) for point in found], marker="o",
                      markersize=3, label=kind.name, **style.plain_line(index))
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xticks([1 << power for power in range(SMALLEST + 1, LARGEST + 1, 4)])
        ticks.worded(axes.xaxis, lambda value: f"{value:,.0f}")
        ticks.worded(axes.yaxis, ticks.plain)
        axes.set_xlabel("slots")
        axes.set_ylabel(label)
    style.head(figure, f"Training on copy: {HEADS} heads, {WIDTH} numbers a slot, {STEPS} steps, batch 1",
               style.entries_of(*both))
    write_whole(path, style.render(figure)[".png"])


def write_csv(path, points):
    try:
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["memory", "slots", "ms_per_time_step", "peak_rss_mb"])
            writer.writerows([point.kind.name, point.slots, f"{point.ms:.6g}", f"{point.mb:.6g}"] for point in points)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; a file that can be written is needed") from error
