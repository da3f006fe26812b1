#!/usr/bin/python3
"""A full disk: the run stops with one clear line, and the files on the disk are whole and go on elsewhere.

A limit on file sizes simulates the full disk everywhere; if root runs this, a small tmpfs is a real one."""
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import BAD_INPUT, ProgramTest, tiny

OPTIONS = tiny(train__sequences=4000, train__validate_every=20, train__checkpoint_every=20,
               train__validation_episodes=2)


def file_size_limit(most):
    """For the child: writes beyond `most` bytes of a file fail with EFBIG."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    return limit


class FileSizeLimit(ProgramTest):
    def test_no_room_for_the_first_checkpoint(self):
        out, err = self.tapehead("train", *OPTIONS, "--out", "run", status=BAD_INPUT,
                                 preexec_fn=file_size_limit(8000))
        self.assertEqual(out, "")
        self.assertRegex(err, r"\Atapehead: run/checkpoint-last.safetensors: cannot be written \(File too large\)"
                              r"[^\n]*\n\Z")
        self.assertFalse(list(self.root.glob("run/*.safetensors*")))
        self.tapehead("train", *OPTIONS, "--out", "run")

    def test_metrics_that_cannot_grow(self):
        out, err = self.tapehead("train", *OPTIONS, "--out", "run", status=BAD_INPUT,
                                 preexec_fn=file_size_limit(60000))
        self.assertEqual(out, "")
        self.assertRegex(err.splitlines()[-1], r"\Atapehead: run/metrics.csv: cannot be written \(File too large\)")
        metrics = (self.root / "run/metrics.csv").read_text()
        self.assertLessEqual(len(metrics), 60000)
        self.assertTrue(metrics.endswith("\n"))
        self.assertFalse((self.root / "run/result.json").exists())
        self.tapehead("eval", "run", "--checkpoint", "last", "--task.length", 3, "--csv", "-")
        self.tapehead("resume", "run")
        self.tapehead("train", *OPTIONS, "--out", "whole")
        self.assert_same_run(self.root / "whole", self.root / "run")


class FullDisk(ProgramTest):
    def setUp(self):
        super().setUp()
        self.disk = self.root / "disk"
        self.disk.mkdir()
        mount = shutil.which("mount")
        done = mount and subprocess.run([mount, "-t", "tmpfs", "-o", "size=240k", "tmpfs", self.disk],
                                        capture_output=True)
        if not done or done.returncode:
            self.skipTest("no right to mount a small disk")
        self.addCleanup(subprocess.run, ["umount", str(self.disk)], check=True)

    def test_training(self):
        _, err = self.tapehead("train", *OPTIONS, "--out", "disk/run", status=BAD_INPUT)
        self.assertRegex(err.splitlines()[-1],
                         r"\Atapehead: disk/run/[^:]+: cannot be written \(No space left on device\); free some space")
        self.assertFalse(list(self.disk.glob("run/*.tmp")))
        shutil.copytree(self.disk / "run", self.root / "run")
        self.tapehead("resume", "run")
        self.tapehead("train", *OPTIONS, "--out", "whole")
        self.assert_same_run(self.root / "whole", self.root / "run")

    def test_what_a_trained_model_gives(self):
        self.tapehead("train", *tiny(), "--out", "run")
        with open(self.disk / "ballast", "wb") as file:
            try:
                while True:
                    os.write(file.fileno(), bytes(4096))
            except OSError:
                pass
        for words in (["trace", "run", "--out", "disk/t.h5"],
                      ["eval", "run", "--task.length", 3, "--csv", "disk/eval.csv"]):
            out, err = self.tapehead(*words, status=BAD_INPUT)
            self.assertEqual(out, "")
            self.assertRegex(err, r"\Atapehead: disk/[^\n]+No space left on device[^\n]+\n\Z")
        self.assertFalse((self.disk / "t.h5").exists())


if __name__ == "__main__":
    unittest.main()
