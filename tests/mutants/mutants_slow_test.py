#!/usr/bin/python3
"""A few of the planted faults, in a build of the program of their own: all caught."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
FAULTS = ("dnc-allocation-gate", "sampling-in-training-phase", "parents-exchanged")


class Mutants(unittest.TestCase):
    def test_faults_in_the_program_are_caught(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, SOURCE / "tests/mutants/run.py", "--tree", folder, *FAULTS],
                                  capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"{len(FAULTS)} of {len(FAULTS)} faults caught", done.stdout)


if __name__ == "__main__":
    unittest.main()
