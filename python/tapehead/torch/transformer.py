"""Transformers' parts (Vaswani et al. 2017, section 3): half-layers with normalisation, positions, and the controller.
Tokens are (batch, steps, size)."""
import torch
from torch.nn import functional

from .parts import ACTIVATIONS, linear

LONGEST_WAVE = 10000
NORM_EPSILON = 1e-5
LEAST_SLOPE = -8  # exponent of 2, of ALiBi's last head
WITHIN = ("rotary", "alibi", "relative")  # positions that attention of steps to those before them tells


def attend(queries, keys, values, heads, there=None, causal=False, alibi=False, by_age=None):
    """Multi-head attention. there: (batch, slots), what is to be seen; causal: the last query sees all slots, the one
    before it all but the last one, and so on; alibi: older slots count less (Press, Smith & Lewis 2022); by_age: what
    is added to keys and to values by their age, the last for all greater ages too (Shaw et al. 2018), (head, ages)
    each."""
    def apart(x):
        return x.unflatten(-1, (heads, -1)).transpose(1, 2)
    queries, keys, values = apart(queries), apart(keys), apart(values)
    scores = queries @ keys.transpose(2, 3) / queries.shape[-1] ** 0.5
    if alibi or by_age is not None:
        count, slots = scores.shape[2:]
        ages = torch.arange(slots - count, slots, device=scores.device)[:, None] - torch.arange(
            slots, device=scores.device)
    if alibi:
        slopes = 2 ** (LEAST_SLOPE * torch.arange(1, heads + 1, device=scores.device) / heads)
        scores = scores - (slopes[:, None, None] * ages).to(scores.dtype)
    if by_age is not None:
        more_keys, more_values = (vectors.T[ages.clamp(0, vectors.shape[1] - 1)] for vectors in by_age)
        scores = scores + torch.einsum("bhqw,qsw->bhqs", queries, more_keys) / queries.shape[-1] ** 0.5
    if there is not None:
        scores = scores.masked_fill(~there[:, None, None], -torch.inf)
    if causal:
        count, slots = scores.shape[2:]
        scores = scores.masked_fill(torch.ones(count, slots, dtype=torch.bool, device=scores.device)
                                    .triu(1 + slots - count), -torch.inf)
    weights = scores.softmax(-1)
    seen = weights @ values
    if by_age is not None:
        seen = seen + torch.einsum("bhqs,qsw->bhqw", weights, more_values)
    return seen.transpose(1, 2).flatten(2)


class Norm(torch.nn.Module):
    def __init__(self, checkpoint, name, size):
        super().__init__()
        self.gain, self.bias = (checkpoint.parameter(f"{name}/{what}", size, 1) for what in ("gain", "bias"))

    def forward(self, x):
        return functional.layer_norm(x, (x.shape[-1],), self.gain[:, 0], self.bias[:, 0], NORM_EPSILON)


class HalfLayer(torch.nn.Module):
    """x + f(norm(x)), or with post-norm norm(x + f(x)); f is two affine layers with something between them."""

    def __init__(self, checkpoint, name, settings, hidden_in, hidden_out):
        super().__init__()
        self.pre, self.dropout, size = settings["norm"] == "pre", settings["dropout"], settings["size"]
        self.norm = Norm(checkpoint, f"{name}/norm", size)
        self.into = checkpoint.parameter(f"{name}/weights", hidden_in, size + 1)
        self.out = checkpoint.parameter(f"{name}/output-weights", size, hidden_out + 1)

    def forward(self, tokens, between):
        hidden = between(linear(self.into, self.norm(tokens) if self.pre else tokens))
        total = tokens + functional.dropout(linear(self.out, hidden), self.dropout, self.training)
        return total if self.pre else self.norm(total)


class PlacedAttention(torch.nn.Module):
    """What tells attention places: `ages` columns of parameters NAME/age-keys and age-values, or none."""

    def __init__(self, checkpoint, name, size, heads, ages=0):
        super().__init__()
        self.heads = heads
        if ages:
            self.by_age = torch.nn.ParameterList(
                checkpoint.parameter(f"{name}/age-{what}", size // heads, ages) for what in ("keys", "values"))

    def projected(self, x, positions, first):
        """Query, key and value of the steps from `first` on."""
        query, key, value = x.chunk(3, -1)
        if positions == "rotary":
            query, key = (turned(one, self.heads, first) for one in (query, key))
        return query, key, value

    def told(self, positions):
        """What attention knows of ages."""
        return {"alibi": positions == "alibi", "by_age": self.by_age if positions == "relative" else None}


class SelfAttention(PlacedAttention):
    def __init__(self, checkpoint, name, settings):
        super().__init__(checkpoint, name, settings["size"], settings["heads"], settings.get("ages", 0))
        self.layer = HalfLayer(checkpoint, name, settings, 3 * settings["size"], settings["size"])

    def forward(self, tokens, there=None, causal=False, positions="none"):
        return self.layer(tokens, lambda x: attend(*self.projected(x, positions, 0), self.heads, there, causal,
                                                   **self.told(positions)))

    def step(self, token, remembered, positions="none"):
        """One token more, (batch, 1, size). remembered: the keys and values of those before, which grow."""
        kept = []

        def look(x):
            query, key, value = self.projected(x, positions, 0 if remembered is None else remembered.shape[1])
            own = torch.cat([key, value], -1)
            kept.append(own if remembered is None else torch.cat([remembered, own], 1))
            return attend(query, *kept[0].chunk(2, -1), self.heads, **self.told(positions))
        return self.layer(token, look), kept[0]


class CrossAttention(torch.nn.Module):
    def __init__(self, checkpoint, name, settings):
        super().__init__()
        self.heads, size = settings["heads"], settings["size"]
        self.layer = HalfLayer(checkpoint, name, settings, size, size)
        self.memory = checkpoint.parameter(f"{name}/memory-weights", 2 * size, size + 1)

    def forward(self, tokens, others, there):
        keys, values = linear(self.memory, others).chunk(2, -1)
        return self.layer(tokens, lambda queries: attend(queries, keys, values, self.heads, there))


class TokenFeedforward(torch.nn.Module):
    def __init__(self, checkpoint, name, settings):
        super().__init__()
        self.activation = ACTIVATIONS[settings["activation"]]
        self.layer = HalfLayer(checkpoint, name, settings, settings["feedforward"], settings["feedforward"])

    def forward(self, tokens):
        return self.layer(tokens, self.activation)


class Layers(torch.nn.Module):
    """Self-attention and hidden units by turns, and with pre-norm a norm behind the last."""

    def __init__(self, checkpoint, name, settings, count):
        super().__init__()
        names = [f"{name}/layer-{i + 1}" for i in range(count)]
        self.attention, self.feedforward = (
            torch.nn.ModuleList([kind(checkpoint, f"{one}/{what}", settings) for one in names])
            for kind, what in ((SelfAttention, "attention"), (TokenFeedforward, "feedforward")))
        self.norm = Norm(checkpoint, f"{name}/norm", settings["size"]) if settings["norm"] == "pre" else None

    def last(self, tokens):
        return tokens if self.norm is None else self.norm(tokens)

    def forward(self, tokens, there=None, causal=False, positions="none"):
        for attention, feedforward in zip(self.attention, self.feedforward):
            tokens = feedforward(attention(tokens, there, causal, positions))
        return self.last(tokens)


def layer_settings(checkpoint, owner, settled=False):
    """What a layer needs of the options OWNER.size, OWNER.heads and so on; settled: norms and units are as they are."""
    settings = {"size": checkpoint.whole(f"{owner}.size"), "heads": checkpoint.whole(f"{owner}.heads"),
                "feedforward": checkpoint.whole(f"{owner}.feedforward"), "dropout": checkpoint.real(f"{owner}.dropout")}
    settings["feedforward"] = settings["feedforward"] or 4 * settings["size"]
    if settled:
        return {**settings, "activation": "gelu", "norm": "pre"}
    return {**settings, "activation": checkpoint.text(f"{owner}.activation", ("gelu", "relu")),
            "norm": checkpoint.text(f"{owner}.norm", ("pre", "post"))}


def waves(places, size):
    """Sines and cosines by turns: (places, size)."""
    row = torch.arange(size, device=places.device)
    angles = places.double().unsqueeze(1) * LONGEST_WAVE ** (-(row - row % 2).double() / size)
    return torch.where(row % 2 == 0, angles.sin(), angles.cos())


def turned(x, heads, first):
    """Rotary positions (Su et al. 2021): each head's numbers, turned pair by pair by its place; an odd last one stays.
    x: (batch, steps, size), the steps from `first` on."""
    places = torch.arange(first, first + x.shape[1], device=x.device).double()[:, None, None]
    x = x.unflatten(-1, (heads, -1))
    width = x.shape[-1]
    even = width - width % 2
    angles = places * LONGEST_WAVE ** (-torch.arange(0, even, 2, device=x.device).double() / width)
    cosines, sines = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    one, other = x[..., 0:even:2], x[..., 1:even:2]
    pairs = torch.stack([cosines * one - sines * other, sines * one + cosines * other], -1).flatten(-2)
    return torch.cat([pairs, x[..., even:]], -1).flatten(-2)


class Positions(torch.nn.Module):
    """What tells a step's place: waves, learned columns, or nothing; `within`: kinds that attention tells."""

    def __init__(self, checkpoint, name, owner, size, within=(), absent=None):
        super().__init__()
        self.kind = checkpoint.text(f"{owner}.positions", ("sinusoidal", "learned", "none", *within), absent)
        checkpoint.pass_by(f"{owner}.max-steps")
        if self.kind == "learned":
            self.columns = checkpoint.parameter(f"{name}/positions", size, checkpoint.columns(f"{name}/positions"))

    def forward(self, tokens, first=0):
        count, size = tokens.shape[1:]
        if self.kind not in ("sinusoidal", "learned"):
            return tokens
        if self.kind == "learned":
            return tokens + self.columns[:, first:first + count].T
        return tokens + waves(torch.arange(first, first + count, device=tokens.device), size).to(tokens.dtype)


class Transformer(torch.nn.Module):
    """The controller: each step a token, which attends to those before it."""

    def __init__(self, checkpoint, x_size, read_size):
        super().__init__()
        name = "controller/transformer"
        settings = layer_settings(checkpoint, "controller")
        distance = checkpoint.whole("controller.max-distance", "16")
        self.output_size, self.dropout = settings["size"], settings["dropout"]
        self.token = checkpoint.parameter(f"{name}/token", settings["size"], x_size + read_size + 1)
        self.positions = Positions(checkpoint, name, "controller", settings["size"], WITHIN)
        checkpoint.text("controller.places", ("counted",), absent="counted")  # else from the engine's own streams
        checkpoint.pass_by("controller.place-range")
        if self.positions.kind == "relative":
            settings["ages"] = distance + 1
        self.layers = Layers(checkpoint, name, settings, checkpoint.whole("controller.layers"))

    def start(self, batch):
        return None

    def tokens(self, inputs, first):
        return functional.dropout(self.positions(linear(self.token, inputs), first), self.dropout, self.training)

    def forward(self, inputs, state):
        before = 0 if state is None else state[0].shape[1]
        token, after = self.tokens(inputs.unsqueeze(1), before), []
        for i, (attention, feedforward) in enumerate(zip(self.layers.attention, self.layers.feedforward)):
            token, kept = attention.step(token, None if state is None else state[i], self.positions.kind)
            token = feedforward(token)
            after.append(kept)
        return self.layers.last(token).squeeze(1), after

    def whole(self, inputs):
        """All steps at once, (batch, steps, …)."""
        return self.layers(self.tokens(inputs, 0), causal=True, positions=self.positions.kind)
