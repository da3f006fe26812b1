#!/usr/bin/python3
"""A trace of the memories that grow by an entry per step, and its picture."""
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python")]

import forked
from process import ProgramTest, tiny

try:
    import h5py
    import numpy
    from tapehead.commands import plot
except ImportError:
    h5py = None

WIDTH, HEADS, LENGTH = 4, 2, 3


@unittest.skipIf(h5py is None, "what plot.py needs is not installed")
class ListTrace(ProgramTest):
    def trace(self, memory):
        words = tiny(memory=memory, memory__heads=HEADS)
        at = words.index("--memory.slots")
        self.tapehead("train", *words[:at], *words[at + 2:], "--out", memory)
        self.tapehead("trace", memory, "--task.length", LENGTH, "--out", "t.h5")
        arrays = {}
        with h5py.File(self.root / "t.h5") as file:
            file.visititems(lambda name, item: arrays.update({name: item[:]} if isinstance(item, h5py.Dataset) else {}))
        return arrays

    def picture(self):
        done = forked.run(plot.main, "episode", "t.h5", "--out", "t.png", cwd=self.root)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater((self.root / "t.png").stat().st_size, 1000)

    def check_growth(self, strengths, pushed):
        """A row for each push, beginning at the push's own step with its strength and never growing."""
        steps = strengths.shape[0]
        self.assertEqual(strengths.shape, (steps, HEADS, steps))
        for entry in range(steps):
            self.assertTrue((strengths[:entry, :, entry] == 0).all())
            numpy.testing.assert_array_equal(strengths[entry, :, entry], pushed[entry, :, 0])
            self.assertTrue((numpy.diff(strengths[entry:, :, entry], axis=0) <= 0).all())

    def test_stack_and_queue(self):
        for memory in ("stack", "queue"):
            with self.subTest(memory):
                arrays = self.trace(memory)
                self.check_growth(arrays["memory/strengths"], arrays["push"])
                shares = arrays["read/strengths"]
                self.assertTrue((shares <= arrays["memory/strengths"] + 1e-6).all())
                self.assertTrue((shares.sum(-1) <= 1 + 1e-6).all())
                values = arrays["write/add"]
                self.assertEqual(values.shape, (len(values), HEADS, WIDTH))
                numpy.testing.assert_allclose(arrays["reads"], numpy.einsum("thi,ihw->thw", shares, values), atol=1e-5)
                self.picture()

    def test_deque(self):
        arrays = self.trace("deque")
        self.check_growth(arrays["memory/top-strengths"], arrays["top/push"])
        self.check_growth(arrays["memory/bottom-strengths"], arrays["bottom/push"])
        self.assertEqual(arrays["reads"].shape[1:], (2 * HEADS, WIDTH))
        self.picture()


if __name__ == "__main__":
    unittest.main()
