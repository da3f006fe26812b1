#!/usr/bin/python3
"""`tapehead compare` and the other commands that are scripts: started from a clone or beside an installed program, with
the arguments as typed; and the comparison's numbers against those recomputed from the files."""
import csv
import io
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
from process import PROGRAM, ProgramTest, tiny


class Script(ProgramTest):
    """A program installed beside a script of the test's."""

    def setUp(self):
        super().setUp()
        self.program = self.root / "bin/tapehead"
        self.script = self.root / "share/tapehead/scripts/compare.py"
        self.script.parent.mkdir(parents=True)
        self.program.parent.mkdir()
        shutil.copy(PROGRAM, self.program)

    def write(self, *lines):
        self.script.write_text("\n".join(lines) + "\n")
        self.script.chmod(0o755)

    def compare(self, *words):
        return subprocess.run([self.program, "compare", *words], capture_output=True, text=True)

    def test_arguments_status_and_streams_are_the_script_s(self):
        self.write("#!/bin/sh", 'printf "<%s>" "$0" "$@"', 'echo "$TAPEHEAD_STARTED_BY" >&2', "exit 7")
        words = ["-h", "--help", "a b", "", "--csv=-", "--", "-3"]
        done = self.compare(*words)
        self.assertEqual((done.returncode, done.stdout), (7, "".join(f"<{word}>" for word in [self.script, *words])))
        self.assertEqual(done.stderr, f"{self.program}\n")
        self.write("#!/bin/sh", "kill -TERM $$")
        self.assertEqual(self.compare().returncode, -15)

    def test_what_is_missing_is_told_in_one_line(self):
        done = self.compare("runs")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, rf"\Atapehead: compare: {self.script} is missing; the Debian package tapehead, "
                                      r"or cmake --install, brings it\n\Z")
        self.write("#!/nowhere/python3")
        done = self.compare("runs")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"\Atapehead: compare: .* cannot be started \(No such file or directory\); "
                                      r"/usr/bin/python3 is needed, of the Debian package python3\n\Z")


class Scripts(ProgramTest):
    def test_each_is_called_as_it_was_typed(self):
        for name in ("compare", "plot", "figure", "report", "sweep", "export"):
            self.refused(name, "--nothing", says=f"see tapehead {name} --help")
        self.refused("plot", "curves", says="see tapehead plot curves --help")

    def test_they_use_the_program_that_was_asked_and_tell_it_to_no_other(self):
        code = "import os; from tapehead.runs import usage; print(usage.PROGRAM, 'TAPEHEAD_STARTED_BY' in os.environ)"
        for told, program in (({"TAPEHEAD_STARTED_BY": "/any/where"}, "/any/where"), ({}, SOURCE / "build/tapehead")):
            done = subprocess.run([sys.executable, "-B", "-c", code], cwd=SOURCE / "python", capture_output=True,
                                  text=True, env=os.environ | told)
            self.assertEqual(done.stdout, f"{program} False\n", done.stderr)


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
            self.assertEqual((row["seeds"], row["solved"], row["unfinished"], row["diverged"]), ("3", "", "0", "0"))
            self.assertEqual((row["cost_metric"], row["cost_unit"]), ("bits", "bits per sequence"))
            costs = sorted(result["bits"] for result in results)
            self.assertAlmostEqual(float(row["cost_median"]), costs[1], places=9)
            self.assertAlmostEqual(float(row["cost_lower_quartile"]), (costs[0] + costs[1]) / 2, places=9)
            self.assertAlmostEqual(float(row["cost_upper_quartile"]), (costs[1] + costs[2]) / 2, places=9)
            self.assertAlmostEqual(float(row["seconds"]), statistics.median(r["seconds"] for r in results))
            manifest = json.loads((self.runs / name / "seed-1" / "manifest.json").read_text())
            self.assertEqual(float(row["parameters"]), manifest["parameters"])
        self.assertEqual(list(self.table(self.runs / "content")[0]), ["all runs"])

    def test_the_table_says_the_same(self):
        out, _ = self.tapehead("compare", self.runs, "--csv", self.root / "table.csv")
        self.assertRegex(out, r"(?m)^content +3 +- ")  # without train.stop-below no run is judged
        for scheme in ("content", "location"):
            perfect = sum(self.result(scheme, seed)["perfect_episodes"] for seed in (1, 2, 3))
            self.assertRegex(out, rf"(?m)^{scheme} .*  {perfect:,} of 3,000$")
        self.assertEqual((self.root / "table.csv").read_text(), self.tapehead("compare", self.runs, "--csv", "-")[0])

    def test_solved_is_told_where_there_was_a_cost_to_solve_at(self):
        self.tapehead("train", *tiny(train__stop_below=1e-6), "--seeds", "1..2", "--out", self.root / "judged")
        rows, _ = self.table(self.root / "judged")
        self.assertEqual(rows["all runs"]["solved"], "0")
        self.assertIn("0/2", self.tapehead("compare", self.root / "judged")[0])

    def test_runs_that_diverged_or_still_train_are_counted(self):
        best = []
        for seed, result in ((1, {"status": "diverged", "sequences": 640, "seconds": 7}), (2, None)):
            home = self.runs / "content" / f"seed-{seed}"
            rows = csv.DictReader(io.StringIO((home / "metrics.csv").read_text()))
            best.append(min(float(row["value"]) for row in rows
                            if (row["split"], row["metric"]) == ("validation", "bits")))
            (home / "result.json").unlink()
            if result:
                (home / "result.json").write_text(json.dumps(result))
        row = self.table(self.runs / "content")[0]["all runs"]
        self.assertEqual((row["seeds"], row["unfinished"], row["diverged"]), ("3", "1", "1"))
        self.assertAlmostEqual(float(row["cost_median"]), statistics.median([*best, self.result("content", 3)["bits"]]))
        self.assertRegex(self.tapehead("compare", self.runs / "content")[0],
                         r"(?m)^all runs +3 \(1 diverged, 1 unfinished\) ")

    def test_runs_of_different_tasks_and_runs_given_twice_are_refused(self):
        self.tapehead("train", *tiny(task="reverse"), "--out", self.root / "reverse")
        self.refused("compare", self.runs, self.root / "reverse", says=["the task is reverse, but copy", "--by-task"])
        self.refused("compare", self.runs, self.runs / "content" / "seed-1", says="seed-1: given twice; each run once")
        self.refused("compare", "nowhere", says="nowhere: no such directory")
        self.refused("compare", says="arguments are required: RUN")


if __name__ == "__main__":
    unittest.main()
