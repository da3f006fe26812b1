#!/usr/bin/python3
"""python/tapehead/stats, points of a sweep: importance of the options against functions of known variance, and
parallel coordinates by hand. Without the forest that Optuna needs, the values of the importance are not tested."""
import math
import os
import pathlib
import sys
import unittest
from unittest import mock

import numpy

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "python"))

from tapehead.plots import importance as importance_picture, parallel as parallel_picture, style
from tapehead.runs.errors import InputError
from tapehead.stats import importance, parallel

try:
    import optuna.importance  # noqa: F401
    import sklearn.ensemble  # noqa: F401
    MISSING = None
except ImportError as error:
    MISSING = error.name

POINTS = [{"rate": 1e-4, "memory": "ntm", "slots": 16}, {"rate": 1e-2, "memory": "dnc", "slots": 16},
          {"rate": 1e-3, "memory": "lru"}]


def sweep(count, seed=1):
    generator = numpy.random.default_rng(seed)
    return [{"a": float(generator.random()), "b": float(generator.random()), "rate": 10 ** generator.uniform(-4, 0),
             "word": ["no", "yes"][generator.integers(2)], "same": 7} for _ in range(count)]


@unittest.skipIf(MISSING, f"Python has no module {MISSING}")
class Importance(unittest.TestCase):
    def test_shares_of_an_additive_function(self):
        points = sweep(140)
        # Uniform options: the variances are proportional to the squares of their factors, 9 to 1.
        found = importance.importance(points, [3 * point["a"] + point["b"] for point in points], 1, ["rate"])
        self.assertEqual(list(found)[:2], ["a", "b"])
        self.assertAlmostEqual(found["a"], 0.9, delta=0.05)
        self.assertAlmostEqual(found["b"], 0.1, delta=0.05)
        self.assertLess(found["rate"] + found["word"], 0.05)
        self.assertEqual(found["same"], 0)
        self.assertAlmostEqual(sum(found.values()), 1)

    def test_logarithms_and_words(self):
        points = sweep(100)
        # The logarithm is uniform over four decades, variance 16/12; two words at 1 and -1 have variance 1.
        costs = [math.log10(point["rate"]) + (1 if point["word"] == "yes" else -1) for point in points]
        found = importance.importance(points, costs, 1, ["rate"])
        self.assertAlmostEqual(found["rate"], 16 / 12 / (16 / 12 + 1), delta=0.08)
        self.assertAlmostEqual(found["word"], 1 / (16 / 12 + 1), delta=0.08)
        # Averaged over the rate itself, nine tenths of which are the last decade, it matters much less.
        self.assertLess(importance.importance(points, costs, 1)["rate"], 0.5 * found["rate"])

    def test_three_words_weigh_the_same(self):
        generator = numpy.random.default_rng(2)
        points = [{"x": float(generator.random()), "w": "abc"[generator.integers(3)]} for _ in range(200)]
        # The variance of 3x is 9/12; of 1.5 for one word in three it is 1.5² · 2/9, of 2, 0, 1 it is 2/3.
        for steps, variance in (((0, 1.5, 0), 1 / 2), ((2, 0, 1), 2 / 3)):
            costs = [3 * point["x"] + steps["abc".index(point["w"])] for point in points]
            found = importance.importance(points, costs, 1)
            self.assertAlmostEqual(found["w"], variance / (variance + 0.75), delta=0.04, msg=steps)

    def test_what_is_averaged_over(self):
        """Each word has an interval of equal length, those at the ends too."""
        self.assertEqual(importance.column(["b", "a", "c", "a"], False), ([1, 0, 2, 0], -0.5, 2.5))
        self.assertEqual(importance.column(["a", "a"], False), ([0, 0], 0, 0))
        self.assertEqual(importance.column([1, True], False), ([0, 1], -0.5, 1.5))
        self.assertEqual(importance.column([1, 100], True), ([0, math.log(100)], 0, math.log(100)))

    def test_the_seed_decides(self):
        points = sweep(40)
        costs = [point["a"] * point["b"] for point in points]
        first, again, other = (importance.importance(points, costs, seed) for seed in (1, 1, 2))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)

    def test_what_alone_decides_divergence_is_no_noise(self):
        """Infinite costs have no distance from the others, but rank behind all of them."""
        points = [{"rate": rate, "memory": memory, "clip": clip} for rate in (1e-3, 1e6) for memory in ("dnc", "ntm")
                  for clip in (1, 10)]
        costs = [math.inf if point["rate"] > 1 else 12.271 + 0.008 * (point["memory"] == "ntm") for point in points]
        found = importance.importance(points, costs, 1, ["rate"])
        self.assertGreater(found["rate"], 0.8)
        self.assertGreater(found["memory"], found["clip"])
        self.assertEqual(importance.counted_by_rank(costs),
                         "4 of 8 points diverged: all costs count by rank, theirs as the worst")
        self.assertEqual(importance.counted_by_rank(costs[:4]), "")

    def test_one_that_diverged_does_not_hide_the_others(self):
        points = sweep(40)
        costs = [3 * point["a"] + point["b"] for point in points]
        found = importance.importance(points, [math.inf, *costs[1:]], 1, ["rate"])
        self.assertGreater(found["a"], 0.8)

    def test_who_diverges_is_something_to_explain(self):
        points = sweep(30)
        found = importance.importance(points, [math.inf if point["a"] < 0.5 else 2.0 for point in points], 1)
        self.assertGreater(found["a"], 0.95)

    def test_nothing_to_explain(self):
        points = sweep(8)
        for given, costs in ((points[:3], [1, 2, 3]), (points, [2] * 8), (points, [math.inf] * 8), ([], [])):
            with self.assertRaisesRegex(InputError, "^importance: got .* are needed$"):
                importance.importance(given, costs, 1)
        with self.assertRaisesRegex(InputError, "no option takes several values"):
            importance.importance([{"a": 1, "b": "x"}] * 8, range(8), 1)


class Pictures(unittest.TestCase):
    def test_bars_stand_in_the_order_of_their_shares(self):
        axes = importance_picture.draw({"rate": 0.75, "slots": 0.25, "same": 0.0}, 40).axes[0]
        self.assertEqual([bar.get_width() for bar in axes.patches], [0.75, 0.25, 0])
        self.assertEqual([label.get_text() for label in axes.get_yticklabels()], ["rate", "slots", "same"])
        self.assertEqual([text.get_text() for text in axes.texts], ["75%", "25%", "0%"])
        self.assertTrue(axes.yaxis_inverted())  # the first on top
        self.assertIn("40 points", axes.figure._supxlabel.get_text())

    def test_many_numbers_are_told_so_that_values_can_be_read(self):
        axes, _ = parallel.coordinates([{"a": value} for value in range(1, 101)], range(100), ["a"])
        self.assertEqual([text for _, text in axes[0].ticks], ["1", "4.6", "22", "100"])
        axes, _ = parallel.coordinates([{"a": value} for value in (1, 2, 4, 64, 128)], range(5))
        self.assertEqual([text for _, text in axes[0].ticks], ["1", "64", "128"])  # 2 and 4 would overlap 1

    def test_lines_go_from_worst_to_best_also_where_an_option_is_absent(self):
        axes = parallel_picture.draw(*parallel.coordinates(POINTS, [0.5, 0.1, math.inf], ["rate"]), "cost").axes[0]
        lines = [line for line in axes.lines if len(line.get_xdata()) == 3]
        self.assertEqual([line.get_ydata()[:2].tolist() if hasattr(line.get_ydata(), "tolist") else line.get_ydata()[:2]
                          for line in lines[1:]], [[0, 1], [1, 0]])
        self.assertEqual(lines[0].get_ydata()[2], 0)
        self.assertIn("absent: points without that option", axes.figure._supxlabel.get_text())
        self.assertTrue(lines[2].get_linewidth() > lines[0].get_linewidth())
        self.assertEqual([label.get_text() for label in axes.get_xticklabels()], ["rate\n(log)", "memory", "slots"])
        self.assertEqual([text.get_text() for text in axes.texts], ["0.0001", "0.001", "0.01", "dnc", "lru", "ntm",
                                                                    "absent", "16"])
        bar = axes.figure.axes[1]
        self.assertEqual([label.get_text() for label in bar.get_yticklabels()], ["0.1", "0.5", "inf"])

    def test_the_same_input_gives_the_same_bytes(self):
        points = sweep(9)
        one, two = (style.render(parallel_picture.draw(*parallel.coordinates(points, list(range(9))), "cost"))
                    for _ in range(2))
        self.assertEqual(one, two)
        one, two = (style.render(importance_picture.draw({"a": 0.6, "b": 0.4}, 9)) for _ in range(2))
        self.assertEqual(one, two)


class WithoutModules(unittest.TestCase):
    def test_a_clear_line_says_what_to_install(self):
        for module in ("optuna", "sklearn"):
            with mock.patch.dict(sys.modules, {module: None, f"{module}.ensemble": None}):
                if module == "sklearn" and MISSING and MISSING.startswith("optuna"):
                    continue  # its absence is reported first
                with self.assertRaisesRegex(InputError, f"^importance: Python has no module {module}; install Debian's "
                                                        f"python3-{module}$"):
                    importance.importance(sweep(8), list(range(8)), 1)


class Parallel(unittest.TestCase):
    def test_coordinates_by_hand(self):
        axes, lines = parallel.coordinates(POINTS, [0.5, 0.1, math.inf], ["rate"])
        middle = parallel.LACKING + (1 - parallel.LACKING) / 2
        self.assertEqual([(axis.name, axis.scale, [(round(at, 9), text) for at, text in axis.ticks]) for axis in axes],
                         [("rate", "logarithmic", [(0.0, "0.0001"), (0.5, "0.001"), (1.0, "0.01")]),
                          ("memory", "words", [(0.0, "dnc"), (0.5, "lru"), (1.0, "ntm")]),
                          ("slots", "linear", [(0.0, "absent"), (round(middle, 9), "16")])])
        # The worst first; the third has no slots.
        self.assertEqual([line.cost for line in lines], [math.inf, 0.5, 0.1])
        self.assertEqual([line.rank for line in lines], [1, 0.5, 0])
        numpy.testing.assert_allclose(lines[0].places[:2], [0.5, 0.5])
        self.assertEqual([lines[0].places[2], lines[1].places, lines[2].places], [0, [0, 1, middle], [1, 0, middle]])

    def test_a_linear_scale_unless_told(self):
        axes, lines = parallel.coordinates(POINTS, [3, 2, 1])
        self.assertEqual(axes[0].scale, "linear")
        self.assertAlmostEqual(lines[2].places[0], (1e-3 - 1e-4) / (1e-2 - 1e-4))

    def test_numbers_among_words_are_words(self):
        [axis], lines = parallel.coordinates([{"x": 10}, {"x": "auto"}, {"x": True}], [1, 2, 3])
        self.assertEqual((axis.scale, axis.ticks), ("words", [(0, "10"), (0.5, "True"), (1, "auto")]))
        self.assertEqual([line.places for line in lines], [[0.5], [1], [0]])

    def test_equal_costs_share_their_rank(self):
        self.assertEqual(parallel.ranks([4, 1, 4, 9, 1]), [0.625, 0.125, 0.625, 1, 0.125])
        self.assertEqual((parallel.ranks([]), parallel.ranks([5])), ([], [0]))

    def test_all_places_are_on_their_axis(self):
        _, lines = parallel.coordinates(sweep(100), list(range(100)), ["rate"])
        places = numpy.array([line.places for line in lines])
        self.assertEqual(([places[:, :4].min(), places[:, :4].max()], set(places[:, 4])), ([0, 1], {0.5}))


if __name__ == "__main__":
    unittest.main()
