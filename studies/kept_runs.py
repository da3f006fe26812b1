"""Runs as far as the kept rows of a preset say what they were, for pictures of scores beyond the sizes of training that
are drawn without the runs."""
import csv
import json

import scripts_path  # noqa: F401
from reproduce_tasks import FIGURES
from tapehead.commands import plot
from tapehead.runs.errors import InputError
from tapehead.runs.files import make_directory, write_whole
from tapehead.runs.records import read_config, read_text
from told.task_tables import FINAL

PARTS = ("task", "model", "controller", "memory", "addressing")
EVAL = [*PARTS, "seed", "sequences", "setting", "episodes", "metric", "value"]


def stand_ins(kept, folder):
    """Writes a run below `folder` for each seed in the rows `kept` (PRESET.csv, beside it PRESET.ini): its options, its
    end, and its scores at all settings. Returns their directories."""
    options = read_config(kept.with_suffix(".ini"))
    by_seed = {}
    for row in csv.DictReader(read_text(kept).splitlines()):
        by_seed.setdefault(row["seed"], []).append(row)
    runs = []
    for seed, rows in by_seed.items():
        run = folder / kept.stem / f"seed-{seed}"
        make_directory(run)
        text = "".join(f"{name} = {value}\n" for name, value in (options | {"seed": seed}).items())
        write_whole(run / "config.ini", text.encode())
        first = rows[0]
        end = {"status": first["status"], "sequences": int(first["sequences"]), "seconds": float(first["seconds"])}
        write_whole(run / "result.json", json.dumps(end).encode())
        said = [options.get(part, "none") for part in PARTS] + [seed, first["sequences"]]
        scored = [[*said, row["setting"], row["episodes"], metric, row[metric]] for row in rows
                  if row["setting"] != FINAL for metric in (*FIGURES, "perfect") if row[metric]]
        write_whole(run / "eval.csv", "".join(",".join(line) + "\n" for line in [EVAL, *scored]).encode())
        runs.append(run)
    return runs


def draw_cost(kept, setting, out, folder):
    """Draws the cost of a preset against a setting, of its kept rows."""
    if plot.main(["length", *map(str, stand_ins(kept, folder)), "--metric", "bits", "--setting", setting, "--out",
                  str(out)]):
        raise InputError(f"{out}: cannot be drawn")
