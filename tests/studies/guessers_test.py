#!/usr/bin/python3
"""studies/guessers.py: what guessers get at the settings of kept results, without a run; and how tables tell it."""
import csv
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "studies")]
import scripts_path  # noqa: E402,F401
from process import PROGRAM, ProgramTest  # noqa: E402
from told import guesses, measures_tables, memory_tables, sequence_tables, unseen_tables  # noqa: E402
from told.task_tables import FINAL  # noqa: E402

KEPT = SOURCE / "docs/results"


class Guessers(ProgramTest):
    def keep(self, study, name):
        """Keeps results here as the repository does."""
        (self.root / study).mkdir(exist_ok=True)
        for ending in (".ini", ".csv"):
            shutil.copy(KEPT / study / (name + ending), self.root / study)

    def make(self):
        done = subprocess.run([sys.executable, SOURCE / "studies/guessers.py", "--results", self.root, "--program",
                               PROGRAM, "--jobs", "2"], text=True, capture_output=True, timeout=300, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.root / "guessers.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file)), done.stderr

    def test_kept_results_have_guesses_beside_them(self):
        self.keep("memories", "graph-inference-lessons")
        self.keep("sequences", "monotone")
        self.keep("sequences", "shakespeare")
        before = memory_tables.lessons(self.root, "10", "graph-inference-lessons")
        row = "sequences,shakespeare,task.length=50,20,uniform_bits,6"
        (self.root / "guessers.csv").write_text(f"study,name,setting,episodes,metric,value\n{row}\n")
        rows, told = self.make()
        self.assertIn("sequences/shakespeare: keeps the rows that it has: its text is not the project's", told)
        self.assertIn(row, (self.root / "guessers.csv").read_text().splitlines())
        of = {(row["name"], row["setting"], row["metric"]): float(row["value"]) for row in rows}
        lesson = "graph-inference-lessons", "task.lesson=1"
        self.assertEqual(of[(*lesson, "echo_error")], 100)
        self.assertAlmostEqual(of[(*lesson, "exclusion_error")], 50, delta=5)  # of two other nodes one
        self.assertEqual({row["episodes"] for row in rows if row["name"] == lesson[0]}, {"500"})
        self.assertIn(("monotone", "task.length=15", "diagonal_alignment_error"), of)
        self.assertEqual(len({row["setting"] for row in rows if row["study"] == "babi"}), 20)
        after = memory_tables.lessons(self.root, "10", "graph-inference-lessons")
        self.assertIn("| % wrong by guessing |", after)
        self.assertIn(f"| {of[(*lesson, 'exclusion_error')]:.3g} (exclusion) |", after)
        self.assertEqual([line.rpartition(" |")[0].rpartition(" |")[0] for line in after.splitlines()],
                         [line.rpartition(" |")[0] for line in before.splitlines()])
        self.assertIn("| guessing: diagonal, length 15 | - | - | - |",
                      sequence_tables.comparison(self.root, "error,alignment_error", "monotone"))

    def test_unseen_seeds_and_the_paper_s_networks(self):
        for name in ("ngrams", "copy"):
            self.keep("unseen", name)
        kept = "ntm2014/graves2014-ngrams-ff/seed-1/config.ini"
        (self.root / kept).parent.mkdir(parents=True)
        shutil.copy(KEPT / kept, self.root / kept)
        rows, _ = self.make()
        of = {(row["study"], row["name"], row["metric"]): float(row["value"]) for row in rows}
        for study, name in (("unseen", "ngrams"), ("ntm2014", "graves2014-ngrams-ff")):
            self.assertEqual(of[study, name, "uniform_bits"], 200)  # of 200 bits; the optimum pays less
            self.assertTrue(0 < of[study, name, "uniform_over_oracle"] < 200)
        self.assertIn(f"| {of['unseen', 'copy', 'uniform_bits']:.3g} (uniform) |", unseen_tables.unseen(self.root))
        found = {("unseen", "one"): {FINAL: {("uniform", "accuracy_5th"): 20.0, ("exclusion", "accuracy_5th"): 21.0}}}
        self.assertEqual(guesses.best(found, "unseen", "one", FINAL, "accuracy_5th"), "21 (exclusion)")

    def test_a_score_over_lengths_has_the_best_guesser_beside_it(self):
        self.keep("measures", "chomsky-cycle-navigation")
        self.assertIn("| - | 10 of 10 (100) | 10 × 512 |", measures_tables.measures(self.root))
        rows, _ = self.make()
        of = {}
        for row in rows:
            if row["study"] == "measures" and row["metric"].endswith("_error"):
                self.assertEqual((row["name"], row["episodes"]), ("chomsky-cycle-navigation", "512"))
                of.setdefault(row["metric"], {})[row["setting"]] = 100 - float(row["value"])
        self.assertEqual(set(of["uniform_error"]), {f"task.length={length}" for length in range(41, 501, 51)})
        best, guesser = max((sum(each.values()) / 10, name.removesuffix("_error")) for name, each in of.items())
        self.assertAlmostEqual(best, 20, delta=2)  # of five places one
        self.assertIn(f"| {best:.3g} ({guesser}) | 10 of 10 (100) | 10 × 512 |", measures_tables.measures(self.root))

    def test_refusals(self):
        done = subprocess.run([sys.executable, SOURCE / "studies/guessers.py", "--program", "/nowhere"], text=True,
                              capture_output=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("--program: got /nowhere", done.stderr)
        self.refused("show", "copy", "--guessers", 0, says="guessers: got 0")
        self.refused("show", "copy", "--guessers", 3, "--episode", 1, says="--episode: does not go with --guessers")


if __name__ == "__main__":
    unittest.main()
