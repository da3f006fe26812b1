#!/usr/bin/python3
"""The planted faults still apply, on every floor; the command that plants them catches one and says so of one that no
test sees. (mutants_slow_test.py builds the program with a few of them.)"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests/mutants"))

import run  # noqa: E402

LEAST = 60


class Mutants(unittest.TestCase):
    def test_every_fault_applies(self):
        mutants = run.read_all()
        self.assertEqual(run.problems(mutants), [])
        self.assertGreaterEqual(len(mutants), LEAST)
        self.assertEqual(len({mutant.name for mutant in mutants}), len(mutants))
        for floor in run.FLOORS:
            own = [mutant for mutant in mutants if mutant.file.startswith(floor + "/")]
            self.assertGreaterEqual(len(own), 4, floor)
        for mutant in mutants:
            self.assertNotIn("\n", mutant.line + mutant.to)
            self.assertRegex(mutant.why, r"\A\w+\Z", mutant.name)

    def test_what_is_wrong_with_a_fault_is_told(self):
        good = run.read_all()[0]
        moved = run.dataclasses.replace(good, name="moved", line="no such line")
        unheld = run.dataclasses.replace(good, name="unheld", test="autodiff/nothing")
        same = run.dataclasses.replace(good, name="same", to=good.line)
        self.assertEqual(run.problems([good, moved, unheld, same]),
                         [f"moved: got 0 places in {good.file} with `no such line`; one is needed",
                          "unheld: got test autodiff/nothing, which is none", "same: changes nothing"])

    def test_a_fault_of_a_script_is_planted_and_taken_back(self):
        [chosen] = [mutant for mutant in run.read_all() if mutant.name == "equal-is-half"]
        unseen = run.dataclasses.replace(chosen, name="unseen", line="the first is greater", to="the one is greater")
        with tempfile.TemporaryDirectory() as folder:
            tree = run.Tree(pathlib.Path(folder), 1, SOURCE)
            for part in ("python/tapehead/stats", "tests/scripts"):  # as much of the sources as these need
                run.shutil.copytree(SOURCE / part, tree.root / part)
            before = (tree.root / chosen.file).read_bytes()
            sound = {}
            self.assertEqual([run.judge(tree, mutant, sound) for mutant in (chosen, unseen)], ["caught", "NOT CAUGHT"])
            self.assertEqual((tree.root / chosen.file).read_bytes(), before)

    def test_the_command(self):
        def command(*words):
            done = subprocess.run([sys.executable, SOURCE / "tests/mutants/run.py", *words], capture_output=True,
                                  text=True, check=False)
            return done.returncode, done.stdout + done.stderr
        status, text = command("--check")
        self.assertEqual(status, 0)
        self.assertRegex(text, r"\A\d+ faults can be planted\n\Z")
        self.assertIn("got nonsense, which is no fault's name", command("nonsense")[1])
        self.assertIn("--sample: got 0; an integer from 1 to", command("--sample", "0")[1])
        self.assertIn("--tree: got the sources themselves", command("--all", "--tree", str(SOURCE))[1])
        self.assertEqual([command("nonsense")[0], command("--sample", "0")[0], command()[0]], [2, 2, 2])


if __name__ == "__main__":
    unittest.main()
