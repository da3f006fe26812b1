"""Tables of docs/results/copy: a directory a preset, one below it a seed, as `scripts/reproduce.sh copy` keeps them."""
import statistics

from tapehead_runs.errors import InputError
from tapehead_runs.evaluations import rows_of
from tapehead_runs.percent import count_of
from tapehead_runs.runs import natural, read_run

from babi.pages import table

PRESETS = ("copy", "graves2014-copy-lstm", "graves2014-copy-ff")
CLOSE = 0.01  # bits a sequence: asked for in the end


def runs(results, preset):
    paths = sorted((results / "copy" / preset).glob("seed-*"), key=natural)
    if not paths:
        raise InputError(f"{results / 'copy' / preset}: has no runs; scripts/reproduce.sh copy makes them")
    return [read_run(path, "eval.csv") for path in paths]


def lost(run):
    """{length: (sequences with an error, sequences scored)}"""
    episodes = dict(zip(run.table["setting"], run.table["episodes"].astype(int)))
    return {int(setting.removeprefix("task.length=")): (round((1 - share) * episodes[setting]), episodes[setting])
            for setting, share in rows_of(run, "solved")}


def lost_at(each, length):
    """`3 of 10,000 (2 seeds)`: all seeds together, and how many of them have any."""
    found = [one[length] for one in each]
    seeds = sum(wrong > 0 for wrong, _ in found)
    told = f"{sum(wrong for wrong, _ in found):,} of {sum(all_ for _, all_ in found):,}"
    return told + (f" ({seeds} seed{'s' * (seeds > 1)})" if seeds else "")


def presets(results):
    rows = []
    for preset in PRESETS:
        each = runs(results, preset)
        told = [run.result for run in each]
        sequences = statistics.median(one["sequences"] for one in told)
        seconds = statistics.median(one["seconds"] for one in told)
        slipped = [lost(run) for run in each]
        rows.append([f"`{preset}`", len(each), count_of(sum(one["bits"] <= CLOSE for one in told), len(told)),
                     f"{sequences:,.0f}, {seconds:.0f} s", *(lost_at(slipped, length) for length in (20, 60, 120))])
    return table(["preset", "seeds", f"at most {CLOSE:g} bits a sequence", "median sequences, seconds",
                  "lost at length 20", "at 60", "at 120"], rows)


def slips(results):
    rows = []
    for preset in PRESETS:
        for run in runs(results, preset):
            wrong = {length: one for length, one in lost(run).items() if one[0]}
            if wrong:
                episodes = next(iter(wrong.values()))[1]
                rows.append([f"`{preset}`", run.seed,
                             ", ".join(f"{count} at {length}" for length, (count, _) in sorted(wrong.items())),
                             f"{episodes:,}"])
    return table(["preset", "seed", "sequences lost, at which length", "of"], rows, words=3)


TABLES = {"copy-presets": presets, "copy-slips": slips}
