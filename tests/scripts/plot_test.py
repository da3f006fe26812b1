#!/usr/bin/python3
"""scripts/plot.py: its pooling by numbers, its figures by their content, and the program as a process."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import h5py
import numpy

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python")]

import forked
from matplotlib import pyplot
from tapehead.commands import plot
from tapehead.plots import against, curves, length, pooling, spread
from tapehead.runs import groups, runs
from tapehead.runs.errors import InputError
from trace_files import TraceFiles

METRICS = "task,model,controller,memory,addressing,seed,sequences,seconds,split,metric,value\n"
EVAL = "task,model,controller,memory,addressing,seed,sequences,setting,episodes,metric,value\n"


def started(*arguments):
    """Starts plot.py as a user does."""
    return subprocess.run([SOURCE / "scripts/plot.py", *map(str, arguments)], capture_output=True, text=True)


class Files(TraceFiles, unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def run_directory(self, name, seed, values, memory="ntm", config="", status="finished", settings=()):
        """A run validated every 100 sequences (a second each) with these costs, evaluated according to `settings`."""
        path = self.root / name / f"seed-{seed}"
        path.mkdir(parents=True)
        addressing = "none" if memory == "none" else "content"
        parts = f"copy,memory-machine,lstm,{memory},{addressing},{seed}"
        rows = [f"{parts},{100 * (k + 1)},{k + 1},validation,bits,{value}\n" for k, value in enumerate(values)]
        (path / "metrics.csv").write_text(METRICS + "".join(rows))
        if settings:
            rows = [f"{parts},900,{setting},100,wrong_bits,{value}\n" for setting, value in settings]
            (path / "eval.csv").write_text(EVAL + "".join(rows))
        (path / "config.ini").write_text(f"task = copy\nmemory = {memory}\nseed = {seed}\n{config}")
        (path / "result.json").write_text(json.dumps({"status": status}))
        return path

    def groups(self, *names, file="metrics.csv"):
        return groups.pool_by_seed(runs.read_runs([self.root / name for name in names], file))

    def spread_run(self, name, seed, rows, episodes=10000):
        """A run with eval's values for each length: (bits, bits_median, bits_max, perfect)."""
        path = self.run_directory(name, seed, [1], config="task.min-length = 1\ntask.max-length = 20\n")
        parts = f"copy,memory-machine,lstm,ntm,content,{seed},900"
        names = ("bits", "bits_median", "bits_max", "perfect")
        (path / "eval.csv").write_text(EVAL + "".join(
            f"{parts},task.length={at},{episodes},{metric},{value}\n"
            for at, values in rows.items() for metric, value in zip(names, values)))
        return path

    def plot(self, *arguments):
        return forked.run(plot.main, *arguments)

    def assert_refused(self, expected, *arguments):
        """Exit status 2, one line on standard error with the expected words, and nothing written."""
        out = self.root / "refused.png"
        done = self.plot(*arguments, *([] if "--out" in arguments else ["--out", out]))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        self.assertIn(expected, done.stderr)
        self.assertFalse(out.exists())


class Spread(Files):
    """Median, mean and worst cost, above the number of sequences with an error."""

    ROWS = {20: (0.012, 0.012, 0.03, 10000), 60: (0.06, 0.04, 200, 9999), 120: (3, 0.08, 900, 9900)}

    def figure(self, *names):
        found = self.groups(*names, file="eval.csv")
        figure = spread.draw(found, None)
        self.addCleanup(pyplot.close, figure)
        return figure

    def test_what_is_drawn(self):
        self.spread_run("a", 1, self.ROWS)
        figure = self.figure("a")
        above, below = figure.axes
        drawn = sorted(line.get_ydata().tolist() for line in above.get_lines())
        self.assertEqual(drawn, sorted([values[kind] for values in self.ROWS.values()] for kind in range(3)))
        [lost] = below.get_lines()
        self.assertEqual((list(lost.get_xdata()), list(lost.get_ydata())), ([20, 60, 120], [0, 1, 100]))
        self.assertEqual([text.get_text() for text in above.get_legend().get_texts()],
                         ["worst sequence", "mean", "median sequence"])
        self.assertIn("of 10,000", figure._supxlabel.get_text())

    def test_counts_that_are_none(self):
        cases = ((-1, 10, "perfect is -1; a number"), (11, 10, "11 perfect of 10"), (1.5, 10, "1.5 perfect of 10"),
                 (1, "1e999", "episodes: got '1e999'"), (1, "", "episodes: got ''"), (1, -1, "episodes: got '-1'"))
        for seed, (perfect, episodes, says) in enumerate(cases):
            self.spread_run(f"m{seed}", seed, {20: (1, 1, 1, perfect), 60: (1, 1, 1, perfect)}, episodes=episodes)
            with self.assertRaisesRegex(InputError, rf"eval.csv(:\d+)?: (got )?{says}"):
                self.figure(f"m{seed}")

    def test_none_and_one_of_10000_lie_apart(self):
        """By a sixth of the panel, and within it, whether 1, 100 or all are lost besides."""
        for index, most in enumerate((1, 100, 10000)):
            self.spread_run(f"m{index}", 1, {20: (1, 1, 1, 10000), 60: (1, 1, 2, 9999), 120: (1, 1, 9, 10000 - most)})
            _, below = self.figure(f"m{index}").axes
            none, one, last = below.transAxes.inverted().transform(
                below.transData.transform([(20, 0), (60, 1), (120, most)]))[:, 1]
            self.assertGreater(one - none, 1 / 6, most)
            self.assertTrue(0 < none < one <= last < 1, most)
            self.assertLessEqual({0, 1}, set(below.get_yticks()))
            self.assertLessEqual(len(below.get_yticks()), 5)

    def test_of_several_seeds_no_lost_sequence_is_hidden(self):
        self.spread_run("a", 1, self.ROWS)
        for seed in (2, 3):
            self.spread_run("a", seed, {at: (0.01, 0.01, 0.02, 10000) for at in self.ROWS})
        above, below = self.figure("a").axes
        self.assertEqual(list(below.get_lines()[0].get_ydata()), [0, 1, 100])
        drawn = [list(line.get_ydata()) for line in above.get_lines()]
        self.assertIn([0.03, 200, 900], drawn)  # the worst of all
        self.assertIn([0.01, 0.01, 0.01], drawn)  # the median over seeds

    def test_labels_fit(self):
        self.spread_run("a", 1, self.ROWS)
        figure = self.figure("a")
        figure.canvas.draw()
        whole = figure.bbox
        texts = [text for axes in figure.axes for text in (axes.xaxis.label, axes.yaxis.label)]
        for axes in figure.axes:
            for axis, (low, high) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
                texts += [tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
        texts += [*figure.axes[0].get_legend().get_texts(), figure._suptitle, figure._supxlabel]
        for text in texts:
            box = text.get_window_extent()
            if text.get_text() and text.get_visible() and box.width:
                self.assertTrue(whole.x0 <= box.x0 and box.x1 <= whole.x1 + 1 and whole.y0 <= box.y0 and
                                box.y1 <= whole.y1 + 1, text.get_text())

    def test_the_command(self):
        path = self.spread_run("a", 1, self.ROWS)
        done = self.plot("length", path, "--metric", "bits", "--out", self.root / "a.png")
        self.assertEqual(done.returncode, 0, done.stderr)
        new = (self.root / "a.svg").read_bytes()
        (path / "eval.csv").write_text("".join(line for line in (path / "eval.csv").read_text().splitlines(True)
                                               if ",bits_" not in line and ",perfect," not in line))
        done = self.plot("length", path, "--metric", "bits", "--out", self.root / "a.png")  # of an earlier version
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotEqual((self.root / "a.svg").read_bytes(), new)


class Pooling(Files):
    def test_median_and_quartiles_of_five_seeds(self):
        for seed, value in enumerate([5, 1, 4, 2, 10], start=1):
            self.run_directory("a", seed, [value, 10 * value])
        [group] = self.groups("a")
        pooled = pooling.pool_curves([curves.curve(run, "bits", "validation", "sequences") for run in group.runs])
        self.assertEqual(pooled.x.tolist(), [100, 200])
        self.assertEqual(pooled.median.tolist(), [4, 40])
        self.assertEqual((pooled.low.tolist(), pooled.high.tolist()), ([2, 20], [5, 50]))

    def test_a_seed_that_stopped_keeps_its_last_value(self):
        self.run_directory("a", 1, [8, 0], status="solved")
        self.run_directory("a", 2, [8, 6, 4, 3])
        self.run_directory("a", 3, [8, 7, 6, 5])
        [group] = self.groups("a")
        pooled = pooling.pool_curves([curves.curve(run, "bits", "validation", "sequences") for run in group.runs])
        self.assertEqual(pooled.median.tolist(), [8, 6, 4, 3])  # 4.5, 4 without the solved seed
        self.assertEqual([(run.seed, solved) for run, solved in curves.stops(group)], [("1", True)])

    def test_wall_clock_is_interpolated_from_where_all_have_begun(self):
        pooled = pooling.pool_curves([(numpy.array([1., 3.]), numpy.array([0., 2.])),
                                      (numpy.array([2., 4.]), numpy.array([3., 5.]))])
        self.assertEqual(pooled.x.tolist(), [2, 3, 4])
        self.assertEqual(pooled.median.tolist(), [2, 3, 3.5])

    def test_points_are_pooled_over_the_seeds_measured_there(self):
        pooled = pooling.pool_points([([10, 20], [1, 2]), ([20, 30], [4, 9])])
        self.assertEqual((pooled.x.tolist(), pooled.median.tolist()), ([10, 20, 30], [1, 3, 9]))


class Groups(Files):
    def test_labels_name_the_parts_then_the_options_that_differ(self):
        slots_ = "memory.slots = 128\n"
        self.run_directory("a", 1, [1], config=slots_ + "train.optimizer = adam\ntrain.restart = 0\n")
        self.run_directory("a", 2, [1], config=slots_ + "train.optimizer = adam\ntrain.restart = 1\n")
        self.run_directory("b", 1, [1], config=slots_ + "train.optimizer = rmsprop\n")
        self.run_directory("c", 1, [1], memory="none", config="[train]\noptimizer = adam\n")
        found = self.groups("a", "b", "c")
        self.assertEqual([group.legend() for group in found],
                         ["ntm, content, optimizer adam (2 seeds)", "ntm, content, optimizer rmsprop (1 seed)",
                          "no memory, optimizer adam (1 seed)"])
        self.assertEqual(groups.title(found), "copy, memory-machine, lstm")

    def test_one_seed_twice_is_refused(self):
        self.run_directory("a", 1, [1])
        self.run_directory("b", 1, [2])
        with self.assertRaisesRegex(InputError, "same options and same seed 1"):
            self.groups("a", "b")

    def test_seeds_in_numeric_order_and_each_directory_once(self):
        for seed in (10, 2, 1):
            self.run_directory("a", seed, [1])
        (self.root / "a" / "metrics.csv").write_text(METRICS)  # a pooled table does not make the parent a run
        [group] = self.groups("a", "a/seed-2")
        self.assertEqual([run.seed for run in group.runs], ["1", "2", "10"])


class Curves(Files):
    def test_a_line_of_one_validation_is_a_square(self):
        """Alone, of few seeds and of many; of two validations it is a line."""
        for name, seeds, values in (("one", 1, [5]), ("few", 3, [5]), ("many", 8, [5]), ("line", 1, [5, 4])):
            for seed in range(seeds):
                self.run_directory(name, seed, values)
            axes = curves.draw(self.groups(name), "bits", "validation", "sequences", None).axes[0]
            seen = [line for line in axes.lines if line.get_marker() == "s" and len(line.get_xdata())]
            self.assertEqual(len(seen), {"one": 1, "few": 3, "many": 1, "line": 0}[name], name)
            self.assertTrue(all(list(line.get_ydata()) == [5] for line in seen), name)

    def test_cost_over_decades_is_logarithmic_with_a_floor(self):
        self.run_directory("a", 1, [900, 1, 0])
        axes = curves.draw(self.groups("a"), "bits", "validation", "sequences", None).axes[0]
        self.assertEqual(axes.get_yscale(), "log")
        self.assertEqual(axes.lines[0].get_ydata().tolist(), [900, 1, 0.001])
        axes = curves.draw(self.groups("a"), "bits", "validation", "sequences", False).axes[0]
        self.assertEqual(axes.get_yscale(), "linear")

    def test_more_than_six_seeds_are_a_median_and_a_band(self):
        for seed in range(1, 8):
            self.run_directory("a", seed, [9, seed])
            axes = curves.draw(self.groups("a"), "bits", "validation", "sequences", False).axes[0]
            self.assertEqual(len(axes.collections), seed > 6, seed)
        [median] = [line for line in axes.lines if not line.get_label().startswith("_")]
        self.assertEqual(median.get_ydata().tolist(), [9, 4])

    def test_stopped_seeds_are_marked(self):
        self.run_directory("a", 1, [9, 1], status="solved")
        self.run_directory("a", 2, [9, 8, 7])
        self.run_directory("a", 3, [9], status="diverged")
        axes = curves.draw(self.groups("a"), "bits", "validation", "sequences", False).axes[0]
        marks = {line.get_marker(): line.get_xydata().tolist() for line in axes.lines
                 if line.get_marker() in ("o", "x")}
        self.assertEqual(marks, {"o": [[200, 1]], "x": [[100, 9]]})


class Length(Files):
    def test_median_over_seeds_and_the_training_range(self):
        for seed, value in enumerate([3, 1, 8], start=1):
            self.run_directory("a", seed, [1], config="task.min-length = 1\ntask.max-length = 20\n",
                               settings=[("task.length=60", value), ("task.length=10", 0)])
        found = self.groups("a", file="eval.csv")
        axes = length.draw(found, "wrong_bits", None).axes[0]
        median = next(line for line in axes.lines if not line.get_label().startswith("_"))
        self.assertEqual(median.get_xydata().tolist(), [[10, 0], [60, 3]])
        self.assertEqual(axes.get_yscale(), "symlog")
        self.assertEqual(against.training_range(found[0].runs[0].config, "task.length"), (1, 20))
        self.assertEqual(against.training_range({"task.length": "7"}, "task.length"), (7, 7))
        self.assertIsNone(against.training_range({}, "task.length"))

    def test_without_wrong_bits_the_goal_is_drawn(self):
        path = self.run_directory("a", 1, [1], settings=[("task.length=5", 2), ("task.length=9", 4)])
        axes = length.of_runs([path], None, None).axes[0]
        self.assertEqual(axes.get_ylabel(), "wrong bits per sequence")
        table = path / "eval.csv"
        table.write_text(table.read_text().replace("wrong_bits", "bits"))
        self.assertEqual(length.of_runs([path], None, None).axes[0].get_ylabel(), "cost (bits per sequence)")

    def test_other_settings_are_lines_of_their_own(self):
        settings = [(f"task.length={n};task.repeats={r}", n * r) for n in (5, 9) for r in (1, 2)]
        self.run_directory("a", 1, [1], settings=settings)
        found = self.groups("a", file="eval.csv")
        setting, lines = against.lines(found, "wrong_bits", "task.length")
        self.assertEqual([curves_ for _, _, curves_ in lines], [[((5, 9), (5, 9))], [((5, 9), (10, 18))]])
        self.assertEqual(against.label_others([others for _, others, _ in lines]), ["repeats 1", "repeats 2"])
        with self.assertRaisesRegex(InputError, "task.length and task.repeats vary; choose one with --setting"):
            against.lines(found, "wrong_bits", None)

    def test_a_grid_of_one_option_and_then_another_makes_a_picture_of_each(self):
        settings = [(f"task.length={n};task.repeats=10", n) for n in (10, 12, 14)]
        settings += [(f"task.length=10;task.repeats={n}", 100 + n) for n in (12, 14)]
        self.run_directory("a", 1, [1], settings=settings)
        found = self.groups("a", file="eval.csv")
        for setting, expected in (("task.length", [[10, 10], [12, 12], [14, 14]]),
                                  ("task.repeats", [[10, 10], [12, 112], [14, 114]])):
            axes = length.draw(found, "wrong_bits", setting).axes[0]
            [line] = [line for line in axes.lines if not line.get_label().startswith("_")]
            self.assertEqual(line.get_xydata().tolist(), expected)

    def test_lone_points_are_shown_where_there_is_nothing_else(self):
        self.run_directory("a", 1, [1], settings=[(f"task.length=5;task.repeats={n}", n) for n in (1, 2)])
        axes = length.draw(self.groups("a", file="eval.csv"), "wrong_bits", "task.length").axes[0]
        self.assertEqual(len([line for line in axes.lines if not line.get_label().startswith("_")]), 2)


class Program(Files):
    def test_writes_both_files_alike_each_time(self):
        self.run_directory("a", 1, [9, 3, 1], settings=[("task.length=5", 0), ("task.length=9", 2)])
        commands = [("curves", self.root / "a"), ("length", self.root / "a"), ("episode", self.trace_file())]
        for command in commands:
            written = []
            for name, begin in (("one", self.plot), ("two", started)):  # the second has other string hashes
                done = begin(*command, "--out", self.root / f"{name}.png")
                self.assertEqual(done.returncode, 0, done.stderr)
                written.append([(self.root / f"{name}.{kind}").read_bytes() for kind in ("png", "svg")])
            self.assertTrue(written[0][0].startswith(b"\x89PNG") and b"<svg" in written[0][1])
            self.assertEqual(written[0], written[1], f"{command[0]} is not deterministic")
        self.assertEqual({path.name for path in self.root.iterdir()},
                         {"a", "trace.h5", "one.png", "one.svg", "two.png", "two.svg"})

    def test_a_torn_last_line_is_skipped_with_a_note(self):
        path = self.run_directory("a", 1, [9, 3])
        with open(path / "metrics.csv", "a") as file:
            file.write("copy,memory-machine,lstm,ntm,content,1,300,3,validation,bits,1.2")
        done = self.plot("curves", path, "--out", self.root / "one.png")
        self.assertEqual(done.returncode, 0)
        self.assertIn("note: " + str(path / "metrics.csv") + ": the last line is torn", done.stderr)
        [group] = self.groups("a")
        self.assertEqual(group.runs[0].table["value"].tolist(), [9, 3])

    def test_an_unknown_option_of_a_kind_is_told_with_that_kind_s(self):
        self.assert_refused("--metrik: is not known; nearest: --metric; ", "curves", self.root, "--metrik", "bits")

    def test_bad_runs(self):
        path = self.run_directory("a", 1, [9, 3])
        self.assert_refused("no such directory", "curves", self.root / "nowhere")
        self.assert_refused("'tapehead eval DIR' makes it", "length", path)
        self.assert_refused("no solved of split validation; nearest: validation/bits; valid: ",
                            "curves", path, "--metric", "solved")
        self.assert_refused("a name ending in .png", "curves", path, "--out", self.root / "a.gif")
        self.assert_refused("there is no directory", "curves", path, "--out", self.root / "no" / "a.png")
        self.assert_refused("--colour", "curves", path, "--colour", "red")
        for content, expected in (("task,seed\n", "has no column model"), (METRICS, "has no rows"),
                                  (METRICS + "copy,1\n", "2 fields; the header has 11"),
                                  (METRICS + "copy,m,c,n,a,1,ten,1,validation,bits,1\n", "got 'ten'; a number")):
            (path / "metrics.csv").write_text(content)
            self.assert_refused(expected, "curves", path)
        (path / "metrics.csv").unlink()
        self.assert_refused("'tapehead train ... --out DIR' makes it", "curves", path)

    def test_bad_traces(self):
        self.assert_refused("no such file", "episode", self.root / "none.h5")
        (self.root / "text.h5").write_text("not HDF5")
        self.assert_refused("is not an HDF5 file", "episode", self.root / "text.h5")
        self.assert_refused("scoring is 'ranks'; one of bits, classes", "episode", self.trace_file(scoring="ranks"))
        self.assert_refused("has no dataset 'outputs'", "episode", self.trace_file(without=("outputs",)))
        path = self.trace_file(without=("reads",))
        with h5py.File(path, "a") as file:
            file["reads"] = numpy.zeros((5, 1, 3))
        self.assert_refused("'reads' is 5x1x3; 6 steps are wanted", "episode", path)
        whole = self.trace_file().read_bytes()
        path.write_bytes(whole[: len(whole) // 2])
        self.assert_refused("is damaged", "episode", path)


if __name__ == "__main__":
    unittest.main()
