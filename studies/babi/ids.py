"""Task numbers in the notation of --task.ids."""
import argparse

from tapehead.runs.numbers import is_whole

TASKS = range(1, 21)


def task_ids(text):
    """`1..20`, `all` or `1,3,5..7` as an ascending list, for argparse."""
    if text == "all":
        return list(TASKS)
    found = []
    for piece in text.split(","):
        first, dots, last = piece.partition("..")
        ends = [first, last if dots else first]
        known = all(is_whole(end) and int(end) in TASKS for end in ends)
        if not known or int(ends[0]) > int(ends[1]):
            raise argparse.ArgumentTypeError(f"got {text!r}; ids from 1 to 20 such as 1..20, all or 1,3,7 are needed")
        found += range(int(ends[0]), int(ends[1]) + 1)
    if len(set(found)) < len(found):
        raise argparse.ArgumentTypeError(f"got {text!r}; each id once is needed")
    return sorted(found)


def as_text(tasks):
    """The list in the notation of --task.ids."""
    return ",".join(map(str, tasks))
