"""Interleaved repetitions (A B A B …): drift in the machine's speed affects both programs alike."""
import statistics
from dataclasses import dataclass

FIRST_STEPS = 10  # of the first run, which shows how many steps fill a repetition


@dataclass
class Series:
    """One program's measurements over all repetitions."""
    name: str
    batch: int
    threads: int
    speeds: list

    def rates(self):
        return [speed.sequences_per_second for speed in self.speeds]

    def memory(self):
        return max(speed.peak_rss_mb for speed in self.speeds)


def steps_for(first, seconds):
    """Training steps that fill `seconds` at the first run's speed; at least two."""
    return max(2, round(seconds * 1e3 / first.ms_per_step))


def in_turn(runners, repetitions):
    """Calls each runner once per repetition, in order. Returns a list of speeds for each."""
    speeds = [[] for _ in runners]
    for _ in range(repetitions):
        for of_one, runner in zip(speeds, runners):
            of_one.append(runner())
    return speeds


def ratio(a, b):
    """The median of a's rate over b's, pair by pair, with the minimum and maximum."""
    ratios = [x / y for x, y in zip(a.rates(), b.rates())]
    return statistics.median(ratios), min(ratios), max(ratios)
