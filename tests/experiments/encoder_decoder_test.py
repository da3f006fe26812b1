#!/usr/bin/python3
"""Encoder-decoder models from the command line: training, scoring, answering, and their attention."""
import csv
import io
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import unittest

import h5py
import numpy

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import PROGRAM, ProgramTest, typed

SHORT = {"task": "lexical-translation", "task.vocabulary": 6, "task.min-length": 4, "task.max-length": 5,
         "task.min-fertility": 1, "train.sequences": 8, "train.batch": 4, "train.validate-every": 8,
         "train.validation-episodes": 4, "train.final-episodes": 4, "train.optimizer": "adam"}
PICTURED = {"task": "mosaic", "task.items": 1}  # in place of its sentences
SMALL = {"encoder-decoder": {"encoder.size": 8, "controller.size": 8, "model.embedding": 4},
         "transformer-encoder-decoder": {"model.size": 8, "model.heads": 2, "model.encoder-layers": 1,
                                         "model.decoder-layers": 1},
         "lstmn-encoder-decoder": {"model.size": 8}}


class EncoderDecoders(ProgramTest):
    def names(self, what):
        return re.findall(r"(?m)^  (\S+) ", self.tapehead("list", what)[0])

    def attentions(self, what):
        """The attentions whose summary begins with `what`: similarities, or ways in which a decoder attends."""
        return re.findall(rf"(?m)^  (\S+) +{what}:", self.tapehead("list", "attentions")[0])

    def train(self, name, task=(), **options):
        """task: replaces the options of SHORT's own task."""
        run, short = self.root / name, {key: value for key, value in SHORT.items() if not (task and "task" in key)}
        self.tapehead("train", *typed(short | dict(task) | options), "--threads", 1, "--out", run)
        result = json.loads((run / "result.json").read_text())
        self.assertEqual(result["sequences"], 8)
        self.assertTrue(all(math.isfinite(value) for value in result.values() if isinstance(value, float)), result)
        return run

    def test_every_encoder_with_every_look(self):
        encoders, looks = self.names("encoders"), self.attentions("decoder looks")
        self.assertLessEqual({"lstm", "gru", "feedforward", "transformer", "lstmn"}, set(encoders))
        self.assertLessEqual({"none", "global", "local-m", "local-p", "location", "hard", "memory"}, set(looks))
        for encoder in encoders:
            heads = {"encoder.heads": 2} if encoder in ("transformer", "patches") else {}
            task = PICTURED if encoder in ("patches", "convolution") else {}
            for look in looks:
                with self.subTest(encoder=encoder, attention=look):
                    self.train(f"{encoder}-{look}", task, model="encoder-decoder", encoder=encoder, attention=look,
                               **SMALL["encoder-decoder"], **heads)

    def test_every_similarity_with_every_look_by_content(self):
        similarities = self.attentions("similarity")
        self.assertLessEqual({"additive", "dot", "general", "location", "scaled-dot", "cosine"}, set(similarities))
        for similarity in similarities:
            for look in ("global", "local-m", "local-p"):
                with self.subTest(similarity=similarity, attention=look):
                    self.train(f"{similarity}-{look}", model="encoder-decoder", encoder="gru", controller="gru",
                               attention=look, **SMALL["encoder-decoder"], **{"memory.similarity": similarity})

    def test_hard_attention_is_scored_as_it_is_told(self):
        run = self.train("hard", model="encoder-decoder", attention="hard", **SMALL["encoder-decoder"])
        tables = {scored: self.tapehead("eval", run, "--episodes", 8, "--csv", "-", *options)[0]
                  for scored, options in {"": [], **{one: ["--attention.scored", one] for one in
                                                     ("sample", "likeliest", "expected")}}.items()}
        values = {scored: [row["value"] for row in csv.DictReader(io.StringIO(table))]
                  for scored, table in tables.items()}
        self.assertEqual(values[""], values["sample"])
        self.assertEqual(len({tuple(table) for table in values.values()}), 3)

        for scored, sure in (("sample", True), ("expected", False)):
            self.tapehead("trace", run, "--attention.scored", scored, "--out", f"{scored}.h5")
            with h5py.File(self.root / f"{scored}.h5") as file:
                read_by, probabilities = (file[f"attention/{name}"][()] for name in ("weights", "probabilities"))
                numpy.testing.assert_array_equal(file["alignment"][()].ravel(), read_by.ravel())
            self.assertEqual(read_by.shape, probabilities.shape)
            self.assertEqual(set(read_by.ravel()) == {0, 1}, sure)
            self.assertEqual(bool((read_by == probabilities).all()), not sure)
        soft = self.train("soft", model="encoder-decoder", **SMALL["encoder-decoder"])
        self.refused("eval", soft, "--attention.scored", "likeliest", says=["attention.scored"])

    def test_where_they_look_is_scored_traced_told_and_differentiated(self):
        for model, sizes in SMALL.items():
            with self.subTest(model=model):
                run = self.train(model, model=model, **sizes)
                table, _ = self.tapehead("eval", run, "--episodes", 3, "--csv", "-")
                measured = {row["metric"]: float(row["value"]) for row in csv.DictReader(io.StringIO(table))}
                self.assertLessEqual({"error", "token_accuracy", "edit_distance", "alignment_error"}, set(measured))
                self.assertTrue(0 <= measured["alignment_error"] <= 100, measured)

                self.tapehead("trace", run, "--episode", 2, "--out", "t.h5")
                with h5py.File(self.root / "t.h5") as file:
                    source, target = list(file["source"][()]), list(file["target"][()])
                    looks, mask = file["alignment"][()], file["mask"][()]
                scored = mask.max(axis=1) > 0
                self.assertEqual((len(looks), looks.shape[2]), (len(mask), len(source)))
                self.assertEqual(scored.sum(), len(target))
                numpy.testing.assert_allclose(looks[scored].sum(axis=2), 1, rtol=1e-5)

                line = b" ".join(source).decode() + "\n"
                done = subprocess.run([PROGRAM, "answer", run, "--alignment", "--most-tokens", "5"], input=line,
                                      text=True, capture_output=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertGreater(len(done.stdout.splitlines()), 1)  # the answer, and the attention

                self.tapehead("jacobian", run, "--out", "j.h5")
                with h5py.File(self.root / "j.h5") as file:
                    norms = file["jacobian/source"][()]
                    self.assertEqual(file["attention"].shape, norms.shape)
                self.assertTrue(numpy.isfinite(norms).all() and norms.max() > 0)


if __name__ == "__main__":
    unittest.main()
