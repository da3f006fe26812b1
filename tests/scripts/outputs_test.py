#!/usr/bin/python3
"""The names that commands are given: of files to write, which replace neither what is no file nor a run's own, and of
directories to read."""
import os
import pathlib
import stat
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

import forked
from process import RUN_FILES
from refusals import Refusals
from tapehead.commands import compare, export, live, plot, report, sweep
from tapehead.plots import comparison_files  # noqa: F401  loaded once for all forks that draw
from tapehead.runs import files
from tapehead.runs.errors import InputError


class Names(Refusals):
    def test_what_is_no_file_stays(self):
        run = self.make_run("a", 1, [9, 5])
        for name in ("pipe", "pipe.svg"):
            os.mkfifo(self.root / name)
        says = "pipe is a device or a pipe; the name of a file is needed"
        self.refused(compare, run, "--csv", "pipe", says=f"--csv: {says}")
        self.refused(report, run, "--no-player", "--out", "pipe", says=f"--out: {says}")
        self.refused(live, "copy", "--out", "pipe", says=f"--out: {says}")
        self.refused(plot, "curves", run, "--out", "pipe.png", says="--out: pipe.svg is a device")  # the one beside
        self.refused(compare, run, "--csv", "a", says="--csv: a is a directory; the name")
        self.refused(compare, run, "--csv", "no/x.csv", says="--csv: there is no directory no; ")
        with self.assertRaisesRegex(InputError, "pipe: is a device"):  # for all that is written
            files.write_whole(self.root / "pipe", b"1")
        self.assertTrue(stat.S_ISFIFO((self.root / "pipe").stat().st_mode))
        self.assertEqual({path.name for path in self.root.iterdir()}, {"a", "pipe", "pipe.svg"})

    def test_a_run_s_own_files_stay(self):
        run = self.make_run("a", 1, [9, 5])
        (run / "checkpoint-best.safetensors").write_bytes(b"of the run")
        for name in (*RUN_FILES, "eval.csv", "notes.json", "restarts.csv"):
            self.refused(compare, run, "--csv", run / name, says="is a run's own; another name is needed")
        self.refused(report, run, "--no-player", "--out", run / "config.ini", says="config.ini is a run's own")
        done = forked.run(compare.main, run, "--csv", run / "groups.csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = forked.run(compare.main, run, "--csv", self.root / "metrics.csv")  # where no run is
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_nothing_names_no_place(self):
        run = self.make_run(".", 1, [9, 5])  # the current directory has runs
        of_runs = "got nothing; the directory of a run, or one with runs below it, is needed"
        self.refused(compare, "", says=f"argument RUN: {of_runs}")
        self.refused(report, "", "--out", "r.html", says=of_runs)
        self.refused(plot, "curves", "", "--out", "c.png", says=of_runs)
        self.refused(export, "tensorboard", "", "--out", "board", says=of_runs)
        self.refused(export, "tensorboard", run, "--out", "", says="argument --out: got nothing; the name of a dir")
        self.refused(compare, run, "--out", "", says="argument --out: got nothing; the name of a directory is needed")
        self.refused(compare, run, "--csv", "", says="argument --csv: got nothing; the name of a file is needed")
        self.refused(report, run, "--out", "", says="argument --out: got nothing; the name of a file is needed")
        self.refused(plot, "importance", "", "--out", "c.png", says="SWEEP_DIR: got nothing; the name of a dir")
        (self.root / "sweep.toml").write_text('method = "grid"\n')
        self.refused(sweep, "sweep.toml", "--out", "", says="argument --out: got nothing; the name of a directory")
        self.assertEqual(forked.run(compare.main, ".", cwd=self.root).returncode, 0)

    def test_what_is_there_and_no_directory_of_runs(self):
        run = self.make_run("a", 1, [9, 5])
        self.refused(compare, run / "config.ini", says="config.ini: is no directory; give a run directory")
        (self.root / "b" / "metrics.csv").mkdir(parents=True)
        self.refused(plot, "curves", "b", "--out", "c.png", says="b/metrics.csv: is a directory; a file of that name")

    def test_a_program_that_is_another_is_named(self):
        run = self.make_run("a", 1, [9, 5])
        (run / "checkpoint-best.safetensors").write_bytes(b"")
        other = self.root / "other"
        other.write_text("#!/bin/sh\n")
        other.chmod(0o755)
        self.refused(report, run, "--out", "r.html", "--program", other,
                     says=f"--program: {other} ends with exit status 0 and writes no trace; the program tapehead is")


if __name__ == "__main__":
    unittest.main()
