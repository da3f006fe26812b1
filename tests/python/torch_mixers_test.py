#!/usr/bin/python3
"""tapehead.torch of stacks: each layer has the mixer that the list names, with the options of its own. What an item of
a list may carry is honoured as the engine does, or refused in one line."""
import pathlib
import sys
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
import engine_module  # noqa: F401  the package's path

from torch_twins import Twins, in_torch, torch

import tapehead
from tapehead.torch.memory_options import OPTIONS
from torch_kinds import MIXED, STACK

ITS_OWN = {"memory.filled"}  # random rows are the program's own
NEEDS_FILLED = ("memory.index", "lists")  # the engine finds nothing in lists without them
# Among slots that start equal, or that are parallel, rounding decides which is read, differently in each program.
SMALL = {"ntm": ["slots=9", "width=5", "init=random"], "lru": ["slots=9", "width=5", "similarity=dot"],
         "dnc": ["slots=9", "width=5", "read-strength-bias=2"], "sparse": ["slots=9", "width=5"],
         "sparse-dnc": ["slots=9", "width=5", "reads=9", "links=9"]}
VALUES = {"memory.links": "9", "memory.least-sharpening": "1.25", "memory.similarity-places": "9", "memory.slots": "9"}
LEAST_TRIED = 250  # items, of some 300


def others(name, default):
    """Other values of an option than its default, as they may be typed."""
    option = tapehead.options()[name]
    if name in VALUES:
        return [VALUES[name]]
    if option.type == "flag":
        return ["off" if default == "true" else "yes"]
    if option.type in ("choice", "part"):
        return [each for each in option.choices if each != default]
    if option.type == "real":
        return [str(float(default) / 2 or 0.5)]
    return [str(int(default) // 2 if int(default) > 1 else 2)]


def each_option(choice, row, said):
    """What may be said of a row: each option at other values, alone, and behind what the option that has it needs."""
    for name, default in OPTIONS[choice][row].items():
        if name in OPTIONS:
            yield from each_option(name, default, said)
        for value in others(name, default):
            if (name, value) == NEEDS_FILLED:
                continue
            more = [*said, (name, value)]
            yield more
            if name in OPTIONS:
                yield from each_option(name, value, more)
            elif name == "memory.rule":
                more += [("memory.routed", "2")] if value == "slots" else []
                yield from (more + [(other, one)] for other, default in OPTIONS[choice][row].items()
                            if other not in dict(more) for one in others(other, default))


def items():
    """(item, the options that it says), of every memory."""
    for memory in OPTIONS["memory"]:
        for said in [[], *each_option("memory", memory, [])]:
            names = [name.removeprefix("memory.") for name, _ in said]
            sizes = [one for one in SMALL.get(memory, []) if said and one.split("=")[0] not in names]
            yield ":".join([memory, *sizes, *(f"{name}={value}" for name, (_, value) in zip(names, said))]), dict(said)


class Mixers(Twins):
    def test_lists_of_several_with_options_of_their_own(self):
        self.each_agrees(MIXED, "copy")

    def test_each_option_of_each_memory(self):
        tried, refused = 0, set()
        for item, said in items():
            chosen = {"memory": "none" if item == "none" else "stack"}
            with self.subTest(item):
                try:
                    model, where = self.made({**STACK, **chosen, "model.mixers": f"{item},memory"}, "copy")
                except tapehead.InputError as error:  # the rule has none
                    self.assertRegex(str(error), r"^model\.mixers: fast-weights: memory\.[\w-]+: an option of memory\.")
                    continue
                tried += 1
                try:
                    twin = in_torch.load(where, dtype=torch.float64)
                except in_torch.UnknownCheckpoint as error:
                    self.assertRegex(str(error), r"^[^\n]+: model\.mixers: [\w-]+: has memory\.[\w-]+ = [^\n]+$")
                    refused |= {name for name in said if f"has {name} =" in str(error)}
                    continue
                self.outputs_agree(model, twin, next(model.batches(batch=3)))
        self.assertGreater(tried, LEAST_TRIED)
        self.assertEqual(refused, ITS_OWN)

    def test_an_option_that_is_not_known_is_refused(self):
        _, where = self.made({**STACK, "memory": "stack", "model.mixers": "memory,lru:slots=5"}, "copy")
        with mock.patch.dict(OPTIONS["memory"]["lru"], {"memory.later": "1"}):
            with self.assertRaisesRegex(in_torch.UnknownCheckpoint,
                                        r"model\.mixers: lru: has memory\.later = 1, an option that this module does"):
                in_torch.load(where)

    def test_a_run_s_option_that_a_layer_goes_by_is_not_passed_by(self):
        options = {**STACK, "memory": "sparse", "memory.slots": 9, "model.mixers": "memory:filled=0,memory"}
        _, where = self.made({**options, "memory.filled": 3}, "copy")
        with self.assertRaisesRegex(in_torch.UnknownCheckpoint, "sparse|memory: has memory.filled = 3"):
            in_torch.load(where)
        in_torch.load(where, options={"memory.filled": 0})
        in_torch.load(where, options={"model.mixers": "memory:filled=0"})

    def test_lists_that_are_none(self):
        _, where = self.made({**STACK, "memory": "lru", "memory.slots": 5, "model.mixers": "memory,attention"}, "copy")
        for text, said in (
                ("lru,,attention", "got an empty name in 'lru,,attention'; names separated by commas are needed"),
                ("lru:slots,attention", "got 'slots' of lru; OPTION=VALUE is needed"),
                ("lru:,attention", "got '' of lru; OPTION=VALUE is needed"),
                ("lru:slots=5:slots=5,attention", "lru: slots: got it twice; once is needed"),
                ("lru,attention:size=4", "attention: has size = 4, an option that is not known; it has heads, "
                                         "attention-size"),
                ("lru,none:slots=4", "none: has slots = 4, an option that is not known; it has none"),
                ("lru,lur", "memory: got 'lur'; one of ntm, dnc, lru")):
            with self.subTest(text), self.assertRaises(in_torch.UnknownCheckpoint) as caught:
                in_torch.load(where, options={"model.mixers": text})
            self.assertIn(said, str(caught.exception))
            self.assertEqual(str(caught.exception).count("\n"), 0)

    def test_what_no_layer_goes_by_is_not_changed(self):
        """As tapehead eval refuses it."""
        _, where = self.made({**STACK, "memory": "ntm", "model.mixers": "ntm:slots=9,attention:heads=3"}, "copy")
        for name in ("memory.slots", "model.heads"):
            with self.assertRaisesRegex(in_torch.UnknownCheckpoint,
                                        rf"^{name}: got 6; no layer of model.mixers \(ntm:slots=9,attention:heads=3\)"):
                in_torch.load(where, options={name: 6})


if __name__ == "__main__":
    unittest.main()
