"""The recurrent entity network (Henaff, Weston, Szlam, Bordes & LeCun 2017)."""
import torch

from .files import UnknownCheckpoint
from .stories import StoryReader

NORM_EPSILON = 1e-8  # added to a slot's squared norm


class EntityNetwork(StoryReader):
    def __init__(self, checkpoint):
        super().__init__(checkpoint)
        width, slots = checkpoint.whole("model.width"), checkpoint.whole("model.slots")
        known, places, take = len(self.words), self.corpus["sentence"], checkpoint.parameter
        self.normalize = checkpoint.flag("model.normalize")
        checkpoint.pass_by("model.mask")  # where places start
        self.key_words = self.tied(checkpoint, slots)
        self.embedding = take("entity/embedding", width, known)
        self.sentence_mask = take("entity/sentence-mask", width, places)
        self.question_mask = take("entity/question-mask", width, places)
        own = slots - len(self.key_words)
        self.own_keys = take("entity/keys", width, own) if own else None
        self.from_state, self.from_keys, self.from_sentences = (
            take(f"entity/{name}", width, width) for name in ("from-state", "from-keys", "from-sentences"))
        self.slopes, self.hop = take("entity/slopes", width, 1), take("entity/hop", width, width)
        self.output = take("entity/output", known, width)

    def tied(self, checkpoint, slots):
        """The words whose vectors are keys: those that are named, else the first of the corpus."""
        tied = checkpoint.text("model.keys", ("free", "tied")) == "tied"
        named = checkpoint.text("model.key-words", absent="").replace(",", " ").lower()
        if not tied:
            return []
        numbers = self.numbers(named) or list(range(min(slots, len(self.words))))
        if None in numbers:
            raise UnknownCheckpoint(f"{checkpoint.path}: has model.key-words = {named}; words of its corpus are needed")
        return numbers

    def keys(self):
        """A row each."""
        of_words = self.embedding[:, self.key_words].T
        return of_words if self.own_keys is None else torch.cat([of_words, self.own_keys.T])

    def prelu(self, x):
        return x.relu() + self.slopes[:, 0] * (x - x.relu())

    def forward(self, statements, question):
        keys = self.keys()
        state, of_keys = keys, keys @ self.from_keys.T
        for text in statements:
            sentence = self.encode(self.embedding, self.sentence_mask, self.numbers(text))
            gates = (state @ sentence + keys @ sentence).sigmoid()
            candidate = self.prelu(state @ self.from_state.T + of_keys + self.from_sentences @ sentence)
            state = state + gates.unsqueeze(1) * candidate
            if self.normalize:
                state = state / (state.square().sum(1, keepdim=True) + NORM_EPSILON).sqrt()
        asked = self.encode(self.embedding, self.question_mask, self.numbers(question))
        found = (state @ asked).softmax(0) @ state
        return self.output @ self.prelu(asked + self.hop @ found)
