#!/usr/bin/python3
"""A neural Turing machine against one written in PyTorch by others, with the same weights, in double precision."""
import importlib.util
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests/support"))

from torch_probe import assert_near, part, probe, torch  # noqa: E402

PEER = pathlib.Path(os.environ["TAPEHEAD_SHARED"]) / "peers/ntm_torch.py"
if not PEER.is_file():
    print(f"SKIP: there is no {PEER}")
    sys.exit(77)
spec = importlib.util.spec_from_file_location("ntm_torch", PEER)
ntm_torch = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ntm_torch)

# The peer's memory starts as random numbers and its heads as learned weightings; it squashes neither keys nor adds.
ALIKE = {"memory__init": "random", "memory__start_weighting": "learned", "memory__squash_keys": "false",
         "memory__squash_adds": "false", "train__clip": "none"}
SMALL = {"task__bits": 3, "controller__size": 7, "memory__slots": 9, "memory__width": 5}
# Rounding apart, the two differ in nothing.
OUTPUTS, GRADIENTS, PARAMETERS = 1e-12, 1e-10, 1e-11


def control_rows(width):
    """Where the peer's controls stand among ours: those of each head (key, strength, gate, shift, sharpening), the
    reading head first, then erase, then add. The peer has both keys, both strengths and sharpenings, both gates and
    erase, both shifts, add."""
    each = width + 6
    of_heads = {"key": range(width), "strength": [width], "gate": [width + 1], "shift": range(width + 2, width + 5),
                "sharpening": [width + 5]}
    both = {name: [head * each + row for head in (0, 1) for row in rows] for name, rows in of_heads.items()}
    erase, add = (list(range(2 * each + k * width, 2 * each + (k + 1) * width)) for k in (0, 1))
    return both["key"] + both["strength"] + both["sharpening"] + both["gate"] + erase + both["shift"] + add


def as_the_peer_has_them(ours, inputs, width):
    """Tensors laid out like our parameters, under the peer's names and in its shapes. The gates' order (i, f, o, u) is
    the same."""
    lstm, output = ours["controller/lstm/weights"], ours["output/weights"]
    interface = ours["interface/weights"][control_rows(width)]
    return {"from_input.weight": lstm[:, :inputs], "from_input.bias": lstm[:, -1], "recurrent": lstm[:, inputs:-1],
            "interface.weight": interface[:, :-1], "interface.bias": interface[:, -1],
            "output.weight": output[:, :-1], "output.bias": output[:, -1],
            "h0": ours["controller/lstm/start-h"].t(), "c0": ours["controller/lstm/start-c"].t(),
            "r0": ours["memory/start-reads"].t(), "w0": ours["memory/start-weighting"].t().unsqueeze(0)}


class Pair:
    """Our model as the probe ran it, and the peer with our parameters."""

    def __init__(self, length, **options):
        options = {**ALIKE, "task__length": length, **options}
        self.ours = probe("model", **options)
        parameters = part(self.ours, "parameter/")
        (slots, self.width), hidden = parameters["memory/start"].shape, len(parameters["controller/lstm/start-h"])
        self.inputs = self.ours["inputs"].shape[2]
        self.length = length
        self.net = ntm_torch.NTM(self.inputs, self.ours["targets"].shape[2], hidden, slots, self.width).double()
        state = self.converted("parameter/")
        state["memory0"] = parameters["memory/start"].unsqueeze(0)
        self.net.load_state_dict(state)

    def converted(self, prefix):
        return as_the_peer_has_them(part(self.ours, prefix), self.inputs, self.width)

    def loss(self):
        """The peer's: summed over bits, mean over episodes. Keeps its answers."""
        question = self.ours["inputs"][:, :self.length + 1].transpose(0, 1)
        self.answers = self.net(question, self.length)
        targets = self.ours["targets"][:, self.length + 1:].transpose(0, 1)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(self.answers, targets, reduction="sum")
        return loss / question.shape[1]


class Ntm(unittest.TestCase):
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

    def check_updates(self, optimizer, make, **options):
        """Three updates on one batch: a step's state matters from the second on."""
        pair = Pair(4, **SMALL, train__batch=3, updates=3, train__optimizer=optimizer, **options)
        torch_optimizer = make(pair.net.parameters())
        for _ in range(3):
            torch_optimizer.zero_grad()
            pair.loss().backward()
            if options.get("train__clip") == "value":
                torch.nn.utils.clip_grad_value_(pair.net.parameters(), options["train__clip_at"])
            torch_optimizer.step()
        updated, before = pair.converted("updated/"), pair.converted("parameter/")
        for name, parameter in pair.net.named_parameters():
            self.assertGreater((parameter - before[name]).abs().max().item(), 1e-4, name)
            assert_near(self, updated[name], parameter.detach(), PARAMETERS, name)

    def test_gradients(self):
        for batch in (1, 3):
            for length in (1, 2, 7):
                with self.subTest(batch=batch, length=length):
                    self.check_gradients(Pair(length, **SMALL, train__batch=batch))

    def test_gradients_at_the_paper_s_size(self):
        self.check_gradients(Pair(20, train__batch=5))  # two shards of four and one

    def test_rmsprop(self):
        self.check_updates("rmsprop", lambda p: torch.optim.RMSprop(p, lr=1e-3, alpha=0.95, momentum=0.9, eps=1e-8),
                           train__learning_rate=1e-3)

    def test_adam(self):
        self.check_updates("adam", lambda p: torch.optim.Adam(p, lr=1e-3), train__learning_rate=1e-3)

    def test_sgd_of_a_gradient_clipped_by_value(self):
        self.check_updates("sgd", lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9), train__learning_rate=0.1,
                           train__clip="value", train__clip_at=0.01)


if __name__ == "__main__":
    unittest.main()
