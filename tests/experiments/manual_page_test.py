#!/usr/bin/python3
"""The manual page covers everything that --help does, and formats without warnings."""
import functools
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from help_rows import commands, own, settings, told
from process import ProgramTest, RUN_FILES

SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "FILES", "EXIT STATUS", "SIGNALS", "EXAMPLES",
            "SEE ALSO"]


class Manual(ProgramTest):
    @functools.cached_property
    def sections(self):
        """Section -> its formatted text."""
        text = told("man").replace("\\-", "-").replace("\\(aq", "'").replace("\\:", "")
        parts = re.split(r"(?m)^\.SH (.*)\n", text)
        return dict(zip(parts[1::2], parts[2::2]))

    def test_sections(self):
        self.assertEqual(list(self.sections), SECTIONS)
        self.assertRegex(told("man"), r'\A\.TH TAPEHEAD 1 "[^"]*" "tapehead [\d.]+" ')
        self.assertRegex(self.sections["NAME"], r"\Atapehead - \S[^\n]*\n\Z")

    def test_commands_and_options(self):
        parts = re.split(r'(?m)^\.SS "(.*)"\n', self.sections["COMMANDS"])
        self.assertEqual(parts[1::2], commands())
        for command, text in zip(parts[1::2], parts[2::2]):
            self.assertEqual(set(re.findall(r"(?m)^\\fB--([\w.-]+)\\fR", text)), own(command))
        self.assertEqual(set(re.findall(r"(?m)^\\fB--([\w.-]+)\\fR", self.sections["OPTIONS"])), settings())
        groups = re.findall(r"(?m)^\.SS \"([\w-]+ \S+): ", self.sections["OPTIONS"])
        self.assertEqual(groups, re.findall(r"(?m)^([a-z]+ \S+): ", told("train", "--help").split("General")[1]))

    def test_files_and_statuses(self):
        for name in RUN_FILES | {"eval.csv"}:
            self.assertIn(f"\\fI{name}\\fR", self.sections["FILES"])
        self.assertEqual(re.findall(r"(?m)^\\fB(\d+)\\fR", self.sections["EXIT STATUS"]), ["0", "1", "2", "3", "75"])

    def test_examples_are_understood(self):
        examples = re.findall(r"(?m)^\.EX\n(.*)\n\.EE", self.sections["EXAMPLES"])
        self.assertGreater(len(examples), 4)
        for words in map(shlex.split, examples):
            if words[0] == "tapehead":
                self.tapehead(*words[1:], "--help")

    def test_nothing_is_taken_for_a_request(self):
        requests = {"TH", "SH", "SS", "PP", "TP", "EX", "EE", "BR", "ad", "nh", "in"}
        for line in told("man").splitlines():
            self.assertTrue(line.isascii() and line, line)
            if line[0] in ".'":
                self.assertIn(line.split()[0][1:], requests, line)
            for escape in re.findall(r"\\.{1,4}", line):
                self.assertRegex(escape, r"\\([-e:&]|f[BIR]|\((aq|dq|ga|ha|ti)|\[u)", line)

    @unittest.skipUnless(shutil.which("groff"), "groff is not there")
    def test_groff_has_no_complaint(self):
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-P-cbou"], input=told("man"), capture_output=True,
                              text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for text in [f"--{name}" for name in settings()] + ["in.1 …", "source <(tapehead completion bash)"]:
            self.assertIn(text, done.stdout)

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not there")
    def test_mandoc_has_no_complaint(self):
        done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning"], input=told("man"), capture_output=True,
                              text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))


if __name__ == "__main__":
    unittest.main()
