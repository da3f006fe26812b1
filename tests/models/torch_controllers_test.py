#!/usr/bin/python3
"""The controllers and the loss against PyTorch's, with the same numbers, in double precision."""
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests/support"))

from torch_layout import (
    as_nn_gru_has_them, as_nn_lstm_has_them, as_nn_rnn_has_them, as_nn_transformer_has_them, gelu, lstmn_layer,
    places)
from torch_probe import assert_near, part, probe, torch

F = torch.nn.functional
ROUNDING = 1e-12

# Episodes of one to three steps; some outputs are unscored, one target is not 0 or 1. The last two episodes are held
# out.
EPISODES = """episode,in.1,in.2,out.1,out.2
a,0.5,0,,1
a,-1.25,0,0,
a,0,1,1,0.25
b,2,0,1,0
c,0,1,,
c,0.75,-1,0,1
d,1,1,1,1
e,1,1,1,1
"""


class Controllers(unittest.TestCase):
    """Models without memory: the controller, the affine output layer and the masked loss."""

    def setUp(self):
        file = tempfile.NamedTemporaryFile("w", suffix=".csv")
        self.addCleanup(file.close)
        file.write(EPISODES)
        file.flush()
        self.options = {"memory": "none", "task": "file", "task__path": file.name, "train__batch": 3}

    def check(self, ours, hidden, parameters, converted):
        """From the controller's output on, compares answers, loss, and the gradients of its parameters (name → tensor)
        with ours in the layout of `converted`."""
        output = part(ours, "parameter/")["output/weights"].requires_grad_()
        logits = F.linear(hidden, output[:, :-1], output[:, -1])
        loss = F.binary_cross_entropy_with_logits(logits, ours["targets"], ours["mask"], reduction="sum") / len(logits)
        loss.backward()
        scored = ours["mask"].sum((0, 2)) > 0
        assert_near(self, ours["logits"], logits[:, scored], ROUNDING, "answers")
        assert_near(self, ours["loss"], loss.reshape(1), ROUNDING, "loss")
        gradients = part(ours, "gradient/")
        assert_near(self, gradients["output/weights"], output.grad, ROUNDING, "gradient of output/weights")
        for name, gradient in converted(gradients).items():
            assert_near(self, gradient, parameters[name].grad, ROUNDING, "gradient of " + name)

    def test_episodes_of_several_lengths(self):
        ours = probe("model", **self.options)
        self.assertEqual(list(ours["inputs"].shape), [3, 3, 2])
        lengths = ours["inputs"].abs().sum(2).count_nonzero(1)
        self.assertEqual(sorted(lengths.tolist()), [1, 2, 3])

    def test_lstm(self):
        for layers in (1, 2):
            for task in ({}, {"task": "copy", "task__length": 5, "task__bits": 3}):
                with self.subTest(layers=layers, **task):
                    options = {**self.options, "controller__size": 6, "controller__layers": layers, **task}
                    if task:
                        del options["task__path"]
                    self.check_lstm(probe("model", **options), layers)

    def check_lstm(self, ours, layers):
        episodes, _, inputs = ours["inputs"].shape
        start = as_nn_lstm_has_them(part(ours, "parameter/"), inputs, layers)
        net = torch.nn.LSTM(inputs, 6, layers, batch_first=True).double()
        parameters = dict(net.named_parameters())
        for name, tensor in start.items():
            if name in parameters:
                parameters[name].data = tensor.contiguous()
            else:
                parameters[name] = tensor.clone().requires_grad_()
        for k in range(layers):
            torch.nn.init.zeros_(parameters[f"bias_hh_l{k}"])  # ours has a single bias
        h, c = (torch.stack([parameters[f"{name}{k}"].expand(episodes, -1) for k in range(layers)]) for name in "hc")
        self.check(ours, net(ours["inputs"], (h, c))[0], parameters,
                   lambda gradients: as_nn_lstm_has_them(gradients, inputs, layers))

    def test_lstm_with_skips(self):
        for layers in (1, 2, 3):
            for task in ({}, {"task": "copy", "task__length": 5, "task__bits": 3}):
                with self.subTest(layers=layers, **task):
                    options = {**self.options, "controller__size": 6, "controller__layers": layers,
                               "controller__skips": "true", **task}
                    if task:
                        del options["task__path"]
                    self.check_lstm_with_skips(probe("model", **options), layers)

    def check_lstm_with_skips(self, ours, layers):
        """Graves 2013, figure 1: the input feeds every layer, and every layer feeds the output."""
        episodes, steps, inputs = ours["inputs"].shape
        parameters = {name: tensor.clone().requires_grad_() for name, tensor in
                      as_nn_lstm_has_them(part(ours, "parameter/"), inputs, layers, skips=True).items()}
        states = [tuple(parameters[f"{name}{k}"].expand(episodes, -1) for name in "hc") for k in range(layers)]
        outputs = []
        for t in range(steps):
            for k in range(layers):
                x = ours["inputs"][:, t]
                fed = torch.cat([x, states[k - 1][0]], 1) if k else x
                states[k] = torch.lstm_cell(fed, states[k], parameters[f"weight_ih_l{k}"],
                                            parameters[f"weight_hh_l{k}"], parameters[f"bias_ih_l{k}"],
                                            torch.zeros(24).double())
            outputs.append(torch.cat([h for h, _ in states], 1))
        self.check(ours, torch.stack(outputs, 1), parameters,
                   lambda gradients: as_nn_lstm_has_them(gradients, inputs, layers, skips=True))

    def test_gru_and_elman(self):
        for controller, net, converted in (("gru", torch.nn.GRU, as_nn_gru_has_them),
                                           ("elman", torch.nn.RNN, as_nn_rnn_has_them)):
            for layers in (1, 2):
                for task in ({}, {"task": "copy", "task__length": 5, "task__bits": 3}):
                    with self.subTest(controller, layers=layers, **task):
                        options = {**self.options, "controller": controller, "controller__size": 6,
                                   "controller__layers": layers, **task}
                        if task:
                            del options["task__path"]
                        self.check_net_of_h(probe("model", **options), net, converted, layers)

    def test_multiplicative(self):
        for layers in (1, 2):
            for task in ({}, {"task": "copy", "task__length": 5, "task__bits": 3}):
                with self.subTest(layers=layers, **task):
                    options = {**self.options, "controller": "multiplicative", "controller__size": 6,
                               "controller__layers": layers, "controller__factors": 4, **task}
                    if task:
                        del options["task__path"]
                    self.check_multiplicative(probe("model", **options), layers)

    def check_multiplicative(self, ours, layers):
        parameters = {name: tensor.clone().requires_grad_() for name, tensor in part(ours, "parameter/").items()
                      if name.startswith("controller/")}
        below = ours["inputs"]
        for k in range(layers):
            name = "controller/multiplicative" + (f"-{k + 1}" if layers > 1 else "")
            factors, own, weights, h = (parameters[f"{name}/{each}"]
                                        for each in ("factors", "own-weights", "weights", "start-h"))
            h, outputs = h.t().expand(len(below), -1), []
            for x in below.unbind(1):
                f = F.linear(x, factors[:, :-1], factors[:, -1]) * F.linear(h, own[:, :-1], own[:, -1])
                h = torch.tanh(F.linear(torch.cat((x, f), 1), weights[:, :-1], weights[:, -1]))
                outputs.append(h)
            below = torch.stack(outputs, 1)
        self.check(ours, below, parameters, lambda gradients: {name: gradients[name] for name in parameters})

    def check_net_of_h(self, ours, kind, converted, layers):
        """Of a kind whose state is h alone."""
        episodes, _, inputs = ours["inputs"].shape
        net = kind(inputs, 6, layers, batch_first=True).double()
        parameters = dict(net.named_parameters())
        for name, tensor in converted(part(ours, "parameter/"), inputs, layers).items():
            if name in parameters:
                parameters[name].data = tensor.contiguous()
            else:
                parameters[name] = tensor.clone().requires_grad_()
        if kind is torch.nn.RNN:
            for k in range(layers):
                torch.nn.init.zeros_(parameters[f"bias_hh_l{k}"])  # ours has a single bias
        h = torch.stack([parameters[f"h{k}"].expand(episodes, -1) for k in range(layers)])
        self.check(ours, net(ours["inputs"], h)[0], parameters,
                   lambda gradients: converted(gradients, inputs, layers))

    def test_transformer(self):
        for layers, heads, positions, activation, norm in (
                (1, 1, "sinusoidal", "gelu", "pre"), (2, 3, "learned", "gelu", "post"), (3, 2, "none", "relu", "pre")):
            for task in ({}, {"task": "copy", "task__length": 5, "task__bits": 3}):
                with self.subTest(layers=layers, heads=heads, positions=positions, **task):
                    options = {**self.options, "controller": "transformer", "controller__size": 6,
                               "controller__layers": layers, "controller__heads": heads,
                               "controller__feedforward": 10, "controller__positions": positions,
                               "controller__max_steps": 20, "controller__activation": activation,
                               "controller__norm": norm, **task}
                    if task:
                        del options["task__path"]
                    self.check_transformer(probe("model", **options), layers, heads, positions, activation, norm)

    def check_transformer(self, ours, layers, heads, positions, activation, norm):
        steps = ours["inputs"].shape[1]
        layer = torch.nn.TransformerEncoderLayer(6, heads, 10, 0, F.relu if activation == "relu" else gelu,
                                                 batch_first=True, norm_first=norm == "pre")
        net = torch.nn.TransformerEncoder(layer, layers, torch.nn.LayerNorm(6) if norm == "pre" else None).double()
        net_parameters, values = dict(net.named_parameters()), part(ours, "parameter/")
        for name, tensor in as_nn_transformer_has_them(values, layers).items():
            net_parameters[name].data = tensor.contiguous()
        own = {"token": values["controller/transformer/token"].requires_grad_()}
        if positions == "learned":
            own["positions"] = values["controller/transformer/positions"].requires_grad_()
        tokens = F.linear(ours["inputs"], own["token"][:, :-1], own["token"][:, -1])
        tokens = tokens + places(positions, steps, 6, own.get("positions"))
        unseen = torch.ones(steps, steps, dtype=torch.bool).triu(1)

        def converted(gradients):
            prefix = "controller/transformer/"
            return {**as_nn_transformer_has_them(gradients, layers), **{name: gradients[prefix + name] for name in own}}

        self.check(ours, net(tokens, unseen), {**net_parameters, **own}, converted)

    def test_lstmn(self):
        for layers in (1, 2):
            with self.subTest(layers=layers):
                ours = probe("model", **self.options, controller="lstmn", controller__size=6, controller__layers=layers)
                parameters = {name: tensor.requires_grad_()
                              for name, tensor in part(ours, "parameter/controller/").items()}
                hidden = ours["inputs"]
                for k in range(layers):
                    hidden, _ = lstmn_layer(parameters, "lstmn" if layers == 1 else f"lstmn-{k + 1}", hidden)
                self.check(ours, hidden, parameters, lambda gradients: part(gradients, "controller/"))

    def test_feedforward(self):
        for activation in ("tanh", "sigmoid", "relu"):
            with self.subTest(activation=activation):
                ours = probe("model", **self.options, controller="feedforward", controller__size=6,
                             controller__activation=activation)
                name = "controller/feedforward/weights"
                weights = part(ours, "parameter/")[name].requires_grad_()
                hidden = getattr(torch, activation)(F.linear(ours["inputs"], weights[:, :-1], weights[:, -1]))
                self.check(ours, hidden, {name: weights}, lambda gradients: {name: gradients[name]})


if __name__ == "__main__":
    unittest.main()
