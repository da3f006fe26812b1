"""A comparison as text, Markdown and CSV."""
import collections
import csv
import dataclasses
import io
import json
import math

from tapehead.runs import metrics
from tapehead.runs.evaluations import parse_setting
from tapehead.runs.groups import short_names, title
from tapehead.runs.percent import count_of
from tapehead.runs.records import STATE
from tapehead.runs.runs import PARTS

from . import pairs, unpaired
from .between import FEWEST_PAIRS, LEVEL
from .intervals import RESAMPLES

NONE = "-"
GUESSED = "by guessing"
WORDS = {("task.draw", "hostile"): "adversarial episodes", ("task.draw", "fair"): "fair episodes"}
MOST_SETTINGS = 60  # rows of a table of settings; chomsky is scored at 464


@dataclasses.dataclass
class Table:
    title: str
    header: list
    rows: list   # of strings
    notes: list  # sentences
    numbers: list = None  # what each cell is sorted by, None for words; where a page has no better


def number(value):
    """Four digits, or all before the point."""
    if value is None:
        return NONE
    return f"{value:.0f}" if abs(value) >= 1e4 else f"{value:.4g}"


def amount(value, metric):
    """A metric's value with its unit: 50 %, 0.1 bits per sequence."""
    measure = "" if metrics.metric(metric).is_share else metrics.metric(metric).measure
    return f"{number(value)} {measure}".rstrip()


def cost_words(metric):
    """The cost's name: bits (bits per sequence); for a metric that is better when greater, its distance from the
    optimum."""
    top = metrics.metric(metric).top
    return metrics.with_unit(metric) + ("" if top is None else f", what is missing from {top}")


def interval(ends, word=number):
    return f"[{word(ends[0])}, {word(ends[1])}]" if ends else NONE


def probability(value):
    return NONE if value is None else f"{value:.3g}"


def within(summary):
    """A time until solved as text: a censored one is more than the last observed time."""
    return lambda time: NONE if time is None else number(time) if math.isfinite(time) else f">{number(summary.horizon)}"


def name(group):
    return group.label or "all runs"


def tables(comparison):
    """Every table of one task that has rows."""
    found = [groups_table(comparison), scores_table(comparison), pairs_table(comparison), *grid_tables(comparison)]
    return [table for table in found if table.rows]


def groups_table(comparison):
    rows = []
    for one in comparison.groups:
        state = ", ".join(f"{one.count(status)} {status}" for status in ("diverged", "unfinished") if one.count(status))
        rows.append([name(one.group), str(len(one.outcomes)) + (f" ({state})" if state else ""),
                     solved_cell(one),
                     interval(one.solved_interval), within(one)(one.sequences),
                     interval(one.sequences_interval, within(one)), number(one.cost), number(one.cost_mean),
                     interval(one.cost_interval), number(one.seconds), number(one.parameters)])
    carried = [one.state() for one in comparison.groups]
    if any(carried):  # results of earlier versions do not tell it, nor of models that take no steps
        rows = [[*row, state_cell(*each) if each else NONE] for row, each in zip(rows, carried)]
    perfect = [one.perfect() for one in comparison.groups]
    if any(perfect):  # results of earlier versions do not count them
        rows = [[*row, count_of(*each) if each else NONE] for row, each in zip(rows, perfect)]
    said = cost_words(comparison.metric)
    outcomes = [each for one in comparison.groups for each in one.outcomes]
    notes = ["without an error: sequences of the final scores, all seeds together"] if any(perfect) else []
    if any(carried):
        notes.append("state: numbers carried from step to step for one sequence, before the first; in brackets how "
                     "many of them a step touches, where not all")
    if any(math.isinf(each.cost) for each in outcomes):
        notes.append("inf: a run that diverged before its first validation has an infinite cost")
    if any(one.solved is not None and one.known < len(one.outcomes) for one in comparison.groups):
        notes.append("unknown: still training, or stopped before it was known; counted neither as solved nor as not")
    if any(one.unconfirmed for one in comparison.groups):
        notes.append("not confirmed: solved by its validations, but above the threshold on the final episodes")
    if comparison.threshold is None and all(one.solved is None for one in comparison.groups):
        solved = "solved: not judged, for runs have no train.stop-below"
    elif comparison.threshold is None:
        solved = "solved: stopped as solved, each run by its own train.stop-below, which differ"
    elif comparison.own:
        solved = (f"solved: stopped as solved, by train.stop-below "
                  f"({amount(comparison.threshold, comparison.goal)}), patience and check")
    else:
        solved = f"solved: the first validation at or below {amount(comparison.threshold, comparison.metric)}"
    return Table(f"{comparison.task}: groups ({title([one.group for one in comparison.groups])})",
                 ["group", "seeds", "solved", "95 %", "sequences to solve", "95 %", "cost, median", "cost, IQM", "95 %",
                  "seconds", "parameters", *(["state"] if any(carried) else []),
                  *(["without an error"] if any(perfect) else [])], rows,
                 [f"cost: {said}, of the best checkpoint on held-out episodes; IQM: inter-quartile mean", solved,
                  "sequences to solve: median; >N: half or more were not solved within N",
                  f"95 % of solved: Wilson's interval; else: bootstrap over seeds, {RESAMPLES} draws, "
                  "expanded for the IQM",
                  *notes])


def state_cell(numbers, each_step, each_said, touched):
    """2722; 40 + 42 a step; 0 + 257 a step + 256 a token said; 3241 (470)."""
    grows = (f" + {each_step} a step" if each_step else "") + (f" + {each_said} a token said" if each_said else "")
    return f"{numbers}{grows}" + (f" ({touched})" if touched not in (None, numbers) else "")


def scores_table(comparison):
    """The metrics beside the cost; no rows if no run has any."""
    names = comparison.scores
    rows = [[name(one.group), *(cell for score in names for cell in score_cells(one, score))]
            for one in comparison.groups]
    notes = [f"{score}: {metrics.metric(score).label}" for score in names]
    notes.append("of the checkpoints whose cost stands above; 95 %: expanded bootstrap over seeds, of the IQM")
    if any(score in one.scores and one.scores[score].seeds < len(one.outcomes)
           for one in comparison.groups for score in names):
        notes.append("(N): of so many seeds, for the others have none")
    header = ["group", *(word for score in names for word in (f"{score}, median", f"{score}, IQM", "95 %"))]
    return Table(f"{comparison.task}: scores beside the cost", header, rows if names else [], notes)


def score_cells(summary, score):
    if (found := summary.scores.get(score)) is None:
        return [NONE] * 3
    few = f" ({found.seeds})" if found.seeds < len(summary.outcomes) else ""
    return [number(found.median) + few, number(found.mean), interval(found.interval)]


def solved_cell(summary):
    if summary.solved is None:
        return NONE
    counts = {"unknown": len(summary.outcomes) - summary.known, "not confirmed": summary.unconfirmed}
    said = ", ".join(f"{count} {word}" for word, count in counts.items() if count)
    return f"{summary.solved}/{summary.known}" + (f" ({said})" if said else "")


def pairs_table(comparison):
    rows = [[name(pair.one), name(pair.other), pair.measure, seeds_cell(pair), number(pair.difference),
             interval(pair.interval), pair.test, probability(pair.p), probability(pair.p_holm),
             probability(pair.smallest_p) if all(pair.seeds) else NONE] for pair in comparison.pairs]
    notes = []
    if any(pair.paired for pair in comparison.pairs):
        notes.append("paired: over the seeds that both have, for the groups differ in the training alone; difference: "
                     "mean of group less against, 95 %: expanded bootstrap; p: paired permutation test")
    if not all(pair.paired for pair in comparison.pairs):
        notes.append("unpaired: over all seeds, for the machines differ, and share a seed's episodes but not its "
                     "weights; difference: of the means, 95 %: expanded bootstrap of each group; p: permutation test")
    if any(pair.test == "Fisher" for pair in comparison.pairs):
        notes.append("solved: difference of the shares solved; 95 %: Newcombe's; Fisher: Fisher's exact test")
    if any(pair.measure == "sequences" for pair in comparison.pairs):
        notes.append("sequences, solved: up to the smaller budget of the two; for the sequences, a run not solved by "
                     "then counts as that budget")
    if any(pair.left_out for pair in comparison.pairs):
        notes.append("left out: seeds whose run is not at its end, or stopped before it was known; paired, either run")
    header = ["group", "against", "measure", "seeds", "difference", "95 %", "test", "p", "p, Holm", "smallest p"]
    return Table(f"{comparison.task}: pairs", header, rows, notes + power_notes(comparison.pairs))


def seeds_cell(pair):
    said = [f"{pair.pairs - pair.untied} alike"] if pair.paired and pair.untied < pair.pairs else []
    said += [f"{pair.left_out} left out"] if pair.left_out else []
    seeds = f"{pair.pairs}" if pair.paired else "{} + {}".format(*pair.seeds)
    return seeds + (f" ({', '.join(said)})" if said else "")


def power_notes(found):
    """Notes on what this number of seeds can and cannot show."""
    notes = []
    if few := sorted({pair.pairs for pair in found if pair.paired and pair.p is None}):
        notes.append(f"{' or '.join(map(str, few))} pairs cannot reach p = {LEVEL} (the smallest is "
                     f"{probability(pairs.smallest_p(few[-1]))}): intervals only; {FEWEST_PAIRS} pairs are the fewest "
                     "that can")
    if few := sorted({pair.seeds for pair in found if not pair.paired and pair.p is None}):
        notes.append(f"{' or '.join('{} + {}'.format(*seeds) for seeds in few)} seeds cannot reach p = {LEVEL} (the "
                     f"smallest is {probability(min(unpaired.smallest_p(*seeds) for seeds in few))}): intervals only; "
                     "4 + 4 can")
    if tested := [pair for pair in found if pair.p is not None]:
        count = max(collections.Counter(pair.measure for pair in tested).values())
        least = min(fewest_p(pair) for pair in tested)
        hopeless = ": no difference here can be significant" if count * least > LEVEL else ""
        notes.append(f"p: two-sided, {exactness(tested)}; Holm: for the {count} pair{'s' * (count > 1)} of groups in a "
                     f"measure; so many seeds reach p = {probability(least)} at the smallest, "
                     f"{probability(min(1, count * least))} after the correction{hopeless}; values that are alike "
                     "count for little or nothing")
    return notes


def fewest_p(pair):
    """The least p that a test can give with so many seeds."""
    return pairs.smallest_p(pair.pairs) if pair.paired else unpaired.smallest_p(*pair.seeds)


def exactness(tested):
    """How p was computed."""
    many = [f"{pairs.EXACT_UP_TO} pairs" for pair in tested if pair.paired and pair.pairs > pairs.EXACT_UP_TO]
    many += [f"{unpaired.EXACT_UP_TO:,} ways to share the seeds out" for pair in tested if not pair.paired
             and pair.measure != "solved" and unpaired.ways(*pair.seeds) > unpaired.EXACT_UP_TO]
    return f"{pairs.DRAWS:,} draws above {' or '.join(dict.fromkeys(many))}, else exact" if many else "exact"


def grid_tables(comparison):
    """The table of the chosen metric, and of the first that a guesser has who has not the chosen one: whoever leaves
    out the impossible gives no chances, and so has an error but no bits."""
    there = {cell.metric for cell in comparison.grid}
    known = metrics.guesses(comparison.grid_metric, there).keys()
    also = [name for name in metrics.rows() if name in there and metrics.guesses(name, there).keys() - known]
    return [table for name in [comparison.grid_metric, *also[:1]] if (table := grid_table(comparison, name)).rows]


def grid_table(comparison, metric=None):
    """A row per setting, a column per group: the medians of the metric, and beside them what the best guesser gets."""
    metric = metric or comparison.grid_metric
    cells = {(cell.setting, id(cell.group)): cell for cell in comparison.grid if cell.metric == metric}
    groups = [group for group in comparison.evaluated if any(key == id(group) for _, key in cells)]
    settings, notes = evenly(list(dict.fromkeys(setting for setting, _ in cells)))
    guessed = best_guesses(comparison, metric)
    rows = [[words, *(spread(cells.get((setting, id(group)))) for group in groups)]
            for setting, words in zip(settings, setting_words(settings))]
    numbers = [[None, *(cells[key].median if (key := (setting, id(group))) in cells else None for group in groups)]
               for setting in settings]
    for setting, row, its in zip(settings, rows, numbers) if guessed else ():
        value, guesser = guessed.get(setting, (None, ""))
        row.append(f"{number(value)} ({guesser})" if guesser else NONE)
        its.append(value)
    said = metrics.metric(metric).label
    if any(cell.seeds > 1 for cell in cells.values()):
        notes.insert(0, "median over seeds, and the quartiles")
    notes += ["by guessing: what the best guesser gets on the same episodes"] if guessed else []
    return Table(f"{comparison.task}: generalisation, {said}",
                 ["setting", *map(name, groups), *([GUESSED] if guessed else [])], rows, notes, numbers)


def best_guesses(comparison, metric):
    """{setting: (what the best guesser gets in the metric, its name)}; of groups whose episodes differ the best."""
    there = {cell.metric for cell in comparison.grid}
    named = {its: guesser for guesser, its in metrics.guesses(metric, there).items()}
    found = {}
    for cell in comparison.grid:
        if cell.metric in named:
            found.setdefault(cell.setting, []).append((cell.median, named[cell.metric]))
    best = max if metrics.metric(metric).better == "greater" else min
    return {setting: best(values) for setting, values in found.items()}


def evenly(settings):
    """At most MOST_SETTINGS of them, evenly spaced, and a note where some are left out."""
    step = max(math.ceil(len(settings) / MOST_SETTINGS), 1)
    shown = settings[::step]
    return shown, [f"{len(shown)} of {len(settings)} settings; eval.csv has all"] if step > 1 else []


def spread(cell):
    if cell is None:
        return NONE
    return number(cell.median) + (f" [{number(cell.low)}, {number(cell.high)}]" if cell.seeds > 1 else "")


def setting_words(settings):
    """`task.length=60;task.repeats=2` as `length 60, repeats 2`."""
    read = [parse_setting(setting, "eval.csv") for setting in settings]
    short = short_names(list(dict.fromkeys(option for one in read for option in one)))
    return [", ".join(WORDS.get((option, value)) or f"{short[option]} {value}" for option, value in one.items())
            or "as trained" for one in read]


def as_text(found):
    """Aligned columns: words to the left, everything else to the right."""
    parts = []
    for table in found:
        lines = [table.header, *table.rows]
        widths = [max(len(line[column]) for line in lines) for column in range(len(table.header))]
        words = [all(is_word(row[column]) for row in table.rows) for column in range(len(table.header))]
        aligned = ["  ".join(cell.ljust(width) if left else cell.rjust(width)
                             for cell, width, left in zip(line, widths, words)).rstrip() for line in lines]
        parts.append("\n".join([table.title, "", *aligned, "", *("  " + note for note in table.notes)]).rstrip() + "\n")
    return "\n".join(parts)


def is_word(cell):
    return cell[:1].isalpha()


def as_markdown(found):
    parts = []
    for table in found:
        columns = ["---"] + ["---" if is_word((table.rows[0] + [""])[column]) else "---:"
                             for column in range(1, len(table.header))]
        lines = [table.header, columns, *table.rows]
        rows = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
        said = ["", " ".join(upper(note) + "." for note in table.notes)] if table.notes else []
        parts.append("\n".join([f"## {table.title}", "", *rows, *said]) + "\n")
    return "\n".join(parts)


def upper(sentence):
    return sentence[:1].upper() + sentence[1:]


def as_csv(records):
    """Records with the same keys as CSV; an unknown value is an empty cell, a censored time `inf`."""
    text = io.StringIO()
    if records:
        writer = csv.DictWriter(text, list(records[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({key: field(value) for key, value in record.items()} for record in records)
    return text.getvalue()


def field(value):
    """Twelve digits: further ones depend on the order of summation."""
    return f"{value:.12g}" if isinstance(value, float) else value


def as_json(tables):
    """{table: its records} as a JSON object; an unknown value and a censored time are null."""
    found = {table: [{key: json_value(value) for key, value in record.items()} for record in records]
             for table, records in tables.items()}
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def json_value(value):
    if not isinstance(value, float):
        return value
    return float(field(value)) if math.isfinite(value) else None


def csv_tables(comparisons):
    """{file name: its text} for all tasks together."""
    return csv_texts(records(comparisons))


def csv_texts(found):
    """{file name: its text} of {table: its records}, for tables that have rows."""
    return {f"{table}.csv": as_csv(rows) for table, rows in found.items() if rows}


def records(comparisons):
    """{table: its records} of all tasks together."""
    made = {"groups": group_records, "pairs": pair_records, "grid": grid_records, "runs": run_records}
    return {table: [record for one in comparisons for record in of(one)] for table, of in made.items()}


def group_records(comparison):
    for one in comparison.groups:
        low, high = one.solved_interval or (None, None)
        early, late = one.sequences_interval or (None, None)
        first, third = one.sequences_quartiles or (None, None)
        least, most = one.cost_interval or (None, None)
        lower, upper = one.cost_quartiles
        yield {**{part: one.group.identity[part] for part in PARTS}, "group": name(one.group),
               "seeds": len(one.outcomes), "diverged": one.count("diverged"), "unfinished": one.count("unfinished"),
               "threshold": comparison.threshold, "solved": one.solved, "solved_known": one.known, "solved_low": low,
               "solved_high": high,
               "sequences_median": one.sequences, "sequences_low": early, "sequences_high": late,
               "sequences_lower_quartile": first, "sequences_upper_quartile": third, "sequences_seen": one.horizon,
               "cost_metric": comparison.metric, "cost_unit": metrics.metric(comparison.metric).measure,
               "cost_median": one.cost, "cost_lower_quartile": lower, "cost_upper_quartile": upper,
               "cost_iqm": one.cost_mean, "cost_low": least, "cost_high": most, "seconds": one.seconds,
               "parameters": one.parameters, **dict(zip(STATE, one.state() or (None,) * len(STATE))),
               "perfect_episodes": (one.perfect() or (None, None))[0],
               "final_episodes": (one.perfect() or (None, None))[1],
               **{key: value for score in metrics.beside()
                  for key, value in score_record(score, one.scores.get(score))}}


def score_record(name, score):
    low, high = score and score.interval or (None, None)
    return [(f"{name}_median", score and score.median), (f"{name}_iqm", score and score.mean), (f"{name}_low", low),
            (f"{name}_high", high)]


def pair_records(comparison):
    for pair in comparison.pairs:
        low, high = pair.interval or (None, None)
        yield {"task": comparison.task, "measure": pair.measure, "group": name(pair.one), "against": name(pair.other),
               "test": pair.test, "seeds": pair.seeds[0], "against_seeds": pair.seeds[1], "pairs": pair.pairs,
               "untied": pair.untied, "left_out": pair.left_out, "difference": pair.difference,
               "low": low, "high": high, "p": pair.p, "p_holm": pair.p_holm, "smallest_p": pair.smallest_p}


def grid_records(comparison):
    for cell in comparison.grid:
        yield {"task": comparison.task, "group": name(cell.group), "setting": cell.setting, "metric": cell.metric,
               "seeds": cell.seeds, "low_quartile": cell.low, "median": cell.median, "high_quartile": cell.high}


def run_records(comparison):
    for summary in comparison.groups:
        for one in summary.outcomes:
            yield {"task": comparison.task, "group": name(summary.group), "seed": one.run.seed,
                   "run": str(one.run.path), "status": one.run.status,
                   "solved": None if summary.solved is None else int(one.solved), "sequences": one.sequences,
                   "cost_metric": comparison.metric, "cost": one.cost, "seconds": one.seconds,
                   "parameters": one.parameters, **{score: one.scores.get(score) for score in metrics.beside()}}
