"""The end-to-end memory network (Sukhbaatar, Szlam, Weston & Fergus 2015)."""
import math

import torch

from .stories import StoryReader

EPOCHS = "epochs"


def sequences(text, epoch):
    """A number of episodes: a plain number, or "20epochs" of `epoch` episodes each."""
    return round(float(text[:-len(EPOCHS)]) * epoch) if text.endswith(EPOCHS) else int(text)


class MemN2n(StoryReader):
    def __init__(self, checkpoint):
        super().__init__(checkpoint)
        self.hops, self.width = checkpoint.whole("model.hops"), checkpoint.whole("model.width")
        self.capacity = max(1, min(checkpoint.whole("model.memory"), self.corpus["statements"]))
        self.adjacent = checkpoint.text("model.tying", ("adjacent", "layer-wise")) == "adjacent"
        encoding = checkpoint.text("model.encoding", ("bag-of-words", "position", "learned-position"))
        self.time, self.relu = checkpoint.flag("model.time"), checkpoint.flag("model.relu")
        self.time_noise = checkpoint.real("model.time-noise")
        self.fill_nulls, self.nulls = checkpoint.flag("model.fill-nulls"), checkpoint.whole("model.nulls")
        linear_start = sequences(checkpoint.text("model.linear-start"), self.corpus["episodes"])
        self.softmax = checkpoint.seen >= linear_start
        known, places = len(self.words), self.corpus["sentence"] + self.time
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

    def ages(self, count):
        """The statements' ages, the oldest first; in training some are left out at random (section 4.1)."""
        if not self.training or self.time_noise <= 0:
            return list(range(count, 0, -1))
        span = count + int(torch.randint(math.ceil(self.time_noise * count) + 1, ()))
        drawn = (torch.randperm(span)[:count] + 1).sort(descending=True).values
        return drawn.clamp(max=self.capacity).tolist()

    def forward(self, statements, question):
        newest = statements[max(0, len(statements) - self.capacity):]
        d, count = self.width, len(newest)
        encoded = [self.encode(self.tables, self.places, self.numbers(text),
                               len(self.words) + age - 1 if self.time else None)
                   for text, age in zip(newest, self.ages(count))]
        memory = torch.stack(encoded) if count else self.tables.new_zeros(0, len(self.tables))
        asked = self.numbers(question)
        u = (self.encode(self.tables[:d], self.places, asked) if self.adjacent else
             self.encode(self.question, self.question_places, asked))
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
