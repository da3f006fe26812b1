"""Layers whose steps are mixed by attention or by a memory, without a controller."""
import torch
from torch.nn import functional

from .files import UnknownCheckpoint
from .losses import loss, run
from .memories import is_told, make_memory, started
from .mixer_list import LIST, mixers, of_no_layer
from .parts import linear, steps
from .transformer import WITHIN, Norm, PlacedAttention, Positions, TokenFeedforward, attend, layer_settings, waves


class Mixer(torch.nn.Module):
    """A layer: tokens (batch, steps, size) to tokens."""

    def __init__(self, checkpoint, name, settings, convolution, listed):
        super().__init__()
        own, size, self.dropout = checkpoint.within(name), settings["size"], settings["dropout"]
        with own.going_by(f"{LIST}: {listed.name}", listed.own, listed.chosen) as its:
            if listed.memory:
                self.memory = make_memory(its)
                controls, reads = self.memory.controls, self.memory.reads
            else:
                self.memory, heads = None, its.whole("model.heads")
                reads = its.whole("model.attention-size", absent="0") or size
                controls, self.positions = 3 * reads, its.text("model.positions", absent="none")
                distance = its.whole("model.max-distance", absent="16")
                self.attention = PlacedAttention(own, "memory", reads, heads,
                                                 distance + 1 if self.positions == "relative" else 0)
        self.norm = Norm(own, "norm", size)
        self.mixes = controls > 0
        if self.mixes:
            self.convolution = own.parameter("convolution", size, convolution) if convolution > 1 else None
            self.interface = own.parameter("interface-weights", controls, size + 1)
            self.out = own.parameter("output-weights", size, reads + 1)
        self.feedforward = TokenFeedforward(own, "feedforward", settings)

    def read(self, controls, input_steps):
        if self.memory is None:
            attention = self.attention
            return attend(*attention.projected(controls, self.positions, 0), attention.heads, causal=True,
                          **attention.told(self.positions))
        (_, state), reads = started(self.memory, len(controls), input_steps), []
        for one in controls.unbind(1):
            read, state = self.memory(one, state)
            reads.append(read)
        return torch.stack(reads, 1)

    def forward(self, tokens, input_steps):
        if self.mixes:
            normed = self.norm(tokens)
            if self.convolution is not None:  # column i weighs the numbers of i steps ago
                count = self.convolution.shape[1]
                padded = functional.pad(normed, (0, 0, count - 1, 0))
                normed = sum(padded[:, count - 1 - i:padded.shape[1] - i] * self.convolution[:, i]
                             for i in range(count))
            added = linear(self.out, self.read(linear(self.interface, normed), input_steps))
            tokens = tokens + functional.dropout(added, self.dropout, self.training)
        return self.feedforward(tokens)


ENOUGH = 0.99  # of probability to halt


def halting_shares(halts):
    """Of each round's probability to halt (batch, steps, rounds) the shares of the rounds, and what each step costs
    (batch, steps): Graves 2016, section 2."""
    before = halts.cumsum(-1) - halts
    goes_on = before + halts < ENOUGH
    goes_on[..., -1] = False
    runs = torch.cat([torch.ones_like(goes_on[..., :1]), goes_on[..., :-1].long().cumprod(-1).bool()], -1)
    last = runs & ~goes_on
    shares = torch.where(last, 1 - before, halts) * runs
    return shares, runs.sum(-1) + (shares * last).sum(-1)


class MixerStack(torch.nn.Module):
    def __init__(self, checkpoint):
        super().__init__()
        settings = layer_settings(checkpoint, "model", settled=True)
        count, listed = checkpoint.whole("model.layers"), self.listed(checkpoint)
        convolution, self.rounds = checkpoint.whole("model.convolution"), checkpoint.whole("model.rounds", absent="1")
        self.ponder = checkpoint.real("model.ponder", absent="0")
        self.features = checkpoint.columns("input/weights") - 1
        self.input = checkpoint.parameter("input/weights", settings["size"], self.features + 1)
        self.layers = torch.nn.ModuleList(
            Mixer(checkpoint, f"layer-{i + 1}", settings, convolution, listed[i % len(listed)]) for i in range(count))
        self.positions = Positions(checkpoint, "input", "model", settings["size"], WITHIN, absent="none")
        self.told = any(is_told(layer.memory) for layer in self.layers)
        self.norm = Norm(checkpoint, "norm", settings["size"])
        self.halting = checkpoint.parameter("halting/weights", 1, settings["size"] + 1) if self.ponder else None
        self.costs = None  # of each step of the last batch, where tokens may halt
        self.tied = checkpoint.flag("model.tied", absent="false")
        self.output = checkpoint.parameter("output/bias" if self.tied else "output/weights")

    @staticmethod
    def listed(checkpoint):
        """The mixers of the list. The run's options that no layer goes by have no effect."""
        text = checkpoint.text(LIST)
        checkpoint.text("memory")
        try:
            found, idle = mixers(checkpoint.options), of_no_layer(checkpoint.options)
        except ValueError as error:
            raise UnknownCheckpoint(f"{checkpoint.path}: {error}") from None
        for name in sorted(idle & set(checkpoint.changed)):
            raise UnknownCheckpoint(f"{name}: got {checkpoint.changed[name]}; no layer of {LIST} ({text}) goes by it")
        checkpoint.pass_by(*idle)
        return found

    def forward(self, inputs, input_steps=None):
        """(batch, steps, features), or tokens (batch, steps) -> logits (batch, steps, outputs). input_steps: as of a
        memory machine."""
        inputs = steps(inputs, self.features, self.output.dtype)
        tokens, after = linear(self.input, inputs), []
        for place in range(1, self.rounds + 1):
            code = waves(torch.tensor([place]), tokens.shape[-1]).to(tokens) if self.rounds > 1 else 0
            tokens = self.positions(tokens + code)
            for layer in self.layers:
                tokens = layer(tokens, input_steps)
            after.append(tokens)
        if self.halting is not None:
            halts = torch.cat([linear(self.halting, one).sigmoid() for one in after], -1)
            shares, self.costs = halting_shares(halts)
            tokens = sum(share.unsqueeze(-1) * one for share, one in zip(shares.unbind(-1), after))
        answers = self.norm(tokens)
        if self.tied:
            return answers @ self.input[:, :-1] / answers.shape[-1] ** 0.5 + self.output.squeeze(-1)
        return linear(self.output, answers)

    def objective(self, batch):
        """What training minimises: the answers' loss, and what the rounds of each step cost."""
        answered = loss(run(self, batch), batch.target, batch.mask)
        return answered + self.ponder * self.costs.sum(1).mean() if self.ponder else answered
