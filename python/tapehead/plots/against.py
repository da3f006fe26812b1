"""Parts of figures that plot a metric against a task setting such as the length: the measurements of a line, the
settings that tell lines apart, and the training range."""
import pandas

from tapehead.runs.errors import InputError
from tapehead.runs.evaluations import measurements
from tapehead.runs.groups import short_names
from tapehead.runs.identity import DASHES, line, look
from tapehead.runs.names import choices
from tapehead.runs.tables import number


def varying(settings):
    """The settings with several values, in alphabetical order."""
    seen = {}
    for one in settings:
        for name, value in one.items():
            seen.setdefault(name, set()).add(value)
    return sorted(name for name, values in seen.items() if len(values) > 1)


def chosen_setting(groups, metric):
    """The one setting that varies over the evaluations of the groups' runs."""
    return choose_setting([one for group in groups for run in group.runs for one, _ in measurements(run, metric)])


def choose_setting(settings):
    """The one setting with several values."""
    names = varying(settings)
    if len(names) == 1:
        return names[0]
    arrived = f"{' and '.join(names)} vary" if names else "no setting varies"
    wanted = "choose one with --setting" if names else "evaluate a range: tapehead eval DIR --task.length 10..120"
    raise InputError(f"eval.csv: {arrived}; {wanted}")


def lines(groups, metric, setting, measured_of=measurements):
    """(setting, [(group index, other settings, [(x, y) per seed])]): one entry per line of the figure. Settings other
    than that of the x axis are never pooled: each combination of them is a line of its own."""
    measured = [[measured_of(run, metric) for run in group.runs] for group in groups]
    setting = setting or choose_setting([one for group in measured for run in group for one, _ in run])
    found = {}
    for index, group in enumerate(measured):
        for seed, rows in enumerate(group):
            for one, value in rows:
                if setting in one:
                    others = tuple(sorted((name, text) for name, text in one.items() if name != setting))
                    x = number(one[setting], f"{groups[index].runs[seed].path / 'eval.csv'}: {setting}")
                    found.setdefault((index, others), {}).setdefault(seed, []).append((x, value))
    if not found:
        names = sorted({name for group in measured for run in group for one, _ in run for name in one})
        raise InputError(f"--setting: got '{setting}', which no eval.csv has; {choices(setting, names)}")
    return setting, [(index, others, [tuple(zip(*sorted(points))) for points in seeds.values()])
                     for (index, others), seeds in found.items()]


def longest_lines(found):
    """The subset of lines() with the combination of other settings that has most points; empty if no combination has
    more than one point."""
    points = count_points(found)
    longest = max(points, key=points.get)
    return [line for line in found if line[1] == longest] if points[longest] > 1 else []


def without_lone_points(found):
    """lines() without combinations of other settings that have a single point, unless all have: if a grid varies one
    option and then another, each value of the second would add a one-point line beside the first option's line."""
    points = count_points(found)
    return [line for line in found if points[line[1]] > 1] or found


def count_points(found):
    """{other settings: the largest number of points that a seed has there}"""
    points = {}
    for _, others, curves in found:
        points[others] = max(points.get(others, 0), *(len(x) for x, _ in curves))
    return points


def training_range(config, setting):
    """(minimum, maximum) of the setting in training, from min-NAME and max-NAME or NAME itself; None if unknown."""
    folder, dot, name = setting.rpartition(".")
    most = config.get(f"{folder}{dot}max-{name}", config.get(setting))
    least = config.get(f"{folder}{dot}min-{name}", config.get(setting, most))
    least, most = (pandas.to_numeric(text, errors="coerce") if text else float("nan") for text in (least, most))
    return (float(least), float(most)) if least <= most else None


def shade_training(axes, groups, setting):
    """Shades the training range if all groups share it; returns whether it did."""
    ranges = {training_range(run.config, setting) for group in groups for run in group.runs}
    if len(ranges) != 1 or None in ranges:
        return False
    least, most = ranges.pop()
    axes.axvspan(least, most, color="#000000", alpha=0.07, linewidth=0, zorder=0)
    return least < most


def looks_of(groups, found):
    """The colour and dash of each of lines(): a group's lines share its colour, with a dash per combination of other
    settings if there are several."""
    combinations = list(dict.fromkeys(others for _, others, _ in found))
    if len(combinations) == 1:
        return [look(groups[index].look) for index, _, _ in found]
    if len({index for index, _, _ in found}) == 1:
        return [line(position) for position in range(len(found))]
    return [look(groups[index].look) | {"linestyle": DASHES[combinations.index(others) % len(DASHES)]}
            for index, others, _ in found]


def label_others(combinations):
    """The other settings that tell lines apart, in words: `repeats 2`."""
    names = sorted({name for others in combinations for name, _ in others})
    names = [name for name in names if len({dict(others).get(name) for others in combinations}) > 1]
    short = short_names(names)
    return [", ".join(f"{short[name]} {value}" for name, value in others if name in short) for others in combinations]


def label_shared(combinations):
    """The other settings that all lines share: `at repeats 10`."""
    shared = [pair for pair in combinations[0] if all(pair in others for others in combinations)]
    short = short_names([name for name, _ in shared])
    return "at " + ", ".join(f"{short[name]} {value}" for name, value in shared) if shared else ""
