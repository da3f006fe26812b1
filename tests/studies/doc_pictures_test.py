#!/usr/bin/python3
"""The pictures under docs/ have one look: each that can be drawn again carries the digest of the present one, and is
what studies/doc_pictures.py draws; the others are listed with the reason."""
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "studies"), str(SOURCE / "tests" / "support"), str(SOURCE / "python")]

import doc_pictures
import forked
import numpy
from PIL import Image
from process import PROGRAM
from tapehead.plots import look, style

ALIKE = 3  # of 255, the mean over a picture's pixels: other processors round differently


class Pictures(unittest.TestCase):
    def test_each_has_a_row(self):
        rows, used = doc_pictures.table(), set()
        for picture in doc_pictures.pictures():
            found = doc_pictures.made_by(picture, rows)
            self.assertIsNotNone(found, f"{picture}: neither drawn by doc_pictures.toml nor kept, with the reason")
            used.add(found[:2])
        self.assertEqual(used, {(kind, beginning) for kind, each in rows.items() for beginning in each})
        self.assertGreater(len(doc_pictures.pictures()), 100)

    def test_those_that_can_be_drawn_have_the_present_look(self):
        rows, seen = doc_pictures.table(), 0
        for picture in doc_pictures.pictures():
            if doc_pictures.made_by(picture, rows)[0] != "kept":
                self.assertEqual(doc_pictures.look_of(picture), style.look_of_all(),
                                 f"{picture}: is of another look; studies/doc_pictures.py draws it anew")
                seen += 1
        self.assertGreater(seen, 30)

    def test_a_change_of_a_colour_is_another_look(self):
        before = style.look_of_all()
        with mock.patch.dict(style.RC, {"grid.color": "#000000"}):
            self.assertNotEqual(style.look_of_all(), before)
        self.assertEqual(style.look_of_all(), before)
        self.assertIsNone(look.of_file(b"tapehead plot, tapehead 0123456789ag"))
        self.assertEqual(look.of_file(b"tapehead is tapehead 0123456789ab."), "tapehead 0123456789ab")

    def test_they_are_what_is_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs/results/babi").mkdir(parents=True)
            with mock.patch.object(doc_pictures, "ROOT", root):
                for beginning in ("docs/dnc-episode", "docs/copy.gif", "docs/results/babi/story"):
                    done = forked.run(doc_pictures.main, beginning, "--program", PROGRAM)
                    self.assertEqual(done.returncode, 0, done.stderr)
            for name in ("docs/dnc-episode.png", "docs/copy.gif", "docs/results/babi/story.png"):
                made, kept = (numpy.asarray(Image.open(path / name).convert("L"), float) for path in (root, SOURCE))
                self.assertEqual(made.shape, kept.shape, name)
                self.assertLess(abs(made - kept).mean(), ALIKE, name)

    def test_refused(self):
        done = forked.run(doc_pictures.main, "docs/nothing")
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
        self.assertIn("docs/nothing: no picture that is drawn begins so", done.stderr)


if __name__ == "__main__":
    unittest.main()
