#!/usr/bin/python3
"""Trains layers of memories, today's and those of 2014, to recall values under keys and to track states, and keeps how
much each carries from step to step and how much of what was asked is right.

    reproduce_revival.py [--presets NAME...] [--plan FILE] [--budget MINUTES] [--jobs N]

studies/revival.toml is the plan: one table per line, a preset and what is changed of it. The runs go to
OUT/NAME/seed-N, side by side on one thread each; a further call resumes. Once all runs of a line are finished, RESULTS
gets NAME.csv, one row per seed, question and metric, with the state's size, and NAME.ini, the options of its first
seed. RESULTS/recall.png, RESULTS/recall-published.png and the tables of RESULTS/README.md
(studies/told/revival_tables.py) are made anew of all that is kept. Results are kept only of a program built from a
clean tree, so that the commit identifies it. Exit status: 0 done, 2 bad usage or input.
"""
import functools
import itertools
import json
import sys

from matplotlib import ticker

import scripts_path  # noqa: F401
from kept_answers import reproduce
from plans import parser_of, said_well
from tapehead.plots import style
from tapehead.runs import looks
from tapehead.runs.usage import program_at
from told.revival_tables import COLUMNS, PAST_KEYS, PUBLISHED_FIGURES, points, published_points

# Names of published figures are on the right of the last size, but where there is no room: {name: which size, whether
# on its left}.
NAMED_ELSEWHERE = {"Gated DeltaNet": (0, True), "sliding window": (-1, True)}
OF_RULES = [("-", "p"), ("--", "s"), (":", "^"), ("-.", "X")]  # dashes and markers of the write rules


def looks_of(memories):
    """{memory: (colour, dash, marker)}: its scheme's for life; write rules have the fast weights' colour."""
    table = {(row["memory"], row["part"]): row for row in looks.table()}
    table["attention", ""] = table["none", "transformer"]
    table["ntm", ""] = table["ntm", "content+location"]
    table[PAST_KEYS, ""] = {**table["sparse", ""], "dash": ":", "marker": "v"}  # with what comes after a key
    rules = itertools.cycle(OF_RULES)
    found = {}
    for memory in memories:
        row = table.get((memory, ""))
        found[memory] = (row["colour"], row["dash"], row["marker"]) if row else (
            table["fast-weights", ""]["colour"], *next(rules))
    return found


def state_of(program, preset, run, result):
    """The numbers carried with the memory that was asked last, which may have more slots than were trained."""
    memory = [word for option in preset.asked[-1].options().items() if option[0].startswith("--memory.")
              for word in option]
    if memory:
        result = json.loads(said_well(
            [program, "bench", "--config", run / "config.ini", *memory, "--bench.steps", "1", "--bench.repetitions",
             "1", "--json"], f"{preset.name}: its state cannot be told"))
    return {name: result[name] for name in ("state", "state_each_step")}


def draw_lines(axes, found):
    """A line a memory, its sizes joined, with the interval over seeds."""
    look = looks_of(found)
    for memory, sizes in found.items():
        states, shares, ends = zip(*sorted(sizes))
        errors = [[share - low for share, (low, _) in zip(shares, ends)],
                  [high - share for share, (_, high) in zip(shares, ends)]]
        colour, dash, marker = look[memory]
        axes.errorbar(states, shares, yerr=errors, label=memory, color=colour, linestyle=dash, marker=marker,
                      markersize=5, capsize=2, linewidth=1.2)


def draw_others(axes):
    """Published figures, hollow and grey, each named beside one of its sizes."""
    for (name, sizes), dash in zip(PUBLISHED_FIGURES.items(), itertools.cycle(["-", "--", ":"])):
        states, rights = zip(*sizes)
        wrongs = [100 - right for right in rights]
        axes.plot(states, wrongs, color=style.NOTE_GREY, linestyle=dash, marker="o", markerfacecolor="white",
                  markersize=3.5, linewidth=0.7, alpha=0.7, zorder=1.5,
                  label="published" if name == next(iter(PUBLISHED_FIGURES)) else None)
        at, left = NAMED_ELSEWHERE.get(name, (-1, False))
        axes.annotate(name, (states[at], wrongs[at]), xytext=(-5 if left else 5, 0), textcoords="offset points",
                      ha="right" if left else "left", va="center", fontsize=style.NOTE_SIZE, color=style.NOTE_GREY)


def finish(figure, axes, to, ticks, **settings):
    axes.set(xscale="log", xlabel="numbers carried from step to step", **settings)
    axes.xaxis.set_major_locator(ticker.LogLocator(subs=ticks))
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:,.0f}")
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    style.save(figure, to)


def draw(results):
    """Share right against the numbers carried."""
    figure, [axes] = style.figure_of()
    draw_lines(axes, points(results.parent))
    finish(figure, axes, results / "recall.png", (1, 2, 5), ylabel="% of the values right", ylim=(0, 104))


def draw_published(results):
    """Share wrong at the published size, by its logarithm, beside what others have published."""
    figure, [axes] = style.figure_of()
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda y, _: f"{y:g}")
    draw_others(axes)
    draw_lines(axes, published_points(results.parent))
    finish(figure, axes, results / "recall-published.png", (1, 3), xlim=(4e3, 1.6e6),
           ylabel="% of the values wrong, mean over seven tests", ylim=(0.1, 110))


def run(options):
    reproduce("revival", COLUMNS, functools.partial(state_of, program_at(options.program)))(options)
    if options.no_pictures:
        return
    style.use()
    if points(options.results.parent):
        draw(options.results)
    if published_points(options.results.parent):
        draw_published(options.results)


def main(arguments):
    return parser_of("reproduce_revival.py", __doc__, "revival").run(run, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
