"""Measures how fast Tapehead trains, against PyTorch on the same problem. Prints tables in Markdown.

    bench.py                        some minutes; builds the program first if it is missing
    bench.py --memory dnc           the differentiable neural computer in place of the neural Turing machine
    bench.py --memory memn2n        the end-to-end memory network, on stories
    bench.py --memory encoder-decoder   an encoder-decoder with attention
    bench.py --memory transformer   a causal Transformer without a memory, on sequences of 101 steps
    bench.py --memory fast-weights  a layer of fast weights under the delta rule, beside its recurrent and chunked forms
    bench.py --memory mixer-stack   two layers of attention, beside torch.nn.TransformerEncoder
    bench.py --memory sparse        sparse access over slots from 2^7 to 2^20, beside our own dense memories
    bench.py --presets              all presets: share of the fastest product, speed on one thread and two, megabytes
    bench.py --presets copy,one-shot    these presets
    bench.py --peer-device cuda     PyTorch computes on a card
    bench.py --quick                under a minute; to see that all works, not for figures to publish
    bench.py --csv figures.csv      also writes every measurement, one per row
    bench.py --into FILE.md         also writes the tables into FILE.md, between the lines "<!-- bench -->" and
                                    "<!-- /bench -->" (with --memory dnc "<!-- bench dnc -->" and
                                    "<!-- /bench dnc -->", and so on); if it has "<!-- bench AVX2 -->" or
                                    "<!-- bench AVX-512 -->", between those of this processor

The problem is the copy task of length 20, with an LSTM of 100 and a memory of 128x20, one read and one write head. For
the memory network it is stories of 10 sentences of 7 words, 20 numbers per sentence, three hops; for the
encoder-decoder, 20 tokens answered by 20, GRUs of 256, bidirectional in the encoder. The programs run in turn, on one
thread each; a ratio is the median over the pairs of neighbouring runs. The first line names the processor, its
instruction set, and the one that the program's kernels use (a portable program's can be chosen: TAPEHEAD_KERNELS=avx2
bench.py --program FILE). docs/performance.md explains the figures. Exit status: 0 done, 2 bad usage or input.
"""
import argparse
import os
import pathlib
import subprocess
import sys

from tapehead.bench import machine, presets, report, slots
from tapehead.bench.pairs import FIRST_STEPS, Series, in_turn, steps_for
from tapehead.bench.problem import PROBLEMS
from tapehead.bench.programs import Ours, check_device, find_peers
from tapehead.runs.errors import InputError, note, say, tell
from tapehead.runs.files import check_output
from tapehead.runs.usage import ROOT, Parser, count

BUILT, PEERS = ROOT / "build/tapehead", ROOT.parent / "shared/peers"
SPARSE, PAIRS = "sparse", ""  # PAIRS: one network, beside PyTorch's
ONLY_IN = {"memory": ("--memory sparse", PAIRS), "picture": ("--memory sparse",), "addressing": (PAIRS,),
           "peers": (PAIRS,), "peer_blas": (PAIRS,), "peer_device": (PAIRS,)}


def parse(arguments):
    parser = Parser(prog="bench.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                    allow_abbrev=False)
    parser.add_argument("--quick", action="store_true", help="two short repetitions")
    parser.add_argument("--repetitions", type=count, help="pairs per batch (5; 2 with --quick)")
    parser.add_argument("--memory", choices=[*PROBLEMS, SPARSE], help="which network (ntm)")
    parser.add_argument("--presets", type=names, nargs="?", const=[], metavar="NAME,...",
                        help="all presets, or some, in place of that")
    parser.add_argument("--addressing", metavar="NAME", help="measure this addressing scheme of ours as well (ntm)")
    parser.add_argument("--peer-blas", choices=["as-found", "fastest", *machine.CORE_TYPES.values()],
                        help="OpenBLAS's kernels for PyTorch: those it finds (as-found), the fastest it has for "
                             "this processor, or those of AVX-512 or AVX2")
    parser.add_argument("--peer-device", metavar="DEVICE",
                        help="where PyTorch computes, such as cuda (PyTorch 2.0 or newer); Tapehead stays where it is")
    parser.add_argument("--peers", type=pathlib.Path, metavar="DIR",
                        help=f"folder of ntm_torch.py and its like ({PEERS}); if absent, only Tapehead is measured")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE",
                        help="the program (build/tapehead, built if missing)")
    parser.add_argument("--csv", metavar="FILE", help="file for all measurements, one per row")
    parser.add_argument("--picture", type=pathlib.Path, metavar="FILE.png", help="with --memory sparse: a picture")
    parser.add_argument("--into", type=pathlib.Path, metavar="FILE.md", help="file to write the tables into")
    return parser.parse_args(arguments)


def names(text):
    found = [name for name in text.split(",") if name]
    if not found:
        raise argparse.ArgumentTypeError(f"got '{text}'; names of presets are needed, or nothing for all of them")
    return found


def check_together(options):
    """InputError for options that mean nothing in what is measured. What is not given is None."""
    what = "--presets" if options.presets is not None else "--memory sparse" if options.memory == SPARSE else PAIRS
    if options.picture and what == PAIRS:
        raise InputError("--picture: got one without --memory sparse; only that is drawn")
    for name, may in ONLY_IN.items():
        value = getattr(options, name)
        if value is not None and what not in may:
            raise InputError(f"--{name.replace('_', '-')}: got {value} with {what}; without it that can be")
    if options.addressing and options.memory not in (None, "ntm"):
        raise InputError(f"--addressing: got {options.addressing} with {options.memory}; only ntm has a choice")


def check_alone(options):
    """InputError for what the machine or the sources do not have, before a build begins."""
    if options.presets:
        presets.check(options.presets, presets.names(options.program or BUILT))
    if options.peer_device:
        check_device(options.peer_device)


def build():
    """build/tapehead and the benchmarks of the ops."""
    for command in (["setup.sh", "build", "test"],
                    ["build.sh", "--target", "tapehead", "--target", "tapehead_bench_ops", "-DTAPEHEAD_BENCHMARKS=ON"]):
        words = [str(ROOT / "scripts" / command[0]), *command[1:]]
        if subprocess.run(words, stdout=sys.stderr, check=False).returncode:
            raise InputError(f"{command[0]}: failed; what it said above is to be mended first")


def programs(given):
    """The program and its op benchmarks; None for benchmarks that are not built."""
    program = given or BUILT
    if given is None and not (program.exists() and ops_beside(program)):
        build()
    if not (program.is_file() and os.access(program, os.X_OK)):
        raise InputError(f"--program: got {program}; the program tapehead is needed")
    return program.resolve(), ops_beside(program)


def ops_beside(program):
    ops = program.parent / "benchmarks/tapehead_bench_ops"
    return ops if ops.is_file() else None


def measure_batch(batch, ours, peers, others, seconds, repetitions):
    """A series per program, ours first."""
    names, runners = [], []

    def add(name, first, measure):
        steps = steps_for(first, seconds)
        names.append(name)
        runners.append(lambda: measure(batch, steps))

    add(ours.name, ours.measure(batch, FIRST_STEPS), ours.measure)
    for peer in peers:
        first, chosen = peer.choose(batch, steps=2)
        note(f"batch {batch}: {peer.name} runs {chosen}")
        add(peer.name, first, peer.measure)
    for other in others:
        add(other.name, other.measure(batch, FIRST_STEPS), other.measure)
    return [Series(name, batch, 1, speeds) for name, speeds in zip(names, in_turn(runners, repetitions))]


def measure_threads(ours, batch, seconds, repetitions):
    """One thread against two."""
    steps = steps_for(ours.measure(batch, FIRST_STEPS), seconds)
    runners = [lambda threads=threads: ours.measure(batch, steps, threads) for threads in (1, 2)]
    return [Series(ours.name, batch, threads, speeds)
            for threads, speeds in zip((1, 2), in_turn(runners, repetitions))]


def bench(options):
    problem = PROBLEMS[options.memory or "ntm"]
    begin(options, lambda path, rows: report.write_csv(path, rows, {}), problem.mark)
    program, ops = programs(options.program)
    seconds = 0.2 if options.quick else 2
    repetitions = options.repetitions or (2 if options.quick else 5)
    ours = Ours(program, problem)
    others = []
    if options.addressing:
        others.append(Ours(program, problem, f"Tapehead, {options.addressing}",
                           problem.options_with(options.addressing)))
        others[0].measure(1, FIRST_STEPS)  # reports an unknown name at once
    told = []

    def report_now(text):
        told.append(text)
        say(text + "\n\n")

    peers = find_peers(options.peers or PEERS, problem, machine.core_types(options.peer_blas or "as-found"),
                       options.peer_device)
    machine.warn_if_busy()
    report_now(f"{machine.describe(ours.instructions())}; {repetitions} repetitions of about {seconds:g} s"
               f"{' (--quick: not to be published)' if options.quick else ''}")

    by_batch = {}
    for batch in problem.batches:
        note(f"batch {batch} ...")
        by_batch[batch] = measure_batch(batch, ours, peers, others, seconds, repetitions)
    report_now(report.speed_table(by_batch))
    all_series = [series for group in by_batch.values() for series in group]

    if os.cpu_count() >= 2:
        note("two threads ...")
        threads = measure_threads(ours, problem.threads_batch, seconds, repetitions)
        report_now(report.thread_table(*threads))
        all_series += threads
    products = {}
    if ops:
        note("products ...")
        products = machine.product_speeds(ops, seconds / 4)
        report_now(report.peak_table(products, {batch: ours.operations(batch) for batch in by_batch}, by_batch))
    else:
        note("peak: there are no benchmarks/tapehead_bench_ops beside the program; it is left out")
    if options.csv:
        report.write_csv(options.csv, all_series, products)
    if options.into:
        report.write_into(options.into, "\n\n".join(told), problem.mark, machine.kind())


def begin(options, write_csv, mark):
    """Refuses files that cannot be written before anything is built or measured."""
    for name in ("csv", "picture"):
        if getattr(options, name):
            check_output(getattr(options, name), f"--{name}")
    if options.csv:
        write_csv(options.csv, [])
    if options.into:
        report.write_into(options.into, None, mark, machine.kind())


def publish(options, told, write_csv, measured, mark):
    say(told + "\n")
    if options.csv:
        write_csv(options.csv, measured)
    if options.into:
        report.write_into(options.into, told, mark, machine.kind())


def bench_slots(options):
    """Our sparse and dense memories over the number of slots."""
    mark = "bench sparse"
    begin(options, slots.write_csv, mark)
    program, _ = programs(options.program)
    machine.warn_if_busy()
    seconds, repetitions, largest = (0.05, 1, 9) if options.quick else (2, 3, slots.LARGEST)
    points = slots.measure(program, seconds, options.repetitions or repetitions, largest)
    kernels = Ours(program, PROBLEMS["ntm"]).instructions()
    told = [f"{machine.describe(kernels)}; {slots.STEPS} steps of copy, LSTM {slots.HIDDEN}, {slots.HEADS} heads, "
            f"{slots.WIDTH} numbers a slot, K = {slots.READS}, batch 1, one thread; milliseconds of a step in time, "
            f"forward, backward and update, and the program's memory"
            f"{' (--quick: not to be published)' if options.quick else ''}",
            slots.slots_table(points), slots.summary(points)]
    publish(options, "\n\n".join(told), slots.write_csv, points, mark)
    if options.picture:
        slots.draw(points, options.picture)


def bench_presets(options):
    """All presets, or some."""
    mark = "bench presets"
    begin(options, presets.write_csv, mark)
    program, _ = programs(options.program)
    machine.warn_if_busy()
    seconds, repetitions = (0.1, 1) if options.quick else (2, 5)
    repetitions = options.repetitions or repetitions
    rows, left_out = presets.measure(program, options.presets or presets.names(program), seconds, repetitions)
    told = (f"{machine.describe(Ours(program, PROBLEMS['ntm']).instructions())}; {repetitions} repetitions of about "
            f"{seconds:g} s, medians{' (--quick: not to be published)' if options.quick else ''}\n\n"
            f"{presets.text(rows, left_out)}")
    publish(options, told, presets.write_csv, rows, mark)


def main(arguments):
    try:
        options = parse(arguments)
        check_together(options)
        check_alone(options)
        if options.presets is not None:
            bench_presets(options)
        else:
            bench_slots(options) if options.memory == SPARSE else bench(options)
    except InputError as error:
        tell(f"bench.py: {error}")
        return 2
    except KeyboardInterrupt:
        tell("bench.py: interrupted")
        return 130
    return 0
