#!/usr/bin/python3
"""Which runs form a group, and its name."""
import os
import pathlib
import sys
import unittest
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

from run_files import RunFiles
from tapehead.report import alone, data
from tapehead.runs import errors, groups
from tapehead.runs.runs import read_runs
from tapehead.stats import tables


class Groups(RunFiles):
    def found(self):
        """The groups in order: (the number of its runs, its name)."""
        return [(len(group.runs), tables.name(group))
                for group in groups.pool_by_seed(read_runs([self.root], "metrics.csv"))]

    def names(self):
        return [name for _, name in self.found()]

    def make_each(self, option, *values):
        """Two seeds at each value of an option; None leaves it out."""
        for at, value in enumerate(values):
            for seed in (1, 2):
                self.make_run(f"{option}-{at}", seed, [3, 2], config=f"{option} = {value}\n" if value else "")

    def test_runs_that_differ_in_another_option_than_the_seed_are_apart(self):
        self.make_each("train.batch", None, "1", "16")
        self.make_each("train.init-from", "a b", "a")
        self.make_each("train.restart", "3", "4")  # grouped with those that do not record it
        for seed in (1, 2):
            self.make_run("location", seed, [3, 2], addressing="location")
            self.make_run("none", seed, [3, 2], memory="none", addressing="none")
        found = self.found()
        self.assertEqual(sorted(runs for runs, _ in found), [2, 2, 2, 2, 2, 2, 6])
        self.assertLessEqual({"no memory", "ntm, location", "ntm, content, batch 16"}, {name for _, name in found})

    def test_each_name_of_the_rule_and_no_other_joins(self):
        for name in groups.not_a_difference() - {"seed"}:
            with self.subTest(name):
                self.make_run(f"plain-{name}", 1, [3, 2])
                self.make_run(f"other-{name}", 1, [3, 2], config=f"{name} = 7\n")
                self.assertEqual(self.names(), ["all runs"])
        self.make_run("different", 5, [3, 2], config="train.clip-at = 7\n")
        self.assertEqual(self.names(), ["clip-at 7", "no clip-at"])

    def test_options_are_named_as_many_as_it_takes(self):
        """The first three that differ in the order of config.ini; further ones, and those that only some groups have,
        if two groups would share a name; short names where they are unambiguous."""
        lines = ["memory.width = {}", "memory.slots = {}", "train.clip-at = {}", "memory.read-heads = {}",
                 "controller.layers = {}", "memory.layers = {}"]
        for at, values in enumerate([(1, 1, 1, 1, 1, 1), (1, 2, 1, 1, 1, 1), (3, 1, 2, 1, 1, 1), (1, 1, 1, 7, 2, 1),
                                     (1, 1, 1, 7, 2, 5)]):
            self.make_run(f"g{at}", 1, [3], config="".join(line.format(value) + "\n" for line, value in
                                                           zip(lines, values)))
        self.make_run("extra", 1, [3], config="".join(line.format(1) + "\n" for line in lines) + "model.x = 4\n")
        names = self.names()
        self.assertEqual(len(set(names)), 6)
        self.assertIn("width 1, slots 2, clip-at 1, read-heads 1, layers 1", names)
        self.assertIn("width 1, slots 1, clip-at 1, read-heads 7, layers 5", names)  # controller layers add nothing
        self.assertIn("width 1, slots 1, clip-at 1, read-heads 1, layers 1, x 4", names)

    def test_what_no_layer_of_a_stack_goes_by_is_not_named(self):
        def make(name, mixers, slots, heads=2, memory="ntm", more=""):
            self.make_run(name, 1, [3, 2], memory=memory, addressing="content+location" if memory == "ntm" else "none",
                          config=f"model.mixers = {mixers}\nmemory.slots = {slots}\nmemory.shifts = 3\n"
                                 f"model.heads = {heads}\n{more}")
        make("own", "ntm:slots=32,attention:heads=4", 128)
        make("shared", "memory,attention:heads=4", 64)
        make("content", "ntm:addressing=content:slots=32,attention:heads=4", 128)
        self.assertEqual(sorted(self.names()), [
            "content+location, mixers memory,attention:heads=4",
            "content+location, mixers ntm:slots=32,attention:heads=4",
            "mixers ntm:addressing=content:slots=32,attention:heads=4"])
        make("fast", "fast-weights:slots=5,fast-weights,later:x=1", 32, 1, "fast-weights")  # of another version
        [other] = [name for name in self.names() if name.startswith("fast-weights")]
        self.assertIn("mixers fast-weights:slots=5,fast-weights,later:x=1", other)

    def test_a_card_and_the_report_do_not_name_it_either(self):
        path = self.make_run("content", 1, [3, 2], addressing="content+location",
                             config="model.mixers = ntm:addressing=content\n")
        self.assertIn("copy, memory-machine, lstm, ntm<", alone.card(path))
        [run] = data.report([path], tracer=lambda all_: {path: "none"})["runs"]
        self.assertEqual((run["memory"], run["addressing"]), ("ntm", "none"))

    def test_slots_that_no_layer_has_are_named_where_nothing_else_tells_groups_apart(self):
        for slots in (64, 128):
            self.make_run(f"of-{slots}", 1, [3, 2], addressing="content+location",
                          config=f"model.mixers = ntm:slots=32\nmemory.slots = {slots}\n")
        self.assertEqual(sorted(self.names()), ["slots 128", "slots 64"])

    def test_order_and_names_of_a_sweep(self):
        """Its directories' hashes have another order; two groups have one name."""
        points = self.root / "points"
        for run, memory, name, slots in (("c3", "ntm", "NTM", 8), ("a1", "dnc", "", 8), ("b2", "lru", "LRU", 8),
                                         ("d4", "ntm", "NTM", 9)):
            path = self.make_run(run, 1, [3, 2], memory=memory, addressing="none", config=f"memory.slots = {slots}\n")
            if name:
                manifest = path / "manifest.json"
                manifest.write_text(manifest.read_text().replace("{", f'{{"name": "{name}", ', 1))
            points.mkdir(exist_ok=True)
            path.rename(points / run)
            path.parent.rmdir()
        (self.root / "points.csv").write_text("run,trial,state\nb2,0,complete\nc3,1,complete\na1,2,complete\n")
        self.assertEqual(self.names(),
                         ["LRU", "NTM, slots 8", "dnc, slots 8", "NTM, slots 9"])

    def test_the_rule_is_read_or_it_is_said_that_it_is_not(self):
        self.assertEqual(groups.not_a_difference(), {"seed", "train.restart"})
        groups.not_a_difference.cache_clear()
        self.addCleanup(groups.not_a_difference.cache_clear)
        with mock.patch.object(groups, "RULE", self.root / "none.inc"), \
                self.assertRaisesRegex(errors.InputError, "none.inc: cannot be read"):
            groups.not_a_difference()


if __name__ == "__main__":
    unittest.main()
