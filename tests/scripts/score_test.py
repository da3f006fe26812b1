#!/usr/bin/python3
"""The score of an episode (plot.py episode): what its tracks show, that they share one time axis, and the pictures that
move."""
import os
import pathlib
import re
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python")]

import forked
import h5py
import numpy
from matplotlib import collections, colors, pyplot
from PIL import Image, ImageChops
from tapehead.commands import plot
from tapehead.plots import episode, line_ends, slots, trace
from tapehead.plots.score import colours, frames, lines, phases, sentence, squares, tracks
from tapehead.runs import identity
from trace_files import TraceFiles


class Traced(TraceFiles, unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def drawn(self, path):
        figure = episode.draw(trace.read_trace(path))
        self.addCleanup(pyplot.close, figure)
        return figure

    def titles(self, figure):
        return [text.get_text() for text in figure.texts if text is not figure._supxlabel]

    def copied(self, slots_=16, first=5, steps=9, turn=1):
        """The trace of a perfect copy of four vectors: written from slot `first` (from 0) on, or back, and read."""
        path, half = self.root / "copy.h5", steps // 2
        bits = numpy.random.default_rng(3).integers(0, 2, (half, 3))
        inputs, outputs = numpy.zeros((steps, 4)), numpy.full((steps, 3), numpy.nan)
        inputs[:half, :3], inputs[half, 3], outputs[half + 1:] = 2 * bits - 1, 1, 0.02 + 0.96 * bits
        write, read = numpy.zeros((steps, 1, slots_)), numpy.zeros((steps, 1, slots_))
        for step in range(steps):
            write[step, 0, (first + turn * min(step, half)) % slots_] = 1
            read[step, 0, (first + turn * max(0, step - half - 1)) % slots_] = 1
        with h5py.File(path, "w", track_order=True) as file:
            file.attrs.update({"scoring": "bits", "memory": "ntm", "model": "memory-machine"})
            file["inputs"], file["outputs"] = inputs, outputs
            file["targets"], file["mask"] = outputs.round(), ~numpy.isnan(outputs) * 1.0
            for name, values, axes, ends in (
                    ("read/gate", read[:, :, :1], "gate", [0., 1.]), ("read/strength", 7 + 0 * read[:, :, :1],
                                                                      "strength", None),
                    ("read/shift", read[:, :, :3], "shift", [0., 1.]), ("read/weights", read, "slot", [0., 1.]),
                    ("write/gate", write[:, :, :1], "gate", [0., 1.]), ("write/weights", write, "slot", [0., 1.])):
                file[name] = values
                file[name].attrs["axes"] = ["step", "head", axes]
                if ends:
                    file[name].attrs["range"] = ends
        return path


class Tracks(Traced):
    def test_one_time_axis(self):
        figure = self.drawn(self.copied())
        boxes = {(axes.get_position().x0, axes.get_position().x1) for axes in figure.tracks}
        self.assertEqual(len(boxes), 1)
        self.assertEqual({axes.get_xlim() for axes in figure.tracks}, {(0.5, 9.5)})
        tops = [axes.get_position().y1 for axes in figure.tracks]
        self.assertEqual(tops, sorted(tops, reverse=True))

    def test_their_order(self):
        words = self.titles(self.drawn(self.copied()))
        self.assertEqual(words, ["Input", "■ Write weights", "■ Read weights",
                                 "Output (0 of 12 bits wrong)", "Write head", "Read head"])

    def test_phases(self):
        found = trace.read_trace(self.copied())
        by_step = phases.by_step(found["inputs"], phases.scored_of(found))
        self.assertEqual(phases.spans(by_step), [("input", 1, 4), ("mark", 5, 5), ("answer", 6, 9)])
        self.assertEqual(phases.numbers(by_step), [1, 2, 3, 4, 0, 0, 0, 0, 0])

    def pair(self, path):
        [pair] = tracks.pairs_of(trace.read_trace(path)["views"])
        return pair

    def test_a_copy_is_two_parallel_diagonals_from_slot_1(self):
        """Slots are counted from the first written, round the ring, the way that the write head goes."""
        for turn in (1, -1):
            pair = self.pair(self.copied(slots_=16, first=13, turn=turn))
            write, read = pair.of_head(0)
            self.assertEqual([pair.axis.number(row) for row in write.argmax(axis=0)[:5]], [1, 2, 3, 4, 5])
            self.assertEqual([pair.axis.number(row) for row in read.argmax(axis=0)[5:]], [1, 2, 3, 4])
            self.assertEqual((pair.axis.label, pair.axis.turn), ("slot (1: first written)", turn))
        image = self.drawn(self.root / "copy.h5").tracks[2].images[0].get_array()
        both, alone, reading = image[0, 0], image[1, 1], image[3, 8]
        numpy.testing.assert_allclose(alone, colors.to_rgb(colours.WRITE), atol=0.01)
        numpy.testing.assert_allclose(reading, colors.to_rgb(colours.READ), atol=0.01)
        self.assertTrue((both <= numpy.minimum(alone, reading) + 0.01).all())

    def test_colours_are_those_of_the_pages(self):
        sheet = (SOURCE / "web/src/shared/style/colours.css").read_text()
        for hue in (colours.WRITE, colours.READ, colours.WRONG, *identity.COLOURS):
            self.assertIn(f": {hue};", sheet)

    def test_only_used_slots_of_a_large_memory(self):
        axis = self.pair(self.copied(slots_=128, first=126)).axis
        self.assertEqual([axis.number(row) for row in range(9)], [1, 2, 3, 4, 5, 6, 7, 127, 128])
        self.assertEqual(axis.label, "slot (1: first written)\n9 of 128 shown")
        weights = numpy.zeros((1, 128, 4))
        weights[0, [126, 127, 0, 1], range(4)] = 1
        self.assertEqual(slots.shown_slots([weights]).tolist(), [124, 125, 126, 127, 0, 1, 2, 3])
        self.assertEqual(len(slots.shown_slots([weights[:, :20] + 1])), 20)

    def test_slots_of_a_memory_of_which_only_chosen_ones_are_known(self):
        """Counted as they were written: 3, 99,999, then 70,000. Weights below a twentieth are left out; a slot that was
        chosen twice has both."""
        pair = self.pair(self.trace_of_chosen_slots())
        write, read = pair.of_head(0)
        self.assertEqual(write.tolist(), [[0.75, 0], [0, 1], [0, 0]])
        self.assertEqual(read.tolist(), [[0, 0], [0, 0.5], [0.875, 0.5]])
        self.assertEqual([pair.axis.number(row) for row in range(3)], [1, 2, 3])
        self.assertEqual(pair.axis.label, "slot (1: first written)\n3 of 100,000 shown")

    def test_lines_have_their_symbols_at_their_ends(self):
        read = self.drawn(self.copied()).tracks[-1]
        self.assertEqual({text.get_text() for text in read.texts}, {"g", "β/10", "s +1", "s 0", "s −1"})
        drawn = {line.get_label(): line.get_ydata() for line in read.lines if not line.get_label().startswith("_")}
        self.assertEqual(set(drawn["β/10"]), {0.7})

    def test_a_quantity_has_one_colour_and_a_shift_one_dash_as_in_the_pages(self):
        page = (SOURCE / "web/src/score/paint_lines.js").read_text()
        said = re.search(r"COLOURS = \{(.*?)\}", page, re.DOTALL)[1]
        self.assertEqual({name.strip('"'): int(at) for name, at in re.findall(r'("?[\w-]+"?): (\d)', said)}, lines.HUES)
        for turn in (1, -1):
            write, read = self.drawn(self.copied(turn=turn)).tracks[-2:]
            looks = {line.get_label(): (line.get_color(), line.get_linestyle()) for axes in (write, read)
                     for line in axes.lines}
            self.assertEqual(looks["g"][0], identity.COLOURS[1])
            self.assertEqual(looks["β/10"][0], identity.COLOURS[0])
            self.assertEqual(looks["s +1"], (identity.COLOURS[2], "-"))
            self.assertEqual(looks["s −1"], (identity.COLOURS[2], "--"))  # what Matplotlib calls any dash

    def test_labels_at_lines_ends_do_not_overlap(self):
        for wanted in ([0.5] * 4, [0.0, 0.01, 1.0], [0.98, 1.0, 0.99], [0.2, 0.9, 0.25, 0.85]):
            places = line_ends.spread(wanted, 0.15)
            ordered = sorted(places)
            self.assertTrue(all(after - before > 0.149 for before, after in zip(ordered, ordered[1:])), places)
            self.assertTrue(-0.001 <= ordered[0] and ordered[-1] <= 1.001, places)

    def test_a_model_without_memory(self):
        memory = ("reads", "write/add", "write/weights", "read/weights")
        self.assertEqual(self.titles(self.drawn(self.trace_file(without=memory + ("targets", "mask")))),
                         ["Input", "Output"])

    def test_vectors_where_no_weighting_says_where_they_go(self):
        words = self.titles(self.drawn(self.trace_file(without=("write/weights", "read/weights"))))
        self.assertEqual([each.split(" (")[0] for each in words[-2:]], ["Reads", "Add"])


class Squares(Traced):
    def test_filled_hollow_and_silence(self):
        axes = self.drawn(self.copied()).tracks[1]
        inputs = trace.read_trace(self.root / "copy.h5")["inputs"]
        filled, hollow = [each for each in axes.collections if isinstance(each, collections.PatchCollection)]
        self.assertEqual((len(filled.get_paths()), len(hollow.get_paths())), ((inputs > 0).sum(), (inputs < 0).sum()))
        self.assertEqual(hollow.get_facecolor().size, 0)

    def test_bits_of_0_and_1(self):
        """A 0 is said where a vector is; of one-hot inputs it is not."""
        said = squares.as_said(numpy.array([[1, 0, 0], [1, 1, 0], [0, 0, 1]]), 2)
        self.assertEqual(said.tolist(), [[1, -1, 0], [1, 1, 0], [0, 0, 1]])
        hot = numpy.array([[1, 0, 0], [0, 1, 0]])
        self.assertIs(squares.as_said(hot, 2), hot)

    def rings(self, figure):
        return [line for axes in figure.axes for line in axes.lines if line.get_fillstyle() == "none"]

    def test_wrong_bits_are_ringed(self):
        [rings] = self.rings(self.drawn(self.trace_file()))
        self.assertEqual(rings.get_xydata().tolist(), [[3, 2]])

    def test_the_most_probable_class_is_the_answer(self):
        path = self.trace_file(scoring="classes")
        with h5py.File(path, "r+") as file:
            file["targets"][:, 2] = 1
            file["mask"][3:] = 0
            file["outputs"][:] = [[0.2, 0.3, 0.4, 0.1],  # right, though below a half
                                  [0.1, 0.6, 0.2, 0.1],  # wrong: class 1
                                  [0.1, 0.1, 0.1, 0.7],  # wrong: class 3
                                  [0.7, 0.1, 0.1, 0.1], [0.7, 0.1, 0.1, 0.1], [0.7, 0.1, 0.1, 0.1]]  # not scored
        figure = self.drawn(path)
        [rings] = self.rings(figure)
        self.assertEqual(rings.get_xydata().tolist(), [[2, 2], [3, 4]])
        [dots] = [line for line in rings.axes.lines if line.get_color() == colours.WRONG and line is not rings]
        self.assertEqual(dots.get_xydata().tolist(), [[2, 3], [3, 3]])  # class 2 was expected
        self.assertEqual([tick.get_text() for tick in rings.axes.get_yticklabels()], ["0", "1", "2", "3"])
        self.assertIn("Output (2 of 3 answers wrong)", self.titles(figure))

    def test_outputs_that_were_not_asked_for(self):
        for without in ((), ("mask",)):  # without a mask the outputs' NaN say so too
            path = self.trace_file(without=without)
            with h5py.File(path, "r+") as file:
                file["outputs"][:2] = numpy.nan
                if "mask" in file:
                    file["mask"][:2] = 0
            self.assertIn("Output (1 of 16 bits wrong)", self.titles(self.drawn(path)))


class Moving(Traced):
    def opened(self, name):
        picture = Image.open(self.root / name)
        self.addCleanup(picture.close)
        return picture

    def test_a_frame_a_step_and_nothing_moves_but_the_cursor(self):
        done = forked.run(plot.main, "episode", self.copied(), "--out", self.root / "e.gif", "--speed", "8")
        self.assertEqual(done.returncode, 0, done.stderr)
        picture = self.opened("e.gif")
        self.assertEqual((picture.n_frames, picture.info["duration"]), (9, 120))
        shown = frames.frames(trace.read_trace(self.root / "copy.h5"))
        for step, direct in enumerate(shown):
            picture.seek(step)
            apart = ImageChops.difference(picture.convert("RGB"), direct)
            self.assertLess(numpy.asarray(apart).mean(), 2, step)  # a palette instead of all colours
        cursor = [numpy.flatnonzero((numpy.asarray(each) == (180, 0, 90)).all(axis=2).any(axis=0)) for each in shown]
        self.assertEqual([len(each) for each in cursor], [2] * 9)
        widths = numpy.diff([each[0] for each in cursor])
        self.assertTrue((widths > 0).all() and widths.max() - widths.min() <= 1, widths)
        left = numpy.asarray(shown[0])[:, :30] == numpy.asarray(shown[-1])[:, :30]
        self.assertTrue(left.all())

    def test_png_that_moves(self):
        done = forked.run(plot.main, "episode", self.copied(), "--out", self.root / "e.apng")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.opened("e.apng").n_frames, 9)

    def test_sentences(self):
        says = sentence.Sentences(trace.read_trace(self.copied()))
        self.assertEqual(says.of(2), "Step 2. Reading in vector 2: the write head writes to slot 2.")
        self.assertEqual(says.of(8), "Step 8. Reading back: the read head is at slot 3, where vector 3 was written at "
                                     "step 3; all 3 right.")

    def test_refused(self):
        out, path = self.root / "e.gif", self.copied()
        for words, says in ((["--speed", "0", "--out", out], "--speed: got '0'; steps a second from 0.1"),
                            (["--out", self.root / "no" / "e.gif"], "--out: there is no directory"),
                            (["--out", self.root / "e.jpg"], "a name ending in .png (with .svg beside it), .svg, .pdf, "
                                                             ".gif or .apng is needed")):
            done = forked.run(plot.main, "episode", path, *words)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
            self.assertIn(says, done.stderr)
        self.assertFalse(out.exists())


if __name__ == "__main__":
    unittest.main()
