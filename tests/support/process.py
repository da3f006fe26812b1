"""The program as a process: how tests start it, and what must hold whatever they ask of it."""
import csv
import io
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.environ["TAPEHEAD"]

DONE, BAD_INPUT, DIVERGED, INTERRUPTED = 0, 2, 3, 75

# 600 sequences of a small copy task: some hundredths of a second.
TINY = {"task.bits": 3, "task.max-length": 3, "controller.size": 16, "memory.slots": 8, "memory.width": 4,
        "train.sequences": 600, "train.validate-every": 200, "train.validation-episodes": 20,
        "train.checkpoint-every": 200}

RUN_FILES = {"config.ini", "manifest.json", "metrics.csv", "result.json", "checkpoint-last.safetensors",
             "checkpoint-previous.safetensors", "checkpoint-best.safetensors"}


def typed(settings):
    """Settings as command-line arguments."""
    return [word for name, value in settings.items() for word in (f"--{name}", str(value))]


def tiny(**changes):
    """The tiny run's options as arguments; in the names of the changes "__" stands for "." and "_" for "-"."""
    return typed(TINY | {name.replace("__", ".").replace("_", "-"): value for name, value in changes.items()})


def snapshot(folder):
    """Each file's path below the folder and its bytes; a folder's bytes are None."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
            for path in sorted(folder.rglob("*"))}


def timeless(metrics):
    """The rows of a metrics.csv without their seconds."""
    rows = list(csv.reader(io.StringIO(metrics.read_text(), newline=""), strict=True))
    at = rows[0].index("seconds")
    return [row[:at] + row[at + 1:] for row in rows]


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def start(self, *words, folder=None, **how):
        """Starts the program, by default in the test's folder, with both outputs piped; it is killed at the test's end
        if it still runs."""
        process = subprocess.Popen([PROGRAM, *map(str, words)], cwd=folder or self.root, text=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)
        return self.ended_with_the_test(process)

    def ended_with_the_test(self, process):
        """Returns the process, and kills it at the test's end if it still runs."""
        def end():
            if process.poll() is None:
                process.kill()
            process.communicate()
        self.addCleanup(end)
        return process

    def tapehead(self, *words, status=DONE, **how):
        """Runs the program; returns standard output and error."""
        process = self.start(*words, **how)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, status, f"{words}\n{out[-2000:]}\n{err[-2000:]}")
        return out, err

    def refused(self, *words, says=(), **how):
        """The program refuses: status 2, nothing on standard output, one line on standard error that contains all of
        `says`, and no file created or changed. Returns the line."""
        before = snapshot(self.root)
        out, err = self.tapehead(*words, status=BAD_INPUT, **how)
        self.assertEqual(out, "", words)
        self.assertRegex(err, r"\Atapehead( [a-z]+)*: [^\n]+\n\Z", words)
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, err)
        self.assertEqual(snapshot(self.root), before, words)
        return err

    def wait_for(self, happened, process, seconds=30):
        """Returns once `happened()` is true; fails if the process ends before."""
        end = time.monotonic() + seconds
        while not happened():
            self.assertIsNone(process.poll(), "ended before the test could act")
            self.assertLess(time.monotonic(), end, "nothing happened")
            time.sleep(0.002)

    def stop(self, process, number=signal.SIGTERM):
        """Sends a signal; returns the exit status and both outputs."""
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def assert_same_run(self, one, other):
        """Two finished runs are equal except for times."""
        self.assertEqual(timeless(one / "metrics.csv"), timeless(other / "metrics.csv"))
        for name in ("checkpoint-last.safetensors", "checkpoint-best.safetensors", "config.ini"):
            self.assertEqual((one / name).read_bytes(), (other / name).read_bytes(), name)
        self.assertEqual({path.name for path in one.iterdir()}, {path.name for path in other.iterdir()})
