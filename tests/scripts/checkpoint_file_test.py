#!/usr/bin/python3
"""python/tapehead/shipped/checkpoint.py: the parts of a checkpoint that it reads, and damaged ones, refused in one
line."""
import json
import os
import pathlib
import struct
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "python"))

from tapehead.runs.errors import InputError
from tapehead.shipped import checkpoint

METADATA = {"format": "tapehead 1", "config": "task = copy"}
TENSORS = {"parameter/a": ("F32", [2, 1], b"12345678"), "average/a": ("F32", [2, 1], b"abcdefgh"),
           "optimizer/a": ("F32", [2, 1], b"........"), "progress/sequences": ("U64", [1], b"\x07" + bytes(7))}


def with_header(header):
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + bytes(16)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / checkpoint.FILES["best"]

    def test_parameters_alone(self):
        self.path.write_bytes(checkpoint.to_bytes(METADATA | {"generator": "x"}, TENSORS))
        self.assertEqual(checkpoint.read(self.path), (METADATA | {"generator": "x"}, TENSORS))
        self.path.write_bytes(checkpoint.in_small(self.path))
        self.assertEqual(checkpoint.read(self.path), (METADATA, {
            "parameter/a": TENSORS["average/a"], "progress/sequences": TENSORS["progress/sequences"]}))

    def test_which_is_kept(self):
        self.assertIsNone(checkpoint.kept(self.path.parent))
        for word, file in reversed(checkpoint.FILES.items()):
            (self.path.parent / file).write_bytes(b"")
            self.assertEqual(checkpoint.kept(self.path.parent), word)

    def test_damaged_ones_are_refused(self):
        whole = checkpoint.to_bytes(METADATA, TENSORS)
        good = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}
        self.path.write_bytes(with_header({"a": good}))
        self.assertEqual(checkpoint.read(self.path), ({}, {"a": ("F32", [1], bytes(4))}))
        for data, says in (
                (b"", "unpack"), (whole[:5], "unpack"), (whole[:40], ""), (whole[:-1], "ends at byte 32 of 31"),
                (with_header([]), "its header is no table"), (with_header(7), "its header is no table"),
                (with_header({"__metadata__": []}), "its header is no table"),
                (struct.pack("<Q", 200000) + b"[" * 100000 + b"]" * 100000, "recursion"),
                *((with_header({"a": entry}), "does not say what a is") for entry in (
                    [], 3, None, "text", {}, {"dtype": "F32", "shape": [1]}, good | {"dtype": 4}, good | {"shape": 4},
                    *(good | {"data_offsets": ends} for ends in (None, [0], [4, 0], [-4, 0], ["0", "4"], [0, 0.5])))),
                (with_header({"a": good | {"data_offsets": [0, 17]}}), "a ends at byte 17 of 16")):
            with self.subTest(says=says, data=data):
                self.path.write_bytes(data)
                with self.assertRaisesRegex(InputError, rf"\A[^\n]*best.safetensors: is no checkpoint \([^\n]*{says}"):
                    checkpoint.in_small(self.path)
        with self.assertRaisesRegex(InputError, "No such file"):
            checkpoint.read(self.path.with_name("none"))


if __name__ == "__main__":
    unittest.main()
