"""The encoder-decoder (Sutskever et al. 2014; Cho et al. 2014; Bahdanau et al. 2015; Luong et al. 2015; Xu et al.
2015)."""
import torch
from torch.nn import functional

from .controllers import CONTROLLERS, input_size
from .encoders import from_the_end, make_encoder
from .looks import LOOKS
from .losses import like, loss
from .parts import linear, steps

STATES = ("lstm", "gru")  # controllers with a state of vectors


def lengths_of(source):
    """The number of steps of each item: up to its last token; of vectors all."""
    if source.dim() > 2:
        return torch.full((len(source),), source.shape[1], device=source.device)
    place = torch.arange(1, source.shape[1] + 1, device=source.device)
    return ((source >= 0) * place).amax(1).clamp(min=1)


def as_picture(source):
    """(batch, height, width, channels), of one step or without steps."""
    return source.squeeze(1) if source.dim() == 5 else source


class Spoken(torch.nn.Module):
    """What logits are made of: the decoder's feature, and for deep outputs what was said last."""

    def __init__(self, checkpoint, feature, embedding, context):
        super().__init__()
        self.kind = checkpoint.text("model.output", ("linear", "deep", "deep-tanh", "maxout", "maxout-before"))
        self.maxout, self.deep = self.kind.startswith("maxout"), self.kind != "linear"
        units = checkpoint.whole("model.maxout") if self.maxout else checkpoint.pass_by("model.maxout")
        self.dropout = checkpoint.real("model.dropout")
        self.weights = checkpoint.parameter("output/weights")
        hidden = 2 * units if self.maxout else embedding if self.deep else len(self.weights)
        if self.deep:
            self.hidden = checkpoint.parameter("output/hidden-weights", hidden,
                                               feature + embedding * self.maxout + 1)
        self.context = checkpoint.parameter("output/context-weights", hidden, context + 1) if context else None

    def forward(self, feature, said, handed):
        more = 0 if self.context is None else linear(self.context, handed)
        if not self.deep:
            return linear(self.weights, functional.dropout(feature, self.dropout, self.training)) + more
        if self.maxout:
            taken = (linear(self.hidden, feature, said) + more).unflatten(-1, (-1, 2))
            taken = taken[..., 1] + (taken[..., 0] - taken[..., 1]).relu()  # the larger
        else:
            taken = said + linear(self.hidden, feature) + more
            taken = taken.tanh() if self.kind == "deep-tanh" else taken
        return linear(self.weights, functional.dropout(taken, self.dropout, self.training))


class EncoderDecoder(torch.nn.Module):
    def __init__(self, checkpoint):
        super().__init__()
        embedding = checkpoint.whole("model.embedding")
        self.order = checkpoint.text("model.order", ("bahdanau", "luong", "input-feeding"))
        self.hand_over = checkpoint.text("model.hand-over", ("map", "backward", "state", "input", "context", "none"))
        self.first_query = checkpoint.text("model.first-query", ("map", "state"), absent="map")
        self.reversed, self.dropout = checkpoint.flag("model.reversed"), checkpoint.real("model.dropout")
        self.encoder = make_encoder(checkpoint)
        self.kind, size = checkpoint.text("controller", CONTROLLERS), self.encoder.size
        query = checkpoint.whole("controller.size")
        if self.kind == "lstm" and checkpoint.flag("controller.skips"):
            query *= checkpoint.whole("controller.layers")
        self.attention = LOOKS[checkpoint.text("attention", LOOKS)](checkpoint, size, query)
        self.looks = self.attention.reads > 0
        self.looks_first = self.looks and self.order == "bahdanau"
        self.feeds = self.order == "input-feeding"
        maps = self.hand_over in ("map", "backward", "context")
        self.hands_on = self.hand_over in ("input", "context") or (maps and self.kind not in STATES)
        reads = (self.attention.reads if self.looks_first else query * self.feeds) + size * self.hands_on
        x_size = embedding or input_size(checkpoint, reads)
        self.decoder = CONTROLLERS[self.kind](checkpoint, x_size, reads)
        self.tables(checkpoint, embedding, x_size)
        take = checkpoint.parameter
        self.context = take("hand-over/context-weights", size, size + 1) if self.hand_over == "context" else None
        handed = size - self.encoder.backward_row if self.hand_over == "backward" else size
        self.map = take("hand-over/weights", self.state_size(), handed + 1) if maps and self.state_size() else None
        self.query_map = (take("first-query/weights", query, size + 1)
                          if self.looks_first and self.first_query == "map" else None)
        combined = query + self.attention.reads
        self.combination = (take("combination/weights", query, combined + 1)
                            if self.looks and not self.looks_first else None)
        self.spoken = Spoken(checkpoint, combined if self.looks_first else query, embedding,
                             size if self.context is not None else 0)

    def tables(self, checkpoint, embedding, x_size):
        """What tokens become, of the source and of what was said."""
        said, self.source_table = "embedding/said", None
        self.said = checkpoint.columns(said) - 1 if embedding else x_size
        self.said_table = checkpoint.parameter(said, embedding, self.said + 1) if embedding else None
        self.source = self.encoder.x_size
        if checkpoint.has("embedding/source"):
            self.source = checkpoint.columns("embedding/source") - 1
            self.source_table = checkpoint.parameter("embedding/source", embedding, self.source + 1)

    def state_size(self):
        """Numbers of the decoder's state, of those that have one."""
        if self.kind not in STATES:
            return 0
        values = len(self.decoder.h) * (2 if self.kind == "lstm" else 1)
        return values * self.decoder.size

    def embedded(self, table, x):
        return x if table is None else functional.dropout(linear(table, x), self.dropout, self.training)

    def read(self, source, lengths):
        if self.encoder.x_size is None:
            return self.encoder(as_picture(source).to(self.spoken.weights.dtype), lengths)
        x = steps(source.flatten(2) if source.dim() > 3 else source, self.source, self.spoken.weights.dtype)
        x = x[:, :int(lengths.max())]
        reading = self.encoder(self.embedded(self.source_table, from_the_end(x, lengths) if self.reversed else x),
                               lengths)
        if self.reversed:
            reading = reading._replace(annotations=from_the_end(reading.annotations, lengths))
        return reading

    def first_state(self, reading, handed):
        """The decoder's state before its first step."""
        if self.map is None and self.hand_over != "state":
            return self.decoder.start(len(handed))
        values = reading.ended
        if self.hand_over != "state":
            handed = handed[:, self.encoder.backward_row:] if self.hand_over == "backward" else handed
            values = linear(self.map, handed).tanh().split(self.decoder.size, -1)
        return list(zip(values[::2], values[1::2])) if self.kind == "lstm" else list(values)

    def output_in(self, state):
        """The decoder's output that a state holds."""
        each = [one[0] if self.kind == "lstm" else one for one in state]
        return torch.cat(each, -1)[:, -self.decoder.output_size:]

    def forward(self, source, previous, lengths=None):
        """source: tokens (batch, steps), a negative one being none, vectors (batch, steps, width), or pictures (batch,
        height, width, channels); previous: the token that was said before each step; lengths: the steps of each source,
        by default up to its last token. -> logits (batch, steps, outputs)."""
        lengths = lengths_of(source) if lengths is None else torch.as_tensor(lengths, device=source.device).long()
        if self.attention.any_lengths or len(lengths.unique()) == 1:
            return self.answer(self.read(source, lengths), previous)[0]
        logits = previous.new_zeros(*previous.shape, len(self.spoken.weights), dtype=self.spoken.weights.dtype)
        for length in lengths.unique():
            some = (lengths == length).nonzero()[:, 0]
            logits = logits.index_copy(0, some, self.answer(self.read(source[some], lengths[some]), previous[some])[0])
        return logits

    def objective(self, batch):
        """The loss of the answers, and what their looks cost."""
        source, previous = (like(array, self.spoken.weights) for array in batch.inputs.values())
        if not hasattr(self.attention, "cost"):
            return loss(self(source, previous), batch.target, batch.mask)
        logits, seen = self.answer(self.read(source, lengths_of(source)), previous)
        return loss(logits, batch.target, batch.mask) + self.attention.cost(seen, logits, batch).mean()

    def answer(self, reading, previous):
        """Logits, and the state after the last look."""
        handed = reading.summary if self.context is None else linear(self.context, reading.summary).tanh()
        state, seen = self.first_state(reading, handed), self.attention.begin(reading)
        output, logits = self.first_output(reading, state), []
        for x in self.embedded(self.said_table, steps(previous, self.said, self.spoken.weights.dtype)).unbind(1):
            inputs, before = [x], state
            if self.looks_first:
                found, seen = self.attention.look(output, seen)
                inputs.append(found)
            if self.feeds:
                inputs.append(output)
            if self.hands_on:
                inputs.append(handed)
            output, state = self.decoder(torch.cat(inputs, -1), state)
            feature = self.output_in(before) if self.spoken.kind == "maxout-before" else output
            if self.looks_first:
                feature = torch.cat([feature, found], -1)
            elif self.looks:
                found, seen = self.attention.look(output, seen)
                feature = linear(self.combination, output, found).tanh()
            output = feature if self.feeds else output
            logits.append(self.spoken(feature, x, handed))
        return torch.stack(logits, 1), seen

    def first_output(self, reading, state):
        """What the first look is asked with, or what the first step is fed."""
        if not self.looks_first:
            return reading.summary.new_zeros(len(reading.summary), self.decoder.output_size)
        if self.query_map is None:
            return self.output_in(state)
        return linear(self.query_map, reading.summary).tanh()
