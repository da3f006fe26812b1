#!/usr/bin/python3
"""Several trainings on the same data (train --restarts): which is chosen, what eval makes of all, what survives."""
import csv
import io
import json
import os
import pathlib
import signal
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
import process  # noqa: E402


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


# A few epochs of the smallest bAbI task, drawn by the program itself.
QUICK = ["--preset", "sukhbaatar2015-single", "--task.questions", 200, "--task.test-questions", 100,
         "--train.sequences", "12epochs", "--train.first-sequences", "2epochs", "--model.linear-start", "2epochs",
         "--train.validate-every", "4epochs"]


class Restarts(process.ProgramTest):
    def train(self, *more, out="run", **how):
        return self.tapehead("train", *QUICK, "--task.ids", 1, *more, "--out", out, **how)

    def result(self, path):
        return json.loads((self.root / path / "result.json").read_text())

    def test_the_least_training_error_is_chosen_and_all_answer_together(self):
        self.train("--restarts", 3)
        table = rows((self.root / "run/restarts.csv").read_text())
        self.assertEqual([row["restart"] for row in table], ["1", "2", "3"])
        ranks = [(float(row["train_error"]), float(row["train_bits"])) for row in table]
        self.assertEqual(len(set(ranks)), 3, "restarts differ")
        chosen = [row["chosen"] for row in table].index("yes")
        self.assertEqual(ranks[chosen], min(ranks))
        self.assertEqual(sum(row["chosen"] == "yes" for row in table), 1)

        out, _ = self.tapehead("eval", "run", "--split", "test", "--csv", "-")
        got = {row["metric"]: float(row["value"]) for row in rows(out)}
        alone, _ = self.tapehead("eval", f"run/restart-{chosen + 1}", "--split", "test", "--csv", "-")
        self.assertEqual(got["error"], {row["metric"]: float(row["value"]) for row in rows(alone)}["error"])
        self.assertIn("average_error", got)
        self.assertEqual({row["episodes"] for row in rows(out)}, {"100"})

    def test_two_at_once_are_as_one_after_the_other_and_a_rerun_trains_nothing(self):
        self.train("--restarts", 2, "--threads", 1, out="one")
        self.train("--restarts", 2, "--threads", 2, out="two")
        for number in (1, 2):
            self.assert_same_run(self.root / f"one/restart-{number}", self.root / f"two/restart-{number}")
        before = process.snapshot(self.root / "one")
        self.train("--restarts", 2, out="one")
        self.assertEqual(process.snapshot(self.root / "one"), before)
        self.train("--restarts", 3, out="one")  # one more goes on
        self.assertEqual(len(rows((self.root / "one/restarts.csv").read_text())), 3)

    def test_restarts_of_several_seeds(self):
        self.train("--seeds", "1..2", "--restarts", 2)
        table = rows((self.root / "run/seeds.csv").read_text())
        self.assertEqual([row["seed"] for row in table], ["1", "2"])
        for row in table:
            restarts = rows((self.root / f"run/seed-{row['seed']}/restarts.csv").read_text())
            self.assertEqual([r["error"] for r in restarts if r["chosen"] == "yes"], [row["error"]])

    def test_killed_and_taken_up_again(self):
        words = ["train", *QUICK, "--task.ids", 2, "--restarts", 4, "--threads", 1, "--train.checkpoint-every", "2epochs"]
        self.tapehead(*words, "--out", "whole")
        killed = self.start(*words, "--out", "cut")
        self.wait_for((self.root / "cut/restart-2/metrics.csv").exists, killed)
        self.stop(killed, signal.SIGKILL)
        self.tapehead(*words, "--out", "cut")
        for number in range(1, 5):
            self.assert_same_run(self.root / f"whole/restart-{number}", self.root / f"cut/restart-{number}")

    def test_one_that_diverged_is_not_chosen_nor_asked(self):
        self.train("--restarts", 2)
        path = self.root / "run/restart-1/result.json"
        path.write_text(json.dumps({"status": "diverged", "sequences": 0, "message": "m", "seconds": 0}))
        out, _ = self.tapehead("eval", "run", "--csv", "-")
        alone, _ = self.tapehead("eval", "run/restart-2", "--csv", "-")
        self.assertEqual(out, alone)

    def test_mistakes(self):
        self.refused("train", *QUICK, "--restarts", 0, "--out", "x", says=["--restarts", "got 0"])
        self.refused("train", *QUICK, "--restarts", 2, "--train.restart", 1, "--out", "x", says="train.restart")
        self.refused("train", "--preset", "copy", "--train.sequences", "3epochs", "--out", "x",
                     says=["train.sequences", "3epochs", "without end"])
        self.refused("train", "--preset", "copy", "--model", "memn2n", "--task", "copy", "--out", "x",
                     says=["memn2n", "babi"])
        self.train("--restarts", 2)
        (self.root / "run/restart-2/result.json").unlink()
        self.refused("eval", "run", says=["restart-2", "not finished"])


if __name__ == "__main__":
    unittest.main()
