#!/usr/bin/python3
"""studies/reproduce_measures.py: its plan, its rows and its table; and the kept rows, counted here."""
import csv
import os
import pathlib
import sys
import unittest
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

import forked  # noqa: E402
import kept_seeds  # noqa: E402
import plans  # noqa: E402
import reproduce_measures  # noqa: E402
from preset_files import differences  # noqa: E402
from process import PROGRAM, ProgramTest  # noqa: E402
from told import measures_tables  # noqa: E402
from told.tables import make  # noqa: E402

PLAN = """
[tiny]
preset = "chomsky-parity-check"
seeds = "201..202"
train = { "train.sequences" = 8, "train.validate-every" = 8, "train.validation-episodes" = 4, "controller.size" = 3 }
asked = [{ episodes = 5, options = { "task.length" = 90 } },
         { episodes = 3, options = { "task.length" = "7,41,50" } }]
"""


class Measures(ProgramTest):
    def test_a_row_a_seed_with_the_score_of_the_lengths_that_count(self):
        results = self.root / "results/measures"
        results.mkdir(parents=True)
        (results / "README.md").write_text("<!-- table: measures -->\n<!-- end of table -->\n")
        plan = self.root / "plan.toml"
        plan.write_text(PLAN)
        done = forked.run(reproduce_measures.main, "--plan", plan, "--out", self.root / "runs", "--results", results,
                          "--program", PROGRAM, "--uncommitted", "--jobs", 2)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(results / "tiny.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["seed"], row["lengths"], row["episodes"]) for row in rows],
                         [("201", "2", "3"), ("202", "2", "3")])
        for row in rows:
            tables = (self.root / f"runs/tiny/seed-{row['seed']}").glob("asked-*.csv")
            said = {(one["setting"], one["metric"]): float(one["value"])
                    for table in tables for one in plans.read_rows(table)}
            wrong = [said[f"task.length={length}", "error"] for length in (41, 50)]
            self.assertAlmostEqual(float(row["far_score"]), 100 - said["task.length=90", "error"], places=3)
            self.assertEqual((row["far_length"], row["far_episodes"], int(row["far_perfect"])),
                             ("90", "5", said["task.length=90", "perfect"]))
            self.assertAlmostEqual(float(row["score"]), 100 - sum(wrong) / 2, places=3)
            self.assertEqual(int(row["perfect_lengths"]), wrong.count(0))
        self.assertIn("| 2 × 3 |", (results / "README.md").read_text())

    def test_a_question_about_several_lengths_is_not_one_far_beyond(self):
        plan = self.root / "plan.toml"
        plan.write_text(PLAN.replace("= 90", '= "90,91"'))
        (self.root / "measures").mkdir()
        done = forked.run(reproduce_measures.main, "--plan", plan, "--out", self.root / "runs", "--results",
                          self.root / "measures", "--program", PROGRAM, "--uncommitted")
        self.assertEqual(done.returncode, 2)
        self.assertFalse((self.root / "runs").exists())  # nothing was trained
        self.assertIn("tiny: asked: got --task.length 90,91; a question before the last asks a single task.length",
                      done.stderr)
        self.assertFalse(list((self.root / "measures").glob("*.csv")))

    def test_a_program_that_nobody_could_tell_is_refused_before_it_trains(self):
        plan = self.root / "plan.toml"
        plan.write_text(PLAN)
        (self.root / "measures").mkdir()
        program = self.root / "program"
        for said, commit in ((f"tapehead 1.0 (commit {'a' * 40}+changes)", "a" * 40 + "+changes"),
                             ("tapehead 1.0", "unknown")):
            program.write_text(f"#!/bin/sh\necho '{said}'\n")
            program.chmod(0o755)
            done = forked.run(reproduce_measures.main, "--plan", plan, "--out", self.root / "runs", "--results",
                              self.root / "measures", "--program", program)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"--program {program}: got commit {commit}, of which nobody can tell", done.stderr)
            self.assertFalse((self.root / "runs").exists())

    def test_rows_that_another_call_keeps_meanwhile_stay(self):
        results = self.root / "results/measures"
        results.mkdir(parents=True)
        plan = self.root / "plan.toml"
        plan.write_text(PLAN)

        def train(*words):
            plans.train_and_ask(*words)
            other = dict.fromkeys(measures_tables.COLUMNS, "") | {"preset": "tiny", "seed": "203", "commit": "a" * 40}
            (results / "tiny.csv").write_bytes(plans.as_csv(measures_tables.COLUMNS, [other]))
            config = (self.root / "runs/tiny/seed-201/config.ini").read_text()
            (results / "tiny.ini").write_text(config)

        with mock.patch.object(kept_seeds, "train_and_ask", train):
            done = forked.run(reproduce_measures.main, "--plan", plan, "--out", self.root / "runs", "--results",
                              results, "--program", PROGRAM, "--uncommitted")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([row["seed"] for row in plans.read_rows(results / "tiny.csv")], ["201", "202", "203"])

    def test_the_plan_has_unseen_seeds_and_lengths_that_count(self):
        for one in plans.read_plan(SOURCE / "studies/measures.toml").values():
            self.assertEqual(len(one.seeds), 10, one.name)
            self.assertGreater(min(one.seeds), 200, one.name)
            self.assertEqual(one.asked[-1].words[-2:], ("--task.length", "41..500:51"), one.name)
            for far in one.asked[:-1]:
                self.assertEqual(far.words[-2:], ("--task.length", "5000"), one.name)

    def test_kept_rows_are_of_the_presets_as_they_are_and_of_clean_trees(self):
        plan = plans.read_plan(SOURCE / "studies/measures.toml")
        files = sorted((SOURCE / "docs/results/measures").glob("*.csv"))
        self.assertTrue(files)
        for path in files:
            one = plan[path.stem]
            self.assertEqual(differences(path.with_suffix(".ini").read_text(), one.begins, one.train), {}, path.stem)
            with open(path, newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            for row in rows:
                self.assertRegex(row["commit"], r"\A[0-9a-f]{40}\Z", path)
                self.assertIn(int(row["seed"]), one.seeds)
            without = sum(row["score"] == "100" and row["perfect_lengths"] == "10" for row in rows)
            [line] = [line for line in make("measures", []).splitlines() if line.startswith(f"| `{path.stem}` ")]
            self.assertIn(f"| {without} of {len(rows)} |", line)

    def test_far_beyond_a_seed_counts_where_no_sequence_had_an_error(self):
        right = {"far_score": "100", "far_perfect": "20", "far_episodes": "20"}
        wrong = right | {"far_score": "98.5", "far_perfect": "19"}
        unasked = dict.fromkeys(right, "")
        self.assertEqual(measures_tables.far([right, right, unasked]), "2 of 2 (20)")
        self.assertEqual(measures_tables.far([right, wrong]), "1 of 2 (20), least 98.5")
        self.assertEqual(measures_tables.far([unasked]), "-")

    def test_a_seed_counts_where_no_length_had_an_error(self):
        row = {"score": "100", "perfect_lengths": "10", "lengths": "10"}
        self.assertTrue(measures_tables.solved(row))
        self.assertFalse(measures_tables.solved(row | {"score": "99.99", "perfect_lengths": "9"}))
        self.assertFalse(measures_tables.solved(row | {"score": "", "perfect_lengths": "", "lengths": ""}))


if __name__ == "__main__":
    unittest.main()
