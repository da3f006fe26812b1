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

    def handed(self, summary):
        """What the decoder has of the source: its start state, and what it reads at each step, None if nothing."""
        p, how, cell = self.p, self.options["model__hand_over"], self.options["controller"]
        values = 2 if cell == "lstm" else 1
        read = {"input": summary}.get(how)
        if how == "context":  # Cho et al. 2014, appendix A.1
            summary = read = affine(p["hand-over/context-weights"], summary).tanh()
        if how == "backward" and self.options["encoder__both_ways"] == "true":  # Bahdanau et al. 2015, section A.2.2
            summary = summary[:, summary.shape[1] // 2:]
        if how in ("map", "backward", "context"):
            return list(affine(p["hand-over/weights"], summary).tanh().chunk(values, 1)), read
        return [p[f"controller/{cell}/start-{what}"].t().expand(len(summary), -1) for what in "hc"[:values]], read

    def said(self, feature, y, context):
        """Logits of a feature (the decoder's output with what was read), the embedded last token and the context."""
        p, output = self.p, self.options["model__output"]
        more = 0 if context is None else affine(p["output/context-weights"], context)
        if output == "linear":
            return affine(p["output/weights"], feature) + more
        if output.startswith("maxout"):
            hidden = affine(p["output/hidden-weights"], feature, y) + more
            hidden = hidden.unflatten(1, (-1, 2)).max(2).values
        else:
            hidden = y + affine(p["output/hidden-weights"], feature) + more
            hidden = hidden.tanh() if output == "deep-tanh" else hidden
        return affine(p["output/weights"], hidden)

    def logits(self, previous):
        p, order, output = self.p, self.options["model__order"], self.options["model__output"]
        looks = self.options["attention"] != "none"
        annotations, summary = self.encode()
        state, handed = self.handed(summary)
        if order != "bahdanau" or not looks:
            query = torch.zeros_like(state[0])
        elif self.options["model__first_query"] == "state":
            query = state[0]
        else:
            query = affine(p["first-query/weights"], summary).tanh()
        table, logits = p["embedding/said"], []
        for t in range(previous.shape[1]):
            y = table[:, :-1].t()[previous[:, t].clamp(min=0)] + table[:, -1]
            x = [y]
            if looks and order == "bahdanau":
                read = self.look(annotations, query)
                x.append(read)
            if order == "input-feeding":
                x.append(query)
            if handed is not None:
                x.append(handed)
            before, state = state, self.step(torch.cat(x, 1), state)
            if order == "bahdanau":
                query, told = state[0], before[0] if output == "maxout-before" else state[0]
                feature = torch.cat([told, read], 1) if looks else told
            else:
                read = self.look(annotations, state[0])
                query = feature = affine(p["combination/weights"], state[0], read).tanh()
            logits.append(self.said(feature, y, handed if self.options["model__hand_over"] == "context" else None))
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
                   "model__order": "bahdanau", "model__embedding": 3, "model__hand_over": "map",
                   "model__first_query": "map", "model__output": "linear", **others}
        unknown = {"model__first_query"} if options["model__order"] != "bahdanau" else set()
        if options["attention"] == "none":
            unknown.add("memory__similarity")
        given = {name: value for name, value in options.items() if name not in unknown}
        with self.subTest(**others):
            ours = probe("answers", model="encoder-decoder", **given)
            net = Network(ours, options)
            logits = net.logits(ours["previous"])
            scored = ours["target"] >= 0
            loss = F.cross_entropy(logits[scored], ours["target"][scored], reduction="sum") / len(scored)
            assert_near(self, ours["logits"][scored], logits[scored], TOLERANCE, "answers")
            assert_near(self, ours["loss"], loss.reshape(1), TOLERANCE, "loss")
            loss.backward()
            for name, gradient in part(ours, "gradient/").items():
                right = net.p[name].grad
                if right is None:  # a learned start that a map of the encoder's final state replaces
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

    def test_what_the_decoder_has_of_the_source(self):
        for controller in ("gru", "lstm"):
            for hand_over in ("backward", "input", "context", "none"):
                self.check(controller=controller, model__hand_over=hand_over)
            self.check(controller=controller, model__hand_over="context", model__order="luong")
            self.check(controller=controller, model__first_query="state")
        self.check(model__hand_over="backward", encoder__both_ways="false")

    def test_what_logits_are_made_of(self):
        for controller in ("gru", "lstm"):
            for output in ("deep", "deep-tanh", "maxout", "maxout-before"):
                units = {"model__maxout": 7} if output.startswith("maxout") else {}
                self.check(controller=controller, model__output=output, **units)
                self.check(controller=controller, model__output=output, model__hand_over="context", **units)
        for output in ("deep", "maxout"):
            self.check(model__output=output, model__order="luong")

    def test_as_published(self):
        """The networks of the presets bahdanau2015, cho2014 and, but for its draws, xu2015-hard."""
        self.check(model__hand_over="backward", model__first_query="state", model__output="maxout-before",
                   model__maxout=4, memory__similarity="additive")
        self.check(attention="none", encoder__both_ways="false", model__hand_over="context", model__output="maxout",
                   model__maxout=4)
        self.check(controller="lstm", model__first_query="state", model__output="deep", memory__similarity="additive")

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
