#!/usr/bin/python3
"""python/tapehead/stats, runs of several tasks: stratified bootstrap, performance profile, probability of improvement,
against SciPy, worked examples and small simulations."""
import itertools
import math
import os
import pathlib
import sys
import unittest

import numpy
from scipy import stats

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "python"))

from tapehead.stats import improvement, profiles, stratified


class Stratified(unittest.TestCase):
    def test_the_seed_decides_and_a_single_run_of_a_task_cannot_be_drawn(self):
        drawn = [stratified.draw([50], numpy.random.default_rng(seed), 10)[0] for seed in (3, 3, 4)]
        self.assertTrue((drawn[0] == drawn[1]).all() and (drawn[0] != drawn[2]).any())
        self.assertTrue(stratified.can_draw([numpy.arange(7.0), numpy.ones(2)]))
        self.assertFalse(stratified.can_draw([numpy.arange(7.0), numpy.ones(1)]))
        self.assertFalse(stratified.can_draw([]))

    def test_counts(self):
        self.assertEqual(stratified.counts(numpy.array([[0, 0, 2], [1, 2, 0]])).tolist(), [[2, 0, 1], [1, 1, 1]])


class Profiles(unittest.TestCase):
    # Three solvers, four problems; no solver solves the last, only the first solves the third.
    TIMES = [[10, 40, 7, math.inf], [20, 10, math.inf, math.inf], [10, 80, math.inf, math.inf]]

    def test_ratios_of_dolan_and_more(self):
        inf = math.inf
        self.assertEqual(profiles.ratios(self.TIMES).tolist(), [[1, 4, 1, inf], [2, 1, inf, inf], [1, 8, inf, inf]])

    def test_profile_by_hand(self):
        found = [profiles.profile([row], [1, 2, 4, 8, 1e9]).tolist() for row in profiles.ratios(self.TIMES)]
        self.assertEqual(found, [[.5, .5, .75, .75, .75], [.25, .5, .5, .5, .5], [.25, .25, .25, .5, .5]])
        self.assertEqual(profiles.steps([[2, math.inf, 1], [8, 2]]).tolist(), [1, 2, 8])

    def test_tasks_weigh_the_same_however_many_seeds(self):
        self.assertEqual(profiles.profile([[1, 1, 1, 9], [9, 9]], [5]).tolist(), [(3 / 4 + 0) / 2])

    def test_a_profile_is_scipy_s_empirical_distribution(self):
        values = numpy.random.default_rng(2).integers(1, 9, 40)
        thresholds = numpy.linspace(0, 10, 31)
        expected = stats.cumfreq(values, numbins=9, defaultreallimits=(-0.5, 8.5)).cumcount / 40
        numpy.testing.assert_allclose(profiles.profile([values], numpy.arange(9)), expected)
        share = profiles.profile([values, values[:11]], thresholds)
        self.assertTrue((numpy.diff(share) >= 0).all() and share[0] == 0 and share[-1] == 1)
        # For scores, which are better when greater: the share above a threshold, from their negatives.
        above = 1 - profiles.profile([values], [4.0])
        numpy.testing.assert_allclose(above, (values > 4).mean())

    def test_the_band_of_one_task_is_binomial(self):
        values = numpy.arange(40.0)
        low, high = profiles.band([values], [7, 19, 31], confidence=0.9, resamples=40_000)
        for share, found in zip((0.2, 0.5, 0.8), zip(low, high)):
            for tail, end in zip((0.05, 0.95), found):
                # Within sampling error of 0.05.
                self.assertAlmostEqual(end, stats.binom.ppf(tail, 40, share) / 40, delta=1.01 / 40)
                at_most = stats.binom.cdf([40 * end - 1, 40 * end], 40, share)
                self.assertTrue(at_most[0] - 0.01 <= tail <= at_most[1] + 0.01, (share, tail, at_most))

    def test_the_band_needs_two_seeds_of_every_task(self):
        self.assertIsNone(profiles.band([[1, 2], [3]], [1]))

    def test_the_band_holds_the_profile_and_covers(self):
        generator, runs, hits = numpy.random.default_rng(9), 200, 0
        for run in range(runs):
            strata = [generator.exponential(1, 25), generator.exponential(2, 25)]
            truth = numpy.mean([1 - math.exp(-1), 1 - math.exp(-1 / 2)])
            low, high = profiles.band(strata, [1.0], resamples=599, seed=run)
            self.assertTrue(low[0] <= profiles.profile(strata, [1.0])[0] <= high[0])
            hits += low[0] <= truth <= high[0]
        self.assertTrue(0.91 <= hits / runs <= 0.98, hits / runs)


class Improvement(unittest.TestCase):
    def test_one_task_is_mann_and_whitney_s_u(self):
        generator = numpy.random.default_rng(1)
        for _ in range(20):
            one, other = generator.integers(0, 6, 9), generator.integers(0, 6, 5)
            expected = stats.mannwhitneyu(one, other).statistic / 45
            self.assertAlmostEqual(improvement.probability([one], [other]), expected)

    def test_by_hand(self):
        # Of 2 × 2 pairs three are won; for the second task one is lost and one is a tie.
        self.assertEqual(improvement.probability([[3, 5], [1, 2]], [[1, 4], [2]]), (3 / 4 + (0 + 1 / 2) / 2) / 2)
        inf = math.inf
        self.assertEqual(improvement.probability([[inf, 1]], [[inf]]), (1 / 2 + 0) / 2)

    def test_both_ways_add_up_to_one(self):
        generator = numpy.random.default_rng(2)
        one = [generator.integers(0, 4, size) for size in (4, 7, 3)]
        other = [generator.integers(0, 4, size) for size in (5, 2, 6)]
        self.assertAlmostEqual(improvement.probability(one, other) + improvement.probability(other, one), 1)
        self.assertEqual(improvement.probability(one, one), 0.5)

    def test_scale_does_not_matter_only_order(self):
        one, other = [[1.0, 2, 3], [5, 6]], [[2.5, 0.1], [7, 5.5]]
        grown = [[[math.exp(3 * value) for value in task] for task in group] for group in (one, other)]
        self.assertEqual(improvement.probability(one, other), improvement.probability(*grown))
        self.assertEqual(improvement.interval(one, other), improvement.interval(*grown))

    def test_interval_by_enumeration(self):
        one, other = [[1, 4]], [[0, 2, 3]]
        wins = improvement.wins(one[0], other[0])
        drawn = sorted(wins[list(first)][:, list(second)].mean()
                       for first in itertools.product(range(2), repeat=2)
                       for second in itertools.product(range(3), repeat=3))
        low, high = improvement.interval(one, other, confidence=0.8)
        self.assertTrue(drawn[9] - 1e-9 <= low <= drawn[12] + 1e-9, (low, drawn))
        self.assertTrue(drawn[-13] - 1e-9 <= high <= drawn[-10] + 1e-9, (high, drawn))

    def test_none_with_a_single_run(self):
        self.assertIsNone(improvement.interval([[1, 2], [1]], [[1, 2], [1, 2]]))
        self.assertIsNone(improvement.interval([[1, 2]], [[1]]))

    def test_covers_at_the_nominal_rate(self):
        generator, runs, hits = numpy.random.default_rng(7), 200, 0
        truth = numpy.mean([stats.norm.cdf(shift / math.sqrt(2)) for shift in (0, 0.5, 1)])
        for run in range(runs):
            one = [generator.normal(shift, 1, 25) for shift in (0, 0.5, 1)]
            other = [generator.normal(0, 1, 25) for _ in range(3)]
            low, high = improvement.interval(one, other, resamples=599, seed=run)
            hits += low <= truth <= high
        self.assertTrue(0.91 <= hits / runs <= 0.98, hits / runs)


if __name__ == "__main__":
    unittest.main()
