#!/usr/bin/python3
"""--help and refusals wait for no library of tables and pictures; what begins to work has them."""
import os
import pathlib
import subprocess
import sys
import unittest

PYTHON = pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "python"
COMMANDS = "compare", "export", "figure", "plot", "report", "sweep"
UNREAD = """
import importlib, sys
from tapehead.runs import late
with late.libraries():
    for name in sys.argv[1:]:
        importlib.import_module("tapehead.commands." + name)
there = {name for name in late.LIBRARIES if name in sys.modules}
def unread():
    return {name for name in there if isinstance(sys.modules[name], late.Late)}
"""


def run(code, *words):
    return subprocess.run([sys.executable, "-B", "-c", UNREAD + code, *words],
                          env=os.environ | {"PYTHONPATH": str(PYTHON)},
                          capture_output=True, text=True, check=True).stdout.split()


class Late(unittest.TestCase):
    def test_a_command_line_reads_none(self):
        read = run("print(*(there - unread()))", *COMMANDS)
        self.assertEqual(read, [])
        self.assertIn("pandas", run("print(*unread())", *COMMANDS))

    def test_work_begins_with_all(self):
        found = run("late.load(); import pandas; from matplotlib import pyplot\n"
                    "print(*unread(), pandas.DataFrame({'a': [1, 2]}).a.sum(), len(pyplot.figure().axes))", *COMMANDS)
        self.assertEqual(found, ["3", "0"])

    def test_one_is_read_where_it_is_asked(self):
        found = run("import pandas; print('pandas' in unread(), pandas.Series([1, 2]).max(), 'pandas' in unread())",
                    "compare")
        self.assertEqual(found, ["True", "2", "False"])

    def test_what_is_imported_later_is_read_at_once(self):
        self.assertEqual(run("import h5py; print('h5py' in unread(), h5py.__name__)", "sweep"), ["False", "h5py"])


if __name__ == "__main__":
    unittest.main()
