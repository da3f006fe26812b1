#!/usr/bin/python3
"""The engine in a third-party program, as docs/library.md describes: examples/consumer with an installed engine; the
same engine as part of the project; public headers that no flag of the engine changes; API pages without the inline
namespace."""
import filecmp
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SOURCE, PROGRAM = pathlib.Path(os.environ["TAPEHEAD_SOURCE"]), os.environ["TAPEHEAD"]
BUILD = pathlib.Path(PROGRAM).parent
EXAMPLE = SOURCE / "examples/consumer"
PAGE = (SOURCE / "docs/library.md").read_text(encoding="utf-8")
ITS_OWN = {"libfmt"}
LANGUAGE = {"libstdc++", "libm", "libgcc_s", "libc", "libpthread", "ld-linux-x86-64", "ld-linux-aarch64"}
LABORATORY = ("hdf5", "boost", "armadillo", "png", "zip", "zlib", "csv.h")
WIDEST = {"x86_64": "-march=x86-64-v4", "aarch64": "-march=armv8.2-a+sve"}


def run(*words, cwd=None):
    done = subprocess.run([str(word) for word in words], cwd=cwd, text=True, capture_output=True, timeout=600)
    if done.returncode:
        raise AssertionError(f"{words}: {done.stdout}{done.stderr}")
    return done.stdout


def commands(section):
    """The commands of a section's blocks, one list per block."""
    text = re.search(rf"^## {re.escape(section)}$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL).group(1)
    return [block.strip().splitlines() for block in re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)]


def asked_for(program):
    """The libraries that the program links directly, without version."""
    return set(re.findall(r"NEEDED.*\[(.+?)\.so", run("readelf", "-d", program)))


@unittest.skipUnless((BUILD / "cmake_install.cmake").exists(), "the program does not lie in a build directory")
class Library(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name)
        (_, _, install), build, (fetch, _) = commands("Two ways to the engine")
        first, cls.prefix, cls.project = cls.root / "first", cls.root / "prefix", cls.root / "project"
        cls.fetch = fetch
        run("bash", "-c", install.replace("build-engine", str(BUILD)).replace("~/.local", str(first)))
        first.rename(cls.prefix)  # the installation is relocatable
        shutil.copytree(EXAMPLE, cls.project)
        cls.said = [run("bash", "-c", line.replace("~/.local", str(cls.prefix)), cwd=cls.project) for line in build][-1]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_the_page_shows_the_example(self):
        shown, = re.findall(r"^```cmake\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
        self.assertEqual(shown, (EXAMPLE / "CMakeLists.txt").read_text())

    def test_it_learns_and_remembers(self):
        costs = [float(cost) for cost in re.findall(r"([\d.]+) nats", self.said)]
        self.assertGreater(costs[0], 2)  # chance level is 4·ln 2
        self.assertLess(costs[-1], 0.3)
        self.assertIn("0 of 4 bits wrong", self.said)

    def test_it_links_one_library(self):
        self.assertEqual(asked_for(self.project / "build/consumer") - LANGUAGE, ITS_OWN)
        loaded = run("ldd", self.project / "build/consumer")
        for name in LABORATORY:
            self.assertNotIn(name, loaded)
        self.assertTrue(asked_for(PROGRAM) - LANGUAGE - ITS_OWN, "the program links what the laboratory needs")

    def test_nothing_else_is_installed_with_it(self):
        names = {path.relative_to(self.prefix).parts[0] for path in self.prefix.rglob("*")}
        self.assertEqual(names, {"include", "lib"})

    def test_a_version_that_is_none_of_ours_is_refused(self):
        (self.root / "other").mkdir()
        (self.root / "other/CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(other NONE)\nfind_package(tapehead 9.9 REQUIRED)\n")
        done = subprocess.run(["cmake", "-B", "build", f"-DCMAKE_PREFIX_PATH={self.prefix}"], cwd=self.root / "other",
                              text=True, capture_output=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("tapehead-config.cmake, version: 0.1", done.stderr)

    def test_within_a_project_it_is_the_same_engine(self):
        """Only configured: library_slow_test.py compiles it."""
        words = self.fetch.split()[1:]
        words = [word for word in words if not word.startswith("-DTAPEHEAD_CLONE")]
        run("cmake", *words, f"-DFETCHCONTENT_SOURCE_DIR_TAPEHEAD={SOURCE}", cwd=self.project)
        whole = self.project / "build-whole"
        cache = (whole / "CMakeCache.txt").read_text().lower()
        for name in LABORATORY:
            self.assertNotIn(name, cache, "the laboratory's libraries are nobody else's")
        headers, installed = whole / "_deps/tapehead-build/include/tapehead", self.prefix / "include/tapehead"
        names = [path.relative_to(installed) for path in installed.rglob("*.hpp")]
        _, differ, missing = filecmp.cmpfiles(headers, installed, names, shallow=False)
        self.assertGreater(len(names), 100)
        self.assertEqual((differ, missing), ([], []))
        targets = run("ninja", "-C", whole, "-t", "targets", "all")
        self.assertRegex(targets, r"(?m)^_deps/tapehead-build/libtapehead_engine\.a: ")
        self.assertNotRegex(targets, r"experiments/|engine_f64|tapehead_tests")
        flags = (whole / "build.ninja").read_text()
        ours, = re.findall(r"consumer\.cpp\.o: .*\n(?:  .*\n)*?  FLAGS = (.*)", flags)
        self.assertNotRegex(ours, "march|math|-W")

    def test_no_public_header_depends_on_the_instruction_set(self):
        text = {}
        for flags in ([], [WIDEST[os.uname().machine], "-fno-math-errno", "-fno-trapping-math"]):
            preprocessed = run("g++", "-std=c++20", "-E", *flags, "-I", self.prefix / "include", "-x", "c++",
                               self.prefix / "include/tapehead/tapehead.hpp")
            kept, ours = [], False
            for line in preprocessed.splitlines():
                if line.startswith("# "):
                    ours = str(self.prefix) in line
                elif ours:
                    kept.append(line)
            text[bool(flags)] = kept
        self.assertGreater(len(text[True]), 4000)
        self.assertEqual(text[True], text[False])

    def test_pages_are_made_without_a_warning(self):
        """For a few headers; scripts/api.sh makes all pages."""
        headers = self.prefix / "include/tapehead"
        settings = (SOURCE / "docs/Doxyfile").read_text() + (
            f"INPUT = {headers}/autodiff/base {headers}/memory/dnc\nOUTPUT_DIRECTORY = {self.root}\n"
            f"GENERATE_HTML = NO\nGENERATE_TAGFILE = {self.root}/tags\n")
        (self.root / "Doxyfile").write_text(settings)
        run("doxygen", self.root / "Doxyfile")
        names = re.findall(r"<name>(.*)</name>", (self.root / "tags").read_text())
        self.assertIn("tapehead::DncMemory", names)
        self.assertFalse([name for name in names if re.search(r"\bf32::|TAPEHEAD_REAL::|inline", name)])


if __name__ == "__main__":
    unittest.main()
