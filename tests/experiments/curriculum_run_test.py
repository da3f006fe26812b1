#!/usr/bin/python3
"""Runs under each curriculum: interrupted and resumed, they end in the same bytes as uninterrupted ones."""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest, tiny

CURRICULA = {"linear": {"train__curriculum_sequences": 500},
             "doubling": {"train__curriculum_doublings": 2, "train__curriculum_below": 0.9},
             "look-back": {"train__curriculum_levels": 3, "train__curriculum_below": 0.9},
             "prediction-gain": {"train__curriculum_levels": 3}}


class Curricula(ProgramTest):
    def test_a_run_extended_equals_a_longer_one(self):
        for name, options in CURRICULA.items():
            with self.subTest(name):
                def words(sequences):
                    return tiny(task="repeat-copy", task__max_repeats=3, train__curriculum=name, train__decay=0.5,
                                train__decay_below=1e9, train__sequences=sequences, **options)
                whole, cut = self.root / name / "whole", self.root / name / "cut"
                self.tapehead("train", *words(600), "--out", whole)
                self.tapehead("train", *words(200), "--out", cut)
                self.tapehead("resume", cut, "--train.sequences", 600)
                self.assert_same_run(whole, cut)

    def test_sizes_that_cannot_vary(self):
        for name in CURRICULA:
            for words in (tiny(task__length=3), ["--task", "ngrams"], ["--task", "key-value-recall"]):
                self.refused("train", *words, "--train.curriculum", name, "--out", "run",
                             says=f"train.curriculum: got {name}; the task's sizes are fixed, and none is needed")

    def test_an_option_of_another_curriculum(self):
        self.refused("train", *tiny(train__curriculum="linear", train__curriculum_levels=3), "--out", "run",
                     says=["train.curriculum-levels: an option of curriculum look-back, prediction-gain"])
        self.refused("train", *tiny(train__curriculum="none", train__curriculum_sequences=3), "--out", "run",
                     says=["train.curriculum-sequences: an option of curriculum linear"])


if __name__ == "__main__":
    unittest.main()
