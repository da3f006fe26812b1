"""Networks of the engine with their twins in tapehead.torch."""
import pathlib
import sys
import tempfile
import unittest

import numpy

try:
    import torch
except ImportError as error:
    print(f"SKIP: {error}; it is Debian's python3-torch")
    sys.exit(77)

import tapehead
from tapehead import torch as in_torch

NEAR = 1e-5  # of outputs, and of gradients where the largest is not above 1: the engine works in single precision
SHORT = {"train.sequences": 4, "train.validate-every": 4, "train.validation-episodes": 1, "train.final-episodes": 1,
         "train.checkpoint-every": 4, "train.batch": 4}


class Twins(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)
        torch.set_num_threads(1)

    def made(self, options, task, seed=0, size=0.3):
        """A network with weights of some size, none of them zero, and where it is saved."""
        number = len(list(self.place.iterdir()))
        model = tapehead.train(task=task, threads=1, options={**SHORT, **options},
                               out=self.place / f"{number}").load()
        rng = numpy.random.default_rng(seed)
        for values in model.parameters.values():
            values[...] += size * rng.standard_normal(values.shape)
        model.save(self.place / f"{number}-saved")
        return model, self.place / f"{number}-saved"

    def agrees(self, options, task, batch=None):
        model, where = self.made(options, task)
        batch = batch or next(model.batches(batch=3))
        twin = in_torch.load(where, dtype=torch.float64)
        self.outputs_agree(model, twin, batch)
        loss, gradients = model.gradient(batch)
        told = in_torch.objective(twin.train(), batch)
        self.assertAlmostEqual(told.item(), loss, delta=NEAR * max(1, abs(loss)))
        told.backward()
        parameters = in_torch.parameters(twin)
        self.assertEqual(set(parameters), set(gradients))
        self.assertEqual({id(one) for one in parameters.values()}, {id(one) for one in twin.parameters()})
        near = NEAR * max(1, *(numpy.abs(one).max() for one in gradients.values()))
        for name, gradient in gradients.items():
            got = parameters[name].grad  # none: nothing depends on it
            numpy.testing.assert_allclose(0 if got is None else got.numpy(), gradient, atol=near, err_msg=name)
        self.assertGreater(numpy.abs(gradients["output/weights"]).max() if "output/weights" in gradients else 1, 1e-3)

    def outputs_agree(self, model, twin, batch):
        ours, theirs = model.run(batch, logits=True), in_torch.run(twin, batch).detach().numpy()
        asked = ~numpy.isnan(ours)
        if batch.mask.ndim == 2:
            asked &= batch.mask[..., None] != 0
        self.assertGreater(ours[asked].std(), 0.01, "outputs that are all alike would agree with anything")
        numpy.testing.assert_allclose(theirs[asked], ours[asked], atol=NEAR * max(1, numpy.abs(ours[asked]).max()))

    def each_agrees(self, kinds, task, batch=None):
        for options in kinds:
            with self.subTest(options):
                self.agrees(options, task, batch)
