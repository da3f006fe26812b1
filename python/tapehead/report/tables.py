"""The tables of compare.py with their numbers: the page sorts by them and draws the intervals."""
import dataclasses
import itertools

from tapehead.stats import across, across_tables, tables

from .numbers import finite

MOST_GROUPS = 12  # up to this many groups are compared pairwise; no number of seeds could tell more pairs apart
INTERVAL = "95 %"  # heading of a column that is the interval of the column before


def of_task(one):
    """One task's tables."""
    found = [typed(tables.groups_table(one), groups_numbers(one.groups))]
    if one.scores:
        found.append(typed(tables.scores_table(one), [score_numbers(each, one.scores) for each in one.groups]))
    if one.pairs:
        found.append(typed(tables.pairs_table(one), map(pair_numbers, one.pairs)))
    if improvement := single_task(one):
        found.append(improvement_table(improvement, f"{one.task}: probability of improvement"))
    for grid in tables.grid_tables(one):
        if len(grid.header) - (tables.GUESSED in grid.header) <= MOST_GROUPS + 1:
            found.append(typed(grid, grid.numbers))
    return found


def of_tasks(together):
    """Tables over several tasks together."""
    found = []
    if profile := across_tables.profile_table(together):
        found.append(typed(profile, profile_numbers(together.profile)))
    if together.improvements:
        found.append(improvement_table(together))
    return found


def single_task(one):
    """The probability of improvement within one task, as `across` has it for several; a single run against a single run
    gives none."""
    if len(one.groups) < 2 or len(one.groups) > MOST_GROUPS:
        return None
    rows = [{tables.name(summary.group): summary.outcomes for summary in one.groups}]
    found = [each for pair in itertools.combinations(rows[0], 2)
             if (each := across.improve(rows, *pair)) and each.interval]
    return across.Across([one.task], list(rows[0]), [], None, found) if found else None


def improvement_table(found, title=None):
    table = across_tables.improvement_table(found)
    table = dataclasses.replace(table, title=title or table.title)
    made = typed(table, [[None, None, each.tasks, (each.probability, each.interval)] for each in found.improvements])
    return made | {"matrix": matrix(found)}


def matrix(found):
    """The improvements of every group over every other: [probability, low, high], None where there is none."""
    names = [name for name in found.groups if any(name in (each.one, each.other) for each in found.improvements)]
    cells = [[None] * len(names) for _ in names]
    for each in found.improvements:
        one, other = names.index(each.one), names.index(each.other)
        low, high = each.interval or (None, None)
        cells[one][other] = [finite(value) for value in (each.probability, low, high)]
        cells[other][one] = [None if value is None else finite(1 - value) for value in (each.probability, high, low)]
    return {"names": names, "cells": cells}


def groups_numbers(groups):
    """Those of the table's rows; its last two columns are there where a group has them."""
    state = [one.state() for one in groups]
    for one, told in zip(groups, state):
        share = one.solved / one.known if one.known else None
        yield [None, len(one.outcomes), (share, one.solved_interval), (one.sequences, one.sequences_interval), one.cost,
               (one.cost_mean, one.cost_interval), one.seconds, one.parameters,
               *([told and told[0]] if any(state) else []), perfect_share(one)]


def score_numbers(one, names):
    found = [one.scores.get(name) for name in names]
    return [None, *(number for each in found for number in
                    ((each.median, (each.mean, each.interval)) if each else (None, (None, None))))]


def perfect_share(one):
    perfect, episodes = one.perfect() or (0, 0)
    return perfect / episodes if episodes else None


def pair_numbers(pair):
    return [None, None, None, sum(pair.seeds), (pair.difference, pair.interval), None, pair.p, pair.p_holm,
            pair.smallest_p if all(pair.seeds) else None]


def profile_numbers(profile):
    ratios = list(across_tables.RATIOS.values())
    for group, name in enumerate(profile.groups):
        bands = profile.band(group, ratios)
        ends = zip(*bands) if bands else [None] * len(ratios)
        yield [None, *zip(profile.shares(group, ratios), ends)]


def typed(table, numbers):
    """A table of texts in the page's form. `numbers` has for each row and column None for words, else its number, or
    (number, (low, high)) if the next column is its interval: the two become one cell."""
    rows = [[cell(*each) for each in zip(merged(table.header, row), row_numbers)]
            for row, row_numbers in zip(table.rows, numbers)]
    names = [words[0] for words in merged(table.header, table.header)]
    kinds = ["text" if all(isinstance(row[column], str) for row in rows) else
             "interval" if any("low" in row[column] for row in rows if isinstance(row[column], dict)) else "number"
             for column in range(len(names))]
    return {"title": table.title, "note": " ".join(tables.upper(note) + "." for note in table.notes),
            "columns": [{"name": name, "kind": kind} for name, kind in zip(names, kinds)], "rows": rows}


def merged(header, row):
    """The cells of a row, each merged with its interval's column."""
    cells = []
    for name, words in zip(header, row):
        if name == INTERVAL:
            cells[-1].append(words)
        else:
            cells.append([words])
    return cells


def cell(words, number):
    if number is None and len(words) == 1 and words[0] != tables.NONE:
        return words[0]
    text = " ".join(word for at, word in enumerate(words) if at == 0 or word != tables.NONE)
    if not isinstance(number, tuple):
        return {"value": finite(number), "text": text}
    value, ends = number
    low, high = ends or (None, None)
    return {"value": finite(value), "low": finite(low), "high": finite(high), "text": text}
