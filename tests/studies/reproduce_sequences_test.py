#!/usr/bin/python3
"""studies/reproduce_sequences.py: the arithmetic of its tables by numbers, and the whole study on tiny runs."""
import csv
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

import forked
import plans
import reproduce_sequences
from process import PROGRAM, ProgramTest
from tapehead.runs.errors import InputError
from told import sequence_tables

TINY = '''"train.sequences" = 64, "train.batch" = 8, "train.validate-every" = 64, "train.validation-episodes" = 4,
"train.final-episodes" = 4, "encoder.size" = 6, "controller.size" = 6, "model.embedding" = 4'''.replace("\n", " ")

PLAN = f"""
[translation]
seeds = "1..2"
train = {{ {TINY} }}
asked = [{{ episodes = 3, options = {{ "task.length" = "5,6" }} }}]
picture = "alignment"
episode = {{ "task.length" = 5 }}

[looking-nowhere]
preset = "translation"
seeds = "3"
train = {{ {TINY}, "attention" = "none" }}
asked = [{{ episodes = 2, options = {{ "task.length" = "5" }} }}]
"""


class Tables(ProgramTest):
    def test_medians_over_seeds_by_setting(self):
        rows = [{"name": "made", "preset": "one", "seed": seed, "status": "finished", "sequences": 10,
                 "seconds": 2 * seed, "parameters": 1234, "setting": setting, "episodes": 100, "metric": metric,
                 "value": value * seed,
                 "commit": "a" * 40, "cpu": "a processor"} for seed in (1, 2, 4)
                for setting, metric, value in (("task.length=5", "error", 1), ("task.length=5", "bleu", 10),
                                               ("task.length=6", "error", 3))]
        (self.root / "sequences").mkdir()
        (self.root / "sequences/made.csv").write_bytes(plans.as_csv(sequence_tables.COLUMNS, rows))
        lines = sequence_tables.comparison(self.root, "error,bleu", "made").splitlines()
        self.assertEqual(lines[0], "|  | seeds | parameters | state | % of answers wrong | BLEU |")
        self.assertEqual([[cell.strip().split(" [")[0] for cell in line.strip("|").split("|")] for line in lines[2:]],
                         [["`made`, length 5", "3", "1,234", "-", "2", "20"],
                          ["`made`, length 6", "3", "1,234", "-", "6", "-"]])
        with self.assertRaisesRegex(InputError, "got other; made is needed"):
            sequence_tables.comparison(self.root, "error", "other")


class Texts(ProgramTest):
    def test_a_line_has_its_text_or_is_left_out(self):
        plan = self.root / "plan.toml"
        plan.write_text('[shakespeare]\nseeds = "1"\ntext = "plays.txt"\nasked = []\n[addition]\nseeds = '
                        '"1"\nasked = []\n')
        lines = list(plans.read_plan(plan).values())
        self.assertEqual([line.name for line in plans.with_texts(lines, None)], ["addition"])
        self.assertEqual([line.name for line in plans.with_texts(lines, self.root)], ["addition"])
        (self.root / "plays.txt").write_text("To be")
        found = plans.with_texts(lines, self.root)
        self.assertEqual([line.name for line in found], ["shakespeare", "addition"])
        self.assertEqual(found[0].train, ("--task.path", str(self.root / "plays.txt")))


class Whole(ProgramTest):
    def test_from_a_plan_to_files(self):
        plan, results = self.root / "plan.toml", self.root / "results/sequences"
        plan.write_text(PLAN)

        def reproduce(*words):
            done = forked.run(reproduce_sequences.main, "--plan", plan, "--out", self.root / "runs", "--results",
                              results, "--program", PROGRAM, "--jobs", 2, "--uncommitted", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            return done
        results.mkdir(parents=True)
        (results / "README.md").write_text("What it means.\n\n<!-- table: sequences error looking-nowhere -->\n"
                                           "<!-- end of table -->\n")
        self.assertIn("2 of 2 lines are done", reproduce().stdout)
        self.assertEqual({path.name for path in results.iterdir()},
                         {"README.md", "translation.csv", "translation.ini", "translation-alignment.png",
                          "translation-alignment.svg", "looking-nowhere.csv", "looking-nowhere.ini"})
        with open(results / "translation.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file, strict=True))
        self.assertEqual({(row["seed"], row["setting"], row["episodes"]) for row in rows},
                         {(seed, f"task.length={length}", "3") for seed in "12" for length in (5, 6)})
        self.assertLessEqual({"error", "token_accuracy", "alignment_error", "bleu"}, {row["metric"] for row in rows})
        page = (results / "README.md").read_text()
        self.assertIn("What it means.", page)
        self.assertIn("| `looking-nowhere`, length 5 | 1 |", page)
        with open(results / "looking-nowhere.csv", newline="", encoding="utf-8") as file:
            self.assertEqual({(row["preset"], row["seed"]) for row in csv.DictReader(file)}, {("translation", "3")})

        before = {path: path.stat().st_mtime_ns for path in self.root.glob("runs/*/*/*.*")}
        reproduce("--no-pictures")
        self.assertEqual(before, {path: path.stat().st_mtime_ns for path in before})


if __name__ == "__main__":
    unittest.main()
