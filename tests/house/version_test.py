#!/usr/bin/python3
"""CMakeLists.txt holds the version; every other place that states it agrees."""
import os
import pathlib
import re
import subprocess
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))


def found(name, pattern):
    """The groups of the pattern's first match in a file."""
    match = re.search(pattern, (SOURCE / name).read_text(encoding="utf-8"), re.MULTILINE)
    if not match:
        raise AssertionError(f"{name} has no {pattern}")
    return match.groups()


class Version(unittest.TestCase):
    def setUp(self):
        [self.version] = found("CMakeLists.txt", r"^project\(tapehead VERSION (\d+\.\d+\.\d+) ")

    def test_the_citation_is_of_the_newest_release(self):
        release = found("CHANGELOG.md", r"^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$")
        self.assertEqual(release[0], self.version)
        self.assertEqual(found("CITATION.cff", r"^version: (\S+)\ndate-released: (\S+)$"), release)

    def test_changes_to_come_stand_above_it(self):
        self.assertEqual(found("CHANGELOG.md", r"^## (.+)$"), ("Unreleased",))

    def test_the_supported_release_is_this_one(self):
        self.assertEqual(found("SECURITY.md", r"at present (\d+\.\d+\.\d+)\."), (self.version,))

    def test_the_package_for_python_has_it(self):
        self.assertEqual(found("python/tapehead/version.py", r'^VERSION = "(\S+)"$'), (self.version,))

    def test_the_program_says_it(self):
        said = subprocess.run([os.environ["TAPEHEAD"], "--version"], capture_output=True, text=True, check=True).stdout
        commit = r"[0-9a-f]{40}(\+changes)?|unknown"
        self.assertRegex(said, rf"\Atapehead {re.escape(self.version)} \(commit ({commit})\)\n\Z")


class Everywhere(unittest.TestCase):
    def test_the_workflow_is_what_anybody_runs(self):
        self.assertEqual(found(".github/workflows/ci.yml", r"^ +image: (\S+)$"), found("Dockerfile", r"^FROM (\S+)$"))
        [script] = found(".github/workflows/ci.yml", r"^ +run: (\./\S+|\.ci/\S+)$")
        self.assertTrue(os.access(SOURCE / script, os.X_OK), script)


if __name__ == "__main__":
    unittest.main()
