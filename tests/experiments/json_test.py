#!/usr/bin/python3
"""--json on list, eval and compare: the content of the tables for other programs."""
import csv
import io
import json
import os
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest, tiny


class Json(ProgramTest):
    def read(self, *words):
        out, _ = self.tapehead(*words, "--json")
        return json.loads(out)

    def table(self, *words):
        out, _ = self.tapehead(*words, "--csv", "-")
        return list(csv.DictReader(io.StringIO(out)))

    def test_list(self):
        everything = self.read("list")
        out, _ = self.tapehead("list")
        self.assertEqual([part["name"] for parts in everything.values() for part in parts],
                         re.findall(r"(?m)^  (\S+) ", out))
        [ntm] = [part for part in self.read("list", "memories")["memories"] if part["name"] == "ntm"]
        [slots] = [option for option in ntm["options"] if option["name"] == "memory.slots"]
        self.assertEqual((slots["default"], slots["takes"]), ("128", "an integer from 1 to 1048576"))
        self.assertEqual(set(self.read("list", "presets", "tasks")), {"presets", "tasks"})

    def test_eval(self):
        self.tapehead("train", *tiny(), "--out", "run")
        words = ("eval", "run", "--task.length", "2,3", "--episodes", 5)
        settings = self.read(*words)["settings"]
        self.assertEqual([one["setting"] for one in settings], ["task.length=2", "task.length=3"])
        for row in self.table(*words):
            [one] = [one for one in settings if one["setting"] == row["setting"]]
            self.assertEqual((one["episodes"], one[row["metric"]]), (int(row["episodes"]), float(row["value"])))
        self.assertIn("task.length=3", (self.root / "run/eval.csv").read_text())  # the table is kept as without --json

    def test_compare(self):
        self.tapehead("train", *tiny(), "--seeds", "1..2", "--out", "runs")
        self.tapehead("train", *tiny(controller__size=5), "--out", "other")
        found = self.read("compare", "runs", "other")
        groups, rows = found["groups"], self.table("compare", "runs", "other")
        self.assertEqual([group["group"] for group in groups], [row["group"] for row in rows])
        for group, row in zip(groups, rows, strict=True):
            self.assertEqual(sum(run["group"] == group["group"] for run in found["runs"]), int(row["seeds"]))
            self.assertEqual(group["cost_median"], float(row["cost_median"]))
            self.assertIsNone(group["sequences_median"])  # none is solved
            self.assertIsNone(group["error_median"])
            self.assertIsNone(group["solved"])  # and there is no threshold for it
            self.assertEqual(group["perfect_episodes"], int(row["perfect_episodes"]))
        self.assertEqual({pair["measure"] for pair in found["pairs"]}, {"cost"})

    def test_standard_output_is_for_one_thing(self):
        self.tapehead("train", *tiny(), "--out", "run")
        for command in ("eval", "compare"):
            self.refused(command, "run", "--csv", "-", "--json", says=["--csv", "--json"])


if __name__ == "__main__":
    unittest.main()
