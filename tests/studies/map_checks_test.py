#!/usr/bin/python3
"""studies/told/map_checks.py: rows of the map that no run gives are refused by their place."""
import os
import pathlib
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

from map_plan import read_plan  # noqa: E402
from map_rows import rows_of  # noqa: E402
from plans import as_csv  # noqa: E402
from told import map_checks, map_tables  # noqa: E402


class Rows(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.results, self.plan = pathlib.Path(folder.name), read_plan(SOURCE / "studies/map.toml")
        (self.results / "map").mkdir()
        self.rows = [one for machine in ("lstm", "gru") for one in rows_of(machine, [100, 90], [80, 70], [1, 2])]

    def said(self, rows, name="copy"):
        (self.results / f"map/{name}.csv").write_bytes(as_csv(map_tables.COLUMNS, rows))
        return self.refused()

    def refused(self):
        with self.assertRaises(map_tables.InputError) as found:
            map_tables.kept(self.results, self.plan)
        return str(found.exception)

    def test_values(self):
        self.assertEqual(map_checks.check("here", self.rows, self.plan), self.rows)
        for column, value, says in (
                ("machine", "lstmm", "copy.csv: row 2: machine 'lstmm' is not known; nearest: lstm; valid: lstm, "),
                ("role", "sed", "role 'sed' is not known; nearest: seed; "),
                ("status", "", "status '' is not known; valid: finished"),
                ("seed", "x", "seed: got 'x'; an integer of at least 0 is needed"),
                ("parameters", "-1", "parameters: got '-1'; an integer"),
                ("seconds", "inf", "seconds: got 'inf'; a number of at least 0 is needed"),
                ("cost", "", "cost: got ''; a number is needed"),
                ("value", "abc", "value: got 'abc'; a number is needed"),
                ("value", "inf", "value: got 'inf'; a number that is finite is needed"),
                ("value", "-500", "row 2: error is -500; a number from 0 to 100 is needed"),
                ("episodes", "", "episodes: got ''; an integer")):
            self.assertIn(says, self.said([self.rows[0] | {column: value}, *self.rows[1:]]))

    def test_runs(self):
        self.assertIn("gru seed 2 at 0.001: got no row of beyond task.length=20 uniform_error, unlike lstm seed 1 at "
                      "0.001", self.said(self.rows[:-1]))
        self.assertIn("has a row twice", self.said([self.rows[0], *self.rows]))
        self.assertIn("lstm seed 1 at 0.001: task.length=20 is asked within and beyond; other sizes beyond are needed",
                      self.said([*self.rows, *(one | {"question": "within"} for one in self.rows
                                               if one["question"] == "beyond")]))
        self.assertIn("diverged, and has an answer", self.said([self.rows[0] | {"status": "diverged"}, *self.rows[1:]]))

    def test_files(self):
        table = self.results / "map/copy.csv"
        table.write_bytes(as_csv(map_tables.COLUMNS, self.rows)[:-9])
        self.assertIn("copy.csv: row 17: got fewer values than columns", self.refused())
        table.write_bytes(b"\xff\xfe\0")
        self.assertIn("copy.csv: cannot be read", self.refused())
        table.unlink()
        self.assertIn("coppy.csv: is of no measure of the plan; nearest: copy", self.said(self.rows, "coppy"))


if __name__ == "__main__":
    unittest.main()
