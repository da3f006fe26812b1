#!/usr/bin/python3
"""Metrics in the scripts: they come from the program's own rows, so that adding a row suffices; and the choice of a
run's goal."""
import json
import os
import pathlib
import subprocess
import sys
import unittest
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

from checkout import copy_scripts
from compared_runs import quietly
from process import PROGRAM
from run_files import RunFiles
from tapehead.runs import errors, metrics
from tapehead.runs.runs import common_goal, read_run
from tapehead.stats import comparison, tables

ROWS = "catalogue/metrics/metric_rows.inc"
ONE_MORE = '{"walruses", "walruses seen", "%", "greater", "percent", "", "", true},\n'


class Rows(RunFiles):
    def test_the_program_lists_the_same(self):
        told = subprocess.run([PROGRAM, "list", "metrics", "--json"], capture_output=True, text=True, check=True)
        listed = [one | {"beside": bool(one["beside"])} for one in json.loads(told.stdout)["metrics"]]
        self.assertEqual(listed, [vars(one) for one in metrics.rows().values()])
        text = subprocess.run([PROGRAM, "list", "metrics"], capture_output=True, text=True, check=True).stdout
        self.assertRegex(text, r"(?m)^  error +wrong answers \(%\); less is better; the goal of a run "
                               r"that has edit_dist")

    def test_what_is_better_when_more_is_taken_as_what_is_missing(self):
        self.assertEqual([metrics.to_be_small(name, 0.25) for name in ("pointing", "bleu", "bits", "my_own")],
                         [0.75, 99.75, 0.25, 0.25])
        self.assertNotIn("grad_norm", metrics.costs())
        self.assertNotIn("bits_max", metrics.costs())  # only eval has it

    def test_guessers_are_those_of_the_rows(self):
        """A row of eval alone that is named after another row is what a guesser gets in that, or an average."""
        names = {name: name.partition("_") for name, one in metrics.rows().items() if one.only_in == "eval"}
        found = {first for first, _, rest in names.values() if rest in metrics.rows() and rest not in names}
        self.assertEqual(found - {"average"}, set(metrics.GUESSERS))
        self.assertEqual(metrics.guesses("error", {"error", "echo_error", "uniform_error", "echo_bits", "wrong_error"}),
                         {"uniform": "uniform_error", "echo": "echo_error"})

    def test_rows_that_cannot_be_read(self):
        damaged = self.root / "rows.inc"
        damaged.write_text('{"bits", "cost"},\n')
        for path, said in ((self.root / "none.inc", "none.inc: cannot be read"), (damaged, "has a row that cannot")):
            metrics.rows.cache_clear()
            self.addCleanup(metrics.rows.cache_clear)
            with mock.patch.object(metrics, "ROWS", path), self.assertRaisesRegex(errors.InputError, said):
                metrics.rows()


class Goal(RunFiles):
    def goal(self, path, result=None, manifest=None):
        for name, told in (("result.json", result), ("manifest.json", manifest)):
            file = path / name
            file.write_text(json.dumps(json.loads(file.read_text()) | (told or {})))
        return read_run(path, "metrics.csv").goal

    def test_a_run_names_it_or_its_metrics_tell(self):
        bits, error = self.make_run("a", 1, [3]), self.make_run("b", 1, [3], metric="error")
        self.assertEqual(self.goal(bits), "bits")
        self.assertEqual(self.goal(error, {"bits": 3}), "bits")  # answers that are classes
        self.assertEqual(self.goal(error, {"edit_distance": 3}), "error")
        self.assertEqual(self.goal(bits, {"over_oracle": 3}), "over_oracle")
        self.assertEqual(self.goal(bits, None, {"goal": "error"}), "error")
        self.assertEqual(self.goal(bits, {"goal": "nats"}), "nats")
        self.assertEqual(common_goal([read_run(path, "metrics.csv") for path in (bits, error)]), "bits")

    def test_a_threshold_is_told_in_the_unit_of_the_goal(self):
        path = self.make_run("a", 1, [80, 49], metric="error", stop=50, status="solved")
        self.goal(path, {"goal": "error", "bits": 5.2})
        (path / "metrics.csv").write_text((path / "metrics.csv").read_text() +
                                          "copy,m,c,ntm,content,1,200,3,validation,bits,5.2\n")
        for metric, cost, drawn in ((None, "cost: error (%), of", 50),
                                    ("bits", "cost: bits (bits per sequence), of", None)):
            [found], _ = quietly(comparison.compare, [self.root], metric=metric)
            text = tables.as_text(tables.tables(found))
            self.assertIn(cost, text)
            self.assertIn("by train.stop-below (50 %)", text)
            self.assertEqual(found.cost_threshold, drawn)
        [found], _ = quietly(comparison.compare, [self.root], threshold=45)
        self.assertIn("the first validation at or below 45 %", tables.as_text(tables.tables(found)))


class OneMore(RunFiles):
    """An added row in a copy, and runs that have its metric."""
    def setUp(self):
        super().setUp()
        self.copy = self.root / "copy"
        copy_scripts(self.copy)
        for seed in (1, 2):
            path = self.make_run("runs/a", seed, [10, 75], metric="walruses", settings=[("task.length=1", 25)])
            (path / "metrics.csv").write_text((path / "metrics.csv").read_text() +
                                              f"copy,m,c,ntm,content,{seed},200,3,validation,bits,5.2\n")
            result = json.loads((path / "result.json").read_text())
            (path / "result.json").write_text(json.dumps(result | {"bits": 5}))

    def known(self):
        with open(self.copy / ROWS, "a", encoding="utf-8") as rows:
            rows.write(ONE_MORE)

    def run_script(self, name, *words):
        return subprocess.run([sys.executable, "-B", self.copy / "scripts" / name, *words], capture_output=True,
                              text=True, cwd=self.root)

    def said(self, name, *words):
        done = self.run_script(name, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def objectives(self):
        code = "from tapehead.sweeps import measure; print(*measure.objectives())"
        return subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True,
                              cwd=self.copy / "python").stdout.split()

    def report(self):
        self.said("report.py", self.root / "runs", "--out", "report.html", "--no-player")
        return (self.root / "report.html").read_text()

    def test_it_is_at_once_in_compare_sweeps_plots_and_report(self):
        self.known()
        text = self.said("compare.py", "runs", "--metric", "walruses", "--out", "compared")
        self.assertIn("cost: walruses (%), what is missing from 100, of the best checkpoint", text)
        self.assertIn("generalisation, walruses seen (%)", text)
        self.assertIn(",walruses_median,", (self.root / "compared" / "groups.csv").read_text())
        self.assertIn("walruses", self.objectives())
        self.said("plot.py", "curves", "runs", "--metric", "walruses", "--out", "curves.svg")
        self.assertIn(">walruses seen (%)<", (self.root / "curves.svg").read_text())
        self.assertIn('"walruses":"walruses seen (%)"', self.report())

    def test_without_a_row_it_is_told_by_its_name_and_refused_where_nobody_knows_what_is_better(self):
        done = self.run_script("compare.py", "runs", "--metric", "walruses")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"--metric: got 'walruses'; valid: over_oracle, error, bits, ")
        self.assertNotIn("walruses", self.objectives())
        self.assertIn("generalisation, walruses", self.said("compare.py", "runs", "--grid-metric", "walruses"))
        self.said("plot.py", "curves", "runs", "--metric", "walruses", "--out", "curves.svg")
        self.assertIn(">walruses<", (self.root / "curves.svg").read_text())
        self.assertIn('"walruses":"walruses"', self.report())


if __name__ == "__main__":
    unittest.main()
