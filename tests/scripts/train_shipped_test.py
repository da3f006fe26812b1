#!/usr/bin/python3
"""scripts/train_shipped.py: from recipes to trained models, resuming where it was interrupted, and invalid recipes."""
import csv
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.path[:0] = [str(SOURCE / "tests/support"), str(SOURCE / "python")]
import forked
from process import DONE, PROGRAM, ProgramTest, tiny
from tapehead.commands import train_shipped
from tapehead.shipped import checkpoint

RECIPES = f"""
[plain]
summary = "one, of a preset"
preset = "copy"
seed = 3
options = {[str(word) for word in tiny(train__check="", train__restarts=0)]}
evaluation = ["--task.length", "2,3"]
check = 3

[several]
summary = "averaged weights, of two trainings the better; with a comma"
preset = "copy"
seed = 1
options = {[str(word) for word in tiny(train__check="", train__restarts=0, train__average=0.9)]}
evaluation = ["--task.length", "2"]
restarts = 2
"""


def main(words):
    return train_shipped.make_parser().run(train_shipped.make_all, words)


class TrainShipped(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.root / "trained").mkdir()
        self.recipes(RECIPES)

    def recipes(self, text):
        (self.root / "trained/recipes.toml").write_text(text)

    def make(self, *words):
        return forked.run(main, "--program", str(PROGRAM), "--trained", str(self.root / "trained"), "--runs",
                          str(self.root / "runs"), "--episodes", "20", "--threads", "2", *words, cwd=self.root)

    def made(self, *words):
        done = self.make(*words)
        self.assertEqual(done.returncode, DONE, done.stderr)
        rows = csv.DictReader((self.root / "trained/models.csv").read_text().splitlines(), strict=True)
        return {row["name"]: row for row in rows}

    def test_recipes_become_models(self):
        rows = self.made()
        self.assertEqual(list(rows), ["plain", "several"])
        self.assertEqual(rows["plain"]["evaluation"], "--task.length 2,3 --episodes 20")
        self.assertEqual(rows["several"]["options"].split()[-2:], ["--restarts", "2"])
        for name, row in rows.items():
            place = self.root / "trained" / name
            self.assertEqual({path.name for path in place.iterdir()},
                             {"config.ini", "checkpoint-best.safetensors", "measured.csv", "check.csv"})
            self.assertEqual(int(row["bytes"]), sum(path.stat().st_size for path in place.iterdir()))
        self.assertIn(",20,bits,", (self.root / "trained/plain/measured.csv").read_text())
        self.assertIn(",3,bits,", (self.root / "trained/plain/check.csv").read_text())
        # it scores as the run did
        words = ("--task.length", 2, "--episodes", 5, "--csv", "-")
        self.assertEqual(self.tapehead("eval", self.root / "trained/plain", *words),
                         self.tapehead("eval", self.root / "runs/plain", *words))

    def test_the_better_training_and_its_averaged_weights(self):
        self.made("several")
        table = csv.DictReader((self.root / "runs/several/restarts.csv").read_text().splitlines())
        [number] = [row["restart"] for row in table if row["chosen"] == "yes"]
        _, whole = checkpoint.read(self.root / f"runs/several/restart-{number}/checkpoint-best.safetensors")
        _, small = checkpoint.read(self.root / "trained/several/checkpoint-best.safetensors")
        averages = {name: tensor for name, tensor in whole.items() if name.startswith("average/")}
        self.assertTrue(averages)
        for name, tensor in averages.items():
            self.assertEqual(small[name.replace("average/", "parameter/")], tensor)
        self.assertFalse([name for name in small if name.startswith(("average/", "optimizer/"))])

    def test_again(self):
        first = self.made()
        before = (self.root / "trained/plain/checkpoint-best.safetensors").read_bytes()
        done = self.make("plain")
        self.assertIn("is done already", done.stdout)
        again = self.made("--again", "plain")
        self.assertEqual(again, first)
        self.assertEqual((self.root / "trained/plain/checkpoint-best.safetensors").read_bytes(), before)

    def refused(self, says, *words):
        done = self.make(*words)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr.splitlines()[-1], r"\Atrain_shipped\.py: \S")
        self.assertIn(says, done.stderr)

    def test_refusals(self):
        self.refused("valid: plain, several", "plane")
        self.refused("at most 10 are to ship", "--most-bytes", "10", "plain")
        for says, text in (("cannot be read", "[a"), ("has no preset", "[a]\nsummary = \"\"\nseed = 1\n"),
                           ('"colour" is not known', "[a]\ncolour = 1\n"), ("a.seed: got 'x'", "[a]\nseed = \"x\"\n"),
                           ("is no model", "[\"../a\"]\nseed = 1\n")):
            self.recipes(text)
            self.refused(says)
        self.recipes("[a]\nsummary = \"\"\npreset = \"nothing\"\nseed = 1\n")
        self.refused("failed")


if __name__ == "__main__":
    unittest.main()
