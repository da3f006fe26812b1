#!/usr/bin/python3
"""scripts/compare.py over several tasks: performance profile and probability of improvement, from run directories."""
import contextlib
import csv
import io
import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

from run_files import RunFiles
from tapehead.plots import comparison_pictures
from tapehead.stats import across_tables, comparison, tables
from tapehead.stats.across import across

PROFILE = """\
2 tasks together: performance profile

group         fastest      95 %  within 2×        95 %  within 4×        95 %  solved        95 %
ntm, content     0.75  [0.5, 1]       0.75    [0.5, 1]          1      [1, 1]       1      [1, 1]
dnc              0.25  [0, 0.5]        0.5  [0.5, 0.5]        0.5  [0.5, 0.5]     0.5  [0.5, 0.5]
"""


class AcrossTest(RunFiles):
    def compare(self, **options):
        with contextlib.redirect_stderr(io.StringIO()):
            found = comparison.compare([self.root], by_task=True, **options)
        with contextlib.redirect_stderr(io.StringIO()) as self.notes:
            return across(found, tables.name)

    def run_of(self, task, memory, seed, at, cost=None, budget=400, status=None):
        """A run solved at this many hundreds of sequences, or never. Groups come in the order of their directories'
        names."""
        values = [9] * (budget // 100 if at is None else at - 1) + ([] if at is None else [0.05])
        self.make_run(self.directory(task, memory), seed, values, task=task, memory=memory, budget=budget, cost=cost,
                      addressing="content" if memory == "ntm" else "none",
                      status=status or ("finished" if at is None else "solved"))

    def directory(self, task, memory):
        return f"{task}-{['ntm', 'dnc', 'lru'].index(memory)}"

    def two_tasks(self, budget=400):
        for task, memory, solved in (("copy", "ntm", (1, 3)), ("copy", "dnc", (2, 1)),
                                     ("recall", "ntm", (2, 4)), ("recall", "dnc", (None, None))):
            for seed, at in enumerate(solved, start=1):
                self.run_of(task, memory, seed, at, budget=budget if memory == "ntm" else 400)


class Profile(AcrossTest):
    def test_ratios_by_hand(self):
        self.two_tasks()
        found = self.compare()
        inf = float("inf")
        self.assertEqual([[task.tolist() for task in strata] for strata in found.profile.strata],
                         [[[1, 3], [1, 1]], [[2, 1], [inf, inf]]])
        self.assertEqual((found.tasks, found.groups, found.profile.problems, found.profile.left_out),
                         (["copy", "recall"], ["ntm, content", "dnc"], 4, 0))
        self.assertEqual(found.profile.ratios.tolist(), [1, 2, 3])
        self.assertEqual(found.profile.shares(0, [1, 2, 3]).tolist(), [0.75, 0.75, 1])
        self.assertEqual(found.profile.shares(1, [1, 2, 3]).tolist(), [0.25, 0.5, 0.5])

    def test_within_the_smaller_budget_and_only_what_is_known(self):
        self.two_tasks(budget=900)
        self.run_of("copy", "ntm", 3, 5, budget=900)  # later than the other's budget: not solved within it
        self.run_of("copy", "dnc", 3, 4)
        self.run_of("copy", "ntm", 4, 1, budget=900)
        self.run_of("copy", "dnc", 4, None, status="unfinished")  # run to its budget: known
        self.run_of("recall", "ntm", 3, 1, budget=900)            # a seed that the other does not have
        path = self.root / self.directory("recall", "dnc") / "seed-2"
        (path / "result.json").unlink()                           # still trains, at 200
        rows = (path / "metrics.csv").read_text().splitlines(keepends=True)
        (path / "metrics.csv").write_text("".join(rows[:3]))
        found = self.compare().profile
        inf = float("inf")
        self.assertEqual([[task.tolist() for task in strata] for strata in found.strata],
                         [[[1, 3, inf, 1], [1]], [[2, 1, 1, inf], [inf]]])
        self.assertEqual((found.problems, found.left_out), (5, 1))
        self.assertIsNone(found.band(0, [1]))  # one seed of recall
        text = tables.as_text(across_tables.tables(self.compare()))
        self.assertIn("left out: 1 more, at which it is not known", text)

    def test_no_threshold_no_profile(self):
        for task in ("copy", "recall"):
            for memory, stop in (("ntm", 0.1), ("dnc", 0.2)):
                for seed in (1, 2):
                    self.make_run(self.directory(task, memory), seed, [5, 4], task=task, memory=memory, stop=stop,
                                  addressing="none")
        found = self.compare()
        self.assertIsNone(found.profile)
        self.assertEqual([table.title for table in across_tables.tables(found)],
                         ["2 tasks together: probability of improvement"])
        self.assertEqual(list(across_tables.csv_tables(found)), ["improvement.csv"])

    def test_nobody_solves_anything(self):
        for task in ("copy", "recall"):
            for memory in ("ntm", "dnc"):
                for seed in (1, 2):
                    self.run_of(task, memory, seed, None)
        found = self.compare()
        self.assertEqual((found.profile.ratios.tolist(), found.profile.shares(0, [1, 9]).tolist()), ([], [0, 0]))
        self.assertNotIn("profile.csv", across_tables.csv_tables(found))
        axes = comparison_pictures.performance_profile(found.profile).axes[0]
        self.assertEqual([line.get_ydata().tolist() for line in axes.lines], [[0, 0], [0, 0]])


class Improvement(AcrossTest):
    def test_by_hand(self):
        self.two_tasks()
        for seed, (ntm, dnc) in enumerate(((1, 2), (3, 3), (5, 4)), start=5):
            self.run_of("copy", "ntm", seed, 1, cost=ntm)
            self.run_of("copy", "dnc", seed, 1, cost=dnc)
        [found] = self.compare().improvements
        # copy: 0.05 0.05 1 3 5 against 0.05 0.05 2 3 4: of 25 pairs, 2 × (2 ties + 3), 3, 1 tie + 1, none are lower;
        # recall: always lower.
        won = 2 * (2 / 2 + 3) + 3 + (1 / 2 + 1)
        self.assertAlmostEqual(found.probability, (won / 25 + 1) / 2)
        self.assertEqual((found.one, found.other, found.tasks), ("ntm, content", "dnc", 2))
        self.assertTrue(found.interval[0] < found.probability < found.interval[1])

    def test_runs_that_diverged_are_the_worst_and_unfinished_ones_do_not_count(self):
        for task in ("copy", "recall"):
            for seed in (1, 2):
                self.run_of(task, "dnc", seed, None, cost=50)
                self.make_run(self.directory(task, "ntm"), seed, [], task=task, status="diverged", budget=400)
        self.run_of("copy", "ntm", 3, None, status="unfinished")
        [found] = self.compare().improvements
        self.assertEqual((found.probability, found.interval), (0, (0, 0)))


class Program(AcrossTest):
    def test_tables_files_and_picture(self):
        self.two_tasks()
        out = self.root / "out"
        done = subprocess.run([SOURCE / "scripts/compare.py", self.root, "--by-task", "--out", out],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(PROFILE, done.stdout)
        self.assertIn("2 tasks together: probability of improvement\n", done.stdout)
        self.assertIn("ntm, content  dnc          2", done.stdout)
        rows, improvements = (list(csv.DictReader(io.StringIO((out / name).read_text())))
                              for name in ("profile.csv", "improvement.csv"))
        self.assertEqual([(row["group"], row["ratio"], row["share"]) for row in rows],
                         [("ntm, content", "1", "0.75"), ("ntm, content", "2", "0.75"), ("ntm, content", "3", "1"),
                          ("dnc", "1", "0.25"), ("dnc", "2", "0.5"), ("dnc", "3", "0.5")])
        self.assertEqual([(row["group"], row["against"], row["probability"]) for row in improvements],
                         [("ntm, content", "dnc", "0.75")])
        self.assertIn("](performance-profile.png)", (out / "comparison.md").read_text())
        self.assertTrue((out / "performance-profile.svg").exists())

    def test_the_picture_steps_at_the_ratios(self):
        self.two_tasks()
        axes = comparison_pictures.performance_profile(self.compare().profile).axes[0]
        ntm, dnc = axes.lines
        self.assertEqual([line.get_label() for line in axes.lines], ["ntm, content", "dnc"])
        self.assertEqual(ntm.get_xdata().tolist()[:3], [1, 2, 3])
        self.assertEqual((ntm.get_ydata().tolist(), dnc.get_ydata().tolist()), ([.75, .75, 1, 1], [.25, .5, .5, .5]))
        self.assertEqual((ntm.get_drawstyle(), len(axes.collections)), ("steps-post", 2))

    def test_a_single_task_or_group_is_not_put_together(self):
        self.run_of("copy", "ntm", 1, 1)
        self.run_of("copy", "dnc", 1, 1)
        self.assertIsNone(self.compare())
        self.assertEqual(self.notes.getvalue(), "")
        self.run_of("recall", "ntm", 1, 1)
        self.assertIsNone(self.compare())  # recall has only one group
        self.assertIn("no two groups have runs of every task under one name", self.notes.getvalue())
        self.run_of("recall", "dnc", 1, 1)
        self.run_of("recall", "lru", 1, 1)
        found = self.compare()
        self.assertEqual((found.groups, found.left_out), (["ntm, content", "dnc"], ["lru"]))
        self.assertIn("left out: lru: not all tasks have it", tables.as_text(across_tables.tables(found)))


if __name__ == "__main__":
    unittest.main()
