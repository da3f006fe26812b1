#!/usr/bin/python3
"""Some structured mutations of runs against every command; scripts/fuzz.sh goes on by the hour. And what counts as a
finding is found: a program that plays each is told apart from one that behaves."""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

MUTATE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests/fuzz/mutate_runs.py"
COUNT = 3


class Mutations(unittest.TestCase):
    def test_nothing_is_found(self):
        done = subprocess.run([sys.executable, "-B", MUTATE, "--count", str(COUNT), "--seed", "1"], capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, rf"\Amutations +{COUNT} of runs, \d+ executions, nothing found\n\Z")


class Findings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        spec = importlib.util.spec_from_file_location("mutate_runs", MUTATE)
        self.mutate = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.mutate)
        self.mutate.PATIENCE = self.mutate.GRACE = 1

    def fault(self, text):
        """What is found wrong with a program of these shell commands."""
        program = self.root / "program"
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
        self.mutate.PROGRAM = program
        return self.mutate.fault(["runs"], self.root)

    def test_what_is_right(self):
        for text in ("exit 0", "echo 'tapehead: a: b; c' >&2; exit 2", "echo 'tapehead: note: d' >&2; exit 0",
                     "echo 'tapehead: note: d' >&2; echo 'tapehead: a: b' >&2; exit 3", "exit 75",
                     "echo 'copy, seed 1:  85% 601/700' >&2; echo 'tapehead: a: b' >&2; exit 2",
                     "trap 'exit 75' TERM; sleep 5 >/dev/null 2>&1 & wait"):
            self.assertEqual(self.fault(text), "", text)

    def test_what_is_wrong(self):
        for text, says in (("kill -SEGV $$", "status -11"), ("kill -ABRT $$", "status -6"), ("exit 1", "status 1"),
                           ("trap '' TERM; while :; do sleep 0.1; done", "does not end"),
                           ("exit 2", "without its line"), ("echo 'oh' >&2; exit 2", "without its line"),
                           ("echo 'tapehead: [json.exception.parse_error.101] x' >&2; exit 2", "a library's words"),
                           ("echo 'HDF5-DIAG: Error detected' >&2; exit 0", "a library's words"),
                           ("printf 'some words\\ntapehead: a\\n' >&2; exit 2", "several lines"),
                           ("printf 'tapehead: \\033[31m\\007\\n' >&2; exit 2", "control characters")):
            self.assertIn(says, self.fault(text), text)


if __name__ == "__main__":
    unittest.main()
