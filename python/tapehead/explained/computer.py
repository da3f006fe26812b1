"""Two pictures of a differentiable neural computer that copies (Graves et al. 2016, methods: memory access)."""
import numpy

from . import look

MODES = {"back": "#5a2a00", "look-up": "#d95f02", "on": "#0a52a0"}


def pictures(trace):
    return {"dnc-room": room(trace), "dnc-links": links(trace)}


def heard(trace):
    return int((trace["mask"][:, 0] == 0).sum())


def written(trace):
    """The slots, from 1, that the inputs were written to, in order."""
    return [int(slot) + 1 for slot in trace["write/weights"][:heard(trace) - 1, 0].argmax(axis=1)]


def room(trace):
    made, (usage, write) = look.figure(3.6, nrows=2, sharex=True)
    look.cells(usage, trace["usage"][:, 0].T, "How much of each slot is taken")
    look.cells(write, trace["write/weights"][:, 0].T, "Where it writes")
    steps = numpy.arange(heard(trace) - 1) + 1
    for step, slot in zip(steps, written(trace)):
        write.text(step, slot, slot, ha="center", va="center", fontsize=7, color="white")
    for each in (usage, write):
        each.set_ylabel("slot")
    write.set_xlabel("step")
    return made


def links(trace):
    listened = heard(trace)
    made, axes = look.figure(3.6, nrows=2, ncols=2, width_ratios=[1, 1.35])
    for each in axes[:, 0]:
        each.remove()
    matrix = made.add_subplot(axes[0, 0].get_gridspec()[:, 0])
    slots = trace["usage"].shape[2]
    after = trace["links"][listened - 2][:slots, :slots]
    look.cells(matrix, after.T if is_after(after, written(trace)) else after, "Links, when all is heard")
    matrix.set(xlabel="… this slot was written before", ylabel="this slot … was written after")
    for before, slot in zip(written(trace), written(trace)[1:]):
        matrix.plot(before, slot, "o", ms=7, mfc="none", mec=look.CURSOR, mew=1.4)
    modes = trace["read/modes"][:, 0]
    steps, bottom = numpy.arange(1, len(modes) + 1), numpy.zeros(len(modes))
    for (name, colour), shares in zip(MODES.items(), modes.T):
        axes[0, 1].bar(steps, shares, bottom=bottom, color=colour, label=name)
        bottom = bottom + shares
    axes[0, 1].set_title("How it finds it", loc="left", fontsize=9)
    axes[0, 1].legend(ncols=3, loc="lower right", bbox_to_anchor=(1.02, 0.97), fontsize=8, handlelength=1)
    axes[0, 1].set_xlim(0.5, len(modes) + 0.5)
    look.cells(axes[1, 1], trace["read/weights"][:, 0].T, "What it reads")
    for step, slot in enumerate(trace["read/weights"][:, 0].argmax(axis=1) + 1):
        if step >= listened:
            axes[1, 1].text(step + 1, slot, slot, ha="center", va="center", fontsize=7, color="white")
    axes[1, 1].set(xlabel="step", ylabel="slot")
    return made


def is_after(matrix, order):
    """Whether the rows are the earlier slots and the columns those written right after."""
    pairs = [(before - 1, slot - 1) for before, slot in zip(order, order[1:])]
    return sum(matrix[pair] for pair in pairs) > sum(matrix[pair[::-1]] for pair in pairs)
