"""LSTM cells that attend to all their past states (Cheng, Dong & Lapata 2016, eqs. 4 to 15)."""
import torch

from .parts import linear


class TapeAttention(torch.nn.Module):
    """v·tanh(W_h·h + W_x·[x; h̃]), h of each state on a tape, h̃ the summary before."""

    def __init__(self, checkpoint, name, size, below):
        super().__init__()
        self.key = checkpoint.parameter(f"{name}/key-weights", size, size + 1)
        self.query = checkpoint.parameter(f"{name}/query-weights", size, below + size + 1)
        self.score = checkpoint.parameter(f"{name}/score-weights", size, 1)

    def forward(self, below, before, hidden, cells, there=None):
        """Summaries of h and of c. hidden and cells: (batch, states, size)."""
        asked = linear(self.key, hidden) + linear(self.query, below, before).unsqueeze(1)
        scores = (asked.tanh() @ self.score).transpose(1, 2)
        if there is not None:
            scores = scores.masked_fill(~there.unsqueeze(1), -torch.inf)
        weights = scores.softmax(-1)
        return (weights @ hidden).squeeze(1), (weights @ cells).squeeze(1)


class LstmnLayer(torch.nn.Module):
    """A state has the summaries before, of the layer's own tape and of another's, and the tape."""

    def __init__(self, checkpoint, name, size, below, deep=False):
        super().__init__()
        self.size = size
        self.weights = checkpoint.parameter(f"{name}/weights", 4 * size, below + size + 1)
        self.own = TapeAttention(checkpoint, f"{name}/attention", size, below)
        self.h, self.c = (checkpoint.parameter(f"{name}/start-{what}", size, 1) for what in "hc")
        if deep:
            self.other = TapeAttention(checkpoint, f"{name}/inter-attention", size, below)
            self.gate = checkpoint.parameter(f"{name}/inter-weights", size, below + size + 1)

    def start(self, batch):
        h, c = (value.T.expand(batch, -1) for value in (self.h, self.c))
        return h, torch.zeros_like(h), h.unsqueeze(1), c.unsqueeze(1)

    def forward(self, below, state, others=None):
        """others: hidden, cells and which of them are there, of another layer's tape (eqs. 10 to 15)."""
        before, other, hidden, cells = state
        before, cell = self.own(below, before, hidden, cells)
        into, forget, out, update = linear(self.weights, below, before).chunk(4, -1)
        c = forget.sigmoid() * cell + into.sigmoid() * update.tanh()
        if others is not None:
            other, other_cell = self.other(below, other, *others)
            c = c + linear(self.gate, below, other).sigmoid() * other_cell
        h = out.sigmoid() * c.tanh()
        return h, (before, other, torch.cat([hidden, h.unsqueeze(1)], 1), torch.cat([cells, c.unsqueeze(1)], 1))

    def over(self, below):
        """Hidden states and cells of a whole sequence, (batch, steps, size) each, without those of the start."""
        state = self.start(len(below))
        for x in below.unbind(1):
            _, state = self(x, state)
        return state[2][:, 1:], state[3][:, 1:]


def lstmn_layers(checkpoint, owner, size, count, below, deep=False):
    names = [f"{owner}/lstmn" if count == 1 else f"{owner}/lstmn-{i + 1}" for i in range(count)]
    return torch.nn.ModuleList([LstmnLayer(checkpoint, name, size, size if i else below, deep)
                                for i, name in enumerate(names)])


class Lstmn(torch.nn.Module):
    """The controller."""

    def __init__(self, checkpoint, x_size, read_size):
        super().__init__()
        self.output_size = checkpoint.whole("controller.size")
        self.layers = lstmn_layers(checkpoint, "controller", self.output_size, checkpoint.whole("controller.layers"),
                                   x_size + read_size)

    def start(self, batch):
        return [layer.start(batch) for layer in self.layers]

    def forward(self, inputs, state):
        after = []
        for layer, one in zip(self.layers, state):
            inputs, kept = layer(inputs, one)
            after.append(kept)
        return inputs, after
