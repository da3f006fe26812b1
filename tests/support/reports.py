"""Calls report.py in a test, and reads the data that it put into its page."""
import contextlib
import io
import json
import subprocess
from unittest import mock

from process import PROGRAM, TINY, typed
from run_files import RunFiles
from tapehead.commands import report as command
from tapehead.report import page

STAND_IN = f"<!doctype html><title>t</title>{page.PLACE}<p>after</p>\n"


class Reports(RunFiles):
    def setUp(self):
        super().setUp()
        self.page = self.root / "page.html"
        self.page.write_text(STAND_IN)
        patch = mock.patch.object(page, "PAGE", self.page)
        patch.start()
        self.addCleanup(patch.stop)
        self.out = self.root / "made" / "report.html"
        self.out.parent.mkdir()

    def call(self, *words, program=PROGRAM):
        """(exit status, standard error) of report.py."""
        told = io.StringIO()
        with contextlib.redirect_stderr(told), contextlib.redirect_stdout(io.StringIO()) as said:
            try:
                status = command.main([*map(str, words), "--out", str(self.out),
                                       *(["--program", str(program)] if program else [])])
            except SystemExit as end:  # from the parser
                status = end.code
        self.assertEqual(said.getvalue(), "")
        return status, told.getvalue()

    def report(self, *words, program=PROGRAM):
        """The data of a report made by report.py."""
        status, told = self.call(*words, program=program)
        self.assertEqual(status, 0, told)
        return self.data()

    def data(self):
        text = self.out.read_text(encoding="ascii")
        before, after = STAND_IN.split("null")
        self.assertTrue(text.startswith(before) and text.endswith(after))
        return json.loads(text[len(before):len(text) - len(after)], parse_constant=self.fail)

    def refused(self, *words, says, program=PROGRAM):
        status, told = self.call(*words, program=program)
        self.assertEqual(status, 2, told)
        last = told.splitlines()[-1]
        self.assertRegex(last, r"^report.py: ")
        self.assertIn(says, last)
        self.assertFalse(list(self.out.parent.iterdir()), "something was written")

    def train(self, name, **changes):
        """Trains a tiny run with checkpoints."""
        options = TINY | {key.replace("__", ".").replace("_", "-"): value for key, value in changes.items()}
        path = self.root / name
        done = subprocess.run([PROGRAM, "train", *typed({key: value for key, value in options.items()
                                                         if value is not None}), "--threads", "1", "--out", path],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return path
