#!/usr/bin/python3
"""A differentiable neural computer against one written in PyTorch by others, with the same weights, in double
precision."""
import os
import pathlib
import sys
import types
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests/support"))

from torch_probe import assert_near, part, probe, torch  # noqa: E402

PEER = pathlib.Path(os.environ["TAPEHEAD_SHARED"]) / "peers/dnc_torch.py"
if not PEER.is_file():
    print(f"SKIP: there is no {PEER}")
    sys.exit(77)

# In three things the peer is made as we are: our controller's start is learned; the epsilon of the cosine is smaller;
# usage is kept off zero before it is sorted (memory/dnc_ops.hpp).
CHANGES = [("h, c, r = x.new_zeros(B, H), x.new_zeros(B, H), x.new_zeros(B, R * W)",
            "h, c, r = self.h0.expand(B, H), self.c0.expand(B, H), x.new_zeros(B, R * W)"),
           ("1e-6", "1e-8"),
           ("torch.sort(usage, 1)", "torch.sort(LEAST_USAGE + (1 - LEAST_USAGE) * usage, dim=1, stable=True)")]


def changed_peer():
    source = PEER.read_text(encoding="utf-8")
    for before, after in CHANGES:
        assert before in source, f"{PEER}: there is no {before!r}"
        source = source.replace(before, after)
    module = types.ModuleType("dnc_torch")
    module.__file__, module.LEAST_USAGE = str(PEER), 1e-6
    sys.modules["dnc_torch"] = module
    exec(compile(source, str(PEER), "exec"), module.__dict__)
    return module


dnc_torch = changed_peer()

ALIKE = {"memory": "dnc", "train__clip": "none"}
SMALL = {"task__bits": 3, "controller__size": 7, "memory__slots": 9, "memory__width": 5}
# Rounding apart, the two differ in nothing.
OUTPUTS, GRADIENTS, PARAMETERS = 1e-12, 1e-10, 1e-11


def as_the_peer_has_them(ours, inputs, width, readers):
    """Tensors laid out like our parameters, under the peer's names and in its shapes. Of the controls we have the
    strengths after the keys, the peer after the write vector; the rest is in one order."""
    lstm, output, interface = ours["controller/lstm/weights"], ours["output/weights"], ours["interface/weights"]
    keys, strengths, vectors = (readers + 1) * width, readers + 1, 2 * width
    order = [*range(keys), *range(keys + strengths, keys + strengths + vectors), *range(keys, keys + strengths),
             *range(keys + strengths + vectors, len(interface))]
    interface = interface[order]
    return {"from_input.weight": lstm[:, :inputs], "from_input.bias": lstm[:, -1], "recurrent": lstm[:, inputs:-1],
            "interface.weight": interface[:, :-1], "interface.bias": interface[:, -1],
            "output.weight": output[:, :-1], "output.bias": output[:, -1],
            "h0": ours["controller/lstm/start-h"].t(), "c0": ours["controller/lstm/start-c"].t()}


class Pair:
    """Our model as the probe ran it, and the peer with our parameters."""

    def __init__(self, length, **options):
        options = {**ALIKE, "task__length": length, **options}
        self.ours = probe("model", **options)
        parameters = part(self.ours, "parameter/")
        slots, self.width = options.get("memory__slots", 128), options.get("memory__width", 20)
        self.readers = options.get("memory__read_heads", 1)
        hidden = len(parameters["controller/lstm/start-h"])
        self.inputs, self.length = self.ours["inputs"].shape[2], length
        self.net = dnc_torch.DNC(self.inputs, self.ours["targets"].shape[2], hidden, slots, self.width, self.readers)
        self.net.h0, self.net.c0 = (torch.nn.Parameter(torch.zeros(1, hidden)) for _ in range(2))
        self.net.double()
        missing, unknown = self.net.load_state_dict(self.converted("parameter/"), strict=False)
        assert (missing, unknown) == (["off_diagonal"], []), (missing, unknown)

    def converted(self, prefix):
        return as_the_peer_has_them(part(self.ours, prefix), self.inputs, self.width, self.readers)

    def loss(self):
        """Summed over bits, mean over episodes, as ours. Keeps the answers."""
        question = self.ours["inputs"][:, :self.length + 1].transpose(0, 1)
        self.answers = self.net(question, self.length)
        targets = self.ours["targets"][:, self.length + 1:].transpose(0, 1)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(self.answers, targets, reduction="sum")
        return loss / question.shape[1]


class Dnc(unittest.TestCase):
    def check_gradients(self, pair):
        loss = pair.loss()
        loss.backward()
        self.assertEqual(pair.ours["steps"].tolist(), list(range(pair.length + 1, 2 * pair.length + 1)))
        assert_near(self, pair.ours["logits"], pair.answers.transpose(0, 1), OUTPUTS, "answers")
        assert_near(self, pair.ours["loss"], loss.reshape(1), OUTPUTS, "loss")
        gradients = pair.converted("gradient/")
        self.assertEqual(set(gradients), {name for name, _ in pair.net.named_parameters()})
        for name, parameter in pair.net.named_parameters():
            self.assertGreater(parameter.grad.abs().max().item(), 0, name)
            assert_near(self, gradients[name], parameter.grad, GRADIENTS, "gradient of " + name)

    def test_gradients(self):
        for batch in (1, 3):
            for length in (1, 2, 7):
                for readers in (1, 2):
                    with self.subTest(batch=batch, length=length, readers=readers):
                        self.check_gradients(Pair(length, **SMALL, train__batch=batch, memory__read_heads=readers))

    def test_gradients_at_the_size_that_is_measured(self):
        self.check_gradients(Pair(20, train__batch=5))

    def test_updates(self):
        """Three on one batch: a step's state matters from the second on."""
        pair = Pair(4, **SMALL, train__batch=3, updates=3, train__optimizer="rmsprop", train__learning_rate=1e-3)
        optimizer = torch.optim.RMSprop(pair.net.parameters(), lr=1e-3, alpha=0.95, momentum=0.9, eps=1e-8)
        for _ in range(3):
            optimizer.zero_grad()
            pair.loss().backward()
            optimizer.step()
        updated, before = pair.converted("updated/"), pair.converted("parameter/")
        for name, parameter in pair.net.named_parameters():
            self.assertGreater((parameter - before[name]).abs().max().item(), 1e-4, name)
            assert_near(self, updated[name], parameter.detach(), PARAMETERS, name)


if __name__ == "__main__":
    unittest.main()
