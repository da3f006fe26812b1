#!/usr/bin/python3
"""Changes of the weights in an update besides the gradient step, read from a run's checkpoints."""
import os
import pathlib
import sys
import unittest

import numpy

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from checkpoint_bits import tensors
from process import ProgramTest, tiny

DECAY = 0.25


class Updates(ProgramTest):
    def weights(self, out, **options):
        """All learned weights after this number of sequences, one per update."""
        self.tapehead("train", *tiny(train__validation_episodes=1, **options), "--out", out)
        found = tensors(self.root / out / "checkpoint-last.safetensors")
        return numpy.concatenate([numpy.frombuffer(data, "<f4") for name, (_, _, data) in sorted(found.items())
                                  if name.startswith("parameter/")]).astype(float)

    def test_weight_decay_takes_its_share_times_the_rate(self):
        start = self.weights("start", train__sequences=1, train__learning_rate=0)
        for optimizer in ("sgd", "adam", "rmsprop", "graves-rmsprop"):
            for rate in (0.5, 0.01):
                with self.subTest(optimizer=optimizer, rate=rate):
                    after = [self.weights(f"{optimizer}-{rate}-{decay}", train__sequences=1, train__optimizer=optimizer,
                                          train__learning_rate=rate, train__weight_decay=decay) for decay in (0, DECAY)]
                    numpy.testing.assert_allclose(after[1] - after[0], -rate * DECAY * start, atol=1e-6)
                    self.assertGreater(numpy.abs(after[0] - start).max(), 1e-4)

    def test_weight_decay_follows_the_rate_s_schedule(self):
        # An update clipped to nothing leaves only the decay.
        def shrunk(sequences, **options):
            return self.weights(f"run-{sequences}", train__sequences=sequences, train__optimizer="sgd",
                                train__clip="value", train__clip_at=1e-12, train__learning_rate=0.5,
                                train__weight_decay=DECAY, train__warm_up=4, **options)
        start = self.weights("start", train__sequences=1, train__learning_rate=0)
        factor = 1.0
        for sequences in range(1, 7):
            factor *= 1 - DECAY * 0.5 * min(1, sequences / 4)
            numpy.testing.assert_allclose(shrunk(sequences), factor * start, rtol=1e-5, atol=1e-8)


if __name__ == "__main__":
    unittest.main()
