"""The end-to-end memory network (Sukhbaatar, Szlam, Weston & Fergus 2015)."""
import json

import torch

from .files import UnknownCheckpoint

EPOCHS = "epochs"


def sequences(text, epoch):
    """A number of episodes: a plain number, or "20epochs" of `epoch` episodes each."""
    return round(float(text[:-len(EPOCHS)]) * epoch) if text.endswith(EPOCHS) else int(text)


class MemN2n(torch.nn.Module):
    def __init__(self, checkpoint):
        super().__init__()
        if "corpus" not in checkpoint.metadata:
            raise UnknownCheckpoint(f"{checkpoint.path}: has no corpus; the words that it was trained on are needed")
        corpus = json.loads(checkpoint.metadata["corpus"])
        self.words = {word: number for number, word in enumerate(corpus["words"])}
        self.hops, self.width = checkpoint.whole("model.hops"), checkpoint.whole("model.width")
        self.capacity = max(1, min(checkpoint.whole("model.memory"), corpus["statements"]))
        self.adjacent = checkpoint.text("model.tying", ("adjacent", "layer-wise")) == "adjacent"
        encoding = checkpoint.text("model.encoding", ("bag-of-words", "position", "learned-position"))
        self.time, self.relu = checkpoint.flag("model.time"), checkpoint.flag("model.relu")
        checkpoint.text("model.time-noise")  # affects training only
        self.fill_nulls, self.nulls = checkpoint.flag("model.fill-nulls"), checkpoint.whole("model.nulls")
        self.softmax = checkpoint.seen >= sequences(checkpoint.text("model.linear-start"), corpus["episodes"])
        known, places = len(self.words), corpus["sentence"] + self.time
        blocks = self.hops + 1 if self.adjacent else 2
        take = checkpoint.parameter
        self.tables = take("statements/words", blocks * self.width, known + self.capacity * self.time)
        self.keep_places("places", checkpoint, encoding, "statements/places", blocks * self.width, places)
        if not self.adjacent:
            self.question = take("question/words", self.width, known)
            self.keep_places("question_places", checkpoint, encoding, "question/places", self.width, places)
            self.answer = take("answer/words", self.width, known)
            self.carry = take("carry/weights", self.width, self.width)

    def keep_places(self, name, checkpoint, encoding, parameter, *shape):
        """The weight of each position in a sentence: learned, fixed, or none."""
        if encoding == "learned-position":
            self.register_parameter(name, checkpoint.parameter(parameter, *shape))
        else:
            self.register_buffer(name, checkpoint.tensor(parameter, *shape) if encoding == "position" else None)

    def encode(self, table, places, text, age=None):
        """A sentence as the sum of its words' vectors, weighted by position; the age is an extra last word. An unknown
        word only takes up a position."""
        known = [(place, self.words[word]) for place, word in enumerate(text.split()) if word in self.words]
        if age is not None:
            known.append((None, len(self.words) + age - 1))
        total = table.new_zeros(len(table))
        for place, word in known:
            if places is None:
                total = total + table[:, word]
            else:
                last = places.shape[1] - 1
                total = total + table[:, word] * places[:len(table), last if place is None else min(place, last)]
        return total

    def forward(self, statements, question):
        """Texts of words separated by blanks, the oldest statement first -> a logit per word of the corpus."""
        newest = statements[max(0, len(statements) - self.capacity):]
        d, count = self.width, len(newest)
        encoded = [self.encode(self.tables, self.places, text, count - i if self.time else None)
                   for i, text in enumerate(newest)]
        memory = torch.stack(encoded) if count else self.tables.new_zeros(0, len(self.tables))
        u = (self.encode(self.tables[:d], self.places, question) if self.adjacent else
             self.encode(self.question, self.question_places, question))
        nulls = self.capacity - count if self.fill_nulls else self.nulls
        for hop in range(self.hops):
            block = hop if self.adjacent else 0
            weights = memory[:, block * d:(block + 1) * d] @ u
            if self.softmax:  # null slots score 0 and contribute zero vectors
                weights = torch.cat([weights, weights.new_zeros(nulls)]).softmax(0)[:count]
            o = weights @ memory[:, (block + 1) * d:(block + 2) * d]
            u = (u if self.adjacent else self.carry @ u) + o
            u = u.relu() if self.relu else u
        answer = self.tables[self.hops * d:, :len(self.words)] if self.adjacent else self.answer
        return u @ answer
