#!/usr/bin/python3
"""A run whose goal is another metric than bits names it wherever a cost is shown: here a model that answers, and stops
by the share of wrong answers."""
import csv
import io
import json
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest, tiny, typed

SPOKEN = typed({"task": "lexical-translation", "task.vocabulary": 6, "task.min-length": 4, "task.max-length": 5,
                "task.min-fertility": 1, "model": "encoder-decoder", "encoder.size": 8, "controller.size": 8,
                "model.embedding": 4, "train.batch": 4, "train.sequences": 16, "train.validate-every": 8,
                "train.validation-episodes": 4, "train.final-episodes": 4})


class GoalTest(ProgramTest):
    def table(self, *words):
        return list(csv.DictReader(io.StringIO(self.tapehead(*words, "--csv", "-")[0])))

    def test_a_spoken_run_stops_by_its_wrong_answers_and_says_so(self):
        runs = self.root / "runs"
        out, err = self.tapehead("train", *SPOKEN, "--train.stop-below", 100, "--train.decay-below", 3, "--seeds",
                                 "1..2", "--out", runs)
        run = runs / "seed-1"
        self.assertIn("the goal is error (%); solved at 100 or below (train.stop-below); the rate falls from 3", err)
        self.assertRegex(out, r"solved by error \(%\) after 8 sequences, .* wrong")
        result = json.loads((run / "result.json").read_text())
        for name in ("result.json", "manifest.json"):
            told = json.loads((run / name).read_text())
            self.assertEqual((told["goal"], told["goal_unit"]), ("error", "%"))
        self.assertTrue(self.tapehead("eval", run, "--episodes", 4)[0].startswith("goal: error (%)\n"))
        told = json.loads(self.tapehead("eval", run, "--episodes", 4, "--json")[0])
        self.assertEqual((told["goal"], told["goal_unit"]), ("error", "%"))
        self.assertRegex(self.tapehead("eval", runs, "--episodes", 4)[0], r"\nall runs: error \(%\) of 2 runs\n")
        self.said_of_its_files(run, result["error"])
        for name in ("result.json", "manifest.json"):  # as an earlier version wrote them
            told = json.loads((run / name).read_text())
            (run / name).write_text(json.dumps({key: value for key, value in told.items() if "goal" not in key}))
        self.said_of_its_files(run, result["error"])

    def said_of_its_files(self, run, error):
        self.assertIn("\n  cost: error (%), of the best checkpoint", self.tapehead("compare", run)[0])
        [row] = self.table("compare", run)
        self.assertEqual((row["cost_metric"], row["cost_unit"]), ("error", "%"))
        self.assertAlmostEqual(float(row["cost_median"]), error)
        [row] = self.table("runs", run)
        self.assertEqual((row["goal"], float(row["cost"])), ("error", error))
        self.assertRegex(self.tapehead("runs", run)[0], r"(?m)^run +state +goal +.*\n.* error \(%\) ")
        self.assertTrue(self.tapehead("watch", run)[0].startswith("validation, error (%)\n"))

    def test_a_run_of_bits_says_nothing_of_it(self):
        out, err = self.tapehead("train", *tiny(train__stop_below=100), "--out", "run")
        self.assertNotIn("goal", err)
        self.assertRegex(out, r"solved after 200 sequences.* bits per sequence")
        self.assertEqual(json.loads((self.root / "run" / "result.json").read_text())["goal"], "bits")
        self.assertNotIn("goal", self.tapehead("eval", "run", "--task.length", 3, "--episodes", 4)[0])
        self.assertNotIn("goal", self.tapehead("runs", "run")[0])

    def test_runs_of_several_goals_are_compared_by_their_bits(self):
        self.tapehead("train", *SPOKEN, "--out", "spoken")
        self.tapehead("train", *SPOKEN, "--train.clip-at", 8, "--out", "other")
        result = self.root / "other" / "result.json"
        told = json.loads(result.read_text())
        result.write_text(json.dumps(told | {"goal": "bits"}))
        rows = self.table("compare", "spoken", "other")
        self.assertEqual({row["cost_metric"] for row in rows}, {"bits"})
        self.assertIn(f"{told['bits']:.6g}", [f"{float(row['cost_median']):.6g}" for row in rows])

    def test_help_tells_the_goals_with_their_units(self):
        out, _ = self.tapehead("train", "--help")
        words = " ".join(out.split())
        self.assertIn("validation goal that counts as solved, over_oracle (bits per sequence), error (%) "
                      "or bits (bits per sequence): whichever is the task's; 0: never stop", words)
        self.assertIn("validation goal, in its unit (train.stop-below), at which the rate begins to fall", words)
        self.assertIn("a run passes its check with fewer wrong answers per sequence", words)

    def test_help_tells_the_goal_of_the_task_that_is_asked_about(self):
        for words, task, model, goal in (
                ([], "copy", "memory-machine", "bits (bits per sequence)"),
                (["--task", "ngrams"], "ngrams", "memory-machine", "over_oracle (bits per sequence)"),
                (["--preset", "translation"], "lexical-translation", "encoder-decoder", "error (%)"),
                (["--task", "lexical-translation"], "lexical-translation", "memory-machine", "error (%)"),
                (["--preset", "translation", "--task", "copy", "--model", "lstm"], "copy",
                 "memory-machine", "bits (bits per sequence)")):
            for command in ("train", "bench"):
                line = self.tapehead(command, *words, "--help")[0].splitlines()[4]
                self.assertEqual(line, f"the goal of task {task} with model {model}, which a run stops and chooses by: "
                                 + goal)
        out, _ = self.tapehead("train", "--task", "file", "--help")
        self.assertRegex(out, r"\nthe goal is not known, for these options make no run: task.path: ")
        self.assertIn("\nGeneral options\n", out)


if __name__ == "__main__":
    unittest.main()
