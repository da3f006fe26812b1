#!/usr/bin/python3
"""Scores over a range of lengths, from the errors at each: in eval's table, in result.json and in comparisons."""
import csv
import io
import json
import os
import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

from process import ProgramTest, typed  # noqa: E402
from tapehead.stats import comparison, tables  # noqa: E402

TRAINING = {"task": "chomsky", "controller.size": 4, "train.sequences": 64, "train.batch": 8,
            "train.validate-every": 64, "train.validation-episodes": 8, "train.final-episodes": 8}
FINAL = [41 + 51 * i for i in range(10)]


class ScoredRange(ProgramTest):
    def train(self, name, **options):
        run = self.root / name
        settings = TRAINING | {key.replace("__", "."): value for key, value in options.items()}
        told = "".join(self.tapehead("train", *typed(settings), "--out", run))
        return run, json.loads((run / "result.json").read_text()), told

    def errors(self, run, *words):
        """{length: error}, the rows of no single length, and what is printed."""
        out, _ = self.tapehead("eval", run, *words, "--csv", run / "eval.csv")
        rows = list(csv.DictReader(io.StringIO((run / "eval.csv").read_text())))
        at = {int(re.search(r"task.length=(\d+)", row["setting"])[1]): float(row["value"])
              for row in rows if row["metric"] == "error" and "task.length" in row["setting"]}
        return at, {row["metric"]: row for row in rows if "task.length" not in row["setting"]}, out

    def test_the_result_has_the_mean_over_ten_lengths(self):
        ntm = {"memory": "ntm", "memory.slots": 45, "memory.width": 2, "memory.init": "constant",
               "addressing": "location", "task.problem": "missing-duplicate-string", "task.length": 6}
        for name, options in (("lstm", {"model": "lstm"}), ("ntm", ntm)):
            run, result, told = self.train(name, **options)
            self.assertIn(f"score {result['score']:.4g} of 100", told)
            slots = ["--memory.slots", 45 + 2 * 250] if name == "ntm" else []
            lengths = ",".join(map(str, FINAL))
            at, _, _ = self.errors(run, "--split", "final", "--episodes", 32, "--task.length", lengths, *slots)
            self.assertEqual(list(at), FINAL)
            self.assertAlmostEqual(result["score"], 100 - sum(at.values()) / 10, places=6, msg=name)
            self.assertEqual((result["perfect_lengths"], result["scored_lengths"]), (list(at.values()).count(0), 10))

    def test_where_the_slots_cannot_be_more_a_memory_is_scored_as_it_is(self):
        stack = {"model": "mixer-stack", "model.size": 4, "model.heads": 1, "memory.slots": 6, "memory.width": 4}
        for name, options in (
                ("learned", {"memory": "ntm", "memory.slots": 6, "memory.width": 3, "memory.init": "learned"}),
                ("tokens", stack | {"memory": "token-turing"}),
                ("slots", stack | {"memory": "fast-weights", "memory.rule": "slots", "memory.heads": 1})):
            training = {key: value for key, value in TRAINING.items() if key != "controller.size" or name == "learned"}
            run = self.root / name
            self.tapehead("train", *typed(training | options), "--task.problem", "reverse-string", "--out", run)
            result = json.loads((run / "result.json").read_text())
            at, _, _ = self.errors(run, "--split", "final", "--episodes", 32, "--task.length",
                                   ",".join(map(str, FINAL)))
            self.assertAlmostEqual(result["score"], 100 - sum(at.values()) / 10, places=6, msg=name)
        out, err = self.tapehead("eval", "tokens", "--episodes", 1)
        self.assertIn("the mean of 460 lengths from 41 to 500", out)
        self.assertNotIn("memory.slots", out + err)

    def test_no_score_where_the_task_has_none_or_positions_end(self):
        self.assertNotIn("score", self.train("copy", task="copy", **{"task.length": 3})[1])
        self.assertNotIn("score", self.train("steps", controller="transformer", memory="none", **{
            "task.problem": "reverse-string", "task.length": 6, "controller.positions": "learned",
            "controller.max-steps": 20})[1])

    def test_eval_scores_every_length(self):
        run, _, _ = self.train("parity", model="lstm")
        at, whole, out = self.errors(run, "--episodes", 2)
        self.assertEqual(list(at), [10, 20, 30, 40, *range(41, 501)])
        counted = [error for length, error in at.items() if length > 40]
        self.assertAlmostEqual(float(whole["score"]["value"]), 100 - sum(counted) / 460, places=6)
        self.assertEqual(float(whole["perfect_lengths"]["value"]), counted.count(0))
        self.assertEqual(whole["score"]["episodes"], str(460 * 2))
        lines = out.splitlines()
        self.assertLess(len(lines), 12)
        self.assertIn("the mean of 460 lengths from 41 to 500 (2 sequences each)", lines[-1])
        self.assertIn("most wrong at", lines[-1])
        [one] = comparison.compare([run])
        text = tables.as_text(tables.tables(one))
        self.assertIn("score: right answers, mean over lengths (%)", text)
        self.assertRegex(text, r"(?m)^group .* score, median .*perfect_lengths, median")
        self.assertIn("58 of 464 settings; eval.csv has all", text)


if __name__ == "__main__":
    unittest.main()
