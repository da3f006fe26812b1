#!/usr/bin/python3
"""The portable program: it takes the kernels that the processor has, any of them come to the same, and a processor
without AVX meets none of it (where qemu-x86_64 is there to play one)."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))
from process import BAD_INPUT, tiny  # noqa: E402

KINDS = {"plain": set(), "avx2": {"avx2", "fma"}, "avx512": {"avx512f", "avx512bw", "avx512vl"}}
FLAGS = set(pathlib.Path("/proc/cpuinfo").read_text().partition("flags")[2].partition("\n")[0].split())


class Portable(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = pathlib.Path(folder.name)
        build = os.environ.get("TAPEHEAD_PORTABLE_BUILD", cls.root / "build")
        for words in (["-S", SOURCE, "-B", build, "-G", "Ninja", "-DTAPEHEAD_NATIVE=OFF", "-DTAPEHEAD_TESTS=OFF",
                       "-DTAPEHEAD_BENCHMARKS=OFF"], ["--build", build, "--target", "tapehead"]):
            done = subprocess.run(["cmake", *words], capture_output=True, text=True)
            assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        cls.program = pathlib.Path(build) / "tapehead"

    def run_with(self, kernels, *words, under=()):
        told = {} if kernels is None else {"TAPEHEAD_KERNELS": kernels}
        return subprocess.run([*under, self.program, *words], capture_output=True, text=True, cwd=self.root,
                              env=os.environ | told)

    def test_each_comes_to_the_same(self):
        costs = []
        for kind, needed in KINDS.items():
            if needed <= FLAGS:
                done = self.run_with(kind, "train", *tiny(train__sequences=60), "--threads", "1", "--out", kind)
                self.assertEqual(done.returncode, 0, done.stderr)
                costs.append(json.loads((self.root / kind / "result.json").read_text())["bits"])
                flags = json.loads((self.root / kind / "manifest.json").read_text())["flags"]
                self.assertEqual("-march=x86-64-v" in flags, kind != "plain")
            else:
                done = self.run_with(kind, "list")
                self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, ""))
                self.assertIn(f"TAPEHEAD_KERNELS: got {kind}; what this processor has", done.stderr)
        for cost in costs:
            self.assertAlmostEqual(cost, costs[0], delta=1e-3 * costs[0])

    def test_the_best_is_taken(self):
        best = [kind for kind, needed in KINDS.items() if needed <= FLAGS][-1]
        for kernels, found in ((None, best), ("plain", "plain")):
            done = self.run_with(kernels, "bench", "--json", "--bench.steps", "1", "--bench.repetitions", "1", *tiny())
            self.assertEqual(json.loads(done.stdout)["instructions"], found, done.stderr)

    def test_a_mistake(self):
        done = self.run_with("mmx", "list")
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, ""))
        self.assertRegex(done.stderr, r"\Atapehead: TAPEHEAD_KERNELS: [^\n]*avx512, avx2 or plain is needed\n\Z")
        done = self.run_with(None, "train", "--preset", "cpoy")  # exceptions find their way through what is local
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn("nearest: copy", done.stderr)

    @unittest.skipUnless(shutil.which("qemu-x86_64"), "Debian's qemu-user plays another processor")
    def test_an_old_processor(self):
        done = self.run_with(None, "train", *tiny(train__sequences=60), "--threads", "1", "--out", "old",
                             under=["qemu-x86_64", "-cpu", "Nehalem"])
        self.assertEqual(done.returncode, 0, done.stderr[-500:])
        self.assertNotIn("march", json.loads((self.root / "old/manifest.json").read_text())["flags"])


if __name__ == "__main__":
    unittest.main()
