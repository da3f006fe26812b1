#!/usr/bin/python3
"""scripts/plot.py story and peaks: the content of the figures, and the program as a process."""
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
from tapehead.commands import plot
from tapehead.plots import peaks, story, story_trace, style
from tapehead.runs.errors import InputError

HEADER = "task,model,controller,memory,addressing,seed,sequences,setting,episodes,metric,value\n"
CLASSES = ["bathroom", "garden", "hallway", "john", "kitchen", "mary", "office"]


def started(*arguments):
    """Starts plot.py as a user does."""
    return subprocess.run([SOURCE / "scripts/plot.py", *map(str, arguments)], capture_output=True, text=True)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def trace_file(self, statements=4, weights=None, gates=None, supports=(1,), answer="kitchen", model="memn2n",
                   outputs=None, **other):
        """A trace as tapehead writes it; `other` replaces datasets ("__" stands for "/"), None omits one."""
        path = self.root / "story.h5"
        if outputs is None:
            outputs = numpy.array([[0.02, 0.2, 0.1, 0.03, 0.5, 0.05, 0.1]])
        found = {"story/statements": [f"mary went to place number {n}" for n in range(statements)],
                 "story/classes": CLASSES, "story/question": ["where is mary"], "story/answer": [answer],
                 "story/supports": numpy.array(supports, dtype="f4"), "outputs": outputs}
        if gates is not None:
            found |= {"entity/gates": gates[:, None], "entity/attention": numpy.full((1, 1, gates.shape[1]), 0.25)}
        else:
            found["hop/weights"] = numpy.array(numpy.eye(3, statements) if weights is None else weights)[:, None]
        found |= {name.replace("__", "/"): values for name, values in other.items()}
        with h5py.File(path, "w") as file:
            file.attrs["model"], file.attrs["scoring"] = model, "classes"
            for name, values in found.items():
                if isinstance(values, list):
                    file[name] = numpy.array(values, dtype=h5py.string_dtype())
                elif values is not None:
                    file[name] = values
        return path

    def peaks_file(self, name="peaks", model="memn2n", seed=1, tasks=(1, 2), hops=((0.5, 0.9), (0.25, 1.0)),
                   of_all=(0.95, 0.1, 3.5)):
        """A table as tapehead writes it."""
        path = self.root / f"{name}.csv"
        parts, text = f"babi,{model},none,none,none,{seed},900", HEADER
        for task, shares in zip(tasks, hops):
            for hop, share in enumerate(shares, start=1):
                text += f"{parts},task.ids={task};hop={hop},100,on_support,{share}\n"
            for metric, value in zip(peaks.OF_ALL_HOPS, of_all):
                text += f"{parts},task.ids={task},100,{metric},{value}\n"
        path.write_text(text)
        return path

    def plot(self, *arguments):
        return forked.run(plot.main, *arguments)

    def assert_unread(self, expected, path):
        with self.assertRaises(InputError) as refused:
            story_trace.read_story(path)
        self.assertIn(expected, str(refused.exception))
        self.assertTrue(str(refused.exception).startswith(f"{path}: "))

    def assert_refused(self, expected, *arguments):
        """Exit status 2, one line on standard error with the expected words, and nothing written."""
        out = self.root / "refused.png"
        done = self.plot(*arguments, "--out", out)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        self.assertIn(expected, done.stderr)
        self.assertFalse(out.exists())


def words(figure):
    """All texts of a figure and its axes."""
    return [text.get_text() for text in figure.texts] + \
        [text.get_text() for axes in figure.axes for text in axes.texts]


class Story(Files):
    def figure(self, **trace):
        return story.draw(story_trace.read_story(self.trace_file(**trace)))

    def cells(self, figure):
        """The pictures' values, rows from the top."""
        return [numpy.ma.filled(mesh.get_array().reshape(mesh.get_coordinates().shape[0] - 1, -1), numpy.nan)
                for axes in figure.axes if not axes.yaxis.get_ticks_position() == "right"  # excludes the colour bar
                for mesh in axes.collections if hasattr(mesh, "get_coordinates")]

    def test_statements_down_and_hops_across(self):
        weights = [[0.7, 0.2, 0.05, 0.05], [0, 0, 0, 1], [0.09, 0.91, 0, 0]]
        figure = self.figure(weights=weights)
        [shown] = self.cells(figure)
        numpy.testing.assert_allclose(shown, numpy.transpose(weights))
        axes = figure.axes[0]
        self.assertTrue(axes.yaxis_inverted())
        self.assertEqual([label.get_text() for label in axes.get_xticklabels()], ["hop 1", "hop 2", "hop 3"])
        self.assertEqual(axes.collections[0].get_clim(), (0, 1))
        printed = {(round(text.get_position()[1] / story.ROW - 0.5), int(text.get_position()[0])): text.get_text()
                   for text in axes.texts}
        self.assertEqual(printed, {(0, 0): "0.70", (1, 0): "0.20", (3, 1): "1.00", (1, 2): "0.91"})

    def test_supporting_facts_are_marked(self):
        figure = self.figure(supports=(3, 1))
        marked = [text.get_text() for text in figure.texts if text.get_color() == style.VERMILION]
        self.assertEqual(marked, ["2", "●", "mary went to place number 1", "4", "●", "mary went to place number 3",
                                  "●"])
        self.assertIn("supporting fact", words(figure))
        figure = self.figure(supports=())
        self.assertFalse([text for text in words(figure) if "●" in text or "supporting" in text])

    def test_question_and_answers(self):
        figure = self.figure()
        for text in ("where is mary?", "expected: kitchen", "predicted: kitchen (right)", "memn2n"):
            self.assertIn(text, words(figure))
        bars = figure.axes[-1]
        self.assertEqual([label.get_text() for label in bars.get_yticklabels()],
                         ["kitchen ✓", "garden", "hallway", "office", "mary"])
        numpy.testing.assert_allclose([bar.get_width() for bar in bars.patches], [0.5, 0.2, 0.1, 0.1, 0.05])
        self.assertEqual([style.matplotlib.colors.to_hex(bar.get_facecolor()).upper() == style.GREEN
                          for bar in bars.patches], [True] + 4 * [False])

    def test_a_right_answer_far_off(self):
        said = words(self.figure(answer="bathroom"))
        self.assertIn("predicted: kitchen (wrong)", said)
        self.assertIn("the right one, bathroom, has 0.020 and is number 7", said)
        self.assertIn("the right one, cellar, is not among the answers it knows", words(self.figure(answer="cellar")))

    def test_what_the_memory_does_not_hold_is_grey(self):
        figure = self.figure(statements=5, weights=[[0.25, 0.75]])
        [shown] = self.cells(figure)
        numpy.testing.assert_array_equal(shown, [[numpy.nan]] * 3 + [[0.25], [0.75]])
        self.assertTrue(any("grey: too old" in text for text in words(figure)))

    def test_a_long_story_keeps_what_matters(self):
        weights = numpy.full((1, 100), 0.001)
        weights[0, 60] = 0.9
        figure = self.figure(statements=100, weights=weights, supports=(99, 0))
        numbers = [int(text) for text in words(figure) if text.isdigit()]
        self.assertEqual((len(numbers), numbers), (story.MOST_ROWS, sorted(numbers)))
        self.assertTrue({1, 61, 100} <= set(numbers))
        self.assertTrue(any("80 of 100 statements" in text for text in words(figure)))

    def test_a_long_statement_is_broken(self):
        long = "word " * 30 + "end"
        figure = self.figure(story__statements=["short", long, "short", "short"])
        [broken] = [text for text in words(figure) if text.endswith("end")]
        self.assertEqual((broken.count("\n"), broken.replace("\n", " ")), (2, long))
        edges = figure.axes[0].collections[0].get_coordinates()[:, 0, 1]
        self.assertGreater(numpy.diff(edges)[1], 2 * numpy.diff(edges)[0])

    def test_gates_of_slots(self):
        gates = numpy.arange(12).reshape(4, 3) / 12
        figure = self.figure(gates=gates, model="entity-network")
        shown, attention = self.cells(figure)
        numpy.testing.assert_allclose(shown, gates)
        numpy.testing.assert_allclose(attention, [[0.25] * 3])
        self.assertEqual(figure.axes[0].get_xlabel(), "gate of slot")
        many = numpy.zeros((4, 60))
        many[2, 20:] = 0.5 + numpy.arange(40) / 100
        figure = self.figure(gates=many, model="entity-network")
        self.assertEqual([label.get_text() for label in figure.axes[0].get_xticklabels()],
                         [str(slot) for slot in range(21, 61)])
        self.assertIn("supporting fact;  40 of 60 slots: those with the greatest gates", words(figure))

    def test_nothing_is_drawn_over_another_or_outside(self):
        for trace in ({}, {"answer": "cellar"}, {"gates": numpy.ones((4, 20))}, {"statements": 1, "supports": (0,)},
                      {"weights": numpy.ones((30, 4))}, {"story__statements": ["a", "b", "c", "d"]}):
            figure = self.figure(**trace)
            figure.canvas.draw()
            boxes = [text.get_window_extent() for text in figure.texts if text.get_text()]
            page = figure.bbox
            for index, box in enumerate(boxes):
                inside = page.x0 <= box.x0 and box.x1 <= page.x1 and page.y0 <= box.y0 and box.y1 <= page.y1
                self.assertTrue(inside, (trace, figure.texts[index].get_text()))
                crossed = [other for other in boxes[:index] if box.shrunk(0.9, 0.9).overlaps(other.shrunk(0.9, 0.9))]
                self.assertFalse(crossed, (trace, figure.texts[index].get_text()))


class Peaks(Files):
    def test_marks_bars_and_chance(self):
        figure = peaks.draw(peaks.pool(peaks.read_peaks([self.peaks_file()])))
        [axes] = figure.axes
        marks = [line for line in axes.lines if line.get_marker() in peaks.MARKS]
        self.assertEqual([line.get_xdata()[0] for line in marks], [50, 90, 25, 100])
        self.assertEqual([round(line.get_ydata()[0]) for line in marks], [0, 0, 1, 1])
        self.assertEqual(len({line.get_marker() for line in marks}), 2)
        self.assertEqual([bar.get_width() for bar in axes.patches], [95, 95])
        chance = [line for line in axes.lines if line.get_linestyle() == "-"]
        self.assertEqual([list(line.get_xdata()) for line in chance], [[10, 10]] * 2)
        self.assertEqual([text.get_text() for text in axes.texts], ["3.5", "3.5", "error %"])
        self.assertEqual([label.get_text() for label in axes.get_yticklabels()],
                         ["one supporting fact  1", "two supporting facts  2"])
        self.assertEqual([text.get_text() for text in figure.legends[0].get_texts()],
                         ["hop 1", "hop 2", "any hop", "by chance"])

    def test_models_side_by_side_and_tasks_in_order(self):
        files = [self.peaks_file(tasks=(10, 9)), self.peaks_file("other", "memory-network", tasks=(2,))]
        figure = peaks.draw(peaks.pool(peaks.read_peaks(files)))
        self.assertEqual([axes.get_title() for axes in figure.axes], ["memn2n", "memory-network"])
        self.assertEqual([label.get_text()[-2:].strip() for label in figure.axes[0].get_yticklabels()],
                         ["2", "9", "10"])
        rows = [[round(bar.get_y() + bar.get_height() / 2) for bar in axes.patches] for axes in figure.axes]
        self.assertEqual(rows, [[1, 2], [0]])

    def test_the_median_over_seeds(self):
        files = [self.peaks_file(f"seed-{seed}", seed=seed, tasks=(1,), hops=((share, 0.5),))
                 for seed, share in ((1, 0.2), (2, 0.9), (3, 0.4))]
        [(model, found)] = peaks.pool(peaks.read_peaks(files)).items()
        self.assertEqual((model, found["task.ids=1"][0].hops, found["task.ids=1"][1]), ("memn2n", [0.4, 0.5], 3))
        self.assertEqual(peaks.draw({model: found}).axes[0].get_title(), "memn2n (3 seeds)")

    def test_one_measurement_twice(self):
        files = [self.peaks_file("a"), self.peaks_file("b")]
        with self.assertRaisesRegex(InputError, "b.csv: memn2n, seed 1, task.ids=1 is in .*a.csv too"):
            peaks.read_peaks(files)


class Program(Files):
    def test_writes_both_files_alike_each_time(self):
        for command in (("story", self.trace_file()), ("peaks", self.peaks_file())):
            written = []
            for name, begin in (("one", self.plot), ("two", started)):  # the second has other string hashes
                done = begin(*command, "--out", self.root / f"{name}.png")
                self.assertEqual(done.returncode, 0, done.stderr)
                written.append([(self.root / f"{name}.{kind}").read_bytes() for kind in ("png", "svg")])
            self.assertTrue(written[0][0].startswith(b"\x89PNG") and b"<svg" in written[0][1])
            self.assertEqual(written[0], written[1], f"{command[0]} is not deterministic")

    def test_refused_stories(self):
        self.assert_refused("no such file", "story", self.root / "none.h5")
        (self.root / "text.h5").write_text("not HDF5")
        self.assert_refused("is not an HDF5 file", "story", self.root / "text.h5")
        with h5py.File(self.root / "copy.h5", "w") as file:
            file["inputs"] = file["outputs"] = numpy.zeros((3, 2))
        self.assert_refused("holds no story", "story", self.root / "copy.h5")

    def test_refused_models_and_numbers(self):
        path = self.trace_file(model="memory-machine", story__statements=None, hop__weights=None,
                               story__sequence=["mary", "."])
        self.assert_unread("of model memory-machine, which does not look at whole statements; this figure draws models "
                           "that read stories statement by statement", path)
        for expected, change in (
                ("has supports [4] of 4 statements", {"supports": (4,)}),
                ("'outputs' is 1x6; 1x7", {"outputs": numpy.full((1, 6), 1 / 6)}),
                ("'hop/weights' has 5x3 weights; as many as statements, 4,", {"weights": numpy.ones((3, 5))}),
                ("'hop/weights' is 3x4; numbers along 3 axes", {"hop__weights": numpy.ones((3, 4))}),
                ("'hop/weights' holds numbers that are not finite", {"weights": numpy.full((3, 4), numpy.nan)}),
                ("'entity/gates' has 3x5 gates; those of 4 statements", {"gates": numpy.ones((3, 5))}),
                ("'entity/attention' has 4 weights; 5", {"gates": numpy.ones((4, 5)),
                                                         "entity__attention": numpy.ones((1, 1, 4))}),
                ("has no dataset 'story/classes'", {"story__classes": None}),
                ("'story/question' does not hold 1 text", {"story__question": ["a", "b"]})):
            self.assert_unread(expected, self.trace_file(**change))

    def test_a_story_is_no_episode(self):
        self.assert_refused("'plot.py story' draws it", "episode", self.trace_file())

    def test_refused_peaks(self):
        self.assert_refused("no such file", "peaks", self.root / "none.csv")
        path = self.peaks_file()
        self.assert_refused("is in", "peaks", path, path)
        whole = path.read_text()
        for content, expected in (
                [(HEADER, "has no rows"), ("task,model\n", "has no column")] +
                [("".join(line for line in whole.splitlines(keepends=True) if lost not in line), f"has no {lacks}")
                 for lost, lacks in (("chance", "chance"), ("hop=1", "on_support of every hop"),
                                     ("hop=", "on_support"))]):
            path.write_text(content)
            with self.assertRaisesRegex(InputError, expected):
                peaks.read_peaks([path])


if __name__ == "__main__":
    unittest.main()
