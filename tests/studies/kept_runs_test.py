#!/usr/bin/python3
"""Runs that stand in for those of which only rows are kept: they say what the rows say, and are drawn."""
import csv
import os
import pathlib
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "studies"), str(SOURCE / "python")]

import kept_runs
from tapehead.plots import look, style
from tapehead.runs import evaluations
from tapehead.runs.runs import read_runs

KEPT = SOURCE / "docs/results/tasks/associative-recall.csv"


class KeptRuns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def test_they_say_what_the_rows_say(self):
        with open(KEPT, encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        runs = read_runs(kept_runs.stand_ins(KEPT, self.root), "eval.csv")
        self.assertEqual(len(runs), 10)
        for run in runs:
            own = {row["setting"]: row for row in rows if row["seed"] == run.config["seed"]}
            self.assertEqual((run.config["task"], run.status), ("associative-recall", own["as trained"]["status"]))
            costs = dict(evaluations.rows_of(run, "bits"))
            self.assertEqual(costs, {name: float(row["bits"]) for name, row in own.items() if name != "as trained"})
            self.assertEqual(evaluations.counted(run), [(name, int(row["perfect"]), int(row["episodes"]))
                                                        for name, row in own.items() if name != "as trained"])

    def test_they_are_drawn(self):
        out = self.root / "cost.png"
        kept_runs.draw_cost(KEPT, "task.items", out, self.root)
        self.assertEqual(look.of_file(out.read_bytes()), style.look_of_all())
        self.assertIn("with an error", out.with_suffix(".svg").read_text())


if __name__ == "__main__":
    unittest.main()
