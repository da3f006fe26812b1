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

OTHER_RATE = "train.learning-rate = 0.5\n"


class Pairs(CompareTest):
    def test_only_common_seeds_and_only_what_is_known(self):
        for seed in range(1, 8):
            self.make_run("a", seed, [5], status="finished")
        for seed in range(2, 9):
            self.make_run("b", seed, [4, 3], config=OTHER_RATE,
                          status="unfinished" if seed == 7 else "finished")
        [found] = self.compare("a", "b")
        [cost, sequences, solved] = found.pairs
        self.assertEqual((cost.pairs, cost.left_out, cost.difference, cost.p), (5, 1, 2, None))
        self.assertEqual((sequences.pairs, sequences.left_out, solved.pairs, solved.p), (5, 1, 5, None))

    def test_infinite_costs_are_paired_too(self):
        def pair(one, other):
            """The pair in cost of two groups with these costs by seed; None: diverged at once."""
            for name, costs, config in (("a", one, ""), ("b", other, OTHER_RATE)):
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
            self.make_run("b", seed, [4], config=OTHER_RATE)
        [six] = self.compare(".")
        self.assertEqual((six.pairs[0].p, six.pairs[0].smallest_p), (2 / 64, 2 / 64))
        [five] = self.compare(*[f"{group}/seed-{seed}" for group in "ab" for seed in range(1, 6)])
        self.assertEqual((five.pairs[0].p, five.pairs[0].p_holm, five.pairs[0].difference), (None, None, 4))
        text = tables.as_text(tables.tables(five))
        self.assertIn("5 pairs cannot reach p = 0.05 (the smallest is 0.0625): intervals only", text)

    def test_holm_is_over_the_pairs_of_a_measure(self):
        for name, cost in (("a", 1), ("b", 2), ("c", 3)):
            for seed in range(1, 9):
                self.make_run(name, seed, [cost], config=f"train.learning-rate = {cost}\n")
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
        [solved] = [pair for pair in found.pairs if pair.measure == "solved"]
        self.assertEqual(solved.difference, 0)  # the one solved it beyond the other's budget


class Unpaired(CompareTest):
    def machines(self, **solved):
        """Groups of five seeds of which so many solve the task."""
        for memory, count in solved.items():
            for seed in range(1, 6):
                good = seed <= count
                self.make_run(memory, seed, [0.01 * seed] if good else [9, 8 + seed], memory=memory, addressing="none",
                              status="solved" if good else "finished", budget=200)
        [found] = self.compare(*solved)
        return {(pair.one.label, pair.other.label, pair.measure): pair for pair in found.pairs}, found

    def test_five_seeds_of_machines_that_differ_can_tell(self):
        there, found = self.machines(dnc=5, ntm=0)
        for measure, test in (("cost", "unpaired"), ("sequences", "unpaired"), ("solved", "Fisher")):
            pair = there["dnc", "ntm", measure]
            self.assertEqual((pair.test, pair.p, pair.seeds, pair.smallest_p), (test, 2 / 252, (5, 5), 2 / 252))
        self.assertEqual(there["dnc", "ntm", "solved"].difference, 1)
        text = tables.as_text(tables.tables(found))
        self.assertIn("unpaired: over all seeds, for the machines differ", text)
        self.assertIn("Fisher's exact test", text)
        self.assertNotIn("cannot reach", text)

    def test_four_memories_of_five_seeds_after_holm(self):
        there, _ = self.machines(dnc=5, lru=5, ntm=0, none=0)
        solved = {names[:2]: pair for names, pair in there.items() if names[2] == "solved"}
        self.assertEqual(sum(pair.p_holm < 0.05 for pair in solved.values()), 4)

    def test_seeds_that_one_alone_has_count_too(self):
        for seed in (1, 2, 3, 4, 5):
            self.make_run("a", seed, [seed], memory="dnc", addressing="none")
        for seed in (11, 12, 13, 14):
            self.make_run("b", seed, [seed], status="unfinished" if seed == 14 else "finished")
        [found] = self.compare("a", "b")
        cost = found.pairs[0]
        self.assertEqual((cost.seeds, cost.left_out, cost.difference), ((5, 3), 1, 3 - 12))
        self.assertEqual(cost.p, 1 / 56)  # the other way round is less far apart

    def test_three_and_three_seeds_cannot_tell(self):
        for memory in ("dnc", "ntm"):
            for seed in (1, 2, 3):
                self.make_run(memory, seed, [seed if memory == "dnc" else 10 + seed], memory=memory)
        [found] = self.compare(".")
        self.assertEqual({pair.p for pair in found.pairs}, {None})
        self.assertIn("3 + 3 seeds cannot reach p = 0.05 (the smallest is 0.1): intervals only; 4 + 4 can",
                      tables.as_text(tables.tables(found)))

    def test_machines_that_diverge_at_once(self):
        for seed in range(1, 5):
            gone = seed < 4
            self.make_run("a", seed, [] if gone else [9], memory="dnc", status="diverged" if gone else "finished")
            self.make_run("b", seed, [seed])
        [found] = self.compare("a", "b")
        cost = found.pairs[0]
        self.assertEqual((cost.difference, cost.p), (math.inf, 2 / 70))


if __name__ == "__main__":
    unittest.main()
