#!/usr/bin/python3
"""The map on a real Slurm of two nodes: its elements take all cells, and the same call keeps their rows."""
import csv
import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

import slurm_cluster  # noqa: E402
from map_rows import PLAN  # noqa: E402
from process import PROGRAM, ProgramTest  # noqa: E402


class OnSlurm(ProgramTest):
    def setUp(self):
        super().setUp()
        self.root.chmod(0o755)
        self.cluster = slurm_cluster.SlurmCluster(nodes=2)
        self.addCleanup(self.cluster.stop)
        self.cluster.start()
        self.plan = self.root / "plan.toml"
        self.plan.write_text(PLAN)

    def call(self, *words):
        done = subprocess.run([SOURCE / "studies/reproduce_map.py", "--plan", self.plan, "--out", self.root / "runs",
                               "--results", self.root / "results/map", "--program", PROGRAM, "--uncommitted", *words],
                              env=self.cluster.environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr + self.cluster.logs())
        return done.stdout

    def test_all_cells_are_taken_and_kept(self):
        self.call("--sizes")
        self.assertRegex(self.call("--slurm", "--workers", "2"), r"2 of 2 cells are left; submitted \d+_\[0-1\]")
        self.cluster.wait_until(lambda: not self.cluster.jobs(), "the workers are done", 120)
        logs = "".join(path.read_text() for path in (self.root / "runs/slurm").glob("*.log"))
        self.assertIn("0 of 2 cells are left; nothing to submit", self.call("--slurm"), logs)
        with open(self.root / "results/map/copy.csv", newline="", encoding="utf-8") as file:
            kept = {(row["machine"], row["role"], row["seed"]) for row in csv.DictReader(file)}
        self.assertEqual(kept, {(machine, role, seed) for machine in ("lstm", "elman")
                                for role, seeds in (("rate", ("11", "12")), ("seed", "12")) for seed in seeds})


if __name__ == "__main__":
    if why := slurm_cluster.why_not():
        print(f"SKIP: {why}")
        sys.exit(77)
    unittest.main()
