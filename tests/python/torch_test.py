#!/usr/bin/python3
"""tapehead.torch over the catalogue: every kind of network gives the engine's outputs, cost and gradients; what is
saved is what the program reads, and goes on from; a row without a counterpart is named."""
import copy
import json
import pathlib
import resource
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from engine_module import folder, program

import numpy
from torch_twins import NEAR, SHORT, Twins, in_torch, torch

import tapehead
from torch_kinds import (CAPTIONS, CLASSIFIERS, DRAWN, GLIMPSES, LOOKED_AT, PLACED, SEQUENCES, SHOWN, SPOKEN, TIED,
                         TOLD)

DRAWS, TWINS = 2000, 4  # episodes, and networks with other draws
SHIPPED = ("copy", "dnc", "ngrams", "priority-sort")  # trained models


def tensors(batch):
    return [in_torch.tensor(array) for array in batch.inputs.values()]


def rows(kind, label=""):
    """The names of the catalogue's rows of a kind, without those that are short for others; their text begins with the
    label."""
    words = [line.split(None, 1) for line in program("list", kind)[1].splitlines()
             if line[:2] == "  " and line[2:3] != " "]
    return {name for name, text in words if text.startswith(label) and not text.startswith("short for")}


class Networks(Twins):
    def on_average(self, options, task, batch, name, reward):
        """The gradient of what decides on draws agrees on average: it is no further off than those of twins with other
        draws, and much nearer than without the reward."""
        model, where = self.made(options, task, size=1)
        batch = batch or next(model.batches(batch=DRAWS))
        for array in (*batch.inputs.values(), batch.target, batch.mask):
            array[:] = array[0]  # all the same, so that their gradients add up
        model = self.expecting(in_torch.load(where), batch)
        where = model.directory
        self.outputs_agree(model, in_torch.load(where, dtype=torch.float64), batch)
        _, gradients = model.gradient(batch)

        def drawn(seed, settings=None):
            torch.manual_seed(seed)
            twin = in_torch.load(where, dtype=torch.float64, options=settings).train()
            in_torch.objective(twin, batch).backward()
            return in_torch.parameters(twin)[name].grad.numpy()

        def size(array):
            return numpy.sqrt(numpy.square(array).mean())
        twins = numpy.stack([drawn(seed) for seed in range(TWINS)])
        without = numpy.stack([drawn(seed, {reward: 0}) for seed in range(TWINS)]).mean(0)
        apart = size(gradients[name] - twins.mean(0))
        self.assertLess(apart, 2 * size(twins - twins.mean(0)))
        self.assertLess(apart, size(twins.mean(0) - without) / 2)

    def expecting(self, twin, batch):
        """The model with a baseline near the mean reward, so that draws tell more."""
        with torch.no_grad():
            for _ in range(30):
                in_torch.objective(twin.train(), batch)
            if hasattr(twin, "baseline"):
                twin.baseline.zero_()[:, -1] = 0.5
        place = self.place / f"{len(list(self.place.iterdir()))}-expecting"
        in_torch.save(twin, place)
        return tapehead.load(place)

    def test_sequences(self):
        self.each_agrees(SEQUENCES, "copy")

    def test_tokens_that_are_inputs_and_outputs(self):
        self.each_agrees([TIED], "key-value-recall")

    def test_what_is_read_and_said(self):
        self.each_agrees(SPOKEN, "addition")

    def test_what_looks_cost(self):
        self.each_agrees(LOOKED_AT, "lexical-translation")
        self.each_agrees(SHOWN, "mosaic")

    def test_looks_and_glimpses_that_are_drawn(self):
        for options in DRAWN:
            with self.subTest(options):
                self.on_average(options, "addition", None, "attention/similarity/weights", "attention.reward")
        for options in PLACED:
            with self.subTest(options):
                pictures = self.pictures(DRAWS)
                pictures.target[:] = 1  # the likeliest class at some places, at others not
                self.on_average(options, pictures, pictures, "gaze/location", "model.reward")

    def test_the_running_mean_of_rewards(self):
        model, where = self.made({**DRAWN[0], "attention.expected": 1}, "addition")
        twin, batch = in_torch.load(where, dtype=torch.float64).train(), next(model.batches(batch=3))
        said = in_torch.run(twin, batch).log_softmax(-1).detach().numpy()
        total = sum(said[b, t, batch.target[b, t]] for b in range(3) for t in range(batch.steps) if batch.mask[b, t])
        expected = model.constants["attention/baseline"].item()
        for _ in range(2):
            expected = 0.9 * expected + 0.1 * total / 3
            in_torch.objective(twin, batch)
            self.assertAlmostEqual(twin.attention.baseline.item(), expected, places=5)
        in_torch.save(twin, self.place / "mine")
        self.assertAlmostEqual(tapehead.load(self.place / "mine").constants["attention/baseline"].item(), expected,
                               places=5)

    def test_stories(self):
        self.each_agrees(TOLD, "babi")

    def test_glimpses(self):
        pictures = self.pictures(6)
        self.each_agrees(GLIMPSES, pictures, pictures)

    def test_a_picture_before_the_other_numbers_of_a_step(self):
        self.agrees({"model.stem": "convolution", "model.stem-size": 4, "controller.size": 6, "memory": "lru",
                     "memory.slots": 5, "memory.width": 4}, "one-shot")

    def test_captions(self):
        self.each_agrees(CAPTIONS, "mosaic")

    @staticmethod
    def pictures(count):
        rng = numpy.random.default_rng(1)
        return tapehead.Batch(rng.random((count, 1, 8, 8, 2)), rng.integers(0, 3, (count, 1)))

    def test_classifiers(self):
        pictures = self.pictures(6)
        self.each_agrees(CLASSIFIERS, pictures, pictures)

    def test_tokens(self):
        self.agrees({"controller.size": 6, "memory": "none",
                     "model.stem": "embedding", "model.embedding": 5}, "key-value-recall")

    def test_digits(self):
        self.agrees({"controller.size": 6, "memory": "lru", "memory.slots": 12, "task.max-lesson": 1},
                    "graph-traversal")

    def test_averaged_weights_are_those_that_count(self):
        self.agrees({"task.max-length": 4, "controller.size": 5, "memory": "none", "train.average": 0.9}, "copy")

    def test_trained_models(self):
        for name in SHIPPED:
            with self.subTest(name):
                model = tapehead.load(name)
                batch = next(model.batches(batch=2))
                twin = in_torch.load(model.directory)
                ours = model.run(batch, logits=True)
                asked = ~numpy.isnan(ours)
                numpy.testing.assert_allclose(in_torch.run(twin, batch).detach().numpy()[asked], ours[asked],
                                              rtol=1e-3, atol=1e-3)

    def test_a_row_without_a_counterpart_is_named(self):
        tried = SEQUENCES + SPOKEN + CAPTIONS + CLASSIFIERS + LOOKED_AT + TOLD + GLIMPSES
        for option, kind, label, defaults in (
                ("model", "models", "", {"memory-machine"}),
                ("controller", "controllers", "", {"lstm"}), ("memory", "memories", "", {"ntm"}),
                ("encoder", "encoders", "encoder:", {"lstm"}),
                ("attention", "attentions", "decoder looks:", {"global"}),
                ("memory.similarity", "attentions", "similarity:", {"cosine", "general"}),
                ("memory.focus", "attentions", "focus:", {"softmax"})):
            names = rows(kind, label)
            self.assertGreater(len(names), 3, option)
            missing = names - {options.get(option) for options in tried} - defaults
            self.assertFalse(missing, f"{option}: {', '.join(sorted(missing))}: not tried in tapehead.torch")


class Saving(unittest.TestCase):
    def trained(self, place):
        return tapehead.train(task="copy", task_max_length=4, controller_size=6, memory="stack", memory_width=3,
                              threads=1, options={**SHORT, "train.sequences": 64, "train.validate-every": 32},
                              out=place / "run")

    def learn(self, model, updates=8):
        optimizer = torch.optim.Adam(model.train().parameters(), 0.01)
        for _, batch in zip(range(updates), tapehead.batches("copy", batch=8, task_max_length=4)):
            optimizer.zero_grad()
            loss = in_torch.loss(model(*tensors(batch)), batch.target, batch.mask)
            loss.backward()
            optimizer.step()
        return model.eval()

    def test_trained_here_it_goes_on_there_and_back(self):
        with folder() as place:
            run = self.trained(place)
            model = self.learn(in_torch.load(run.directory, "last"))
            in_torch.save(model, place / "mine")
            there = tapehead.load(place / "mine")
            batch = next(there.batches(batch=4))
            ours = there.run(batch, logits=True)
            asked = ~numpy.isnan(ours)
            numpy.testing.assert_allclose(model(*tensors(batch)).detach().numpy()[asked], ours[asked], atol=NEAR)
            for name, parameter in in_torch.parameters(model).items():
                numpy.testing.assert_array_equal(there.parameters[name], parameter.detach().numpy(), name)
            status, out, err = program("eval", place / "mine", "--episodes", 2, "--task.length", 3)
            self.assertEqual(status, 0, err)
            status, out, err = program("resume", place / "mine", "--train.sequences", 128, "--threads", 1)
            self.assertEqual(status, 0, err)
            self.assertIn("finished after 128 sequences", out)
            back = in_torch.load(place / "mine", "last")
            self.assertEqual(back.checkpoint.seen, 128)
            apart = max((one - in_torch.parameters(model)[name]).abs().max().item()
                        for name, one in in_torch.parameters(back).items())
            self.assertTrue(0 < apart < 0.1, apart)

    def test_what_is_saved_unchanged_has_the_same_bytes(self):
        with folder() as place:
            run = self.trained(place)
            model = in_torch.load(run.directory, "last")
            for mine in ("mine", "another", "mine"):
                in_torch.save(model, place / mine)
                for name in ("checkpoint-last.safetensors", "config.ini", "manifest.json", "metrics.csv"):
                    self.assertEqual((place / mine / name).read_bytes(), (place / "run" / name).read_bytes(), name)

    def test_a_trained_model_is_saved_as_one(self):
        with folder() as place:
            model = in_torch.load(tapehead.load("copy").directory, options={"memory.slots": 40})
            in_torch.save(model, place / "mine")
            in_torch.save(model, place / "mine")
            self.assertEqual(tapehead.load(place / "mine").settings["memory.slots"], "40")
            self.assertEqual(sorted(path.name for path in (place / "mine").iterdir()),
                             ["checkpoint-best.safetensors", "config.ini"])
            status, _, err = program("resume", place / "mine")
            self.assertEqual(status, 2)
            self.assertIn("--train.init-from", err)

    def test_copies_are_apart(self):
        with folder() as place:
            first = in_torch.load(self.trained(place).directory)
            second = copy.deepcopy(first)
            self.learn(second)
            in_torch.save(second, place / "second")
            in_torch.save(first, place / "first")
            name = "output/weights"
            self.assertGreater(numpy.abs(tapehead.load(place / "second").parameters[name]
                                         - tapehead.load(place / "first").parameters[name]).max(), 1e-3)

    def test_what_is_wrong_is_said(self):
        with folder() as place:
            model = in_torch.load(self.trained(place).directory)
            with self.assertRaisesRegex(in_torch.UnknownCheckpoint, "run: holds a run; another directory is needed"):
                in_torch.save(model, place / "run")
            with torch.no_grad():
                in_torch.parameters(model)["output/weights"][0, 0] = torch.nan
            with self.assertRaisesRegex(in_torch.UnknownCheckpoint, "output/weights has numbers that are not finite"):
                in_torch.save(model, place / "mine")
            self.assertFalse((place / "mine").exists())

    def test_numbers_of_other_types_and_none(self):
        """F16 and BF16 are read as F32, as by the program; what is not finite is refused, and a type not known."""
        with folder() as place:
            run = self.trained(place).directory
            path = run / "checkpoint-best.safetensors"
            arrays, metadata = in_torch.read_safetensors(path)
            exact = {name: array.astype("<f2").astype("<f4") for name, array in arrays.items() if array.dtype == "<f4"}
            cut = {name: (array.view("<u4") & 0xffff0000).view("<f4") for name, array in exact.items()}
            for kind, expected, stored in (("F16", exact, lambda array: array.astype("<f2")),
                                           ("BF16", cut, lambda array: (array.view("<u4") >> 16).astype("<u2"))):
                header, body = {"__metadata__": metadata}, b""
                for name, array in arrays.items():
                    data = (stored(expected[name]) if name in expected else array).tobytes()
                    usual = {"<f8": "F64", "<i8": "I64"}.get(array.dtype.str)
                    header[name] = {"dtype": kind if name in expected else usual, "shape": array.shape,
                                    "data_offsets": [len(body), len(body) + len(data)]}
                    body += data
                text = json.dumps(header).encode()
                path.write_bytes(len(text).to_bytes(8, "little") + text + body)
                for name, parameter in in_torch.parameters(in_torch.load(run)).items():
                    numpy.testing.assert_array_equal(parameter.detach().numpy(), expected[f"parameter/{name}"])
            path.write_bytes(len(text).to_bytes(8, "little") + text.replace(b'"BF16"', b'"F8_X"') + body)
            with self.assertRaisesRegex(in_torch.UnknownCheckpoint, "has numbers of type 'F8_X'; F32, F64, I64, U64, "):
                in_torch.load(run)
            weights = arrays["parameter/output/weights"].copy()
            weights[0, 1] = numpy.nan
            path.write_bytes(in_torch.files.safetensors(arrays | {"parameter/output/weights": weights}, metadata))
            with self.assertRaisesRegex(in_torch.UnknownCheckpoint, "output/weights has numbers that are not finite"):
                in_torch.load(run)

    def test_a_place_that_cannot_be_written_keeps_what_it_held(self):
        with folder() as place:
            model = in_torch.load(self.trained(place).directory)
            in_torch.save(model, place / "mine")
            before = {path.name: path.read_bytes() for path in (place / "mine").iterdir()}
            with torch.no_grad():
                in_torch.parameters(model)["output/weights"] += 1
            most = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, most[1]))
            try:
                with self.assertRaisesRegex(in_torch.UnknownCheckpoint, r"mine: cannot be written \(File too large"):
                    in_torch.save(model, place / "mine")
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, most)
            self.assertEqual({path.name: path.read_bytes() for path in (place / "mine").iterdir()}, before)
            with self.assertRaisesRegex(in_torch.UnknownCheckpoint, r"config.ini: cannot be written \(File exists\)"):
                in_torch.save(model, place / "mine/config.ini")


if __name__ == "__main__":
    unittest.main()
