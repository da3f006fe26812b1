"""How many numbers the machines of kept results carry, from docs/results/states.csv (studies/count_states.py)."""
import csv

from tapehead.runs.usage import ROOT

FILE = "states.csv"
GROWTH = {"state_each_step": "a step", "state_each_said": "a token said"}
COLUMNS = ["study", "name", "state", *GROWTH, "state_touched"]


def carried(row):
    """`1,312`, `20 + 21 a step`, `0 + 257 a step + 256 a token said`, or `4,497 (626)` where a step touches 626."""
    grows = "".join(f" + {int(row[column]):,} {of}" for column, of in GROWTH.items() if int(row.get(column) or 0))
    touched = row.get("state_touched", row["state"])
    return f"{int(row['state']):,}{grows}" + (f" ({int(touched):,})" if touched != row["state"] else "")


def read(study, results=ROOT / "docs/results"):
    """{name: what it carries} of a study's lines; empty where none are counted."""
    if not (results / FILE).is_file():
        return {}
    with open(results / FILE, newline="", encoding="utf-8") as file:
        return {row["name"]: carried(row) for row in csv.DictReader(file) if row["study"] == study}
