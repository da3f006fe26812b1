#!/usr/bin/python3
"""Which runs belong together: `tapehead compare` and the scripts say the same, by the one rule they share."""
import json
import os
import pathlib
import subprocess
import sys
import unittest
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "scripts"), str(SOURCE / "tests" / "support")]

from process import PROGRAM  # noqa: E402
from run_files import RunFiles  # noqa: E402
from tapehead_runs import errors, groups  # noqa: E402
from tapehead_runs.runs import read_runs  # noqa: E402


class Agreement(RunFiles):
    def programs(self):
        """The program's groups, each as the set of its runs' directories."""
        told = subprocess.run([PROGRAM, "compare", self.root, "--json"], capture_output=True, text=True, check=True)
        return {frozenset(group["runs"]) for group in json.loads(told.stdout)["groups"]}

    def scripts(self):
        found = groups.pool_by_seed(read_runs([self.root], "metrics.csv"))
        return {frozenset(str(run.path) for run in group.runs) for group in found}

    def make_each(self, option, *values):
        """Two seeds at each value of an option; None leaves it out."""
        for at, value in enumerate(values):
            for seed in (1, 2):
                self.make_run(f"{option}-{at}", seed, [3, 2], config=f"{option} = {value}\n" if value else "")

    def test_what_is_one_group_for_the_one_is_one_for_the_other(self):
        self.make_each("train.batch", None, "1", "16")
        self.make_each("train.init-from", "a b", "a")
        self.make_each("train.restart", "3", "4")  # with those that say nothing of it
        for seed in (1, 2):
            self.make_run("location", seed, [3, 2], addressing="location")
            self.make_run("none", seed, [3, 2], memory="none", addressing="none")
        found = self.programs()
        self.assertEqual(found, self.scripts())
        self.assertEqual(sorted(map(len, found)), [2, 2, 2, 2, 2, 2, 6])

    def test_each_name_of_the_rule_and_no_other_joins(self):
        for name in groups.not_a_difference() - {"seed"}:
            with self.subTest(name):
                self.make_run(f"plain-{name}", 1, [3, 2])
                self.make_run(f"other-{name}", 1, [3, 2], config=f"{name} = 7\n")
                self.assertEqual(self.programs(), self.scripts())
                self.assertEqual(len(self.programs()), 1)
        self.make_run("different", 5, [3, 2], config="train.clip-at = 7\n")
        self.assertEqual(len(self.programs()), 2)
        self.assertEqual(self.programs(), self.scripts())

    def test_order_and_names_are_the_same(self):
        """Of a sweep, whose directories are named by hashes that come in another order."""
        points = self.root / "points"
        for run, memory, name in (("c3", "ntm", "NTM"), ("a1", "dnc", ""), ("b2", "lru", "LRU")):
            path = self.make_run(run, 1, [3, 2], memory=memory, addressing="none")
            if name:
                manifest = path / "manifest.json"
                manifest.write_text(manifest.read_text().replace("{", f'{{"name": "{name}", ', 1))
            points.mkdir(exist_ok=True)
            path.rename(points / run)
            path.parent.rmdir()
        (self.root / "points.csv").write_text("run,trial,state\nb2,0,complete\nc3,1,complete\na1,2,complete\n")
        told = subprocess.run([PROGRAM, "compare", self.root, "--json"], capture_output=True, text=True, check=True)
        said = [group["group"] for group in json.loads(told.stdout)["groups"]]
        self.assertEqual([group.label for group in groups.pool_by_seed(read_runs([self.root], "metrics.csv"))],
                         ["LRU", "NTM", "dnc"])
        self.assertEqual((said[:2], len(said)), (["LRU", "NTM"], 3))

    def test_the_rule_is_read_or_it_is_said_that_it_is_not(self):
        self.assertEqual(groups.not_a_difference(), {"seed", "train.restart"})
        groups.not_a_difference.cache_clear()
        self.addCleanup(groups.not_a_difference.cache_clear)
        with mock.patch.object(groups, "RULE", self.root / "none.inc"), \
                self.assertRaisesRegex(errors.InputError, "none.inc: cannot be read"):
            groups.not_a_difference()


if __name__ == "__main__":
    unittest.main()
