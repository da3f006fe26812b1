#!/usr/bin/python3
"""What it costs to call the engine from Python, beside the program by itself.

    PYTHONPATH=BUILD/python benchmarks/python_calls.py --program BUILD/tapehead [--pairs N]

The program and Python train by turns. Told are medians of processor time, which a busy machine disturbs least, and of
the time that passes: an own task's batches are drawn in a thread beside the engine.
"""
import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

import tapehead

TRAINING = {"task": "copy", "train.sequences": 3200, "train.validate-every": 3200, "train.validation-episodes": 1,
            "train.final-episodes": 1, "train.batch": 16, "task.length": 20, "train.stop-below": 0}


class OwnCopy:
    """The task copy in vectorised NumPy: 20 vectors of eight bits, a delimiter, and the same 20 to be said."""
    example = next(tapehead.batches("copy", task_length=20))
    spec = tapehead.Spec(tapehead.vectors(example.input.shape[2]), tapehead.bits(8))
    steps = example.steps

    def sample(self, rng, steps, batch):
        vectors = rng.integers(0, 2, (batch.episodes, 20, 8))
        batch.input[:, :20, :8] = vectors
        batch.input[:, 20, 8] = 1
        batch.target[:, -20:] = vectors
        batch.mask[:, -20:] = 1


def seconds(work, who):
    """Seconds of some work: of processors, by this process or its children, and of the clock."""
    def spent():
        usage = resource.getrusage(who)
        return usage.ru_utime + usage.ru_stime

    before, began = spent(), time.perf_counter()
    work()
    return spent() - before, time.perf_counter() - began


def trainings(program, pairs):
    """The seconds of the program, of the same from Python, and of an own task, by turns."""
    typed = [word for name, value in TRAINING.items() for word in (f"--{name}", str(value))]
    own = {name: value for name, value in TRAINING.items() if not name.startswith("task")}
    taken = {"program": [], "python": [], "own task": []}
    with tempfile.TemporaryDirectory() as place:
        for pair in range(pairs):
            out = f"{place}/{pair}"
            command = [program, "train", *typed, "--threads", "1", "--out", f"{out}-a"]
            taken["program"].append(seconds(lambda: subprocess.run(command, check=True, capture_output=True),
                                            resource.RUSAGE_CHILDREN))
            taken["python"].append(seconds(lambda: tapehead.train(options=TRAINING, threads=1, out=f"{out}-b"),
                                           resource.RUSAGE_SELF))
            taken["own task"].append(seconds(lambda: tapehead.train(task=OwnCopy, options=own, threads=1,
                                                                    out=f"{out}-c"), resource.RUSAGE_SELF))
    return taken


def step_microseconds(steps=200, rounds=20):
    """Of m.step, and of a step within m.run, where the engine alone goes on: the least of several rounds."""
    model = tapehead.load("copy")
    batch = next(model.batches(batch=1, task_length=steps // 2))
    by_step, by_run = [], []
    for _ in range(rounds):
        state, begin = model.start(), time.perf_counter()
        for x in batch.input[0]:
            _, state = model.step(x, state)
        by_step.append((time.perf_counter() - begin) / batch.steps)
        begin = time.perf_counter()
        model.run(batch)
        by_run.append((time.perf_counter() - begin) / batch.steps)
    return min(by_step) * 1e6, min(by_run) * 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--pairs", type=int, default=5)
    given = parser.parse_args()
    taken = trainings(given.program, given.pairs)
    for name in ("python", "own task"):
        for kind, what in enumerate(("processor", "clock")):
            ratios = [ours[kind] / theirs[kind] for ours, theirs in zip(taken[name], taken["program"])]
            program = statistics.median(one[kind] for one in taken["program"])
            print(f"{name}, {what}: {statistics.median(ratios) - 1:+.1%} beside the program's {program:.2f} s "
                  f"(pairs: {numpy.round(ratios, 3).tolist()})")
    step, run = step_microseconds()
    print(f"m.step: {step:.1f} microseconds; a step within m.run: {run:.1f}")


if __name__ == "__main__":
    sys.exit(main())
