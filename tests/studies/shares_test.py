#!/usr/bin/python3
"""The distribution of a time budget over trainings (studies/shares.py), with a stand-in for the program."""
import argparse
import os
import pathlib
import sys
import tempfile
import time
import unittest
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "studies")]

import shares
from tapehead.runs.errors import InputError

# Called like the program: records its name, prints a line, writes a result, ends with the given status.
STAND_IN = """#!/bin/sh
echo "$3" >>"$(dirname "$0")/order"
echo "working on $3" >&2
mkdir -p "$7"
[ "$4 $5 $6" = "--threads 1 --out" ] || exit 99
[ "$2" = 75 ] && [ ! -e "$7/seen" ] && { touch "$7/seen"; exit 75; }
[ "$2" = 75 ] || [ "$2" = 0 ] || [ "$2" = 3 ] && echo '{"status": "finished"}' >"$7/result.json"
[ "$2" = 75 ] && exit 0
exit "$2"
"""


class Shares(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.program = self.root / "program"
        self.program.write_text(STAND_IN)
        self.program.chmod(0o755)

    def job(self, name, status=0, **more):
        return shares.Job(name, [str(status), name], self.root / "runs" / name, **more)

    def order(self):
        return (self.root / "order").read_text().split()

    def test_lower_ranks_come_first_and_what_is_finished_is_left_alone(self):
        jobs = [self.job("c", rank=(1, 1)), self.job("a", rank=(0, 2)), self.job("b", rank=(0, 10))]
        shares.train_all(self.program, jobs, 60, 1)
        self.assertEqual(self.order(), ["a", "b", "c"])
        self.assertTrue(all(job.finished() for job in jobs))
        shares.train_all(self.program, [*jobs, self.job("d")], 60, 1)
        self.assertEqual(self.order(), ["a", "b", "c", "d"])

    def test_what_begins_where_another_ends_waits_for_it(self):
        first = self.job("first", 75)
        jobs = [self.job("second", after=first.directory), first, self.job("else", rank=1)]
        shares.train_all(self.program, jobs, 60, 2)
        order = self.order()
        self.assertEqual(sorted(order), ["else", "first", "first", "second"])
        self.assertLess(max(at for at, name in enumerate(order) if name == "first"), order.index("second"))

    def test_the_interrupted_go_on_and_the_diverged_are_done(self):
        jobs = [self.job("a", 75), self.job("b", 3)]
        shares.train_all(self.program, jobs, 60, 2)
        self.assertEqual(sorted(self.order()), ["a", "a", "b"])
        self.assertEqual((self.root / "runs/a.log").read_text(), "working on a\n" * 2)
        self.assertEqual(len((self.root / "runs/a.processor").read_text().split()), 2, "one of each slice")

    def test_the_time_of_the_processor_is_counted_not_that_of_the_clock(self):
        self.program.write_text("#!/usr/bin/python3\nimport pathlib, sys, time\ntime.sleep(1)\n"
                                "while time.process_time() < 0.4:\n    pass\n"
                                "pathlib.Path(sys.argv[7]).mkdir()\n"
                                "pathlib.Path(sys.argv[7], 'result.json').touch()\n")
        job = self.job("a")
        shares.train_all(self.program, [job], 60, 1)
        self.assertTrue(0.4 <= shares.processor_seconds(job.directory) < 0.9, shares.processor_seconds(job.directory))

    def test_a_failure_is_told_and_ends_the_rest(self):
        jobs = [self.job("a", 4), self.job("b", rank=1)]
        with self.assertRaisesRegex(InputError, r"^a: exit status 4; .*runs/a\.log ends: working on a$"):
            shares.train_all(self.program, jobs, 60, 1)
        self.assertEqual(self.order(), ["a"])

    def test_time_is_shared_as_asked(self):
        jobs = [self.job("a"), self.job("b", share=3), self.job("late", rank=1)]
        with mock.patch.object(shares, "train_slice", lambda program, job, seconds, stop: time.sleep(0.01)):
            took = shares.train_all(self.program, jobs, 1.5, 1)
        self.assertTrue(0.5 <= took < 1.5, took)
        self.assertTrue(2 < jobs[1].spent / jobs[0].spent < 4.5, [job.spent for job in jobs])
        self.assertEqual(jobs[2].spent, 0)

    def test_minutes_are_typed_in_ascii(self):
        self.assertEqual(shares.minutes("1.5"), 1.5)
        for text in ("٣", "1_0", "0", "x", "nan"):
            with self.assertRaisesRegex(argparse.ArgumentTypeError, f"got {text}; minutes above 0 are needed"):
                shares.minutes(text)

    def test_what_was_spent_before_counts(self):
        jobs = [self.job("a"), self.job("b")]
        jobs[0].directory.mkdir(parents=True)
        (jobs[0].directory / "metrics.csv").write_text("seconds,value\n1.5,2\n1000,3\n")
        with mock.patch.object(shares, "train_slice", lambda program, job, seconds, stop: time.sleep(0.01)):
            shares.train_all(self.program, jobs, 1.2, 1)
        self.assertEqual(jobs[0].spent, 1000)
        self.assertGreater(jobs[1].spent, 0)


if __name__ == "__main__":
    unittest.main()
