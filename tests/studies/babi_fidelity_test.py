#!/usr/bin/python3
"""studies/babi_fidelity.py: files of one generator agree, modified ones do not; and the statistic behind it."""
import csv
import os
import pathlib
import random
import re
import subprocess
import sys
import unittest

import numpy
from scipy import stats

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

import babi_fidelity
import forked
from process import BAD_INPUT, DONE, ProgramTest
from babi import two_samples

OUT_OF_TOLERANCE = 1
FIRST, FIFTH = "qa1_single-supporting-fact_train.txt", "qa5_three-arg-relations_train.txt"


class Fidelity(ProgramTest):
    def compare(self, generated, real, *words, status=DONE):
        done = forked.run(babi_fidelity.main, generated, real, *words, cwd=self.root)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def generate(self, out, ids, questions, seed):
        self.tapehead("generate", "babi", "--ids", ids, "--questions", questions, "--seed", seed, "--out", out)

    def change(self, name, change, *words):
        """Compares generated files with a copy in which every line of one went through `change`; returns the output."""
        path = self.root / "changed" / name
        path.parent.mkdir()
        path.write_text("".join(map(change, (self.root / "a" / name).read_text().splitlines(True))))
        return self.compare("changed", "b", status=OUT_OF_TOLERANCE)

    def test_faithful_files(self):
        self.generate("a", "all", 1000, 1)
        self.generate("b", "all", 1000, 2)
        partial = self.root / "b" / FIRST
        partial.rename(self.root / "b" / FIRST.replace(".txt", ".PARTIAL.txt"))
        done = self.compare("a", "b", "--csv", "table.csv")
        self.assertEqual(done.stderr, "")
        with open(self.root / "table.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["task"], row["test"]) for row in rows],
                         [(str(task), test) for task in range(1, 21)
                          for test in ("statements", "pairs", "questions", "answers", "support", "gaps",
                                       "statements per story")])
        self.assertEqual({row["verdict"] for row in rows}, {"ok", "fixed"})
        self.assertEqual(len(done.stdout.splitlines()), len(rows) + 1)
        clustered = {(row["task"], row["test"]) for row in rows if row["clustered"] == "true"}
        self.assertIn(("1", "answers"), clustered)
        self.assertNotIn(("4", "answers"), clustered)  # one question per story
        self.assertFalse(any(test == "statements per story" for _, test in clustered))
        markdown = self.compare("a", "b", "--markdown").stdout.splitlines()
        self.assertEqual(len(markdown), len(rows) + 2)
        self.assertTrue(all(line.startswith("| ") or line.startswith("|-") for line in markdown))

    def test_verbs_that_are_not_uniform(self):
        self.generate("a", "1", 10000, 1)
        self.generate("b", "1", 10000, 2)
        draw = random.Random(1)
        done = self.change(FIRST, lambda line: line.replace("went to", "moved to") if draw.random() < 0.15 else line)
        self.assertRegex(done.stderr, r"\Aout of tolerance: task 1, statements: [^\n]*\n\Z")
        self.assertRegex(done.stdout, r"(?m)^ +1  statements .* OUT$")

    def test_supports_beyond_the_window(self):
        self.generate("a", "1", 10000, 1)
        self.generate("b", "1", 10000, 2)
        self.assertEqual(self.compare("a", "b").stderr, "")

        # As with a window of six: a quarter of the distances of five become six.
        lines, draw = [], random.Random(1)

        def change(line):
            lines.append(line)
            match = re.fullmatch(r"(\d+) (.*\t)(\d+)\n", line)
            if not match:
                return line
            asked, support = int(match[1]), int(match[3])
            story = lines[-asked:]
            told = [at for at in range(1, asked) if "\t" not in story[at - 1]]
            at = told.index(support)
            if len(told) - at == 5 and at > 0 and draw.random() < 0.25:
                return f"{match[1]} {match[2]}{told[at - 1]}\n"
            return line

        done = self.change(FIRST, change)
        self.assertRegex(done.stderr, r"\Aout of tolerance: task 1, support: [^\n]*\n\Z")

    def test_who_follows_whom(self):
        self.generate("a", "1", 10000, 1)
        self.generate("b", "1", 10000, 2)
        names, draw = [""], random.Random(1)

        def change(line):
            match = re.fullmatch(r"(\d+ )(\w+)( .*\.\n)", line)
            if not match:
                return line
            names.append(names[-1] if match[1] != "1 " and draw.random() < 0.05 else match[2])
            return match[1] + names[-1] + match[3]

        self.assertRegex(self.change(FIRST, change).stderr, r"\Aout of tolerance: task 1, pairs: [^\n]*\n\Z")

    def test_forms_of_a_question(self):
        self.generate("a", "5", 10000, 1)
        self.generate("b", "5", 10000, 2)
        draw = random.Random(1)
        done = self.change(FIFTH, lambda line: re.sub(r"received", "got", line) if draw.random() < 0.05 else line)
        self.assertIn("task 5, questions:", done.stderr)

    def test_tasks_that_one_lacks(self):
        self.generate("a", "1,2,4", 200, 1)
        self.generate("b", "2,4,7", 200, 2)
        done = subprocess.run([SOURCE / "studies/babi_fidelity.py", "a", "b"], cwd=self.root, text=True,
                              capture_output=True)  # as a user starts it
        self.assertEqual(done.returncode, DONE)
        self.assertEqual({line.split()[0] for line in done.stdout.splitlines()[1:]}, {"2", "4"})
        self.assertEqual(done.stderr, "note: a lacks tasks 7, which are left out\n"
                                      "note: b lacks tasks 1, which are left out\n")

    def refusal(self, *words, says):
        done = self.compare(*words, status=BAD_INPUT)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"\A(note: [^\n]*\n)*babi_fidelity.py: [^\n]*\n\Z")
        self.assertIn(says, done.stderr)

    def test_refusals(self):
        self.generate("a", "1", 100, 1)
        self.generate("c", "2", 100, 1)
        (self.root / "empty").mkdir()
        self.refusal("a", "nowhere", says="nowhere: there is no such directory")
        self.refusal("a", "empty", says="empty: holds no training files")
        self.refusal("a", "c", says="have no task in common")
        self.refusal("a", "a", "--csv", "nowhere/x.csv", says="--csv: there is no directory nowhere; ")
        self.refusal("a", "a", "--jsn", says="see babi_fidelity.py --help")
        bad = self.root / "bad" / FIRST
        bad.parent.mkdir()
        for text, says in ((b"", "is empty"), (b"1 Mary went to the office.\n\n", ":2: got ''"),
                           (b"2 Mary went to the office.\n", ":1: got ID 2; 1 is needed"),
                           (b"1 Mary went.\n3 John went.\n", ":2: got ID 3; 2 is needed"),
                           (b"1 Mary went.\n2 Where is Mary? \toffice\t7\n", ":2: got supports 7"),
                           (b"1 Mary went.\n2 Where is Mary? \toffice\t\n", ":2: got"), (b"\xff\n", "not UTF-8")):
            bad.write_bytes(text)
            self.refusal("bad", "a", says=says)
        for name in (FIRST, FIRST.replace(".txt", ".PARTIAL.txt")):
            (bad.parent / name).write_bytes(b"1 Mary went.\n")
        self.refusal("bad", "a", says="got two files of task 1")


class TwoSamples(unittest.TestCase):
    def test_independent_items(self):
        generator = numpy.random.default_rng(1)
        samples = [[[category] for category in generator.choice(4, size, p=(0.4, 0.3, 0.2, 0.1))]
                   for size in (3000, 500)]
        result = two_samples.compare(*samples)
        counts = [[sum(cluster == [k] for cluster in sample) for k in range(4)] for sample in samples]
        expected = stats.chi2_contingency(counts, correction=False)
        self.assertAlmostEqual(result.chi2, expected[0])
        self.assertEqual(result.df, 3)
        self.assertAlmostEqual(result.spread, 1, delta=0.05)
        self.assertAlmostEqual(result.p, expected[1], delta=0.02)

    def false_alarms(self, items, ordered=False):
        """For samples of 60 and 300 clusters from one distribution: the share with p below 0.05; and the same by
        Pearson's test."""
        generator = numpy.random.default_rng(2)
        results = [two_samples.compare(*([items(generator) for _ in range(size)] for size in (60, 300)), ordered)
                   for _ in range(400)]
        return (sum(result.p < 0.05 for result in results) / 400,
                sum(stats.chi2.sf(result.chi2, result.df) < 0.05 for result in results) / 400,
                numpy.mean([result.chi2 / result.df for result in results]) / results[0].spread)

    def test_clusters_whose_items_are_alike(self):
        def items(generator):
            one = generator.integers(6)
            return [one if generator.random() < 0.6 else int(generator.integers(6)) for _ in range(5)]
        clustered, plain, ratio = self.false_alarms(items)
        self.assertTrue(0.01 < clustered < 0.1, clustered)
        self.assertGreater(plain, 0.3)
        self.assertAlmostEqual(ratio, 1, delta=0.15)

    def test_clusters_whose_items_differ(self):
        clustered, plain, ratio = self.false_alarms(lambda generator: list(generator.permutation(5)[:4]))
        self.assertTrue(0.01 < clustered < 0.1, clustered)
        self.assertLess(plain, 0.01)

    def test_a_difference_is_found(self):
        generator = numpy.random.default_rng(3)
        samples = [[[int(one)] * 5 for one in generator.choice(3, 2000, p=p)]
                   for p in ((0.3, 0.3, 0.4), (0.4, 0.3, 0.3))]
        self.assertLess(two_samples.compare(*samples).p, 1e-4)

    def test_small_cells_are_pooled(self):
        first, second = [[1] * 50 + [2] * 3 + [3] * 2 + [9] * 2], [[1] * 50 + [2] * 4 + [3] * 3 + [8]]
        self.assertEqual(two_samples.pooled(first, second, True), {1: 0, 2: 1, 3: 1, 8: 1, 9: 1})
        first, second = [[4] * 6 + [5] * 7 + [6]], [[4] * 6 + [5] * 7 + [6]]
        self.assertEqual(two_samples.pooled(first, second, True), {4: 0, 5: 1, 6: 1})
        self.assertEqual(two_samples.pooled(first, second, False), {5: 0, 4: 1, 6: 1})
        self.assertIsNone(two_samples.compare([[1, 1]], [[1]]))
        self.assertIsNone(two_samples.compare([[]], [[1]]))

    def test_clusters_that_are_all_the_same(self):
        same = [["a"] * 3 + ["b"] * 4] * 40
        self.assertEqual(two_samples.compare(same, same).p, 1)
        self.assertEqual(two_samples.compare(same, [["a"] * 4 + ["b"] * 3] * 40).p, 0)


if __name__ == "__main__":
    unittest.main()
