#!/usr/bin/python3
"""What is said of each signal (python/tapehead/runs/signals.json) is true of traces, and every signal is told of."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

import numpy

from process import PROGRAM
from tapehead.report.explanation import blocks
from tapehead.report.stages import shift_word
from tapehead.runs.signals import LIKE, signal, table
from tapehead.runs.traces import read_trace

SMALL = ("--train.batch 4 --train.sequences 80 --train.validate-every 40 --train.validation-episodes 4 "
         "--train.final-episodes 4 --train.learning-rate 3e-3 --threads 1").split()
COPY = "--task copy --task.bits 4 --task.length 5 --controller.size 12 --memory.width 6 "
SLOTS = COPY + "--memory.slots 8 --memory "
STORY = "--task babi --task.questions 40 --task.test-questions 10 --model "
CONTROLLERS = ("rmt", "armt")  # that show something of their own; traces do not name them
TRAINED = {
    "ntm": SLOTS + "ntm", "dnc": SLOTS + "dnc", "lru": SLOTS + "lru", "sparse": SLOTS + "sparse",
    "sparse-dnc": SLOTS + "sparse-dnc", "stack": COPY + "--memory stack", "queue": COPY + "--memory queue",
    "deque": COPY + "--memory deque", "stack-superposed": COPY.replace("--memory.width 6", "--memory stack-superposed"),
    "tape-told-length": COPY + "--memory tape-told-length",
    "fast-weights": COPY.replace("width 6", "width 8") + "--memory fast-weights",
    **{name: f"--task copy --task.bits 4 --task.length 5 --memory none --controller {name} --controller.size 12 "
             "--controller.segment 3" for name in CONTROLLERS},
    "token-turing": COPY + "--memory token-turing", "memn2n": STORY + "memn2n",
    "entity-network": STORY + "entity-network", "encoder-decoder": "--task lexical-translation --model encoder-decoder",
}
CLOSE = 1e-4


class Told(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        cls.traces = {}
        for name, words in TRAINED.items():
            for command in (["train", *words.split(), *SMALL, "--out", root / name],
                            ["trace", root / name, "--out", root / f"{name}.h5"]):
                done = subprocess.run([PROGRAM, *map(str, command)], capture_output=True, text=True)
                assert done.returncode == 0, done.stderr
            cls.traces[name] = read_trace(root / f"{name}.h5")

    def of(self, memory):
        """{name: its numbers, steps × rows, of the first head}, each said to be in words by the pattern beside it."""
        return {name: values[:, 0] for name, values in self.traces[memory].arrays.items() if values.ndim == 3}

    def says(self, memory, name, *words):
        for each in words:
            self.assertIn(each, signal([memory], name)["says"], f"{memory}: {name}")

    def same(self, found, wanted):
        self.assertLess(abs(found - wanted).max(), CLOSE)

    def test_every_signal_of_a_memory_is_told_of(self):
        for name, trace in self.traces.items():
            parts = (trace.said.get("memory"), trace.said["model"])
            self.assertTrue(name in parts or name in CONTROLLERS, name)
            for each in trace.views:
                self.assertIsNotNone(signal(parts, each.name), f"{name}: {each.name}")

    def test_headings_are_there_and_likes_are_rows(self):
        ids = {block["id"] for block in blocks() if "id" in block}
        for part, rows in table().items():
            self.assertIn(rows.get(LIKE, "all"), table(), part)
            for name, row in rows.items():
                if name != LIKE:
                    self.assertIn(row["about"], ids, f"{part}: {name}")
                    self.assertRegex(row["says"], r"^[A-Z].*\.$")

    def test_a_parts_own_rows_come_first(self):
        self.assertEqual(signal(["lru"], "write/gate"), table()["lru"]["write/gate"])
        self.assertEqual(signal(["queue", "memory-machine"], "decoder/memory/strengths"),
                         table()["stack"]["memory/strengths"])
        self.assertEqual(signal([], "decoder/read/weights"), table()["all"]["read/weights"])
        self.assertIsNone(signal(["ntm"], "like"))
        self.assertIsNone(signal(["dnc"], "write/of-my-own"))

    def test_ntm_gate_shift_and_sharpening(self):
        self.says("ntm", "read/gate", "1 takes the weighting by content", "0 keeps that of the step before")
        self.says("ntm", "read/shift", "ahead (+1), stays (0) or moves back (−1)")
        self.says("ntm", "read/sharpening", "above 1 the weighting is narrowed")
        for side in ("read", "write"):
            one = {name.partition("/")[2]: values for name, values in self.of("ntm").items() if name.startswith(side)}
            gate, weights = one["gate"][1:], one["weights"]
            self.same(one["gated"][1:], gate * one["content"][1:] + (1 - gate) * weights[:-1])
            by = [int(shift_word(row, 3).replace("−", "-")) for row in range(3)]
            moved = sum(one["shift"][:, [row]] * numpy.roll(one["gated"], by[row], axis=1) for row in range(3))
            self.same(one["shifted"], moved)
            powers = one["shifted"] ** one["sharpening"]
            self.same(weights, powers / powers.sum(axis=1, keepdims=True))
            self.assertGreater(abs(one["shift"] - 1 / 3).max(), 1e-3)  # else either direction would fit

    def test_dnc_gates_and_modes(self):
        self.says("dnc", "write/gate", "0 leaves the memory as it is")
        self.says("dnc", "write/allocation-gate", "1 writes to free slots, 0 to those that are like the key")
        self.says("dnc", "read/free-gate", "frees what was read at the step before")
        self.says("dnc", "read/modes", "back along the links, by content, and forward")
        one = self.of("dnc")
        gate = one["write/allocation-gate"]
        found = gate * one["write/allocation"] + (1 - gate) * one["write/content"]
        self.same(one["write/weights"], one["write/gate"] * found)
        back, forward = self.traces["dnc"].arrays["read/directions"].transpose(1, 0, 2)
        modes = one["read/modes"]
        self.same(one["read/weights"], modes[:, [0]] * back + modes[:, [1]] * one["read/content"]
                  + modes[:, [2]] * forward)
        usage, written = one["usage"], one["write/weights"]
        freed = 1 - one["read/free-gate"][1:] * one["read/weights"][:-1]
        self.same(usage[1:], (usage[:-1] + written[:-1] - usage[:-1] * written[:-1]) * freed)

    def test_lru_writes_where_it_read_or_where_least_was(self):
        self.says("lru", "write/gate", "1 writes where was read at the step before, 0 to the least used slot")
        one = self.of("lru")
        gate = one["write/gate"][1:]
        self.same(one["write/weights"][1:], gate * one["read/weights"][:-1] + (1 - gate) * one["write/least-used"][1:])

    def test_sparse_writes_so_much_where_it_read_or_where_longest_nothing_was(self):
        self.says("sparse", "write/amount", "how much is written at all")
        self.says("sparse", "write/gate", "1 writes where was read at the step before")
        one = self.of("sparse")
        amount, gate = one["write/amount"][1:], one["write/gate"][1:]
        elsewhere = one["write/weights"][1:] - amount * gate * one["read/weights"][:-1]
        self.same(elsewhere.max(axis=1), (amount * (1 - gate))[:, 0])  # one slot alone
        self.same(elsewhere.sum(axis=1), (amount * (1 - gate))[:, 0])

    def test_stacks_take_off_before_they_put_on(self):
        self.says("stack", "pop", "before the push")
        for memory in ("stack", "queue"):
            one = self.of(memory)
            strengths = one["memory/strengths"]
            sums, newest = strengths.sum(axis=1), numpy.diagonal(strengths)
            self.same(newest, one["push"][:, 0])
            self.same(sums[1:], numpy.maximum(sums[:-1] - one["pop"][1:, 0], 0) + one["push"][1:, 0])
            self.assertLess(one["read/strengths"].sum(axis=1).max(), 1 + CLOSE)

    def test_words_of_the_field(self):
        said = " ".join(row["says"] for rows in table().values() for name, row in rows.items() if name != LIKE)
        self.assertIsNone(re.search(r"\b(bright|dark)", said))  # pages are light or dark, and so are their colours
        self.assertIn("Key strength β", said)


if __name__ == "__main__":
    unittest.main()
