"""Makes the trained models that come with the program (trained/), as trained/recipes.toml says.

    train_shipped.py                    all of them that are not trained yet
    train_shipped.py copy dnc           only these
    train_shipped.py --again copy       from the start, after the recipe or the preset has changed

Runs go to runs/trained, and interrupted ones resume. The configuration and the best weights of each run are kept,
without the optimiser's state; trained/NAME/measured.csv is `tapehead eval --episodes 10000`, trained/NAME/check.csv the
first of these episodes, which the test scores again, and trained/models.csv the list. A model is shipped as its recipe
makes it, whatever its results, which are in these files.
Exit status: 0 done, 2 bad usage or input (also if all together are larger than --most-bytes).
"""
import argparse
import csv
import io
import json
import pathlib
import shlex
import shutil
import subprocess

from tapehead.runs.errors import InputError, note, say
from tapehead.runs.files import make_directory, write_whole
from tapehead.runs.names import choices
from tapehead.runs.usage import ROOT, Parser, count, program_at
from tapehead.shipped import checkpoint, recipes

COLUMNS = ("name", "summary", "preset", "options", "evaluation", "seed", "sequences", "parameters", "bytes")
EPISODES = 10000
MOST_BYTES = 5_000_000
CHECKPOINT = checkpoint.FILES["best"]


def make_parser():
    parser = Parser(prog="train_shipped.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                    allow_abbrev=False)
    parser.add_argument("names", nargs="*", metavar="NAME", help="models of the recipes (all)")
    parser.add_argument("--again", action="store_true", help="remove their runs first")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="the program (build/tapehead)")
    parser.add_argument("--trained", type=pathlib.Path, default=ROOT / "trained", metavar="DIR",
                        help="where recipes.toml is and models go (%(default)s)")
    parser.add_argument("--runs", type=pathlib.Path, default=ROOT / "runs/trained", metavar="DIR",
                        help="where they are trained (%(default)s)")
    parser.add_argument("--threads", type=count, metavar="N", help="threads to work with (all cores)")
    parser.add_argument("--episodes", type=count, default=EPISODES, metavar="N", help="episodes to score (%(default)s)")
    parser.add_argument("--most-bytes", type=count, default=MOST_BYTES, metavar="N",
                        help="greatest size of all models together (%(default)s)")
    return parser


class Maker:
    def __init__(self, given):
        self.given = given
        self.threads = ["--threads", str(given.threads)] if given.threads else []

    def tapehead(self, *words):
        done = subprocess.run([self.given.program, *map(str, words)], check=False)
        if done.returncode:
            raise InputError(f"tapehead {shlex.join(map(str, words))}: failed; what it said above is to "
                             f"be mended first")

    def make(self, recipe):
        """Trains, packs and scores one model; returns its row."""
        run = self.given.runs / recipe.name
        if self.given.again:
            shutil.rmtree(run, ignore_errors=True)
        restarts = ["--restarts", recipe.restarts] if recipe.restarts else []
        self.tapehead("train", "--preset", recipe.preset, *recipe.options, "--seed", recipe.seed, *restarts,
                      *self.threads, "--out", run)
        packed, place = self.given.runs / f"{recipe.name}.packed", self.given.trained / recipe.name
        self.pack(chosen(run), packed)
        row = self.score(recipe, chosen(run), packed)
        shutil.rmtree(place, ignore_errors=True)  # only after the new one is complete
        shutil.move(packed, place)
        return row

    @staticmethod
    def pack(run, place):
        shutil.rmtree(place, ignore_errors=True)
        make_directory(place)
        write_whole(place / "config.ini", (run / "config.ini").read_bytes())
        write_whole(place / CHECKPOINT, checkpoint.in_small(run / CHECKPOINT))

    def score(self, recipe, run, place):
        for table, episodes in (("measured.csv", self.given.episodes), ("check.csv", recipe.check)):
            self.tapehead("eval", place, *recipe.evaluation, "--episodes", episodes, *self.threads,
                          "--csv", place / table)
        result = json.loads((run / "result.json").read_text())
        return {"name": recipe.name, "summary": recipe.summary, "preset": recipe.preset,
                "options": shlex.join([*recipe.options,
                                       *(["--restarts", str(recipe.restarts)] * (recipe.restarts > 0))]),
                "evaluation": shlex.join([*recipe.evaluation, "--episodes", str(self.given.episodes)]),
                "seed": recipe.seed, "sequences": result["sequences"],
                "parameters": json.loads((run / "manifest.json").read_text())["parameters"],
                "bytes": sum(path.stat().st_size for path in place.iterdir())}


def chosen(run):
    """The run, or the restart that the program chose."""
    if not (run / "restarts.csv").exists():
        return run
    rows = csv.DictReader((run / "restarts.csv").read_text().splitlines())
    return run / f"restart-{next(row['restart'] for row in rows if row['chosen'] == 'yes')}"


def rows_of(path):
    """Name -> row of an existing list."""
    return {row["name"]: row for row in csv.DictReader(path.read_text().splitlines())} if path.exists() else {}


def write_rows(path, rows):
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(path, text.getvalue().encode())


def make_all(given):
    known = recipes.read(given.trained / "recipes.toml")
    for name in given.names:
        if name not in known:
            raise InputError(f"{name}: is not known; {choices(name, known)}")
    given.program = program_at(given.program)
    listed, maker = rows_of(given.trained / "models.csv"), Maker(given)
    for name in given.names or known:
        listed[name] = maker.make(known[name])
        write_rows(given.trained / "models.csv", [listed[one] for one in known if one in listed])
    for place in sorted(given.trained.iterdir()):
        if place.is_dir() and place.name not in known:
            note(f"{place}: is of no recipe; remove it, or write one")
    total = sum(path.stat().st_size for path in given.trained.rglob("*") if path.is_file())
    say(f"{given.trained}: {total} bytes in all\n")
    if total > given.most_bytes:
        raise InputError(f"{given.trained}: holds {total} bytes; at most {given.most_bytes} are to ship")


def main(arguments):
    return make_parser().run(make_all, arguments)
