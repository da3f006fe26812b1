"""Reads files in the published bAbI format as stories."""
import dataclasses
import pathlib
import re

from tapehead.runs.errors import InputError

NAME = re.compile(r"qa([0-9]+)_[\w-]+_train(\.PARTIAL)?\.txt")
LINE = re.compile(r"([0-9]+) (\S[^\t]*?) ?(?:\t([^\t]+)\t([0-9]+(?: [0-9]+)*))?")


@dataclasses.dataclass
class Line:
    text: str
    answer: str      # None for a statement
    supports: tuple  # line numbers from 1


def training_files(folder):
    """Task number → file."""
    folder = pathlib.Path(folder)
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such directory; one with files like "
                         f"qa1_single-supporting-fact_train.txt is needed")
    found = {}
    for path in sorted(folder.iterdir()):
        match = NAME.fullmatch(path.name)
        if match and found.setdefault(int(match[1]), path) != path:
            raise InputError(f"{folder}: got two files of task {match[1]} ({found[int(match[1])].name}, {path.name}); "
                             "one is needed")
    if not found:
        raise InputError(f"{folder}: holds no training files; some like "
                         f"qa1_single-supporting-fact_train.txt are needed")
    return found


def read_stories(path):
    """Lists of lines, one per story."""
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or 'it is not UTF-8'})") from None
    stories = []
    for number, row in enumerate(text.splitlines(), 1):
        match = LINE.fullmatch(row)
        if not match:
            raise InputError(f"{path}:{number}: got {row[:60]!r}; ID, text and, for a question, answer and supports "
                             "between tabs are needed")
        supports = tuple(map(int, match[4].split())) if match[4] else ()
        if match[1] == "1":
            stories.append([])
        expected = len(stories[-1]) + 1 if stories else 1
        if int(match[1]) != expected:
            raise InputError(f"{path}:{number}: got ID {match[1]}; {expected} is needed, or 1 for a new story")
        if supports and not 0 < min(supports) <= max(supports) < expected:
            raise InputError(f"{path}:{number}: got supports {match[4]}; numbers of earlier lines are needed")
        stories[-1].append(Line(match[2], match[3], supports))
    if not stories:
        raise InputError(f"{path}: is empty; stories are needed")
    return stories
