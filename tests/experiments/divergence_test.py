#!/usr/bin/python3
"""A run that diverges ends with status 3, says where, and leaves a readable checkpoint."""
import json
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import DIVERGED, ProgramTest, snapshot, tiny

FIRST_BAD = r"tapehead: run: diverged at sequence \d+: [^\n]*(gave|gradient of|loss) [^\n]+\n\Z"


class Divergence(ProgramTest):
    def diverges(self, *words):
        out, err = self.tapehead("train", *words, "--out", "run", status=DIVERGED)
        self.assertEqual(out, "")
        self.assertRegex(err, FIRST_BAD)
        result = json.loads((self.root / "run" / "result.json").read_text())
        self.assertEqual(result["status"], "diverged")
        self.assertTrue(err.endswith(f"{result['message']}\n"))
        self.assertNotIn("bits", result)
        return result

    def test_whatever_cuts_the_gradient_and_whatever_steps(self):
        for optimizer in ("graves-rmsprop", "rmsprop", "adam", "sgd"):
            for clip in ("norm", "value", "flow", "none"):
                with self.subTest(optimizer=optimizer, clip=clip):
                    self.diverges(*tiny(train__learning_rate=1e3, train__sequences=5000, train__optimizer=optimizer,
                                        train__clip=clip))
                for path in (self.root / "run").iterdir():
                    path.unlink()

    def test_the_first_bad_value_is_named(self):
        result = self.diverges(*tiny(train__learning_rate=1e3, train__clip="none"))
        self.assertRegex(result["message"],
                         r"a loss of \S+ nats, beyond all guessing; the first value beyond 1000: .*at "
                         r"step 0: controller/lstm/start-h gave -?[\d.]+ \(row 0, column 0")

    def test_the_preset(self):
        self.diverges("--preset", "copy", "--train.learning-rate", 1e3, "--train.sequences", 300)

    def test_the_last_good_checkpoint_is_there(self):
        self.diverges(*tiny(train__learning_rate=1e3))
        for which in ("last", "previous"):
            if (self.root / f"run/checkpoint-{which}.safetensors").exists():
                out, _ = self.tapehead("eval", "run", "--checkpoint", which, "--task.length", 3, "--csv", "-")
                self.assertNotIn("nan", out)

    def test_it_stays_diverged(self):
        self.diverges(*tiny(train__learning_rate=1e3))
        before = snapshot(self.root)
        for words in (["resume", "run"], ["train", *tiny(train__learning_rate=1e3), "--out", "run"]):
            _, err = self.tapehead(*words, status=DIVERGED)
            self.assertRegex(err, r"\A" + FIRST_BAD)
            self.assertEqual(snapshot(self.root), before)

    def test_one_seed_of_several(self):
        out, _ = self.tapehead("train", *tiny(train__learning_rate=1e3), "--seeds", "1,2", "--out", "runs",
                               status=DIVERGED)
        self.assertIn("runs: 2 seeds\n", out)
        self.assertIn("1,diverged,", (self.root / "runs/seeds.csv").read_text())


if __name__ == "__main__":
    unittest.main()
