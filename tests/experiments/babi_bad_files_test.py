#!/usr/bin/python3
"""Invalid bAbI files given to the program: each is refused in one line that names file and line, and nothing is
written."""
import os
import pathlib
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest

NAME = "qa1_single-supporting-fact_train.txt"
STORY = b"1 Mary moved to the bathroom.\n2 John went to the hallway.\n"
QUESTION = b"3 Where is Mary? \tbathroom\t1\n"
MEBIBYTE = 1 << 20

# The file's content, the line at fault, and words of the message.
HOSTILE = {
    "empty": (b"", 1, "the file is empty"),
    "statements only": (STORY, 2, "ends without a question"),
    "Latin 1": (STORY + b"3 M\xfcller left.\n", 3, "0xfc, which is not UTF-8"),
    "UTF-16": ("1 Mary left.\n".encode("utf-16"), 0, "is text in UTF-16"),
    "UTF-16 without a mark": ("1 Mary left.\n".encode("utf-16-le"), 1, "control character 0x00"),
    "NUL": (STORY + b"3 Mary\0 left.\n", 3, "control character 0x00"),
    "escape": (STORY + b"3 \x1b]0;mine\x07\n", 3, "control character 0x1b"),
    "a line of 10 MiB": (STORY + b"3 " + b"a" * 10 * MEBIBYTE + b"\n" + QUESTION, 3, "got a line of 10485762 bytes"),
    "10 MiB without an end": (b"1" * 10 * MEBIBYTE, 1, "got a line of 10485760 bytes"),
    "10 MiB of NUL": (b"\0" * 10 * MEBIBYTE, 1, "got a line of 10485760 bytes"),
    "an ID left out": (STORY + b"4 Mary left.\n", 3, "got ID 4 after 2; 3, or 1"),
    "an ID again": (STORY + b"2 Mary left.\n", 3, "got ID 2 after 2"),
    "a late beginning": (STORY[2:].replace(b"Mary", b"2 Mary", 1), 1, "got ID 2 at the beginning"),
    "no ID": (STORY + b"Mary left.\n", 3, 'got "Mary" as ID'),
    "a huge ID": (STORY + b"18446744073709551619 Mary left.\n", 3, 'got "18446744073709551619" as ID'),
    "a negative ID": (b"-1 Mary left.\n", 1, 'got "-1" as ID'),
    "support forward": (STORY + b"3 Where is Mary?\tbathroom\t4\n4 Mary left.\n", 3, "points forward"),
    "support itself": (STORY + b"3 Where is Mary?\tbathroom\t3\n", 3, "the question itself"),
    "support of a question": (STORY + QUESTION + b"4 Where is John?\thallway\t3\n", 4, '"3", a question'),
    "support 0": (STORY + b"3 Where is Mary?\tbathroom\t0\n", 3, 'got the support "0"'),
    "support no number": (STORY + b"3 Where is Mary?\tbathroom\tone\n", 3, 'got the support "one"'),
    "a huge support": (STORY + b"3 Where is Mary?\tbathroom\t4294967297\n", 3, 'got the support "4294967297"'),
    "no answer": (STORY + b"3 Where is Mary?\n", 3, "a question without an answer"),
    "an empty answer": (STORY + b"3 Where is Mary?\t\t1\n", 3, "a question without an answer"),
    "no question": (STORY + b"3 \tbathroom\t1\n", 3, "an answer without a question"),
    "commas alone": (STORY + b"3 Where is Mary?\t,,\t1\n", 3, 'got the answer ",,"'),
    "a tab too many": (STORY + b"3 Where is Mary?\tbathroom\t1\t2\n", 3, "more than two tabs"),
    "no statement": (STORY + b"3 .\n", 3, "an ID without a statement"),
    "an empty line": (STORY + b"\n" + QUESTION, 3, "an empty line"),
    "an empty line at the end": (STORY + QUESTION + b"\n", 4, "an empty line"),
}


class Files(ProgramTest):
    def write(self, text, name=NAME):
        (self.root / "DIR").mkdir(exist_ok=True)
        (self.root / "DIR" / name).write_bytes(text)

    def refused_babi(self, says):
        line = self.refused("show", "babi", "--task.path", "DIR", says=says)
        self.assertLess(len(line), 400)
        return line

    def test_a_good_file_is_taken(self):
        self.write((STORY + QUESTION) * 10)
        out, err = self.tapehead("show", "babi", "--task.path", "DIR")
        self.assertIn("mary", out)
        self.assertEqual(err, "")

    def test_hostile_files(self):
        for what, (text, line, says) in HOSTILE.items():
            with self.subTest(what):
                self.write(text)
                self.refused_babi([f"DIR/{NAME}:{line}: " if line else f"DIR/{NAME}: ", says, " needed"])

    def test_hostile_files_beside_a_good_one(self):
        self.write((STORY + QUESTION) * 10)
        for split in ("test", "valid"):
            name = NAME.replace("train", split)
            self.write(STORY + b"3 Where is Mary?\n", name)
            self.refused_babi([f"DIR/{name}:3: ", "a question without an answer"])
            (self.root / "DIR" / name).unlink()

    def test_no_file_at_all(self):
        self.refused_babi(["DIR: ", "No such file"])
        (self.root / "DIR").mkdir()
        self.refused_babi(["DIR: ", "qa1_*_train.txt"])
        (self.root / "DIR" / NAME).mkdir()
        self.refused_babi([f"DIR/{NAME}: ", "Is a directory"])
        (self.root / "DIR" / NAME).rmdir()
        self.write((STORY + QUESTION) * 10, NAME.replace("qa1_", "qa4_"))
        self.refused_babi(["DIR: ", "qa1_*_train.txt", "of 4"])

    def test_what_is_no_file(self):
        (self.root / "DIR").mkdir()
        os.symlink("/dev/zero", self.root / "DIR" / NAME)
        self.refused("show", "babi", "--task.path", "DIR", says=[f"DIR/{NAME}: ", "a device or a pipe"])
        (self.root / "DIR" / NAME).unlink()
        os.symlink("nowhere", self.root / "DIR" / NAME)
        begin = time.monotonic()
        self.tapehead("show", "babi", "--task.path", "DIR", status=2)
        (self.root / "DIR" / NAME).unlink()
        os.mkfifo(self.root / "DIR" / NAME)
        out, err = self.tapehead("show", "babi", "--task.path", "DIR", status=2)
        self.assertEqual(out, "")
        self.assertIn(f"DIR/{NAME}: cannot be read (a device or a pipe)", err)
        self.assertLess(time.monotonic() - begin, 30)

    def test_no_test_file(self):
        self.write((STORY + QUESTION) * 20)
        self.tapehead("train", "--task", "babi", "--task.path", "DIR", "--model", "lstm", "--controller.size", 4,
                      "--train.sequences", 20, "--train.validate-every", 20, "--train.checkpoint-every", 20,
                      "--out", "run")
        self.refused("eval", "run", "--split", "test", says=["--split test: DIR has no qa1_*_test.txt", "--split eval"])
        self.write(STORY + QUESTION, NAME.replace("train", "test"))
        out, _ = self.tapehead("eval", "run", "--split", "test")
        self.assertIn("wrong", out)

    def test_options_that_contradict_each_other(self):
        for words, says in ((["--task.path", "DIR", "--task.source", "built-in"], "task.source: got built-in"),
                            (["--task.source", "files"], "task.path: got nothing"),
                            (["--task.ids", "0"], "task.ids: got "), (["--task.ids", "21"], "task.ids: got "),
                            (["--task.ids", "1,1"], "task.ids: got 1 twice"),
                            (["--task.episode", "word"], "task.episode")):
            self.refused("show", "babi", *words, says=says)


if __name__ == "__main__":
    unittest.main()
