#!/usr/bin/python3
"""tapehead.runs.percent: only all is 100, only none is 0; and the program's own function agrees."""
import os
import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "python"))

from tapehead.runs.percent import count_of, percent, share_of

CALL = re.compile(r"CHECK\((percent|count_of|share_of)\(([\d., *]+)\) == \"([^\"]*)\"\)")


class Percent(unittest.TestCase):
    def test_never_100_while_one_failed_never_0_while_one_was_right(self):
        self.assertEqual(percent(10000, 10000), "100 %")
        self.assertEqual(percent(0, 10000), "0 %")
        self.assertEqual(percent(9999, 10000), "99.99 %")
        self.assertEqual(percent(1, 10000), "0.01 %")
        self.assertEqual(percent(9995, 10000), "99.95 %")
        for part in range(1, 10000):
            told = float(percent(part, 10000).removesuffix(" %"))
            self.assertTrue(0 < told < 100, part)
            self.assertLessEqual(abs(told - part / 100), 0.05 + 1e-9)

    def test_as_the_program_has_it(self):
        """Each line of the program's own test."""
        functions = {"percent": percent, "count_of": count_of, "share_of": share_of}
        calls = CALL.findall((SOURCE / "tests/tasks/percent_test.cpp").read_text())
        self.assertGreater(len(calls), 20)
        for name, arguments, told in calls:
            with self.subTest(name=name, arguments=arguments):
                self.assertEqual(functions[name](*eval(f"[{arguments}]")), told)


if __name__ == "__main__":
    unittest.main()
