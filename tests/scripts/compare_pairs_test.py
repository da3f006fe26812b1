#!/usr/bin/python3
"""scripts/compare.py: groups compared over the seeds that both have."""
import math
import os
import pathlib
import shutil
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

from compared_runs import CompareTest
from tapehead.stats import tables


class Pairs(CompareTest):
    def test_only_common_seeds_and_only_what_is_known(self):
        for seed in range(1, 8):
            self.make_run("a", seed, [5], status="finished")
        for seed in range(2, 9):
            self.make_run("b", seed, [4, 3], config="memory.slots = 8\n",
                          status="unfinished" if seed == 7 else "finished")
        [found] = self.compare("a", "b")
        [cost, sequences] = found.pairs
        self.assertEqual((cost.pairs, cost.left_out, cost.difference, cost.p), (5, 1, 2, None))
        self.assertEqual((sequences.pairs, sequences.left_out), (5, 1))

    def test_infinite_costs_are_paired_too(self):
        def pair(one, other):
            """The pair in cost of two groups with these costs by seed; None: diverged at once."""
            for name, costs, config in (("a", one, ""), ("b", other, "memory.slots = 8\n")):
                shutil.rmtree(self.root / name, ignore_errors=True)
                for seed, cost in enumerate(costs, start=1):
                    self.make_run(name, seed, [] if cost is None else [cost], config=config,
                                  status="diverged" if cost is None else "finished")
            return self.compare("a", "b")[0].pairs[0]

        worse = pair([None, None, 5, 5, 5, 5, 5], [None, 1, 1, 2, 3, 4, 4])
        self.assertEqual((worse.pairs, worse.untied, worse.left_out, worse.difference), (7, 6, 0, math.inf))
        self.assertEqual((worse.interval[1], worse.p), (math.inf, 2 / 64))
        both = pair([None, 1, 1, 1, 1, 1], [1, None, 2, 2, 2, 2])
        self.assertEqual((both.difference, both.interval), (None, None))
        self.assertTrue(0 < both.p <= 1)

    def test_five_pairs_have_intervals_only_and_six_reach_their_smallest(self):
        for seed in range(1, 7):
            self.make_run("a", seed, [5 + seed])
            self.make_run("b", seed, [4], config="memory.slots = 8\n")
        [six] = self.compare(".")
        self.assertEqual((six.pairs[0].p, six.pairs[0].smallest_p), (2 / 64, 2 / 64))
        [five] = self.compare(*[f"{group}/seed-{seed}" for group in "ab" for seed in range(1, 6)])
        self.assertEqual((five.pairs[0].p, five.pairs[0].p_holm, five.pairs[0].difference), (None, None, 4))
        text = tables.as_text(tables.tables(five))
        self.assertIn("5 pairs cannot reach p = 0.05 (the smallest is 0.0625): intervals only", text)

    def test_holm_is_over_the_pairs_of_a_measure(self):
        for name, cost in (("a", 1), ("b", 2), ("c", 3)):
            for seed in range(1, 9):
                self.make_run(name, seed, [cost], config=f"memory.slots = {cost}\n")
        [found] = self.compare(".")
        costs = [pair for pair in found.pairs if pair.measure == "cost"]
        self.assertEqual([pair.p_holm for pair in costs], [3 * 2 / 256] * 3)
        self.assertEqual([pair.p_holm for pair in found.pairs if pair.measure == "sequences"], [1] * 3)

    def test_budgets_that_differ(self):
        for seed in (1, 2):
            self.make_run("a", seed, [5, 5, 5, 0.05], status="solved", budget=400)
            self.make_run("b", seed, [5, 5], budget=200)
        [found] = self.compare(".")
        sequences = next(pair for pair in found.pairs if pair.measure == "sequences")
        self.assertEqual((sequences.difference, sequences.pairs), (0, 2))  # both took longer than 200


if __name__ == "__main__":
    unittest.main()
