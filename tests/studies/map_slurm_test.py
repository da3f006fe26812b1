#!/usr/bin/python3
"""reproduce_map.py --slurm, with stand-ins for Slurm's commands: one array whose elements take cells, each once, with
the same rows in the same place as without; what is queued, requeued, refused."""
import csv
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import time
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

import forked  # noqa: E402
import map_slurm  # noqa: E402
import reproduce_map  # noqa: E402
from map_rows import PLAN  # noqa: E402
from process import PROGRAM, ProgramTest  # noqa: E402
from slurm_stand_ins import StandIns  # noqa: E402

BY_CLOCK = {"seconds"}
LONG = 'parameters = 400\nsequences = 100000000'


class OnSlurm(StandIns, ProgramTest):
    def setUp(self):
        super().setUp()
        self.plan = self.root / "plan.toml"
        self.plan.write_text(PLAN)
        self.out = self.root / "all runs"
        self.results = self.root / "results/map"
        self.call("--sizes")

    def call(self, *words, status=0, out=None, results=None):
        done = forked.run(reproduce_map.main, "--plan", self.plan, "--out", out or self.out, "--results",
                          results or self.results, "--program", PROGRAM, "--uncommitted", *words)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def element(self, number):
        """An element of the array, started as Slurm starts it."""
        job = {"SLURM_JOB_ID": f"471{number}", "SLURM_ARRAY_JOB_ID": "4711", "SLURM_ARRAY_TASK_ID": str(number)}
        return subprocess.Popen(["bash", self.out / "slurm/worker.sh"], env=os.environ | job, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def finished(self, process, status=0):
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, status, out + err)
        return out

    def rows(self, results):
        with open(results / "copy.csv", newline="", encoding="utf-8") as file:
            return [{name: row[name] for name in row if name not in BY_CLOCK} for row in csv.DictReader(file)]

    def test_elements_share_the_cells_and_the_same_call_keeps_them(self):
        said = self.call("--slurm", "--workers", "2", "--slurm-options", "--partition=x")
        self.assertIn("2 of 2 cells are left; submitted 4711_[0-1]; ", said)
        script = (self.out / "slurm/worker.sh").read_text()
        self.assertIn("#SBATCH --array=0-1\n", script)
        self.assertIn("#SBATCH --partition=x\n", script)
        self.assertIn(shlex.quote(str(self.out)), script)
        self.answer("squeue", "4711 RUNNING\n4711 PENDING\n")
        self.assertIn("2 of 2 cells are left; workers in Slurm: 1 pending, 1 running", self.call("--slurm"))
        self.assertEqual(len(self.called("sbatch")), 1)
        said = "".join(self.finished(each) for each in [self.element(0), self.element(1)])
        self.assertEqual(sorted(said.split()), ["elman/copy", "lstm/copy"])
        self.assertFalse((self.results / "copy.csv").exists(), "only one process writes the rows")
        self.assertIn("0 of 2 cells are left; nothing to submit", self.call("--slurm"))
        self.call("--jobs", "2", out=self.root / "alone", results=self.root / "alone/map")
        self.assertEqual(self.rows(self.results), self.rows(self.root / "alone/map"))
        curves = [folder / "curves/copy.csv" for folder in (self.results, self.root / "alone/map")]
        self.assertEqual(*(path.read_bytes() for path in curves))

    def test_a_signal_before_the_time_limit_requeues_and_the_element_goes_on(self):
        self.plan.write_text(PLAN.replace("parameters = 400\nsequences = 80", LONG))
        self.call("--slurm")
        for number, calls in ((signal.SIGTERM, []), (signal.SIGUSR1, ["requeue 4710"])):
            process = self.element(0)
            self.assertEqual(process.stdout.readline(), "lstm/copy\n", "it has the cell that it had")
            self.wait_for_a_run(process)
            process.send_signal(number)
            self.finished(process, 75)
            self.assertEqual([each for each in self.called("scontrol") if each.startswith("requeue")], calls)
        self.assertTrue(list(self.out.glob("copy/lstm/rate-*/checkpoint-last.safetensors")))

    def wait_for_a_run(self, process):
        end = time.monotonic() + 60
        while not list(self.out.glob("copy/lstm/rate-*/metrics.csv")):
            self.assertIsNone(process.poll(), process.poll() is not None and process.communicate())
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)

    def test_a_cell_is_taken_once(self):
        folder = self.root / "taken"
        self.assertTrue(map_slurm.take(folder, "lstm--copy", "slurm 4711 0"))
        self.assertFalse(map_slurm.take(folder, "lstm--copy", "slurm 4711 1"))
        self.assertTrue(map_slurm.take(folder, "lstm--copy", "slurm 4711 0"), "after it was requeued")

    def test_a_run_that_fails_costs_its_cell_alone(self):
        self.call("--slurm", "--workers", "1")
        sizes = self.root / "plan_sizes.toml"
        sizes.write_text(re.sub("lstm = .*", "lstm = -3", sizes.read_text()))
        self.assertEqual(self.finished(self.element(0), 1).split(), ["lstm/copy", "elman/copy"])
        self.assertIn("1 of 2 cells are left", self.call("--slurm"))

    def test_what_is_refused(self):
        self.assertEqual(self.call("--worker", status=2), "")
        (self.bin / "squeue").unlink()
        os.environ["PATH"] = str(self.bin)
        self.assertEqual(self.call("--slurm", status=2), "")
        self.assertEqual(self.called("sbatch"), [])


if __name__ == "__main__":
    unittest.main()
