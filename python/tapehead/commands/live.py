"""Makes docs/live.html: the trained models that come with the program, running in a browser.

    live.py [MODEL_OR_RUN...] [--out docs/live.html]

Without names, it has all shipped models. A run is a directory with a checkpoint. The file opens from disk and loads
nothing.

Exit status: 0 done, 2 bad usage or input; then nothing was written.
"""
import argparse
import csv
import pathlib

from tapehead.live import page
from tapehead.runs.errors import InputError, tell
from tapehead.runs.files import check_output, write_whole
from tapehead.runs.usage import ROOT, Parser

TRAINED = ROOT / "trained"


def shipped():
    with open(TRAINED / "models.csv", encoding="utf-8", newline="") as file:
        return {row["name"]: row["summary"] for row in csv.DictReader(file)}


def machines(names):
    known = shipped()
    found = []
    for name in names or known:
        directory = TRAINED / name if name in known else pathlib.Path(name)
        path = page.checkpoint_of(directory)
        if path is None:
            raise InputError(f"{name}: is no shipped model and no directory with a checkpoint; one of "
                             f"{', '.join(known)}, or a run, is needed")
        summary = known.get(name, "")
        found.append(page.machine(f"{name}: {summary}" if summary else str(name), path, summary))
    return found


def work(options):
    check_output(options.out)
    written = page.page(machines(options.names))
    write_whole(options.out, written)
    tell(f"{options.out}: {len(written) / 1e6:.1f} MB")


def main(arguments):
    parser = Parser(prog="live.py", description=__doc__, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="MODEL_OR_RUN", help="a shipped model, or a run's directory")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/live.html", metavar="FILE")
    return parser.run(work, arguments)
