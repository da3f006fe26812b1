"""Finds the data in a directory, and the questions to test on."""
import dataclasses
import pathlib

from tapehead.runs.errors import InputError, note

from .holdout import hold_out, questions_in
from .stories import training_files

LARGE = 5000  # questions of a file from here on count as 10k, fewer as 1k


@dataclasses.dataclass
class DataSet:
    folder: pathlib.Path  # absolute, because runs record it
    tasks: list
    split: str            # test split for `tapehead eval`
    tested_on: str        # the same in words


def is_partial(path):
    """Whether a file's name marks it as incomplete."""
    return ".PARTIAL." in path.name


def read_bytes(path):
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); a file of stories is needed") from None


def question_count(path):
    return questions_in(read_bytes(path))


def test_file(folder, task):
    """The published test file of a task, or None."""
    found = sorted(folder.glob(f"qa{task}_*test.txt"))
    return found[0] if found else None


def has_training_files(folder):
    return any(folder.glob("qa*_train*.txt"))


def as_given(folder):
    """A folder's complete tasks, tested on its test files if every task has one, else on the part held out from
    training."""
    files = training_files(folder)
    tasks = sorted(task for task, path in files.items() if not is_partial(path))
    left_out = sorted(files.keys() - set(tasks))
    if left_out:
        note(f"{folder}: the files of task {', '.join(map(str, left_out))} are not whole, so it is left out")
    tested = [task for task in tasks if test_file(folder, task)]
    if tasks and tested == tasks:
        return DataSet(folder.resolve(), tasks, "test", "the published test files")
    if tested:
        note(f"{folder}: only {len(tested)} of {len(tasks)} tasks have test files, so none is used")
    return DataSet(folder.resolve(), tasks, "validation", "the last tenth of each train file, which training leaves")


def find_data(path, out, program):
    """(tasks of 1,000 questions, tasks of 10,000), None for those missing. `path` holds files, or en and en-10k; if en
    lacks test files and en-10k exists, `out` gets the questions of en-10k beyond those of en."""
    path, out = pathlib.Path(path), pathlib.Path(out)
    if not path.is_dir():
        raise InputError(f"{path}: there is no such directory; one with bAbI files, or with en and en-10k, is needed")
    if has_training_files(path):
        files = training_files(path)
        is_large = question_count(next(iter(files.values()))) >= LARGE
        return (None, as_given(path)) if is_large else (as_given(path), None)
    small, large = path / "en", path / "en-10k"
    found = [folder if folder.is_dir() and has_training_files(folder) else None for folder in (small, large)]
    if not any(found):
        raise InputError(f"{path}: has neither files like qa1_single-supporting-fact_train.txt nor directories en and "
                         "en-10k that have; the directory of the published data is needed")
    ours = None
    if found[0]:
        ours = as_given(small)
        if ours.split != "test" and found[1]:
            tasks = sorted(training_files(small))
            generated = hold_out(small, large, out, program, tasks)
            words = "the questions of en-10k beyond those of en"
            if generated:
                words += f" (task {', '.join(map(str, generated))}: generated stories)"
            ours = DataSet(out.resolve(), tasks, "test", words)
    return ours, as_given(large) if found[1] else None
