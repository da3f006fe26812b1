#!/usr/bin/python3
"""Draws the pictures under docs/ that can be drawn of what the repository keeps, all in one look.

    doc_pictures.py [BEGINNING...] [--list] [--program FILE]

A BEGINNING of a picture's path, such as docs/results/ntm2014, selects. doc_pictures.toml says how each is made, and
of those that would need a training why they stay as they are; tests/studies/doc_pictures_test.py finds one of another
look.
Exit status: 0 done, 2 bad usage or input.
"""
import argparse
import pathlib
import sys
import tempfile
import tomllib
import types

import scripts_path  # noqa: F401
import kept_runs
import ntm2014_paper
import reproduce_revival
from plans import read_plan
from tapehead.commands import how_it_works, plot
from tapehead.explained.episodes import traced
from tapehead.plots import look
from tapehead.runs.errors import InputError, say
from tapehead.runs.usage import ROOT, Parser, program_at

TABLE = pathlib.Path(__file__).with_suffix(".toml")
SUFFIXES = (".png", ".svg", ".gif")


def table():
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def pictures():
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*") if path.suffix in SUFFIXES)


def made_by(picture, rows):
    """(episode, drawn or kept; the row's beginning; the row) of a picture, None where there is no row."""
    found = [(beginning, kind) for kind, each in rows.items() for beginning in each
             if picture.startswith(beginning.removesuffix(".png") if kind == "episode" else beginning)]
    if not found:
        return None
    beginning, kind = max(found, key=lambda each: len(each[0]))
    return kind, beginning, rows[kind][beginning]


def look_of(picture):
    return look.of_file((ROOT / picture).read_bytes())


def draw_episode(picture, row, program):
    with tempfile.TemporaryDirectory() as folder:
        trace = traced(program(), row["model"], row["settings"], pathlib.Path(folder) / "trace.h5")
        if plot.main([row.get("plot", "episode"), str(trace), *row.get("options", []), "--out", str(ROOT / picture)]):
            raise InputError(f"{picture}: cannot be drawn")
    if not row.get("svg"):  # most pages show the PNG alone
        (ROOT / picture).with_suffix(".svg").unlink(missing_ok=True)


def draw_costs(_):
    results = ROOT / "docs/results/tasks"
    for preset in read_plan(ROOT / "studies/tasks.toml").values():
        if preset.picture:
            with tempfile.TemporaryDirectory() as folder:
                kept_runs.draw_cost(results / f"{preset.name}.csv", preset.picture, results / f"{preset.name}-cost.png",
                                    pathlib.Path(folder))


def draw_peaks(_):
    results = ROOT / "docs/results/babi"
    if plot.main(["peaks", str(results / "attention-peaks.csv"), "--out", str(results / "attention-peaks.png")]):
        raise InputError(f"{results}: the peaks cannot be drawn")
    (results / "attention-peaks.svg").unlink()


DRAWN = {"how_it_works": lambda program: how_it_works.main(["--program", str(program())]),
         "ntm2014": lambda _: ntm2014_paper.draw(types.SimpleNamespace(results=ROOT / "docs/results/ntm2014")),
         "costs": draw_costs, "peaks": draw_peaks,
         "revival": lambda _: reproduce_revival.draw(ROOT / "docs/results/revival")}


def work(options):
    rows = table()
    if options.list:
        for picture in pictures():
            kind, beginning, row = made_by(picture, rows)
            say(f"{picture}: {'kept, ' + row if kind == 'kept' else 'drawn'}\n")
        return
    chosen = [(kind, beginning, row) for kind in ("episode", "drawn") for beginning, row in rows[kind].items()
              if not options.beginnings or any(beginning.startswith(each) for each in options.beginnings)]
    if not chosen:
        raise InputError(f"{options.beginnings[0]}: no picture that is drawn begins so; --list tells all")
    for beginning, row in [(beginning, row) for kind, beginning, row in chosen if kind == "episode"]:
        draw_episode(beginning, row, lambda: program_at(options.program))
    for row in dict.fromkeys(row for kind, _, row in chosen if kind == "drawn"):
        DRAWN[row](lambda: program_at(options.program))


def main(arguments):
    parser = Parser(prog="doc_pictures.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                    allow_abbrev=False)
    parser.add_argument("beginnings", nargs="*", metavar="BEGINNING", help="docs/copy.gif, docs/results/ntm2014 ...")
    parser.add_argument("--list", action="store_true", help="all pictures, and which are kept as they are")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="the program tapehead (build/tapehead)")
    return parser.run(work, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
