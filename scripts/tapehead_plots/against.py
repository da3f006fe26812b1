"""What pictures of something against a setting, such as a length, are made of: which measurements make a line, what
sets the lines apart, and where training was."""
import pandas

from tapehead_runs.errors import InputError
from tapehead_runs.evaluations import measurements
from tapehead_runs.groups import short_names
from tapehead_runs.identity import DASHES, look
from tapehead_runs.tables import number

FEW_POINTS = 25     # up to so many lengths, each is marked


def varying(settings):
    """The settings that take several values, in alphabetical order."""
    seen = {}
    for one in settings:
        for name, value in one.items():
            seen.setdefault(name, set()).add(value)
    return sorted(name for name, values in seen.items() if len(values) > 1)


def chosen_setting(groups, metric):
    """The one setting that takes several values in what the groups' runs were evaluated at."""
    return choose_setting([one for group in groups for run in group.runs for one, _ in measurements(run, metric)])


def choose_setting(settings):
    """The one setting that takes several values."""
    names = varying(settings)
    if len(names) == 1:
        return names[0]
    arrived = f"{' and '.join(names)} vary" if names else "no setting varies"
    wanted = "choose one with --setting" if names else "evaluate a range: tapehead eval DIR --task.length 10..120"
    raise InputError(f"eval.csv: {arrived}; {wanted}")


def lines(groups, metric, setting, measured_of=measurements):
    """(setting, [(group index, other settings, [(x, y) a seed])]): one entry a line of the figure. Settings other than
    the one on the x axis are never mixed: each of their combinations is a line of its own."""
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
        raise InputError(f"--setting: got '{setting}', which no eval.csv has; there are {', '.join(names)}")
    return setting, [(index, others, [tuple(zip(*sorted(points))) for points in seeds.values()])
                     for (index, others), seeds in found.items()]


def longest_lines(found):
    """Of lines(), those of the one combination of other settings that has most points; none where it has but one."""
    points = count_points(found)
    longest = max(points, key=points.get)
    return [line for line in found if line[1] == longest] if points[longest] > 1 else []


def without_lone_points(found):
    """lines() without combinations of other settings that were measured at one place only, unless all were: where a
    grid varies one option and then another, each place of the second would be a line of one point beside the first."""
    points = count_points(found)
    return [line for line in found if points[line[1]] > 1] or found


def count_points(found):
    """{other settings: the most points that a seed has there}."""
    points = {}
    for _, others, curves in found:
        points[others] = max(points.get(others, 0), *(len(x) for x, _ in curves))
    return points


def training_range(config, setting):
    """(least, most) of the setting in training, from min-NAME and max-NAME or NAME itself; None where unknown."""
    folder, dot, name = setting.rpartition(".")
    most = config.get(f"{folder}{dot}max-{name}", config.get(setting))
    least = config.get(f"{folder}{dot}min-{name}", config.get(setting, most))
    least, most = (pandas.to_numeric(text, errors="coerce") if text else float("nan") for text in (least, most))
    return (float(least), float(most)) if least <= most else None


def shade_training(axes, groups, setting):
    """Shades the training range where all groups share it; True where it did."""
    ranges = {training_range(run.config, setting) for group in groups for run in group.runs}
    if len(ranges) != 1 or None in ranges:
        return False
    least, most = ranges.pop()
    axes.axvspan(least, most, color="#000000", alpha=0.07, linewidth=0, zorder=0)
    return least < most


def looks_of(groups, found):
    """Of each of lines() found, its colour and dash: where a group has several, they have its colour, and a dash for
    each combination of other settings."""
    combinations = list(dict.fromkeys(others for _, others, _ in found))
    if len(combinations) == 1:
        return [look(groups[index].look) for index, _, _ in found]
    if len({index for index, _, _ in found}) == 1:
        return [look(position) for position in range(len(found))]
    return [look(groups[index].look) | {"linestyle": DASHES[combinations.index(others) % len(DASHES)]}
            for index, others, _ in found]


def label_others(combinations):
    """What sets the lines' other settings apart, in words: `repeats 2`."""
    names = sorted({name for others in combinations for name, _ in others})
    names = [name for name in names if len({dict(others).get(name) for others in combinations}) > 1]
    short = short_names(names)
    return [", ".join(f"{short[name]} {value}" for name, value in others if name in short) for others in combinations]


def label_shared(combinations):
    """The other settings at which all lines were measured: `at repeats 10`."""
    shared = [pair for pair in combinations[0] if all(pair in others for others in combinations)]
    short = short_names([name for name, _ in shared])
    return "at " + ", ".join(f"{short[name]} {value}" for name, value in shared) if shared else ""
