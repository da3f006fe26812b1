#!/usr/bin/python3
"""Sweeps in scripts/report.py: their points, axes and importance, and runs chosen by a sampler, which are not
compared."""
import csv
import os
import pathlib
import shutil
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

from reports import Reports


class Sweeps(Reports):
    COLUMNS = ["run", "trial", "state", "value", "status", "sequences", "seconds", "task", "train.learning-rate",
               "model", "memory.width", "seed"]

    def sweep(self, rows):
        """A sweep's directory, with runs for the first two points."""
        folder = self.root / "sweep"
        (folder / "points").mkdir(parents=True)
        with open(folder / "points.csv", "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([self.COLUMNS, *rows])
        for place, row in enumerate(rows[:2]):
            made = self.make_run("made", place, [30, 20], config=f"memory.width = {place}\n")
            made.rename(folder / "points" / row[0])
        return folder

    def points(self, count):
        """The value depends only on the learning rate."""
        return [[f"h{at}", at, "complete", 1000 * (at % 4), "solved", 1000 * (at % 4), 1, "copy", 10.0 ** -(at % 4),
                 ("lstm", "gru", "a b")[at % 3], at % 5, 1] for at in range(count)]

    def test_points_axes_and_importance(self):
        rows = self.points(24)
        rows.append(["p", 24, "pruned", "", "", "", "", "copy", 0.1, "gru", 3, 1])
        rows.append(["f", 25, "fail", "", "", "", "", "copy", 0.1, "gru", 3, 1])
        rows.append(["w", 26, "waiting", "", "", "", "", "copy", 0.1, "gru", 3, 1])
        rows.append(["i", 27, "complete", "inf", "diverged", 100, 1, "copy", 0.1, "lstm", 3, 1])
        folder = self.sweep(rows)
        found = self.report(folder)
        [one] = found["sweeps"]
        self.assertEqual((one["name"], one["objective"]), ("sweep", "sequences"))
        self.assertEqual(one["axes"], [{"name": "train.learning-rate", "kind": "number", "log": True},
                                       {"name": "model", "kind": "choice", "log": False,
                                        "values": ["a b", "gru", "lstm"]},
                                       {"name": "memory.width", "kind": "number", "log": False}])
        self.assertEqual(len(one["points"]), 27)
        first, fourth = one["points"][0], one["points"][3]
        self.assertEqual(first["at"], [1, 2, 0])
        self.assertEqual((fourth["state"], fourth["value"], fourth["run_index"]), ("complete", 3000, None))
        for place in (0, 1):
            run = found["runs"][one["points"][place]["run_index"]]
            self.assertEqual(pathlib.Path(run["directory"]).name, f"h{place}")
        self.assertEqual([point["state"] for point in one["points"][-3:]], ["pruned", "fail", "diverged"])
        self.assertIn("27 points: 24 complete, 1 diverged, 1 pruned, 1 failed.", one["note"])
        self.assertEqual([point["value"] for point in one["points"][-3:]], [None] * 3)
        shares = {each["option"]: each["share"] for each in one["importance"]}
        self.assertEqual(list(shares)[0], "train.learning-rate")
        self.assertGreater(shares["train.learning-rate"], 0.8)
        self.assertAlmostEqual(sum(shares.values()), 1)
        self.assertIn("of 25 complete points", one["importance_note"])
        self.assertIn("by half and more", one["importance_note"])
        self.assertIn("of the variance of the ranks", one["importance_note"])
        self.assertIn("1 of 25 points diverged: all costs count by rank, theirs as the worst.", one["importance_note"])

    def test_a_sweep_is_found_from_within(self):
        folder = self.sweep(self.points(2))
        for path in (folder, folder / "points", folder / "points" / "h0", self.root):
            self.assertEqual([one["name"] for one in self.report(path)["sweeps"]], ["sweep"])

    def test_a_run_of_two_sweeps(self):
        folder = self.sweep(self.points(4))
        shutil.copytree(folder, self.root / "twin")
        found = self.report(folder, self.root / "twin")
        self.assertEqual(len(found["runs"]), 2)
        one, twin = found["sweeps"]
        self.assertEqual([point["run_index"] for point in one["points"]],
                         [point["run_index"] for point in twin["points"]])
        self.assertIsNotNone(one["points"][0]["run_index"])

    def test_a_single_option(self):
        rows = [row[:7] + ["copy", 0.1, "lstm", 1, seed] for seed, row in enumerate(self.points(4))]
        [one] = self.report(self.sweep(rows))["sweeps"]
        self.assertEqual([(each["option"], each["share"]) for each in one["importance"]], [("seed", 1)])
        self.assertIn("Only this one varies, so it is all there is.", one["importance_note"])
        self.assertEqual(one["axes"], [{"name": "seed", "kind": "choice", "log": False, "values": [*"0123"]}])

    def test_a_run_counts_once(self):
        rows = self.points(6)
        failed = [*rows[2][:2], "fail", "", "", "", "", *rows[2][7:]]
        rows = [*rows[:2], failed, *rows[2:], rows[3], [*rows[4][:2], "running", "", "", "", "", *rows[4][7:]]]
        [one] = self.report(self.sweep(rows))["sweeps"]
        self.assertEqual([(point["run"], point["state"]) for point in one["points"]],
                         [(f"h{at}", "complete") for at in range(6)])
        self.assertIn("of 6 complete points", one["importance_note"])

    def test_too_few_points_and_options_that_only_some_have(self):
        rows = self.points(3)
        rows[0][10] = ""
        found = self.report(self.sweep(rows))["sweeps"][0]
        self.assertEqual(found["importance"], [])
        self.assertRegex(found["importance_note"], r"^Not computed: got 3 points .* are needed\.$")
        self.assertEqual(found["points"][0]["at"][-1], None)

    def test_damaged_tables_are_named_and_the_runs_are_shown(self):
        rows = self.points(2)
        folder = self.sweep(rows)
        whole = len(self.report(folder)["runs"])
        text = (folder / "points.csv").read_text()
        for old, new, says in [("state", "status2", "has no column state"),
                               (",complete,0,", ",complete,none,", "sweep/points.csv:2: value: got 'none'"),
                               (",complete,0,", ",complete,", "sweep/points.csv:2: 11 fields; the header has 12")]:
            (folder / "points.csv").write_text(text.replace(old, new, 1))
            found = self.report(folder)
            self.assertEqual(found["sweeps"], [])
            self.assertEqual(len(found["runs"]), whole)
            self.assertTrue([note for note in found["notes"] if says in note and "not shown as a sweep" in note],
                            found["notes"])

    def test_what_the_sweep_file_says(self):
        folder = self.sweep(self.points(4))
        for text, objective, method in [('method = "grid"\n', "cost", " Method: grid."),
                                        ('\ufeffmethod = "tpe"\nobjective = "bits"\n', "bits", " Method: tpe."),
                                        ("", "sequences", ""), ('method = "tpe"\nobjective =\n', "sequences", ""),
                                        ('method = "luck"\n', "sequences", ""), ("method = 1\n", "sequences", ""),
                                        ("method = []\n", "sequences", "")]:
            with self.subTest(text):
                (folder / "sweep.toml").write_text(text, encoding="utf-8")
                found = self.report(folder)
                [one] = found["sweeps"]
                self.assertEqual(one["objective"], objective)
                self.assertIn(f"4 points: 4 complete.{method} Objective: {objective}; less is better.", one["note"])
                ignored = [each for each in found["notes"] if "sweep.toml" in each and each.endswith("it is ignored")]
                self.assertEqual(len(ignored), 0 if method else 1, found["notes"])

    def test_what_a_sampler_chose_is_not_compared(self):
        """It is visible wherever nothing is concluded from it."""
        folder = self.sweep(self.points(4))
        for seed in range(2):
            self.make_run("planned", seed, [30, 5], config="memory.width = 7\n",
                          settings=[("task.length=4", 1), ("task.length=8", 2)])
            self.make_run("other", seed, [30, 6], config="memory.width = 8\n")
        whole = self.report(self.root)
        (folder / "sweep.toml").write_text('method = "tpe"\n')
        found = self.report(self.root)
        self.assertEqual((len(whole["tables"][0]["rows"]), len(found["tables"][0]["rows"])), (4, 2))
        self.assertEqual((len(whole["profiles"][0]["lines"]), len(found["profiles"][0]["lines"])), (4, 2))
        self.assertEqual([each["runs"] for each in found["groups"]], [each["runs"] for each in whole["groups"]])
        for one, other in zip(whole["runs"], found["runs"]):
            self.assertEqual(one, other)
        self.assertIn(f"{folder}: 2 runs are points that tpe chose: no fair sample, so they are not compared",
                      found["notes"])
        self.assertEqual(whole["not_compared"], "")
        self.assertEqual(found["not_compared"], "2 of 6 runs are points of a sweep that a sampler chose: no fair "
                                                "sample, so they are in no table and no profile here.")
        (folder / "sweep.toml").write_text('method = "grid"\n')
        self.assertEqual(self.report(self.root)["tables"], whole["tables"])

    def test_nothing_is_left_to_compare(self):
        folder = self.sweep(self.points(2))
        (folder / "sweep.toml").write_text('method = "random"\n')
        found = self.report(folder)
        self.assertEqual((found["tables"], found["profiles"], len(found["runs"])), ([], [], 2))
        self.assertRegex(found["not_compared"], "^Nothing is compared: all runs are points of sweeps that a sampler")
        self.assertEqual([run["cost"] for run in found["runs"]], [20, 20])

    def test_what_a_grid_has_too_was_planned(self):
        folder = self.sweep(self.points(2))
        shutil.copytree(folder, self.root / "grid")
        (folder / "sweep.toml").write_text('method = "tpe"\n')
        self.assertEqual(len(self.report(self.root)["tables"][0]["rows"]), 2)
        self.assertEqual(self.report(folder)["tables"], [])
        self.assertIn(f"{folder}: 1 run is a point that tpe chose: no fair sample, so it is not compared",
                      self.report(folder / "points" / "h0")["notes"])


if __name__ == "__main__":
    unittest.main()
