#!/usr/bin/python3
"""flake8 finds no error in any Python file, under the rules of .flake8."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))


def complaints(*places):
    done = subprocess.run(["flake8", "--config", SOURCE / ".flake8", *places], cwd=SOURCE, capture_output=True,
                          text=True)
    if done.stderr:
        raise AssertionError(done.stderr)
    return done.stdout.splitlines()


class Flake8(unittest.TestCase):
    def setUp(self):
        if not shutil.which("flake8"):
            self.skipTest("there is no flake8 here")

    def test_all_python_is_clean(self):
        self.assertEqual(complaints("."), [])

    def test_it_looks_at_what_it_is_given(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "bad.py").write_text(f"import os\n\nx = '{'x' * 115}'\n")
            self.assertEqual([line.split()[1] for line in complaints(folder)], ["F401", "E501"])


if __name__ == "__main__":
    unittest.main()
