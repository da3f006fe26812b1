#!/usr/bin/python3
"""scripts/export.py: its event files are parsed byte by byte according to the format's definition; and scripts started
by a Python other than Debian's."""
import contextlib
import json
import os
import pathlib
import struct
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

from run_files import RunFiles
from tapehead.export import event_file, tensorboard
from tapehead.runs import interpreter
from tapehead.runs.errors import InputError


def crc32c(data):
    """Bit by bit, with Castagnoli's polynomial (RFC 3720, appendix B.4)."""
    crc = 0xffffffff
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82f63b78 if crc & 1 else 0)
    return crc ^ 0xffffffff


def masked(data):
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xa282ead8) & 0xffffffff


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
        if byte < 128:
            return value, at


def fields(data):
    """[(number, value)] of a protocol buffer in wire format."""
    at, found = 0, []
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        else:
            size = {1: 8, 5: 4}.get(key & 7)
            if size is None:
                size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        found.append((key >> 3, value))
    return found


def events(path):
    """The events of a file, each as its fields; checks the checksums."""
    data, at, found = path.read_bytes(), 0, []
    while at < len(data):
        length, check = data[at:at + 8], struct.unpack_from("<I", data, at + 8)[0]
        assert check == masked(length)
        size = struct.unpack("<Q", length)[0]
        body = data[at + 12:at + 12 + size]
        assert struct.unpack_from("<I", data, at + 12 + size)[0] == masked(body)
        found.append(dict(fields(body)))
        at += 16 + size
    return found


class Options:
    def __init__(self, out, *runs):
        self.out, self.runs = out, runs


class TensorBoard(RunFiles):
    def export(self, *runs):
        tensorboard.command(Options(self.root / "out", *(self.root / run for run in runs)))
        return sorted(str(path.relative_to(self.root / "out")) for path in (self.root / "out").rglob("*events*"))

    def test_check_sum(self):
        self.assertEqual(crc32c(b"123456789"), 0xe3069283)  # RFC 3720's own example
        self.assertEqual(event_file.masked_crc(b"some bytes"), masked(b"some bytes"))

    def test_what_a_run_measured(self):
        run = self.make_run("a", 1, [5, 0.25])
        (run / "manifest.json").write_text(json.dumps({"started_at": "2026-11-22T18:26:15Z"}))
        self.assertEqual(self.export("a"), ["seed-1/events.out.tfevents.1795371975.tapehead"])
        first, text, *rest = events(self.root / "out/seed-1/events.out.tfevents.1795371975.tapehead")
        self.assertEqual(first[3], b"brain.Event:2")
        value = dict(fields(dict(fields(text[5]))[1]))
        self.assertEqual((value[1], dict(fields(dict(fields(value[9]))[1]))[1]), (b"config/text_summary", b"text"))
        self.assertIn(b"    train.sequences = 1000", dict(fields(value[8]))[8])
        told = []
        for event in rest:
            value = dict(fields(dict(fields(event[5]))[1]))
            told.append((struct.unpack("<d", event[1])[0], event[2], value[1], struct.unpack("<f", value[2])[0]))
        self.assertEqual(told, [(1795371976.0, 100, b"validation/bits", 5.0),
                                (1795371977.0, 200, b"validation/bits", 0.25)])

    def test_directories(self):
        for name in ("a", "b"):
            for seed in (1, 2):
                self.make_run(name, seed, [1])
        self.assertEqual([name.rsplit("/", 1)[0] for name in self.export("a", "b")],
                         ["a/seed-1", "a/seed-2", "b/seed-1", "b/seed-2"])
        before = self.export("a", "b")
        self.assertEqual(self.export("a", "b"), before)  # overwritten, without further files
        with self.assertRaisesRegex(InputError, "nowhere: no such directory"):
            self.export("nowhere")

    def test_nothing_is_written_outside(self):
        """For directories named by `..`, in two ways."""
        for name in ("inner/a", "inner/b", "other"):
            self.make_run(name, 1, [1])
        before = sorted(path for path in self.root.rglob("*") if path.is_file())
        with contextlib.chdir(self.root / "inner/a/seed-1"):
            for number, (runs, names) in enumerate({
                    ("..",): ["seed-1"], (".",): ["seed-1"],
                    ("../../b", "../../../other"): ["b/seed-1", "other/seed-1"],
                    ("../..", "../../../other"): ["inner/a/seed-1", "inner/b/seed-1", "other/seed-1"]}.items()):
                out = self.root / f"out{number}"
                tensorboard.command(Options(out, *runs))
                made = [path for path in self.root.rglob("*events*")
                        if not path.relative_to(self.root).parts[0][3:].isdigit()]
                self.assertEqual(made, [], runs)
                self.assertEqual(sorted(str(path.parent.relative_to(out)) for path in out.rglob("*events*")), names)
        self.assertLessEqual(set(before), set(self.root.rglob("*")))

    def test_the_program(self):
        self.make_run("a", 1, [1])
        words = [SOURCE / "scripts/export.py", "tensorboard", self.root / "a"]
        done = subprocess.run([*words, "--out", self.root / "out"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        done = subprocess.run(words, capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"\Aexport.py tensorboard: [^\n]*--out[^\n]*\n\Z")


class Interpreter(RunFiles):
    def other_python(self):
        """A virtual environment's Python, without Debian's packages."""
        subprocess.run(["/usr/bin/python3", "-m", "venv", "--without-pip", self.root / "venv"], check=True)
        return self.root / "venv/bin/python"

    def test_debian_s_takes_over(self):
        done = subprocess.run([self.other_python(), SOURCE / "scripts/plot.py", "curves", self.root, "--out", "x.png"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)  # it got as far as looking for runs
        self.assertRegex(done.stderr, r"\A[^\n]*has no metrics.csv[^\n]*\n\Z")

    def test_what_is_missing(self):
        script = self.root / "mine.py"
        script.write_text(f"import sys\nsys.path.append({str(SOURCE / 'python')!r})\n"
                          "from tapehead.runs import interpreter\ninterpreter.need('json', 'no_such.module')\n")
        done = subprocess.run([interpreter.DEBIANS, "-B", script], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"\Amine.py: /usr/bin/python3 lacks no_such.module; "
                                      r"scripts/setup.sh scripts [^\n]*\n\Z")


if __name__ == "__main__":
    unittest.main()
