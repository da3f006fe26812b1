"""What a step of an episode does, in one sentence made from the trace, nearly as the pages say it
(web/src/score/sentence.js)."""
from . import phases, tracks
from .numbers import wrong_of

CLEAR = 0.5  # the share of a weighting from which a head is at a slot
WHAT = {phases.INPUT: "Reading in", phases.MARK: "A mark", phases.ANSWER: "Answering", phases.BOTH: "Predicting",
        phases.PAUSE: "Nothing comes in"}


class Sentences:
    def __init__(self, trace):
        pairs = tracks.pairs_of(trace["views"])
        self.scored = phases.scored_of(trace)
        self.phases = phases.by_step(trace["inputs"], self.scored)
        self.numbers = phases.numbers(self.phases)
        self.wrong = wrong_of(trace, self.scored) if "targets" in trace else None
        self.pair = pairs[0] if pairs else None
        self.axis = self.pair.axis if pairs else None

    def of(self, step):
        """The sentence of a step, from 1."""
        phase, said = self.phases[step - 1], ""
        number = self.numbers[step - 1]
        opens = WHAT[phase] + (f" vector {number}" if phase == phases.INPUT and number else "")
        if phase == phases.INPUT:
            said = self.written(step) or self.read(step)
        elif phase != phases.PAUSE:
            said = self.read(step)
            opens = "Reading back" if said and phase == phases.ANSWER else opens
        return f"Step {step}. {opens}{': ' if said else ''}{said}{self.answered(step)}."

    def at(self, side, step):
        """The row of the axis at which the first head of a side is, or None."""
        values = None if self.pair is None else self.pair.values[side]
        if values is None or values[step - 1, 0, self.axis.order].max() < CLEAR:
            return None
        return int(values[step - 1, 0, self.axis.order].argmax())

    def written(self, step):
        row = self.at("write", step)
        return "" if row is None else f"the write head writes to {self.pair.what} {self.axis.number(row)}"

    def read(self, step):
        row = self.at("read", step)
        if row is None:
            return ""
        told = f"the read head is at {self.pair.what} {self.axis.number(row)}"
        when = next((earlier for earlier in range(step - 1, 0, -1) if self.at("write", earlier) == row), None)
        if when is None:
            return told
        number = self.numbers[when - 1]
        return f"{told}, where {f'vector {number}' if number else 'something'} was written at step {when}"

    def answered(self, step):
        asked = int(self.scored[:, step - 1].sum())
        if self.wrong is None or not asked:
            return ""
        wrong = int(self.wrong[:, step - 1].sum())
        return f"; {wrong} of {asked} wrong" if wrong else f"; all {asked} right" if asked > 1 else "; right"
