"""Splits a file of stories by number of questions."""
import re

from tapehead.runs.errors import InputError

from .holdout import questions_in

LOST = 0.01  # of the questions, in stories that are cut
STORY = re.compile(rb"^(?=1 )", re.MULTILINE)


def stories_of(text):
    """The stories' texts."""
    return [story for story in STORY.split(text) if story]


def cut(stories, count):
    """(text, rest): the first `count` questions, with the last story cut after the last of them, as in published files;
    and the stories after that one."""
    taken, left = [], count
    for place, story in enumerate(stories):
        lines = story.splitlines(keepends=True)
        asked = [number for number, line in enumerate(lines, 1) if b"\t" in line]
        if len(asked) >= left:
            taken.append(b"".join(lines[:asked[left - 1]]))
            return b"".join(taken), stories[place + 1:]
        taken.append(story)
        left -= len(asked)
    raise InputError(f"got {count - left} questions; {count} are needed")


def train_and_test(text, parts, train, test):
    """(train texts, test text): `parts` consecutive texts of `train` questions each, and `test` questions after them.
    If the text is too short for that, every part is the first one, and the test is the remainder, at most `test`
    questions."""
    stories = stories_of(text)
    if questions_in(text) < (parts * train + test) * (1 + LOST):
        first, rest = cut(stories, train)
        left = questions_in(b"".join(rest))
        if left == 0:
            raise InputError(f"has no story beyond its first {train} questions; a longer file is needed")
        return [first] * parts, cut(rest, min(test, left))[0]
    trains = []
    for _ in range(parts):
        taken, stories = cut(stories, train)
        trains.append(taken)
    return trains, cut(stories, test)[0]
