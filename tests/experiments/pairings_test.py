#!/usr/bin/python3
"""Every controller with every memory trains from the command line. Every controller, memory and addressing is scored,
traced, and resumes as if never stopped, in one pairing: a checkpoint knows parts by their names alone."""
import csv
import io
import json
import math
import os
import pathlib
import re
import sys
import unittest

import h5py
import numpy

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from checkpoint_bits import tensors
from process import ProgramTest, timeless, typed

# Forty updates at a high rate, and eighty of those that copy: every pairing learns at least the frequency of a bit.
TRAINING = {"train.sequences": 160, "train.batch": 4, "train.validate-every": 40, "train.validation-episodes": 20,
            "train.final-episodes": 20, "train.optimizer": "adam", "train.learning-rate": 0.01}
COPY = TRAINING | {"task": "copy", "task.bits": 3, "task.max-length": 2, "train.sequences": 320,
                   "train.validate-every": 80, "train.validation-episodes": 100}
SIZE = {"controller.size": 16}


class Pairings(ProgramTest):
    def names(self, what):
        out, _ = self.tapehead("list", what)
        return re.findall(r"(?m)^  (\S+) ", out)

    def rows(self, text):
        """A table's rows, all of whose values must be numbers."""
        rows = list(csv.DictReader(io.StringIO(text), strict=True))
        for row in rows:
            self.assertTrue(math.isfinite(float(row["value"])), row)
        return rows

    def learns(self, run, split, metric):
        """The cost at the last validation is less than at the first."""
        rows = self.rows((run / "metrics.csv").read_text())
        costs = [float(row["value"]) for row in rows if (row["split"], row["metric"]) == (split, metric)]
        self.assertEqual(len(costs), 4)
        self.assertLess(costs[-1], costs[0])
        self.assertGreater(min(costs), 0)

    def goes_on(self, run, options):
        """A run trained half as long and then resumed equals the whole run, to the bit."""
        halves = run.with_name(run.name + "-in-halves")
        whole = int(options["train.sequences"])
        self.tapehead("train", *typed(options | {"train.sequences": whole // 2}), "--out", halves)
        self.tapehead("resume", halves, "--train.sequences", whole)
        self.assertEqual(timeless(run / "metrics.csv"), timeless(halves / "metrics.csv"))
        for name in ("last", "best"):
            one, other = (tensors(path / f"checkpoint-{name}.safetensors") for path in (run, halves))
            self.assertEqual(one, other, name)

    def trace(self, run, *words):
        """The arrays of a trace by name; all values must be finite except outputs at unscored steps."""
        self.tapehead("trace", run, *words, "--out", f"{run}.h5")
        arrays = {}
        with h5py.File(self.root / f"{run}.h5", "r") as file:
            file.visititems(lambda name, item: arrays.update({name: item[()]} if hasattr(item, "shape") else {}))
        for name, array in arrays.items():
            if array.dtype.kind == "f":
                asked = arrays["mask"].max(axis=1) > 0 if name == "outputs" else slice(None)
                self.assertTrue(numpy.isfinite(array[asked]).all(), name)
        return arrays

    def trained(self, **parts):
        run = self.root / "-".join(parts.values()).replace("+", "-")
        self.tapehead("train", *typed(COPY | SIZE | parts), "--out", run)
        self.assertEqual(json.loads((run / "result.json").read_text())["sequences"], 320)
        self.learns(run, "validation", "bits")
        return run

    def trains(self, **parts):
        """Trains, resumes, scores and traces."""
        run = self.trained(**parts)
        self.goes_on(run, COPY | SIZE | parts)

        out, _ = self.tapehead("eval", run, "--task.length", "1..2", "--episodes", 3, "--csv", "-")
        rows = self.rows(out)
        self.assertEqual({(row["setting"], row["episodes"], row["metric"]) for row in rows},
                         {(f"task.length={length}", "3", metric) for length in (1, 2)
                          for metric in ("bits", "bits_median", "bits_max", "wrong_bits", "wrong_bits_max", "perfect",
                                         "solved", "uniform_bits", "uniform_wrong_bits", "frequent_bits",
                                         "frequent_wrong_bits")})
        self.assertEqual({row["memory"] for row in rows}, {parts["memory"]})

        arrays = self.trace(run, "--task.length", 2)  # two vectors, the delimiter, two answers
        self.assertLessEqual({"inputs", "targets", "mask", "outputs", "controller/hidden"}, set(arrays))
        for name, array in arrays.items():
            self.assertEqual(len(array), 5, name)
        self.assertEqual(arrays["mask"].sum(axis=1).tolist(), [0, 0, 0, 3, 3])
        if parts["memory"] != "none":
            self.assertIn("reads", arrays)
            # A sparse memory reads blank slots if no written one resembles the key.
            if not parts["memory"].startswith("sparse"):
                self.assertGreater(numpy.abs(arrays["reads"]).max(), 0)

    def test_controllers_with_memories(self):
        controllers, memories = self.names("controllers"), self.names("memories")
        self.assertLessEqual({"lstm", "gru", "feedforward", "transformer"}, set(controllers))
        self.assertLessEqual({"ntm", "dnc", "lru", "stack", "queue", "deque", "none"}, set(memories))
        for controller in controllers:
            for memory in memories:
                with self.subTest(controller=controller, memory=memory):
                    whole = controller == "lstm" or memory == "ntm"
                    (self.trains if whole else self.trained)(controller=controller, memory=memory)

    def test_every_addressing(self):
        for addressing in self.names("addressings"):
            with self.subTest(addressing=addressing):
                self.trains(memory="ntm", addressing=addressing)

    def test_every_model_that_reads_stories_and_those_that_read_words(self):
        models = [name for name in self.names("models")  # a source; one class per episode
                  if not name.endswith("encoder-decoder") and name not in ("classifier", "glimpses")]
        self.assertLessEqual({"memn2n", "memory-network", "entity-network", "key-value-memory-network"}, set(models))
        for model in models:
            for episode in ("question", "story"):
                with self.subTest(model=model, episode=episode):
                    self.reads_stories(model, episode)

    def reads_stories(self, model, episode):
        run = self.root / f"{model}-{episode}"
        options = TRAINING | {"task": "babi", "task.ids": "1,8", "task.questions": 40, "task.test-questions": 20,
                              "task.episode": episode, "model": model}
        self.tapehead("train", *typed(options), "--out", run)
        self.learns(run, "train", "loss")  # so few questions are soon memorised
        self.goes_on(run, options)
        out, _ = self.tapehead("eval", run, "--split", "test", "--csv", "-")
        rows = self.rows(out)
        asked = {"question": {"task.ids=1": "20", "task.ids=8": "20", "": "40"}, "story": {}}[episode]
        self.assertLessEqual(asked.items(), {row["setting"]: row["episodes"] for row in rows}.items())
        errors = {row["setting"]: float(row["value"]) for row in rows if row["metric"] == "error"}
        self.assertEqual(set(errors), {"task.ids=1", "task.ids=8", ""})
        self.assertAlmostEqual(errors[""], (errors["task.ids=1"] + errors["task.ids=8"]) / 2)
        self.assertEqual([row["metric"] for row in rows if row["setting"] == ""],
                         ["error", "failed", "uniform_error", "frequent_error"])
        self.assertLessEqual({"targets", "mask", "outputs"}, set(self.trace(run)))

    def test_every_task(self):
        for task in self.names("tasks"):
            if task in ("file", "pairs", "fashion", "family-tree"):
                continue  # have tests of their own, with files; fashion and family-tree are short for others
            with self.subTest(task=task):
                shown, _ = self.tapehead("show", task)
                self.assertGreater(len(shown.splitlines()), 1)
                run = self.root / task
                options = {"task": task, "controller.size": 8, "train.sequences": 4, "train.batch": 2,
                           "train.validation-episodes": 2, "train.final-episodes": 2}
                if task == "mosaic":  # its source is no token sequence and cannot be joined with the answer
                    options |= {"model": "encoder-decoder", "encoder": "feedforward"}
                self.tapehead("train", *typed(options), "--out", run)
                rows = self.rows((run / "metrics.csv").read_text())
                self.assertEqual({row["split"] for row in rows}, {"train", "validation"})
                length = ["--task.length", 9] if task == "chomsky" else []  # for its own grid is each length to 500
                out, _ = self.tapehead("eval", run, "--episodes", 1, *length, "--csv", "-")
                rows = self.rows(out)
                self.assertEqual({row["task"] for row in rows}, {task})
                self.assertEqual({row["episodes"] for row in rows}, {"1"})
                self.assertTrue({"bits", "error"} & {row["metric"] for row in rows})


if __name__ == "__main__":
    unittest.main()
