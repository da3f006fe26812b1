"""Every preset's training: share of the fastest product, sequences a second and megabytes, on one thread and two."""
import csv
import json
import statistics
from dataclasses import dataclass

from tapehead.runs.errors import InputError, note
from tapehead.runs.names import choices
from tapehead.runs.places import ROOT

from .pairs import FIRST_STEPS, in_turn, steps_for
from .programs import Speed, run
from .report import number, table

THREADS = (1, 2)
SOURCES = ROOT / "experiments/presets"


@dataclass(frozen=True)
class Trained:
    """One measurement of a preset."""
    speed: Speed
    operations: float  # of a sequence
    share: float       # of the fastest product, by as many threads, in the same run


class Preset:
    """`tapehead bench --preset NAME`."""

    def __init__(self, program, name):
        self.name, self._program = name, program

    def measure(self, steps, threads):
        words = [self._program, "bench", "--preset", self.name, "--json", "--bench.steps", steps,
                 "--bench.repetitions", 1, "--threads", threads]
        told = json.loads(run(words, {}, self.name))
        speed = Speed(told["sequences_per_second"], told["ms_per_step"], told["peak_rss_mb"])
        return Trained(speed, told["operations_per_sequence"], told["gflops"] / told["product_gflops"])


@dataclass(frozen=True)
class Row:
    name: str
    threads: tuple  # of THREADS, the measurements of all repetitions

    def median(self, threads, what):
        return statistics.median(what(one) for one in self.threads[THREADS.index(threads)])

    def two_to_one(self):
        """Pair by pair."""
        return statistics.median(two.speed.sequences_per_second / one.speed.sequences_per_second
                                 for one, two in zip(*self.threads))

    def cells(self):
        def rate(threads):
            return number(self.median(threads, lambda one: one.speed.sequences_per_second))

        def share(threads):
            return f"{self.median(threads, lambda one: one.share):.0%}"

        one = self.threads[0][0].speed
        return [self.name, round(one.sequences_per_second * one.ms_per_step / 1e3),
                number(self.median(1, lambda one: one.operations) / 1e6), rate(1), share(1), rate(2), share(2),
                f"{self.two_to_one():.2f}", number(self.median(1, lambda one: one.speed.peak_rss_mb))]


def names(program):
    """All presets of a program; of one that is still to be built, those of its sources."""
    if not program.is_file():
        return sorted(path.stem for path in SOURCES.glob("*.ini"))
    return [line.split()[0] for line in run([program, "list", "presets"], {}, "presets").splitlines()[1:] if line]


def check(chosen, there):
    """InputError for a name that is none of those that are there."""
    for name in chosen:
        if name not in there:
            raise InputError(f"--presets: got '{name}'; {choices(name, there)}")


def measure(program, chosen, seconds, repetitions):
    """A row for each preset whose data is here, and the reasons why others are left out."""
    rows, left_out = [], []
    for name in chosen:
        preset = Preset(program, name)
        try:
            first = preset.measure(2, 1)
        except InputError as error:
            note(str(error))
            left_out.append(name)
            continue
        steps = min(steps_for(first.speed, seconds), FIRST_STEPS * 1000)
        runners = [lambda threads=threads, steps=steps, preset=preset: preset.measure(steps, threads)
                   for threads in THREADS]
        rows.append(Row(name, tuple(in_turn(runners, repetitions))))
    return rows, left_out


def text(rows, left_out):
    header = ["preset", "batch", "10⁶ operations a sequence", "sequences/s", "share", "two threads, sequences/s",
              "share", "two / one", "MB"]
    lines = table(header, [row.cells() for row in rows])
    return lines + (f"\n\nLeft out, since their data is not here: {', '.join(left_out)}." if left_out else "")


def write_csv(path, rows):
    """One row per measurement."""
    try:
        with open(path, "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(["preset", "threads", "repetition", "metric", "value"])
            for row in rows:
                for threads, all_of in zip(THREADS, row.threads):
                    for repetition, one in enumerate(all_of, 1):
                        for metric, value in {**vars(one.speed), "operations_per_sequence": one.operations,
                                              "share": one.share}.items():
                            out.writerow([row.name, threads, repetition, metric, value])
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; a file that can be written is needed") from error
