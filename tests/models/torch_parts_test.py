#!/usr/bin/python3
"""The ops, the controllers and the loss against PyTorch's own, with the same numbers, in double precision."""
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

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


def across(heads, masked=False):
    """torch.nn.MultiheadAttention that projects nothing; masked: without the second slot, and of item b the last b."""
    def attended(queries, remembered):
        items, size, _ = queries.shape
        keys, values = remembered.chunk(2, 1)
        slots = torch.arange(keys.shape[2])
        absent = (slots == 1) | (slots + torch.arange(items).unsqueeze(1) >= len(slots))
        net = torch.nn.MultiheadAttention(size, heads, bias=False, batch_first=True).double()
        net.in_proj_weight.data, net.out_proj.weight.data = torch.eye(size).double().repeat(3, 1), torch.eye(size).double()
        attended = net(*(x.transpose(1, 2) for x in (queries, keys, values)), key_padding_mask=absent if masked else None)
        return attended[0].transpose(1, 2)
    return attended


def additively(query, v, *past):
    keys, values = past[:len(past) // 2], past[len(past) // 2:]
    weights = torch.cat([v.transpose(1, 2) @ (k + query).tanh() for k in keys], 1).softmax(1)
    return sum(weights[:, j:j + 1] * value for j, value in enumerate(values))


def embedded(table):
    vectors = F.embedding(torch.tensor([[3, 5, 0], [3, 1, 2]]), F.pad(table[0].t(), (0, 0, 0, 1)), padding_idx=5)
    return vectors.transpose(1, 2)


def write(memory, w, erase, add):
    for head in range(w.shape[2]):
        memory = memory * (1 - w[:, :, head:head + 1] * erase[:, :, head].unsqueeze(1))
    return memory + w @ add.transpose(1, 2)


def linear(weights, *inputs):
    items = max(x.shape[0] for x in inputs)
    x = torch.cat([x.expand(items, -1, -1) for x in inputs], 1)
    return F.linear(x.transpose(1, 2), weights[0, :, :-1], weights[0, :, -1]).transpose(1, 2)


def convolution(height, width, channels, stride=1, padding=0, rectified=False):
    """torch.nn.functional.conv2d on pictures whose numbers lie pixel by pixel."""
    def convolved(weights, x):
        pixels = x.transpose(1, 2).reshape(len(x), height, width, channels)
        kernel = round(((weights.shape[2] - 1) / channels) ** 0.5)
        windows = weights[0, :, :-1].reshape(-1, kernel, kernel, channels).permute(0, 3, 1, 2)
        y = F.conv2d(pixels.permute(0, 3, 1, 2), windows, weights[0, :, -1], stride, padding).flatten(2)
        return (y.relu() if rectified else y) ** 2
    return convolved


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


def log_probability(logits, chosen):
    return (chosen * torch.log_softmax(logits, 1)).sum(1, keepdim=True)


def entropy(logits):
    return torch.distributions.Categorical(logits=logits.transpose(1, 2)).entropy().unsqueeze(1)


def normal_log_density(mean, at):
    return torch.distributions.Normal(mean, 0.6).log_prob(at).sum(1, keepdim=True)


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
    "attend_across": (across(2), ["at zero", "large scores"]),
    "attend_across, one head": (across(1), []),
    "attend_across, some slots not there": (across(2, masked=True), []),
    "attend_additively": (additively, ["one step", "at zero", "far apart"]),
    "embed, of tokens": (embedded, []),
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
    "convolution": (convolution(4, 5, 2), []),
    "convolution, in a frame": (convolution(4, 5, 2, padding=1), []),
    "convolution, in strides": (convolution(4, 5, 2, 2, 1), []),
    "convolution, leaving pixels out": (convolution(4, 5, 2, 3), []),
    "convolution, of patches": (convolution(4, 6, 2, 2), []),
    "convolution, of all at once": (convolution(3, 3, 1), []),
    "convolution, in a wide frame": (convolution(1, 2, 1, 2, 3), []),
    "convolution, rectified": (convolution(4, 5, 2, padding=1, rectified=True), []),
    "sigmoid_cross_entropy": (cross_entropy, ["at zero"]),
    "softmax_cross_entropy": (class_cross_entropy, ["at zero"]),
    "cosine": (cosine, ["three heads"]),
    "negative_distance": (distance, ["three heads", "one slot of one number"]),
    "additive": (additive, ["three heads", "one slot and one unit", "zero slots and keys"]),
    "sparsemax": (lambda x: sparsemax(apart(x, 0.12)), []),
    "sparsemax, of close scores": (sparsemax, []),
    "top_k": (lambda x: top_k(apart(x, 1), 3), []),
    "hard": (lambda x: hard(x) ** 2, []),
    "log_probability": (log_probability, []),
    "entropy": (entropy, []),
    "normal_log_density": (normal_log_density, []),
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
CONSTANTS = {"target", "mask", "c", "chosen", "at"}  # whose gradient the op does not give


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

    def test_gumbel_softmax_of_the_same_noise(self):
        """What torch draws is exp(−g); ours is known, but for a term that changes nothing, from equal logits."""
        rows = probe("ops")
        for batch in (1, 3):
            noise = 0.7 * rows[f"gumbel_softmax, of equal logits/{batch}/value"].log().transpose(1, 2)
            for case, hard in (("gumbel_softmax", False), ("gumbel_softmax, hard", True)):
                with self.subTest(case=case, batch=batch), unittest.mock.patch.object(
                        torch.Tensor, "exponential_", lambda drawn: drawn.copy_((-noise).exp())):
                    self.check(part(rows, f"{case}/{batch}/"), lambda logits: F.gumbel_softmax(
                        logits, 0.7, hard, dim=1) ** (1 + hard), 1e-9)


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


def affine(name, weight, bias, weights):
    return {name + weight: weights[:, :-1], name + bias: weights[:, -1]}


def layer_as_nn_has_it(name, ours, own, halves):
    """One layer of a Transformer; halves: ours → the attention's name under PyTorch, None being the feedforward one."""
    tensors = {}
    for k, (half, attention) in enumerate(halves.items(), 1):
        prefix = f"{own}{half}/"
        if attention:
            rows = [ours[prefix + part] for part in ("weights", "memory-weights") if prefix + part in ours]
            tensors |= affine(f"{name}{attention}.", "in_proj_weight", "in_proj_bias", torch.cat(rows))
            tensors |= affine(f"{name}{attention}.out_proj.", "weight", "bias", ours[prefix + "output-weights"])
        else:
            tensors |= affine(name + "linear1.", "weight", "bias", ours[prefix + "weights"])
            tensors |= affine(name + "linear2.", "weight", "bias", ours[prefix + "output-weights"])
        tensors |= norm_as_nn_has_it(f"{name}norm{k}", ours, prefix + "norm")
    return tensors


def norm_as_nn_has_it(name, ours, own):
    """Nothing where there is none."""
    if own + "/gain" not in ours:
        return {}
    return {name + ".weight": ours[own + "/gain"][:, 0], name + ".bias": ours[own + "/bias"][:, 0]}


def as_nn_transformer_has_them(ours, layers, own="controller/transformer/", name=""):
    """Tensors laid out like our parameters, under nn.TransformerEncoder's names."""
    tensors = norm_as_nn_has_it(name + "norm", ours, own + "norm")
    for k in range(layers):
        tensors |= layer_as_nn_has_it(f"{name}layers.{k}.", ours, f"{own}layer-{k + 1}/",
                                      {"attention": "self_attn", "feedforward": None})
    return tensors


def as_nn_decoder_has_them(ours, layers):
    """Those of a decoder, under nn.Transformer's names."""
    tensors = norm_as_nn_has_it("decoder.norm", ours, "decoder/norm")
    for k in range(layers):
        tensors |= layer_as_nn_has_it(f"decoder.layers.{k}.", ours, f"decoder/layer-{k + 1}/",
                                      {"attention": "self_attn", "source-attention": "multihead_attn",
                                       "feedforward": None})
    return tensors


class Tape:
    """What attention over a tape needs (Cheng, Dong & Lapata 2016, eq. 4 and 10): W·h of each step, W·[x; h̃; 1] and v."""

    def __init__(self, ours, name):
        self.key, self.query, self.score = (ours[f"{name}/{what}-weights"] for what in ("key", "query", "score"))

    def summary(self, below, before, hidden, cells, absent=None):
        """hidden, cells: items × steps × size."""
        keys = F.linear(hidden, self.key[:, :-1], self.key[:, -1])
        query = F.linear(torch.cat([below, before], 1), self.query[:, :-1], self.query[:, -1]).unsqueeze(1)
        scores = ((keys + query).tanh() @ self.score).squeeze(2)
        weights = (scores if absent is None else scores.masked_fill(absent, -torch.inf)).softmax(1).unsqueeze(1)
        return (weights @ hidden).squeeze(1), (weights @ cells).squeeze(1)


def lstmn_layer(ours, name, inputs, others=None):
    """Eq. 4 to 9, and with others, (hidden, cells, absent), 10 to 15. inputs: items × steps × below. → hidden, cells."""
    own, weights, items = Tape(ours, name + "/attention"), ours[name + "/weights"], len(inputs)
    hidden, cells = ([ours[f"{name}/start-{what}"].t().expand(items, -1)] for what in "hc")
    before, found = hidden[0], torch.zeros_like(hidden[0])
    for x in inputs.unbind(1):
        before, cell = own.summary(x, before, torch.stack(hidden, 1), torch.stack(cells, 1))
        gates = F.linear(torch.cat([x, before], 1), weights[:, :-1], weights[:, -1])
        into, forget, out, update = gates.chunk(4, 1)
        c = forget.sigmoid() * cell + into.sigmoid() * update.tanh()
        if others:
            found, other_cell = Tape(ours, name + "/inter-attention").summary(x, found, *others)
            gate = ours[name + "/inter-weights"]
            c = c + F.linear(torch.cat([x, found], 1), gate[:, :-1], gate[:, -1]).sigmoid() * other_cell
        cells.append(c)
        hidden.append(out.sigmoid() * c.tanh())
    return torch.stack(hidden[1:], 1), torch.stack(cells[1:], 1)


def places(kind, steps, size, learned):
    if kind == "learned":
        return learned.t()[:steps]
    angles = torch.arange(steps).double().unsqueeze(1) * 10000.0 ** (-torch.arange(0, size, 2).double() / size)
    return torch.stack([angles.sin(), angles.cos()], 2).flatten(1) * (kind == "sinusoidal")


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
                parameters = {name: tensor.requires_grad_() for name, tensor in part(ours, "parameter/controller/").items()}
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


class Answers(unittest.TestCase):
    """Models that listen, on sources and answers of several lengths: logits, loss, gradients and one update."""

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
                if norm == "post":  # as published; PyTorch's has two more
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
        """From the logits on: they, the loss, the gradients and what an update leaves of the parameters."""
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
