#!/usr/bin/python3
"""The portable program: it uses the kernels that the processor supports, all kernels give the same results, and an
older processor never meets an unsupported instruction (qemu-x86_64 emulates some). The build is kept below the folder
of the program under test, because it takes long."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))
from process import BAD_INPUT, PROGRAM, tiny

BUILD = pathlib.Path(PROGRAM).resolve().parent / "portable"
KINDS = {"plain": set(), "avx2": {"avx2", "fma", "bmi2"}, "avx512": {"avx512f", "avx512bw", "avx512vl"}}
FLAGS = set(pathlib.Path("/proc/cpuinfo").read_text().partition("flags")[2].partition("\n")[0].split())
HERE = [kind for kind, needed in KINDS.items() if needed <= FLAGS]


def made(*words):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@unittest.skipUnless(os.uname().machine == "x86_64", "the kinds are x86-64 processors'")
class Portable(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        made("cmake", "-S", SOURCE, "-B", BUILD, "-G", "Ninja", "-DTAPEHEAD_NATIVE=OFF", "-DTAPEHEAD_TESTS=OFF",
             "-DTAPEHEAD_BENCHMARKS=OFF", *launcher)
        made("cmake", "--build", BUILD)
        cls.program = BUILD / "tapehead"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def run_with(self, kernels, *words, on=None):
        told = {} if kernels is None else {"TAPEHEAD_KERNELS": kernels}
        under = ["qemu-x86_64", "-cpu", on] if on else []
        return subprocess.run([*under, self.program, *words], capture_output=True, text=True, cwd=self.root,
                              env=os.environ | told)

    def refused(self, kernels, has, **how):
        done = self.run_with(kernels, "list", **how)
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, ""))
        said = [line for line in done.stderr.splitlines() if not line.startswith("qemu-x86_64: warning:")]
        self.assertEqual(said, [f"tapehead: TAPEHEAD_KERNELS: got {kernels}; one that this processor has "
                                f"is needed: {has}"])

    def kernels_of(self, done):
        return json.loads(done.stdout)["instructions"] if done.returncode == 0 else done.stderr[-500:]

    def bench(self, kernels, **how):
        return self.kernels_of(self.run_with(kernels, "bench", "--json", "--bench.steps", "1", "--bench.repetitions",
                                             "1", *tiny(), **how))

    def test_each_comes_to_the_same(self):
        costs = []
        for kind in HERE:
            done = self.run_with(kind, "train", *tiny(train__sequences=60), "--threads", "1", "--out", kind)
            self.assertEqual(done.returncode, 0, done.stderr)
            costs.append(json.loads((self.root / kind / "result.json").read_text())["bits"])
            self.assertEqual(json.loads((self.root / kind / "manifest.json").read_text())["instructions"], kind)
        for cost in costs:
            self.assertAlmostEqual(cost, costs[0], delta=1e-3 * costs[0])

    def test_each_differentiates(self):  # in double, which all share
        for kind in HERE:
            done = self.run_with(kind, "gradcheck", *tiny())
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_best_is_taken(self):
        for kernels, found in ((None, HERE[-1]), ("", HERE[-1]), *((kind, kind) for kind in HERE)):
            self.assertEqual(self.bench(kernels), found)

    def test_python_has_each_too(self):
        code = ("import json, tapehead; run = tapehead.train(preset='copy', out=%r, threads=1, train_sequences=16, "
                "progress=False); print(json.loads(open(f'{run.directory}/manifest.json').read())['instructions'])")
        environment = os.environ | {"PYTHONPATH": str(BUILD / "python")}
        for kernels, found in (("", HERE[-1]), *((kind, kind) for kind in HERE)):
            done = subprocess.run(["/usr/bin/python3", "-B", "-c", code % f"by-{kernels or 'itself'}"], text=True,
                                  capture_output=True, cwd=self.root, env=environment | {"TAPEHEAD_KERNELS": kernels})
            self.assertEqual((done.returncode, done.stdout), (0, f"{found}\n"), done.stderr)

    def test_a_mistake(self):
        self.refused("mmx", ", ".join(reversed(HERE)))
        done = self.run_with(None, "train", "--preset", "cpoy")  # exceptions unwind through local symbols
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn("nearest: copy", done.stderr)

    def test_nothing_of_one_is_seen_by_another(self):
        seen = [name for name in made("nm", "-C", "--defined-only", "--extern-only", self.program).splitlines()
                if "tapehead" in name]
        mains = [name for name in seen if re.search(r" T tapehead_main_\w+$", name)]
        self.assertEqual(len(mains), len(KINDS), seen)
        others = [name for name in seen if name not in mains and not re.search(r" __(start|stop)_tapehead_init_", name)]
        self.assertEqual(others, [])

    def test_it_can_be_installed(self):
        made("cmake", "--install", BUILD, "--prefix", self.root)
        done = subprocess.run([self.root / "bin/tapehead", "list", "presets"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("associative-recall", done.stdout)

    def test_it_makes_a_package(self):
        made("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", self.root)
        package, = self.root.glob("*.deb")
        self.assertRegex(package.name, r"^tapehead_[\d.]+_amd64\.deb$")
        depends = made("dpkg-deb", "-f", package, "Depends")
        for name in ("libhdf5", "libfmt9", "python3-matplotlib"):
            self.assertIn(name, depends)
        self.assertNotIn("blas", depends)
        made("dpkg-deb", "-x", package, self.root / "there")
        programs = self.root / "there/usr/bin"
        self.assertIn("bits", made(programs / "tapehead", "eval", "copy", "--episodes", "2"))
        made(programs / "tapehead", "trace", "copy", "--out", self.root / "episode.h5")
        made(programs / "tapehead-plot", "episode", self.root / "episode.h5", "--out", self.root / "episode.png")

    @unittest.skipUnless(shutil.which("qemu-x86_64"), "Debian's qemu-user plays another processor")
    def test_older_processors(self):
        done = self.run_with(None, "train", *tiny(train__sequences=60), "--threads", "1", "--out", "old", on="Nehalem")
        self.assertEqual(done.returncode, 0, done.stderr[-500:])
        self.assertEqual(json.loads((self.root / "old/manifest.json").read_text())["instructions"], "plain")
        self.refused("avx2", "plain", on="Nehalem")
        self.assertEqual(self.bench(None, on="Haswell"), "avx2")
        self.refused("avx512", "avx2, plain", on="Haswell")


if __name__ == "__main__":
    unittest.main()
