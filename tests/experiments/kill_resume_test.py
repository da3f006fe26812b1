#!/usr/bin/python3
"""Runs that are killed or interrupted and then resumed give the same results as undisturbed ones, byte for byte except
for times."""
import csv
import json
import os
import pathlib
import random
import signal
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import DONE, INTERRUPTED, RUN_FILES, ProgramTest, timeless, tiny

# About a second of training; averages, momentum, a curriculum and restarts all have state to carry over.
OPTIONS = tiny(train__sequences=60000, train__validate_every=700, train__checkpoint_every=500, train__batch=4,
               train__average=0.99, train__curriculum="linear", train__stop_below=2, train__check="task.length=6",
               train__check_below=0, train__check_episodes=50, train__restarts=1000)


# Long enough that on a fast machine a signal does not find the run finished.
SPARSE = tiny(memory="sparse", memory__slots=5000, memory__index="lists", memory__filled=300, train__sequences=24000,
              train__validate_every=700, train__checkpoint_every=500)


class KillAndResume(ProgramTest):
    def undisturbed(self):
        self.tapehead("train", *OPTIONS, "--threads", 1, "--out", "whole")
        rows = timeless(self.root / "whole" / "metrics.csv")
        self.assertTrue(any(row[7] == "check" for row in rows), "no restart, so none is tested")
        return self.root / "whole"

    def disturbed(self, number, again, expected, times=8, options=OPTIONS):
        """Trains with signals at random times, resuming each time with `again`, until the run is finished."""
        draw = random.Random(number)
        run = self.root / f"signal-{number}"
        words, stopped = ["train", *options, "--out", run.name], 0
        while True:
            process = self.start(*words, "--threads", 1 + stopped % 2)
            if stopped < times:
                self.wait_for((run / "checkpoint-last.safetensors").exists, process)
                time.sleep(draw.uniform(0.01, 0.05))   # after the start, during which a signal finds no run yet
                process.send_signal(number)
            _, err = process.communicate(timeout=60)
            if process.returncode == DONE:
                break
            # Before the program installs its handler, a signal kills it.
            self.assertIn(process.returncode, (expected, -number), err)
            stopped += 1
            words = again(run.name)
        self.assertGreater(stopped, 2)
        return run

    def test_killed(self):
        whole = self.undisturbed()
        run = self.disturbed(signal.SIGKILL, lambda name: ["resume", name], -signal.SIGKILL)
        self.assert_same_run(whole, run)
        self.assertEqual({path.name for path in run.iterdir()}, RUN_FILES)

    def test_killed_and_trained_again(self):
        whole = self.undisturbed()
        run = self.disturbed(signal.SIGKILL, lambda name: ["train", *OPTIONS, "--out", name], -signal.SIGKILL, 4)
        self.assert_same_run(whole, run)

    def test_asked_to_stop(self):
        whole = self.undisturbed()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGUSR1):
            run = self.disturbed(number, lambda name: ["resume", name], INTERRUPTED, 4)
            self.assert_same_run(whole, run)

    def test_a_memory_that_steps_change_in_place(self):
        self.tapehead("train", *SPARSE, "--threads", 1, "--out", "whole")
        run = self.disturbed(signal.SIGINT, lambda name: ["resume", name], INTERRUPTED, 4, SPARSE)
        self.assert_same_run(self.root / "whole", run)


class Interrupt(ProgramTest):
    def long_run(self, *words):
        process = self.start("train", *tiny(train__sequences=10000000, train__validate_every=10000000,
                                            train__checkpoint_every=10000000), *words, "--out", "run")
        self.wait_for(lambda: list(self.root.glob("run/**/checkpoint-last.safetensors")), process)
        return process

    def test_what_is_said_and_kept(self):
        process = self.long_run()
        time.sleep(0.1)
        status, out, err = self.stop(process)
        self.assertEqual((status, out), (INTERRUPTED, ""))
        self.assertIn("tapehead: interrupted; the checkpoint is written, tapehead resume run goes on\n", err)
        files = {path.name for path in (self.root / "run").iterdir()}
        self.assertEqual(files, RUN_FILES - {"result.json", "checkpoint-best.safetensors"})
        out, _ = self.tapehead("eval", "run", "--checkpoint", "last", "--task.length", 3, "--csv", "-")
        self.assertGreater(int(out.splitlines()[1].split(",")[6]), 0)

    def test_the_clock_goes_on_from_where_it_was_stopped(self):
        process = self.long_run()
        time.sleep(0.5)  # without a row in metrics.csv
        self.stop(process)
        noted = json.loads((self.root / "run/manifest.json").read_text())
        self.assertGreater(noted["trained_seconds"], 0.4)
        self.tapehead("resume", "run", "--train.sequences", noted["trained_sequences"])
        self.assertGreater(json.loads((self.root / "run/result.json").read_text())["seconds"], noted["trained_seconds"])
        rows = csv.DictReader((self.root / "run/metrics.csv").read_text().splitlines())
        earliest = min(float(row["seconds"]) for row in rows)
        self.assertGreaterEqual(earliest, round(noted["trained_seconds"], 3))  # rounded as in the rows

    def test_several_seeds(self):
        status, _, err = self.stop(self.long_run("--seeds", "1..4", "--threads", "2"))
        self.assertEqual(status, INTERRUPTED)
        self.assertNotIn("terminate", err)

    def test_a_run_that_was_killed_at_once_leaves_nothing_in_the_way(self):
        for delay in (0, 0.002, 0.004, 0.006, 0.01, 0.02):
            process = self.start("train", *tiny(), "--out", "run")
            time.sleep(delay)
            process.kill()
            process.communicate()
        self.tapehead("train", *tiny(), "--out", "run")
        self.tapehead("train", *tiny(), "--out", "whole")
        self.assert_same_run(self.root / "whole", self.root / "run")


if __name__ == "__main__":
    unittest.main()
