"""Groups that form a table: they differ in two options, and most combinations of the two options' values occur."""
import dataclasses

from tapehead.runs.sweeps import number

FULL = 0.5  # the least share of the table's cells with a group


@dataclasses.dataclass
class Crossed:
    down: str      # names of the options
    across: str
    rows: list     # their values as texts: numbers by size, words in order of appearance
    columns: list
    cells: dict    # (row, column) -> its Summary


def crossed(summaries):
    """The table of the groups, or None if they form none."""
    identities = [one.group.identity for one in summaries]
    names = list(dict.fromkeys(name for one in identities for name in one))
    differ = [name for name in names if len({one.get(name) for one in identities}) > 1]
    if len(differ) != 2 or not all(name in one for one in identities for name in differ):
        return None
    down, across = differ
    rows, columns = (in_order([one[name] for one in identities]) for name in differ)
    if len(identities) < FULL * len(rows) * len(columns) or len(identities) <= max(len(rows), len(columns)):
        return None
    return Crossed(down, across, rows, columns,
                   {(rows.index(one.group.identity[down]), columns.index(one.group.identity[across])): one
                    for one in summaries})


def in_order(values):
    values = list(dict.fromkeys(values))
    numbers = {value: number(value) for value in values}
    return values if None in numbers.values() else sorted(values, key=numbers.get)
