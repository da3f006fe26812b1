#!/usr/bin/python3
"""`tapehead bench` counts operations as plain loops do, and says where the time goes, also as a trace."""
import json
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest

BITS, LENGTH, CELLS, SLOTS, WIDTH, BATCH = 3, 4, 5, 7, 6, 2
STEPS, INPUTS, HEADS, TAPS = 2 * LENGTH + 1, BITS + 1, 2, 3
CONTROLS = HEADS * (WIDTH + TAPS + 3) + 2 * WIDTH
SMALL = ["--task", "copy", "--task.length", LENGTH, "--task.bits", BITS, "--controller", "lstm", "--controller.size",
         CELLS, "--memory", "ntm", "--memory.slots", SLOTS, "--memory.width", WIDTH]
MEASURED = ["--bench.steps", 2, "--bench.repetitions", 1, "--json"]


def product(m, n, k):
    operations = 0
    for _ in range(m):
        for _ in range(n):
            operations += 2 * k  # multiply-adds
    return operations


def by_hand():
    """Operations of a sequence by op. Back, a product gives a gradient to each factor that wants one."""
    ops = dict.fromkeys(["linear", "lstm_cell", "steering", "cosine", "scaled_softmax", "interpolate_shift_sharpen",
                         "read", "write", "sigmoid_cross_entropy"], 0)
    for step in range(STEPS):
        last, first = step == STEPS - 1, step == 0
        preactivations = product(4 * CELLS, 1, INPUTS + WIDTH + CELLS + 1)
        ops["linear"] += 2 * preactivations + product(WIDTH + CELLS, 1, 4 * CELLS)  # the episode wants none
        ops["lstm_cell"] += CELLS * (9 + 22)
        ops["linear"] += product(CONTROLS, 1, CELLS + 1) * 2 + product(CELLS, 1, CONTROLS)
        for _ in range(HEADS):
            ops["steering"] += 5 + 5 * TAPS + 8 + 4 * TAPS
            ops["cosine"] += product(SLOTS, 1, WIDTH) + 2 * WIDTH + 2 + 2 * SLOTS  # scores, the key's norm, scaling
            ops["cosine"] += 5 * SLOTS + product(WIDTH, 1, SLOTS) + 2 * WIDTH + 2  # back to the key
            ops["scaled_softmax"] += SLOTS * (6 + 7)
            ops["interpolate_shift_sharpen"] += SLOTS * (2 * TAPS + 11) + SLOTS * (10 + 4 * TAPS)
            ops["interpolate_shift_sharpen"] += SLOTS * (1 if first else 2)  # the first weighting is constant too
        ops["cosine"] += SLOTS * (2 * WIDTH + 1)  # norms
        if not first:  # the memory of the beginning is constant
            ops["cosine"] += HEADS * product(SLOTS, 1, WIDTH) + SLOTS * (2 * WIDTH + 2)
        ops["read"] += product(WIDTH, 1, SLOTS) * (2 if first else 3)
        ops["write"] += SLOTS * WIDTH * (4 if last else 4 + 12)  # nobody reads what the last step writes
    ops["linear"] += LENGTH * (product(BITS, 1, CELLS + WIDTH + 1) * 2 + product(CELLS + WIDTH, 1, BITS))
    ops["sigmoid_cross_entropy"] += LENGTH * BITS * (5 + 4)
    return ops


class BenchProfile(ProgramTest):
    def profile(self, batch=BATCH, threads=1):
        out, err = self.tapehead("bench", *SMALL, "--train.batch", batch, "--threads", threads, *MEASURED,
                                 "--bench.profile", "out.json")
        self.assertEqual(err, "")
        return json.loads(out)

    def trace(self):
        return json.loads((pathlib.Path(self.root) / "out.json").read_text(encoding="utf-8"))["traceEvents"]

    def test_a_small_machine_by_hand(self):
        told = self.profile()
        counted = {row["name"]: row["operations"] / BATCH for row in told["profile"]["ops"]}
        for op, operations in by_hand().items():
            self.assertEqual(counted[op], operations, op)
        self.assertAlmostEqual(sum(counted.values()), told["operations_per_sequence"], delta=1e-6)
        self.assertAlmostEqual(told["gflops"], told["operations_per_sequence"] * told["sequences_per_second"] / 1e9,
                               delta=1e-6)
        self.assertGreater(told["product_gflops"], told["gflops"])
        self.assertEqual(told["profile"]["untold"], [])

    def test_scopes_threads_and_ops_sum_to_the_whole(self):
        for threads in (1, 2):
            told = self.profile(batch=24, threads=threads)["profile"]
            sums = {}
            for table in ("ops", "scopes", "threads"):
                rows = [row for row in told[table] if table != "scopes" or "/" not in row["name"]]
                sums[table] = [sum(row[key] for row in rows) for key in ("operations", "bytes")]
                self.assertAlmostEqual(sum(row["forward_ms"] + row["back_ms"] + row["outside_ms"] for row in rows),
                                       told["milliseconds"], delta=1e-6 * told["milliseconds"], msg=table)
            self.assertEqual(len(told["threads"]), threads)
            for key in range(2):
                self.assertAlmostEqual(sums["ops"][key], sums["scopes"][key], delta=1e-6 * sums["ops"][key])
                self.assertAlmostEqual(sums["ops"][key], sums["threads"][key], delta=1e-6 * sums["ops"][key])
            by_name = {row["name"]: row for row in told["scopes"]}
            self.assertLessEqual({"controller", "memory", "memory/addressing", "memory/read", "memory/write", "output",
                                  "training"}, set(by_name))
            inner = sum(row["operations"] for name, row in by_name.items() if name.startswith("memory/"))
            self.assertLess(inner, by_name["memory"]["operations"])  # its own are the controls

    def test_the_trace_nests_and_covers_the_step(self):
        covered = []
        for _ in range(5):  # the rest is reading the clock, which a busy machine stretches: the best of some counts
            self.profile(batch=24, threads=2)
            events = [event for event in self.trace() if event["ph"] == "X"]
            self.assertEqual({event["tid"] for event in events}, {0, 1})
            covered.append(min(self.covered([event for event in events if event["tid"] == each]) for each in (0, 1)))
            self.assertLessEqual({"forward", "backward", "memory", "addressing", "cosine", "write", "update"},
                                 {event["name"] for event in events})
        self.assertGreater(max(covered), 0.3)

    def covered(self, mine):
        """What the ops of a thread's events take of the step, after a check that its events are within each other."""
        self.assertEqual(mine, sorted(mine, key=lambda event: (event["ts"], -event["dur"])))  # outer before inner
        self.assertEqual(mine[0]["name"], "step")
        open_until, leaves, last = [], 0, 0
        for event, after in zip(mine, [*mine[1:], None]):
            while open_until and event["ts"] >= open_until[-1] - 5e-4:
                open_until.pop()
            end = event["ts"] + event["dur"]
            self.assertTrue(not open_until or end <= open_until[-1] + 2e-3, event)
            open_until.append(end)
            if not after or after["ts"] >= end - 5e-4:
                leaves, last = leaves + event["dur"], end
        self.assertLessEqual(leaves, mine[0]["dur"] + 1)
        self.assertAlmostEqual(last, mine[0]["ts"] + mine[0]["dur"], delta=2e-3)
        return leaves / mine[0]["dur"]

    def test_a_table_is_printed(self):
        out, _ = self.tapehead("bench", *SMALL, *MEASURED[:-1], "--bench.profile", "out.json")
        self.assertRegex(out, r"\A.*\n\S+ operations/sequence  \S+ GFLOP/s  \S+% of the fastest product, \S+ GFLOP/s\n"
                              r"\nop +calls +forward ms(.*\n)*\nscope +calls(.*\n)*\nthread +calls")
        self.assertRegex(out, r"\nmemory/write +\d+ ")

    def test_a_file_that_cannot_be_written(self):
        for name, says in (("none/out.json", "none/out.json: cannot be written"), ("", "--bench.profile: got nothing"),
                           (".", "--bench.profile: got the directory .")):
            self.refused("bench", *SMALL, *MEASURED, "--bench.profile", name, says=says)


if __name__ == "__main__":
    unittest.main()
