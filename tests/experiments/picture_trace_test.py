#!/usr/bin/python3
"""The program's traces of answers about pictures: their content, and that their attention gives the pointing that
`tapehead eval` reports for the same episodes."""
import csv
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python")]

import h5py
from process import ProgramTest
from tapehead.plots.picture_trace import read_picture

SHORT = ["--task.from", "digits", "--train.sequences", "16", "--train.batch", "8", "--train.validate-every", "16",
         "--train.validation-episodes", "4", "--train.final-episodes", "4", "--threads", "1"]
CAPTIONS = ["--task", "mosaic", "--task.canvas", "64", "--task.max-items", "2", "--model", "encoder-decoder",
            "--encoder", "convolution", "--controller.size", "8", "--model.embedding", "4"]
CLASSES = ["--task", "translated", "--task.canvas", "42", "--model", "classifier", "--encoder", "patches"]


class Traces(ProgramTest):
    def trained(self, words):
        self.tapehead("train", *words, *SHORT, "--out", self.root / "run")
        return self.root / "run"

    def traced(self, run, *words):
        file = self.root / "episode.h5"
        self.tapehead("trace", run, "--split", "test", *words, "--out", file)
        return file

    def pointing(self, run, *words):
        table = self.root / "eval.csv"
        self.tapehead("eval", run, "--split", "test", "--episodes", "1", *words, "--csv", table)
        with open(table, newline="", encoding="utf-8") as file:
            [value] = [float(row["value"]) for row in csv.DictReader(file) if row["metric"] == "pointing"]
        return value

    def test_captions(self):
        run = self.trained(CAPTIONS)
        file = self.traced(run, "--task.items", "2")
        trace = read_picture(file)
        self.assertEqual(trace.picture.shape, (64, 64, 1))
        self.assertEqual(trace.target[-1], "(end)")
        self.assertEqual(len(trace.boxes), len(trace.target))
        self.assertEqual(sum(box is not None for box in trace.boxes), 2)
        self.assertEqual(trace.weights.shape[1], len(trace.target))
        self.assertIsNotNone(trace.said)
        share, words = trace.pointing()
        self.assertAlmostEqual(share, self.pointing(run, "--task.items", "2"), places=5)
        self.assertEqual(words, 2)
        for box, word in zip(trace.boxes, trace.target):
            if box:  # there is an object
                left, top, right, bottom = map(int, box)
                self.assertGreater(trace.picture[top:bottom, left:right].max(), 0.3, word)
        with h5py.File(file) as opened:
            self.assertNotIn("inputs", opened)
            self.assertNotIn("source", opened)
            self.assertEqual([int(each) for each in opened["alignment"].attrs["grid"]], list(trace.weights.shape[2:]))
        bytes_before = file.read_bytes()
        self.assertEqual(self.traced(run, "--task.items", "2").read_bytes(), bytes_before)

    def test_a_class(self):
        run = self.trained(CLASSES)
        trace = read_picture(self.traced(run))
        self.assertEqual((len(trace.target), len(trace.said), len(trace.boxes)), (1, 1, 1))
        self.assertIn(trace.target[0], list("0123456789"))
        self.assertEqual(trace.weights.shape[1:], (1, 6, 6))
        self.assertAlmostEqual(trace.pointing()[0], self.pointing(run), places=5)

    def test_a_picture_that_comes_patch_by_patch_is_a_sequence(self):
        run = self.trained(["--task", "translated", "--task.canvas", "42", "--task.patch", "14", "--model", "lstm",
                            "--controller.size", "8"])
        with h5py.File(self.traced(run)) as opened:
            self.assertEqual(opened["inputs"].shape, (9, 14 * 14))
            self.assertNotIn("picture", opened)
            self.assertNotIn("boxes", opened)
            self.assertEqual((len(opened["target"]), len(opened["said"])), (1, 1))

    def test_characters_one_after_the_other(self):
        options = dict(zip(SHORT[::2], SHORT[1::2]))
        del options["--task.from"]
        self.tapehead("train", "--task", "one-shot", "--task.instances", "3", "--model", "lstm",
                      "--controller.size", "8", *[word for pair in options.items() for word in pair],
                      "--out", self.root / "run")
        self.tapehead("trace", self.root / "run", "--out", self.root / "episode.h5")
        with h5py.File(self.root / "episode.h5") as opened:
            self.assertEqual(len(opened["inputs"]), 15)
            self.assertEqual((len(opened["target"]), len(opened["said"])), (15, 15))
            self.assertTrue({word.decode() for word in opened["target"][()]} <= set("12345"))


if __name__ == "__main__":
    unittest.main()
