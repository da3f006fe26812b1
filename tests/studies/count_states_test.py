#!/usr/bin/python3
"""studies/count_states.py: docs/results/states.csv has a row for every kept machine, and says what the program says."""
import csv
import os
import pathlib
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "studies"), str(SOURCE / "python")]

import count_states
from tapehead.runs.errors import InputError
from told import sequence_tables, states

RESULTS = SOURCE / "docs/results"
TELL_THEMSELVES = {"map", "revival"}  # the studies whose rows have the state
TEXTS = {("memories", "one-shot-omniglot"), ("sequences", "shakespeare")}  # that the project does not have
# Of every kind of model that is kept; quick ones.
COUNTED = [("looking", "glimpses-learned"), ("looking", "patches"), ("sequences", "scan-simple-transformer"),
           ("sequences", "monotone-local-p"), ("tasks", "copy"), ("unseen", "memn2n"),
           ("ntm2014", "graves2014-copy-ff"), ("babi", "entity-network"), ("sparse", "copy: DNC"),
           ("sparse", "recall: sparse")]


def kept():
    with open(RESULTS / states.FILE, newline="", encoding="utf-8") as file:
        return {(row["study"], row["name"]): row for row in csv.DictReader(file)}


class States(unittest.TestCase):
    def test_every_machine_that_is_kept_has_a_row(self):
        rows = kept()
        self.assertEqual(set(rows), {(study, name) for study, name, _ in count_states.machines(RESULTS, None)})
        inis = {(path.parent.name, path.stem) for path in RESULTS.glob("*/*.ini")}
        self.assertLessEqual({one for one in inis if one[0] not in TELL_THEMSELVES}, set(rows))
        self.assertLess({("ntm2014", path.name) for path in RESULTS.glob("ntm2014/graves2014-*")}, set(rows))

    def test_the_program_says_the_same(self):
        machines = {(study, name): words for study, name, words in count_states.machines(RESULTS, None)}
        self.assertEqual({one for one, words in machines.items() if words is None}, TEXTS)
        rows = kept()
        for one in COUNTED:
            with self.subTest(one=one):
                counted = count_states.count(os.environ["TAPEHEAD"], machines[one])
                self.assertEqual({name: str(value) for name, value in counted.items()},
                                 {name: rows[one][name] for name in states.COLUMNS[2:]})

    def test_a_text_that_is_missing_is_looked_for_where_texts_are(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "tinyshakespeare.txt").touch()
            [words] = [words for study, name, words in count_states.machines(RESULTS, pathlib.Path(folder))
                       if name == "shakespeare"]
            self.assertEqual(words[2:], ["--task.path", f"{folder}/tinyshakespeare.txt"])
        with self.assertRaisesRegex(InputError, "bench --preset nothing: .*nothing"):
            count_states.count(os.environ["TAPEHEAD"], ["--preset", "nothing"])

    def test_tables_tell_it(self):
        self.assertEqual(states.carried({"state": "1312", "state_each_step": "0"}), "1,312")
        self.assertEqual(states.carried({"state": "0", "state_each_step": "1257", "state_each_said": "256"}),
                         "0 + 1,257 a step + 256 a token said")
        self.assertEqual(states.carried({"state": "4497", "state_each_step": "0", "state_touched": "626"}),
                         "4,497 (626)")
        row = dict.fromkeys(sequence_tables.COLUMNS, "") | {"seed": "1", "parameters": "5", "metric": "error",
                                                            "value": "3"}
        made = sequence_tables.medians({"a": [row], "b": [row], "c": []}, "error", {"a": "40 + 42 a step"},
                                       guessed=[("guess", ["9"])])
        self.assertEqual(made.splitlines()[0], "|  | seeds | parameters | state | % of answers wrong |")
        self.assertEqual([line.split(" | ")[3] for line in made.splitlines()[2:]], ["40 + 42 a step", "-", "-", "-"])

    def test_the_table_of_sparse_access_that_is_written_by_hand_does(self):
        rows, page = kept(), (RESULTS / "sparse/README.md").read_text(encoding="utf-8")
        task = ""
        seen = []
        for line in page.splitlines():
            if line.startswith("| ") and " of 10 " in line:
                of, memory, state = line[1:].split("|")[:3]
                task = of.split(",")[0].split()[-1] if of.strip() else task
                name = f"{task}: {memory.strip().split(',')[0]}"
                self.assertEqual(state.strip(), states.carried(rows["sparse", name]), name)
                seen.append(name)
        self.assertEqual(sorted(seen), sorted(name for study, name in rows if study == "sparse"))


if __name__ == "__main__":
    unittest.main()
