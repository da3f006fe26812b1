#!/usr/bin/python3
"""tapehead generate scan: the same commands, actions and splits as the published files."""
import collections
import gzip
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest

PUBLISHED = pathlib.Path(os.environ["TAPEHEAD_SHARED"]) / "data" / "scan"


def published(name):
    return collections.Counter(gzip.decompress((PUBLISHED / f"{name}.gz").read_bytes()).decode().splitlines())


class Scan(ProgramTest):
    def setUp(self):
        super().setUp()
        self.tapehead("generate", "scan", "--out", "scan")

    def made(self, name):
        text = (self.root / "scan" / name).read_text()
        self.assertTrue(text.endswith("\n"))
        return collections.Counter(line.strip() for line in text.splitlines())

    def test_splits_without_chance_are_the_published_ones(self):
        for name in ("tasks.txt", "tasks_train_length.txt", "tasks_test_length.txt", "tasks_train_addprim_jump.txt",
                     "tasks_test_addprim_jump.txt"):
            with self.subTest(name=name):
                theirs = collections.Counter()
                for line, count in published(name).items():
                    theirs[line.strip()] += count
                self.assertEqual(self.made(name), theirs)

    def test_the_simple_split_is_another_draw_of_the_same_commands(self):
        ours = [self.made(f"tasks_{part}_simple.txt") for part in ("train", "test")]
        theirs = [published(f"tasks_{part}_simple.txt") for part in ("train", "test")]
        self.assertEqual([part.total() for part in ours], [part.total() for part in theirs])
        self.assertEqual(set(ours[0]) | set(ours[1]), {line.strip() for part in theirs for line in part})


if __name__ == "__main__":
    unittest.main()
