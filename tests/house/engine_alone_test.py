#!/usr/bin/python3
"""A program can link the engine alone: the example learns, and loads OpenBLAS and fmt, but nothing of the
laboratory."""
import os
import re
import subprocess
import unittest

ECHO, PROGRAM = os.environ["TAPEHEAD_ECHO"], os.environ["TAPEHEAD"]
ITS_OWN = {"libopenblas", "libfmt"}
LANGUAGE = {"libstdc++", "libm", "libgcc_s", "libc", "libpthread", "ld-linux-x86-64", "ld-linux-aarch64"}
LABORATORY = {"libhdf5", "libboost", "libarmadillo", "json", "curl"}


def run(*words):
    return subprocess.run(words, text=True, capture_output=True, check=True, timeout=300).stdout


def asked_for(program):
    """The libraries that the program itself names, without version."""
    return set(re.findall(r"NEEDED.*\[(.+?)\.so", run("readelf", "-d", program)))


def loaded(program):
    """All that comes with them."""
    return run("ldd", program)


class EngineAlone(unittest.TestCase):
    def test_it_links_two_libraries(self):
        named = asked_for(ECHO)
        self.assertEqual(named - LANGUAGE, ITS_OWN)
        for name in LABORATORY:
            self.assertNotIn(name, loaded(ECHO))

    def test_the_program_links_what_the_laboratory_needs(self):
        self.assertTrue({"libhdf5", "libboost"} <= {name for name in LABORATORY if name in loaded(PROGRAM)})

    def test_it_learns(self):
        costs = [float(cost) for cost in re.findall(r"([\d.]+) bits an episode", run(ECHO))]
        self.assertGreater(costs[0], 3)  # four are at stake
        self.assertLess(costs[-1], 0.1)


if __name__ == "__main__":
    unittest.main()
