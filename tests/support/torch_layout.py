"""Our parameters in PyTorch's layout, and operations that PyTorch has no module for."""
import torch

F = torch.nn.functional


def gelu(x):
    return F.gelu(x, approximate="tanh")


def as_nn_lstm_has_them(ours, inputs, layers, skips=False):
    """Our parameters laid out under nn.LSTM's names. Its gates are i, f, u, o; ours i, f, o, u. With skips a layer's
    inputs are the network's input, then the layer below."""
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
    """Our parameters laid out under nn.GRU's names."""
    tensors = {}
    for k in range(layers):
        name = "controller/gru" if layers == 1 else f"controller/gru-{k + 1}"
        for suffix, weights in (("ih", ours[name + "/weights"]), ("hh", ours[name + "/own-weights"])):
            tensors[f"weight_{suffix}_l{k}"], tensors[f"bias_{suffix}_l{k}"] = weights[:, :-1], weights[:, -1]
        tensors[f"h{k}"] = ours[name + "/start-h"].t()
    return tensors


def as_nn_rnn_has_them(ours, inputs, layers):
    """Our parameters laid out under nn.RNN's names, all but its second bias."""
    tensors = {}
    for k in range(layers):
        name = "controller/elman" if layers == 1 else f"controller/elman-{k + 1}"
        weights, below = ours[name + "/weights"], inputs if k == 0 else len(ours[name + "/weights"])
        tensors[f"weight_ih_l{k}"], tensors[f"weight_hh_l{k}"] = weights[:, :below], weights[:, below:-1]
        tensors[f"bias_ih_l{k}"], tensors[f"h{k}"] = weights[:, -1], ours[name + "/start-h"].t()
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
    """Empty if there is none."""
    if own + "/gain" not in ours:
        return {}
    return {name + ".weight": ours[own + "/gain"][:, 0], name + ".bias": ours[own + "/bias"][:, 0]}


def as_nn_transformer_has_them(ours, layers, own="controller/transformer/", name=""):
    """Our parameters laid out under nn.TransformerEncoder's names."""
    tensors = norm_as_nn_has_it(name + "norm", ours, own + "norm")
    for k in range(layers):
        tensors |= layer_as_nn_has_it(f"{name}layers.{k}.", ours, f"{own}layer-{k + 1}/",
                                      {"attention": "self_attn", "feedforward": None})
    return tensors


def as_nn_decoder_has_them(ours, layers):
    """A decoder's parameters laid out under nn.Transformer's names."""
    tensors = norm_as_nn_has_it("decoder.norm", ours, "decoder/norm")
    for k in range(layers):
        tensors |= layer_as_nn_has_it(f"decoder.layers.{k}.", ours, f"decoder/layer-{k + 1}/",
                                      {"attention": "self_attn", "source-attention": "multihead_attn",
                                       "feedforward": None})
    return tensors


class Tape:
    """Parameters of attention over a tape (Cheng, Dong & Lapata 2016, eq. 4 and 10): W·h of each step, W·[x; h̃; 1] and
    v."""

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
    """Eq. 4 to 9, and with others, (hidden, cells, absent), 10 to 15. inputs: items × steps × below. → hidden,
    cells."""
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
