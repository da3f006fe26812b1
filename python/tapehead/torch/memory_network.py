"""The memory network that is told its supporting facts (Weston, Chopra & Bordes 2014, sections 3.1 and 3.4)."""
import torch

from .stories import StoryReader

AGE_FEATURES = 3
QUESTION, NO_MORE = float("inf"), -1  # in place of a fact: younger than any; what ends a search


def older(x, y, other):
    """Facts are numbered from the oldest."""
    return [float(x < y), float(x < other), float(y < other)]


class Vectors(torch.nn.Module):
    """A word's vectors as part of a question, of the fact found last, of those before it, and of a candidate."""

    def __init__(self, checkpoint, name, width, words, latest):
        super().__init__()

        def table(of):
            return checkpoint.parameter(f"{name}/{of}", width, words)
        self.question, self.latest = table("question"), table("latest" if latest else "found")
        self.earlier = table("earlier") if latest else self.latest
        self.candidate = table("candidate")


class MemoryNetwork(StoryReader):
    def __init__(self, checkpoint):
        super().__init__(checkpoint)
        width, latest = checkpoint.whole("model.width"), checkpoint.flag("model.latest")
        self.hops, self.margin = checkpoint.whole("model.hops"), checkpoint.real("model.margin")
        self.facts, self.answer = (Vectors(checkpoint, name, width, len(self.words), latest)
                                   for name in ("facts", "answers"))
        self.ages = checkpoint.parameter("facts/ages", width, AGE_FEATURES) if checkpoint.flag("model.time") else None
        adaptive = checkpoint.flag("model.adaptive")
        self.no_more = checkpoint.parameter("facts/no-more", width, 1) if adaptive else None

    def of_words(self, table, words):
        return self.encode(table, None, words)

    def leads(self, scores, ages, latest, fact):
        """By how much a fact leads over each one, itself among them (section 3.4): the older of two comes first."""
        leads = scores[fact] - scores
        if ages is None:
            return leads
        features = [[one if fact < f else -one for one in older(latest, min(f, fact), max(f, fact))]
                    for f in range(len(scores))]
        return leads + scores.new_tensor(features) @ ages

    def winner(self, scores, ages, latest, end):
        """The fact that wins a tournament, the newest first; end: what "no more" scores."""
        best = len(scores) - 1
        for fact in range(best - 1, -1, -1):
            lead = scores[fact] - scores[best]
            if ages is not None:
                lead = lead + scores.new_tensor(older(latest, fact, best)) @ ages
            best = fact if lead > 0 else best
        return NO_MORE if end is not None and end > scores[best] else best

    def short(self, leads):
        return (self.margin - leads).relu().sum()

    def facts_cost(self, scores, ages, latest, end, fact):
        """What wrong facts cost that the right one does not lead by the margin."""
        if fact == NO_MORE:
            return self.short(end - scores)
        leads = self.leads(scores, ages, latest, fact)
        cost = self.short(torch.cat([leads[:fact], leads[fact + 1:]]))
        return cost if end is None else cost + self.short(scores[fact] - end)

    def told(self, supports, hop):
        """The fact that this hop should find; None where nobody says."""
        if hop < len(supports):
            return supports[hop]
        return NO_MORE if self.no_more is not None else supports[-1] if supports else None

    def search(self, statements, question, supports=None):
        """(logits, what the facts cost): by itself, or in training with the supports that are told."""
        known, asked = [self.numbers(text) for text in statements], self.numbers(question)
        finding, answering = self.of_words(self.facts.question, asked), self.of_words(self.answer.question, asked)
        cost, latest = finding.new_zeros(()), QUESTION
        if known:
            facts = torch.stack([self.of_words(self.facts.candidate, words) for words in known])
        for hop in range(self.hops if known else 0):
            look = finding if latest == QUESTION else finding + self.of_words(self.facts.latest, known[latest])
            scores, ages = facts @ look, None if self.ages is None else look @ self.ages
            end = None if self.no_more is None else self.no_more[:, 0] @ look
            right = None if supports is None else self.told(supports, hop)
            fact = self.winner(scores, ages, latest, end) if right is None else right
            if right is not None:
                cost = cost + self.facts_cost(scores, ages, latest, end, fact)
            if fact == NO_MORE:
                break
            if latest != QUESTION:
                finding = finding + self.of_words(self.facts.earlier, known[latest])
                answering = answering + self.of_words(self.answer.earlier, known[latest])
            latest = fact
        if latest != QUESTION:
            answering = answering + self.of_words(self.answer.latest, known[latest])
        return answering @ self.answer.candidate, cost

    def forward(self, statements, question):
        return self.search(statements, question)[0]

    def objective(self, batch):
        """The margins by which right facts and answers do not lead over wrong ones (eqs. 6 to 8, over all wrong
        ones)."""
        stories, total = batch.stories, 0
        for story in stories:
            for asked in story.questions:
                logits, cost = self.search(story.statements[:asked.known], asked.words, asked.supports)
                right, total = self.words.get(asked.answer), total + cost
                if right is not None:
                    wrong = torch.cat([logits[:right], logits[right + 1:]])
                    total = total + self.short(logits[right] - wrong)
        return total / len(stories)
