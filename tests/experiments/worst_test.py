#!/usr/bin/python3
"""eval --worst: the worst episodes, and that trace shows those same episodes."""
import csv
import json
import os
import pathlib
import re
import shlex
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest, tiny, typed

try:
    import h5py
except ImportError:
    h5py = None

LISTED = re.compile(r"^ +(?:worst:|) episode (\d+): ([\d,]+) of ([\d,]+) wrong, (\S+) bits$", re.MULTILINE)
STORIES = {"task.ids": "1,2", "task.questions": 200, "task.test-questions": 60, "train.sequences": "2epochs",
           "train.first-sequences": "1epochs", "model.linear-start": "1epochs", "train.validate-every": "1epochs"}


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, strict=True))


@unittest.skipIf(h5py is None, "h5py is missing")
class Worst(ProgramTest):
    def worst(self, *words, run="run"):
        """eval's output without the rows of settings: [(listed episodes, the command that traces the first)]."""
        out, err = self.tapehead("eval", run, *words)
        self.assertEqual(err, "")
        parts = re.split(r"^ +to look into the first: (.*)\n", out, flags=re.MULTILINE)
        return [(LISTED.findall(listed), shlex.split(command)) for listed, command in zip(parts[::2], parts[1::2])]

    def traced(self, command):
        """(wrong, answers) of a traced episode, counted from its file, and trace's output."""
        self.assertEqual(command[0], "tapehead")
        out, _ = self.tapehead(*command[1:])
        with h5py.File(self.root / command[command.index("--out") + 1]) as file:
            outputs, targets, mask = (file[name][:] for name in ("outputs", "targets", "mask"))
            if file.attrs["scoring"] in ("classes", b"classes"):
                scored = mask.any(axis=1)
                wrong = outputs[scored].argmax(axis=1) != targets[scored].argmax(axis=1)
                return int(wrong.sum()), int(scored.sum()), out
            wrong = ((outputs > 0.5) != (targets > 0.5)) & (mask > 0)
        return int(wrong.sum()), int((mask > 0).sum()), out

    def test_the_worst_is_what_trace_shows(self):
        self.tapehead("train", *tiny(), "--out", "run")
        found = self.worst("--task.length", "3,5", "--memory.slots", 16, "--episodes", 57, "--worst", 4)
        self.assertEqual(len(found), 2)
        rows = table(self.root / "run/eval.csv")
        for listed, command in found:
            self.assertEqual(len(listed), 4)
            order = [(-int(wrong), -float(bits)) for _, wrong, _, bits in listed]
            self.assertEqual(order, sorted(order))
            setting = ";".join(f"{name}={command[command.index(f'--{name}') + 1]}"
                               for name in ("memory.slots", "task.length"))
            [most] = [row["value"] for row in rows if (row["setting"], row["metric"]) == (setting, "wrong_bits_max")]
            self.assertEqual(listed[0][1], most)
            self.assertEqual(self.traced(command)[:2], (int(listed[0][1]), int(listed[0][2])))

    def test_where_sizes_are_drawn_too(self):
        self.tapehead("train", *tiny(), "--out", "run")
        [(listed, command)] = self.worst("--task.min-length", 1, "--episodes", 95, "--worst", 1)
        self.assertGreater(int(listed[0][0]), 0, "of the first, whatever draws the sizes draws the same")
        self.assertEqual(self.traced(command)[:2], (int(listed[0][1]), int(listed[0][2])))

    def test_as_csv_and_json_and_the_same_for_any_threads(self):
        self.tapehead("train", *tiny(), "--out", "run")
        words = ("--task.length", "3,4", "--episodes", 40, "--worst", 3)
        [(first, _), (second, _)] = self.worst(*words, "--worst-csv", "worst.csv", "--threads", 1)
        rows = table(self.root / "worst.csv")
        self.assertEqual([(row["episode"], row["wrong"], row["answers"]) for row in rows],
                         [one[:3] for one in first + second])
        self.assertEqual([row["setting"] for row in rows], ["task.length=3"] * 3 + ["task.length=4"] * 3)
        self.assertEqual({row["split"] for row in rows}, {"eval"})
        before = (self.root / "worst.csv").read_bytes()
        self.tapehead("eval", "run", *words, "--worst-csv", "worst.csv", "--csv", "-", "--threads", 3)
        self.assertEqual((self.root / "worst.csv").read_bytes(), before)
        for place in ("-", "/dev/stdout"):
            self.assertIn(before.decode(), self.tapehead("eval", "run", *words, "--worst-csv", place)[0])
        self.assertFalse((self.root / "-").exists())
        settings = json.loads(self.tapehead("eval", "run", *words, "--json")[0])["settings"]
        self.assertEqual([[str(one["episode"]) for one in row["worst"]] for row in settings],
                         [[one[0] for one in listed] for listed in (first, second)])
        self.assertNotIn("worst", json.loads(self.tapehead("eval", "run", *words[:4], "--json")[0])["settings"][0])

    def test_classes(self):
        self.tapehead("train", "--task", "key-value-recall", "--task.vocabulary", 8, "--task.length", 16,
                      *typed({"controller.size": 16, "memory.slots": 8, "memory.width": 4, "train.sequences": 100}),
                      "--out", "run")
        [(listed, command)] = self.worst("--task.pairs", 2, "--episodes", 30, "--worst", 2)
        self.assertEqual(self.traced(command)[:2], (int(listed[0][1]), int(listed[0][2])))

    def test_stories_and_restarts(self):
        """Each separately scored setting gets its own command; of restarts trace takes the chosen one too."""
        self.tapehead("train", "--preset", "sukhbaatar2015-single", *typed(STORIES), "--restarts", 2, "--out", "run")
        found = self.worst("--split", "test", "--worst", 2)
        self.assertEqual([command[command.index("--task.ids") + 1] for _, command in found], ["1", "2"])
        for listed, command in found:
            self.assertIn("test", command)
            self.assertEqual(listed[0][1:3], ("1", "1"))
            wrong, answers, _ = self.traced(command)
            self.assertEqual((wrong, answers), (1, 1))

    def test_stories_word_by_word(self):
        self.tapehead("train", "--preset", "babi-lstm", *typed({"task.ids": "1,2", "task.questions": 60,
                                                                "task.test-questions": 30, "controller.size": 8,
                                                                "train.sequences": "1epochs"}), "--out", "run")
        found = self.worst("--split", "test", "--worst", 1)
        self.assertEqual(len(found), 2)
        for listed, command in found:
            wrong, answers, _ = self.traced(command)
            self.assertEqual((wrong, answers), (int(listed[0][1]), int(listed[0][2])))

    def test_refusals(self):
        self.tapehead("train", *tiny(), "--out", "run")
        self.refused("eval", "run", "--task.length", 3, "--worst", 0, says="worst: got 0")
        self.refused("eval", "run", "--task.length", 3, "--worst-csv", "w.csv", says="--worst-csv: got no --worst")
        self.refused("eval", "run", "--task.length", 3, "--worst", 1, "--csv", "-",
                     says=["--worst: got --csv -", "--worst-csv FILE is needed"])
        self.refused("eval", "run", "--task.length", 3, "--worst", 1, "--worst-csv", "nowhere/w.csv",
                     says="nowhere/w.csv: ")
        self.refused("eval", "run", "--task.length", 3, "--worst", 1, "--csv", "t.csv", "--worst-csv", "./t.csv",
                     says="--worst-csv: got ./t.csv, which the table of all settings takes")
        self.refused("eval", "run", "--task.length", 3, "--worst", 1, "--json", "--worst-csv", "-",
                     says="--worst-csv: got -, but standard output has another table")
        self.assertFalse((self.root / "t.csv").exists())
        self.tapehead("train", "--preset", "sukhbaatar2015-single", *typed(STORIES | {"task.episode": "story"}),
                      "--out", "told")
        self.refused("eval", "told", "--worst", 1, says=["whole stories", "--task.episode question is needed"])


if __name__ == "__main__":
    unittest.main()
