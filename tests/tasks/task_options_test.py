#!/usr/bin/python3
"""Every task in the program: it is listed and shown, and an option out of range is refused in one line."""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest

TASKS = ["copy", "repeat-copy", "associative-recall", "ngrams", "priority-sort", "reverse", "sort", "add",
         "key-value-recall"]

# task → option, a value that is refused, and the content of the line
REFUSED = {
    "repeat-copy": [("bits", 0, "task.bits: got 0; an integer from 1 to 1024"),
                    ("length", 0, ["task.length", "got 0", "from 1 to 1000"]),
                    ("repeats", 1001, ["task.repeats", "got 1001", "from 1 to 1000"]),
                    ("repeats-norm", 0, "task.repeats-norm: got 0; an integer from 1 to 1000"),
                    ("min-repeats", 11, "task.min-repeats: got 11; at most task.max-repeats (10)"),
                    ("min-length", 11, "task.min-length: got 11; at most task.max-length (10)")],
    "associative-recall": [("items", 1, ["task.items", "got 1", "from 2 to 10000"]),
                           ("vectors", 0, "task.vectors: got 0"),
                           ("min-items", 7, "task.min-items: got 7; at most task.max-items (6)")],
    "ngrams": [("order", 0, "task.order: got 0; an integer from 1 to 12"),
               ("order", 13, "task.order: got 13"),
               ("length", 0, ["task.length", "got 0"]),
               ("max-length", 100, "task.min-length: got 200; at most task.max-length (100)")],
    "priority-sort": [("answers", 21, "task.answers: got 21; at most task.max-vectors (20)"),
                      ("vectors", 15, "task.answers: got 16; at most task.max-vectors (15)"),
                      ("answers", 0, "task.answers: got 0"),
                      ("bits", -1, "task.bits: got -1")],
    "reverse": [("length", "two", ["task.length", "two", "integer"]),
                ("min-length", 21, "task.min-length: got 21; at most task.max-length (20)")],
    "sort": [("length", 10001, ["task.length", "got 10001", "from 1 to 10000"]),
             ("min-length", 11, "task.min-length: got 11; at most task.max-length (10)")],
    "add": [("length", 0, ["task.length", "got 0"]),
            ("bits", 8, "task.bits"),
            ("min-length", 11, "task.min-length: got 11; at most task.max-length (10)")],
    "key-value-recall": [("vocabulary", 1, "task.vocabulary: got 1; an integer from 2 to 1000000"),
                         ("vocabulary", 6, "task.max-pairs: got 4; at most 3, half of task.vocabulary (6)"),
                         ("length", 12, "task.max-pairs: got 4; at most 3, a quarter of task.length (12)"),
                         ("pairs", 9, "task.max-pairs: got 9; at most 8, a quarter of task.length (32)"),
                         ("random-filler", "perhaps", 'task.random-filler: got "perhaps"')],
}


# The same for tasks with generated answers; "file" stands for the path of a file with the content that follows.
REFUSED_TOKENS = {
    "scan": [("split", "complex", ["task.split", '"complex"', "simple"]),
             ("validation-share", 0, ["task.validation-share: got 0"])],
    "addition": [("min-digits", 6, "task.min-digits: got 6; at most task.max-digits (5)"),
                 ("reversed", "yes", "task.reversed")],
    "text": [("length", 0, "task.length: got 0"), ("units", "lines", "task.units"),
             ("path", "nothing.txt", "nothing.txt: cannot be read"),
             ("path", b"two\nlin\xe9s", ":2: byte 4 of the line is not UTF-8"),
             ("path", b"short", ": got 5 characters")],
    "lexical-translation": [("vocabulary", 1, "task.vocabulary: got 1"),
                            ("length", 1, "task.min-length: got 1 with task.vocabulary 32"),
                            ("min-fertility", 3, "task.min-fertility: got 3; at most task.max-fertility (2)")],
    "pairs": [("path", b"a\tb\nab\n", ":2: got no tabs in \"ab\""), ("path", b"a\tb\n\tb\n", ":2: the source is empty"),
              ("path", b"a\tb\na\t\n", ":2: the target is empty"), ("path", b"a\xff\tb\n", ":1: byte 2 of the line"),
              ("path", b"a" * 101 + b"\tb\n", ":1: got a source of 101 characters; at most task.max-length (100)"),
              ("path", b"a\tb\n", ": got 1 pair, of which none"), ("path", b"", ":1: the file is empty"),
              ("path", "", "task.path: got nothing")],
    "pronunciation": [("path", b"TWO\n", ":1: got \"TWO\""), ("path", b"MNCL\n(two)\n", ":2: got \"(two)\""),
                      ("stress", "perhaps", "task.stress"), ("max-length", 3, ["cmudict-0.4.out:4:", "7 phonemes"])],
}


class Tasks(ProgramTest):
    def test_each_is_listed_and_shown(self):
        listed, _ = self.tapehead("list", "tasks")
        for task in TASKS:
            self.assertIn(f"\n  {task} ", listed)
            shown, _ = self.tapehead("show", task, "--seed", 3)
            self.assertIn("inputs", shown)
            self.assertIn("targets", shown)

    def test_those_of_tokens_are_listed_and_shown(self):
        listed, _ = self.tapehead("list", "tasks")
        for task in REFUSED_TOKENS:
            self.assertIn(f"\n  {task} ", listed)
        (self.root / "mine.txt").write_text("".join(f"{number}\tis {number}\n" for number in range(200)))
        for task in ("scan", "addition", "pairs --task.path mine.txt", "pronunciation", "lexical-translation"):
            shown, _ = self.tapehead("show", *task.split())
            self.assertRegex(shown, "^source  .+\ntarget  .*\n")
        self.assertRegex(self.tapehead("show", "text")[0], "^previous  .+\ntarget    .+\n")

    def test_what_is_wrong_with_tokens_is_told_in_a_line(self):
        for task, cases in REFUSED_TOKENS.items():
            for option, value, says in cases:
                with self.subTest(task=task, option=option, value=value):
                    if isinstance(value, bytes):
                        (self.root / "wrong.txt").write_bytes(value)
                        value, says = "wrong.txt", f"wrong.txt{says}"
                    self.refused("show", task, f"--task.{option}", value, says=says)

    def test_a_value_out_of_its_range_is_refused(self):
        self.assertEqual(set(REFUSED), set(TASKS) - {"copy"})
        for task, cases in REFUSED.items():
            for option, value, says in cases:
                with self.subTest(task=task, option=option, value=value):
                    self.refused("show", task, f"--task.{option}", value, says=says)
                    self.refused("train", "--task", task, f"--task.{option}", value, "--out", "run", says=says)


if __name__ == "__main__":
    unittest.main()
