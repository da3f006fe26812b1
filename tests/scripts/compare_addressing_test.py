#!/usr/bin/python3
"""scripts/compare_addressing.sh from end to end, with a handful of sequences; and again, with nothing left to train."""
import csv
import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))

from process import BAD_INPUT, DONE, ProgramTest, snapshot  # noqa: E402

SCHEMES = ["ntm, content", "ntm, location", "ntm, content+location", "lru", "dnc"]


class CompareAddressing(ProgramTest):
    def script(self, *words, status=DONE):
        done = subprocess.run([SOURCE / "scripts/compare_addressing.sh", *words], capture_output=True, text=True,
                              timeout=500)
        self.assertEqual(done.returncode, status, done.stderr[-2000:])
        return done

    def test_quick(self):
        out = self.root / "out"
        first = self.script("--quick", str(out))
        with open(out / "comparison/groups.csv", newline="") as file:
            rows = [(row["task"], row["group"], row["seeds"]) for row in csv.DictReader(file)]
        self.assertEqual(rows, [(task, scheme, "2") for task in ("copy", "associative-recall") for scheme in SCHEMES])
        self.assertTrue((out / "comparison/heat-map.png").exists())
        self.assertTrue((out / "comparison/bits-against-items-associative-recall.png").exists())
        self.assertIn("copy: pairs", first.stdout)
        before = snapshot(out)
        again = self.script("--quick", str(out))
        self.assertEqual(again.stdout, first.stdout)
        self.assertEqual(snapshot(out), before)

    def test_bad_usage(self):
        self.assertIn("--fast is not known; valid: --quick", self.script("--fast", status=BAD_INPUT).stderr)
        self.assertIn("one OUT is needed", self.script("a", "b", status=BAD_INPUT).stderr)
        self.assertIn("--quick", self.script("--help").stdout)


if __name__ == "__main__":
    unittest.main()
