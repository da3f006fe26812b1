#!/usr/bin/python3
"""The documents are correct: their links and names exist, their command lines parse, the README's example and the tour
work."""
import functools
import json
import os
import pathlib
import re
import shlex
import sys
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python")]

import forked
from fenced import fenced
from process import PROGRAM, ProgramTest, RUN_FILES, tiny
from tapehead.commands import compare, plot, report

DOCUMENTS = [*sorted(SOURCE.glob("*.md")), *sorted((SOURCE / ".github").rglob("*.md")),
             *sorted((SOURCE / "docs").rglob("*.md"))]
SIZES = {"README.md": 150, "CONTRIBUTING.md": 100}  # lines: an entry page must be short enough to read whole
PLACEHOLDER = re.compile(r"NAME|FOLDER|FILE|DIR|TASK")  # `tasks/NAME.cpp`
MADE = ("build", "runs", "perf.data")  # made by commands, absent from the repository


def spans(text):
    """The text in `backticks` outside code blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```(?:.*\n)*?```$", "", text, flags=re.MULTILINE))


def prose(text):
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```(?:.*\n)*?```$", "", text, flags=re.MULTILINE))


def links(text):
    return re.findall(r"\[[^\]]*\]\(([^)\s]+)\)", prose(text))


def anchors(text):
    """The anchors of a document's headings."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```(?:.*\n)*?```$", "", text, flags=re.MULTILINE), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def shell_lines(text):
    """The commands of the `sh` blocks, split into words."""
    for block in fenced(text, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            if words:
                yield words


def of_program(words):
    """The arguments if the command runs the program, possibly under another one; else None."""
    for i, word in enumerate(words):
        if word.split("/")[-1] == "tapehead" and re.fullmatch(r"[a-z]+|--help", "".join(words[i + 1:i + 2])):
            return words[i + 1:]
    return None


def program_lines(text):
    found = [of_program(words) for words in shell_lines(text)]
    found += [of_program(shlex.split(span)) for span in spans(text) if span.startswith("tapehead ")]
    return [words for words in found if words]


def paths(text):
    """Everything that looks like a path of this repository, in backticks or as a command."""
    floors = {path.name for path in SOURCE.iterdir() if path.is_dir()}
    named = [word for span in spans(text) for word in span.split()]
    named += [word for words in shell_lines(text) for word in words]
    for word in named:
        word = word.removeprefix("./").strip(",;:")
        first = word.split("/")[0]
        if first in MADE or first.startswith("build-") or PLACEHOLDER.search(word):
            continue
        if ("/" in word and first in floors) or word in ("CMakeLists.txt", ".clang-format", "LICENSE"):
            yield word


# The scripts that most lines start, which a fork of this process does in a tenth of the time.
DRAWING = {"plot": plot.main, "compare": compare.main,
           "report": lambda words: report.main([*words, "--program", str(PROGRAM)])}


class Documents(ProgramTest):
    def each(self):
        for path in DOCUMENTS:
            yield path, path.read_text(encoding="utf-8")

    def test_links(self):
        count = 0
        for path, text in self.each():
            for link in links(text):
                if re.match(r"https?://", link):
                    continue
                count += 1
                name, _, anchor = link.partition("#")
                target = path.parent / name if name else path
                self.assertTrue(target.exists(), f"{path} links to {link}")
                if anchor:
                    self.assertIn(anchor, anchors(target.read_text(encoding="utf-8")), link)
        self.assertGreater(count, 10, "the links were not found")

    def test_every_page_is_in_the_index(self):
        for folder in (SOURCE / "docs", SOURCE / "docs/extending"):
            index = folder / "README.md"
            listed = {index.parent / link for link in links(index.read_text(encoding="utf-8"))}
            for page in folder.glob("*.md"):
                self.assertTrue(page in listed or page == index, f"{index} does not link to {page.name}")

    def test_the_front_door_is_short(self):
        for name, most in SIZES.items():
            self.assertLessEqual((SOURCE / name).read_text(encoding="utf-8").count("\n"), most, name)

    def test_the_table_of_parts_has_what_is_listed(self):
        text = (SOURCE / "README.md").read_text(encoding="utf-8")
        rows = text.split("## What there is")[1].split("\n## ")[0].splitlines()
        named = {name for row in rows if row.startswith("|") for name in re.findall(r"`([^`]+)`", row.split("|")[3])}
        listed = json.loads(self.tapehead("list", "--json")[0])
        self.assertEqual(named, {part["name"] for kind, parts in listed.items()
                                 if kind not in ("presets", "trained", "metrics") for part in parts})

    def test_pictures_have_words(self):
        for _, text in self.each():
            self.assertNotIn("![](", text)

    def test_named_files(self):
        example = [name for page in (SOURCE / "docs/extending").glob("*.md")
                   for name in re.findall(r"^\*\*`(\S+)`\*\*", page.read_text(encoding="utf-8"), re.MULTILINE)]
        self.assertGreater(len(example), 3, "the worked examples were not found")
        count = 0
        for document, text in self.each():
            for path in paths(text):
                if path in example:
                    continue  # the reader is to write it
                count += 1
                self.assertTrue(any(SOURCE.glob(path.rstrip("/"))), f"{document} names {path}")
        self.assertGreater(count, 30, "the files were not found")

    @functools.cached_property
    def presets(self):
        return {line.split()[0] for line in self.tapehead("list", "presets")[0].splitlines()[1:]}

    def test_command_lines_are_understood(self):
        lines = {(*words, *([] if "--help" in words else ["--help"])) for _, text in self.each()
                 for words in program_lines(text)}  # unknown options are refused before the help is printed
        for words in sorted(lines):
            if any(word.startswith("my_module:") for word in words):
                continue  # the reader is to write it
            if "--preset" in words and not PLACEHOLDER.search(words[words.index("--preset") + 1]):
                self.assertIn(words[words.index("--preset") + 1], self.presets)
            if words[0] in DRAWING:
                self.assertEqual(forked.run(DRAWING[words[0]], *words[1:]).returncode, 0, words)
            else:
                self.tapehead(*words)
        self.assertGreater(len(lines), 15, "the command lines were not found")

    def test_options_in_the_text_exist(self):
        commands = re.findall(r"(?m)^  ([a-z]+) ", self.tapehead("--help")[0])
        known = {name for command in commands
                 for name in re.findall(r"--([\w.-]+)", self.tapehead(command, "--help")[0])}
        folders = "python", "scripts", "studies"
        for path in [SOURCE / "setup.py", *(path for folder in folders for path in (SOURCE / folder).rglob("*.*"))]:
            if path.suffix in (".py", ".sh"):
                known.update(re.findall(r"--([a-z][\w-]*)", path.read_text(encoding="utf-8")))
        for document, text in self.each():
            for span in spans(text):
                for name in re.findall(r"(?<![\w-])--([a-z][\w.-]*)", span):
                    self.assertIn(name, known, f"{document}: {span}")


class Tour(ProgramTest):
    """The commands of a document in order, with little training."""

    def walk(self, document):
        text = (SOURCE / document).read_text(encoding="utf-8")
        walked = 0
        for line in shell_lines(text):
            words = of_program(line)
            if line[0].startswith("scripts/") and pathlib.Path(line[0]).stem in DRAWING:
                self.draw(line)
            if not words:
                continue
            if "--help" not in words and words[0] in ("train", "resume"):
                words = self.replaced(words, "--train.sequences", 120 if words[0] == "resume" else 60)
            if words[0] == "train":
                for option in ("--train.validation-episodes", "--train.final-episodes"):
                    words = self.replaced(words, option, 20)
            if words[0] == "eval":
                words = self.replaced(words, "--episodes", 2)
                if "--task.filler" in words:
                    words = self.replaced(words, "--task.filler", 200)
            if words[:2] == ["generate", "babi"]:
                words = self.replaced(self.replaced(words, "--questions", 40), "--test-questions", 20)
            if words[0] == "bench":
                words = [*words, "--bench.steps", 1, "--bench.repetitions", 1]
            self.tapehead(*words)
            walked += 1
        return walked

    def draw(self, line):
        done = forked.run(DRAWING[pathlib.Path(line[0]).stem], *line[1:], cwd=self.root)
        self.assertEqual(done.returncode, 0, f"{line}\n{done.stderr}")
        self.assertTrue((self.root / line[line.index("--out") + 1]).exists(), line)

    @staticmethod
    def replaced(words, option, value):
        """The words with the option set to the value, whether it was there or not."""
        if option in words:
            at = words.index(option)
            words = words[:at] + words[at + 2:]
        return [*words, option, value]

    def test_readme(self):
        self.assertGreater(self.walk("README.md"), 6)
        self.assertTrue((self.root / "runs/copy-dnc/result.json").exists())

    def test_tour(self):
        self.assertGreater(self.walk("docs/tour.md"), 12)
        files = {path.name for path in (self.root / "runs/copy").iterdir()}
        self.assertLessEqual(RUN_FILES | {"eval.csv", "episode.h5"}, files)
        for seed in range(1, 6):
            self.assertTrue((self.root / f"runs/seeds/seed-{seed}/result.json").exists())
        self.assertTrue((self.root / "runs/seeds/seeds.csv").exists())

    def test_the_run_directory_is_described(self):
        self.tapehead("train", *tiny(), "--out", "run")
        self.tapehead("eval", "run", "--episodes", 2, "--task.length", 2)
        table = (SOURCE / "docs/runs.md").read_text(encoding="utf-8").split("## A run's directory")[1].split("\n## ")[0]
        for path in (self.root / "run").iterdir():
            self.assertIn("`-previous`" if "previous" in path.name else f"`{path.name}`", table)

    def test_own_sequences(self):
        text = (SOURCE / "docs/own-sequences.md").read_text(encoding="utf-8")
        (self.root / "my.csv").write_text(fenced(text, "csv")[0], encoding="utf-8")
        self.assertGreater(self.walk("docs/own-sequences.md"), 2)

    def test_babi(self):
        self.assertGreater(self.walk("docs/babi.md"), 10)
        self.assertTrue((self.root / "runs/ten/restarts.csv").exists())

    def test_comparing(self):
        self.assertGreater(self.walk("docs/comparing.md"), 3)
        self.assertTrue((self.root / "runs/compared/comparison.md").exists())


class Rules(unittest.TestCase):
    """The parsers of this test find what they look for."""

    def test_readers(self):
        text = ("# A b, c\n\n```sh\nx/tapehead eval D \\\n  --csv -  # why\n```\n\n"
                "See `tapehead list tasks`, [a](b.md#c).\n")
        self.assertEqual(program_lines(text), [["eval", "D", "--csv", "-"], ["list", "tasks"]])
        self.assertEqual(links(text), ["b.md#c"])
        self.assertEqual(anchors(text), {"a-b-c"})
        self.assertEqual(list(paths("`autodiff/no.hpp` `tasks/NAME.cpp` `runs/x`")), ["autodiff/no.hpp"])
        self.assertTrue(pathlib.Path(PROGRAM).exists())


if __name__ == "__main__":
    unittest.main()
