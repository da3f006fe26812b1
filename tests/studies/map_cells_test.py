#!/usr/bin/python3
"""studies/map_cells.py: rows are of the runs' own options, of all calls that wrote some, and none lacks its curve."""
import csv
import os
import pathlib
import shutil
import sys
import tempfile
import threading
import types
import unittest
import unittest.mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

import forked  # noqa: E402
import map_cells  # noqa: E402
import plans  # noqa: E402
import reproduce_map  # noqa: E402
from map_plan import read_plan, read_sizes  # noqa: E402
from map_rows import PLAN  # noqa: E402
from process import PROGRAM, ProgramTest  # noqa: E402


def mapped(root, *words):
    """A call for the plan, the runs and the rows below that folder."""
    return forked.run(reproduce_map.main, "--plan", root / "plan.toml", "--out", root / "runs", "--results",
                      root / "results/map", "--program", PROGRAM, "--uncommitted", "--jobs", 2, *words)


class Cells(ProgramTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.whole = pathlib.Path(folder.name)  # a map at its end, of which each test has a copy
        (cls.whole / "results/map").mkdir(parents=True)
        (cls.whole / "plan.toml").write_text(PLAN)
        for words in (["--sizes"], []):
            done = mapped(cls.whole, *words)
            if done.returncode:
                raise AssertionError(done.stdout + done.stderr)

    def setUp(self):
        super().setUp()
        shutil.copytree(self.whole, self.root, dirs_exist_ok=True)
        self.results, self.plan = self.root / "results/map", self.root / "plan.toml"

    def run_it(self, *words, status=0):
        done = mapped(self.root, *words)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def rows(self, name="copy"):
        with open(self.results / f"{name}.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def measured(self):
        plan = read_plan(self.plan)
        return map_cells.Measured(PROGRAM, plan, plan.measures["copy"], read_sizes(self.root / "plan_sizes.toml"),
                                  types.SimpleNamespace(results=self.results, out=self.root / "runs", jobs=2,
                                                        uncommitted=True))

    def test_runs_of_other_options_are_not_filed_under_the_plan_s(self):
        self.plan.write_text(PLAN.replace('"train.batch" = 4', '"train.batch" = 2'))
        said = self.run_it(status=2).stderr
        self.assertIn(f"remove its rows, and its runs in {self.root / 'runs/copy/lstm'}, to train it again", said)
        (self.results / "copy.csv").unlink()
        self.assertIn("is another run than this would be; remove it", self.run_it(status=2).stderr)
        self.assertFalse((self.results / "copy.csv").exists())
        _, _, failed = self.measured().gather("rate", read_plan(self.plan).machines.values())
        self.assertIn("is another run than this would be", str(failed))
        shutil.rmtree(self.root / "runs/copy")
        (self.results / "curves/copy.csv").unlink()
        self.run_it()
        self.assertEqual(len({row["options"] for row in self.rows()}), 2 * (2 + 1),
                         "of each machine, two for rates and one for seeds")

    def test_two_calls_keep_each_other_s_rows(self):
        whole = self.rows()
        lstm = [row for row in whole if row["machine"] == "lstm"]
        (self.results / "copy.csv").write_bytes(plans.as_csv(map_cells.COLUMNS, lstm))
        one, other = self.measured(), self.measured()
        one.keep("rate")
        one.keep("seed")
        self.assertEqual(self.rows(), whole)
        other.keep("rate")
        other.write([row for row in lstm if row["role"] == "seed"], [])
        self.assertEqual(self.rows(), whole, "what another call has written is kept, and nothing twice")

    def test_seeds_of_a_rate_that_is_no_longer_the_best(self):
        rows = self.rows()
        best = {float(row["rate"]) for row in rows if (row["machine"], row["role"]) == ("lstm", "seed")}
        for row in rows:
            if row["role"] == "rate":
                row["cost"] = "9" if float(row["rate"]) in best else "1"
        (self.results / "copy.csv").write_bytes(plans.as_csv(map_cells.COLUMNS, rows))
        self.assertIn("lstm has seeds of rate", self.run_it(status=2).stderr)

    def test_writing_waits_for_its_turn(self):
        work = self.measured()
        thread = threading.Thread(target=work.write, args=([], []))
        with map_cells.alone(self.results):
            thread.start()
            thread.join(0.3)
            self.assertTrue(thread.is_alive())
        thread.join(10)
        self.assertFalse(thread.is_alive())

    def test_a_call_that_is_killed_between_rows_and_curves_loses_none(self):
        rows, curves = self.rows(), self.rows("curves/copy")
        for name in ("copy", "curves/copy"):
            (self.results / f"{name}.csv").write_bytes(plans.as_csv(
                map_cells.COLUMNS if name == "copy" else map_cells.CURVES,
                [row for row in self.rows(name) if row["machine"] != "elman" or row.get("role") == "rate"]))
        write, written = map_cells.write_whole, []

        def killed(path, data):
            if written:
                raise KeyboardInterrupt
            written.append(path)
            write(path, data)
        with unittest.mock.patch.object(map_cells, "write_whole", killed), self.assertRaises(KeyboardInterrupt):
            self.measured().keep("seed")
        self.measured().keep("seed")
        self.assertEqual(self.rows(), rows)
        self.assertEqual(self.rows("curves/copy"), curves)

    def test_two_calls_that_ask_one_run_write_their_own_parts(self):
        run = self.root / "runs/copy/lstm/seed-1"
        asked = read_plan(self.plan).measures["copy"].within
        asked.table(run).unlink()
        parts = []

        def scored(command, *_):
            parts.append(pathlib.Path(command[-1]))
            if len(parts) == 1:  # so asks the other call, while this one is being answered
                with unittest.mock.patch("os.getpid", lambda: 1):
                    plans.ask(PROGRAM, run, asked)
            pathlib.Path(command[-1]).write_text("told")
        with unittest.mock.patch.object(plans, "said_well", scored):
            plans.ask(PROGRAM, run, asked)
        self.assertEqual(len(set(parts)), 2)
        self.assertEqual(asked.table(run).read_text(), "told")
        with unittest.mock.patch.object(plans, "said_well", side_effect=KeyboardInterrupt), \
                self.assertRaises(KeyboardInterrupt):
            asked.table(run).unlink()
            plans.ask(PROGRAM, run, asked)
        self.assertEqual(list(run.glob("*.part")), [])


if __name__ == "__main__":
    unittest.main()
