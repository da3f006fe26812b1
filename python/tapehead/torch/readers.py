"""Models that read a source in one go: a classifier, and two encoder-decoders of tokens."""
import torch
from torch.nn import functional

from .encoder_decoder import as_picture, lengths_of
from .encoders import make_encoder, own_steps
from .lstmn import lstmn_layers
from .parts import linear, steps
from .transformer import CrossAttention, Layers, Positions, layer_settings


class Classifier(torch.nn.Module):
    """An encoder's summary, or what a learned look finds, says the class."""

    def __init__(self, checkpoint):
        super().__init__()
        self.encoder, self.dropout = make_encoder(checkpoint), checkpoint.real("model.dropout")
        looks = checkpoint.text("model.pooling", ("summary", "attention")) == "attention"
        self.query = checkpoint.parameter("pooling/query", self.encoder.size, 1) if looks else None
        self.output = checkpoint.parameter("output/weights")

    def forward(self, source, lengths=None):
        """Pictures (batch, height, width, channels), or sequences as for the encoder-decoder -> logits (batch,
        classes)."""
        lengths = lengths_of(source) if lengths is None else torch.as_tensor(lengths, device=source.device).long()
        if self.encoder.x_size is None:
            source = as_picture(source).to(self.output.dtype)
        else:
            source = steps(source.flatten(2) if source.dim() > 3 else source, self.encoder.x_size, self.output.dtype)
        reading = self.encoder(source, lengths)
        found = reading.summary
        if self.query is not None:
            scores = (reading.annotations @ self.query).squeeze(-1) / self.encoder.size ** 0.5
            weights = scores.masked_fill(~reading.there, -torch.inf).softmax(-1)
            found = (weights.unsqueeze(1) @ reading.annotations).squeeze(1)
        return linear(self.output, functional.dropout(found, self.dropout, self.training))


class TransformerEncoderDecoder(torch.nn.Module):
    def __init__(self, checkpoint):
        super().__init__()
        settings = layer_settings(checkpoint, "model")
        self.size, self.dropout = settings["size"], settings["dropout"]
        self.tables, self.positions = torch.nn.ParameterList(), torch.nn.ModuleList()
        for side in ("encoder", "decoder"):
            self.tables.append(checkpoint.parameter(f"{side}/table", self.size, checkpoint.columns(f"{side}/table")))
            self.positions.append(Positions(checkpoint, side, "model", self.size))
        self.encoder = Layers(checkpoint, "encoder", settings, checkpoint.whole("model.encoder-layers"))
        self.decoder = Layers(checkpoint, "decoder", settings, checkpoint.whole("model.decoder-layers"))
        names = [f"decoder/layer-{i + 1}/source-attention" for i in range(len(self.decoder.attention))]
        self.looks = torch.nn.ModuleList([CrossAttention(checkpoint, name, settings) for name in names])
        self.tied = checkpoint.flag("model.tied")
        self.output = (checkpoint.parameter("output/bias", self.tables[1].shape[1], 1) if self.tied
                       else checkpoint.parameter("output/weights"))

    def tokens(self, side, chosen):
        table = self.tables[side]
        vectors = steps(chosen, table.shape[1], table.dtype) @ table.T * self.size ** 0.5
        return functional.dropout(self.positions[side](vectors), self.dropout, self.training)

    def forward(self, source, previous, lengths=None):
        """Tokens (batch, steps) of the source and of what was said before each step, a negative one being none ->
        logits (batch, steps, outputs)."""
        lengths = lengths_of(source) if lengths is None else torch.as_tensor(lengths, device=source.device).long()
        there = own_steps(lengths, source.shape[1])
        encoded, token = self.encoder(self.tokens(0, source), there), self.tokens(1, previous)
        for attention, look, feedforward in zip(self.decoder.attention, self.looks, self.decoder.feedforward):
            token = feedforward(look(attention(token, causal=True), encoded, there))
        token = self.decoder.last(token)
        return token @ self.tables[1] + self.output[:, 0] if self.tied else linear(self.output, token)


class LstmnEncoderDecoder(torch.nn.Module):
    """Each answering layer attends to its own tape and to that of the reading layer beside it (Cheng, Dong & Lapata
    2016, section 4, deep fusion)."""

    def __init__(self, checkpoint):
        super().__init__()
        size, layers = checkpoint.whole("model.size"), checkpoint.whole("model.layers")
        first = "lstmn" if layers == 1 else "lstmn-1"
        self.kinds = [checkpoint.columns(f"{side}/{first}/weights") - size - 1 for side in ("encoder", "decoder")]
        self.encoder = lstmn_layers(checkpoint, "encoder", size, layers, self.kinds[0])
        self.decoder = lstmn_layers(checkpoint, "decoder", size, layers, self.kinds[1], deep=True)
        self.output = checkpoint.parameter("output/weights")

    def forward(self, source, previous, lengths=None):
        """As that of TransformerEncoderDecoder."""
        lengths = lengths_of(source) if lengths is None else torch.as_tensor(lengths, device=source.device).long()
        there, below, others = own_steps(lengths, source.shape[1]), steps(source, self.kinds[0], self.output.dtype), []
        for layer in self.encoder:
            below, cells = layer.over(below)
            others.append((below, cells, there))
        states, hidden = [layer.start(len(source)) for layer in self.decoder], []
        for x in steps(previous, self.kinds[1], self.output.dtype).unbind(1):
            for i, layer in enumerate(self.decoder):
                x, states[i] = layer(x, states[i], others[i])
            hidden.append(x)
        return linear(self.output, torch.stack(hidden, 1))
