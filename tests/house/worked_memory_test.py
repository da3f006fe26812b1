#!/usr/bin/python3
"""The worked memory of docs/extending/memory.md works: its blocks, verbatim, form a memory with its own weightings that
the program lists, checks, traces and shows in the player. It needs one pair of files and one row, and no other
registration."""
import sys
import unittest

import h5py

from worked_example_test import BUILD, SOURCE, Built, link, run

sys.path.insert(0, str(SOURCE / "python"))
from tapehead.report.episode import read_episode
from tapehead.report.panels import panels_of


class WorkedMemory(Built):
    PAGE, PAIR, ROWS = "memory.md", ["memory/ring.hpp", "memory/ring.cpp"], "catalogue/rows/memory_rows.cpp"

    def shown(self, command):
        return [word.replace("runs/ring", "run") for word in super().shown(command)]

    def test_a_pair_of_files_and_a_row_are_all(self):
        self.assertEqual(set(self.blocks), {*self.PAIR, self.ROWS})
        for name in self.PAIR:
            self.assertFalse((SOURCE / name).exists(), f"{name} is the reader's to write")

    def test_it_is_listed_and_its_gradients_are_right(self):
        self.assertRegex(self.tapehead(*self.shown("list")), r"(?m)^  ring +slots in a ring")
        self.assertRegex(self.tapehead(*self.shown("gradcheck")), r"(?m)^model .* ok$")
        lines = self.tapehead("gradcheck", "--all", "--only", " ring").splitlines()
        for controller in ("lstm", "feedforward", "gru", "transformer"):
            found = [line for line in lines if f" {controller} ring" in line]
            self.assertTrue(found and all(line.endswith("ok") for line in found), controller)

    def test_the_conformance_suites_run_it(self):
        if not (BUILD / "tests/tapehead_tests").exists():
            self.skipTest("the tests are not built here")
        link(self.objects, self.root / "tests", "tests/tapehead_tests")
        self.assertIn("All tests passed", run([self.root / "tests", "[conformance]"], self.root))

    def test_traces_and_the_player_show_it(self):
        self.tapehead(*self.shown("train"), "--seed", 1, "--threads", 1)
        self.tapehead(*self.shown("trace"))
        with h5py.File(self.root / "run/episode.h5") as file:
            weights = file["write/weights"]
            self.assertEqual([str(axis, "utf-8") if isinstance(axis, bytes) else axis
                              for axis in weights.attrs["axes"]],
                             ["step", "head", "slot"])
            self.assertEqual(list(weights.attrs["range"]), [0, 1])
            self.assertLess(abs(weights[:].sum(axis=-1) - 1).max(), 1e-5)
            self.assertEqual(list(file["memory"].attrs["axes"]), ["step", "component", "slot"])
        watched = read_episode(self.root / "run/episode.h5")
        panels = panels_of(watched)
        shown = {panel.get("array") for panel in panels}
        shown |= {view.name for view in watched.views if view.is_numbers}  # lines of the score
        for panel in panels:
            for stage in panel.get("stages", []):
                shown |= {stage["array"], *(item["array"] for item in stage["scalars"])}
        self.assertLessEqual({"memory", "reads", "read/weights", "write/weights", "write/step"}, shown)


if __name__ == "__main__":
    unittest.main()
