#!/usr/bin/python3
"""python/tapehead/stats: every statistic against SciPy or a worked example."""
import itertools
import math
import os
import pathlib
import sys
import unittest
import unittest.mock

import numpy
from scipy import stats

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "python"))

from tapehead.stats import blocks, intervals, pairs, ranks, survival, unpaired


def samples(count, size, seed=1):
    """Costs with the distribution of runs': most small, a few very large."""
    generator = numpy.random.default_rng(seed)
    return [generator.lognormal(-3, 2, size) for _ in range(count)]


class Intervals(unittest.TestCase):
    def test_wilson(self):
        for total in (1, 2, 5, 10, 37):
            for count in range(total + 1):
                for confidence in (0.95, 0.8):
                    expected = stats.binomtest(count, total).proportion_ci(confidence, method="wilson")
                    found = intervals.wilson(count, total, confidence)
                    numpy.testing.assert_allclose(found, expected, atol=1e-12, err_msg=f"{count} of {total}")
        self.assertEqual(intervals.wilson(0, 5)[0], 0)
        self.assertEqual(intervals.wilson(5, 5)[1], 1)

    def test_interquartile_mean(self):
        for size in range(1, 14):
            [values] = samples(1, size)
            self.assertAlmostEqual(float(intervals.interquartile_mean(values)), stats.trim_mean(values, 0.25))
        self.assertEqual(intervals.interquartile_mean([100, 1, 2, 3, -50]), 2)
        both = numpy.array(samples(2, 9))
        numpy.testing.assert_allclose(intervals.interquartile_mean(both, axis=-1), stats.trim_mean(both, 0.25, axis=1))

    def test_quartiles(self):
        for size in range(1, 14):
            [values] = samples(1, size)
            numpy.testing.assert_allclose(intervals.quartiles(values), numpy.quantile(values, [0.25, 0.75]))
        self.assertEqual(intervals.quartiles([math.inf, 2, 1]), (1.5, math.inf))
        self.assertEqual(intervals.quartiles([1, math.inf, 2, 4, 3]), (2, 4))
        self.assertEqual(intervals.quartiles([math.inf] * 3), (math.inf, math.inf))

    def test_bootstrap(self):
        statistics = {"mean": numpy.mean, "median": numpy.median, "IQM": intervals.interquartile_mean}
        for name, statistic in statistics.items():
            for values in samples(3, 10):
                expected = stats.bootstrap((values,), statistic, method="percentile", n_resamples=40_000,
                                           vectorized=True, random_state=7).confidence_interval
                # The two differ only by their draws: by some per cent of the interval's width.
                found, width = intervals.bootstrap(statistic, values), expected.high - expected.low
                numpy.testing.assert_allclose(found, expected, rtol=0, atol=0.06 * width, err_msg=name)

    def test_the_expanded_bootstrap_cuts_off_less(self):
        for count in (2, 5, 10, 30):
            tail = stats.norm.cdf(math.sqrt(count / (count - 1)) * stats.t.ppf(0.025, count - 1))
            self.assertAlmostEqual(intervals.expanded_tail(count), tail)
            [values] = samples(1, count)
            self.assertEqual(intervals.bootstrap(numpy.mean, values, expanded=True),
                             intervals.bootstrap(numpy.mean, values, confidence=1 - 2 * tail))
        self.assertLess(intervals.expanded_tail(5), 0.001)
        self.assertAlmostEqual(intervals.expanded_tail(10_000), 0.025, 4)

    def test_how_often_intervals_hold_the_truth(self):
        """Of the inter-quartile mean of five and ten values, 1,500 times each: within two standard errors (0.011 at
        0.95) of what docs/comparing.md says."""
        times = 1500
        generator = numpy.random.default_rng(3)
        for name, ppf, draw in (("normal", stats.norm.ppf, generator.normal),
                                ("lognormal", stats.lognorm(1).ppf, lambda size: generator.lognormal(0, 1, size))):
            truth = ppf(numpy.linspace(0.25, 0.75, 20_001)).mean()
            for count, plain, expanded in ((5, (0.86, 0.92), (0.92, 0.97)), (10, (0.91, 0.96), (0.95, 0.99))):
                held = {False: 0, True: 0}
                for values in draw(size=(times, count)):
                    for way in held:
                        low, high = intervals.bootstrap(intervals.interquartile_mean, values, resamples=1999,
                                                        expanded=way)
                        held[way] += low <= truth <= high
                for way, (least, most) in ((False, plain), (True, expanded)):
                    self.assertTrue(least <= held[way] / times <= most, f"{name}, {count}, {way}: {held[way] / times}")

    def test_bootstrap_of_the_mean_of_three_by_enumeration(self):
        values = [1.0, 2.0, 4.0]
        means = sorted(numpy.mean(drawn) for drawn in itertools.product(values, repeat=3))
        # 27 equally likely samples: one has the least mean, 1, and one the greatest, 4; each end cuts off 2.5 %.
        self.assertEqual((means[0], means[-1]), (1, 4))
        self.assertEqual(intervals.bootstrap(numpy.mean, values), (1, 4))
        low, high = intervals.bootstrap(numpy.mean, values, confidence=0.8)
        self.assertAlmostEqual(low, means[2])    # the first at or above a tenth of 27
        self.assertAlmostEqual(high, means[-3])

    def test_bootstrap_draws_several_samples_by_the_same_places(self):
        one = numpy.arange(8.0)
        self.assertEqual(intervals.bootstrap(lambda x, y, axis: (x - y).mean(axis), one, one - 3), (3, 3))

    def test_bootstrap_of_infinite_values(self):
        low, high = intervals.bootstrap(numpy.median, [1, 2, 3, math.inf, math.inf])
        self.assertTrue(low < math.inf and high == math.inf)
        self.assertEqual(intervals.bootstrap(intervals.interquartile_mean, [math.inf] * 4), (math.inf, math.inf))

    def test_bootstrap_is_the_same_each_time_and_none_for_a_single_value(self):
        [values] = samples(1, 6)
        self.assertEqual(intervals.bootstrap(numpy.mean, values), intervals.bootstrap(numpy.mean, values))
        self.assertIsNone(intervals.bootstrap(numpy.mean, [1.0]))


class Survival(unittest.TestCase):
    def test_a_worked_curve(self):
        # At 6 two of seven are solved, one is censored: 5/7. At 7 one of the remaining four: 5/7 · 3/4. The one at 9 is
        # censored; at 10 one of two is solved: 15/28 · 1/2. The last is censored at 11.
        times, solved = [9, 6, 7, 6, 11, 10, 6], [0, 1, 1, 0, 0, 1, 1]
        x, y = survival.solved_curve(times, solved)
        share = [1, 6 / 7, 5 / 7, 15 / 28, 15 / 56, 15 / 56]
        self.assertEqual(x.tolist(), [0, 6, 6, 7, 10, 11])
        numpy.testing.assert_allclose(y, 1 - numpy.array(share))
        self.assertEqual(survival.median_time(times, solved), 10)

    def test_kaplan_and_meier_by_loops(self):
        generator = numpy.random.default_rng(3)
        for _ in range(50):
            times, solved = generator.integers(1, 9, 11), generator.integers(0, 2, 11).astype(bool)
            share, expected = 1.0, {}
            for time in sorted(set(times[solved])):
                share *= 1 - (solved & (times == time)).sum() / (times >= time).sum()
                expected[time] = share
            ordered, is_solved, found = survival.unsolved_share(times, solved)
            for time, share in expected.items():
                self.assertAlmostEqual(found[is_solved & (ordered == time)][-1], share)
            below = [time for time, share in expected.items() if share < 0.5 - 1e-9]
            at = [time for time, share in expected.items() if share <= 0.5 + 1e-9]
            median = (at[0] + below[0]) / 2 if below else math.inf
            self.assertEqual(survival.median_time(times, solved), median, (times, solved))

    def test_plain_fraction_where_all_had_the_same_budget(self):
        x, y = survival.solved_curve([300, 500, 200, 500, 500], [1, 0, 1, 1, 0])
        self.assertEqual(x.tolist(), [0, 200, 300, 500, 500])
        numpy.testing.assert_allclose(y, [0, 0.2, 0.4, 0.6, 0.6])

    def test_median_by_hand(self):
        cases = [([3, 1, 2], [1, 1, 1], 2),
                 ([1, 2, 3, 4], [1, 1, 1, 1], 2.5),        # the usual median
                 ([1, 2, 3, 9], [1, 1, 1, 0], 2.5),        # the last one's time does not matter
                 ([1, 2, 9, 9, 9], [1, 1, 0, 0, 0], math.inf),
                 ([1, 2, 9, 9], [1, 1, 0, 0], math.inf),   # half are solved, and the next solving is unknown
                 ([9, 9], [0, 0], math.inf),
                 ([1, 5, 6, 7], [0, 1, 1, 1], 6)]          # one was censored early: of the three others
        for times, solved, expected in cases:
            self.assertEqual(survival.median_time(times, solved), expected, (times, solved))

    def test_quartiles_by_hand(self):
        for times, solved, quartiles in (([1, 2, 3, 4], [1, 1, 1, 1], [1.5, 3.5]), ([5], [1], [5, 5]),
                                         ([1, 2, 4, 4], [1, 1, 0, 0], [1.5, math.inf]),
                                         ([1, 2, 3, 4], [1, 1, 1, 0], [1.5, math.inf]), ([3, 1, 2], [1, 1, 1], [1, 3])):
            self.assertEqual([survival.time_until(share, times, solved) for share in (0.25, 0.75)], quartiles)

    def test_median_of_uncensored_times_is_the_usual_one(self):
        for size in (*range(1, 12), 24, 34):  # for the last two, rounding misses the half on either side
            [values] = samples(1, size)
            self.assertAlmostEqual(float(survival.median_time(values, numpy.ones(size))), float(numpy.median(values)))

    def test_median_of_many_samples_at_once(self):
        times, solved = numpy.array([[1, 2, 3], [5, 1, 9]]), numpy.array([[1, 1, 1], [0, 1, 0]])
        self.assertEqual(survival.median_time(times, solved, axis=-1).tolist(), [2, math.inf])


# Remission of leukaemia under 6-mercaptopurine, in weeks (Freireich et al. 1963), the textbook example.
REMISSION = [6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35]
RELAPSED = [1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]


class SurvivalBand(unittest.TestCase):
    def test_the_textbook_example(self):
        ordered, relapsed, share = survival.unsolved_share(REMISSION, RELAPSED)
        low, high = survival.unsolved_band(REMISSION, RELAPSED)
        last = {time: numpy.flatnonzero(relapsed & (ordered == time))[-1] for time in (6, 7, 10, 13, 16, 22, 23)}
        numpy.testing.assert_allclose(share[list(last.values())], [.8571, .8067, .7529, .6902, .6275, .5378, .4482],
                                      atol=6e-5)
        # Greenwood's standard errors as published with the data, each sum of d/(n(n-d)) computed here from the numbers
        # at risk, and the ends by the delta method on log(-log S).
        at_risk = {6: (21, 3), 7: (17, 1), 10: (15, 1), 13: (12, 1), 16: (11, 1), 22: (7, 1), 23: (6, 1)}
        errors = dict(zip(at_risk, [.0764, .0869, .0963, .1068, .1141, .1282, .1346]))
        total, z = 0, stats.norm.ppf(0.975)
        for time, (count, deaths) in at_risk.items():
            place = last[time]
            total += deaths / (count * (count - deaths))
            survived = share[place]
            self.assertAlmostEqual(survived * math.sqrt(total), errors[time], delta=6e-5)
            middle, half = math.log(-math.log(survived)), z * math.sqrt(total) / math.log(survived)
            ends = sorted(math.exp(-math.exp(middle + sign * half)) for sign in (-1, 1))
            numpy.testing.assert_allclose((low[place], high[place]), ends, atol=1e-12)
        # The median is 23; half of the patients may have relapsed from 13 weeks on, or never.
        self.assertEqual(survival.median_time(REMISSION, RELAPSED), 23)
        self.assertEqual(survival.median_interval(REMISSION, RELAPSED), (13, math.inf))

    def test_no_event_and_all_events(self):
        low, high = survival.unsolved_band([5, 5, 5], [0, 0, 0])
        self.assertEqual((low.tolist(), high.tolist()), ([1, 1, 1], [1, 1, 1]))
        self.assertEqual(survival.median_interval([5, 5, 5], [0, 0, 0]), (math.inf, math.inf))
        low, high = survival.unsolved_band([1, 2, 3], [1, 1, 1])
        self.assertEqual((low[-1], high[-1]), (0, high[-2]))
        self.assertTrue(0 < low[1] < high[1] < 1)
        low, high = survival.unsolved_band([4, 4], [1, 1])  # all at once
        self.assertEqual((low[-1], survival.median_interval([4], [1])[0]), (0, 4))

    def test_of_equal_times_only_the_whole_counts_for_the_median(self):
        # Within the nineteen solved at 2 both ends pass a half; at 2 nobody is left, and the high end keeps its value
        # at 1.
        self.assertEqual(survival.median_interval([1] + [2] * 19, [1] * 20), (2, math.inf))

    def test_solved_band_stands_at_the_curve_s_places(self):
        x, y = survival.solved_curve(REMISSION, RELAPSED)
        low, high = survival.solved_band(REMISSION, RELAPSED)
        self.assertEqual((len(low), len(high)), (len(x), len(x)))
        self.assertTrue((low <= y).all() and (y <= high).all())
        self.assertEqual((low[0], high[0]), (0, 0))

    def test_bands_and_medians_cover_what_they_should(self):
        generator, at, runs = numpy.random.default_rng(8), 0.8, 1500
        hits = {"share": 0, "median": 0}
        for _ in range(runs):
            times, last = generator.exponential(1, 30), generator.uniform(0.5, 3, 30)
            solved = times <= last
            seen = numpy.minimum(times, last)
            ordered, _, _ = survival.unsolved_share(seen, solved)
            place = numpy.flatnonzero(ordered <= at)[-1]
            low, high = survival.unsolved_band(seen, solved)
            hits["share"] += low[place] <= math.exp(-at) <= high[place]
            early, late = survival.median_interval(seen, solved)
            hits["median"] += early <= math.log(2) <= late
        for name, count in hits.items():
            self.assertTrue(0.93 <= count / runs <= 0.975, (name, count / runs))


class Pairs(unittest.TestCase):
    def test_all_signs_against_scipy(self):
        def statistic(one, other, axis):
            return (one - other).mean(axis)

        for size in (2, 3, 5, 6, 9, 12):
            one, other = samples(2, size, seed=size)
            expected = stats.permutation_test((one, other), statistic, permutation_type="samples", vectorized=True,
                                              n_resamples=numpy.inf).pvalue
            self.assertAlmostEqual(pairs.permutation_p(one - other), expected, places=12)

    def test_all_signs_by_hand(self):
        # Of the eight patterns of 1, 2, 4 the sums 7 and -7 are as far from zero as 7; for 5 also 5, 7 and their
        # negatives.
        self.assertEqual(pairs.permutation_p([1, 2, 4]), 2 / 8)
        self.assertEqual(pairs.permutation_p([-1, 2, 4]), 4 / 8)
        self.assertEqual(pairs.permutation_p([1, -1]), 1)
        self.assertEqual(pairs.permutation_p([0, 0, 0]), 1)

    def test_equal_sums_count_though_they_round_differently(self):
        self.assertEqual(pairs.permutation_p([0.1] * 6 + [-0.1]), 16 / 128)  # six or all of one sign: 2 · (7 + 1)
        self.assertEqual(pairs.permutation_p([0.1, 0.2, 0.3]), 2 / 8)

    def test_an_infinite_difference_exceeds_all_others_together(self):
        self.assertEqual(pairs.permutation_p([math.inf, 1, 2]), 2 / 8)
        self.assertEqual(pairs.permutation_p([math.inf, -1, 2]), 4 / 8)
        self.assertEqual(pairs.permutation_p([math.inf, -math.inf, 1]), 1)
        self.assertEqual(pairs.permutation_p([-math.inf] * 6), 2 / 64)
        for values in ([1, 2, -4, 2], [-1, 2, -4, -2]):
            self.assertEqual(pairs.permutation_p([math.inf, *values]), pairs.permutation_p([1e6, *values]))

    def test_drawn_signs_against_all_of_them(self):
        [values] = samples(1, pairs.EXACT_UP_TO + 1, seed=5)
        values -= 0.6 * values.mean()
        expected = stats.permutation_test((values, 0 * values), lambda x, y, axis: (x - y).mean(axis), vectorized=True,
                                          permutation_type="samples", n_resamples=50_000, random_state=3).pvalue
        found = pairs.permutation_p(values)
        self.assertTrue(0.01 < expected < 0.9, expected)
        self.assertAlmostEqual(found, expected, delta=4 * math.sqrt(2 * 0.25 / 50_000))
        self.assertEqual(found, pairs.permutation_p(values))

    def test_the_smallest_p_is_reached(self):
        for size in (1, 2, 5, 6, 10):
            self.assertEqual(pairs.permutation_p(numpy.ones(size)), pairs.smallest_p(size))
        self.assertEqual([pairs.smallest_p(size) for size in (0, 1, 5, 6, 10)], [1, 1, 0.0625, 0.03125, 2 / 1024])
        # Equal pairs add nothing.
        self.assertEqual(pairs.permutation_p([1, 2, 3, 4, 5, 6, 0, 0]), pairs.smallest_p(6))
        self.assertEqual(pairs.permutation_p(numpy.ones(25)), pairs.smallest_p(25))

    def test_unpaired_is_scipys(self):
        for one, other in (([1, 2, 5], [4, 6, 7, 9]), ([3, 3, 1, 8], [3, 2, 2, 9]),
                           ([0.1, 0.2, 0.7, 5], [0.3, 4, 6, 7])):
            expected = stats.permutation_test((one, other), lambda x, y, axis: abs(x.mean(axis) - y.mean(axis)),
                                              vectorized=True, n_resamples=math.inf, alternative="greater").pvalue
            self.assertAlmostEqual(unpaired.permutation_p(one, other)[0], expected, places=12)
        generator = numpy.random.default_rng(4)
        one, other = generator.normal(0, 1, 12), generator.normal(0.8, 1, 12)  # 2.7 million ways: drawn
        drawn = unpaired.permutation_p(one, other)[0]
        expected = stats.permutation_test((one, other), lambda x, y, axis: x.mean(axis) - y.mean(axis), vectorized=True,
                                          n_resamples=50_000, random_state=3).pvalue
        self.assertAlmostEqual(drawn, expected, delta=4 * math.sqrt(2 * 0.25 / 50_000))
        self.assertTrue(0.005 < drawn < 0.5, drawn)

    def test_unpaired_at_its_smallest(self):
        for sizes in ((5, 5), (4, 4), (5, 3)):
            one, other = numpy.arange(sizes[0]), 20 + numpy.arange(sizes[1])
            self.assertEqual(unpaired.permutation_p(one, other), (unpaired.smallest_p(*sizes),) * 2)
        self.assertEqual(unpaired.smallest_p(5, 5), 2 / 252)
        self.assertEqual(unpaired.permutation_p([1, 1, 1], [1, 1, 1]), (1, 1))
        self.assertEqual(unpaired.permutation_p([math.inf, math.inf, 1, 2], [5, 6, 7, 8])[1], 2 / 70)

    def test_fisher_is_scipys(self):
        for one, other in (((5, 5), (0, 5)), ((3, 8), (7, 9)), ((0, 4), (0, 6)), ((6, 6), (6, 6)), ((1, 10), (9, 12))):
            table = [[solved, runs - solved] for solved, runs in (one, other)]
            found, smallest = unpaired.fisher_p(one, other)
            self.assertAlmostEqual(found, stats.fisher_exact(table).pvalue, places=12)
            self.assertLessEqual(smallest, found)

    def test_newcombe_as_published(self):
        # Newcombe 1998, table II, cases (a) and (c), method 10.
        for counts, ends in ((((56, 70), (48, 80)), (0.0524, 0.3339)), (((6, 7), (2, 7)), (0.0582, 0.8062))):
            for found, wanted in zip(intervals.newcombe(*counts), ends):
                self.assertAlmostEqual(found, wanted, places=4)

    def test_an_interval_between_groups_holds_as_often_as_it_says(self):
        generator, held = numpy.random.default_rng(7), 0
        for _ in range(300):
            ends = intervals.bootstrap_between(numpy.mean, generator.normal(0, 1, 5), generator.normal(1, 2, 5),
                                               resamples=500)
            held += ends[0] <= -1 <= ends[1]
        self.assertTrue(0.91 <= held / 300 <= 0.99, held)

    def test_holm_worked(self):
        # In order .005·4, .01·3, .03·2, then .04·1 raised to the .06 before it.
        self.assertEqual([round(p, 12) for p in pairs.holm([0.01, 0.04, 0.03, 0.005])], [0.03, 0.06, 0.06, 0.02])
        self.assertEqual(pairs.holm([0.4, 0.9, 0.5]), [1.0, 1.0, 1.0])
        self.assertEqual((pairs.holm([]), pairs.holm([0.2])), ([], [0.2]))


class Blocks(unittest.TestCase):
    def test_one_task_is_the_unpaired_test(self):
        for one, other in (([1, 2, 5], [4, 6, 7, 9]), ([3, 3, 1, 8], [3, 2, 2, 9]), ([1, 1], [1, 1])):
            self.assertAlmostEqual(blocks.permutation_p([(one, other)]), unpaired.permutation_p(one, other)[0],
                                   places=12)
        for one, other in (((5, 5), (0, 5)), ((3, 8), (7, 9)), ((0, 4), (0, 6))):
            self.assertAlmostEqual(blocks.fisher_p([(one, other)]), unpaired.fisher_p(one, other)[0], places=12)

    def test_all_ways_of_two_tasks_counted_here(self):
        tasks = [([1.0, 4.0, 2.0], [3.0, 7.0]), ([10.0, 30.0], [20.0, 50.0, 60.0])]
        found = []
        for one, other in tasks:
            values = one + other
            found.append([(sum(values[at] for at in way) / len(one),
                           sum(values[at] for at in range(len(values)) if at not in way) / len(other))
                          for way in itertools.combinations(range(len(values)), len(one))])
        sums = [(a - b + c - d) / 2 for a, b in found[0] for c, d in found[1]]
        observed = blocks.difference(tasks)
        self.assertAlmostEqual(observed, sums[0], places=12)
        expected = sum(abs(each) >= abs(observed) - 1e-9 for each in sums) / len(sums)
        self.assertAlmostEqual(blocks.permutation_p(tasks), expected, places=12)

    def test_drawn_ways_against_all_of_them(self):
        generator = numpy.random.default_rng(2)
        tasks = [(generator.normal(0.3, 1, 5), generator.normal(0, 1, 5)) for _ in range(2)]
        exact = blocks.permutation_p(tasks)
        with unittest.mock.patch.object(blocks, "EXACT_UP_TO", 1000):
            drawn = blocks.permutation_p(tasks)
        self.assertNotEqual(drawn, exact)
        self.assertAlmostEqual(drawn, exact, delta=0.01)

    def test_several_tables_of_fisher(self):
        # All of 5 against none of 5, twice: two of 252² ways are as unlikely.
        self.assertAlmostEqual(blocks.fisher_p([((5, 5), (0, 5))] * 2), 2 / 252 ** 2, places=15)
        self.assertEqual(blocks.fisher_p([((5, 5), (5, 5)), ((0, 5), (0, 5))]), 1)
        # Opposite tables take each other away.
        self.assertEqual(blocks.fisher_p([((5, 5), (0, 5)), ((0, 5), (5, 5))]), 1)

    def test_no_difference_is_found_as_often_as_it_says(self):
        generator, found = numpy.random.default_rng(5), 0
        for _ in range(400):
            tasks = [(generator.normal(task, 1, 4), generator.normal(task, 1, 4)) for task in range(2)]
            found += blocks.permutation_p(tasks) < 0.05
        self.assertTrue(0.02 <= found / 400 <= 0.08, found)

    def test_the_interval_holds_the_difference(self):
        generator = numpy.random.default_rng(3)
        low, high = blocks.interval([(generator.normal(at + 2, 1, 20), generator.normal(at, 1, 20)) for at in range(3)])
        self.assertTrue(1 < low < 2 < high < 3, (low, high))
        self.assertEqual(blocks.interval([([3, 3], [1, 1])]), (2, 2))
        self.assertIsNone(blocks.interval([([3], [1, 1])]))

    def test_how_often_the_interval_of_five_seeds_misses(self):
        """The plain percentiles of one task miss 12 %, those of four 8 to 10."""
        generator, times = numpy.random.default_rng(4), 800
        for tasks in (1, 4):
            missed = 0
            for _ in range(times):
                low, high = blocks.interval(generator.normal(size=(tasks, 2, 5)), 999)
                missed += not low <= 0 <= high
            self.assertTrue(0.03 <= missed / times <= 0.07, missed / times)

    def test_the_tail_of_one_pair_of_equal_spreads(self):
        """Two groups that spread alike have the degrees of freedom of both together."""
        tail = stats.norm.cdf(math.sqrt(5 / 4) * stats.t.ppf(0.025, 8))
        self.assertAlmostEqual(blocks.tail([([1, 2, 3, 4, 5], [4, 5, 6, 7, 8])]), tail)
        self.assertAlmostEqual(blocks.tail([([1, 2, 3, 4, 5], [4] * 5)]), intervals.expanded_tail(5))

    def test_an_interval_of_shares_is_never_a_point(self):
        for tables in ([((5, 5), (0, 5))], [((3, 5), (1, 7))]):
            numpy.testing.assert_allclose(blocks.shares_interval(tables), intervals.newcombe(*tables[0]))
        numpy.testing.assert_allclose(blocks.shares_interval([((5, 5), (0, 5)), ((4, 5), (2, 5))]),
                                      intervals.newcombe((9, 10), (2, 10)))
        # Every task weighs the same: a half and a quarter are 3/8 of the 12 runs.
        numpy.testing.assert_allclose(blocks.shares_interval([((2, 4), (0, 4)), ((2, 8), (0, 8))]),
                                      intervals.newcombe((4.5, 12), (0, 12)))


class Ranks(unittest.TestCase):
    def test_means_over_the_tasks_that_a_group_has(self):
        tasks = [{"a": [1, 1, 2], "b": [5, 6, 7], "c": [9, 9, 9]}, {"a": [1, 2, 3], "c": [7, 8, 9]},
                 {"a": [9, 9, 8], "b": [1, 2, 3], "c": [5, 5, 5]}]
        found = ranks.mean_ranks(tasks)
        self.assertEqual({name: round(each[0], 9) for name, each in found.items()},
                         {"a": round(1 / 3, 9), "b": 0.25, "c": round((1 + 1 + 0.5) / 3, 9)})
        for middle, low, high in found.values():
            self.assertTrue(0 <= low <= middle <= high <= 1)
        self.assertEqual(found["a"][1:], (0, 1))

    def test_seeds_that_overlap_widen_a_single_task(self):
        apart = ranks.mean_ranks([{"a": [1, 2, 3], "b": [4, 5, 6]}])
        self.assertEqual(apart["a"], (0, 0, 0))
        self.assertEqual(ranks.mean_ranks([{"a": [1, 2, 6], "b": [3, 4, 5]}])["a"], (0, 0, 1))


if __name__ == "__main__":
    unittest.main()
