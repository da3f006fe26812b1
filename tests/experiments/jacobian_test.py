#!/usr/bin/python3
"""tapehead jacobian, and traces of generated answers."""
import csv
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest, tiny, typed

try:
    import h5py
except ImportError:
    h5py = None

SUMS = {"task": "addition", "task.digits": 2, "model": "gru", "controller.size": 8, "train.sequences": 20,
        "train.validate-every": 20, "train.validation-episodes": 5, "train.final-episodes": 5}


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, strict=True))


def texts(dataset):
    return [text.decode() if isinstance(text, bytes) else text for text in dataset[:]]


@unittest.skipIf(h5py is None, "h5py is missing")
class Jacobian(ProgramTest):
    def test_of_bits(self):
        self.tapehead("train", *tiny(), "--out", "run")
        out, err = self.tapehead("jacobian", "run", "--task.length", 3, "--randomised", 5, "--out", "j.h5",
                                 "--csv", "j.csv")
        self.assertEqual(err, "")
        self.assertRegex(out, r"\Ainput +3 answers by 7 steps; rank correlation with random weights -?[01]\.\d\d\n\Z")
        rows = table(self.root / "j.csv")
        with h5py.File(self.root / "j.h5") as file:
            norms, control = file["jacobian/input"][:], file["control/input"][:]
            self.assertEqual(file["steps"][:].tolist(), [4, 5, 6])
            self.assertNotIn("attention", file)
        self.assertEqual(norms.shape, (3, 7))
        self.assertEqual(len(rows), norms.size)
        for i, row in enumerate(rows):
            at = (i // 7, i % 7)
            self.assertEqual((int(row["output_step"]), row["input"], int(row["input_step"])),
                             (4 + at[0], "input", at[1]))
            self.assertAlmostEqual(float(row["norm"]), norms[at], places=5)
            self.assertAlmostEqual(float(row["control"]), control[at], places=5)
            self.assertEqual(row["attention"], "")
            self.assertEqual(norms[at] > 0, at[1] <= 4 + at[0], "what comes later does not count")
        self.assertTrue((norms != control).any())

    def test_of_words(self):
        self.tapehead("train", *typed(SUMS), "--out", "run")
        self.tapehead("jacobian", "run", "--split", "eval", "--episode", 1, "--out", "j.h5")
        with h5py.File(self.root / "j.h5") as file:
            shown, asked = texts(file["texts/previous"]), texts(file["texts/target"])
            norms = file["jacobian/previous"][:]
            begins = int(file["steps"][0])
            self.assertNotIn("control", file)
        source, said = "".join(shown[:begins]), shown[begins:]
        self.assertRegex(source, r"\A\d\d\+\d\d\Z")
        self.assertEqual(said, ["(end)", *asked[begins:-1]])
        self.assertEqual(norms.shape, (len(said), len(shown)))
        self.assertEqual(sum(map(int, source.split("+"))), int("".join(asked[begins:-1])))

    def test_refusals(self):
        self.tapehead("train", *tiny(), "--out", "run")
        self.refused("jacobian", "run", says="jacobian: got neither --out nor --csv")
        self.refused("jacobian", "run", "--csv", "j.csv", "--split", "test", says="--split: got test")

    def test_a_trace_tells_what_is_said(self):
        self.tapehead("train", *typed(SUMS), "--out", "run")
        self.tapehead("trace", "run", "--split", "eval", "--episode", 1, "--out", "t.h5")
        answer = None
        with h5py.File(self.root / "t.h5") as file:
            source, target, answer = (texts(file[name]) for name in ("source", "target", "said"))
            self.assertEqual(file["outputs"].shape[0], len(source) + len(target))
            self.assertNotIn("alignment", file)
            self.assertNotIn("aligned", file)
        self.assertEqual(target[-1], "(end)")
        self.assertEqual(sum(map(int, "".join(source).split("+"))), int("".join(target[:-1])))
        self.assertNotIn("(end)", answer)

    def test_a_trace_tells_what_each_token_comes_from(self):
        words = SUMS | {"task": "lexical-translation"}
        del words["task.digits"]
        looking = words | {"model": "encoder-decoder", "encoder.size": 8}
        for name, options in (("one-stream", words), ("apart", looking)):
            self.tapehead("train", *typed(options), "--out", name)
            out, _ = self.tapehead("trace", name, "--out", "t.h5")
            [told] = [line.split()[1:] for line in out.splitlines() if line.startswith("from ")]
            with h5py.File(self.root / "t.h5") as file:
                source, target = texts(file["source"]), texts(file["target"])
                places = file["aligned"][:].astype(int).tolist()
                self.assertEqual("alignment" in file, name == "apart")
                if name == "apart":
                    self.assertEqual(file["alignment"].shape[::2], (len(target), len(source)))
            self.assertEqual(places, [*(int(place) - 1 for place in told), -1])
            for token, place in zip(target[:-1], places):  # FO1 is the first word that fo becomes
                self.assertEqual(token.rstrip("12").lower(), source[place])


if __name__ == "__main__":
    unittest.main()
