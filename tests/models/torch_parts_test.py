#!/usr/bin/python3
"""The ops, the controllers and the loss against PyTorch's own, with the same numbers, in double precision."""
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests/support"))

from torch_probe import assert_near, part, probe, torch  # noqa: E402

F = torch.nn.functional
ROUNDING = 1e-12
# Our cosine adds 1e-8 to both squared norms; PyTorch's keeps the product of the norms off zero. Over vectors of
# about unit size they differ by some 1e-8 of the value.
COSINE = 1e-6


def convolve(w, kernel):
    half = kernel.shape[1] // 2
    return sum(kernel[:, j:j + 1] * w.roll(half - j, 1) for j in range(kernel.shape[1]))


def sharpen(w, gamma):
    return w ** gamma / (w ** gamma).sum(1, keepdim=True)


def lstm_cell(preactivations, previous):
    into, forget, out, update = preactivations.chunk(4, 1)
    c = forget.sigmoid() * previous + into.sigmoid() * update.tanh()
    return torch.cat([out.sigmoid() * c.tanh(), c], 2)


def gru_cell(below, beside, previous):
    (reset, keep, update), own = below.chunk(3, 1), beside.chunk(3, 1)
    reset, keep = (reset + own[0]).sigmoid(), (keep + own[1]).sigmoid()
    return torch.lerp((update + reset * own[2]).tanh(), previous, keep)


def gelu(x):
    return F.gelu(x, approximate="tanh")


def layer_norm(x, gain, bias):
    return F.layer_norm(x.transpose(1, 2), (x.shape[1],), gain.flatten(), bias.flatten()).transpose(1, 2)


def attend(heads):
    def attended(query, *remembered):
        keys, values = torch.cat(remembered, 2).chunk(2, 1)
        weights = [(k.transpose(1, 2) @ q / k.shape[1] ** 0.5).softmax(1)
                   for q, k in zip(query.chunk(heads, 1), keys.chunk(heads, 1))]
        return torch.cat([v @ w for v, w in zip(values.chunk(heads, 1), weights)], 1)
    return attended


def write(memory, w, erase, add):
    for head in range(w.shape[2]):
        memory = memory * (1 - w[:, :, head:head + 1] * erase[:, :, head].unsqueeze(1))
    return memory + w @ add.transpose(1, 2)


def linear(weights, *inputs):
    items = max(x.shape[0] for x in inputs)
    x = torch.cat([x.expand(items, -1, -1) for x in inputs], 1)
    return F.linear(x.transpose(1, 2), weights[0, :, :-1], weights[0, :, -1]).transpose(1, 2)


def cross_entropy(logits, target, mask):
    return F.binary_cross_entropy_with_logits(logits, target, mask, reduction="none").sum((1, 2), keepdim=True)


def class_cross_entropy(logits, target, mask):
    return -(mask * target * torch.log_softmax(logits, 1)).sum((1, 2), keepdim=True)


def distance(memory, keys):
    return -((memory.unsqueeze(2) - keys.transpose(1, 2).unsqueeze(1)) ** 2).sum(3)


def additive(slots, keys, weights):
    return torch.einsum("is,bnhs->bnh", weights[:, :, 0],
                        torch.tanh(slots.unsqueeze(2) + keys.transpose(1, 2).unsqueeze(1)))


def apart(scores, step):
    return scores + step * (torch.arange(7) * 4 % 7).double().reshape(1, 7, 1)


def sparsemax(z):
    z_sorted = z.sort(1, descending=True).values
    above = z_sorted.cumsum(1) - 1
    k = torch.arange(1, z.shape[1] + 1).reshape(1, -1, 1)
    support = (k * z_sorted > above).sum(1, keepdim=True)
    return torch.relu(z - above.gather(1, support - 1) / support)


def top_k(scores, k):
    best = scores.topk(k, 1).indices
    return torch.softmax(scores.masked_fill(torch.ones_like(scores).scatter(1, best, 0).bool(), -torch.inf), 1)


def hard(scores):
    """torch.nn.functional.gumbel_softmax(hard=True), without its noise."""
    soft = torch.softmax(scores, 1)
    chosen = torch.zeros_like(soft).scatter(1, soft.argmax(1, keepdim=True), 1)
    return chosen - soft.detach() + soft


def cosine(memory, keys):
    return F.cosine_similarity(memory.unsqueeze(3), keys.unsqueeze(1), 2)


BROADCASTS = ["a row by a matrix", "a matrix by a column", "a column by a row", "a number by a matrix",
              "a parameter by a batch", "a batch by a parameter's row", "a column by a parameter's row"]
ONE_SIDED = ["a parameter by a batch", "a batch by a parameter"]

# op → (the same on tensors of items × rows × columns, other cases in the table of ops that it stands for)
OPS = {
    "sigmoid": (torch.sigmoid, ["at zero"]),
    "tanh": (torch.tanh, ["at zero"]),
    "softplus": (F.softplus, ["at zero"]),
    "relu": (torch.relu, []),
    "gelu": (gelu, ["at zero"]),
    "layer_norm": (layer_norm, ["at zero", "equal numbers"]),
    "attend": (attend(2), ["one step", "at zero", "large scores"]),
    "exp": (torch.exp, []),
    "log": (torch.log, ["of small numbers"]),
    "inverse_sqrt": (torch.rsqrt, []),
    "softmax": (lambda x: torch.softmax(x, 1), ["at zero"]),
    "add": (torch.add, BROADCASTS),
    "subtract": (torch.subtract, BROADCASTS),
    "multiply": (torch.multiply, BROADCASTS),
    "divide": (torch.divide, BROADCASTS),
    "matmul": (torch.matmul, ONE_SIDED),
    "matmul_transposed": (lambda a, b: a.transpose(1, 2) @ b, ONE_SIDED),
    "mix": (lambda gate, a, b: torch.lerp(b, a, gate), ["a gate for each column", "a parameter as gate"]),
    "circular_convolution": (convolve, ["one tap", "kernel longer than w"]),
    "linear": (linear, ["three inputs", "an input without a batch", "a constant between"]),
    "sigmoid_cross_entropy": (cross_entropy, ["at zero"]),
    "softmax_cross_entropy": (class_cross_entropy, ["at zero"]),
    "cosine": (cosine, ["three heads"]),
    "negative_distance": (distance, ["three heads", "one slot of one number"]),
    "additive": (additive, ["three heads", "one slot and one unit", "zero slots and keys"]),
    "sparsemax": (lambda x: sparsemax(apart(x, 0.12)), []),
    "sparsemax, of close scores": (sparsemax, []),
    "top_k": (lambda x: top_k(apart(x, 1), 3), []),
    "hard": (lambda x: hard(x) ** 2, []),
    "sharpen": (sharpen, []),
    "focus": (lambda content, previous, gate, kernel, gamma: sharpen(
        convolve(torch.lerp(previous, content, gate), kernel), gamma),
              ["three heads", "kernel longer than the slots"]),
    "read": (lambda memory, w: memory.transpose(1, 2) @ w, ["three heads"]),
    "write": (write, ["three heads", "erasing all"]),
    "lstm_cell": (lstm_cell, ["at zero"]),
    "gru_cell": (gru_cell, ["at zero"]),
}
# Sharpening adds 1e-12 to a weighting.
TOLERANCES = {"cosine": COSINE, "sharpen": 1e-10, "focus": 1e-10}
CONSTANTS = {"target", "mask", "c"}  # whose gradient the op does not give


class Ops(unittest.TestCase):
    def check(self, row, function, tolerance):
        """One row: the value, and the gradients of Σ weights ∘ value with weights 1, 2, 3 … as our numbers lie."""
        inputs = {name: x.transpose(1, 2).requires_grad_(name not in CONSTANTS)
                  for name, x in part(row, "input/").items()}
        value = function(*inputs.values()).transpose(1, 2)
        assert_near(self, row["value"], value, tolerance, "value")
        (value * torch.arange(1.0, value.numel() + 1).reshape(value.shape)).sum().backward()
        for name, x in inputs.items():
            if x.requires_grad:
                assert_near(self, row["gradient/" + name], x.grad.transpose(1, 2), tolerance, "gradient of " + name)

    def test_values_and_gradients(self):
        rows = probe("ops")
        for op, (function, cases) in OPS.items():
            for case in [op] + [f"{op}, {case}" for case in cases]:
                for batch in (1, 3):
                    with self.subTest(case=case, batch=batch):
                        row = part(rows, f"{case}/{batch}/")
                        self.assertTrue(row, "no such row in the table of ops")
                        self.check(row, function, TOLERANCES.get(op, ROUNDING))


# Episodes of one to three steps; some outputs are not scored, one target is no bit. The last two are held out.
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


def as_nn_lstm_has_them(ours, inputs, layers, skips=False):
    """Tensors laid out like our parameters, under nn.LSTM's names. Its gates are i, f, u, o; ours i, f, o, u. With skips
    a layer is fed by the input, and below it by the layer below."""
    tensors = {}
    for k in range(layers):
        name = "controller/lstm" if layers == 1 else f"controller/lstm-{k + 1}"
        i, f, o, u = ours[name + "/weights"].chunk(4)
        weights, below = torch.cat([i, f, u, o]), inputs if k == 0 else len(i) + inputs * skips
        tensors[f"weight_ih_l{k}"], tensors[f"weight_hh_l{k}"] = weights[:, :below], weights[:, below:-1]
        tensors[f"bias_ih_l{k}"] = weights[:, -1]
        tensors[f"h{k}"], tensors[f"c{k}"] = ours[name + "/start-h"].t(), ours[name + "/start-c"].t()
    return tensors


def as_nn_gru_has_them(ours, inputs, layers):
    """Tensors laid out like our parameters, under nn.GRU's names."""
    tensors = {}
    for k in range(layers):
        name = "controller/gru" if layers == 1 else f"controller/gru-{k + 1}"
        for suffix, weights in (("ih", ours[name + "/weights"]), ("hh", ours[name + "/own-weights"])):
            tensors[f"weight_{suffix}_l{k}"], tensors[f"bias_{suffix}_l{k}"] = weights[:, :-1], weights[:, -1]
        tensors[f"h{k}"] = ours[name + "/start-h"].t()
    return tensors


def as_nn_transformer_has_them(ours, layers):
    """Tensors laid out like our parameters, under nn.TransformerEncoder's names."""
    tensors = {}

    def affine(name, weight, bias, weights):
        tensors[name + weight], tensors[name + bias] = weights[:, :-1], weights[:, -1]

    def norm(name, own):
        tensors[name + ".weight"], tensors[name + ".bias"] = ours[own + "/gain"][:, 0], ours[own + "/bias"][:, 0]

    for k in range(layers):
        name, own = f"layers.{k}.", f"controller/transformer/layer-{k + 1}/"
        affine(name + "self_attn.", "in_proj_weight", "in_proj_bias", ours[own + "attention/weights"])
        affine(name + "self_attn.out_proj.", "weight", "bias", ours[own + "attention/output-weights"])
        affine(name + "linear1.", "weight", "bias", ours[own + "feedforward/weights"])
        affine(name + "linear2.", "weight", "bias", ours[own + "feedforward/output-weights"])
        norm(name + "norm1", own + "attention/norm")
        norm(name + "norm2", own + "feedforward/norm")
    norm("norm", "controller/transformer/norm")
    return tensors


class Controllers(unittest.TestCase):
    """Models without a memory: the controller, the affine output layer and the masked loss."""

    def setUp(self):
        file = tempfile.NamedTemporaryFile("w", suffix=".csv")
        self.addCleanup(file.close)
        file.write(EPISODES)
        file.flush()
        self.options = {"memory": "none", "task": "file", "task__path": file.name, "train__batch": 3}

    def check(self, ours, hidden, parameters, converted):
        """From the controller's output on: answers, loss, and the gradients of its parameters (name → tensor) against
        ours as `converted` lays them out."""
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
            torch.nn.init.zeros_(parameters[f"bias_hh_l{k}"])  # ours has one bias
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
        """Graves 2013, figure 1: the input goes to every layer, and every layer to the output."""
        episodes, steps, inputs = ours["inputs"].shape
        parameters = {name: tensor.clone().requires_grad_() for name, tensor in
                      as_nn_lstm_has_them(part(ours, "parameter/"), inputs, layers, skips=True).items()}
        states = [tuple(parameters[f"{name}{k}"].expand(episodes, -1) for name in "hc") for k in range(layers)]
        outputs = []
        for t in range(steps):
            for k in range(layers):
                x = ours["inputs"][:, t]
                fed = torch.cat([x, states[k - 1][0]], 1) if k else x
                states[k] = torch.lstm_cell(fed, states[k], parameters[f"weight_ih_l{k}"], parameters[f"weight_hh_l{k}"],
                                            parameters[f"bias_ih_l{k}"], torch.zeros(24).double())
            outputs.append(torch.cat([h for h, _ in states], 1))
        self.check(ours, torch.stack(outputs, 1), parameters,
                   lambda gradients: as_nn_lstm_has_them(gradients, inputs, layers, skips=True))

    def test_gru(self):
        for layers in (1, 2):
            for task in ({}, {"task": "copy", "task__length": 5, "task__bits": 3}):
                with self.subTest(layers=layers, **task):
                    options = {**self.options, "controller": "gru", "controller__size": 6,
                               "controller__layers": layers, **task}
                    if task:
                        del options["task__path"]
                    self.check_gru(probe("model", **options), layers)

    def check_gru(self, ours, layers):
        episodes, _, inputs = ours["inputs"].shape
        net = torch.nn.GRU(inputs, 6, layers, batch_first=True).double()
        parameters = dict(net.named_parameters())
        for name, tensor in as_nn_gru_has_them(part(ours, "parameter/"), inputs, layers).items():
            if name in parameters:
                parameters[name].data = tensor.contiguous()
            else:
                parameters[name] = tensor.clone().requires_grad_()
        h = torch.stack([parameters[f"h{k}"].expand(episodes, -1) for k in range(layers)])
        self.check(ours, net(ours["inputs"], h)[0], parameters,
                   lambda gradients: as_nn_gru_has_them(gradients, inputs, layers))

    def test_transformer(self):
        for layers, heads, positions, activation in ((1, 1, "sinusoidal", "gelu"), (2, 3, "learned", "gelu"),
                                                     (3, 2, "none", "relu")):
            for task in ({}, {"task": "copy", "task__length": 5, "task__bits": 3}):
                with self.subTest(layers=layers, heads=heads, positions=positions, **task):
                    options = {**self.options, "controller": "transformer", "controller__size": 6,
                               "controller__layers": layers, "controller__heads": heads,
                               "controller__feedforward": 10, "controller__positions": positions,
                               "controller__max_steps": 20, "controller__activation": activation, **task}
                    if task:
                        del options["task__path"]
                    self.check_transformer(probe("model", **options), layers, heads, positions, activation)

    def check_transformer(self, ours, layers, heads, positions, activation):
        steps = ours["inputs"].shape[1]
        layer = torch.nn.TransformerEncoderLayer(6, heads, 10, 0, F.relu if activation == "relu" else gelu,
                                                 batch_first=True, norm_first=True)
        net = torch.nn.TransformerEncoder(layer, layers, torch.nn.LayerNorm(6)).double()
        net_parameters, values = dict(net.named_parameters()), part(ours, "parameter/")
        for name, tensor in as_nn_transformer_has_them(values, layers).items():
            net_parameters[name].data = tensor.contiguous()
        own = {"token": values["controller/transformer/token"].requires_grad_()}
        if positions == "learned":
            own["positions"] = values["controller/transformer/positions"].requires_grad_()
            places = own["positions"].t()[:steps]
        else:
            angles = torch.arange(steps).double().unsqueeze(1) * 10000.0 ** (-torch.arange(0, 6, 2).double() / 6)
            places = torch.stack([angles.sin(), angles.cos()], 2).flatten(1) * (positions == "sinusoidal")
        tokens = F.linear(ours["inputs"], own["token"][:, :-1], own["token"][:, -1]) + places
        unseen = torch.ones(steps, steps, dtype=torch.bool).triu(1)

        def converted(gradients):
            prefix = "controller/transformer/"
            return {**as_nn_transformer_has_them(gradients, layers), **{name: gradients[prefix + name] for name in own}}

        self.check(ours, net(tokens, unseen), {**net_parameters, **own}, converted)

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
