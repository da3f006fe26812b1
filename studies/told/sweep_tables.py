"""Tables of docs/results/sweeps."""
import csv

import reproduce_sweeps


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [row | {"sequences": int(row["sequences"])} for row in rows]


def sweeps(results):
    return reproduce_sweeps.summary(*(read(results / "sweeps" / name) for name in ("trials.csv", "chosen.csv")))


TABLES = {"sweeps": sweeps}
