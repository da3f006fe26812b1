#!/usr/bin/python3
"""A sweep of 16 copy runs keeps two cores busy: at least 95 % of the ideal, in which a run begins as soon as another
ends. Workers on PostgreSQL, which contact a server between runs, reach at least 90 %. The test prints its measurements;
they are meaningful only on an otherwise idle machine."""
import heapq
import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))

import postgres_server
from process import PROGRAM, ProgramTest

JOBS = 2
SWEEP = """
method = "grid"
seeds = "1..8"
[options]
task = "copy"
"task.bits" = 4
"task.max-length" = 5
"controller.size" = 32
"memory.slots" = 16
"memory.width" = 8
"train.sequences" = 20000
"train.checkpoint-every" = 10000
[space]
addressing = ["content+location", "location"]
"""


class Busy(ProgramTest):
    def measured(self, *words):
        """(ideal span, span, processor time) of all runs, in seconds."""
        (self.root / "sweep.toml").write_text(SWEEP)
        program, spans = self.root / "program", self.root / "spans"
        spans.mkdir()
        program.write_text(f'#!/bin/bash\n[[ $* != */dev/null/* ]] || exec {PROGRAM} "$@"\nbegan=$EPOCHREALTIME\n'
                           f'{PROGRAM} "$@"\nstatus=$?\n(( status )) || {{ echo $began $EPOCHREALTIME; times; }} '
                           f'>{spans}/$$\nexit $status\n')
        program.chmod(0o755)
        done = subprocess.run([SOURCE / "scripts/sweep.py", self.root / "sweep.toml", "--program", program, "--jobs",
                               str(JOBS), *words], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [path.read_text().split() for path in spans.iterdir()]
        runs = sorted((float(row[0]), float(row[1])) for row in rows)
        self.assertEqual(len(runs), 16)
        free = [0.0] * JOBS
        for began, ended in runs:
            heapq.heapreplace(free, free[0] + ended - began)
        processor = sum(60 * float(word.partition("m")[0]) + float(word.partition("m")[2][:-1])
                        for row in rows for word in row[4:6])
        return max(free), max(end for _, end in runs) - runs[0][0], processor

    def check(self, name, least, *words):
        ideal, span, processor = self.measured(*words)
        print(f"{name}: {ideal / span:.1%} of ideal: {span:.2f} s where {ideal:.2f} s would be; programs had "
              f"{processor / (JOBS * span):.1%} of {JOBS} cores", flush=True)
        self.assertGreaterEqual(ideal / span, least)

    def test_one_coordinator(self):
        self.check("SQLite", 0.95, "--out", self.root / "alone")

    @unittest.skipIf(postgres_server.why_not(), postgres_server.why_not())
    def test_workers(self):
        server = postgres_server.Server()
        self.addCleanup(server.remove)
        self.check("PostgreSQL", 0.9, "--out", self.root / "many", "--storage", server.address("postgres"))


if __name__ == "__main__":
    unittest.main()
