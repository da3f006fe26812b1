"""Controllers: start(batch) gives a state; forward(x and reads, state) gives the output and the next state."""
import torch

from .armt import Armt
from .lstmn import Lstmn
from .parts import ACTIVATIONS, linear, noisy
from .rmt import Rmt
from .transformer import Transformer


def noise_of(checkpoint):
    """The deviation of what training adds to preactivations."""
    return checkpoint.real("controller.noise", absent="0")


def layer_names(kind, layers):
    return [f"controller/{kind}" if layers == 1 else f"controller/{kind}-{number + 1}" for number in range(layers)]


class Feedforward(torch.nn.Module):
    def __init__(self, checkpoint, x_size, read_size):
        super().__init__()
        self.size = self.output_size = checkpoint.whole("controller.size")
        self.activation = ACTIVATIONS[checkpoint.text("controller.activation", ("tanh", "sigmoid", "relu"))]
        self.weights = checkpoint.parameter("controller/feedforward/weights", self.size, x_size + read_size + 1)

    def start(self, batch):
        return []

    def forward(self, inputs, state):
        return self.activation(linear(self.weights, inputs)), state


class Lstm(torch.nn.Module):
    """Gates i, f, o, u; columns: x, reads (first layer), own h, bias. With skips (Graves 2013) the upper layers have x,
    h of the layer below, own h, bias, and the output is the h of all layers."""

    def __init__(self, checkpoint, x_size, read_size):
        super().__init__()
        self.size, layers = checkpoint.whole("controller.size"), checkpoint.whole("controller.layers")
        skips, self.noise = checkpoint.flag("controller.skips"), noise_of(checkpoint)
        self.x_size = x_size if skips else 0  # the part of x that the upper layers see
        self.output_size = self.size * (layers if skips else 1)
        below = x_size + read_size
        self.weights, self.h, self.c = (torch.nn.ParameterList() for _ in range(3))
        for name in layer_names("lstm", layers):
            self.weights.append(checkpoint.parameter(f"{name}/weights", 4 * self.size, below + self.size + 1))
            self.h.append(checkpoint.parameter(f"{name}/start-h", self.size, 1))
            self.c.append(checkpoint.parameter(f"{name}/start-c", self.size, 1))
            below = self.x_size + self.size

    def start(self, batch):
        return [(h.T.expand(batch, -1), c.T.expand(batch, -1)) for h, c in zip(self.h, self.c)]

    def forward(self, inputs, state):
        x, after = inputs[:, :self.x_size], []
        for weights, (h, c) in zip(self.weights, state):
            gates = noisy(linear(weights, inputs, h), self.noise, self.training)
            into, forget, out, update = gates.chunk(4, -1)
            c = forget.sigmoid() * c + into.sigmoid() * update.tanh()
            h = out.sigmoid() * c.tanh()
            inputs = torch.cat([x, h], -1)
            after.append((h, c))
        return torch.cat([h for h, _ in after], -1)[:, -self.output_size:], after


class HiddenLayers(torch.nn.Module):
    """Layers whose state is h alone; `self.h` has the first h of each."""

    def __init__(self, checkpoint):
        super().__init__()
        self.size = self.output_size = checkpoint.whole("controller.size")
        self.h = torch.nn.ParameterList()

    def start(self, batch):
        return [h.T.expand(batch, -1) for h in self.h]


class Gru(HiddenLayers):
    """Gates r, z, n; the reset gate applies after the product with h."""

    def __init__(self, checkpoint, x_size, read_size):
        super().__init__(checkpoint)
        below, self.noise = x_size + read_size, noise_of(checkpoint)
        self.weights, self.own_weights = torch.nn.ParameterList(), torch.nn.ParameterList()
        for name in layer_names("gru", checkpoint.whole("controller.layers")):
            self.weights.append(checkpoint.parameter(f"{name}/weights", 3 * self.size, below + 1))
            self.own_weights.append(checkpoint.parameter(f"{name}/own-weights", 3 * self.size, self.size + 1))
            self.h.append(checkpoint.parameter(f"{name}/start-h", self.size, 1))
            below = self.size

    def forward(self, inputs, state):
        after = []
        for weights, own_weights, h in zip(self.weights, self.own_weights, state):
            from_below = noisy(linear(weights, inputs), self.noise, self.training)
            (reset, keep, update), own = from_below.chunk(3, -1), linear(own_weights, h).chunk(3, -1)
            update = (update + (reset + own[0]).sigmoid() * own[2]).tanh()
            inputs = update + (keep + own[1]).sigmoid() * (h - update)
            after.append(inputs)
        return inputs, after


class Elman(HiddenLayers):
    """h = tanh(W [x; reads; h; 1]); above the first layer the h of the one below stands for x and reads."""

    def __init__(self, checkpoint, x_size, read_size):
        super().__init__(checkpoint)
        below, self.noise = x_size + read_size, noise_of(checkpoint)
        self.weights = torch.nn.ParameterList()
        for name in layer_names("elman", checkpoint.whole("controller.layers")):
            self.weights.append(checkpoint.parameter(f"{name}/weights", self.size, below + self.size + 1))
            self.h.append(checkpoint.parameter(f"{name}/start-h", self.size, 1))
            below = self.size

    def forward(self, inputs, state):
        after = []
        for weights, h in zip(self.weights, state):
            inputs = noisy(linear(weights, inputs, h), self.noise, self.training).tanh()
            after.append(inputs)
        return inputs, after


class Multiplicative(HiddenLayers):
    """f = (Wf [x; reads; 1]) * (Wo [h; 1]), h = tanh(W [x; reads; f; 1]); layers as Elman's."""

    def __init__(self, checkpoint, x_size, read_size):
        super().__init__(checkpoint)
        products, below = checkpoint.whole("controller.factors"), x_size + read_size
        self.factors, self.own_weights, self.weights = (torch.nn.ParameterList() for _ in range(3))
        for name in layer_names("multiplicative", checkpoint.whole("controller.layers")):
            self.factors.append(checkpoint.parameter(f"{name}/factors", products, below + 1))
            self.own_weights.append(checkpoint.parameter(f"{name}/own-weights", products, self.size + 1))
            self.weights.append(checkpoint.parameter(f"{name}/weights", self.size, below + products + 1))
            self.h.append(checkpoint.parameter(f"{name}/start-h", self.size, 1))
            below = self.size

    def forward(self, inputs, state):
        after = []
        for factors, own_weights, weights, h in zip(self.factors, self.own_weights, self.weights, state):
            inputs = linear(weights, inputs, linear(factors, inputs) * linear(own_weights, h)).tanh()
            after.append(inputs)
        return inputs, after


CONTROLLERS = {"lstm": Lstm, "gru": Gru, "elman": Elman, "multiplicative": Multiplicative, "feedforward": Feedforward,
               "lstmn": Lstmn, "transformer": Transformer, "rmt": Rmt, "armt": Armt}


def first_weights(kind, layers):
    """The parameter that takes a controller's input, and the columns of its own beside it."""
    if kind in ("transformer", "rmt", "armt"):
        return f"controller/{kind}/token", False
    if kind == "feedforward":
        return "controller/feedforward/weights", False
    if kind == "multiplicative":
        return f"{layer_names(kind, layers)[0]}/factors", False
    return f"{layer_names(kind, layers)[0]}/weights", kind != "gru"


def input_size(checkpoint, beside):
    """The size of what a step brings to the controller but the `beside` numbers of other origin. Otherwise only the
    task would know it."""
    kind = checkpoint.options["controller"]
    layers = 1 if kind == "feedforward" else checkpoint.whole("controller.layers")
    name, recurrent = first_weights(kind, layers)
    own = checkpoint.whole("controller.size") if recurrent else 0
    return max(0, checkpoint.columns(name) - beside - own - 1)
