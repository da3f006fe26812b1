#!/usr/bin/python3
"""A sweep on a real Slurm of three nodes and a PostgreSQL: a lost node and a time limit cost no results.

It prints events as they happen: docs/results/sweeps/slurm-crash.log is its output."""
import csv
import os
import pathlib
import re
import subprocess
import sys
import time
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))

import postgres_server
import slurm_cluster
from process import PROGRAM, ProgramTest, TINY

EVERY = 2000  # sequences between two checkpoints, a fraction of a second
SWEEP = 'method = "grid"\nseeds = "1..{seeds}"\n[options]\n' + "".join(
    f'"{name}" = {value}\n' for name, value in (TINY | {
        "train.validate-every": EVERY, "train.checkpoint-every": EVERY, "train.sequences": "{sequences}"}).items())
BEGAN = time.monotonic()


def tell(text):
    print(f"{time.monotonic() - BEGAN:6.1f} s  {text}", flush=True)


class OnSlurm(ProgramTest):
    def setUp(self):
        super().setUp()
        self.root.chmod(0o755)
        self.out = self.root / "out"
        self.server = postgres_server.Server()
        self.addCleanup(self.server.remove)
        self.address = self.server.address("postgres")
        self.cluster = slurm_cluster.SlurmCluster()
        self.addCleanup(self.cluster.stop)
        self.cluster.start()
        self.seen = {}
        print(f"== {self.id().rpartition('.')[2].removeprefix('test_').replace('_', ' ')}")
        tell(f"{self.cluster.command('sinfo', '--version').strip()} with {len(self.cluster.nodes)} nodes and "
             f"PostgreSQL {self.server.sql('postgres', 'SHOW server_version')[0].split()[0]} are there")

    def file(self, **numbers):
        path = self.root / "sweep.toml"
        path.write_text(SWEEP.format(**numbers))
        return path

    def sweep(self, *words, status=0):
        """The output of a call of sweep.py."""
        done = subprocess.run([SOURCE / "scripts/sweep.py", self.root / "sweep.toml", "--program", PROGRAM, *words],
                              env=self.cluster.environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr + self.job_logs())
        return done.stdout + done.stderr

    def on_slurm(self, *words, status=0):
        return self.sweep("--storage", self.address, "--out", self.out, "--slurm", *words, status=status)

    def submit(self, *words):
        """Submits an array; returns its number."""
        said = self.on_slurm(*words)
        tell(self.clean(said.splitlines()[0]))
        return re.search(r"\b(\d+)_\[", said)[1]

    def clean(self, text):
        return text.replace(str(self.root), "…").replace(self.address, "URL")

    def job_logs(self):
        return "".join(f"== {path.name}\n{path.read_text()}" for path in sorted(self.out.glob("slurm/*.log")))

    def look(self):
        """Prints changes in the queue and among the nodes. Returns the queue."""
        jobs = self.cluster.jobs()
        now = {f"worker {job}": f"{state.lower()}, {where}, restarts {restarts}"
               for job, state, where, restarts in jobs}
        now |= {f"node {name}": state for name, state in self.cluster.states().items()
                if state.strip("*") not in ("idle", "alloc", "mix", "comp")}
        for name in self.seen | now:
            if now.get(name) != self.seen.get(name):
                tell(f"{name}: {now.get(name, 'gone')}")
        self.seen = now
        return jobs

    def until(self, happened, what, seconds=120):
        end = time.monotonic() + seconds
        while not happened():
            self.look()
            self.assertLess(time.monotonic(), end, f"not in {seconds} s: {what}\n{self.job_logs()}"
                                                   f"{self.cluster.logs()}")
            time.sleep(0.2)

    def run_on(self, node):
        """The run that a node works on, or None."""
        for each in slurm_cluster.descendants(self.cluster.daemons[node].pid):
            try:
                words = pathlib.Path(f"/proc/{each}/cmdline").read_text().split("\0")
            except OSError:
                continue
            if "train" in words[:2]:
                return pathlib.Path(words[words.index("--out") + 1])
        return None

    def trials(self):
        with open(self.out / "points.csv", newline="") as file:
            return list(csv.DictReader(file))

    def assert_all_once_and_as_undisturbed(self, points):
        """One completed trial per point, and each run equals that of a sweep on this machine alone."""
        said = self.on_slurm()
        self.assertIn(f"nothing left to do: {points} points have been tried", said)
        rows = self.trials()
        self.assertEqual([row["state"] for row in rows], ["complete"] * points)
        self.assertEqual(len({row["run"] for row in rows}), points)
        alone = self.root / "alone"
        self.sweep("--out", alone, "--jobs", "2")
        runs = sorted(path.name for path in (alone / "points").iterdir() if path.is_dir())
        self.assertEqual(runs, sorted(row["run"] for row in rows))
        for name in runs:
            self.assert_same_run(self.out / "points" / name, alone / "points" / name)
        tell(f"points: {points}, each exactly once, and each as in a sweep that nothing has disturbed")

    def sequences(self, run):
        """The sequences that a run has been trained with, according to its metrics."""
        lines = (run / "metrics.csv").read_text().splitlines() if run and (run / "metrics.csv").exists() else []
        return int(lines[-1].split(",")[6]) if len(lines) > 1 and lines[-1].count(",") == 10 else 0

    def assert_continued(self, run, before):
        """The rows written before are still there with their times: the run did not begin anew."""
        lines = (run / "metrics.csv").read_text().splitlines()
        kept = next((count for count, (one, other) in enumerate(zip(before, lines)) if one != other), len(before))
        self.assertGreater(kept, 1, "the run was begun anew")
        tell(f"{run.name} went on after sequence {lines[kept - 1].split(',')[6]} of {lines[-1].split(',')[6]}")

    def test_a_node_is_lost(self):
        self.file(seeds=6, sequences=60000)
        array = self.submit("--jobs", "3")
        self.until(lambda: all(self.sequences(self.run_on(name)) >= 5 * EVERY for name in self.cluster.nodes),
                   "all nodes train")
        run = self.run_on("c2")
        before = (run / "metrics.csv").read_text().splitlines()
        self.cluster.kill_node("c2")
        tell(f"killed -9: node c2 with all its processes, training {run.name}")
        self.assertFalse((run / "result.json").exists())
        self.assertGreater(len(before), 1)
        restarted = {}

        def all_gone():
            restarted.update({job: time.monotonic() for job, state, _, restarts in self.look()
                              if restarts != "0" and state == "RUNNING" and job not in restarted})
            return not self.seen
        self.until(lambda: all_gone() or not self.cluster.jobs(), "the workers are done")
        self.assertEqual(len(restarted), 1, "Slurm has queued one worker again")
        self.assertEqual(next(iter(restarted)).partition("_")[0], array)
        self.assertLess(time.monotonic() - next(iter(restarted.values())), 60, "it waited for the heartbeat")
        self.assert_continued(run, before)
        self.assert_all_once_and_as_undisturbed(6)

    def test_a_time_limit_is_reached(self):
        self.file(seeds=1, sequences=1200000)
        options = "--time=1 --signal=B:USR1@20"
        self.submit("--jobs", "1", "--slurm-options", options)
        tell(f"{options}: a minute, and the signal after 10 to 40 seconds of it")
        restarts = {0}

        def all_gone():
            jobs = self.look()
            for restart in {int(each[3]) for each in jobs} - restarts:
                restarts.add(restart)
                tell(f"the run is at sequence {self.sequences(next(self.out.glob('points/*/'), None))}")
            return not jobs
        self.until(all_gone, "the worker is done", 500)
        tell(f"the one worker was started {len(restarts)} times")
        self.assertGreater(max(restarts), 0, "the time limit was not reached")
        self.assertNotIn("DUE TO TIME LIMIT", self.job_logs())
        self.assertEqual(self.job_logs().count("waits for a worker"), max(restarts), "the signal was seen each time")
        self.assert_all_once_and_as_undisturbed(1)


if __name__ == "__main__":
    if why := slurm_cluster.why_not() or postgres_server.why_not():
        print(f"SKIP: {why}")
        sys.exit(77)
    unittest.main()
