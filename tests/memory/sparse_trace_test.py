#!/usr/bin/python3
"""A trace of very many slots lists those chosen for reading and writing, with the same weights as over all slots."""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest, tiny

try:
    import h5py
    import numpy
except ImportError:
    h5py = None

FEW, MANY = 1000, 5000


@unittest.skipIf(h5py is None, "what reads a trace is not installed")
class SparseTrace(ProgramTest):
    def trace(self, run, slots):
        self.tapehead("trace", run, "--memory.slots", slots, "--task.length", 10, "--out", f"{slots}.h5")
        with h5py.File(self.root / f"{slots}.h5") as file:
            found = {}
            file.visititems(lambda name, one: found.update({name: (one[:], dict(one.attrs))})
                            if isinstance(one, h5py.Dataset) else None)
        return found

    def test_chosen_slots_and_their_weights(self):
        for memory in ("sparse", "sparse-dnc"):
            self.tapehead("train", *tiny(memory=memory, memory__read_heads=2, memory__write_heads=3, memory__reads=2,
                                         memory__slots=16, train__sequences=200), "--out", memory)
            few, many = self.trace(memory, FEW), self.trace(memory, MANY)
            self.assertEqual(set(many), set(few) - {"memory"} | {"read/slots", "write/slots"})
            for side, heads in (("read", 2), ("write", 3)):
                over_all = few[f"{side}/weights"][0]
                (slots, told), (weights, _) = many[f"{side}/slots"], many[f"{side}/weights"]
                self.assertEqual(told["range"].tolist(), [0, MANY - 1])
                self.assertEqual([text.decode() if isinstance(text, bytes) else text for text in told["axes"]],
                                 ["step", "head", "chosen"])
                summed = numpy.zeros_like(over_all)
                for place in numpy.ndindex(*weights.shape):
                    summed[*place[:2], int(slots[place])] += weights[place]
                self.assertEqual(over_all.shape[1], heads)
                self.assertGreater(over_all.max(), 0.1)
                numpy.testing.assert_allclose(summed, over_all, atol=1e-6)


if __name__ == "__main__":
    unittest.main()
