#!/usr/bin/python3
"""clang-tidy finds nothing in any C++ source outside the tests."""
import os
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
import tidy


class Tidy(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        if missing := tidy.why_not():
            self.skipTest(missing)

    def test_every_library_is_clean(self):
        build = pathlib.Path(os.environ["TAPEHEAD"]).parent
        self.assertEqual(tidy.all_complaints(tidy.libraries(build).values()), [])


if __name__ == "__main__":
    unittest.main()
