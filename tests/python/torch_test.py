#!/usr/bin/python3
"""tapehead.torch over the catalogue: every kind of network gives the engine's outputs, cost and gradients; what is
saved is what the program reads, and goes on from; a row without a counterpart is named."""
import copy
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from engine_module import folder, program

import numpy

try:
    import torch
except ImportError as error:
    print(f"SKIP: {error}; it is Debian's python3-torch")
    sys.exit(77)

import tapehead
from tapehead import torch as in_torch
from torch_kinds import CAPTIONS, CLASSIFIERS, SEQUENCES, SPOKEN

NEAR = 1e-5  # of outputs, and of gradients where the largest is not above 1: the engine works in single precision
SHORT = {"train.sequences": 4, "train.validate-every": 4, "train.validation-episodes": 1, "train.final-episodes": 1,
         "train.checkpoint-every": 4, "train.batch": 4}
# Models that need no counterpart.
MAY_BE_MISSING = {"entity-network", "key-value-memory-network", "memory-network", "glimpses"}
SHIPPED = ("copy", "dnc", "ngrams", "priority-sort")  # trained models


def tensors(batch):
    return [in_torch.tensor(array) for array in batch.inputs.values()]


def rows(kind, label=""):
    """The names of the catalogue's rows of a kind, without those that are short for others; their text begins with the
    label."""
    words = [line.split(None, 1) for line in program("list", kind)[1].splitlines()
             if line[:2] == "  " and line[2:3] != " "]
    return {name for name, text in words if text.startswith(label) and not text.startswith("short for")}


class Networks(unittest.TestCase):
    def setUp(self):
        self.place = pathlib.Path(tempfile.mkdtemp())
        torch.set_num_threads(1)

    def made(self, options, task, seed=0):
        """A network with weights of some size, none of them zero, and where it is saved."""
        number = len(list(self.place.iterdir()))
        model = tapehead.train(task=task, threads=1, options={**SHORT, **options},
                               out=self.place / f"{number}").load()
        rng = numpy.random.default_rng(seed)
        for values in model.parameters.values():
            values[...] += 0.3 * rng.standard_normal(values.shape)
        model.save(self.place / f"{number}-saved")
        return model, self.place / f"{number}-saved"

    def agrees(self, options, task, batch=None):
        model, where = self.made(options, task)
        batch = batch or next(model.batches(batch=3))
        twin = in_torch.load(where, dtype=torch.float64)
        ours, theirs = model.run(batch, logits=True), self.logits(twin, batch).detach().numpy()
        asked = ~numpy.isnan(ours)
        self.assertGreater(ours[asked].std(), 0.01, "outputs that are all alike would agree with anything")
        numpy.testing.assert_allclose(theirs[asked], ours[asked], atol=NEAR)
        loss, gradients = model.gradient(batch)
        told = in_torch.loss(self.logits(twin.train(), batch), batch.target, batch.mask)
        self.assertAlmostEqual(told.item(), loss, delta=NEAR * loss)
        told.backward()
        parameters = in_torch.parameters(twin)
        self.assertEqual(set(parameters), set(gradients))
        self.assertEqual({id(one) for one in parameters.values()}, {id(one) for one in twin.parameters()})
        near = NEAR * max(1, *(numpy.abs(one).max() for one in gradients.values()))
        for name, gradient in gradients.items():
            got = parameters[name].grad  # none: nothing depends on it
            numpy.testing.assert_allclose(0 if got is None else got.numpy(), gradient, atol=near, err_msg=name)
        self.assertGreater(numpy.abs(gradients["output/weights"]).max() if "output/weights" in gradients else 1, 1e-3)

    @staticmethod
    def logits(twin, batch):
        found = twin(*tensors(batch))
        return found if found.dim() == 3 else found.unsqueeze(1)

    def each_agrees(self, kinds, task, batch=None):
        for options in kinds:
            with self.subTest(options):
                self.agrees(options, task, batch)

    def test_sequences(self):
        self.each_agrees(SEQUENCES, "copy")

    def test_what_is_read_and_said(self):
        self.each_agrees(SPOKEN, "addition")

    def test_captions(self):
        self.each_agrees(CAPTIONS, "mosaic")

    def test_classifiers(self):
        rng = numpy.random.default_rng(1)
        pictures = tapehead.Batch(rng.random((6, 1, 8, 8, 2)), rng.integers(0, 3, (6, 1)))
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
                numpy.testing.assert_allclose(self.logits(twin, batch).detach().numpy()[asked], ours[asked],
                                              rtol=1e-3, atol=1e-3)

    def test_a_row_without_a_counterpart_is_named(self):
        """By one line; of memories, controllers, encoders, looks and most models it is a failure."""
        tried = SEQUENCES + SPOKEN + CAPTIONS + CLASSIFIERS
        for option, kind, label, defaults in (
                ("model", "models", "", {"memory-machine", "memn2n"}),  # of memn2n: tests/scripts/torch_module_test.py
                ("controller", "controllers", "", {"lstm"}), ("memory", "memories", "", {"ntm"}),
                ("encoder", "encoders", "encoder:", {"lstm"}),
                ("attention", "attentions", "decoder looks:", {"global"}),
                ("memory.similarity", "attentions", "similarity:", {"cosine", "general"}),
                ("memory.focus", "attentions", "focus:", {"softmax"})):
            names = rows(kind, label)
            self.assertGreater(len(names), 3, option)
            missing = names - {options.get(option) for options in tried} - defaults
            if missing:
                print(f"{option}: {', '.join(sorted(missing))}: not in tapehead.torch", file=sys.stderr)
            self.assertLessEqual(missing, MAY_BE_MISSING if option == "model" else set())


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


if __name__ == "__main__":
    unittest.main()
