#!/usr/bin/python3
"""A trace shows each stage of addressing: every weighting is recomputed here with plain arrays from the datasets of the
stages before it, and must equal the program's."""
import os
import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
from process import ProgramTest, tiny

try:
    import h5py
    import numpy
except ImportError:
    h5py = None

SLOTS = 8


def shifted_by(weights, kernel):
    """[T, heads, slots] by [T, heads, shifts]: the kernel's row j moves forward by ⌊shifts/2⌋ − j, cyclically."""
    half = kernel.shape[-1] // 2
    return sum(kernel[..., j:j + 1] * numpy.roll(weights, half - j, axis=-1) for j in range(kernel.shape[-1]))


def sharpened_by(weights, sharpening):
    powers = (weights + 1e-12) ** sharpening  # the program's own guard against a weight of 0
    return powers / powers.sum(axis=-1, keepdims=True)


def one_hot_before(weights):
    """Each step's previous weighting; before the first step it is all on the first slot."""
    first = numpy.zeros_like(weights[:1])
    first[..., 0] = 1
    return numpy.concatenate([first, weights[:-1]])


@unittest.skipIf(h5py is None, "python3-h5py is not installed")
class Stages(ProgramTest):
    def trace(self, run="run", **settings):
        words = tiny(memory__slots=SLOTS, train__learning_rate=1e-3, **settings)
        if settings.get("memory") in ("stack", "deque"):  # these have no slots
            at = words.index("--memory.slots")
            del words[at:at + 2]
        self.tapehead("train", *words, "--out", run)
        self.tapehead("trace", run, "--task.length", 3, "--out", "t.h5")
        arrays = {}
        with h5py.File(self.root / "t.h5") as file:
            file.visititems(lambda name, item: arrays.update({name: item[:].astype(float)}
                                                             if isinstance(item, h5py.Dataset) else {}))
        self.check_documented(arrays)
        return arrays

    def check_documented(self, arrays):
        spans = set(re.findall(r"`([^`\n]+)`", (SOURCE / "docs/traces.md").read_text(encoding="utf-8")))
        spans |= {span.replace("HEAD", head) for span in spans for head in ("read", "write")}
        for name in arrays:
            self.assertTrue({name, name.removeprefix("memory/")} & spans, f"docs/traces.md does not tell of {name}")

    def same(self, one, other, name):
        numpy.testing.assert_allclose(one, other, atol=2e-5, err_msg=name)

    def check_tells_apart(self, *weightings):
        """No two of the stages are equal, so that a mistaken one would be noticed."""
        for i, one in enumerate(weightings):
            for other in weightings[:i]:
                self.assertGreater(abs(one - other).max(), 1e-3)

    def test_content_and_location(self):
        arrays = self.trace(memory__read_heads=2, memory__shifts=5)
        steps = arrays["inputs"].shape[0]
        for head, count in (("read", 2), ("write", 1)):
            of = {name.split("/")[1]: array for name, array in arrays.items() if name.startswith(head + "/")}
            for stage in ("content", "gated", "shifted", "weights"):
                self.assertEqual(of[stage].shape, (steps, count, SLOTS), stage)
            previous = one_hot_before(of["weights"])
            self.same(of["gated"], of["gate"] * of["content"] + (1 - of["gate"]) * previous, f"{head}/gated")
            self.same(of["shifted"], shifted_by(of["gated"], of["shift"]), f"{head}/shifted")
            self.same(of["weights"], sharpened_by(of["shifted"], of["sharpening"]), f"{head}/weights")
            self.check_tells_apart(of["content"], of["gated"], of["shifted"], of["weights"])
            self.assertGreater(abs(of["shift"] - of["shift"][..., ::-1]).max(), 1e-3, "a kernel with a direction")

    def test_location(self):
        arrays = self.trace(addressing="location")
        for head in ("read", "write"):
            self.assertNotIn(f"{head}/gated", arrays)
            shifted, weights = arrays[f"{head}/shifted"], arrays[f"{head}/weights"]
            self.same(shifted, shifted_by(one_hot_before(weights), arrays[f"{head}/shift"]), f"{head}/shifted")
            self.same(weights, sharpened_by(shifted, arrays[f"{head}/sharpening"]), f"{head}/weights")

    def test_content(self):
        arrays = self.trace(addressing="content")
        for head in ("read", "write"):
            self.same(arrays[f"{head}/weights"], arrays[f"{head}/content"], head)
            self.assertNotIn(f"{head}/shifted", arrays)

    def test_lists(self):
        for memory in ("stack", "deque"):
            self.trace(memory, memory=memory)

    def test_least_recently_used(self):
        arrays = self.trace(memory="lru")
        gate, unused, read = arrays["write/gate"], arrays["write/least-used"], arrays["read/weights"]
        self.same(unused.sum(axis=-1), 1, "one slot each")
        last = numpy.concatenate([unused[:1], read[:-1]])  # before the first step: the least used slot
        self.same(arrays["write/weights"], gate * last + (1 - gate) * unused, "write/weights")
        self.same(read, arrays["read/content"], "read/weights")

    def test_dnc(self):
        for sharpness in ("false", "true"):
            with self.subTest(sharpness):
                arrays = self.trace(f"run-{sharpness}", memory="dnc", memory__link_sharpness=sharpness)
                followed = arrays["read/directions"]  # for one write head: backward, forward
                if sharpness == "true":
                    sharpened = sharpened_by(followed, arrays["read/sharpening"])
                    self.same(arrays["read/sharpened"], sharpened, "read/sharpened")
                    followed = arrays["read/sharpened"]
                self.assertEqual("read/sharpened" in arrays, sharpness == "true")
                backward, content, forward = (arrays["read/modes"][:, 0, i:i + 1] for i in range(3))
                self.same(arrays["read/weights"][:, 0],
                          backward * followed[:, 0] + content * arrays["read/content"][:, 0] + forward * followed[:, 1],
                          "read/weights")
                allocation, gate = arrays["write/allocation-gate"], arrays["write/gate"]
                self.same(arrays["write/weights"], gate * (allocation * arrays["write/allocation"]
                                                           + (1 - allocation) * arrays["write/content"]), "write")


if __name__ == "__main__":
    unittest.main()
