"""The associative recurrent memory Transformer (Rodkin, Kuratov, Bulatov & Burtsev 2024), a controller."""
import torch

from .fast_weights import LEAST, LEAST_OF_MEANS, dpfp
from .parts import linear
from .segments import Segments


class Associations(torch.nn.Module):
    """A layer's: a matrix (batch, features, size) and a sum of keys (batch, features)."""

    def __init__(self, checkpoint, name, size, key, nu):
        super().__init__()
        self.nu, self.shape = nu, (2 * nu * key, size)
        self.query, self.key = (checkpoint.parameter(f"{name}/{what}", key, size) for what in ("query", "key"))
        self.value = checkpoint.parameter(f"{name}/value", size, size)
        self.strength = checkpoint.parameter(f"{name}/strength", 1, size + 1)

    def start(self, batch):
        nothing = self.value.new_zeros(batch, *self.shape)
        return nothing, nothing[:, :, 0]

    def features(self, weights, tokens):
        phi = dpfp(tokens @ weights.T, self.nu)
        return phi * (phi.square().sum(-1, keepdim=True) + LEAST).rsqrt()

    @staticmethod
    def recalled(phi, state):
        matrix, known = state
        weight = phi @ known.unsqueeze(-1)
        return phi @ matrix / (weight + LEAST_OF_MEANS), weight

    def read(self, tokens, state):
        return self.recalled(self.features(self.query, tokens), state)[0]

    def write(self, tokens, state):
        """All tokens at once, (batch, tokens, size), each compared with what was known before."""
        phi = self.features(self.key, tokens)
        before, weight = self.recalled(phi, state)
        change = linear(self.strength, tokens).sigmoid() * (tokens @ self.value.T - before)
        news = (1 - weight / (phi.square().sum(-1, keepdim=True) + LEAST_OF_MEANS)).relu().detach()
        return state[0] + phi.transpose(1, 2) @ change, state[1] + (news * phi).sum(1)


class Armt(Segments):
    """State: the associations of each layer, its keys and values of the segment so far, and the segment's steps."""

    def __init__(self, checkpoint, x_size, read_size):
        name = "controller/armt"
        super().__init__(checkpoint, name, x_size + read_size)
        key, nu = checkpoint.whole("controller.key-size"), checkpoint.whole("controller.nu")
        self.associations = torch.nn.ModuleList(
            Associations(checkpoint, f"{name}/layer-{i + 1}/associations", self.output_size, key, nu)
            for i in range(checkpoint.whole("controller.layers")))

    def start(self, batch):
        return [one.start(batch) for one in self.associations], [None] * len(self.associations), 0

    def forward(self, inputs, state):
        known, remembered, place = state
        token, after = self.told(inputs, place), []
        for i, one in enumerate(self.associations):
            token, kept = self.layer(i, token + one.read(token, known[i]), remembered[i])
            after.append(kept)
        output = self.layers.last(token).squeeze(1)
        if place + 1 < self.length:
            return output, (known, after, place + 1)
        tokens, written = self.tokens_of_memory(len(inputs)), []
        for i, one in enumerate(self.associations):
            tokens, _ = self.layer(i, tokens + one.read(tokens, known[i]), after[i])
            written.append(one.write(tokens, known[i]))
        return output, (written, [None] * len(written), 0)
