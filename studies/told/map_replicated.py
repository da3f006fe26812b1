"""Cells of the map that were trained anew, as replicated.csv keeps them (studies/map_again.py)."""
from babi.pages import table
from tapehead.runs.percent import count_of

from .map_tables import QUESTIONS, REPLICATED
from .task_tables import kept_so_far

COLUMNS = ["cell", "draw", "date", "cpu", "commit", "kept_cpu",
           *(f"{question}{end}" for question in QUESTIONS for end in ("", "_low", "_high")), "agrees"]


def read(results):
    return kept_so_far(results, "map", REPLICATED, COLUMNS)


def agreed(rows):
    """`9 of 10`"""
    return count_of(sum(row["agrees"] == "yes" for row in rows), len(rows))


def elsewhere(row):
    """Whether it was trained anew on another processor; None where a kept name may be that of several."""
    here, there = (row[cpu].partition(" (family ") for cpu in ("cpu", "kept_cpu"))
    return None if here[0] == there[0] and not (here[1] and there[1]) else here != there


def replicated(results):
    """How many cells drawn at random agreed, and a row of each."""
    rows = read(results)
    if not rows:
        return "No cell is replicated yet."
    other, unknown = (sum(elsewhere(row) is is_ for row in rows) for is_ in (True, None))
    lines = [[f"`{row['cell']}`", row["cpu"], row["date"], f"`{row['commit'][:12]}`", row["agrees"],
              *(f"{row[one]} [{row[f'{one}_low']}, {row[f'{one}_high']}]" for one in QUESTIONS)] for row in rows]
    head = ["cell", "processor", "date", "commit", "agrees", "% right within, difference", "beyond"]
    return (f"{agreed(rows)} cells agree, drawn at random and trained anew, {other} of them on another "
            f"processor{f' ({unknown} on one of the same name, which may be another)' if unknown else ''}.\n\n"
            f"{table(head, lines, words=5)}")


TABLES = {"map-replicated": replicated}
