"""Comparisons over several tasks as tables and CSV."""
from .across import SOLVED_AT_ALL
from .intervals import RESAMPLES
from .tables import Table, csv_texts, interval, number, probability

RATIOS = {"fastest": 1, "within 2×": 2, "within 4×": 4, "solved": SOLVED_AT_ALL}


def tables(found):
    return [table for table in (profile_table(found), improvement_table(found)) if table]


def profile_table(found):
    profile = found.profile
    if profile is None:
        return None
    header, rows = ["group"], [[name] for name in profile.groups]
    for heading in RATIOS:
        header += [heading, "95 %"]
    for group, row in enumerate(rows):
        ratios = list(RATIOS.values())
        ends = zip(*profile.band(group, ratios) or ([None] * len(ratios),) * 2)
        for share, (low, high) in zip(profile.shares(group, ratios), ends):
            row += [number(share), interval(None if low is None else (low, high))]
    notes = [f"share of {profile.problems} pairs of task and seed that a group solves within so many times the "
             "sequences of the fastest group; each task weighs the same",
             f"95 %: seeds drawn again within each task, {RESAMPLES} draws"]
    if profile.left_out:
        notes.append(f"left out: {profile.left_out} more, at which it is not known of some group when it solves")
    return Table(f"{profile.tasks} task{'s' * (profile.tasks > 1)} together: performance profile", header, rows,
                 notes + missing(found))


def improvement_table(found):
    if not found.improvements:
        return None
    rows = [[each.one, each.other, str(each.tasks), probability(each.probability), interval(each.interval, probability)]
            for each in found.improvements]
    return Table(f"{len(found.tasks)} tasks together: probability of improvement",
                 ["group", "against", "tasks", "lower cost", "95 %"], rows,
                 ["how likely a run of group has a lower cost than a run of against, on a task drawn at random; equal "
                  "ones count a half", f"95 %: seeds drawn again within each task, {RESAMPLES} draws", *missing(found)])


def missing(found):
    return [f"left out: {', '.join(found.left_out)}: not all tasks have it"] if found.left_out else []


def csv_tables(found):
    """{file name: its text}, for tables that have rows."""
    return csv_texts(records(found))


def records(found):
    """{table: its records}"""
    return {"profile": list(profile_records(found.profile)) if found.profile else [],
            "improvement": [improvement_record(each) for each in found.improvements]}


def profile_records(profile):
    ratios = profile.ratios
    for group, name in enumerate(profile.groups):
        shares = profile.shares(group, ratios)
        lows, highs = profile.band(group, ratios) or ([None] * len(ratios),) * 2
        for ratio, share, low, high in zip(ratios, shares, lows, highs):
            yield {"group": name, "ratio": float(ratio), "share": float(share),
                   "low": low if low is None else float(low), "high": high if high is None else float(high)}


def improvement_record(each):
    low, high = each.interval or (None, None)
    return {"group": each.one, "against": each.other, "tasks": each.tasks, "probability": each.probability, "low": low,
            "high": high}
