"""Write and read weightings on one axis of slots: a hue each, so that a copy is two parallel diagonals."""
import dataclasses

import numpy

from tapehead.plots.slots import chosen_by, used_of_chosen

from .slot_axis import SlotAxis


@dataclasses.dataclass
class Pair:
    """What writes and what reads in one panel; either may be None."""
    write: object  # View
    read: object
    what: str      # what the rows are: slot, entry
    is_ring: bool = True

    def __post_init__(self):
        there = self.there()
        chosen = there[0].count if any(each.slots is not None for each in there) else None
        self.known = used_of_chosen(there) if chosen else None
        self.values = {side: None if each is None else self.dense(each)
                       for side, each in (("write", self.write), ("read", self.read))}
        weightings = [values for values in self.values.values() if values is not None]
        self.alike = len({values.shape[2] for values in weightings}) == 1  # both have the same places
        self.axis = SlotAxis(weightings, self.values["write"], self.what, self.is_ring, chosen) if self.alike else None

    def there(self):
        return [each for each in (self.write, self.read) if each is not None]

    def dense(self, view):
        """Steps × heads × slots."""
        if view.slots is None:
            return view.values
        steps, heads, _ = view.values.shape
        found = numpy.zeros((steps, heads, max(1, len(self.known))))
        for head in range(heads):
            at, slots, weights = chosen_by(view, head)
            found[at, head, numpy.searchsorted(self.known, slots)] = weights
        return found

    def heads(self):
        return max(values.shape[1] for values in self.values.values() if values is not None)

    def of_head(self, head):
        """(write, read) of a panel, slots × steps; a side with fewer heads shows its last in the further panels."""
        steps = len(self.there()[0].values)
        return [numpy.zeros((len(self.axis.order), steps)) if values is None
                else values[:, min(head, values.shape[1] - 1)][:, self.axis.order].T
                for values in (self.values["write"], self.values["read"])]
