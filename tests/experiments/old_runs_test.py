#!/usr/bin/python3
"""Runs of an earlier version are resumed, scored and traced, and reproduce that version's results: to the last bit on
the machine that made them, up to rounding elsewhere (tests/old_runs/make.py made them)."""
import csv
import json
import os
import pathlib
import shlex
import shutil
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
from checkpoint_bits import digest, machine, tensors
from process import ProgramTest
from trace_summary import summary

OLD = SOURCE / "tests" / "old_runs"
# Weights changed by a float's rounding change these numbers by less than 1e-5 (relative, or absolute below 1). Counts
# may cross a threshold: in one episode of twenty.
ROUNDING, COUNTED = 1e-4, 0.05
COUNTS = {"wrong_bits", "wrong_bits_max", "solved", "error", "average_error", "clipped"}


def measured(path):
    """A table's values, keyed by all that identifies a row, the metric last."""
    with open(path, newline="", encoding="utf-8") as file:
        table = list(csv.DictReader(file, strict=True))
    return {tuple(value for column, value in row.items() if column not in ("seconds", "value", "metric")) +
            (row["metric"],): float(row["value"]) for row in table}


class OldRuns(ProgramTest):
    def assert_near(self, got, right, tolerance, what):
        self.assertLessEqual(abs(got - right), tolerance * max(1, abs(right)), f"{what}: {got} instead of {right}")

    def assert_same_table(self, got, right):
        got, right = measured(got), measured(right)
        self.assertEqual([key for key in got if key in right], list(right))
        for key, value in right.items():
            percent = 100 if key[-1].endswith("error") else 1
            self.assert_near(got[key], value, COUNTED * percent if key[-1] in COUNTS else ROUNDING, key)

    def check(self, name):
        home = OLD / name
        expected = json.loads((home / "expected.json").read_text())
        folder = self.root / name
        shutil.copytree(home / "run", folder / "run")
        for command, why in expected.get("refused", {}).items():
            self.assertIn(why, self.tapehead(*shlex.split(command)[1:], folder=folder, status=2)[1])
        for command in expected["then"]:
            self.tapehead(*shlex.split(command)[1:], folder=folder)
        run = folder / expected["run"]
        self.assert_same_table(run / "metrics.csv", home / "metrics.csv")
        self.assert_same_table(folder / "eval.csv", home / "eval.csv")
        seen = summary(folder / "trace.h5")
        for array, (shape, size) in json.loads((home / "trace.json").read_text()).items():
            self.assertEqual(seen[array][0], shape, array)
            self.assert_near(seen[array][1], size, ROUNDING, array)
        last = run / "checkpoint-last.safetensors"
        names = set(tensors(home / last.relative_to(folder)))
        self.assertLessEqual(names, set(tensors(last)))
        if expected["sha256"] and expected["machine"] == self.machine():
            self.assertEqual(digest(last, names), expected["sha256"], "the last checkpoint's bits")

    def machine(self):
        """The machine that the program runs on, from its manifests."""
        if not (self.root / "new").exists():
            self.tapehead("train", "--train.sequences", 1, "--train.validation-episodes", 1, "--out", "new")
        return machine(json.loads((self.root / "new/manifest.json").read_text()))

    def test_old_runs_go_on(self):
        homes = sorted(path.parent.name for path in OLD.glob("*/expected.json"))
        self.assertGreater(len(homes), 5, OLD)
        for name in homes:
            with self.subTest(name=name):
                self.check(name)


if __name__ == "__main__":
    unittest.main()
