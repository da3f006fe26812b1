#!/usr/bin/python3
"""The package in a notebook: its tables are those of the commands, its figures are figures and leave Matplotlib as it
was, a run has a card and a trace a player."""
import contextlib
import html
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import types
import unittest
import warnings

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]
PROGRAM = os.environ["TAPEHEAD"]
os.environ["TAPEHEAD_STARTED_BY"] = PROGRAM  # the one that the package asks

import h5py
import matplotlib
import pandas

matplotlib.use("agg")
from matplotlib import figure, pyplot
from run_files import RunFiles

import tapehead
import tapehead.plots
import tapehead.runs
from tapehead.report import alone
from tapehead.runs.errors import InputError
from tapehead.runs.traces import read_trace


def said_by(*words):
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, check=True).stdout


def quietly(call, *given, **more):
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()) as told:
        warnings.simplefilter("ignore")
        found = call(*given, **more)
    assert told.getvalue() == "", told.getvalue()  # notes are warnings, or part of what is shown
    return found


class Tables(RunFiles):
    def setUp(self):
        super().setUp()
        for seed in (1, 2):
            self.make_run("a", seed, [5, 0.5 * seed], settings=[("task.length=20", seed)], eval_metric="bits")
            self.make_run("b", seed, [5, 2], addressing="location")

    def test_they_are_those_of_compare(self):
        out = self.root / "compared"
        text = said_by("compare", self.root, "--solved", 1, "--out", out)
        made = quietly(tapehead.compare, self.root, solved=1)
        self.assertEqual(str(made), text)
        for name in ("groups", "pairs", "grid", "runs"):
            mine = pandas.read_csv(io.StringIO(getattr(made, name).to_csv(index=False)))
            theirs = pandas.read_csv(out / f"{name}.csv")
            pandas.testing.assert_frame_equal(mine, theirs, rtol=1e-9, check_dtype=False)
        runs = quietly(tapehead.runs, [self.root / "a", self.root / "b"], solved=1)
        self.assertEqual(list(runs.cost), list(made.runs.cost))
        self.assertEqual(list(runs.solved), [1, 1, 0, 0])
        self.assertIn("<table", made._repr_html_())

    def test_notes_are_kept_or_warned_of(self):
        (self.root / "a/seed-2/result.json").unlink()
        made = quietly(tapehead.compare, self.root)
        self.assertTrue(any("unfinished" in one for one in made.notes), made.notes)
        with self.assertWarnsRegex(UserWarning, "a/seed-2: unfinished"):
            tapehead.runs(self.root)

    def test_what_was_measured(self):
        curves = quietly(tapehead.curves, self.root)
        rows = curves[(curves.run == str(self.root / "a/seed-2")) & (curves.split == "validation")]
        self.assertEqual(list(rows.value), [5, 1])
        far = quietly(tapehead.evaluations, self.root)
        self.assertEqual(list(zip(far.setting, far.value)), [("task.length=20", 1), ("task.length=20", 2)])

    def test_names_of_runs_stay_text(self):
        self.make_run("<img>", 1, [5, 2], config="memory.slots = 9\n")
        (self.root / "<img>/seed-1/name").write_text("<img>")
        self.assertNotIn("<img>", quietly(tapehead.compare, self.root)._repr_html_())
        self.assertNotIn("<img>", alone.card(self.root / "<img>/seed-1"))

    def test_bad_input_is_told_as_the_command_tells_it(self):
        with self.assertRaisesRegex(InputError, "nowhere: no such directory"):
            tapehead.runs("nowhere")
        with self.assertRaisesRegex(InputError, "figure: got 'hot'; one of answer-copy, .* is needed"):
            quietly(tapehead.plots.comparison, self.root, "hot")


class Evaluated(unittest.TestCase):
    def test_it_is_the_table_of_eval(self):
        found = tapehead.evaluate("copy", episodes=2, task_length="3..5:2")
        text = said_by("eval", "copy", "--episodes", 2, "--task.length", "3..5:2", "--csv", "-")
        theirs = pandas.read_csv(io.StringIO(text))
        self.assertEqual(list(found.value), list(theirs.value))
        self.assertEqual(list(dict.fromkeys(found.setting)), ["task.length=3", "task.length=5"])

    def test_bad_input(self):
        for words, said in (({"run": "cop"}, r"^cop: is neither a run nor a trained model[^\n]*nearest: copy$"),
                            ({"run": "copy", "episodes": 0}, "^--episodes: got 0[^\n]*$"),
                            ({"run": "copy", "task_length": 3, "options": {"task.length": 4}},
                             "^task.length: got it twice, in options and by itself; once is needed$")):
            with self.assertRaisesRegex(InputError, said):
                tapehead.evaluate(**words)


class Figures(RunFiles):
    def test_of_runs(self):
        for seed in (1, 2, 3):
            self.make_run("a", seed, [5, seed], settings=[("task.length=20", 1), ("task.length=40", 7)],
                          eval_metric="wrong_bits")
        before = dict(matplotlib.rcParams)
        made = tapehead.plots.learning_curves(self.root)
        drawn = [list(line.get_ydata()) for line in made.axes[0].lines if line.get_label().startswith("_child")]
        self.assertEqual(drawn[:3], [[5, 1], [5, 2], [5, 3]])  # a line a seed
        far = tapehead.plots.generalisation(self.root)
        self.assertEqual(far.axes[0].get_xlabel(), "length")
        drawn = quietly(tapehead.plots.comparison, self.root, "heat-map", solved=1, grid_metric="wrong_bits")
        for one in (made, far, drawn):
            self.assertIsInstance(one, figure.Figure)
            self.assertTrue(one._repr_png_().startswith(b"\x89PNG"))
        self.assertEqual(dict(matplotlib.rcParams), before)
        self.assertEqual(pyplot.get_fignums(), [])

    def test_of_an_episode_as_what_it_is_needs(self):
        drawn = tapehead.plots.inside("copy", task_length=4)
        self.assertIn("Read weighting", " ".join(text.get_text() for text in drawn.findobj(matplotlib.text.Text)))
        said = " ".join(text.get_text() for text in tapehead.plots.inside("babi").findobj(matplotlib.text.Text))
        self.assertIn("expected: ", said)
        file = self.root / "episode.h5"
        said_by("trace", "copy", "--task.length", 4, "--out", file)
        self.assertEqual(len(tapehead.plots.inside(file).axes), len(drawn.axes))
        with self.assertRaisesRegex(InputError, "is a trace; settings of an episode are for a run"):
            tapehead.plots.inside(file, task_length=4)

    def test_only_figures_are_names_of_the_package(self):
        with self.assertRaisesRegex(AttributeError, "no attribute 'nothing'"):
            tapehead.plots.nothing


class Shown(RunFiles):
    def test_a_card(self):
        run = self.make_run("a", 3, [5, 0.5], status="solved")
        card = alone.card(run)
        for word in (str(run), "solved", "<td style=\"text-align: left\">3</td>", "validation: 5 to 0.5", "<polyline"):
            self.assertIn(word, card)
        (run / "result.json").unlink()
        self.assertIn("unfinished", alone.card(run))
        (run / "metrics.csv").unlink()
        self.assertNotIn("<svg", alone.card(run))

    def test_a_player(self):
        file = self.root / "episode.h5"
        said_by("trace", "copy", "--task.length", 4, "--out", file)
        with h5py.File(file) as opened:
            self.check(read_trace(file), opened)

    def check(self, theirs, opened):
        arrays = {name: opened[name][()] for name in theirs.arrays}
        attributes = {name: dict(opened[name].attrs) for name in theirs.arrays}
        shown = Trace(arrays)
        for kept, name in ((shown.axes, "axes"), (shown.ranges, "range"), (shown.titles, "title")):
            kept.update({of: tuple(held[name]) if name != "title" else held[name]
                         for of, held in attributes.items() if name in held})
        again = self.root / "again.h5"
        alone.write(shown, again)
        mine = read_trace(again)
        for one, other in zip(mine.views, theirs.views, strict=True):
            self.assertEqual((one.name, one.columns, one.rows, one.range, one.title, one.values.tolist()),
                             (other.name, other.columns, other.rows, other.range, other.title, other.values.tolist()))
        player = alone.player(shown, "a <b> trace")
        [text] = re.findall(r'\A<iframe srcdoc="([^"]*)" sandbox="allow-scripts" title="a &lt;b&gt; trace" ', player)
        [data] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html.unescape(text), re.DOTALL)
        data = json.loads(data)
        self.assertEqual((data["alone"], data["runs"], data["traces"][0]["steps"]),
                         (True, [{"name": "a <b> trace", "trace": 0}], len(arrays["inputs"])))
        self.assertIn("read/weights", data["traces"][0]["arrays"])


class Trace(dict):
    """As tapehead.load(…).trace() gives it."""

    def __init__(self, arrays):
        super().__init__(arrays)
        self.axes, self.ranges, self.titles, self.texts = {}, {}, {}, {}


class Package(unittest.TestCase):
    def test_rooms_and_names_are_there_at_once(self):
        self.assertIsInstance(tapehead.plots, types.ModuleType)
        self.assertTrue(callable(tapehead.runs))
        self.assertLessEqual({"compare", "runs", "evaluate", "plots", "torch", "train"}, set(dir(tapehead)))
        for name in tapehead.NAMES:  # a room of that name would take its place once it is imported
            self.assertFalse((SOURCE / "python/tapehead" / name / "__init__.py").exists(), name)


if __name__ == "__main__":
    unittest.main()
