"""Tables of docs/results/revival from files NAME.csv, one row per seed, question and metric
(studies/reproduce_revival.py)."""
import statistics

import numpy

from tapehead.runs.evaluations import parse_setting
from tapehead.runs.percent import count_of, share_of
from tapehead.stats.intervals import bootstrap

from babi.pages import table

from . import sequence_tables
from .task_tables import read_kept, spread, words_of
from .words import figure

COLUMNS = sequence_tables.COLUMNS[:7] + ["state", "state_each_step"] + sequence_tables.COLUMNS[7:]
RECALL = "recall-"  # what the names of lines of recall begin with: recall-MEMORY-SIZE
LENGTH = 64         # steps of a sequence of these
PUBLISHED = "mqar-"  # lines of recall at the published size, asked the published tests
PAST_KEYS = "sparse-past-keys"  # sparse access that writes a key beside what came after it
MEMORY_OF = {"mqar-sparse": PAST_KEYS, "mqar-sparse-16": PAST_KEYS}  # where a line's name does not tell
# {memory: (numbers carried, per cent right, the mean over the published tests)}, of zoology's figure of recall against
# state: two layers, the best of four rates. Attention has 100 at a million, which no logarithm shows.
PUBLISHED_FIGURES = {
    "sliding window": [(10_000, 8), (67_000, 51), (520_000, 94)],
    "Mamba-2": [(8_000, 52), (16_000, 69), (65_000, 83), (98_000, 84)],
    "GLA": [(5_000, 53), (18_000, 77), (68_000, 95)],
    "Based": [(9_000, 67), (40_000, 91), (80_000, 98)],
    "RWKV-7": [(17_000, 82), (131_000, 91)],
    "DeltaNet": [(9_000, 79), (34_000, 96), (130_000, 99.5)],
    "Gated DeltaNet": [(17_000, 89), (66_000, 99)],
}


def kept(results):
    """{name: rows} of all lines that are kept."""
    return {path.stem: read_kept(results, "revival", path.stem, COLUMNS)
            for path in sorted((results / "revival").glob("*.csv"))}


def carried(row, steps):
    """How many numbers are carried from step to step, at the end of so many steps where they grow."""
    return int(row["state"]) + steps * int(row["state_each_step"])


def values(rows, metric, setting):
    """One per seed."""
    return [float(row["value"]) for row in rows if (row["metric"], row["setting"]) == (metric, setting)]


def settings(rows):
    return list(dict.fromkeys(row["setting"] for row in rows if row["metric"]))


def mean_of(shares):
    """(mean, its 95 % bootstrap interval over seeds)"""
    return statistics.mean(shares), bootstrap(numpy.mean, shares) or (shares[0], shares[0])


def rights(rows):
    """Per cent of the values right at the hardest setting, the last that was asked: one per seed."""
    return [100 - wrong for wrong in values(rows, "error", settings(rows)[-1])]


def points(results):
    """{memory: [(numbers carried, share right, its interval)]} of the lines of recall."""
    found = {}
    for name, rows in kept(results).items():
        if name.startswith(RECALL) and settings(rows):
            found.setdefault(name.removeprefix(RECALL).rpartition("-")[0], []).append(
                (carried(rows[0], LENGTH), *mean_of(rights(rows))))
    return found


def recall(results):
    """A row a line of recall, by the numbers that it carries."""
    made = []
    for name, rows in kept(results).items():
        if not name.startswith(RECALL) or not settings(rows):
            continue
        mean, (low, high) = mean_of(rights(rows))
        seeds = sequence_tables.seeds_of(rows)
        made.append((carried(rows[0], LENGTH), [
            f"`{name}`", f"{carried(rows[0], LENGTH):,}", f"{int(rows[0]['parameters']):,}", len(seeds),
            f"{mean:.1f} [{low:.1f}, {high:.1f}]", ", ".join(f"{one:.1f}" for one in rights(rows)),
            spread([float(row["sequences"]) for row in seeds]), spread([float(row["seconds"]) for row in seeds])]))
    return table(["", "state", "parameters", "seeds", "% right, mean over seeds", "by seed",
                  "trained on sequences", "seconds"], [row for _, row in sorted(made)])


def asked_as_published(results):
    """{name: (rows, numbers carried at the end of the longest test, per cent right: a row a test, a column a seed)} of
    the lines of recall as published."""
    found = {}
    for name, rows in kept(results).items():
        if name.startswith(PUBLISHED):
            asked = settings(rows)
            right = numpy.array([[100 - wrong for wrong in values(rows, "error", setting)] for setting in asked])
            found[name] = rows, carried(rows[0], max(length_of(setting) for setting in asked)), right
    return found


def published_points(results):
    """As points(), per cent wrong, the mean over the published tests."""
    found = {}
    for name, (rows, state, right) in asked_as_published(results).items():
        memory = MEMORY_OF.get(name, name.removeprefix(PUBLISHED))
        found.setdefault(memory, []).append((state, *mean_of(list(100 - right.mean(0)))))
    return found


def published(results):
    """A row a line of recall as published, by the numbers that it carries at the end of the longest test: the mean
    over its tests, and each of these."""
    made = []
    for name, (rows, state, right) in asked_as_published(results).items():
        seeds = sequence_tables.seeds_of(rows)
        mean, (low, high) = mean_of(list(right.mean(0)))
        made.append((state, [
            f"`{name}`", f"{state:,}", f"{int(rows[0]['parameters']):,}", len(seeds),
            f"{mean:.2f} [{low:.2f}, {high:.2f}]", ", ".join(f"{one:.2f}" for one in right.mean(0)),
            ", ".join(f"{one:.1f}" for one in right.mean(1)),
            spread([float(row["sequences"]) for row in seeds]), spread([float(row["seconds"]) for row in seeds])]))
    return table(["", "state", "parameters", "seeds", "% right, mean over tests and seeds", "by seed", "by test",
                  "trained on sequences", "seconds"], [row for _, row in sorted(made)])


def tracking(results):
    """A row a preset that tracks states, and length: seeds without an error, and sequences."""
    made = []
    for name, rows in kept(results).items():
        if name.startswith((RECALL, PUBLISHED)):
            continue
        for setting in settings(rows):
            perfect, episodes = values(rows, "perfect", setting), [
                int(row["episodes"]) for row in rows if (row["metric"], row["setting"]) == ("perfect", setting)]
            seeds = sequence_tables.seeds_of(rows)
            made.append([f"`{name}`", words_of(setting), f"{carried(rows[0], length_of(setting)):,}",
                         count_of(sum(one == all_ for one, all_ in zip(perfect, episodes)), len(seeds)),
                         share_of(round(sum(perfect)), sum(episodes)),
                         ", ".join(figure(one) for one in values(rows, "error", setting)),
                         spread([float(row["sequences"]) for row in seeds]),
                         spread([float(row["seconds"]) for row in seeds])])
    return table(["preset", "", "state", "seeds without an error", "sequences without an error",
                  "% of answers wrong, by seed", "trained on sequences", "seconds"], made, words=2)


def length_of(setting):
    return int(parse_setting(setting, "setting").get("task.length", 0))


def machines(results):
    return sequence_tables.machines_of(kept(results))


TABLES = {"revival-recall": recall, "revival-published": published, "revival-tracking": tracking,
          "revival-machines": machines}
