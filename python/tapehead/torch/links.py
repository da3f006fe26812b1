"""The sparse temporal links of one episode (Rae et al. 2016, supplementary D)."""
import copy

import torch


class Links:
    """Rows of at most `kept` entries [slot, weight], a weight of 0 being none: `later` has of each slot those that were
    written before it (N), `earlier` those written after it (P); and the precedence p. With a step's weights w:
    N(i,j) = (1 − w(i))·N(i,j) + w(i)·p(j), P likewise the other way about, nothing on the diagonal; p = (1 − Σw)·p + w.
    What N's row drops for lack of space, P drops too. None of it has a gradient, as published."""

    def __init__(self, kept):
        self.kept, self.later, self.earlier, self.precedence = kept, {}, {}, self.empty(kept)

    @staticmethod
    def empty(kept):
        return [[0, 0.0] for _ in range(kept)]

    def row(self, side, slot):
        return side.setdefault(slot, self.empty(self.kept))

    def add(self, row, to, weight):
        """Adds to an entry, or replaces the smallest. Gives the slot whose entry the row does not have for lack of
        space, else None."""
        for entry in row:
            if entry[1] != 0 and entry[0] == to:
                entry[1] += weight
                return None
        smallest = min(row, key=lambda entry: entry[1])
        if weight <= smallest[1]:
            return to
        lost = smallest[0] if smallest[1] != 0 else None
        smallest[:] = [to, weight]
        return lost

    def written(self, weights):
        """The links after a step's writes, all heads together: (slots)."""
        after = copy.deepcopy(self)
        weights = {slot: weight for slot, weight in enumerate(weights.tolist()) if weight != 0}
        total = sum(weights.values())
        if total > 1:
            weights = {slot: weight / total for slot, weight in weights.items()}
        after.write(weights)
        return after

    def write(self, weights):
        before = [tuple(entry) for entry in self.precedence]
        for slot, weight in weights.items():
            later = self.row(self.later, slot)
            for entry in later:
                if entry[1] != 0:
                    for back in self.row(self.earlier, entry[0]):
                        if back[0] == slot:
                            back[1] *= 1 - weight
                entry[1] *= 1 - weight
            for last, share in before:
                if share != 0 and last != slot:
                    self.link(later, slot, last, weight * share)
        rest = max(0.0, 1 - sum(weights.values()))
        for entry in self.precedence:
            entry[1] *= rest
        for slot, weight in weights.items():
            self.add(self.precedence, slot, weight)

    def link(self, later, slot, last, weight):
        lost = self.add(later, last, weight)
        if lost is not None and lost != last:
            for back in self.row(self.earlier, lost):
                if back[0] == slot:
                    back[1] = 0.0
        if lost != last:
            self.add(self.row(self.earlier, last), slot, weight)

    def followed(self, looked, count, back):
        """Weights of the `count` slots that reads (heads × slots) lead to most, backward or forward: heads × slots."""
        found = torch.zeros_like(looked)
        for head, weights in enumerate(looked.tolist()):
            led = {}
            for slot, weight in enumerate(weights):
                for to, link in (self.later if back else self.earlier).get(slot, ()):
                    if link * weight != 0:
                        led[to] = led.get(to, 0) + link * weight
            for slot in sorted(led, key=lambda to: (-led[to], to))[:count]:
                found[head, slot] = led[slot]
        return found
