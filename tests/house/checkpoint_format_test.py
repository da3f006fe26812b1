#!/usr/bin/python3
"""Checkpoints have the format that docs/checkpoint-format.md describes, and networks do what it says."""
import json
import os
import pathlib
import re
import sys
import unittest

import numpy
from scipy import special

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))

from fenced import fenced
from process import ProgramTest, tiny, typed


def reader_of(page):
    """The page's own example of a reader."""
    names = {}
    exec(next(block for block in fenced(page, "python") if "def read_checkpoint" in block), names)
    return names["read_checkpoint"]


class CheckpointFormat(ProgramTest):
    """The tensors of a small run, read by the page's own example."""

    def setUp(self):
        super().setUp()
        self.text = (SOURCE / "docs/checkpoint-format.md").read_text(encoding="utf-8")
        self.read_checkpoint = reader_of(self.text)
        # At a rate of 0 the parameters keep their initial values, and so do their averages.
        self.tapehead("train", *tiny(train__average=0.9, train__learning_rate=0), "--out", "run")
        self.tensors, self.metadata = self.read_checkpoint(self.root / "run/checkpoint-last.safetensors")
        self.parameters = {name.removeprefix("parameter/"): tensor for name, tensor in self.tensors.items()
                           if name.startswith("parameter/")}

    def test_parameters(self):
        cells, width, inputs = 16, 4, 3 + 1  # the tiny run's; an LSTM's columns: input, read, own output, bias
        weights = self.parameters["controller/lstm/weights"]
        self.assertEqual(weights.shape, (4 * cells, inputs + width + cells + 1))
        self.assertFalse(weights[:, -1].any(), "the biases, which start at 0, are the last column: row by row")
        self.assertTrue(weights[:, :-1].all())
        self.assertEqual(self.parameters["memory/start-reads"].shape, (width, 1))
        manifest = json.loads((self.root / "run/manifest.json").read_text())
        self.assertEqual(sum(tensor.size for tensor in self.parameters.values()), manifest["parameters"])

    def test_average(self):
        for name, tensor in self.parameters.items():
            numpy.testing.assert_allclose(self.tensors[f"average/{name}"], tensor, rtol=1e-5, atol=1e-7, err_msg=name)

    def test_the_table_of_tensors(self):
        section = self.text.split("## The tensors")[1].split("\n## ")[0]
        patterns = re.findall(r"^\| `(\w+[^`]*)`", section, re.MULTILINE)
        known = [re.escape(pattern).replace("NAME", ".+").replace("SLOT", "[^/]+").replace("COUNTER", "[^/]+")
                 for pattern in patterns]
        seen = set()
        for name in self.tensors:
            which = [pattern for pattern in known if re.fullmatch(pattern, name)]
            self.assertEqual(len(which), 1, f"the table has no row, or several, for {name}")
            seen.update(which)
        self.assertEqual(len(seen), len(known), "a row of the table is of nothing")

    def test_metadata(self):
        for key in self.metadata:
            self.assertIn(f"`{key}`", self.text)
        self.assertEqual(self.metadata["config"], (self.root / "run/config.ini").read_text())


class MixerStack(ProgramTest):
    """The page's own steps, in NumPy, give the program's outputs."""

    def test_outputs_of_their_own(self):
        self.outputs_are_as_told(tied=False)

    def test_tied_outputs(self):
        self.outputs_are_as_told(tied=True)

    def outputs_are_as_told(self, tied):
        read_checkpoint = reader_of((SOURCE / "docs/checkpoint-format.md").read_text(encoding="utf-8"))
        size, attention_size, heads, memory_heads = 8, 6, 2, 2
        self.tapehead("train", *typed({
            "task": "key-value-recall", "task.vocabulary": 8, "task.length": 12, "task.pairs": 2,
            "model": "mixer-stack", "model.mixers": "attention,fast-weights", "model.layers": 3, "model.size": size,
            "model.attention-size": attention_size, "model.heads": heads, "model.convolution": 3,
            "model.tied": str(tied).lower(), "memory.rule": "delta", "memory.heads": memory_heads, "memory.width": 6,
            "memory.key-size": 4, "train.sequences": 32, "train.learning-rate": 0.01}), "--out", "stack")
        self.tapehead("trace", "stack", "--out", "episode.safetensors")
        tensors, _ = read_checkpoint(self.root / "stack/checkpoint-best.safetensors")
        trace, _ = read_checkpoint(self.root / "episode.safetensors")
        weights = {name.removeprefix("parameter/"): tensor.astype(float) for name, tensor in tensors.items()}

        def linear(name, x):  # x: a row a step
            return numpy.column_stack([x, numpy.ones(len(x))]) @ weights[name].T

        def norm(name, x):
            apart = x - x.mean(1, keepdims=True)
            scaled = apart / numpy.sqrt(x.var(1, keepdims=True) + 1e-5)
            return weights[f"{name}/gain"][:, 0] * scaled + weights[f"{name}/bias"][:, 0]

        def attention(controls):
            found = []
            for query, key, value in zip(*(numpy.split(part, heads, 1) for part in numpy.split(controls, 3, 1))):
                scores = query @ key.T / numpy.sqrt(attention_size // heads)
                scores = numpy.where(numpy.tri(len(query)), scores, -numpy.inf)
                found.append(special.softmax(scores, 1) @ value)
            return numpy.hstack(found)

        def phi(keys):
            u = keys * special.expit(keys)
            return u / numpy.sqrt((u * u).sum(1, keepdims=True) + 1e-6)

        def delta(controls):
            queries, keys, values, strengths = (numpy.split(part, memory_heads, 1) for part in
                                                numpy.split(controls, [8, 16, 22], 1))
            found = []
            for query, key, value, strength in zip(queries, keys, values, strengths):
                fast, reads = numpy.zeros((4, 3)), []
                for q, k, v, beta in zip(phi(query), phi(key), value, special.expit(strength)):
                    fast = fast + beta * numpy.outer(k, v - fast.T @ k)
                    reads.append(fast.T @ q)
                found.append(reads)
            return numpy.hstack(found)

        x = linear("input/weights", trace["inputs"])
        for layer, mixer in zip(("layer-1", "layer-2", "layer-3"), (attention, delta, attention)):
            normed = norm(f"{layer}/norm", x)
            past = numpy.vstack([numpy.zeros((2, size)), normed])
            convolved = sum(past[2 - i:len(past) - i] * weights[f"{layer}/convolution"][:, i] for i in range(3))
            x = x + linear(f"{layer}/output-weights", mixer(linear(f"{layer}/interface-weights", convolved)))
            hidden = linear(f"{layer}/feedforward/weights", norm(f"{layer}/feedforward/norm", x))
            x = x + linear(f"{layer}/feedforward/output-weights", hidden * special.ndtr(hidden))
        last = norm("norm", x)
        logits = (last @ weights["input/weights"][:, :-1] / numpy.sqrt(size) + weights["output/bias"].T if tied else
                  linear("output/weights", last))
        asked = trace["mask"].any(1)
        self.assertEqual(asked.sum(), 2)
        numpy.testing.assert_allclose(special.softmax(logits, 1)[asked], trace["outputs"][asked], rtol=1e-4, atol=1e-6)


if __name__ == "__main__":
    unittest.main()
