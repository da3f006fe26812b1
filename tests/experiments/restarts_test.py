#!/usr/bin/python3
"""Several trainings on the same data (train --restarts): which is chosen, what eval makes of all, what survives."""
import csv
import io
import json
import math
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
SHORT = {"task.ids": 1, "task.questions": 200, "task.test-questions": 100, "train.sequences": "12epochs",
         "train.first-sequences": "2epochs", "model.linear-start": "2epochs", "train.validate-every": "4epochs"}


def quick(**changes):
    """That run's options, typed; in the names of the changes "__" stands for "." and "_" for "-"."""
    changes = {name.replace("__", ".").replace("_", "-"): value for name, value in changes.items()}
    return ["--preset", "sukhbaatar2015-single", *process.typed(SHORT | changes)]


class Restarts(process.ProgramTest):
    def train(self, *more, out="run", **changes):
        return self.tapehead("train", *quick(**changes), *more, "--out", out)

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

    def test_eval_scores_task_by_task_and_tells_their_mean(self):
        self.train("--restarts", 2, task__ids="1,2")
        out, _ = self.tapehead("eval", "run", "--split", "test", "--csv", "-")
        got = {}
        for row in rows(out):
            got.setdefault(row["setting"], {})[row["metric"]] = float(row["value"])
        self.assertEqual(list(got), ["task.ids=1", "task.ids=2", ""])
        one, two, mean = got.values()
        self.assertEqual(list(mean), ["error", "failed", "average_error", "average_failed"])
        for metric, failed in (("error", "failed"), ("average_error", "average_failed")):
            errors = [one[metric], two[metric]]
            self.assertEqual(mean[metric], sum(errors) / 2)
            self.assertEqual(mean[failed], sum(error > 5 for error in errors))
        out, _ = self.tapehead("eval", "run", "--split", "test")
        self.assertRegex(out, rf"(?m)^mean +{mean['error']:.2f} % wrong, {mean['failed']:.0f} of 2 above 5 %; "
                              rf"all restarts together {mean['average_error']:.2f} %, ")
        for typed, settings in ((["--task.ids", 2], ["task.ids=2"]),
                                (["--task.test-questions", 50],
                                 [f"task.test-questions=50{ids}" for ids in (";task.ids=1", ";task.ids=2", "")])):
            out, _ = self.tapehead("eval", "run", "--split", "test", *typed, "--csv", "-")
            self.assertEqual(list(dict.fromkeys(row["setting"] for row in rows(out))), settings)

    def test_an_objective_of_its_own_is_not_what_restarts_are_chosen_by(self):
        self.tapehead("train", "--preset", "weston2015", "--task.ids", 1, "--task.questions", 100,
                      "--train.sequences", "2epochs", "--train.validate-every", "1epochs", "--restarts", 2,
                      "--out", "run")
        for row in rows((self.root / "run/restarts.csv").read_text()):
            measured = {metric["metric"]: float(metric["value"])
                        for metric in rows((self.root / f"run/restart-{row['restart']}/metrics.csv").read_text())
                        if metric["split"] == "train"}
            self.assertEqual(float(row["train_bits"]), measured["bits"])
            self.assertNotAlmostEqual(measured["bits"], measured["loss"] / math.log(2), places=3)
            # Logits that differ by little more than the margin, 0.1: a right word costs nearly log2 of all words.
            self.assertTrue(1 < measured["bits"] < 10, measured)

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
        words = ["train", *quick(task__ids=2, train__checkpoint_every="2epochs"), "--restarts", 4, "--threads", 1]
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
        self.refused("train", *quick(), "--restarts", 0, "--out", "x", says=["--restarts", "got 0"])
        self.refused("train", *quick(), "--restarts", 2, "--train.restart", 1, "--out", "x", says="train.restart")
        self.refused("train", "--preset", "copy", "--train.sequences", "3epochs", "--out", "x",
                     says=["train.sequences", "3epochs", "without end"])
        self.refused("train", "--model", "memn2n", "--task", "copy", "--out", "x", says=["memn2n", "babi"])
        self.refused("train", *quick(), "--restarts", 1001, "--out", "x", says=["--restarts", "1000"])
        self.refused("train", *quick(train__validate_every="1e300epochs"), "--out", "x",
                     says=["1e+300epochs", "20epochs"])
        self.train("--restarts", 2)
        self.refused("train", *quick(), "--out", "run", says=["holds 2 restarts"])
        (self.root / "run/restart-2/result.json").unlink()
        self.refused("eval", "run", says=["restart-2", "not finished"])
        out, err = self.tapehead("resume", "run")
        self.assertIn("run: 1 of 2 runs to go on with", err)
        self.assertIn("run/restart-1: is done already", out)
        self.assertEqual(len([r for r in rows((self.root / "run/restarts.csv").read_text()) if r["chosen"] == "yes"]),
                         1)
        self.train(out="alone")
        self.refused("train", *quick(), "--restarts", 2, "--out", "alone", says="holds a run by itself")

    def test_an_epoch_in_a_thousand_parts_is_a_sequence_at_least(self):
        self.train(train__validate_every="0.001epochs", train__sequences="0.2epochs")
        self.assertEqual(self.result("run")["sequences"], 64)  # of 180, in batches of 32

    def test_interrupted_before_all_seeds_began(self):
        process_ = self.start("train", *quick(train__sequences="400epochs"), "--seeds", "1..4",
                              "--restarts", 2, "--threads", 1, "--out", "run")
        self.wait_for((self.root / "run/seed-1/restart-1/metrics.csv").exists, process_)
        self.assertEqual(self.stop(process_)[0], process.INTERRUPTED)
        table = rows((self.root / "run/seed-1/restarts.csv").read_text())
        self.assertEqual([row["status"] for row in table], ["running", "running"])
        self.refused("eval", "run/seed-1", says="not finished")

    def test_bits_are_chosen_by_the_cost_of_training(self):
        self.tapehead("train", *process.tiny(), "--restarts", 2, "--out", "run")
        table = rows((self.root / "run/restarts.csv").read_text())
        chosen = [row for row in table if row["chosen"] == "yes"]
        self.assertEqual([float(row["train_bits"]) for row in chosen], [min(float(r["train_bits"]) for r in table)])
        out, _ = self.tapehead("eval", "run", "--task.length", 2, "--csv", "-")
        self.assertIn(",average_wrong_bits,", out)

    def test_weights_of_another_vocabulary_start_nothing(self):
        self.train()
        self.refused("train", *quick(task__ids=2), "--train.init-from", "run/checkpoint-last.safetensors", "--out",
                     "other", says=["other words"])

    def test_other_stories_are_not_gone_on_with(self):
        self.tapehead("generate", "babi", "--ids", 1, "--questions", 200, "--out", "files")
        self.train(task__path="files", train__sequences="4epochs")
        path = next((self.root / "files").glob("*_train.txt"))
        path.write_text(path.read_text().replace("kitchen", "X").replace("garden", "kitchen").replace("X", "garden"))
        before = process.snapshot(self.root / "run")
        _, err = self.tapehead("resume", "run", "--train.sequences", "8epochs", status=process.BAD_INPUT)
        self.assertIn("other stories", err)
        self.assertEqual(process.snapshot(self.root / "run"), before)


if __name__ == "__main__":
    unittest.main()
