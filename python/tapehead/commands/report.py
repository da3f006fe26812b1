"""Makes one HTML file of runs: their results, their learning curves, and one of their episodes from the inside.

    report.py RUN... --out report.html [--title TEXT] [--trace SETTINGS] [--players N|all|none] [--solved COST]
              [--live]

A RUN is a run directory, or a directory with runs or sweeps somewhere below it. The file opens from disk and loads
nothing. The median run of each group that has a checkpoint gets a player of one episode (--players: how many of each
group); the program traces the episode, and without the program there are no players. --trace sets the episode's options
("task.length=20", several joined by ";") or its number ("episode=3"). docs/report.md describes the rest.

Exit status: 0 done, 2 bad usage or input; then nothing was written.
"""
import argparse
import math
import pathlib

from tapehead.live import page as live
from tapehead.report import data, gather, page, players
from tapehead.runs import looks
from tapehead.runs.errors import InputError, note, tell
from tapehead.runs.evaluations import parse_setting
from tapehead.runs.files import check_output, write_whole
from tapehead.runs.numbers import is_whole
from tapehead.runs.usage import PROGRAM, Parser, cost, program_at

ALL, NONE = math.inf, 0


def how_many(text):
    if text in ("all", "none"):
        return ALL if text == "all" else NONE
    if not is_whole(text):
        raise argparse.ArgumentTypeError(f"got {text!r}; a number of runs of each group, all or none is needed")
    return int(text)


def settings(text):
    try:
        return parse_setting(text, "--trace")
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error).partition(": ")[2]) from None


def program(options):
    """None where no player is wanted or the program has not been built: kept results must display without it."""
    if options.players == NONE:
        return None
    if options.program is None and not PROGRAM.exists():
        return None
    return program_at(options.program)


def tracer(options):
    """The function that gives the runs their players."""
    found = program(options)
    letters = players.MOST_LETTERS if options.players is None else math.inf

    def trace(groups):
        why = players.choose(groups, options.players)
        if found is None and any(reason is None for reason in why.values()):
            if options.players != NONE:
                note(f"{PROGRAM}: is not built, so no run has a player; scripts/build.sh builds it",
                     "No run has a player: the program was not there when the report was made")
        chosen = [run for group in groups for run in group.runs if why[run.path] is None]
        return why | (players.trace_all(found, chosen, options.trace, letters) if found else
                      {run.path: players.NO_PROGRAM for run in chosen})
    return trace


def live_machines(groups):
    """The first run with a checkpoint of each group, as a machine for the page, under the run's name."""
    runs, found = [run for group in groups for run in group.runs], []
    names = {run.path: name for run, name in zip(runs, gather.run_names(runs, groups))}
    for group in groups:
        run = next((each for each in group.runs if live.checkpoint_of(each.path)), None)
        if run is None:
            note(f"{group.runs[0].path}: keeps no checkpoint, so its group is not live")
            continue
        try:
            found.append(live.machine(names[run.path], live.checkpoint_of(run.path)))
        except InputError as error:
            note(f"{error}; it is not live")
    if not found:
        raise InputError("--live: got no run with a checkpoint; one that keeps it is needed")
    return found


def work(options):
    check_output(options.out)
    trace, machines = tracer(options), []

    def traced(groups):  # machines first: tracing is slow, and without machines nothing is written
        machines.extend(live_machines(groups) if options.live else [])
        return trace(groups)
    found = data.report(options.runs, options.title, options.solved, traced)
    page_bytes = page.page_with(found)
    if options.live:
        page_bytes = live.within(page_bytes, machines)
    write_whole(options.out, page_bytes)
    looks.remember()
    tell(f"{options.out}: {len(found['runs'])} runs, {len(found['traces'])} players, {len(page_bytes) / 1e6:.1f} MB")


def main(arguments):
    parser = Parser(prog="report.py", description=__doc__, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run directory, or one with runs below it")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE", help="such as report.html")
    parser.add_argument("--title", metavar="TEXT", help="title of the page; default: the runs' tasks")
    parser.add_argument("--trace", type=settings, default={}, metavar="SETTINGS",
                        help="settings of the players' episode; default: as trained")
    parser.add_argument("--players", type=how_many, metavar="N",
                        help="how many runs of each group have a player: a number, all or none (1)")
    parser.add_argument("--no-player", dest="players", action="store_const", const=NONE, help="as --players none")
    parser.add_argument("--live", action="store_true",
                        help="the first run of each group runs in the page, as a machine to play with")
    parser.add_argument("--solved", metavar="COST", type=cost,
                        help="a run is solved at its first validation at or below this cost; default: as the runs "
                             "themselves judged it")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="the program tapehead (build/tapehead)")
    return parser.run(work, arguments)
