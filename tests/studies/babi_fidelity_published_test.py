#!/usr/bin/python3
"""studies/babi_fidelity.py: the program's generated files match the published ones."""
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "studies")]

import babi_fidelity
import forked
from process import ProgramTest

PUBLISHED = pathlib.Path(os.environ["TAPEHEAD_SHARED"]) / "data/babi/en-10k"


class PublishedFiles(ProgramTest):
    def compare(self, ids, questions):
        """The output of a comparison of generated with published files about differences."""
        self.tapehead("generate", "babi", "--ids", ids, "--questions", questions, "--seed", 3, "--out", ids)
        done = forked.run(babi_fidelity.main, ids, PUBLISHED, cwd=self.root)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stderr

    def test_published_files(self):
        self.assertEqual(self.compare("1..20", 1000), "")
        self.assertRegex(self.compare("1,5,12,18", 10000), r"\Anote: 1,5,12,18 lacks tasks [^\n]*\n\Z")


if __name__ == "__main__":
    unittest.main()
