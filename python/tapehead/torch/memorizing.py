"""The memory of Memorizing Transformers (Wu et al. 2022, section 3)."""
import torch

LEAST_SQUARE = 1e-6  # as in memory/tokens/memorizing.cpp


class Memorizing(torch.nn.Module):
    """Controls: query, key and value. State: the keys and values of all steps, (batch, heads, steps, width) each."""

    def __init__(self, checkpoint):
        super().__init__()
        width, self.heads = checkpoint.whole("memory.width"), checkpoint.whole("memory.heads")
        self.window, self.nearest = checkpoint.whole("memory.window"), checkpoint.whole("memory.nearest")
        self.iterations = checkpoint.whole("memory.iterations", absent="1")
        self.controls, self.reads, self.width = 3 * width, width, width // self.heads
        self.scale = checkpoint.parameter("memory/scale", 1, self.heads)
        self.gate = checkpoint.parameter("memory/gate", 1, self.heads)
        self.register_buffer("zero", torch.zeros((), dtype=checkpoint.dtype))

    def start(self, batch):
        nothing = self.zero.expand(batch, self.heads, 0, self.width)
        return self.zero.expand(batch, self.reads), (nothing, nothing)

    @staticmethod
    def unit(x):
        return x * (x.square().sum(-1, keepdim=True) + LEAST_SQUARE).rsqrt()

    def unit_query(self, x):
        return self.unit(x) * self.scale.reshape(self.heads, 1)

    def look(self, query, keys, values, nearest):
        """The mean of the values under the nearest keys; with several iterations of those nearest to the mean key."""
        for i in range(self.iterations):  # what was found is the next query
            chosen = (keys @ query[..., None])[..., 0].topk(min(nearest, keys.shape[2]), -1)
            sought = keys if i + 1 < self.iterations else values
            found = sought.gather(2, chosen.indices[..., None].expand(-1, -1, -1, self.width))
            found = (chosen.values.softmax(-1)[..., None] * found).sum(2)
            query = self.unit_query(found)
        return found

    def forward(self, controls, state):
        query, key, value = controls.reshape(-1, 3, self.heads, self.width).unbind(1)
        keys = torch.cat([state[0], self.unit(key)[:, :, None]], 2)
        values = torch.cat([state[1], value[:, :, None]], 2)
        query = self.unit_query(query)
        far = max(0, keys.shape[2] - self.window)
        read = self.look(query, keys[:, :, far:], values[:, :, far:], self.window)
        if far > 0:
            gate = self.gate.sigmoid().reshape(self.heads, 1)
            read = gate * self.look(query, keys[:, :, :far], values[:, :, :far], self.nearest) + (1 - gate) * read
        return read.flatten(1), (keys, values)
