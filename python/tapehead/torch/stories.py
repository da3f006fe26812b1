"""What the networks that answer questions about stories have in common."""
import json

import torch

from .files import UnknownCheckpoint


class StoryReader(torch.nn.Module):
    """forward(statements, question): texts of words parted by blanks, the oldest statement first -> a logit for each
    word of the corpus."""

    def __init__(self, checkpoint):
        super().__init__()
        if "corpus" not in checkpoint.metadata:
            raise UnknownCheckpoint(f"{checkpoint.path}: has no corpus; the words that it was trained on are needed")
        self.corpus = json.loads(checkpoint.metadata["corpus"])
        self.words = {word: number for number, word in enumerate(self.corpus["words"])}

    def numbers(self, text):
        """A word's column of a table; None for a word outside of the corpus."""
        return [self.words.get(word) for word in text.split()]

    @staticmethod
    def encode(table, places, columns, last=None):
        """The sum of these columns, weighted by place (none: all alike); a column that is None only takes a place, and
        `last` has the last one."""
        known = [(place, column) for place, column in enumerate(columns) if column is not None]
        known += [] if last is None else [(-1, last)]
        if not known:
            return table.new_zeros(len(table))
        vectors = table[:, [column for _, column in known]]
        if places is None:
            return vectors.sum(1)
        end = places.shape[1] - 1
        at = [end if place < 0 else min(place, end) for place, _ in known]
        return (vectors * places[:len(table), at]).sum(1)

    def answers(self, stories):
        """Those of a batch's stories (`batch.stories`) -> logits (stories, the most questions, words), zeros where a
        story has fewer questions."""
        rows, most = [], max(len(story.questions) for story in stories)
        for story in stories:
            row = [self(story.statements[:asked.known], asked.words) for asked in story.questions]
            row += [next(self.parameters()).new_zeros(len(self.words))] * (most - len(row))
            rows.append(torch.stack(row))
        return torch.stack(rows)
