#!/usr/bin/python3
"""The look of a group for life: every scheme's is told from all others', also in grey print and by the colour-blind,
and the same in every subset and call."""
import itertools
import os
import pathlib
import re
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

import numpy

from page_colours import SIGHT, contrast, lab, linear
from process import PROGRAM
from run_files import RunFiles
from tapehead.runs import groups, looks
from tapehead.runs.runs import read_runs

PAPER, DARK = "#ffffff", "#1b1f23"  # surfaces of the pages
APART = 11  # ΔE of colours that are told apart as lines
GREY = 5    # the same in lightness alone, as printed grey


class Table(unittest.TestCase):
    def told_apart(self, one, other, ground):
        """How, or None: by the colour to every eye and in grey, or by the dash."""
        if one["dash"] != other["dash"]:
            return "dash"
        seen = [[lab(numpy.array(sight) @ linear(each[ground])) for each in (one, other)] for sight in SIGHT.values()]
        grey = abs(seen[0][0][0] - seen[0][1][0])
        return "colour" if grey > GREY and min(numpy.linalg.norm(a - b) for a, b in seen) > APART else None

    def test_schemes_are_told_apart_by_everybody_and_in_grey(self):
        built_in = looks.table()[:-len(looks.RESERVE)]
        for one, other in itertools.combinations(built_in, 2):
            for ground in ("colour", "dark"):
                self.assertTrue(self.told_apart(one, other, ground), f"{one['short']}, {other['short']}, {ground}")

    def test_lines_are_seen_on_either_page(self):
        for each in looks.table():
            self.assertGreaterEqual(contrast(each["colour"], PAPER), 3, each)
            self.assertGreaterEqual(contrast(each["dark"], DARK), 3, each)

    def test_no_two_have_colour_dash_and_marker_in_common(self):
        found = [(each["colour"], each["dash"]) for each in looks.table()]
        self.assertEqual(len(set(found)), len(found), sorted(found))
        markers = [each["marker"] for each in looks.table()[:-len(looks.RESERVE)]]
        self.assertEqual(len(set(markers)), len(markers))

    def test_the_ntms_addressings_are_of_one_hue_and_no_memory_is_grey(self):
        def hue(colour):
            _, a, b = lab(linear(colour))
            return numpy.degrees(numpy.arctan2(b, a)), numpy.hypot(a, b)
        hues = [hue(each["colour"])[0] for each in looks.table() if each["memory"] == "ntm"]
        self.assertEqual(len(hues), 3)
        self.assertLess(max(hues) - min(hues), 15)
        self.assertEqual([hue(each["colour"])[1] < 1 for each in looks.table() if each["memory"] == "none"], [True] * 2)

    def test_every_memory_has_a_look(self):
        said = subprocess.run([PROGRAM, "list", "memories"], capture_output=True, text=True, check=True).stdout
        memories = re.findall(r"^  (\S+)", said, re.MULTILINE)
        self.assertIn("dnc", memories)
        for memory in memories:
            identity = {"memory": memory, "addressing": "content", "controller": "lstm"}
            self.assertIsNotNone(looks.scheme(identity), memory)


class ForLife(RunFiles):
    def looks(self, *names):
        """The looks of the groups, in order."""
        found = groups.pool_by_seed(read_runs([self.root / name for name in names], "metrics.csv"))
        looks.remember()
        return [group.look for group in found]

    def test_the_same_in_every_subset_and_order(self):
        for memory in ("dnc", "lru", "sparse", "none", "ntm", "stack"):
            self.make_run(memory, 1, [3, 2], memory=memory, addressing="content" if memory == "ntm" else "none")
        six = self.looks("dnc", "lru", "sparse", "none", "ntm", "stack")
        self.assertEqual([looks.row(look)["short"] for look in six],
                         ["DNC", "LRU", "SAM", "no memory", "NTM content", "stack"])
        self.assertEqual(self.looks("ntm", "none", "dnc", "lru"), [six[4], six[3], six[0], six[1]])
        self.assertFalse((self.root / looks.KEPT).exists())  # nothing is to be kept

    def test_others_are_kept_beside_the_runs(self):
        for slots in (8, 16, 32):
            self.make_run(f"slots-{slots}", 1, [3, 2], config=f"memory.slots = {slots}\n")
        self.make_run("dnc", 1, [3, 2], memory="dnc", addressing="none")
        all_four = self.looks("slots-8", "slots-16", "slots-32", "dnc")
        self.assertEqual(len(set(all_four)), 4)
        self.assertEqual(looks.row(all_four[0])["short"], "NTM content")
        self.assertEqual((self.root / looks.KEPT).read_text().splitlines()[0], "scheme,options,look")
        self.assertEqual(self.looks("dnc", "slots-32", "slots-16"), [all_four[3], all_four[2], all_four[1]])
        self.assertEqual(self.looks("slots-16"), [all_four[1]])
        self.make_run("slots-64", 1, [3, 2], config="memory.slots = 64\n")
        more = self.looks("slots-64", "slots-8")
        self.assertEqual(more[1], all_four[0])
        self.assertNotIn(more[0], all_four)
        self.assertEqual(self.looks("slots-8", "slots-64"), more[::-1])

    def test_who_writes_no_picture_writes_no_file(self):
        for slots in (8, 16):
            self.make_run(f"slots-{slots}", 1, [3, 2], config=f"memory.slots = {slots}\n")
        self.addCleanup(looks.pending.clear)
        groups.pool_by_seed(read_runs([self.root], "metrics.csv"))
        self.assertFalse((self.root / looks.KEPT).exists())
        self.assertEqual([*looks.pending], [self.root / looks.KEPT])

    def test_a_damaged_file_is_none(self):
        self.make_run("a", 1, [3, 2])
        self.make_run("b", 1, [3, 2], config="memory.slots = 8\n")
        before = self.looks("a", "b")
        (self.root / looks.KEPT).write_text("scheme,options\nx,y\n")
        self.assertEqual(self.looks("a", "b"), before)

    def test_a_memory_of_ones_own_has_a_look_too(self):
        self.make_run("mine", 1, [3, 2], memory="mine", addressing="none")
        self.make_run("ntm", 1, [3, 2])
        mine, ntm = self.looks("mine", "ntm")
        self.assertNotEqual(mine, ntm)
        self.assertEqual(self.looks("ntm", "mine"), [ntm, mine])


if __name__ == "__main__":
    unittest.main()
