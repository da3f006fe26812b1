"""Fast weights: a matrix a head, under each write rule (docs/fast-weights.md has the equations and their sources)."""
import torch

from .parts import softplus, top_k

LEAST = 1e-6  # keeps lengths, sums and weights off zero
LEAST_OF_MEANS = 1e-5  # of ARMT's
LEAST_SQUARE = 1e-12  # of a reflection's key
DAMPING = 1 / 8  # of the gates of slots
RULES = ("delta", "hebbian", "associative", "gated-delta", "channel-gated", "erase-write", "householder",
         "momentum", "deep", "mesa", "slots")
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
        self.features = checkpoint.text("memory.features", ("silu", "elu", "dpfp", "softmax", "identity"))
        self.signed = self.features in ("silu", "identity")  # features that may be below 0
        self.nu, self.slots = checkpoint.whole("memory.nu"), checkpoint.whole("memory.slots")
        self.keys = self.key_size * (2 * self.nu if self.features == "dpfp" else 1)
        self.most = 1 + checkpoint.flag("memory.negative")
        divides = {"hebbian": checkpoint.flag("memory.normaliser"), "associative": True}
        self.normalised = not self.signed and divides.get(self.rule, False)
        self.least_weight = LEAST_OF_MEANS if self.rule == "associative" else LEAST
        least, self.limit = checkpoint.real("memory.ridge"), float(checkpoint.text("memory.limit", absent="1"))
        self.hidden = checkpoint.whole("memory.hidden", absent="32")
        self.routed = checkpoint.whole("memory.routed", absent="0")
        self.iterations = checkpoint.whole("memory.iterations", absent="1")
        if self.rule in DECAYING:
            self.rate = checkpoint.parameter("memory/keep-rate", 1, self.heads)
        if self.rule == "slots" and self.routed:
            self.rate = checkpoint.parameter("memory/strength-rate", 1, self.heads)
        if self.rule == "deep":
            self.first = checkpoint.parameter("memory/rule/first", self.keys, self.hidden * self.heads)
            self.second = checkpoint.parameter("memory/rule/second", self.hidden, self.reads)
        if self.rule == "householder":
            self.first = checkpoint.parameter("memory/rule/start", self.keys, self.reads)
        if self.rule == "mesa":
            self.ridge, self.least = checkpoint.parameter("memory/rule/ridge", self.keys, self.heads), least
        self.step_gates = {"gated-delta": 1, "mesa": 1, "channel-gated": self.keys,
                           "erase-write": self.keys}.get(self.rule, 0)
        self.write_gates = {"hebbian": [], "householder": [], "erase-write": [self.keys, self.values],
                            "momentum": [1, 1, 1], "deep": [1, 1, 1],
                            "slots": [self.slots, 1] if self.routed else [self.slots],
                            }.get(self.rule, [1])
        added = 0 if self.rule == "householder" else self.values
        # (vectors of a head, size of each)
        self.shapes = [(1, self.key_size), (self.writes, self.key_size), (self.writes, added),
                       (1, self.step_gates), *((self.writes, size) for size in self.write_gates)]
        self.controls = self.heads * sum(count * size for count, size in self.shapes)
        self.register_buffer("zero", torch.zeros((), dtype=checkpoint.dtype))

    def start(self, batch):
        """All zero, but for an S that is reflected: the reads; S, or of slots their values; U; z; of mesa the products
        of keys, of slots their keys. Of the deep rule what was written to the second layer, its U, the first layer's,
        what was written to it."""
        def zeros(*shape):
            return self.zero.expand(batch, self.heads, *shape)
        rows = self.slots if self.rule == "slots" else self.keys
        memory = zeros(rows, self.values)
        if self.rule == "householder":
            memory = self.by_heads(self.first).expand(batch, -1, -1, -1)
        if self.rule == "deep":
            second, first = zeros(self.hidden, self.values), zeros(self.keys, self.hidden)
            return self.zero.expand(batch, self.reads), (second, second, first, first)
        return self.zero.expand(batch, self.reads), (memory, zeros(rows, self.values),
                                                     zeros(self.keys), zeros(rows, self.keys))

    def featured(self, keys):
        if self.features == "softmax":
            return keys.softmax(-1)
        phi = {"silu": lambda: keys * keys.sigmoid(), "elu": lambda: torch.nn.functional.elu(keys) + 1,
               "dpfp": lambda: dpfp(keys, self.nu), "identity": lambda: keys}[self.features]()
        if self.normalised or self.rule == "slots":
            return phi
        if self.signed:
            return phi * (phi.square().sum(-1, keepdim=True) + LEAST).rsqrt()
        return phi / (phi.sum(-1, keepdim=True) + LEAST)

    def parse(self, controls):
        """(batch, writes, heads, size) each."""
        parts = controls.split([self.heads * count * size for count, size in self.shapes], -1)
        return [part.reshape(len(controls), count, self.heads, size) for part, (count, size) in zip(parts, self.shapes)]

    def by_heads(self, matrices):
        """(heads, rows, columns) of matrices side by side."""
        return matrices.unflatten(1, (self.heads, -1)).transpose(0, 1)

    def layers(self, state):
        """The deep rule's weights, (batch, heads, inputs, outputs) each."""
        return [self.by_heads(all_heads) + written
                for all_heads, written in ((self.first, state[3]), (self.second, state[0]))]

    @staticmethod
    def inner(layers, key):
        return recall(layers[1], torch.nn.functional.silu(recall(layers[0], key)))

    def descend(self, state, key, value, gates):
        """A step down the gradient of what the inner network recalls, which autograd takes."""
        goes_on = torch.is_grad_enabled()
        with torch.enable_grad():
            layers = self.layers(state)
            loss = (self.inner(layers, key) - value).square().sum()
            slopes = torch.autograd.grad(loss, layers, create_graph=goes_on)
        rate, momentum, decay = (gate.sigmoid().unsqueeze(-1) for gate in gates)
        if self.limit:
            length = sum(slope.square().sum((-1, -2), keepdim=True) for slope in slopes)
            rate = rate * (1 + length / self.limit ** 2).rsqrt()
        first, second = (momentum * moved - rate * slope for moved, slope in zip((state[2], state[1]), slopes))
        return (1 - decay) * state[0] + second, second, first, (1 - decay) * state[3] + first

    def write(self, state, key, value, gates):
        if self.rule == "deep":
            return self.descend(state, key, value, gates)
        memory, moved, weight, keys = state
        if self.rule == "hebbian":
            return memory + pair(key, value), moved, weight + key, keys
        if self.rule == "associative" and self.normalised:
            known = (weight * key).sum(-1, keepdim=True) / (key.square().sum(-1, keepdim=True) + LEAST_OF_MEANS)
            change = gates[0].sigmoid() * (value - self.read(state, key))
            return memory + pair(key, change), moved, weight + (1 - known).relu().detach() * key, keys
        if self.rule == "householder":
            by = 2 * key / (key.square().sum(-1, keepdim=True) + LEAST_SQUARE)
            return memory - pair(key, recall(memory, by)), moved, weight, keys
        if self.rule == "erase-write":
            change = gates[1].sigmoid() * value - recall(memory, self.most * gates[0].sigmoid() * key)
            return memory + pair(key, change), moved, weight, keys
        if self.rule == "momentum":
            rate, momentum, decay = (gate.sigmoid() for gate in gates)
            moved = momentum.unsqueeze(-1) * moved - pair(2 * rate * key, recall(memory, key) - value)
            return (1 - decay).unsqueeze(-1) * memory + moved, moved, weight, keys
        if self.rule == "slots":
            keep = gates[0].sigmoid() ** DAMPING
            if self.routed:
                strength = self.rate.exp().T * softplus(gates[1])
                keep = (-strength * top_k(-softplus(-gates[0]), self.routed)).exp()
            return (keep.unsqueeze(-1) * memory + pair(1 - keep, value), moved, weight,
                    keep.unsqueeze(-1) * keys + pair(1 - keep, key))
        if self.rule == "mesa":
            strong = gates[0].sigmoid() * key
            return memory + pair(strong, value), moved, weight, keys + pair(strong, key)
        strength = self.most * gates[0].sigmoid()
        return memory + pair(strength * key, value - recall(memory, key)), moved, weight, keys

    def read(self, state, query):
        memory, _, weight, keys = state
        if self.rule == "deep":
            return self.inner(self.layers(state), query)
        if self.rule == "slots":
            for _ in range(self.iterations):
                weights = (keys * query.unsqueeze(-2)).sum(-1).softmax(-1)
                query = recall(keys, weights)
            return recall(memory, weights)
        if self.rule == "mesa":
            ridge = torch.diag_embed(softplus(self.ridge.T) + self.least)
            return recall(memory, torch.linalg.solve(keys + ridge, query))
        found = recall(memory, query)
        return found / ((weight * query).sum(-1, keepdim=True) + self.least_weight) if self.normalised else found

    def forward(self, controls, state):
        queries, keys, values, of_step, *of_writes = self.parse(controls)
        if self.step_gates:
            keep = (-self.rate.exp().T * softplus(of_step[:, 0])).exp().unsqueeze(-1)
            state = (keep * state[0], *state[1:3], keep * state[3])
        for i in range(self.writes):
            state = self.write(state, self.featured(keys[:, i]), values[:, i], [gate[:, i] for gate in of_writes])
        return self.read(state, self.featured(queries[:, 0])).reshape(len(controls), -1), state
