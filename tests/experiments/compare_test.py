#!/usr/bin/python3
"""`tapehead compare`: runs grouped by their differences, its numbers against those recomputed from the files, and its
refusals."""
import csv
import io
import json
import os
import pathlib
import statistics
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest, tiny  # noqa: E402


class Compare(ProgramTest):
    def setUp(self):
        super().setUp()
        self.runs = self.root / "runs"
        for scheme in ("content", "location"):
            self.tapehead("train", *tiny(addressing=scheme), "--seeds", "1..3", "--out", self.runs / scheme)

    def table(self, *paths):
        out, err = self.tapehead("compare", *paths, "--csv", "-")
        return {row["group"]: row for row in csv.DictReader(io.StringIO(out))}, err

    def result(self, scheme, seed):
        return json.loads((self.runs / scheme / f"seed-{seed}" / "result.json").read_text())

    def test_groups_and_their_numbers(self):
        rows, _ = self.table(self.runs)
        self.assertEqual(list(rows), ["content", "location"])
        for name, row in rows.items():
            results = [self.result(name, seed) for seed in (1, 2, 3)]
            self.assertEqual((row["seeds"], row["solved"], row["running"], row["diverged"]), ("3", "", "0", "0"))
            costs = sorted(result["bits"] for result in results)
            self.assertAlmostEqual(float(row["cost_median"]), costs[1], places=9)
            self.assertAlmostEqual(float(row["cost_lower_quartile"]), (costs[0] + costs[1]) / 2, places=9)
            self.assertAlmostEqual(float(row["cost_upper_quartile"]), (costs[1] + costs[2]) / 2, places=9)
            self.assertAlmostEqual(float(row["seconds_median"]), statistics.median(r["seconds"] for r in results))
            manifest = json.loads((self.runs / name / "seed-1" / "manifest.json").read_text())
            self.assertEqual(float(row["parameters"]), manifest["parameters"])
        self.assertEqual(list(self.table(self.runs / "content")[0]), ["all runs"])

    def test_the_table_says_the_same(self):
        out, _ = self.tapehead("compare", self.runs, "--csv", self.root / "table.csv")
        self.assertRegex(out, r"(?m)^content  ")
        self.assertNotIn("/3", out)  # without train.stop-below no run can be solved, and none has failed to
        for scheme in ("content", "location"):
            perfect = sum(self.result(scheme, seed)["perfect_episodes"] for seed in (1, 2, 3))
            self.assertRegex(out, rf"(?m)^{scheme} .*  {perfect:,} of 3,000 without an error$")
        self.assertEqual((self.root / "table.csv").read_text(), self.tapehead("compare", self.runs, "--csv", "-")[0])

    def test_solved_is_told_where_there_was_a_cost_to_solve_at(self):
        self.tapehead("train", *tiny(train__stop_below=1e-6), "--seeds", "1..2", "--out", self.root / "judged")
        rows, _ = self.table(self.root / "judged")
        self.assertEqual(rows["all runs"]["solved"], "0")
        self.assertIn("0/2", self.tapehead("compare", self.root / "judged")[0])

    def validated(self, home, metric, values):
        """Appends validations with these values to a run's metrics.csv; returns the best of the run's own."""
        metrics = home / "metrics.csv"
        with open(metrics, newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        own = [float(row[-1]) for row in rows if row[-3:-1] == ["validation", metric]]
        more = [rows[-1][:-3] + ["validation", metric, str(value)] for value in values]
        metrics.write_text(metrics.read_text() + "".join(",".join(row) + "\n" for row in more))
        return min(own, default=None)

    def test_a_running_run_is_told_by_its_best_validation_and_a_torn_line_left_out(self):
        home = self.runs / "content" / "seed-2"
        (home / "result.json").unlink()
        best = self.validated(home, "bits", [99])
        self.assertAlmostEqual(float(self.table(home)[0]["all runs"]["cost_median"]), best)
        self.validated(home, "over_oracle", [3, 0.5, 2])
        self.assertAlmostEqual(float(self.table(home)[0]["all runs"]["cost_median"]), best)  # its goal is bits
        manifest = json.loads((home / "manifest.json").read_text())
        (home / "manifest.json").write_text(json.dumps(manifest | {"goal": "over_oracle"}))
        with open(home / "metrics.csv", "a", encoding="utf-8") as file:
            file.write("copy,memory-machine,lstm,ntm,cont")
        rows, notes = self.table(home)
        self.assertEqual(rows["all runs"]["running"], "1")
        self.assertAlmostEqual(float(rows["all runs"]["cost_median"]), 0.5)
        self.assertIn("metrics.csv: its last line is torn; left out", notes)

    def test_a_run_that_diverged_counts_with_its_best_validation_as_for_compare_py(self):
        homes = [self.runs / "content" / f"seed-{seed}" for seed in (1, 2, 3)]
        best = [self.result("content", 1)["bits"], self.validated(homes[1], "bits", [99]),
                self.validated(homes[2], "bits", [99])]
        diverged = {"status": "diverged", "sequences": 640, "seconds": 7, "message": "diverged"}
        (homes[1] / "result.json").write_text(json.dumps(diverged))
        (homes[2] / "result.json").unlink()
        row = self.table(self.runs / "content")[0]["all runs"]
        self.assertEqual((row["running"], row["diverged"]), ("1", "1"))
        self.assertAlmostEqual(float(row["cost_median"]), statistics.median(best))
        script = pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "scripts" / "compare.py"
        done = subprocess.run([sys.executable, "-B", script, self.runs / "content", "--format", "csv"],
                              capture_output=True, text=True)
        if done.returncode == 1 and "ModuleNotFoundError" in done.stderr:
            self.skipTest("pandas or matplotlib is missing")
        self.assertEqual(done.returncode, 0, done.stderr)
        [theirs] = csv.DictReader(io.StringIO(done.stdout))
        self.assertAlmostEqual(float(theirs["cost_median"]), float(row["cost_median"]), places=9)

    def test_runs_of_different_tasks(self):
        self.tapehead("train", *tiny(task="reverse"), "--out", self.root / "reverse")
        self.refused("compare", self.runs, self.root / "reverse",
                     says=["task copy", "task reverse", "runs of one task are needed"])

    def test_files_that_are_not_a_runs(self):
        home = self.runs / "location" / "seed-1"
        result = (home / "result.json").read_text()
        (home / "result.json").unlink()
        metrics = home / "metrics.csv"
        text = metrics.read_text()
        metrics.write_text(text.replace("split", "spilt", 1))
        self.refused("compare", self.runs, says='metrics.csv:1: has no column "split"')
        metrics.write_text(text.replace("200,", "two hundred,", 1))
        self.refused("compare", self.runs, says="metrics.csv")
        for damaged in ("[]", "{}", result[:20]):
            (home / "result.json").write_text(damaged)
            self.refused("compare", self.runs, says="result.json: ")

    def test_no_run_and_a_run_twice(self):
        self.refused("compare", "nowhere", says="nowhere: holds no run")
        self.refused("compare", self.runs, self.runs / "content" / "seed-1", says="given twice")
        self.refused("compare", says="at least 1")


if __name__ == "__main__":
    unittest.main()
