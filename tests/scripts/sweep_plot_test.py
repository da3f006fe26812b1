#!/usr/bin/python3
"""scripts/plot.py importance and parallel: the points of a sweep that they use, their content, and refusals."""
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python")]

import forked
from tapehead.commands import plot
from tapehead.plots import importance, parallel, style
from tapehead.runs.errors import InputError
from tapehead.runs.sweeps import COLUMNS, read_points
from tapehead.sweeps import table

try:
    import optuna.importance  # noqa: F401 (here, once, for all forks)
    import sklearn.ensemble  # noqa: F401
    MISSING = None
except ImportError as error:
    MISSING = error.name

OPTIONS = ["train.learning-rate", "memory", "memory.slots", "task", "seed"]


class Sweeps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, rows, header=None):
        """`rows` are (run, state, value, the options as text)."""
        lines = [",".join(header or COLUMNS + OPTIONS)]
        lines += [",".join([run, str(at), state, value, "solved", "100", "1", *words])
                  for at, (run, state, value, words) in enumerate(rows)]
        (self.root / "points.csv").write_text("\n".join(lines) + "\n")

    def grid(self):
        """Eight points whose cost depends on the memory, and slightly on the rate."""
        self.write([(f"{memory}{rate}{seed}", "complete", str(cost + float(rate)), [rate, memory, "8", "copy", seed])
                    for memory, cost in (("ntm", 1), ("dnc", 5)) for rate in ("0.0001", "0.1") for seed in "12"])

    def half_diverged(self):
        self.write([(memory + rate, "complete", "inf" if rate == "1e6" else cost, [rate, memory, "8", "copy", "1"])
                    for memory, cost in (("ntm", "12.271"), ("dnc", "12.279")) for rate in ("1e-3", "1e6")])

    def drawn(self, figure):
        """The figure of a command, without writing it."""
        command = plot.command_line().parse_args([figure.__name__.rsplit(".", 1)[1], str(self.root), "--out",
                                                  str(self.root / "x.png")])
        with mock.patch.object(style, "save") as save:
            command.draw(command)
        self.addCleanup(style.pyplot.close, "all")
        return save.call_args.args[0]


class Points(Sweeps):
    def test_the_columns_are_those_that_a_sweep_writes(self):
        self.assertEqual(COLUMNS, table.COLUMNS)

    def test_numbers_words_and_scales(self):
        self.grid()
        points = read_points(self.root)
        self.assertEqual(points.options[0], {"train.learning-rate": 1e-4, "memory": "ntm", "seed": "1"})
        self.assertEqual(points.logarithmic, {"train.learning-rate"})
        self.assertEqual(points.costs[:3], [1.0001, 1.0001, 1.1])
        self.write([(str(at), "complete", "1", [rate, "ntm", slots, "copy", "1"])
                    for at, (rate, slots) in enumerate([("0", "8"), ("1", "799"), ("inf", "")])])
        points = read_points(self.root)
        self.assertEqual(points.options, [{"train.learning-rate": "0", "memory.slots": 8},
                                          {"train.learning-rate": "1", "memory.slots": 799},
                                          {"train.learning-rate": "inf"}])
        self.assertEqual(points.logarithmic, set())  # 799 is not quite a hundred times 8

    def test_each_run_once_and_only_complete_ones(self):
        point = ["1", "ntm", "8", "copy", "1"]
        self.write([("a", "fail", "", point), ("a", "complete", "3", point),
                    ("b", "complete", "inf", ["2", *point[1:]]), ("b", "complete", "inf", ["2", *point[1:]]),
                    ("c", "pruned", "", ["3", *point[1:]]), ("c", "pruned", "", ["3", *point[1:]]),
                    ("d", "fail", "", ["4", *point[1:]])])
        points = read_points(self.root)
        self.assertEqual((points.costs, [each["train.learning-rate"] for each in points.options]),
                         ([3, float("inf")], [1, 2]))
        self.assertEqual(points.notes(), ["1 pruned, left out", "1 failed, left out"])

    def test_scales_are_those_of_all_points_whatever_became_of_them(self):
        self.write([(str(at), state, "1" if state == "complete" else "", [rate, "ntm", slots, "copy", "1"])
                    for at, (state, rate, slots) in enumerate([("complete", "1", "8"), ("complete", "2", "16"),
                                                               ("fail", "100", "auto")])])
        points = read_points(self.root)
        self.assertEqual(points.logarithmic, {"train.learning-rate"})
        self.assertEqual([each["memory.slots"] for each in points.options], ["8", "16"])

    def test_what_is_wrong_is_told(self):
        point = ["1", "ntm", "8", "copy", "1"]
        cases = [(([("a", "fail", "", point), ("b", "pruned", "", point)],),
                  r"got 0 complete points \(1 fail, 1 pruned\); 2"),
                 (([],), r"got 0 complete points \(no others\); 2"),
                 (([("a", "complete", "1", point)],), r"got 1 complete points \(no others\); 2 at least"),
                 (([("a", "complete", "1", point), ("b", "complete", "2", point)],), "no option takes several values"),
                 (([("a", "complete", "low", point)],), "points.csv:2: value: got 'low'; a number"),
                 (([("a", "complete", "nan", point)],), "points.csv:2: value: got 'nan'; a number"),
                 (([("a", "complete", "1", point[1:])],), "points.csv:2: 11 fields; the header has 12"),
                 (([], ["run", "trial"]), "has no column state, value, status")]
        for arguments, says in cases:
            with self.subTest(says):
                self.write(*arguments)
                with self.assertRaisesRegex(InputError, says):
                    read_points(self.root)


class Figures(Sweeps):
    def test_parallel(self):
        self.grid()
        axes = self.drawn(parallel).axes[0]
        self.assertEqual([label.get_text().replace("\n", "") for label in axes.get_xticklabels()],
                         ["train.learning-rate(log)", "memory", "seed"])
        lines = [line for line in axes.lines if len(line.get_xdata()) == 3]
        self.assertEqual([list(line.get_ydata())[1] for line in lines], [0] * 4 + [1] * 4)  # dnc, the worst, below
        self.assertEqual([label.get_text() for label in axes.figure.axes[1].get_yticklabels()], ["1", "5", "5.1"])

    def test_parallel_says_what_is_infinite_and_what_the_objective_is(self):
        self.half_diverged()
        (self.root / "sweep.toml").write_text('method = "grid"\nobjective = "bits"\n')
        figure = self.drawn(parallel)
        self.assertEqual(figure._supxlabel.get_text(), "2 of them diverged, so they are the worst")
        self.assertEqual(figure.axes[1].get_ylabel(), "bits, by rank")

    @unittest.skipIf(MISSING, f"Python has no module {MISSING}")
    def test_importance(self):
        self.grid()
        figure = self.drawn(importance)
        names = [label.get_text() for label in figure.axes[0].get_yticklabels()]
        self.assertEqual((names[0], set(names)), ("memory", {"memory", "train.learning-rate", "seed"}))
        self.assertGreater(figure.axes[0].patches[0].get_width(), 0.9)

    @unittest.skipIf(MISSING, f"Python has no module {MISSING}")
    def test_importance_says_that_points_diverged(self):
        self.half_diverged()
        figure = self.drawn(importance)
        said = figure._supxlabel.get_text()
        self.assertIn("4 points;  2 of 4 points diverged: all costs count by rank, theirs as the worst", said)
        figure.canvas.draw()
        box = figure._supxlabel.get_window_extent()
        self.assertTrue(0 <= box.x0 < box.x1 <= figure.bbox.width, "the footnote is wider than the figure")

    @unittest.skipIf(MISSING, f"Python has no module {MISSING}")
    def test_importance_leaves_out_what_only_some_points_have(self):
        self.write([(str(at), state, str(at), [str(at + 1), "ntm", "8" * (at % 2), "copy", "1"])
                    for at, state in enumerate(["complete"] * 6 + ["pruned"])])
        done = forked.run(plot.main, "importance", self.root, "--out", self.root / "x.png")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("points.csv: only some points have memory.slots, so they are left out\n", done.stderr)
        self.assertTrue((self.root / "x.png").read_bytes().startswith(b"\x89PNG"))
        figure = self.drawn(importance)
        self.assertEqual([label.get_text() for label in figure.axes[0].get_yticklabels()], ["train.learning-rate"])
        self.assertIn("6 points;  1 pruned, left out", figure._supxlabel.get_text())

    def refused(self, command, path, says):
        done = forked.run(plot.main, command, path, "--out", self.root / "x.png")
        self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1), done.stderr)
        self.assertIn(says, done.stderr)
        self.assertFalse((self.root / "x.png").exists())

    def test_refused(self):
        for command in ("importance", "parallel"):
            self.refused(command, self.root / "nowhere", "nowhere: there is no such directory; ")
            self.refused(command, self.root, f"{self.root}: has no points.csv, so it is no sweep's; ")
        rows = [(str(at), "complete", "1", [str(at), "ntm", "8" * at, "copy", "1"]) for at in range(3)]
        self.write(rows[:1])
        self.refused("parallel", self.root, "points.csv: got 1 complete points")
        self.write(rows)
        if not MISSING:
            self.refused("importance", self.root, "points.csv: importance: got 3 points with 1 different costs; 4")


if __name__ == "__main__":
    unittest.main()
