#!/usr/bin/python3
"""Traces of pictures: the figures of scripts/plot.py captions and glimpses, the report's players, and refusals."""
import itertools
import os
import pathlib
import sys
import tempfile
import types
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python")]

import figures
import forked
import numpy
import picture_traces as made
import spoken_traces
from matplotlib.patches import Rectangle
from tapehead.commands import plot
from tapehead.plots import captions, glimpses, style
from tapehead.plots.picture_trace import read_picture
from tapehead.report import players
from tapehead.runs.errors import InputError

RUN = types.SimpleNamespace(part={"task": "mosaic"}.get)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.path = self.root / "trace.h5"

    def caption(self, **trace):
        return read_picture(made.about(self.path, **{"looks": made.soft_looks(), "said": made.WORDS[:-1]} | trace))

    def glimpsed(self, **trace):
        return read_picture(made.glimpsed(self.path, **trace))


def words(figure):
    return [text.get_text() for text in figure.texts if text.get_text()]


def outlines(figure, colour):
    """(left, top, width, height) of the frames of a colour, axes by axes."""
    return [[(*patch.get_xy(), patch.get_width(), patch.get_height()) for patch in axes.patches
             if isinstance(patch, Rectangle)
             and style.matplotlib.colors.to_hex(patch.get_edgecolor()) == colour.lower()] for axes in figure.axes]


class Reading(Files):
    def test_pointing_is_the_share_within_the_box(self):
        share, count = self.caption().pointing()
        # Counted pixel by pixel: each pixel gets an equal part of its cell's share.
        looks, expected = made.soft_looks().reshape(len(made.WORDS), *made.GRID), []
        for word in (1, 5):
            left, top, right, bottom = made.BOXES[word]
            pixels = numpy.repeat(numpy.repeat(looks[word], 8, 0), 8, 1) / 64
            expected.append(pixels[top:bottom, left:right].sum())
        self.assertEqual(count, 2)
        self.assertAlmostEqual(share, sum(expected) / 2, places=6)
        self.assertEqual(self.glimpsed().pointing(), (0.5, 1))
        self.assertIsNone(self.caption(boxes=None).pointing())
        self.assertIsNone(self.caption(looks=None).pointing())
        self.assertIsNone(self.caption(boxes=[made.NONE] * len(made.WORDS)).pointing())

    def test_heads_look_together(self):
        two = numpy.concatenate([made.soft_looks(), made.sampled_looks()], axis=1)
        trace = self.caption(looks=two)
        numpy.testing.assert_allclose(trace.looks.sum(axis=(1, 2)), 1, atol=1e-6)
        self.assertFalse(trace.is_sampled)
        self.assertTrue(self.caption(looks=made.sampled_looks()).is_sampled)

    def test_what_is_damaged_is_refused_in_a_line(self):
        for trace, said in (({"grid": (4, 4)}, "'alignment' is 7x1x15 over a grid of 4x4"),
                            ({"boxes": made.BOXES[:3]}, "'boxes' is 3x4; one for each of 7 words"),
                            ({"boxes": [(1, 2)] * 7}, "'boxes' is 7x2; four numbers each are wanted"),
                            ({"shown": numpy.full((4, 4, 1), numpy.nan, "f4")}, "'picture' holds numbers that are not"),
                            ({"words": []}, "'target' has 0 words")):
            with self.subTest(said), self.assertRaises(InputError) as refused:
                self.caption(**trace)
            self.assertIn(said, str(refused.exception))
            self.assertNotIn("\n", str(refused.exception))


class Captions(Files):
    def test_a_picture_a_word(self):
        figure = captions.draw(self.caption())
        self.assertEqual(figures.not_legible(figure), [])
        shown = words(figure)
        self.assertEqual([each for each in shown if each in made.WORDS], made.WORDS)
        self.assertIn("free decoding says the same", shown)
        frames = outlines(figure, style.VERMILION)
        self.assertEqual([each for each in frames if each], [[(2, 4, 12, 12)], [(20, 6, 16, 14)]])
        veils = [axes.images[1].get_array()[..., 3] for axes in figure.axes if len(axes.images) == 2]
        self.assertEqual(len(veils), len(made.WORDS))
        self.assertEqual(numpy.unravel_index(veils[1].argmax(), made.GRID), (1, 1))
        self.assertAlmostEqual(float(veils[1].max()), 0.85)
        self.assertLess(float(veils[0].max()), 0.1)  # on the same scale

    def test_wrong_words_stand_below_those_that_are_right(self):
        figure = captions.draw(self.caption(said=["a", "bag", "of", "a", "shirt"]))
        self.assertEqual(figures.not_legible(figure), [])
        red = [text.get_text() for text in figure.texts if text.get_color() == style.VERMILION and text.get_text()]
        self.assertEqual(red, ["–", "shirt"])
        self.assertIn("red: said otherwise in free decoding", words(figure))

    def test_one_class_or_many_hostile_words_fit(self):
        hostile = ["$x$ & $y$", "\u202eabc", "</script>", "a-word-that-is-far-too-long-for-this"] * 8
        for trace in ({"words": ["boot"], "said": ["sandal"], "looks": made.soft_looks(1), "boxes": None},
                      {"words": hostile, "said": hostile[::-1], "looks": made.soft_looks(32), "boxes": None},
                      {"looks": made.sampled_looks(), "shown": made.picture(90, 20, 3)}):
            figure = captions.draw(self.caption(**trace))
            self.assertEqual(figures.not_legible(figure), [])
        self.assertIn("it looks at one part for each word", words(figure))

    def test_the_program(self):
        self.caption()
        out = self.root / "captions.png"
        done = forked.run(plot.main, "captions", self.path, "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(out.stat().st_size, 0)
        self.assertTrue(out.with_suffix(".svg").exists())


class Glimpses(Files):
    def test_windows_are_numbered_and_what_is_in_them_stands_beside(self):
        figure = glimpses.draw(self.glimpsed(said=["bag"]))
        self.assertEqual(figures.not_legible(figure), [])
        frames = outlines(figure, style.SKY)
        self.assertEqual(frames[0], [(x - 4, y - 4, 8, 8) for x, y, _, _ in made.WINDOWS])
        self.assertEqual(outlines(figure, style.VERMILION)[0], [(20, 6, 16, 14)])
        self.assertEqual([axes.get_xlim() for axes in figure.axes[1:]], [(x - 4, x + 4) for x, *_ in made.WINDOWS])
        self.assertEqual([text.get_text() for text in figure.axes[0].texts], list("123456"))
        self.assertIn("said: bag", words(figure))
        self.assertIn("it answers right", words(glimpses.draw(self.glimpsed())))
        self.assertEqual(figures.not_legible(glimpses.draw(self.glimpsed(windows=made.WINDOWS * 6))), [])

    def test_coarser_windows_of_a_look_are_pale_about_the_sharpest(self):
        several = [[*at, *size] for at, size in (((20, 12), (8, 8)), ((12, 11), (8, 8)))]
        scales = [sum(([x, y, wide * 2 ** s, high * 2 ** s] for s in range(5)), []) for x, y, wide, high in several]
        trace = self.glimpsed(windows=scales)
        self.assertEqual(trace.looked.shape, (2, 5, 4))
        self.assertEqual(trace.windows.tolist(), several)
        figure = glimpses.draw(trace)
        self.assertEqual(figures.not_legible(figure), [])
        over, *beside = outlines(figure, style.SKY)
        self.assertEqual(over[0], (20 - 64, 12 - 64, 128, 128))  # the coarsest below all others
        self.assertEqual(over[-2:], [(16, 8, 8, 8), (8, 7, 8, 8)])
        self.assertEqual(len(over), 10)
        self.assertEqual([axes.get_xlim() for axes in figure.axes[1:]], [(4, 36), (-4, 28)])
        self.assertEqual(beside[0], [(12, 4, 16, 16), (16, 8, 8, 8)])
        self.assertTrue(any("5 windows about one middle" in each for each in words(figure)))
        self.assertFalse(any("about one middle" in each for each in words(glimpses.draw(self.glimpsed()))))
        with self.assertRaisesRegex(InputError, "'glimpses' is 1x6; four numbers a window are wanted"):
            self.glimpsed(windows=[range(6)])

    def test_numbers_keep_off_each_other_and_on_the_picture(self):
        wide = [(20 + at / 10, 12, 40, 40) for at in range(8)]  # soft windows may cover it all, or lie outside it
        for windows in (wide, [(39, 23, 8, 8)] * 5 + [(60, -20, 30, 30)], made.WINDOWS):
            figure = glimpses.draw(self.glimpsed(windows=windows))
            self.assertEqual(figures.not_legible(figure), [])
            axes = figure.axes[0]
            there = [text.get_position() for text in axes.texts]
            self.assertTrue(all(0 <= x <= 40 and 0 <= y <= 24 for x, y in there), there)
            boxes = [text.get_window_extent() for text in axes.texts]
            self.assertFalse([pair for pair in itertools.combinations(boxes, 2) if pair[0].overlaps(pair[1])])
        self.assertEqual([tuple(map(float, at)) for at in there], [(x, y) for x, y, *_ in made.WINDOWS])

    def test_each_figure_says_which_other_draws_the_trace(self):
        self.glimpsed()
        done = forked.run(plot.main, "captions", self.path, "--out", self.root / "x.png")
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1))
        self.assertIn("shows no attention over the picture; 'plot.py glimpses' draws its windows", done.stderr)
        self.caption()
        done = forked.run(plot.main, "glimpses", self.path, "--out", self.root / "x.png")
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1))
        self.assertIn("looks through no windows; 'plot.py captions' draws its attention", done.stderr)
        for other in ("episode", "alignment"):
            done = forked.run(plot.main, other, self.path, "--out", self.root / "x.png")
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1))
            self.assertIn("is of a picture; 'plot.py captions'", done.stderr)
        spoken_traces.answer(self.path)
        done = forked.run(plot.main, "glimpses", self.path, "--out", self.root / "x.png")
        self.assertIn("holds no picture", done.stderr)


class Players(Files):
    def read(self, make, **trace):
        make(self.path, **trace)
        return players.read(self.path, RUN, {})

    def test_steps_are_words(self):
        trace = self.read(made.about, looks=made.soft_looks(), said=["a", "bag"])
        panel = trace["panels"][0]
        self.assertEqual((panel["kind"], panel["by"], panel["looks"], panel["grid"], trace["steps"]),
                         ("picture", "word", "alignment", [3, 5], 7))
        self.assertEqual(panel["boxes"][:2], [None, (2, 4, 14, 16)])
        self.assertEqual(trace["step_labels"], made.WORDS)
        self.assertEqual(trace["arrays"]["picture"]["shape"], [24, 40, 1])
        self.assertEqual(trace["arrays"]["alignment"]["shape"], [7, 1, 15])
        self.assertFalse({"boxes", "attention/weights"} & {each.get("array") for each in trace["panels"]})
        self.assertIn("outputs", {each.get("array") for each in trace["panels"]})

    def test_of_one_answer_steps_are_glimpses(self):
        trace = self.read(made.glimpsed, core__hidden=numpy.ones((6, 1, 5), "f4"))
        panel = trace["panels"][0]
        self.assertEqual((panel["by"], trace["steps"], trace["step_name"], len(panel["windows"])),
                         ("glimpse", 6, "glimpse", 6))
        self.assertEqual(panel["windows"][0], [[20, 12, 8, 8]])
        self.assertEqual({each.get("array") for each in trace["panels"]}, {"picture", "core/hidden"})
        one = trace["episode"]
        self.assertEqual(one, self.read(made.glimpsed, windows=made.WINDOWS[:2])["episode"])
        self.assertNotEqual(one, self.read(made.glimpsed, shown=1 - made.picture())["episode"])

    def test_a_damaged_one_has_no_player(self):
        self.assertIn("wanted", self.read(made.about, looks=made.soft_looks(), grid=(2, 2)))


if __name__ == "__main__":
    unittest.main()
