#!/usr/bin/python3
"""Every controller with every memory: trains from the command line, is scored, and shows itself in a trace."""
import json
import os
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest, typed  # noqa: E402

TRAINING = {"train.sequences": 24, "train.batch": 4, "train.validate-every": 12, "train.validation-episodes": 5}
SHORT = TRAINING | {"task": "copy", "task.bits": 3, "task.max-length": 3}


class Pairings(ProgramTest):
    def names(self, what):
        out, _ = self.tapehead("list", what)
        return re.findall(r"(?m)^  (\S+) ", out)

    def trains(self, **parts):
        run = self.root / "-".join(parts.values()).replace("+", "-")
        self.tapehead("train", *typed(SHORT | parts), "--out", run)
        self.assertEqual(json.loads((run / "result.json").read_text())["sequences"], 24)
        self.tapehead("eval", run, "--task.length", 4, "--episodes", 3)
        self.tapehead("trace", run, "--task.length", 2, "--out", f"{run}.h5")

    def test_controllers_with_memories(self):
        controllers, memories = self.names("controllers"), self.names("memories")
        self.assertLessEqual({"lstm", "gru", "feedforward", "transformer"}, set(controllers))
        self.assertLessEqual({"ntm", "dnc", "lru", "stack", "queue", "deque", "none"}, set(memories))
        for controller in controllers:
            for memory in memories:
                with self.subTest(controller=controller, memory=memory):
                    self.trains(controller=controller, memory=memory)

    def test_every_addressing(self):
        for addressing in self.names("addressings"):
            with self.subTest(addressing=addressing):
                self.trains(memory="ntm", addressing=addressing)

    def test_every_model_that_reads_stories_and_those_that_read_words(self):
        models = self.names("models")
        self.assertLessEqual({"memn2n", "memory-network", "entity-network", "key-value-memory-network"}, set(models))
        for model in models:
            for episode in ("question", "story"):
                with self.subTest(model=model, episode=episode):
                    run = self.root / f"{model}-{episode}"
                    story = {"task": "babi", "task.ids": "1,8", "task.questions": 40, "task.test-questions": 20,
                             "task.episode": episode, "model": model}
                    self.tapehead("train", *typed(TRAINING | story), "--out", run)
                    out, _ = self.tapehead("eval", run, "--split", "test", "--csv", "-")
                    for setting in ("task.ids=1,", "task.ids=8,", ",failed,"):
                        self.assertIn(setting, out)
                    self.tapehead("trace", run, "--out", f"{run}.h5")

    def test_every_task(self):
        for task in self.names("tasks"):
            if task == "file":
                continue  # has tests of its own
            with self.subTest(task=task):
                self.tapehead("show", task)
                run = self.root / task
                sizes = {name: value for name, value in SHORT.items() if not name.startswith("task.")}
                self.tapehead("train", *typed(sizes | {"task": task, "train.sequences": 4}), "--out", run)
                self.tapehead("eval", run, "--episodes", 1, "--csv", "-")


if __name__ == "__main__":
    unittest.main()
