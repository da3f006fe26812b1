#!/usr/bin/python3
"""Encoder-decoder models against PyTorch's modules, in double precision."""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests/support"))

from torch_layout import as_nn_decoder_has_them, as_nn_transformer_has_them, gelu, lstmn_layer, places
from torch_probe import assert_near, part, probe, torch

F = torch.nn.functional
ROUNDING = 1e-12


class Answers(unittest.TestCase):
    """Models that read a source, on sources and answers of several lengths: logits, loss, gradients and one update."""

    def test_transformer(self):
        for encoder, decoder, heads, positions, activation, norm, tied in (
                (2, 1, 2, "sinusoidal", "gelu", "pre", False), (1, 2, 3, "learned", "relu", "post", False),
                (2, 2, 1, "none", "gelu", "post", True), (1, 1, 6, "learned", "relu", "pre", True)):
            with self.subTest(heads=heads, positions=positions, norm=norm, tied=tied):
                ours = probe("answers", model="transformer-encoder-decoder", model__size=6, model__heads=heads,
                             model__feedforward=10, model__encoder_layers=encoder, model__decoder_layers=decoder,
                             model__positions=positions, model__max_steps=20, model__activation=activation,
                             model__norm=norm, model__tied=str(tied).lower(), train__optimizer="sgd",
                             train__learning_rate=0.5)
                net = torch.nn.Transformer(6, heads, encoder, decoder, 10, 0, F.relu if activation == "relu" else gelu,
                                           batch_first=True, norm_first=norm == "pre").double()
                if norm == "post":  # as published; PyTorch's module has two more
                    net.encoder.norm = net.decoder.norm = None
                self.check_transformer(ours, net, (encoder, decoder), positions, tied)

    def check_transformer(self, ours, net, layers, positions, tied):
        def converted(tensors):
            named = as_nn_transformer_has_them(tensors, layers[0], "encoder/", "encoder.")
            named |= as_nn_decoder_has_them(tensors, layers[1])
            return named | {name: tensors[name] for name in own_names if name in tensors}

        own_names = [f"{side}/{what}" for side in ("encoder", "decoder") for what in ("table", "positions")]
        own_names += ["output/weights", "output/bias"]
        parameters = dict(net.named_parameters())
        for name, tensor in converted(part(ours, "parameter/")).items():
            if name in parameters:
                parameters[name].data = tensor.contiguous()
            else:
                parameters[name] = tensor.clone().requires_grad_()
        self.assertEqual(set(parameters), set(converted(part(ours, "parameter/"))))

        def embedded(side, tokens):
            vectors = F.embedding(tokens.clamp(min=0), parameters[side + "/table"].t()) * 6 ** 0.5
            return vectors + places(positions, tokens.shape[1], 6, parameters.get(side + "/positions"))

        steps, absent = ours["target"].shape[1], ours["source"] < 0
        hidden = net(embedded("encoder", ours["source"]), embedded("decoder", ours["previous"]),
                     tgt_mask=torch.ones(steps, steps, dtype=torch.bool).triu(1), src_key_padding_mask=absent,
                     memory_key_padding_mask=absent)
        if tied:
            logits = hidden @ parameters["decoder/table"] + parameters["output/bias"].flatten()
        else:
            logits = F.linear(hidden, parameters["output/weights"][:, :-1], parameters["output/weights"][:, -1])
        self.check(ours, logits, parameters, converted)

    def test_lstmn_deeply_fused(self):
        for layers in (1, 2):
            with self.subTest(layers=layers):
                ours = probe("answers", model="lstmn-encoder-decoder", model__size=6, model__layers=layers,
                             train__optimizer="sgd", train__learning_rate=0.5)
                parameters = {name: x.clone().requires_grad_() for name, x in part(ours, "parameter/").items()}
                read, said = (F.one_hot(ours[name] + 1)[:, :, 1:].double() for name in ("source", "previous"))
                for k in range(layers):
                    name = "lstmn" if layers == 1 else f"lstmn-{k + 1}"
                    read, cells = lstmn_layer(parameters, "encoder/" + name, read)
                    said, _ = lstmn_layer(parameters, "decoder/" + name, said, (read, cells, ours["source"] < 0))
                output = parameters["output/weights"]
                self.check(ours, F.linear(said, output[:, :-1], output[:, -1]), parameters, lambda tensors: tensors)

    def check(self, ours, logits, parameters, converted):
        """Checks the logits, the loss, the gradients and the parameters after one update."""
        target = ours["target"]
        loss = F.cross_entropy(logits.flatten(0, 1), target.flatten(), ignore_index=-1, reduction="sum") / len(target)
        loss.backward()
        scored = target >= 0
        self.assertEqual(scored.sum(1).tolist(), ours["target-lengths"].tolist())
        self.assertGreater(len(set(ours["source-lengths"].tolist())), 1)
        assert_near(self, ours["logits"][scored], logits[scored], ROUNDING, "logits")
        assert_near(self, ours["loss"], loss.reshape(1), ROUNDING, "loss")
        for name, gradient in converted(part(ours, "gradient/")).items():
            assert_near(self, gradient, parameters[name].grad, 1e-11, "gradient of " + name)
        torch.optim.SGD(parameters.values(), lr=0.5, momentum=0.9).step()
        for name, updated in converted(part(ours, "updated/")).items():
            assert_near(self, updated, parameters[name], ROUNDING, name + " after an update")


if __name__ == "__main__":
    unittest.main()
