#!/usr/bin/python3
"""studies/ntm2014_networks.py: our counts are the program's, and each preset states its own and the paper's."""
import json
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "studies")]

from ntm2014_networks import CONTROLLERS, NETWORKS, TASKS
from process import ProgramTest


class Networks(ProgramTest):
    def test_every_preset_has_a_row(self):
        self.assertEqual([(one.task, one.controller) for one in NETWORKS], [(t, c) for t in TASKS for c in CONTROLLERS])
        presets = {path.stem for path in (SOURCE / "experiments/presets").glob("graves2014-*.ini")}
        self.assertEqual({one.preset for one in NETWORKS}, presets)

    def test_counts(self):
        for one in NETWORKS:
            with self.subTest(one.preset):
                out, _ = self.tapehead("bench", "--preset", one.preset, "--bench.steps", 1, "--bench.repetitions", 1,
                                       "--threads", 1, "--json")
                self.assertEqual(json.loads(out)["parameters"], one.ours)

    def test_presets_say_their_counts(self):
        for one in NETWORKS:
            with self.subTest(one.preset):
                lines = (SOURCE / f"experiments/presets/{one.preset}.ini").read_text().splitlines()
                comment = " ".join(line[2:] for line in lines if line.startswith("# "))
                self.assertIn(f"{one.ours:,} parameters", comment)
                if one.match:
                    self.assertIn("as in the paper", comment)
                else:
                    self.assertIn(f"the paper's {one.paper:,}", comment)

    def test_the_lstms_without_a_memory_are_the_papers(self):
        self.assertEqual([one.task for one in NETWORKS if one.match],
                         [task for task in TASKS if task != "priority-sort"])
        [sort] = [one for one in NETWORKS if one.preset == "graves2014-priority-sort-lstm-baseline"]
        self.assertEqual(sorted(str(sort.ours)), sorted(str(sort.paper)))
        self.assertTrue(all(one.note for one in NETWORKS if one.controller == "lstm-baseline" and not one.match))

    def test_no_channels_give_the_printed_count_of_priority_sort(self):
        def count(size, inputs, outputs):
            """Three layers, each fed by the input, the layer below and a bias; outputs fed by all layers; initial h and
            c."""
            first, above = 4 * size * (inputs + size + 1), 4 * size * (inputs + 2 * size + 1)
            return first + 2 * above + outputs * (3 * size + 1) + 6 * size

        sizes = {"copy": (256, 10, 9), "repeat-copy": (512, 8, 7), "associative-recall": (256, 8, 6),
                 "ngrams": (128, 1, 1), "priority-sort": (128, 10, 8)}
        for one in NETWORKS:
            if one.controller == "lstm-baseline":
                self.assertEqual(count(*sizes[one.task]), one.ours, one.preset)
        self.assertNotIn(384424, {count(128, i, o) for i in range(1, 60) for o in range(1, 200)})

    def test_the_formula_that_seven_of_the_ten_machines_have(self):
        """As described on the page."""
        def count(lstm, inputs, outputs, hidden, heads=1, controls=97):
            within = inputs + 23 * heads + 1
            units = 4 * hidden * (within + hidden) + 2 * hidden if lstm else hidden * within
            starts = 128 * 20 + 256 * heads + 23 * heads + (not lstm)
            return units + controls * heads * (hidden + 1) + outputs * (hidden + 23 * heads + 2) + starts

        found = {"graves2014-copy-ff": count(False, 10, 9, 100), "graves2014-copy-lstm": count(True, 10, 9, 100),
                 "graves2014-repeat-copy-ff": count(False, 8, 7, 100),
                 "graves2014-repeat-copy-lstm": count(True, 7, 7, 100),
                 "graves2014-ngrams-ff": count(False, 1, 1, 100, controls=91),
                 "graves2014-ngrams-lstm": count(True, 1, 1, 100, controls=85),
                 "graves2014-priority-sort-ff": count(False, 10, 8, 512, heads=8)}
        printed = {one.preset: one.paper for one in NETWORKS}
        self.assertEqual(found, {preset: printed[preset] for preset in found})


if __name__ == "__main__":
    unittest.main()
