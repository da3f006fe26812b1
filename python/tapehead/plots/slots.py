"""Selects the slots of a large memory that a figure shows: the shortest range around the ring that holds all used
ones."""
import numpy

USED = 0.05       # a slot is used if some head gives it this weight at some step
ALL_SHOWN = 32    # memories up to this size are shown whole
MARGIN = 2        # unused slots shown on either side, so that the boundary is visible


def shown_slots(weightings, most=0.5):
    """The slots to show, in order, for weightings (each heads x slots x T); the range may wrap past the last slot to
    the first, for location addressing is circular. All slots if the memory is small or the used ones fill more than
    `most` of it."""
    slots = weightings[0].shape[1]
    used = numpy.flatnonzero(numpy.max([one.max(axis=(0, 2)) for one in weightings], axis=0) >= USED)
    if slots <= ALL_SHOWN or used.size == 0:
        return numpy.arange(slots)
    # The range begins after the longest run of unused slots.
    gaps = numpy.diff(numpy.append(used, used[0] + slots))
    longest = int(gaps.argmax())
    first = used[(longest + 1) % used.size]
    count = slots - gaps[longest] + 1
    if count + 2 * MARGIN > int(most * slots):
        return numpy.arange(slots)
    return (numpy.arange(count + 2 * MARGIN) + first - MARGIN) % slots


def chosen_by(view, head):
    """(steps, slots, weights) of a head's weights of at least USED, for a weighting over chosen slots
    (tapehead.runs.traces); a slot chosen more than once in a step occurs once."""
    steps, _, count = view.values.shape
    places = numpy.stack([numpy.repeat(numpy.arange(steps), count), view.slots[:, head].ravel()])
    (at, slots), which = numpy.unique(places, axis=1, return_inverse=True)
    weights = numpy.bincount(which.ravel(), view.values[:, head].ravel())
    used = weights >= USED
    return at[used], slots[used], weights[used]


def used_of_chosen(views):
    """The slots, in order, that any head ever uses in weightings over chosen slots."""
    return numpy.unique(numpy.concatenate([chosen_by(each, head)[1] for each in views
                                           for head in range(each.values.shape[1])]))
