#!/usr/bin/python3
"""Of a file of ten sequences one is scored, and one is counted: by train, eval, --worst and compare."""
import csv
import json
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest, typed  # noqa: E402

SMALL = {"task": "file", "task.path": "mine.csv", "model": "lstm", "controller.size": 8, "train.optimizer": "adam",
         "train.learning-rate": 0.02, "train.batch": 4, "train.sequences": 3000, "train.validate-every": 500}


def sequences(count, lies=()):
    """As many sequences, whose answer is what was shown a step before; but for those that lie."""
    rows = ["episode,in.1,in.2,out.1"]
    for e in range(count):
        bit = e * 7 % 5 % 2
        rows += [f"e{e},{bit},0,", f"e{e},0,1,{bit if e not in lies else 1 - bit}"]
    return "\n".join(rows) + "\n"


class CountedEpisodes(ProgramTest):
    def table(self, path):
        return list(csv.DictReader((self.root / path).read_text().splitlines()))

    def test_ten_sequences_have_one_to_score(self):
        (self.root / "mine.csv").write_text(sequences(10))
        self.tapehead("train", *typed(SMALL), "--out", "run")
        self.assertIn("1 of 1 (100 %) without an error", self.tapehead("eval", "run", "--episodes", 10000)[0])
        self.assertEqual({row["episodes"] for row in self.table("run/eval.csv")}, {"1"})
        result = json.loads((self.root / "run/result.json").read_text())
        self.assertEqual((result["perfect_episodes"], result["final_episodes"]), (1, 1))
        self.refused("eval", "run", "--split", "test", says="--split: got test")

    def test_fifty_have_five_of_which_four_are_right(self):
        (self.root / "mine.csv").write_text(sequences(50, lies={48}))
        self.tapehead("train", *typed(SMALL), "--seeds", "1..3", "--out", "runs")
        for seed in (1, 2, 3):
            out, _ = self.tapehead("eval", f"runs/seed-{seed}", "--worst", 8)
            self.assertIn("4 of 5 (80.0 %) without an error", out)
            listed = [line.split("episode ")[1].split(":")[0] for line in out.splitlines() if " wrong, " in line]
            self.assertEqual(sorted(listed), ["0", "1", "2", "3", "4"])
        told = self.tapehead("compare", "runs")[0]
        self.assertIn("without an error\n", told)
        self.assertRegex(told, r"(?m) 12 of 15$")
        [group] = json.loads(self.tapehead("compare", "runs", "--json")[0])["groups"]
        self.assertEqual((group["perfect_episodes"], group["final_episodes"]), (12, 15))
        self.assertEqual({(row["perfect_episodes"], row["final_episodes"]) for row in self.table("runs/seeds.csv")},
                         {("4", "5")})


if __name__ == "__main__":
    unittest.main()
