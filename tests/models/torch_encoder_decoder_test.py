#!/usr/bin/python3
"""The encoder–decoder against PyTorch: bidirectional nn.LSTM and nn.GRU over packed sources, masked attention, both
orders, step by step; with the same numbers, in double precision."""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests/support"))

from torch_probe import assert_near, part, probe, torch

F = torch.nn.functional
TOLERANCE = 1e-10


def affine(weights, *inputs):
    """W·[x₁; x₂; …; 1]"""
    return F.linear(torch.cat(inputs, -1), weights[:, :-1], weights[:, -1])


def gates_as_torch(weights, cell):
    """nn.LSTM's gates are i, f, u, o; ours i, f, o, u."""
    if cell == "gru":
        return weights
    i, f, o, u = weights.chunk(4)
    return torch.cat([i, f, u, o])


class Network:
    """The model for given options, built from tensors with the layout and names of our parameters."""

    def __init__(self, ours, options):
        self.options = options
        self.p = {name: tensor.clone().requires_grad_() for name, tensor in part(ours, "parameter/").items()}
        self.source, self.lengths = ours["source"], ours["source-lengths"]
        self.there = torch.arange(self.source.shape[1]) < self.lengths.unsqueeze(1)

    def encode(self):
        """Annotations (episodes × steps × size) from PyTorch's layers over a packed sequence, and the summary."""
        cell, layers = self.options["encoder"], self.options["encoder__layers"]
        directions = ["forward", "backward"] if self.options["encoder__both_ways"] == "true" else ["forward"]
        table = self.p["embedding/source"]
        x = table[:, :-1].t()[self.source.clamp(min=0)] + table[:, -1]
        first = self.p[self.name(0, layers, "forward") + "own-weights"]
        hidden = first.shape[1] - 1
        net = {"gru": torch.nn.GRU, "lstm": torch.nn.LSTM}[cell](
            x.shape[2], hidden, layers, batch_first=True, bidirectional=len(directions) == 2).double()
        weights = []
        for k in range(layers):
            for direction in directions:
                both = [gates_as_torch(self.p[self.name(k, layers, direction) + name], cell)
                        for name in ("weights", "own-weights")]
                weights += [both[0][:, :-1], both[1][:, :-1], both[0][:, -1], both[1][:, -1]]
        names = [name for name, _ in net.named_parameters()]
        packed = torch.nn.utils.rnn.pack_padded_sequence(x, self.lengths, batch_first=True, enforce_sorted=False)
        for name in names:
            module_name = name
            delattr(net, module_name)
        for name, tensor in zip(names, weights):
            setattr(net, name, tensor.contiguous())
        net._flat_weights = [getattr(net, name) for name in names]
        outputs, last = net(packed)
        annotations = torch.nn.utils.rnn.pad_packed_sequence(outputs, batch_first=True)[0]
        h = last[0] if cell == "lstm" else last
        return annotations, torch.cat(list(h[-len(directions):]), 1)

    def name(self, layer, layers, direction):
        place = f"encoder/{self.options['encoder']}/"
        return place + (f"layer-{layer + 1}/" if layers > 1 else "") + direction + "/"

    def scores(self, annotations, query):
        similarity, name = self.options["memory__similarity"], "attention/similarity/"
        if similarity == "general":
            return torch.einsum("bsa,aq,bq->bs", annotations, self.p[name + "weights"], query)
        if similarity == "additive":
            inner = annotations @ self.p[name + "slot-weights"] + (query @ self.p[name + "key-weights"]).unsqueeze(1)
            return inner.tanh() @ self.p[name + "score-weights"][:, 0]
        if similarity == "location":
            return query @ self.p[name + "weights"][:annotations.shape[1]].t()
        mapped = query @ self.p[name + "key-weights"].t() if name + "key-weights" in self.p else query
        products = torch.einsum("bsa,ba->bs", annotations, mapped)
        return products / annotations.shape[2] ** 0.5 if similarity == "scaled-dot" else products

    def look(self, annotations, query):
        scores, there = self.scores(annotations, query), self.there
        if self.options["attention"] == "global":
            weights = scores.masked_fill(~there, -torch.inf).softmax(1)
        else:  # Luong et al. 2015, eqs. 9 and 10
            hidden = affine(self.p["attention/place"], query).tanh()
            centre = self.lengths.unsqueeze(1) * affine(self.p["attention/place-score"], hidden).sigmoid()
            window = self.options["attention__window"]
            away = torch.arange(annotations.shape[1]) - centre
            seen = there & (away.abs() <= window)
            weights = scores.masked_fill(~seen, -torch.inf).softmax(1) * torch.exp(-away ** 2 / (2 * (window / 2) ** 2))
        return torch.einsum("bs,bsa->ba", weights, annotations)

    def logits(self, previous):
        p, order = self.p, self.options["model__order"]
        annotations, summary = self.encode()
        state = list(affine(p["hand-over/weights"], summary).tanh().chunk(2 if self.options["controller"] == "lstm"
                                                                          else 1, 1))
        query = affine(p["first-query/weights"], summary).tanh() if order == "bahdanau" else torch.zeros_like(state[0])
        table, logits = p["embedding/said"], []
        for t in range(previous.shape[1]):
            x = [table[:, :-1].t()[previous[:, t].clamp(min=0)] + table[:, -1]]
            if order == "bahdanau":
                read = self.look(annotations, query)
                x.append(read)
            if order == "input-feeding":
                x.append(query)
            state = self.step(torch.cat(x, 1), state)
            if order == "bahdanau":
                query, feature = state[0], torch.cat([state[0], read], 1)
            else:
                read = self.look(annotations, state[0])
                query = feature = affine(p["combination/weights"], state[0], read).tanh()
            logits.append(affine(p["output/weights"], feature))
        return torch.stack(logits, 1)

    def step(self, x, state):
        if self.options["controller"] == "gru":
            below, own = self.p["controller/gru/weights"], self.p["controller/gru/own-weights"]
            return [torch.gru_cell(x, state[0], below[:, :-1], own[:, :-1], below[:, -1], own[:, -1])]
        weights = gates_as_torch(self.p["controller/lstm/weights"], "lstm")
        n = x.shape[1]
        return list(torch.lstm_cell(x, tuple(state), weights[:, :n], weights[:, n:-1], weights[:, -1],
                                    torch.zeros(len(weights)).double()))


class EncoderDecoder(unittest.TestCase):
    def check(self, **others):
        options = {"encoder": "gru", "encoder__size": 5, "encoder__layers": 1, "encoder__both_ways": "true",
                   "controller": "gru", "controller__size": 6, "attention": "global", "memory__similarity": "general",
                   "model__order": "bahdanau", "model__embedding": 3, **others}
        with self.subTest(**others):
            ours = probe("answers", model="encoder-decoder", **options)
            net = Network(ours, options)
            logits = net.logits(ours["previous"])
            scored = ours["target"] >= 0
            loss = F.cross_entropy(logits[scored], ours["target"][scored], reduction="sum") / len(scored)
            assert_near(self, ours["logits"][scored], logits[scored], TOLERANCE, "answers")
            assert_near(self, ours["loss"], loss.reshape(1), TOLERANCE, "loss")
            loss.backward()
            for name, gradient in part(ours, "gradient/").items():
                right = net.p[name].grad
                if right is None:  # a learned start that the encoder's final state replaces
                    self.assertEqual(gradient.abs().max().item(), 0, name)
                    self.assertIn("/start-", name)
                else:
                    assert_near(self, gradient, right, TOLERANCE, "gradient of " + name)

    def test_encoders_both_ways_with_lengths(self):
        for encoder in ("gru", "lstm"):
            for layers in (1, 2):
                for both_ways in ("true", "false"):
                    self.check(encoder=encoder, encoder__layers=layers, encoder__both_ways=both_ways)

    def test_orders(self):
        for controller in ("gru", "lstm"):
            for order in ("bahdanau", "luong", "input-feeding"):
                self.check(controller=controller, model__order=order)

    def test_scores(self):
        for similarity in ("general", "additive", "dot", "scaled-dot", "location"):
            for order in ("bahdanau", "luong"):
                self.check(memory__similarity=similarity, model__order=order)
        self.check(memory__similarity="dot", encoder__both_ways="false", encoder__size=6)

    def test_local_p(self):
        for window in (1, 2):
            for order in ("bahdanau", "luong"):
                self.check(attention="local-p", attention__window=window, model__order=order)


if __name__ == "__main__":
    unittest.main()
