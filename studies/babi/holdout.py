"""Test files from the questions of larger files beyond those of smaller ones: if train files of 1,000 questions are the
beginning of those of 10,000, the rest of the latter comes from the same distribution and was never trained on."""
import pathlib
import re
import tempfile

from tapehead.runs.errors import InputError, note
from tapehead.runs.files import write_whole

from .generated import generate
from .stories import training_files

STORY = re.compile(rb"^1 ", re.MULTILINE)
GENERATED = 9000  # as many questions as complete files leave
SEED = 1


def questions_in(text):
    return sum(b"\t" in line for line in text.splitlines())


def beyond(small, large):
    """The text of `large` beyond that of `small`, which must be its beginning; a story cut by the boundary is left out.
    Returns the text and the number of questions left out."""
    texts = [path.read_bytes() for path in (small, large)]
    if not texts[1].startswith(texts[0]) or not texts[0].endswith(b"\n"):
        lines = [text.split(b"\n") for text in texts]
        first = next((at for at, pair in enumerate(zip(*lines), 1) if pair[0] != pair[1]), min(map(len, lines)))
        raise InputError(f"{large}:{first}: is not line {first} of {small}; files that begin alike are needed")
    rest = texts[1][len(texts[0]):]
    story = STORY.search(rest)
    kept = rest[story.start():] if story else b""
    if b"\t" not in kept:
        raise InputError(f"{large}: has no whole story beyond those of {small}; a longer file is needed")
    return kept, questions_in(rest) - questions_in(kept)


def generated_test(program, task):
    with tempfile.TemporaryDirectory() as folder:
        generate(program, [task], folder, 1, GENERATED, SEED)
        return next(pathlib.Path(folder).glob(f"qa{task}_*_test.txt")).read_bytes()


def hold_out(small_folder, large_folder, out, program, tasks=None):
    """Writes train and test files of the tasks (default: all) and a README into `out`. Returns the tasks with generated
    test files, whose larger file is incomplete."""
    small, large = training_files(small_folder), training_files(large_folder)
    tasks = sorted(small) if tasks is None else tasks
    for folder, files in ((small_folder, small), (large_folder, large)):
        missing = sorted(set(tasks) - files.keys())
        if missing:
            raise InputError(f"{folder}: has no train file of task {', '.join(map(str, missing))}; tasks of which both "
                             "directories have one are needed (--ids)")
    wanted, lines, generated = {}, [], []
    for task in tasks:
        name = small[task].name
        test = name.replace("_train.PARTIAL.", "_test.").replace("_train.", "_test.")
        wanted[name] = small[task].read_bytes()
        if ".PARTIAL." in large[task].name:
            generated.append(task)
            note(f"task {task}: {large[task].name} is not whole, so its test questions are generated "
                 f"(tapehead generate babi, seed {SEED}), not real")
            wanted[test] = generated_test(program, task)
            how = "**generated** by the program, not real"
        else:
            wanted[test], cut = beyond(small[task], large[task])
            how = "real" + (f"; {cut} of a story that the train file cuts are left out" if cut else "")
        lines.append(f"| {task} | {questions_in(wanted[name]):,} | {questions_in(wanted[test]):,} | {how} |")
    wanted["README.md"] = readme(lines).encode()
    write_all(pathlib.Path(out), wanted)
    return generated


def readme(lines):
    return "\n".join([
        "# bAbI files with held-out test questions", "",
        "Train files as published. As test files the questions that the larger published train files have beyond",
        "them: drawn alike, and never trained on. They are not the published test files, but another draw of the",
        "same. Made by `studies/babi_holdout.py`.", "",
        "| task | train | test | test questions |", "|---:|---:|---:|---|", *lines, ""])


def write_all(out, wanted):
    """Writes all files or none; an existing file with other content is not replaced."""
    for name, text in wanted.items():
        path = out / name
        if path.exists() and path.read_bytes() != text:
            raise InputError(f"{path}: exists and is another; a directory without it is needed")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{out}: cannot be made ({error.strerror}); another place is needed") from None
    for name, text in wanted.items():
        if not (out / name).exists():
            write_whole(out / name, text)
