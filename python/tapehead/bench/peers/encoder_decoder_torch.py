#!/usr/bin/python3
"""A plain PyTorch encoder-decoder with attention: what `bench.py --memory encoder-decoder` sets Tapehead beside.

Tokens are embedded; a GRU reads the source both ways or one way; the decoder is a GRU fed with the embedding of the
token before, whose start is tanh(W h) of the encoder's last states, and which looks at the annotations with Luong,
Pham & Manning's "general" score, masked beyond a source's own length:

    bahdanau        c = look(h before), h = GRU([embedding; c]), logits from [h; c]   (Bahdanau, Cho & Bengio 2015)
    luong           h = GRU(embedding), c = look(h), logits from tanh(W [h; c])       (Luong, Pham & Manning 2015)
    input-feeding   the same, and tanh(W [h; c]) is an input of the next step

Written for speed as far as ordinary PyTorch goes: the encoder is nn.GRU, and so is the decoder of `luong`, which then
looks with all steps at once; the others step through gru_cell with W*annotations and the embeddings' products made
once for all steps, and the output layer is one product for all steps. Adam, gradients clipped by norm.

Prints one line: sequences/s, ms per training step (draw, forward, backward, clip, update), peak RSS, and the mode.
"""
import argparse
import resource
import statistics
import time

import torch
import torch.nn as nn
import torch.nn.functional as F


class EncoderDecoder(nn.Module):
    def __init__(self, vocabulary: int, embedding: int, hidden: int, both_ways: bool, order: str):
        super().__init__()
        directions = 2 if both_ways else 1
        self.order, annotation = order, hidden * directions
        self.source, self.said = nn.Embedding(vocabulary, embedding), nn.Embedding(vocabulary + 1, embedding)
        self.encoder = nn.GRU(embedding, hidden, batch_first=True, bidirectional=both_ways)
        self.hand_over = nn.Linear(annotation, hidden)
        self.first_query = nn.Linear(annotation, hidden)
        self.score = nn.Linear(annotation, hidden, bias=False)
        more = {"bahdanau": annotation, "luong": 0, "input-feeding": hidden}[order]
        self.decoder = nn.GRU(embedding + more, hidden, batch_first=True)
        self.combination = nn.Linear(hidden + annotation, hidden)
        self.output = nn.Linear(hidden + (annotation if order == "bahdanau" else 0), vocabulary + 1)

    def look(self, query, keys, annotations, nowhere):
        """query: batch x steps x hidden"""
        return torch.baddbmm(nowhere, query, keys).softmax(2) @ annotations

    def forward(self, source, previous, nowhere):
        annotations, last = self.encoder(self.source(source))
        summary = last.transpose(0, 1).flatten(1)
        keys = self.score(annotations).transpose(1, 2)
        h = self.hand_over(summary).tanh()
        x = self.said(previous)
        if self.order == "luong":
            outputs, _ = self.decoder(x, h.unsqueeze(0))
            reads = self.look(outputs, keys, annotations, nowhere)
            return self.output(self.combination(torch.cat([outputs, reads], 2)).tanh())
        weights, own = self.decoder.weight_ih_l0, self.decoder.weight_hh_l0
        size = x.shape[2]
        of_words = F.linear(x, weights[:, :size], self.decoder.bias_ih_l0).unbind(1)
        back, bias = weights[:, size:], self.decoder.bias_hh_l0
        feature = self.first_query(summary).tanh() if self.order == "bahdanau" else torch.zeros_like(h)
        features = []
        for below in of_words:
            if self.order == "bahdanau":
                read = self.look(h.unsqueeze(1) if features else feature.unsqueeze(1), keys, annotations, nowhere)
                read = read.squeeze(1)
            a, b = torch.addmm(below, read if self.order == "bahdanau" else feature, back.t()), F.linear(h, own, bias)
            (r, z, n), (own_r, own_z, own_n) = a.chunk(3, 1), b.chunk(3, 1)
            h = torch.lerp((n + (r + own_r).sigmoid() * own_n).tanh(), h, (z + own_z).sigmoid())
            if self.order == "bahdanau":
                features.append(torch.cat([h, read], 1))
            else:
                read = self.look(h.unsqueeze(1), keys, annotations, nowhere).squeeze(1)
                feature = self.combination(torch.cat([h, read], 1)).tanh()
                features.append(feature)
        return self.output(torch.stack(features, 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in {"threads": 1, "batch": 32, "length": 20, "vocabulary": 50, "embedding": 64, "hidden": 256,
                        "steps": 20, "reps": 3}.items():
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--both-ways", action="store_true")
    parser.add_argument("--order", choices=["bahdanau", "luong", "input-feeding"], default="bahdanau")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    net = EncoderDecoder(options.vocabulary, options.embedding, options.hidden, options.both_ways, options.order)
    parameters = list(net.parameters())
    optimizer = torch.optim.Adam(parameters, 1e-3)
    batch, length = options.batch, options.length
    nowhere = torch.zeros(batch, 1, length)

    def step():
        source = torch.randint(0, options.vocabulary, (batch, length))
        answer = source.flip(1) + 1
        previous = torch.cat([torch.zeros(batch, 1, dtype=torch.long), answer[:, :-1]], 1)
        optimizer.zero_grad(set_to_none=True)
        F.cross_entropy(net(source, previous, nowhere).flatten(0, 1), answer.flatten(), reduction="sum").backward()
        nn.utils.clip_grad_norm_(parameters, 10.0)
        optimizer.step()

    for _ in range(3):
        step()
    seconds = []
    for _ in range(options.reps):
        begin = time.perf_counter()
        for _ in range(options.steps):
            step()
        seconds.append((time.perf_counter() - begin) / options.steps)
    median = statistics.median(seconds)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{batch / median:.2f} sequences/s ({batch / max(seconds):.1f}..{batch / min(seconds):.1f})  "
          f"{median * 1e3:.2f} ms/step  RSS {memory:.0f} MB  | eager {options.order}, batch {batch}")


if __name__ == "__main__":
    main()
