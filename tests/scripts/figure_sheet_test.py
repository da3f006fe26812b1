#!/usr/bin/python3
"""scripts/figure.py: several plots on one page, each where it belongs, and sheets that are refused."""
import os
import pathlib
import re
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

import figures
import forked
import numpy
from matplotlib import text
from PIL import Image
from plot_inputs import PlotInputs
from tapehead.commands import figure
from tapehead.plots import paper, style
from tapehead.plots.sheets import page, panels, sheet_file

TWO_ROWS = """
columns = {columns}
across = 2
[[panel]]
kind = "curves"
of = "runs"
metric = "bits"
[[panel]]
kind = "story"
of = ["story.h5"]
[[panel]]
kind = "answer"
of = "runs"
solved = 0.5
across = 2
"""


class Sheet(PlotInputs):
    def setUp(self):
        super().setUp()
        self.addCleanup(setattr, paper, "asked", paper.Paper())

    def written(self, words=TWO_ROWS, columns=2):
        self.groups_of_runs()
        self.trace_file()
        self.story_file(statements=3)
        path = self.root / "sheet.toml"
        path.write_text(words.format(columns=columns))
        return path

    def test_panels_stand_where_they_belong(self):
        for columns, millimetres in ((1, 89), (2, 170)):
            sheet = sheet_file.read(self.written(columns=columns))
            found = panels.drawn(sheet)
            made = page.compose(found, sheet)
            self.addCleanup(style.pyplot.close, made)
            self.assertAlmostEqual(made.get_figwidth(), millimetres / 25.4)
            letters = [each for each in made.findobj(text.Text) if each.get_text() in "abc" and each.get_text()]
            self.assertEqual([(each.get_text(), each.get_fontweight()) for each in letters],
                             [(letter, "bold") for letter in "abc"])
            a, b, c = (each.get_position() for each in letters)
            self.assertEqual((a[1], a[0]), (b[1], c[0]))
            self.assertGreater(b[0], 0.5)
            self.assertLess(c[1], a[1])
            self.assertGreaterEqual(min(min(figures.letters(each)) for each in found), style.LEGIBLE - 1e-6)
            for each, wide in zip(found, panels.widths(sheet)):
                self.assertLessEqual(each.get_figwidth(), wide + 1e-6)
                self.assertEqual(figures.cut(each) if columns == 2 else [], [])  # a story needs more than 42 mm
                self.assertEqual(each.findobj(lambda artist: artist.get_rasterized()), [])

    def test_a_panel_is_drawn_as_it_is_alone(self):
        """Its ink is all within its place, and as much of it as alone."""
        path = self.written("[[panel]]\nkind = 'curves'\nof = 'runs'\n[[panel]]\nkind = 'episode'\nof = 'trace.h5'\n")
        done = forked.run(figure.main, path, "--out", self.root / "page.png")
        self.assertEqual(done.returncode, 0, done.stderr)
        picture = numpy.asarray(Image.open(self.root / "page.png").convert("L"), float)
        sheet = sheet_file.read(path)
        first, second = panels.drawn(sheet)
        high = round(300 * (first.get_figheight() + page.LETTER_ROOM))
        for part, alone in ((picture[:high], first), (picture[high + round(300 * panels.GAP):], second)):
            alone.patch.set_visible(True)
            alone.savefig(self.root / "alone.png", dpi=300)
            ink = (255 - numpy.asarray(Image.open(self.root / "alone.png").convert("L"), float)).sum()
            self.assertAlmostEqual((255 - part).sum() / ink, 1, delta=0.02)  # a letter more

    def test_the_program(self):
        path, out = self.written(), self.root / "page.svg"
        done = subprocess.run([SOURCE / "scripts/figure.py", path, "--out", out], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = out.read_text()
        for words in (">cost (bits per sequence)<", ">where is mary?<", ">sequences to solve<"):
            self.assertIn(words, said)
        self.assertRegex(said, r'viewBox="0 0 481\.8\d* ')  # 170 mm in points
        told = (self.root / "page.caption.txt").read_text()
        self.assertRegex(told, r"^\(a\) n = 3 seeds each\. .*\(b\) One question .*\(c\) n = 3 seeds each\. Dot: a seed")
        again = self.root / "again.svg"
        self.assertEqual(forked.run(figure.main, path, "--out", again).returncode, 0)
        self.assertEqual(again.read_bytes(), out.read_bytes())

    def test_refused_in_one_line(self):
        self.written()
        of = 'of = "runs"\n'
        cases = (("[[panel]\n", "is no TOML"), ("", "has 0 tables [[panel]]; 1 to 26"),
                 ("colour = 1\n[[panel]]\n", "colour: is not known; nearest: columns; valid: style"),
                 ("columns = 3\n[[panel]]\nkind='curves'\n" + of, "columns: got 3; 1 or 2"),
                 ("style = 'science'\n[[panel]]\nkind='curves'\n" + of, "style: got 'science'; valid: notebook"),
                 ("width = 'wide'\n[[panel]]\nkind='curves'\n" + of, "width: got 'wide'; a width from"),
                 ("[[panel]]\n" + of, "panel a: has no kind"), ("[[panel]]\nkind='curves'\n", "panel a: of: got None"),
                 ("[[panel]]\nkind='curves'\nof=''\n", "panel a: of: got ['']; runs or a file are needed"),
                 ("[[panel]]\nkind='curve'\n" + of, "panel a: kind: got 'curve'; nearest: curves; valid: curves"),
                 ("[[panel]]\nkind='curves'\nof='nowhere'\n", "nowhere: no such directory"),
                 ("[[panel]]\nkind='curves'\ncolour='red'\n" + of, "panel a: --colour: is not known"),
                 ("[[panel]]\nkind='curves'\nout='x.png'\n" + of, "panel a: out: is the whole sheet's, or nobody's"),
                 ("[[panel]]\nkind='curves'\nlog=[1]\n" + of, "panel a: log: got [1]; a text, a number or true"),
                 ("[[panel]]\nkind='curves'\nacross=2\n" + of, "panel a: across: got 2; the sheet has 1"),
                 ("across = 'x'\n[[panel]]\nkind='curves'\n" + of, "across: got 'x'; an integer is needed"),
                 ("[[panel]]\nkind='curves'\n" + of + "[[panel]]\nkind='episode'\nof='none.h5'\n", "panel b: "))
        out = self.root / "page.pdf"
        for words, says in cases:
            with self.subTest(says=says):
                path = self.root / "bad.toml"
                path.write_text(words)
                done = forked.run(figure.main, path, "--out", out)
                self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
                self.assertIn(says, done.stderr)
                self.assertTrue(re.match(rf"figure\.py: {re.escape(str(path))}", done.stderr), done.stderr)
        self.assertFalse(out.exists())


if __name__ == "__main__":
    unittest.main()
