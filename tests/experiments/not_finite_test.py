#!/usr/bin/python3
"""A run with a weight that is not a number: every command that loads it ends with status 3 and names the tensor."""
import json
import os
import pathlib
import struct
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import DIVERGED, ProgramTest, tiny  # noqa: E402


def with_number(path, tensor, place, number):
    """Overwrites a number of an F32 tensor in a safetensors file; all of them where `place` is None."""
    data = bytearray(path.read_bytes())
    length = int.from_bytes(data[:8], "little")
    begin, end = json.loads(data[8:8 + length])[tensor]["data_offsets"]
    for at in range(begin, end, 4) if place is None else (begin + 4 * place,):
        data[8 + length + at:8 + length + at + 4] = struct.pack("<f", number)
    path.write_bytes(data)


class NotFinite(ProgramTest):
    def diverged(self, *words, says):
        out, err = self.tapehead(*words, status=DIVERGED)
        self.assertEqual(out, "")
        self.assertRegex(err, r"\Atapehead: [^\n]+\n\Z")
        self.assertIn(says, err)

    def spoil(self, run, tensor, number=float("nan"), place=1):
        for path in (self.root / run).glob("*.safetensors"):
            with_number(path, tensor, place, number)

    def test_every_command_that_loads_it(self):
        self.tapehead("train", *tiny(), "--out", "run")
        self.spoil("run", "parameter/output/weights")
        says = 'tensor "parameter/output/weights" has nan (row 0, column 1); a model of finite numbers is needed'
        for words in (["eval", "run", "--task.length", 3], ["trace", "run", "--out", "episode.h5"],
                      ["jacobian", "run", "--csv", "-"], ["resume", "run", "--train.sequences", 900],
                      ["train", *tiny(), "--train.init-from", "run", "--out", "next"]):
            self.diverged(*words, says=says)
        self.assertFalse((self.root / "run/eval.csv").exists() or (self.root / "episode.h5").exists())

    def test_an_answer(self):
        self.tapehead("train", "--task", "addition", "--model", "encoder-decoder", "--controller", "gru",
                      "--controller.size", 8, "--train.sequences", 64, "--train.validation-episodes", 8, "--out", "run")
        name = next(name for name in json.loads(self.header("run")) if name.startswith("parameter/output"))
        self.spoil("run", name, float("-inf"))
        self.diverged("answer", "run", says=f'tensor "{name}" has -inf')

    def header(self, run):
        data = (self.root / run / "checkpoint-best.safetensors").read_bytes()
        return data[8:8 + int.from_bytes(data[:8], "little")]

    def test_the_averaged_weights_count_where_there_are_any(self):
        self.tapehead("train", *tiny(train__average=0.9), "--out", "run")
        self.spoil("run", "average/output/weights")
        self.diverged("eval", "run", says='tensor "average/output/weights" has nan')
        self.diverged("resume", "run", "--train.sequences", 900, says='tensor "average/output/weights" has nan')

    def test_one_of_several(self):
        self.tapehead("train", *tiny(), "--seeds", "1..2", "--out", "runs")
        self.spoil("runs/seed-2", "parameter/output/weights")
        out, err = self.tapehead("eval", "runs", "--task.length", 3)
        self.assertIn("runs/seed-1", out)
        self.assertRegex(err, r"runs/seed-2: left out: .*\"parameter/output/weights\" has nan")

    def test_weights_whose_answers_are_no_numbers(self):
        self.tapehead("train", *tiny(), "--out", "run")
        self.spoil("run", "parameter/output/weights", 3e38, place=None)
        self.diverged("eval", "run", "--task.length", 3, says="a model whose answers are finite numbers is needed")


if __name__ == "__main__":
    unittest.main()
