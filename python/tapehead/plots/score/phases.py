"""What happens when, as in the pages (web/src/score/phases.js): vectors come in, a mark stands alone, an answer is
wanted."""
import numpy

BOTH, ANSWER, INPUT, MARK, PAUSE = "input and answer", "answer", "input", "mark", "pause"


def by_step(inputs, scored):
    """The phase of each step; `inputs` and `scored` are rows × steps."""
    bits = bits_of(inputs, len(scored))
    given, marked, asked = (inputs[:bits] != 0).any(axis=0), (inputs[bits:] != 0).any(axis=0), scored.any(axis=0)
    return [(BOTH if here else ANSWER) if answers else INPUT if here else MARK if mark else PAUSE
            for here, mark, answers in zip(given, marked, asked)]


def spans(phases):
    """[(name, first step, last step)], steps from 1."""
    found = []
    for step, name in enumerate(phases, 1):
        if found and found[-1][0] == name:
            found[-1] = (name, found[-1][1], step)
        else:
            found.append((name, step, step))
    return found


def bits_of(inputs, answered):
    """How many of the first rows belong to vectors, those after them being marks: those that speak whenever the first
    does, or as many as an answer has."""
    alike = (inputs != 0) == (inputs[0] != 0)
    count = int(numpy.argmin([*alike.all(axis=1), False]))
    return count if count > 1 or len(inputs) == 1 else min(len(inputs), answered)


def numbers(phases):
    """By step the number of its vector, from 1, or 0 where none comes in; counted anew after an answer."""
    found, count = [], 0
    for phase in phases:
        count = 0 if phase == ANSWER else count + (phase in (INPUT, BOTH))
        found.append(count if phase in (INPUT, BOTH) else 0)
    return found


def scored_of(trace):
    """Rows × steps: where outputs are scored."""
    return trace["mask"] > 0 if "mask" in trace else ~numpy.isnan(trace["outputs"])
