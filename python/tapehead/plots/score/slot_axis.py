"""The slots that a score shows, in an order that is fixed for the episode, as in the pages
(web/src/score/slot_axis.js). Where heads shift, slots are a ring: it is gone round from the slot that was written
first, the way that the write head goes. Elsewhere slots are counted as they were written. A copy is two parallel
diagonals both ways. Slots that no head uses are left out where there are many."""
import numpy

from tapehead.plots.slots import USED

FEW = 24    # up to so many slots are all shown
BESIDE = 2  # slots shown on either side of a used one


class SlotAxis:
    """`order`: the slots shown, from 0, from the top; `label`: what the axis says; `turn`: −1 where the ring is gone
    round backwards."""

    def __init__(self, weightings, written, what="slot", is_ring=True, chosen=None):
        """`weightings` are arrays of steps × heads × slots, of which `written` (or None) is that of the write heads.
        `chosen` is the number of all slots if the arrays have but those that were used."""
        count, path = weightings[0].shape[2], places(written) if what == "slot" else []
        self.turn = direction(path, count) if is_ring else 1
        ring = [((path[0] if path else 0) + self.turn * at) % count for at in range(count)]
        order = ring if is_ring else list(dict.fromkeys([*path, *range(count)]))
        self.numbers = {slot: at + 1 for at, slot in enumerate(order)}
        shown = near(used(weightings, order)) if count > FEW else numpy.ones(count, bool)
        self.order = numpy.array(order)[shown if shown.any() else slice(None)]
        counted = f"{what} (1: first written)" if path and order != list(range(count)) else what
        total = chosen or count
        left_out = f"{len(self.order):,} of {total:,} shown"
        self.label = counted if len(self.order) == total else f"{counted}\n{left_out}"

    def number(self, row):
        """What the slot in a row is called."""
        return self.numbers[int(self.order[row])]


def places(written):
    """The slots that are most written, by step, of the steps that write anywhere in particular."""
    if written is None:
        return []
    most = written.max(axis=1)
    return [int(step.argmax()) for step in most if step.max() >= USED]


def direction(path, count):
    """Whether most moves to a slot beside go ahead (1) or back (−1)."""
    by = numpy.diff(path) % count if len(path) > 1 else numpy.zeros(0)
    return -1 if (by == count - 1).sum() > (by == 1).sum() else 1


def used(weightings, order):
    return numpy.max([each.max(axis=(0, 1)) for each in weightings], axis=0)[order] >= USED


def near(is_used):
    """Also the places beside those that are used, round the ring."""
    return numpy.any([numpy.roll(is_used, by) for by in range(-BESIDE, BESIDE + 1)], axis=0)
