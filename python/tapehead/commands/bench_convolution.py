"""Measures a convolution, forward and backward, against PyTorch's of the same sizes. Prints a table in Markdown.

    bench_convolution.py                    about a minute; build the benchmarks first (see below)
    bench_convolution.py --repetitions 1    some seconds

Both run in turn, on one thread each. A time is a run's least processor time, without the loss (for PyTorch, in the
faster of its two memory formats); a ratio is the median over the pairs of neighbouring runs. The benchmarks are built
by

    scripts/build.sh --target tapehead_bench_ops -DTAPEHEAD_BENCHMARKS=ON

Exit status: 0 done, 2 bad usage or input.
"""
import argparse
import json
import pathlib
import statistics
import sys

from tapehead.bench import machine
from tapehead.bench.pairs import in_turn
from tapehead.bench.problem import OWN_PEERS
from tapehead.bench.programs import run
from tapehead.runs.errors import InputError, say, tell
from tapehead.runs.usage import ROOT, Parser, count

PEER = OWN_PEERS / "convolution_torch.py"


def ours(program, repetitions):
    """name → milliseconds, the minimum of several runs."""
    said = run([program, "--benchmark_filter=^convolution/", "--benchmark_format=json", "--benchmark_min_time=0.05",
                f"--benchmark_repetitions={repetitions}"], {}, "Tapehead")
    times = {}
    for entry in json.loads(said)["benchmarks"]:
        if entry["run_type"] == "iteration":
            name = entry["run_name"].removesuffix("/manual_time")
            time = entry["real_time"] * {"ns": 1e-6, "us": 1e-3, "ms": 1}[entry["time_unit"]]
            times[name] = min(time, times.get(name, time))
    return times


def table(mine, peers):
    """One row per size; mine and peers: one dictionary name → milliseconds per repetition."""
    lines = ["| picture | window | stride | channels | Tapehead, ms | PyTorch, ms | ratio |",
             "|---|---|---|---|---|---|---|"]
    for name in mine[0]:
        picture, kernel, stride, out = name.split("/")[1:]
        a, b = [each[name] for each in mine], [each[name] for each in peers]
        ratio = statistics.median(y / x for x, y in zip(a, b))
        lines.append(f"| {picture} | {kernel}x{kernel} | {stride} | {out} | {statistics.median(a):.2f} | "
                     f"{statistics.median(b):.2f} | {ratio:.2f} |")
    return "\n".join(lines)


def main(arguments):
    parser = Parser(prog="bench_convolution.py", description=__doc__, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=count, default=5, help="pairs (%(default)s)")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/benchmarks/tapehead_bench_ops",
                        metavar="FILE", help="the benchmarks of the ops (%(default)s)")
    options = parser.parse_args(arguments)
    try:
        names = list(ours(options.program, 1))
        say(machine.describe() + "; forward and backward, 32 pictures, one thread\n\n")
        mine, peers = in_turn([lambda: ours(options.program, 5),
                               lambda: json.loads(run([sys.executable, PEER, *names], {}, "PyTorch"))],
                              options.repetitions)
        say(table(mine, peers) + "\n")
    except InputError as error:
        tell(f"bench_convolution.py: {error}")
        return 2
    return 0
