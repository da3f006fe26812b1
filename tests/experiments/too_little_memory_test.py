#!/usr/bin/python3
"""Requests for more memory than there is are refused before anything begins, with the amount; whatever fits is never
refused. The limit applies only to the program's process, so that no test exhausts the machine's memory."""
import json
import os
import pathlib
import resource
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest, tiny

LIMIT = 75e6
COPY = ["--task.length", 20, "--train.batch", 1, "--memory.width", 16, "--memory.read-heads", 2,
        "--memory.write-heads", 2]
BENCH = [*COPY, "--bench.steps", 1, "--bench.repetitions", 1, "--threads", 1, "--json"]
MAP = "".join(f"{a}\tto {b}\t{b}\n" for a in range(200) for b in range(200) if a != b)


def limited():
    resource.setrlimit(resource.RLIMIT_DATA, (int(LIMIT), int(LIMIT)))


class Room(ProgramTest):
    def peak(self, memory, slots):
        out, _ = self.tapehead("bench", "--memory", memory, "--memory.slots", slots, *BENCH)
        return json.loads(out)["peak_rss_mb"]

    def test_dense_memories_that_no_machine_has(self):
        for memory, slots in (("ntm", 1048576), ("lru", 1048576), ("dnc", 40000)):
            for command in (["bench"], ["train", "--out", "run"]):
                self.refused(*command, *tiny(memory=memory, memory__slots=slots, memory__width=1024,
                                             task__max_length=2000, train__batch=10),
                             says=[f"memory.slots: got {slots}; to train on ", " GB or more", "the machine's "])

    def test_what_is_refused_would_not_have_fitted(self):
        """Slots are doubled until they do not fit: the last size that ran used nearly the limit, and the refused one
        needs more."""
        for memory, slots in (("ntm", 512), ("lru", 1024), ("dnc", 128)):
            fits = []
            while True:
                process = self.start("bench", "--memory", memory, "--memory.slots", slots, *BENCH, preexec_fn=limited)
                out, err = process.communicate(timeout=60)
                if "to train on" in err:
                    break
                fits.append((slots, process.returncode))
                slots *= 2
            self.assertEqual(process.returncode, 2)
            self.assertRegex(err, rf"\Atapehead: memory\.slots: got {slots}; to train on an episode of 41 steps takes "
                                  r"0\.\d+ GB or more, and at most the program's own 0\.07\d* GB are needed\n\Z")
            self.assertEqual(fits[0][1], 0, memory)
            self.assertGreater(1.05 * self.peak(memory, slots), LIMIT / 1e6, memory)

    def test_scoring_and_tracing_with_more_slots(self):
        self.tapehead("train", *tiny(memory="dnc", train__sequences=20, train__validate_every=20), "--out", "run")
        self.refused("eval", "run", "--memory.slots", 20000, preexec_fn=limited,
                     says="memory.slots: got 20000; to score ")
        self.refused("trace", "run", "--memory.slots", 20000, "--out", "a.h5", preexec_fn=limited,
                     says="memory.slots: got 20000; to trace an episode of ")

    def test_a_trace_of_ever_longer_episodes(self):
        """All that is shown of each step is kept, which takes more than the forward pass."""
        self.tapehead("train", *tiny(), "--out", "run")
        for doubled in range(8, 20):
            process = self.start("trace", "run", "--task.length", 2 ** doubled, "--out", "a.h5", preexec_fn=limited)
            out, err = process.communicate(timeout=60)
            if process.returncode:
                break
        self.assertGreater(doubled, 8)
        self.assertEqual((process.returncode, out), (2, ""))
        self.assertRegex(err, r"\Atapehead: [a-z.]+: got \w+; to trace an episode of \d+ steps takes 0\.\d+ GB or ")

    def test_a_graph_of_so_many_edges(self):
        (self.root / "map.tsv").write_text(MAP)
        self.refused("train", "--task", "graph-traversal", "--task.path", "map.tsv", "--train.batch", 16,
                     "--threads", 1, "--out", "run", preexec_fn=limited,
                     says="task: got graph-traversal; to train on 8 episodes at a time of 39800 steps takes ")

    def test_answers_of_so_many_classes(self):
        self.refused("train", "--task", "key-value-recall", "--task.pairs", 5000, "--task.vocabulary", 20000,
                     "--task.length", 20000, "--memory", "sparse", "--controller.size", 2, "--train.batch", 1,
                     "--out", "run", preexec_fn=limited,
                     says="task: got key-value-recall; to train on an episode of 20000 steps takes 0.8")


if __name__ == "__main__":
    unittest.main()
