"""Six pictures of a repeat-copy machine (Graves, Wayne & Danihelka 2014, sections 3 and 4.2)."""
import numpy

from tapehead.plots import ticks

from . import look

SHOWN = 14      # slots; the others stay unchanged
STRENGTHS = 1, 8


def pictures(trace):
    """{name: figure}"""
    return {"slots": slots(trace), "heads": heads(trace), "strength": strength(trace), "gate": gate(trace),
            "shift": shift(trace), "bits": bits(trace)}


def heard(trace):
    """The number of input steps."""
    return int((trace["mask"][:, 0] == 0).sum())


def jumps(trace):
    """The steps of the answer, from 0, at which the read head looks up where to go on."""
    gate = trace["read/gate"][:-1, 0, 0]  # at the last step it emits the end, and its read is unused
    return [step for step in range(heard(trace), len(gate)) if gate[step] > 0.5]


def weights(trace, name):
    """Slots × steps."""
    return trace[name][:, 0, :SHOWN].T


def slots(trace):
    listened, steps = heard(trace), len(trace["inputs"])
    made, axes = look.figure(4.1, nrows=3, ncols=3, height_ratios=[1, 1, 1.55])
    for row, (name, title) in enumerate((("inputs", "What goes in"), ("outputs", "What it says"))):
        for each in axes[row, 1:]:
            each.remove()
        axes[row, 0].remove()
        whole = made.add_subplot(axes[0, 0].get_gridspec()[row, :])
        values = trace[name].T
        look.cells(whole, numpy.where(trace["mask"].T > 0, values, numpy.nan) if row else values, title, unit=bool(row))
        whole.set_ylabel("number")
        if row == 0:
            whole.set_title(title, loc="left", fontsize=9, pad=16)
            look.span(whole, 1, listened - 1, "it hears six vectors", -0.9)
            look.span(whole, listened + 1, steps, "it says them three times, and that this is the end", -0.9)
            look.say(whole, "“three times”", (listened + 4, 5), (listened + 0.4, 9.2))
    for each, step in zip(axes[2], (0, 2, listened - 2)):
        look.cells(each, trace["memory"][step][:, :SHOWN].T, f"Memory after step {step + 1}", unit=False)
        each.set(xlabel="its 20 numbers", ylabel="slot" if step == 0 else "")
    return made


def heads(trace):
    first, again = heard(trace), jumps(trace)
    made, (write, read) = look.figure(3.7, nrows=2, sharex=True)
    look.cells(write, weights(trace, "write/weights"), "Write head")
    look.cells(read, weights(trace, "read/weights"), "Read head")
    look.say(write, "a slot further at each step", (9, 3.2), (4.4, 4))
    look.say(read, "at no slot in particular,\nthen at the first", (3.6, 4.6), (6.9, 1.6))
    look.say(read, "reads one after the other", (6, 11), (first + 3, 3.6))
    for step in again:
        look.say(read, "back", (step + 1, 9.5), (step + 1, 2.6))
    read.set(xlabel="step")
    for each in (write, read):
        each.set_ylabel("slot")
    return made


def likeness(trace, step):
    """The cosine similarity (eq. 6) of each slot to the read key, at the time the step reads."""
    memory, key = trace["memory"][step], trace["read/key"][step, 0]
    return key @ memory / (numpy.linalg.norm(key) * numpy.linalg.norm(memory, axis=0) + 1e-8)


def strength(trace):
    step = jumps(trace)[0]
    alike, own = likeness(trace, step), trace["read/strength"][step, 0, 0]
    made, axes = look.figure(2.4, ncols=4, width_ratios=[1.25, 1, 1, 1])
    look.bars(axes[0], alike[:SHOWN], "Likeness to the key", look.GREY)
    axes[0].set_ylim(-1, 1)
    for each, one in zip(axes[1:], (*STRENGTHS, own)):
        look.bars(each, shares(alike, one)[:SHOWN], f"At {one:.3g}, its own" if one == own else f"At strength {one}")
    for each in axes:
        each.set_xlabel("slot")
    return made


def shares(alike, strength):
    """Over all slots, including those not shown."""
    found = numpy.exp(strength * (alike - alike.max()))
    return found / found.sum()


def gate(trace):
    step = jumps(trace)[0]
    made, axes = look.figure(3.9, nrows=2, ncols=3, height_ratios=[1, 1.15])
    for each in axes[0]:
        each.remove()
    over = made.add_subplot(axes[0, 0].get_gridspec()[0, :])
    look.bars(over, trace["read/gate"][:-1, 0, 0], "Gate of the read head: 1 is the look-up, 0 is where "
                                                   "it looked before")
    over.set_xlabel("step")
    for each in jumps(trace):
        look.say(over, "from the start again", (each - 2.2, 0.7), (each + 0.5, 0.7))
    before, found = weights(trace, "read/weights")[:, step - 1], weights(trace, "read/content")[:, step]
    for each, values, title in zip(axes[1], (before, found, weights(trace, "read/gated")[:, step]),
                                   (f"Where it looked at step {step}", f"Look-up at step {step + 1}",
                                    "Mixed: gate %.2g" % trace["read/gate"][step, 0, 0])):
        look.bars(each, values, title)
        each.set_xlabel("slot")
    return made


def shift(trace):
    step = jumps(trace)[0]
    made, axes = look.figure(4.4, nrows=2, ncols=4, height_ratios=[1, 1.2], width_ratios=[1, 0.6, 1, 1])
    kernel = trace["read/shift"][step, 0][::-1]  # element 0 moves the focus forward
    look.bars(axes[0, 0], weights(trace, "read/gated")[:, step], f"At step {step + 1}: after the gate")
    axes[0, 1].bar(["−1", "0", "+1"], kernel, color=look.CURSOR, width=0.7)
    axes[0, 1].set_title("Shift", loc="left", fontsize=9)
    axes[0, 1].set_ylim(0, 1.05)
    look.bars(axes[0, 2], weights(trace, "read/shifted")[:, step], "Shifted")
    look.bars(axes[0, 3], weights(trace, "read/weights")[:, step],
              "Sharpened by %.2g" % trace["read/sharpening"][step, 0, 0])
    for each in (axes[0, 0], *axes[0, 2:]):
        each.set_xlabel("slot")
    for each in axes[1]:
        each.remove()
    grid = axes[0, 0].get_gridspec()[1, :].subgridspec(1, 2)
    sharp, blurred = made.add_subplot(grid[0]), made.add_subplot(grid[1])
    look.cells(sharp, *walks(0.1, 1.0, 2.0))
    look.cells(blurred, *walks(0.1, 1.0, 1.0))
    for each in (sharp, blurred):
        each.set(xlabel="step", ylabel="slot")
    return made


def walks(leak, start, exponent, steps=20, slots=SHOWN):
    """(slots × steps, a title) of a focus moved repeatedly by a slightly uncertain shift."""
    weighting = numpy.zeros(slots)
    weighting[0] = start
    found = [weighting]
    for _ in range(steps - 1):
        moved = (1 - 2 * leak) * numpy.roll(weighting, 1) + leak * (weighting + numpy.roll(weighting, 2))
        weighting = moved**exponent / (moved**exponent).sum()
        found.append(weighting)
    with_it = f"With sharpening, {exponent:.0f}" if exponent > 1 else "Without: the same, a tenth astray each way"
    return numpy.array(found).T, with_it


def costs(trace):
    """The cost of each step's answer in bits: −log₂ of the probability of the target."""
    scored, right = trace["mask"] > 0, trace["targets"] > 0.5
    held = numpy.where(right, trace["outputs"], 1 - trace["outputs"])
    return numpy.where(scored, -numpy.log2(numpy.clip(held, 1e-12, 1)), 0).sum(axis=1)


def bits(trace):
    cost, first = costs(trace), heard(trace)
    answers = int((trace["mask"] > 0).sum())
    made, (one, all_of_them) = look.figure(2.7, ncols=2, width_ratios=[1, 1.4])
    chance = numpy.linspace(0.01, 1, 200)
    one.plot(chance, -numpy.log2(chance), color=look.BAR)
    for held, text, at in ((0.5, "undecided: 1 bit", (0.66, 2.2)), (0.99, "nearly sure:\n0.0145 bits", (0.8, 4.4)),
                           (0.05, "nearly sure of the\nwrong: 4.3 bits", (0.45, 5.8))):
        look.say(one, text, at, (held, -numpy.log2(held)))
    one.set(xlabel="chance given to what is right", ylabel="cost (bits)", ylim=(0, 7))
    one.set_title("What one answer costs", loc="left", fontsize=9)
    steps = range(first + 1, len(cost) + 1)
    all_of_them.bar(steps, cost[first:], color=look.BAR)
    all_of_them.axhline(trace["mask"].shape[1], color=look.CURSOR, lw=1.2)
    all_of_them.text(steps[0], trace["mask"].shape[1] * 1.35, f"guessing: {answers} bits in all", fontsize=8,
                     color=look.CURSOR)
    all_of_them.set(yscale="log", xlabel="step", ylabel="cost (bits)", ylim=(1e-7, 200))
    all_of_them.xaxis.set_major_locator(look.whole_numbers())
    ticks.worded(all_of_them.yaxis, ticks.power_of_ten)
    all_of_them.set_title("What the episode costs: %.2g bits in all" % cost.sum(), loc="left", fontsize=9)
    return made
