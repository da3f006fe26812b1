#!/usr/bin/python3
"""Failures of whole sweeps, on PostgreSQL and on one machine: the coordinator is killed, the server goes away, time is
up."""
import os
import pathlib
import signal
import sys
import time
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))

import postgres_server

if missing := postgres_server.why_not():
    print(f"SKIP: {missing}")
    sys.exit(77)

from shared_sweeps import HEARTBEAT, LONG, OPTIONS, SharedSweeps, points, parent

FOUR = LONG.replace('method = "grid"', 'method = "grid"\nseeds = "1..4"')


class Whole(SharedSweeps):
    def begun(self, *words, text=FOUR):
        """A sweep with two workers, each of which has written a checkpoint."""
        process = self.begin("--jobs", "2", "--heartbeat", HEARTBEAT, *words, text=text)
        self.wait_for(lambda: len(self.checkpoints()) > 1, process, 120)
        return process

    def no_program_is_left(self):
        end = time.monotonic() + 60
        while self.programs():
            self.assertLess(time.monotonic(), end, "a program goes on")
            time.sleep(0.05)

    def test_a_coordinator_that_is_killed(self):
        process = self.begun()
        workers = {parent(program) for program in self.programs()}
        process.kill()
        process.communicate()
        self.no_program_is_left()
        end = time.monotonic() + 60
        while any(pathlib.Path(f"/proc/{worker}").exists() for worker in workers):
            self.assertLess(time.monotonic(), end, "a worker goes on")
            time.sleep(0.05)
        self.assertNotIn("RUNNING", self.states())
        _, err = self.sweep(status=2)
        self.assertRegex(err, r"\Asweep.py: study .* of 4 points are left of a sweep before; --resume goes on with "
                              r"them\n\Z")
        self.sweep("--jobs", "2", "--resume")
        self.assert_all_once(4)
        self.assert_undisturbed(self.rows()[0]["run"])

    def test_ctrl_c_and_the_budget(self):
        process = self.begun()
        status, out, err = self.stop(process, signal.SIGINT)
        self.assertEqual(status, 75, out + err)
        self.assertIn("sweep.py: interrupted; ", err)
        self.assertEqual(self.programs(), {})
        self.assertNotIn("RUNNING", self.states())
        _, err = self.sweep("--jobs", "2", "--resume", "--budget", "1s")  # too short for any worker to finish
        self.assertIn("sweep.py: the budget is spent; ", err)
        self.sweep("--jobs", "2", "--resume")
        self.assert_all_once(4)

    def test_a_server_that_goes_away(self):
        process = self.begun()
        self.server.stop()
        _, err = self.finish(process, 75)
        for line in err.splitlines():
            self.assertRegex(line, r"^sweep.py: the database does not answer \(.*\); all is kept|^\d/4, ")
        self.no_program_is_left()
        self.server.start()
        self.sweep("--jobs", "2", "--resume")
        self.assert_all_once(4)

    def test_tpe_with_pruning_by_three_workers(self):
        text = (f'method = "tpe"\ntrials = 24\n{OPTIONS}"train.sequences" = 4000\n"train.optimizer" = "adam"\n[space]\n'
                '"train.learning-rate" = { low = 1e-7, high = 1e-2, log = true }\n"train.batch" = [1, 2]\n'
                '[pruning]\nmethod = "PRUNER"\nfrom = 400\n')
        for pruner in ("hyperband", "median"):
            with self.subTest(pruner):
                self.name, self.out = pruner, self.root / pruner
                self.sweep("--jobs", "3", text=text.replace("PRUNER", pruner))
                rows = self.rows()
                self.assertEqual(len(rows), 24)
                self.assertEqual({row["state"] for row in rows}, {"complete", "pruned"})
                self.assertEqual(len({row["train.learning-rate"] for row in rows}), 24)
                for row in rows:
                    ended = (self.out / "points" / row["run"] / "result.json").exists()
                    self.assertEqual(ended, row["state"] == "complete")


class OneMachine(SharedSweeps):
    def setUp(self):
        super().setUp()
        self.url = ""

    def test_twenty_points_where_the_coordinator_is_killed(self):
        """Without a server: SQLite."""
        program = self.noting()
        process = self.begin("--jobs", "2", text=points(first=12000), program=program)
        self.wait_for(lambda: self.checkpoints() and len(self.starts()) > 9, process, 120)
        process.kill()
        process.communicate()
        self.sweep("--jobs", "2", "--resume", program=program)
        rows = self.rows()
        self.assertEqual([row["state"] for row in rows], ["complete"] * 20)
        self.assertEqual(len({row["run"] for row in rows}), 20)
        self.assertEqual(len(list(self.out.glob("points/*/result.json"))), 20)
        self.assertLessEqual(len(self.starts()), 24, "more than was under way, or not seen to yet, was started again")
        self.assert_undisturbed(rows[0]["run"])


if __name__ == "__main__":
    unittest.main()
