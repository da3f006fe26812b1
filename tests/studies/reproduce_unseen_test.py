#!/usr/bin/python3
"""studies/reproduce_unseen.py: its plan, what counts as solved, rows that are kept as runs end, and its table."""
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

import forked  # noqa: E402
import plans  # noqa: E402
import reproduce_unseen  # noqa: E402
from process import PROGRAM, ProgramTest  # noqa: E402
from tapehead.runs import metrics  # noqa: E402
from told import unseen_tables  # noqa: E402

PLAN = """
[tiny]
preset = "copy"
seeds = "201..{last}"
train = {{ "train.sequences" = {sequences}, "train.validate-every" = 8, "train.validation-episodes" = 4,
          "train.final-episodes" = 4, "controller.size" = 6, "memory.slots" = 20, "memory.width" = 4 }}
claim = {{ bits = {bound} }}
asked = []
""".replace(",\n          ", ", ")


class Unseen(ProgramTest):
    def setUp(self):
        super().setUp()
        self.results = self.root / "results/unseen"
        self.results.mkdir(parents=True)
        (self.results / "README.md").write_text("<!-- table: unseen -->\n<!-- end of table -->\n")

    def reproduce(self, last=202, sequences=8, bound=1000.0, status=0):
        plan = self.root / "plan.toml"
        plan.write_text(PLAN.format(last=last, sequences=sequences, bound=bound))
        done = forked.run(reproduce_unseen.main, "--plan", plan, "--out", self.root / "runs", "--results", self.results,
                          "--program", PROGRAM, "--uncommitted", "--jobs", 2)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def test_the_plan_has_the_twenty_seeds_and_known_metrics(self):
        for one in plans.read_plan(SOURCE / "studies/unseen.toml").values():
            first = one.seeds[0]  # 201, or later where the first twenty led to a change
            self.assertEqual(one.seeds, list(range(first, first + 20)), one.name)
            self.assertIn(first, (201, 221), one.name)
            self.assertTrue(metrics.metric(one.claim[0]).better, one.name)

    def test_solved_is_at_the_bound_or_on_its_better_side(self):
        for metric, value, wanted in (("bits", "0.1", True), ("bits", "0.11", False), ("accuracy_5th", "0.1", True),
                                      ("accuracy_5th", "0.09", False), ("bits", "", False)):
            self.assertEqual(unseen_tables.solved({"metric": metric, "bound": "0.1", "value": value}), wanted,
                             (metric, value))

    def test_rows_are_kept_as_runs_end_and_trained_once(self):
        self.reproduce(last=202)
        first = (self.results / "tiny.csv").read_text()
        self.assertEqual([line.split(",")[1] for line in first.splitlines()[1:]], ["201", "202"])
        (self.root / "runs").rename(self.root / "elsewhere")  # another machine: only the rows are there
        self.reproduce(last=203)
        second = (self.results / "tiny.csv").read_text()
        self.assertTrue(second.startswith(first))
        self.assertEqual(sorted(path.name for path in (self.root / "runs/tiny").iterdir() if path.is_dir()),
                         ["seed-203"])
        page = (self.results / "README.md").read_text()
        self.assertIn("| `tiny` | - | cost (bits per sequence) ≤ 1,000 | 3 of 3 | 44 to 100 % |", page)

    def test_rows_of_other_options_are_refused(self):
        self.reproduce(last=201)
        told = self.reproduce(last=202, sequences=16, status=2)
        self.assertIn("is of other options", told)
        self.assertIn("tiny.ini", told)


if __name__ == "__main__":
    unittest.main()
