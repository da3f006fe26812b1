"""What a comparison comes to: its groups from the best to the worst, two sentences, and letters for groups that do not
differ. All of it is made from the numbers of the tables."""
import dataclasses
import math
import textwrap

from tapehead.runs import looks, metrics
from tapehead.runs.groups import part_word
from tapehead.runs.runs import PARTS

from . import tables
from .between import LEVEL

WIDE = 100  # letters of a line
BY_ITS_NAME = {"unpaired": "exact permutation test", "paired": "paired permutation test"}


@dataclasses.dataclass
class Row:
    """A group of the answer."""
    summary: object  # comparison.Summary
    name: str
    letters: str     # groups with a letter in common do not differ in cost by more than chance


@dataclasses.dataclass
class Panel:
    """A column of the figure, on a logarithmic scale."""
    label: str
    values: list      # a list for each row: (a value, whether it is one and not a bound)
    threshold: float  # None where there is none


@dataclasses.dataclass
class Answer:
    task: str
    sentences: list
    rows: list    # Row, the best first
    panels: list  # Panel
    tests: str    # of the costs, "" where no number of seeds can tell


def answer(comparison):
    summaries = sorted(comparison.groups, key=rank)
    letters = letters_of(summaries, comparison.pairs)
    rows = [Row(one, name_of(one.group), each) for one, each in zip(summaries, letters)]
    sentences = [who_solves(rows) or who_is_lowest(rows, comparison.metric), the_ratio(rows, comparison)]
    panels = [solving(rows), costs(rows, comparison), beyond(rows, comparison)]
    tests = dict.fromkeys(BY_ITS_NAME[pair.test] for pair in comparison.pairs
                          if pair.measure == "cost" and pair.p is not None)
    return Answer(comparison.task, [each for each in sentences if each], rows, [each for each in panels if each],
                  " and ".join(tests))


def told_first(comparisons, markdown=False):
    """Two sentences a task with several groups, each followed by an empty line; as text in lines of WIDE letters."""
    told = []
    for one in (each for each in comparisons if len(each.groups) > 1):
        words = " ".join([f"{one.task}:" if len(comparisons) > 1 else "", *answer(one).sentences]).strip()
        told.append(words if markdown else textwrap.fill(words, WIDE))
    return "".join(f"{each}\n\n" for each in told)


def rank(one):
    """The more solved the better, then the sooner, then the lower the cost."""
    share = one.solved / one.known if one.known else 0
    return -share, one.sequences if one.sequences is not None else math.inf, one.cost


def name_of(group):
    """The short name of the group's scheme if its label tells nothing else, else the label."""
    short = looks.row(group.look)["short"]
    parts = {part_word(part, group.identity[part]) for part in PARTS}
    return short if short and group.label and set(group.label.split(", ")) <= parts else tables.name(group)


def who_solves(rows):
    """`DNC and NTM solve all 5 seeds, LRU 2 of 5, no memory none.`"""
    if any(row.summary.solved is None for row in rows):
        return ""
    counts = {}
    for row in rows:
        counts.setdefault((row.summary.solved, row.summary.known), []).append(row.name)
    told = []
    for (solved, known), names in counts.items():
        what = (f"all {known} seeds" if solved == known > 1 else "the one seed" if solved == known == 1 else
                f"none of {known}" if solved == 0 else f"{solved} of {known}")
        several = len(names) > 1
        verb = "" if told else " solve" if several else " solves"
        told.append(f"{listed(names)}{verb} {what}{' each' * (several and solved not in (0, known))}")
    unsure = sum(row.summary.unconfirmed for row in rows)
    return ", ".join(told) + (f" ({unsure} not confirmed by the final episodes)" if unsure else "") + "."


def who_is_lowest(rows, metric):
    best = min(rows, key=lambda row: row.summary.cost)
    return f"{best.name} has the lowest cost: {tables.amount(best.summary.cost, metric)}, the median over its seeds."


def the_ratio(rows, comparison):
    """How far the best is ahead of the next, and whether by more than chance; "" for a single group."""
    if len(rows) < 2:
        return ""
    one, other = rows[:2]
    in_sequences = comparison.threshold is not None and all(has_median(row.summary) for row in (one, other))
    measure = "sequences" if in_sequences else "cost"  # times until thresholds of their own are not compared
    ours, theirs = [getattr(row.summary, measure) for row in (one, other)]
    what = "sequences until solved" if measure == "sequences" else in_words(comparison.metric)
    times = float(f"{theirs / ours:.2g}") if 0 < ours <= theirs < math.inf else 1
    ratio = f", {tables.number(times)} times as much" if times > 1 else ""
    return (f"{other.name}, the next, has a median of {tables.number(theirs)} against {one.name}'s "
            f"{tables.number(ours)}{ratio} ({what}; {chance(find(comparison.pairs, one, other, measure))}).")


def in_words(metric):
    """`cost, bits per sequence`: the label of a metric for within parentheses."""
    return metrics.metric(metric).label.replace(" (", ", ").removesuffix(")")


def has_median(summary):
    return summary.sequences is not None and math.isfinite(summary.sequences)


def find(pairs, one, other, measure):
    both = [one.summary.group, other.summary.group]
    return next((pair for pair in pairs if pair.measure == measure and all(
        any(group is each for each in (pair.one, pair.other)) for group in both)), None)


def chance(pair):
    if pair is None:  # of too many groups no two are
        return "not tested"
    if pair.p is None:
        return "too few seeds to tell it from chance"
    verdict = "" if pair.p_holm < LEVEL else ", which may be chance"
    return (f"{BY_ITS_NAME[pair.test]}, p = {tables.probability(pair.p)}, {tables.probability(pair.p_holm)} after Holm"
            + verdict)


def listed(names):
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def letters_of(summaries, pairs):
    """A text of letters for each group, in order: two groups have one in common unless they differ in cost (Piepho
    2004, insert and absorb)."""
    apart = [(at, to) for at, one in enumerate(summaries) for to, other in enumerate(summaries)
             if at < to and differ(pairs, one.group, other.group)]
    sets = [set(range(len(summaries)))]
    for one, other in apart:
        made = []
        for each in sets:
            made += [each - {one}, each - {other}] if {one, other} <= each else [each]
        sets = [each for at, each in enumerate(made) if not any(
            each < another or each == another and to < at for to, another in enumerate(made))]
    sets.sort(key=sorted)
    return ["".join(chr(ord("a") + at) for at, each in enumerate(sets) if group in each)
            for group in range(len(summaries))]


def differ(pairs, one, other):
    return any(pair.measure == "cost" and pair.p_holm is not None and pair.p_holm < LEVEL and
               {id(pair.one), id(pair.other)} == {id(one), id(other)} for pair in pairs)


def solving(rows):
    """Sequences to solve; None where it is not known of all groups."""
    if any(row.summary.solved is None for row in rows):
        return None
    return Panel("sequences to solve", [[(one.sequences, one.solved) for one in row.summary.outcomes] for row in rows],
                 None)


def costs(rows, comparison):
    return Panel(f"final {metrics.metric(comparison.metric).label}",
                 [[(one.cost, True) for one in row.summary.outcomes] for row in rows], comparison.cost_threshold)


def beyond(rows, comparison):
    """The medians at the last setting of the grid, which is the furthest from the training; None without a grid."""
    cells = [cell for cell in comparison.grid if cell.metric == comparison.grid_metric]
    if not cells:
        return None
    last = cells[-1].setting
    medians = {cell.group.label: cell.median for cell in cells if cell.setting == last}
    label = f"{metrics.metric(comparison.grid_metric).label} at {tables.setting_words([last])[0]}, median"
    return Panel(label, [[(medians[row.summary.group.label], True)] if row.summary.group.label in medians else []
                         for row in rows], None)
