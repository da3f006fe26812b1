#!/usr/bin/python3
"""Numbers that commands are given: in the ten digits that the program takes, and nothing that Python alone reads."""
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

from process import PROGRAM
from refusals import Refusals
from tapehead.commands import compare, plot, sweep
from tapehead.runs import identity, numbers


class Numbers(Refusals):
    def test_numbers_in_other_digits(self):
        run = self.make_run("a", 1, [9, 5])
        for text in ("٣", "1_0", " 3", "３"):
            self.refused(compare, run, "--solved", text, says=f"got '{text}'; a cost above zero is needed")
            with self.assertRaises(ValueError):
                numbers.real(text)
        for option, text, says in (("--width", "٣in", "a width from"), ("--columns", "١", "an integer"),
                                   ("--width", "3\u2003in", "a width from")):
            self.refused(plot, "curves", run, "--out", "c.png", option, text, says=f"got '{text}'; {says}")
        self.refused(plot, "episode", "x.h5", "--out", "x.gif", "--speed", "1_0", says="got '1_0'; steps a second")
        (self.root / "sweep.toml").write_text('method = "grid"\n')
        self.refused(sweep, "sweep.toml", "--budget", "٣s", "--program", PROGRAM, says="got ٣s; a time such as 90s")
        self.assertEqual([numbers.real(text) for text in ("3", "-0.5", "1e-3", "inf")], [3, -0.5, 0.001, float("inf")])

    def test_a_name_with_a_digit_that_is_no_number(self):
        names = ["b²", "b10", "b9", "٣"]  # int("²") is an error
        self.assertEqual(sorted(map(pathlib.Path, names), key=identity.natural),
                         [pathlib.Path(name) for name in ("b9", "b10", "b²", "٣")])


if __name__ == "__main__":
    unittest.main()
