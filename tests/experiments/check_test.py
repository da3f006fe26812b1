#!/usr/bin/python3
"""The check that a solved run must pass (train.check): its episodes, and what follows."""
import csv
import json
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest, tiny


def wrong_bits(path, split):
    with open(path, newline="", encoding="utf-8") as file:
        return [float(row["value"]) for row in csv.DictReader(file)
                if row.get("split", split) == split and row["metric"] == "wrong_bits"]


class Check(ProgramTest):
    def solved(self, out, check="task.length=8", **options):
        """A run that counts as solved at its first validation and is then checked on longer sequences."""
        self.tapehead("train", *tiny(train__stop_below=1000, train__check=check, **options), "--out", out)
        return wrong_bits(self.root / out / "metrics.csv", "check")

    def asked(self, out, split, episodes, length=8):
        """Wrong bits of the run's weights on episodes of a split."""
        self.tapehead("eval", out, "--split", split, "--episodes", episodes, "--task.length", length,
                      "--csv", "eval.csv")
        return wrong_bits(self.root / "eval.csv", split)[0]

    def test_its_episodes_are_no_other_split_s(self):
        episodes = 500
        checked, = self.solved("run", train__check_below=1000, train__check_episodes=episodes)
        others = [self.asked("run", split, episodes) for split in ("train", "validation", "final", "eval")]
        self.assertEqual(len({checked, *others}), 5)
        for other in others:  # other episodes of the same length: 24 bits, about half of them wrong
            self.assertAlmostEqual(checked, other, delta=1)

    def test_it_may_be_of_several_settings(self):
        checks = ["task.length=8", "task.draw=hostile;task.length=8", "task.draw=hostile;task.length=2"]
        wrong = [self.solved(f"run-{i}", check, train__check_below=1000)[0] for i, check in enumerate(checks)]
        self.assertEqual(len(set(wrong)), 3)
        for bits, got in zip((24, 24, 6), wrong):  # an untrained model gets about half of them wrong
            self.assertAlmostEqual(got, bits / 2, delta=bits / 6)

    def test_it_decides_between_stopping_and_starting_anew(self):
        wrong, = self.solved("passed", train__check_below=24)
        self.assertLess(wrong, 24)
        result = json.loads((self.root / "passed/result.json").read_text())
        self.assertEqual((result["status"], result["sequences"], result["restarts"]), ("solved", 200, 0))
        self.assertEqual(result["check_wrong_bits"], wrong)

        attempts = self.solved("failed", train__check_below=1e-9, train__restarts=2)
        self.assertEqual(len(set(attempts)), 3)
        result = json.loads((self.root / "failed/result.json").read_text())
        self.assertEqual((result["sequences"], result["restarts"]), (600, 2))
        self.assertEqual(result["check_wrong_bits"], min(attempts))
        self.assertEqual(result["best_sequences"], 200 * (1 + attempts.index(min(attempts))))


if __name__ == "__main__":
    unittest.main()
