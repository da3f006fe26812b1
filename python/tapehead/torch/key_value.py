"""The key-value memory network (Miller, Fisch, Dodge, Karimi, Bordes & Weston 2016, section 3.1)."""
import torch

from .stories import StoryReader

MOST_AGES = 500  # older statements share this age


class KeyValueNetwork(StoryReader):
    def __init__(self, checkpoint):
        super().__init__(checkpoint)
        width, hops, take = checkpoint.whole("model.width"), checkpoint.whole("model.hops"), checkpoint.parameter
        kind = checkpoint.text("model.memories", ("sentence", "window", "window+centre"))
        self.sentences, self.centred = kind == "sentence", kind == "window+centre"
        self.beside = checkpoint.whole("model.window") // 2
        places = checkpoint.text("model.encoding", ("bag-of-words", "position")) == "position"
        self.time = checkpoint.flag("model.time")
        own_values = checkpoint.text("model.values", ("shared", "own")) == "own"
        own_answers = checkpoint.text("model.answers", ("own", "shared")) == "own"
        self.hashing, self.hash_below = checkpoint.flag("model.hashing"), checkpoint.whole("model.hash-below")
        self.known = len(self.words)
        self.dictionary = self.known * (2 if self.centred else 1)  # the words, and the middle ones again
        self.ages = min(max(self.corpus["statements"], 1), MOST_AGES)
        columns = self.dictionary + self.ages * self.time
        self.table = take("words", width, columns)
        self.register_buffer("places", checkpoint.tensor("places", width, self.corpus["sentence"] + self.time)
                             if places else None)
        self.values = take("values/words", width, columns) if own_values else None
        self.answer = take("answers/words", width, self.known) if own_answers else None
        self.rotations = torch.nn.ParameterList([take(f"hop-{i + 1}/weights", width, width) for i in range(hops)])

    def windows(self, statement):
        """The memories of one statement: its key's words, the middle one's place among them, and its value's words."""
        if self.sentences:
            return [(statement, None, statement)]
        return [(statement[max(0, i - self.beside):i + self.beside + 1], min(i, self.beside), [word])
                for i, word in enumerate(statement)]

    def of_centre(self, word):
        return None if word is None else word + self.known

    def looked_up(self, memories, question):
        """Key hashing: the memories that share with the question a word that few of them have."""
        if not self.hashing:
            return memories
        few = {word for word in question if word is not None
               and sum(word in key for _, (key, _, _) in memories) < self.hash_below}
        return [one for one in memories if few.intersection(one[1][0])]

    def encoded(self, memory, count):
        """A memory's key and value as vectors."""
        number, (key, middle, value) = memory
        age = self.dictionary + min(self.ages, count - number) - 1 if self.time else None
        if self.centred:
            key = key[:middle] + [self.of_centre(key[middle])] + key[middle + 1:]
            value = [self.of_centre(value[0])]
        values = self.table if self.values is None else self.values
        return (self.encode(self.table, self.places, key, age),
                self.encode(values, self.places if self.sentences else None, value, age if self.sentences else None))

    def forward(self, statements, question):
        asked = self.numbers(question)
        memories = [(number, one) for number, text in enumerate(statements)
                    for one in self.windows(self.numbers(text))]
        both = [self.encoded(one, len(statements)) for one in self.looked_up(memories, asked)]
        q = self.encode(self.table, self.places, asked)
        if both:
            keys, values = (torch.stack(vectors) for vectors in zip(*both))
        for rotation in self.rotations:
            q = rotation @ (q + ((keys @ q).softmax(0) @ values if both else 0))
        return q @ (self.table[:, self.dictionary - self.known:self.dictionary] if self.answer is None else self.answer)
