#!/usr/bin/python3
"""scripts/compare.py: whether a run has solved its task, and what is known about a group of runs."""
import json
import math
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

from compared_runs import CompareTest, quietly
from tapehead.runs.errors import InputError
from tapehead.stats import comparison, intervals, tables


class Outcomes(CompareTest):
    def only(self, **options):
        [found] = self.compare("a", **options)
        return found.groups[0].outcomes

    def test_solved_as_the_run_judged_it(self):
        self.make_run("a", 1, [5, 0.05, 0.05], status="solved")    # a patience of two
        self.make_run("a", 2, [5, 0.05, 3], status="finished")     # its check failed
        self.make_run("a", 3, [5, 0.05, 3], status="unfinished")
        self.assertEqual([(one.solved, one.sequences) for one in self.only()],
                         [(True, 300), (False, 1000), (False, 300)])

    def test_solved_by_a_cost_that_is_given(self):
        self.make_run("a", 1, [5, 0.5, 7], status="finished")
        self.make_run("a", 2, [5, 0.6, 3], status="finished")
        self.make_run("a", 3, [5, 0.6], status="solved")  # stopped before it could reach it
        self.assertEqual([(one.solved, one.sequences) for one in self.only(threshold=0.5)],
                         [(True, 200), (False, 1000), (False, 200)])

    def test_what_diverged_is_never_solved(self):
        self.make_run("a", 1, [5, 4], status="diverged", budget=1000)
        self.make_run("a", 2, [5, 4], status="unfinished", budget=1000)
        diverged, unfinished = self.only()
        self.assertEqual((diverged.sequences, unfinished.sequences), (1000, 200))
        self.assertEqual((diverged.sequences_within(800), unfinished.sequences_within(800)), (800, None))
        self.assertEqual(unfinished.sequences_within(200), 200)

    def test_what_diverged_before_its_first_validation_counts_too(self):
        self.make_run("a", 1, [5, 0.05], status="solved")
        self.make_run("a", 2, [], status="diverged")
        for threshold in (None, 0.1):
            solved, diverged = self.only(threshold=threshold)
            self.assertEqual((diverged.cost, diverged.solved, diverged.sequences, diverged.seconds, diverged.known),
                             (math.inf, False, 1000, 0, True))
            self.assertEqual((diverged.run.seed, solved.known), ("2", True))
        _, notes = quietly(comparison.compare, [self.root])
        self.assertIn("a/seed-2: diverged before its first validation; its cost counts as infinite", notes)

    def test_all_diverged_before_their_first_validation(self):
        for seed in (1, 2):
            self.make_run("a", seed, [], status="diverged")
        self.assertEqual([one.cost for one in self.only()], [math.inf] * 2)

    def test_the_cost_is_the_result_s_or_the_best_validation_s(self):
        self.make_run("a", 1, [5, 4], status="finished", cost=4.5)
        self.make_run("a", 2, [5, 3, 6], status="diverged")
        self.make_run("a", 3, [2, 6], status="unfinished")
        self.assertEqual([one.cost for one in self.only()], [4.5, 3, 2])

    def test_the_cost_over_an_oracle_comes_first(self):
        path = self.make_run("a", 1, [160, 150], metric="bits")
        rows = (path / "metrics.csv").read_text()
        (path / "metrics.csv").write_text(rows + rows.splitlines()[-1].replace("bits,150", "over_oracle,1.5") + "\n")
        (path / "result.json").write_text(json.dumps(
            {"status": "solved", "sequences": 200, "seconds": 2, "bits": 150, "over_oracle": 1.5}))
        self.assertEqual(self.only()[0].cost, 1.5)
        self.assertEqual(self.only(metric="bits")[0].cost, 150)
        with self.assertRaisesRegex(InputError, "no error of split validation; valid: bits, over_oracle"):
            self.only(metric="error")

    def test_of_a_share_the_cost_is_what_is_missing_from_1(self):
        self.make_run("a", 1, [0.25, 0.75], metric="pointing", status="finished", settings=[("task.length=1", 0.75)])
        self.make_run("a", 2, [0.5, 0.25], metric="pointing", status="unfinished")
        self.assertEqual([one.cost for one in self.only(metric="pointing")], [0.25, 0.5])
        [one], _ = quietly(comparison.compare, [self.root], metric="pointing")
        self.assertEqual([cell.median for cell in one.grid], [0.75])
        self.assertIn("looks within the right box (fraction)", tables.grid_table(one).title)

    def test_without_a_common_threshold_each_is_judged_by_its_own(self):
        self.make_run("a", 1, [5], stop=0.1)
        self.make_run("b", 1, [4], stop=0)
        [found], notes = quietly(comparison.compare, [self.root])
        self.assertIn("copy: the runs have no train.stop-below in common, so each is judged by its own", notes)
        self.assertEqual([one.solved for one in found.groups], [0, None])
        self.assertEqual({pair.measure for pair in found.pairs}, {"cost"})


class Groups(CompareTest):
    def test_a_live_run_is_censored_where_it_stands(self):
        # At 100 one of four is solved; one is censored at 200; at 300 one of two is solved; one is censored at 400:
        # 3/4, then 3/8.
        for seed, costs, status in ((1, [0.05], "solved"), (2, [5, 5], "unfinished"), (3, [5, 5, 0.05], "solved"),
                                    (4, [5, 5, 5, 5], "finished")):
            self.make_run("a", seed, costs, status=status, budget=400)
        [found] = self.compare("a")
        self.assertEqual((found.groups[0].sequences, found.groups[0].horizon, found.groups[0].solved), (300, 400, 2))

    def test_only_what_is_known_is_in_the_share_solved(self):
        for seed, costs, status in ((1, [0.05], "solved"), (2, [5], "unfinished"), (3, [5], "finished"),
                                    (4, [5], "diverged"), (5, [], "diverged"), (6, [5], "unfinished")):
            self.make_run("a", seed, costs, status=status)
        [found] = self.compare("a")
        [one] = found.groups
        self.assertEqual((one.solved, one.known), (1, 4))
        self.assertEqual(one.solved_interval, intervals.wilson(1, 4))
        text = tables.as_text(tables.tables(found))
        self.assertIn("1/4 (2 unknown)", text)
        self.assertIn("unknown: still training, or stopped before it was known", text)
        # Stopped as solved, at 0.05: whether it would have reached 0.01 is unknown.
        [found] = self.compare("a", threshold=0.01)
        self.assertEqual((found.groups[0].solved, found.groups[0].known), (0, 3))

    def test_nothing_is_known_of_live_runs(self):
        self.make_run("a", 1, [5], status="unfinished")
        [found] = self.compare("a")
        self.assertEqual((found.groups[0].known, found.groups[0].solved_interval), (0, None))
        self.assertIn("0/0 (1 unknown)", tables.as_text(tables.tables(found)))

    def test_infinite_costs_come_last(self):
        for seed, costs in enumerate(([3], [1], [], [2], []), start=1):
            self.make_run("a", seed, costs, status="finished" if costs else "diverged")
        [found] = self.compare("a")
        [one] = found.groups
        self.assertEqual((one.cost, one.cost_mean, one.cost_interval[1], one.count("diverged")),
                         (3, math.inf, math.inf, 2))
        self.assertTrue(one.cost_interval[0] < math.inf)
        text = tables.as_text(tables.tables(found))
        self.assertRegex(text, r"5 \(2 diverged\) .* 0/5 .* inf ")
        self.assertIn("inf: a run that diverged before its first validation has an infinite cost", text)

    def test_solved_by_validations_alone_is_not_confirmed(self):
        for seed, final, status in ((1, 0.05, "solved"), (2, 0.25, "solved"), (3, 0.25, "finished")):
            self.make_run("a", seed, [5, 0.09], status=status, cost=final)
        [found] = self.compare("a")
        self.assertEqual([one.unconfirmed for one in found.groups[0].outcomes], [False, True, False])
        text = tables.as_text(tables.tables(found))
        self.assertIn("2/3 (1 not confirmed)", text)
        self.assertIn("not confirmed: solved by its validations, but above the threshold on the final episodes", text)
        [found] = self.compare("a", threshold=0.3)  # by another threshold all are
        self.assertEqual((found.groups[0].solved, found.groups[0].unconfirmed), (3, 0))

    def test_each_by_its_own_threshold_where_they_differ(self):
        self.make_run("a", 1, [5, 0.05], status="solved", stop=0.1)
        self.make_run("b", 1, [5, 0.5], status="solved", stop=1)
        [found] = self.compare(".")
        self.assertEqual([(one.solved, one.known) for one in found.groups], [(1, 1), (1, 1)])
        self.assertIn("solved: stopped as solved, each run by its own train.stop-below",
                      tables.as_text(tables.tables(found)))

    def test_a_single_seed_has_no_intervals(self):
        self.make_run("a", 1, [0.05], status="solved")
        [found] = self.compare("a")
        self.assertEqual((found.groups[0].cost_interval, found.groups[0].sequences_interval), (None, None))
        self.assertEqual(found.pairs, [])

    def test_each_task_by_itself(self):
        self.make_run("copy-a", 1, [5], config="memory.slots = 8\n")
        self.make_run("recall-a", 1, [5], task="recall", config="memory.slots = 16\n")
        self.make_run("copy-b", 1, [4], memory="dnc", addressing="none", config="memory.slots = 8\n")
        with self.assertRaisesRegex(InputError, "recall-a/seed-1: the task is recall, but copy in .*copy-a/seed-1; "
                                                "give runs of one task, or --by-task"):
            self.compare(".")
        found = self.compare(".", by_task=True)
        # The slots differ between the tasks but not within one: they appear in no name, and schemes share their names.
        self.assertEqual([(one.task, [each.group.label for each in one.groups]) for one in found],
                         [("copy", ["ntm, content", "dnc"]), ("recall", ["ntm, content"])])

    def test_real_runs(self):
        runs = [SOURCE / f"docs/results/ntm2014/graves2014-copy-{one}/seed-1" for one in ("ff", "lstm")]
        [found] = quietly(comparison.compare, runs)[0]
        self.assertEqual(sorted(one.cost for one in found.groups),
                         sorted(json.loads((run / "result.json").read_text())["bits"] for run in runs))


if __name__ == "__main__":
    unittest.main()
