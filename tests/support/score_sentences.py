"""What a score's sentence says of a step, held to the episode's arrays by plain loops, not by the page's own way."""
import re

import numpy

CLEAR, USED = 0.5, 0.05
HEAD = r"(?:the )?(?P<side>read|write) head(?: (?P<head>\d+))?"
WAYS = ("is at", "stays at", "shifts to", "moves to", "finds by content", "searches by content, then shifts to",
        "takes the free", "follows the links on to", "follows the links back to")
FORMS = [re.compile(form) for form in (
    r"(?P<what>Reading in vector (?P<vector>\d+)|Reading in): little is written\.",
    r"(?P<what>Reading in vector (?P<vector>\d+)|Reading in): "
    + HEAD + r" is spread, most at slot (?P<slot>\d+) \((?P<weight>\d\.\d\d)\)\.",
    r"(?P<what>Reading in vector (?P<vector>\d+)|Reading in): "
    + HEAD + r" (?P<way>" + "|".join(WAYS) + r") slot (?P<slot>\d+) and writes there\.",
    r"(?P<what>Reading back|A mark|Predicting|Nothing comes in): " + HEAD
    + r" (?:is spread, most at slot (?P<slot>\d+) \((?P<weight>\d\.\d\d)\)"
    r"|(?P<way>" + "|".join(WAYS) + r") slot (?P<at>\d+)"
    r"(?:, where vector (?P<of>\d+) was written at step (?P<when>\d+)|, which was written at step (?P<then>\d+)"
    r"|(?P<never>, where nothing was written)))"
    r"(?:; (?P<bits>all \d+ bits are right|the bit is right|\d+ of \d+ bits (?:is|are) wrong))?\.")]


class Told:
    """`arrays`: name -> steps × heads × rows; `inputs`, `outputs`, `targets`: steps × rows; the others are steps."""

    def __init__(self, arrays, inputs, outputs, targets, scored, vectors):
        self.arrays, self.inputs, self.outputs, self.targets = arrays, inputs, outputs, targets
        self.scored, self.vectors = set(scored), sorted(vectors)
        self.names = self.numbers()

    def numbers(self):
        """{slot: what the page calls it}."""
        write = self.arrays["write/weights"].max(axis=1)
        count = write.shape[1]
        places = [int(row.argmax()) for row in write if row.max() >= USED]
        if "write/shift" not in self.arrays:
            order = list(dict.fromkeys([*places, *range(count)]))
        else:
            moves = [(after - before) % count for before, after in zip(places, places[1:])]
            turn = -1 if moves.count(count - 1) > moves.count(1) else 1
            order = [(places[0] + turn * at) % count for at in range(count)]
        return {slot: at + 1 for at, slot in enumerate(order)}

    def wrong(self, step, said):
        """Why a sentence is not true of a step; None where it is."""
        found = next((match for form in FORMS if (match := form.fullmatch(said))), None)
        if not found:
            return "is no sentence that is known"
        one = {"side": "write", "head": None, "slot": None, "at": None, "way": None, "weight": None, "vector": None,
               "of": None, "when": None, "then": None, "never": None, "bits": None} | found.groupdict()
        for check in (self.wrong_phase, self.wrong_place, self.wrong_past, self.wrong_bits):
            if reason := check(step, one):
                return reason
        return None

    def wrong_phase(self, step, one):
        what = one["what"].split(" vector")[0]
        if (what in ("Reading back", "Predicting")) != (step in self.scored):
            return "answers where none is asked for, or the other way round"
        if what == "Reading in" and not self.inputs[step].any():
            return "nothing comes in"
        if one["vector"] and self.vector(step) != int(one["vector"]):
            return "is another vector"
        return None

    def vector(self, step):
        """The number of the vector of a step, from 1; None without one."""
        return self.vectors.index(step) + 1 if step in self.vectors else None

    def wrong_place(self, step, one):
        if not (slot := one["slot"] or one["at"]):
            return None if self.arrays["write/gate"][step, 0, 0] < CLEAR else "something is written"
        weights = self.arrays[f"{one['side']}/weights"][step, int(one["head"] or 1) - 1]
        at = int(weights.argmax())
        if self.names[at] != int(slot):
            return f"is at slot {self.names[at]}"
        if one["weight"]:
            return None if weights[at] < CLEAR and abs(weights[at] - float(one["weight"])) < 0.0051 else "is not spread"
        return self.wrong_way(step, one, at) if weights[at] >= CLEAR else "is spread"

    def wrong_way(self, step, one, at):
        side, way = one["side"], one["way"]
        if step == 0:
            return None if way == "is at" else "has not come from anywhere"
        before, count = (int(self.arrays[f"{side}/weights"][step - 1, 0].argmax()),
                         self.arrays[f"{side}/weights"].shape[2])
        if way == "stays at" or before == at:
            return None if way == "stays at" and before == at else "stays, or does not"
        number = {word: self.arrays[f"{side}/{word}"][step, 0] for word in ("gate", "shift", "modes", "allocation-gate")
                  if f"{side}/{word}" in self.arrays}
        by = 1 - int(number["shift"].argmax()) if "shift" in number else 0
        true = {"shifts to": by != 0 and (before + by) % count == at and number.get("gate", [0])[0] <= CLEAR,
                "searches by content, then shifts to": by != 0 and number.get("gate", [0])[0] > CLEAR,
                "takes the free": number.get("allocation-gate", [0])[0] > CLEAR, "moves to": True}
        true["finds by content"] = by == 0 and (
            number["modes"][1] >= CLEAR if "modes" in number else number["allocation-gate"][0] <= CLEAR
            if "allocation-gate" in number else number["gate"][0] > CLEAR)
        if "modes" in number:
            true |= {"follows the links on to": number["modes"][2] >= CLEAR,
                     "follows the links back to": number["modes"][0] >= CLEAR}
        return None if true.get(way) else f"does not come by that way ({way})"

    def wrong_past(self, step, one):
        if not one["at"] or one["side"] != "read":
            return None
        [slot] = [slot for slot, name in self.names.items() if name == int(one["at"])]
        writes = [at for at in range(step) if (self.arrays["write/weights"][at, :, slot] >= CLEAR).any()]
        if one["never"]:
            return "was written" if writes else None
        when = int(one["when"] or one["then"]) - 1
        if not writes or writes[-1] != when:
            return f"was written at {[at + 1 for at in writes[-1:]]}"
        return "holds another vector" if one["of"] and self.vector(when) != int(one["of"]) else None

    def wrong_bits(self, step, one):
        if not one["bits"]:
            return "does not say whether its bits are right" if step in self.scored else None
        wrong = int(((self.outputs[step] > CLEAR) != (numpy.array(self.targets[step]) > CLEAR)).sum())
        told = re.match(r"(\d+) of", one["bits"])
        return None if wrong == (int(told[1]) if told else 0) else f"has {wrong} wrong bits"
