#!/usr/bin/python3
"""The worked write rule of docs/extending/write-rule.md works: its blocks, verbatim, form a rule of fast weights that
the program knows, checks, trains and traces. It needs one file of at most sixty lines and one row."""
import json
import unittest

import h5py

from worked_example_test import SOURCE, Built


class WorkedWriteRule(Built):
    PAGE, PAIR, ROWS = "write-rule.md", ["memory/fast/retention_rule.hpp"], "catalogue/rows/write_rule_rows.cpp"

    def shown(self, command):
        return [word.replace("runs/kept", "run") for word in super().shown(command)]

    def test_one_short_file_and_a_row_are_all(self):
        self.assertEqual(set(self.blocks), {*self.PAIR, self.ROWS})
        self.assertFalse((SOURCE / self.PAIR[0]).exists(), f"{self.PAIR[0]} is the reader's to write")
        self.assertLessEqual(len(self.blocks[self.PAIR[0]][0].splitlines()), 60)

    def test_it_is_a_value_of_the_option_and_its_gradients_are_right(self):
        memories = json.loads(self.tapehead("list", "memories", "--json"))["memories"]
        options = next(memory["options"] for memory in memories if memory["name"] == "fast-weights")
        self.assertIn("retention", next(one["takes"] for one in options if one["name"] == "memory.rule"))
        self.assertRegex(self.tapehead(*self.shown("gradcheck")), r"(?m)^model .* ok$")
        checked = self.tapehead("gradcheck", "--all", "--only", "retention")
        self.assertRegex(checked, r"(?m)^model .*fast-weights memory\.rule=retention .*ok$")

    def test_it_trains_and_is_traced(self):
        self.tapehead(*self.shown("train"), "--seed", 1, "--threads", 1)
        self.tapehead(*self.shown("trace"))
        with h5py.File(self.root / "run/episode.h5") as file:
            self.assertLessEqual({"memory", "reads", "write", "read"}, set(file))
            self.assertEqual(list(file["write/keep"].attrs["range"]), [0, 1])


if __name__ == "__main__":
    unittest.main()
