#!/usr/bin/python3
"""A neural Turing machine and a differentiable neural computer against other authors' PyTorch networks with the same
weights, in double precision (recorded by tests/models/peer_values/make.py)."""
import json
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.path.insert(0, str(SOURCE / "tests/support"))

from fingerprint import assert_like
from probe import probe

# They differ only by rounding.
TOLERANCES = {"logits": 1e-12, "loss": 1e-12, "gradient": 1e-10, "updated": 1e-11}
GIVEN = 1e-14


class PeerValues(unittest.TestCase):
    def check(self, case):
        ours = probe("model", **case["options"])
        for name, right in case["given"].items():
            assert_like(self, ours[name], right, GIVEN, f"{name}: not what the peer was given")
        learned = {name for name in ours if name.startswith(("gradient/", "updated/"))}
        if "updates" not in case["options"]:
            learned = {name for name in learned if name.startswith("gradient/")}
        self.assertEqual(learned | {"logits", "loss"}, set(case["right"]))
        for name, right in case["right"].items():
            self.assertGreater(right["largest"], 0, name)
            assert_like(self, ours[name], right, TOLERANCES[name.split("/")[0]], name)

    def check_all(self, name, least):
        cases = json.loads((SOURCE / f"tests/models/peer_values/{name}.json").read_text())
        self.assertGreaterEqual(len(cases), least)
        for case in cases:
            with self.subTest(**case["options"]):
                self.check(case)

    def test_neural_turing_machine(self):
        self.check_all("ntm", 10)

    def test_differentiable_neural_computer(self):
        self.check_all("dnc", 14)


if __name__ == "__main__":
    unittest.main()
