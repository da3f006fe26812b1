"""Fast weights: a matrix a head, under each write rule (docs/fast-weights.md has the equations and their sources)."""
import torch

from .parts import softplus

LEAST = 1e-6  # keeps lengths, sums and weights off zero
DAMPING = 1 / 8  # of the gates of slots
RULES = ("delta", "hebbian", "gated-delta", "channel-gated", "erase-write", "momentum", "mesa", "slots")
DECAYING = ("gated-delta", "channel-gated", "erase-write", "mesa")


def dpfp(keys, nu):
    """Products of rectified numbers (Schlag et al. 2021, eq. 37)."""
    both = torch.cat([keys.relu(), (-keys).relu()], -1)
    return torch.cat([both * both.roll(j, -1) for j in range(1, nu + 1)], -1)


def recall(matrix, keys):
    """Sᵀk of each head."""
    return (matrix * keys.unsqueeze(-1)).sum(-2)


def pair(keys, values):
    """kvᵀ of each head."""
    return keys.unsqueeze(-1) * values.unsqueeze(-2)


class FastWeights(torch.nn.Module):
    """Controls: queries, keys of all writes, values of all writes, the gates of the step, each gate of all writes. A
    state has matrices (batch, heads, keys, values)."""

    def __init__(self, checkpoint):
        super().__init__()
        self.rule = checkpoint.text("memory.rule", RULES)
        self.heads, self.reads = checkpoint.whole("memory.heads"), checkpoint.whole("memory.width")
        self.key_size, self.writes = checkpoint.whole("memory.key-size"), checkpoint.whole("memory.writes")
        self.values = self.reads // self.heads
        self.features = checkpoint.text("memory.features", ("silu", "elu", "dpfp", "softmax"))
        self.nu, self.slots = checkpoint.whole("memory.nu"), checkpoint.whole("memory.slots")
        self.keys = self.key_size * (2 * self.nu if self.features == "dpfp" else 1)
        self.most = 1 + checkpoint.flag("memory.negative")
        self.normalised = (checkpoint.flag("memory.normaliser") and self.features != "silu"
                           and self.rule == "hebbian")
        least = checkpoint.real("memory.ridge")
        if self.rule in DECAYING:
            self.rate = checkpoint.parameter("memory/keep-rate", 1, self.heads)
        if self.rule == "mesa":
            self.ridge, self.least = checkpoint.parameter("memory/rule/ridge", self.keys, self.heads), least
        self.step_gates = {"gated-delta": 1, "mesa": 1, "channel-gated": self.keys,
                           "erase-write": self.keys}.get(self.rule, 0)
        self.write_gates = {"hebbian": [], "erase-write": [self.keys, self.values], "momentum": [1, 1, 1],
                            "slots": [self.slots]}.get(self.rule, [1])
        # (vectors of a head, size of each)
        self.shapes = [(1, self.key_size), (self.writes, self.key_size), (self.writes, self.values),
                       (1, self.step_gates), *((self.writes, size) for size in self.write_gates)]
        self.controls = self.heads * sum(count * size for count, size in self.shapes)
        self.register_buffer("zero", torch.zeros((), dtype=checkpoint.dtype))

    def start(self, batch):
        """All zero: the reads; S, or of slots their values; U; z; of mesa the products of keys, of slots their keys."""
        def zeros(*shape):
            return self.zero.expand(batch, self.heads, *shape)
        rows = self.slots if self.rule == "slots" else self.keys
        return self.zero.expand(batch, self.reads), (zeros(rows, self.values), zeros(rows, self.values),
                                                     zeros(self.keys), zeros(rows, self.keys))

    def featured(self, keys):
        if self.features == "softmax":
            return keys.softmax(-1)
        phi = {"silu": lambda: keys * keys.sigmoid(), "elu": lambda: torch.nn.functional.elu(keys) + 1,
               "dpfp": lambda: dpfp(keys, self.nu)}[self.features]()
        if self.normalised or self.rule == "slots":
            return phi
        if self.features == "silu":
            return phi * (phi.square().sum(-1, keepdim=True) + LEAST).rsqrt()
        return phi / (phi.sum(-1, keepdim=True) + LEAST)

    def parse(self, controls):
        """(batch, writes, heads, size) each."""
        parts = controls.split([self.heads * count * size for count, size in self.shapes], -1)
        return [part.reshape(len(controls), count, self.heads, size) for part, (count, size) in zip(parts, self.shapes)]

    def write(self, state, key, value, gates):
        memory, moved, weight, keys = state
        if self.rule == "hebbian":
            return memory + pair(key, value), moved, weight + key, keys
        if self.rule == "erase-write":
            change = gates[1].sigmoid() * value - recall(memory, self.most * gates[0].sigmoid() * key)
            return memory + pair(key, change), moved, weight, keys
        if self.rule == "momentum":
            rate, momentum, decay = (gate.sigmoid() for gate in gates)
            moved = momentum.unsqueeze(-1) * moved - pair(2 * rate * key, recall(memory, key) - value)
            return (1 - decay).unsqueeze(-1) * memory + moved, moved, weight, keys
        if self.rule == "slots":
            keep = gates[0].sigmoid() ** DAMPING
            return (keep.unsqueeze(-1) * memory + pair(1 - keep, value), moved, weight,
                    keep.unsqueeze(-1) * keys + pair(1 - keep, key))
        if self.rule == "mesa":
            strong = gates[0].sigmoid() * key
            return memory + pair(strong, value), moved, weight, keys + pair(strong, key)
        strength = self.most * gates[0].sigmoid()
        return memory + pair(strength * key, value - recall(memory, key)), moved, weight, keys

    def read(self, state, query):
        memory, _, weight, keys = state
        if self.rule == "slots":
            return recall(memory, (keys * query.unsqueeze(-2)).sum(-1).softmax(-1))
        if self.rule == "mesa":
            ridge = torch.diag_embed(softplus(self.ridge.T) + self.least)
            return recall(memory, torch.linalg.solve(keys + ridge, query))
        found = recall(memory, query)
        return found / ((weight * query).sum(-1, keepdim=True) + LEAST) if self.normalised else found

    def forward(self, controls, state):
        queries, keys, values, of_step, *of_writes = self.parse(controls)
        if self.step_gates:
            keep = (-self.rate.exp().T * softplus(of_step[:, 0])).exp().unsqueeze(-1)
            state = (keep * state[0], *state[1:3], keep * state[3])
        for i in range(self.writes):
            state = self.write(state, self.featured(keys[:, i]), values[:, i], [gate[:, i] for gate in of_writes])
        return self.read(state, self.featured(queries[:, 0])).reshape(len(controls), -1), state
