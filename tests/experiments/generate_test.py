#!/usr/bin/python3
"""tapehead generate: its files byte by byte, and its refusals."""
import os
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest, snapshot

NAMES = ["single-supporting-fact", "two-supporting-facts", "three-supporting-facts", "two-arg-relations",
         "three-arg-relations", "yes-no-questions", "counting", "lists-sets", "simple-negation",
         "indefinite-knowledge", "basic-coreference", "conjunction", "compound-coreference", "time-reasoning",
         "basic-deduction", "basic-induction", "positional-reasoning", "size-reasoning", "path-finding",
         "agents-motivations"]
WITH_BLANK = {1, 2, 3, *range(5, 15)}  # between question mark and tab
STATEMENT = re.compile(rb"([1-9]\d*) ([A-Z][A-Za-z ]*)\.")
QUESTION = re.compile(rb"([1-9]\d*) ([A-Z][A-Za-z ]*)\?( ?)\t([a-zA-Z,]+)\t([1-9]\d*(?: [1-9]\d*)*)")


class Generate(ProgramTest):
    def generate(self, *words, **how):
        return self.tapehead("generate", "babi", *words, **how)

    def check_format(self, number, data, questions):
        self.assertTrue(data.endswith(b"\n") and not data.endswith(b"\n\n"))
        asked, expected, kinds = 0, 1, []
        for line in data[:-1].split(b"\n"):
            question = QUESTION.fullmatch(line)
            match = question or STATEMENT.fullmatch(line)
            self.assertTrue(match, line)
            if match[1] == b"1":
                expected, kinds = 1, []
            self.assertEqual(int(match[1]), expected, line)
            expected += 1
            kinds.append("question" if question else "statement")
            if question:
                asked += 1
                self.assertEqual(question[3], b" " if number in WITH_BLANK else b"", line)
                for support in question[5].split():
                    self.assertLess(int(support), int(match[1]), line)
                    self.assertEqual(kinds[int(support) - 1], "statement", line)
                lower_case_names = number in (15, 20)
                name = re.search(rb"\b(is|will|did|Is) ([A-Za-z]+)\b", line)
                if lower_case_names:
                    self.assertTrue(name[2].islower(), line)
        self.assertEqual(asked, questions)

    def test_the_published_format(self):
        out, err = self.generate("--out", "b", "--questions", 130, "--test-questions", 70)
        self.assertEqual(out, "b: 40 files, 130 questions a task to train on and 70 to test with\n")
        self.assertEqual(err, "")
        files = snapshot(self.root / "b")
        self.assertEqual(set(files), {f"qa{n}_{name}_{split}.txt" for n, name in enumerate(NAMES, 1)
                                      for split in ("train", "test")})
        for n, name in enumerate(NAMES, 1):
            self.check_format(n, files[f"qa{n}_{name}_train.txt"], 130)
            self.check_format(n, files[f"qa{n}_{name}_test.txt"], 70)
            self.assertFalse(files[f"qa{n}_{name}_train.txt"].startswith(files[f"qa{n}_{name}_test.txt"]), name)

    def test_defaults(self):
        self.generate("--out", "b", "--ids", "4")
        for path in (self.root / "b").iterdir():
            self.assertEqual(path.read_bytes().count(b"?"), 1000, path)

    def test_the_same_numbers_give_the_same_bytes(self):
        words = ("--questions", 50, "--test-questions", 50)
        self.generate("--out", "all", "--ids", "1..20", *words)
        self.generate("--out", "some", "--ids", "7,1,3", "--seed", 1, *words)
        self.generate("--out", "other", "--ids", "7,1,3", "--seed", 2, *words)
        whole, some, other = (snapshot(self.root / name) for name in ("all", "some", "other"))
        self.assertEqual({name.split("_")[0] for name in some}, {"qa1", "qa3", "qa7"})
        self.assertEqual({name: whole[name] for name in some}, some)
        for name in some:
            self.assertNotEqual(some[name], other[name])

    def test_more_questions_begin_with_the_same(self):
        self.generate("--out", "few", "--questions", 100)
        self.generate("--out", "many", "--questions", 200)
        few, many = (snapshot(self.root / name) for name in ("few", "many"))
        for name in few:
            self.assertTrue(many[name].startswith(few[name]), name)

    def test_what_is_there_is_kept(self):
        words = ("--out", "b", "--ids", "1,2", "--questions", 50)
        self.generate(*words)
        path = self.root / "b/qa2_two-supporting-facts_test.txt"
        before = snapshot(self.root / "b")
        path.unlink()
        self.generate(*words)
        self.assertEqual(snapshot(self.root / "b"), before)
        (self.root / "b/qa1_single-supporting-fact_test.txt").unlink()
        path.write_bytes(before[path.name].replace(b"Mary", b"Joan"))  # of the same length
        self.refused("generate", "babi", *words, says=("qa2_two-supporting-facts_test.txt", "exists and is another"))
        path.unlink()
        path.mkdir()
        self.refused("generate", "babi", *words, says=("qa2_two-supporting-facts_test.txt", "is a directory"))

    def test_scan(self):
        out, _ = self.tapehead("generate", "scan", "--out", "scan")
        self.assertEqual(out, "scan: 17 files, 20910 commands in 8 splits\n")
        files = snapshot(self.root / "scan")
        splits = ["simple", "length", "addprim_jump", "addprim_turn_left",
                  *(f"template_{name}" for name in ("right", "opposite_right", "around_right", "jump_around_right"))]
        self.assertEqual(set(files), {"tasks.txt", *(f"tasks_{part}_{split}.txt" for split in splits
                                                     for part in ("train", "test"))})
        self.assertEqual(files["tasks.txt"].count(b"\n"), 20910)
        for line in files["tasks_test_length.txt"].splitlines():
            self.assertRegex(line.decode(), "^IN: [a-z ]+ OUT: (I_(TURN_LEFT|TURN_RIGHT|WALK|LOOK|RUN|JUMP) ?)+$")
        self.tapehead("generate", "scan", "--out", "scan")
        self.assertEqual(snapshot(self.root / "scan"), files)
        built_in, _ = self.tapehead("show", "scan", "--task.split", "length", "--episode", 5)
        from_files, _ = self.tapehead("show", "scan", "--task.split", "length", "--episode", 5, "--task.path", "scan")
        self.assertEqual(from_files, built_in)
        for option in ("ids", "questions", "test-questions", "seed", "episodes"):
            self.refused("generate", "scan", "--out", "scan", f"--{option}", 1,
                         says=(f"--{option}: got it with generate scan", "takes --out alone"))

    def test_refusals(self):
        needed = "ids from 1 to 20 such as 1..20, all or 1,3,7 are needed"
        for ids in ("0", "21", "1..21", "0..3", "3..1", "1,", ",1", "one", "1...3", "-1", "1 3", "1..3..5",
                    "99999999999999999999", "1.5", "+1"):
            self.refused("generate", "babi", "--out", "b", f"--ids={ids}", says=(f'--ids: got "{ids}"', needed))
        self.refused("generate", "babi", "--out", "b", "--ids", "1..3,2", says="--ids: got 2 twice")
        for option in ("--questions", "--test-questions"):
            for value in ("0", "-5", "many", "1e3", "1000001"):
                self.refused("generate", "babi", "--out", "b", option, value,
                             says=(f"{option}: got", value, "an integer from 1 to 1000000 is needed"))
        self.refused("generate", "babi", "--out", "b", "--seed", "-1", says="--seed: got -1")
        self.refused("generate", "babi", says="--out")
        self.refused("generate", "bab", "--out", "b", says=('"bab" is not known', "nearest: babi"))
        self.refused("generate", says="1 is needed")
        self.refused("generate", "babi", "--out", "b", "--task", "copy", says="task")
        self.refused("generate", "babi", "--out", "b", "--task.ids", "1", says="task.ids: got it with generate babi")
        self.refused("generate", "babi", "--out", "b", "--episodes", 1, says="--episodes: got it with generate babi")
        self.refused("generate", "copy", "--out", "c", "--ids", 1,
                     says=("--ids: got it with generate copy", "takes --episodes, --seed"))
        self.refused("generate", "copy", "--out", "c", "--episodes", 0, says="--episodes: got 0")
        self.refused("generate", "copy", "--out", "c", "--task.bits", 0, says="task.bits: got 0")
        self.refused("generate", "text", "--out", "c", says=("text: got a task of other episodes", "chomsky"))
        self.refused("generate", "one-shot", "--out", "c", says="one-shot: got a task of other episodes")
        self.refused("generate", "copy", "--out", "c", "--task.signed-bits", "true", says="copy: got an input of -1")

    def test_tokens_a_line(self):
        out, _ = self.tapehead("generate", "chomsky", "--task.problem", "stack-manipulation", "--task.length", 5,
                               "--episodes", 40, "--seed", 3, "--out", "new/s.txt")
        self.assertEqual(out, "new/s.txt: 40 episodes\n")
        lines = (self.root / "new/s.txt").read_text().splitlines()
        self.assertEqual(len(lines), 40)
        for line in lines:
            self.assertRegex(line, r"^([01] )+((POP|PUSH0|PUSH1) )+(_ ){5}_\t(\. ){5}([01] )*2( \.)*$")
        few, _ = self.tapehead("generate", "chomsky", "--task.problem", "stack-manipulation", "--task.length", 5,
                               "--episodes", 7, "--seed", 3, "--out", "few.txt")
        self.assertEqual((self.root / "few.txt").read_text().splitlines(), lines[:7])
        self.refused("generate", "chomsky", "--episodes", 40, "--out", "new/s.txt", says="exists and is another")
        self.refused("generate", "chomsky", "--out", "new", says="new: is a directory; a file is needed")
        few, _ = self.tapehead("generate", "chomsky", "--task.problem", "stack-manipulation", "--task.length", 5,
                               "--episodes", 7, "--seed", 3, "--out", "-")
        self.assertEqual(few.splitlines(), lines[:7])
        self.refused("generate", "scan", "--out", "-", says="--out: got -")
        self.tapehead("generate", "key-value-recall", "--episodes", 3, "--out", "k.txt")
        for line in (self.root / "k.txt").read_text().splitlines():
            shown, asked = (side.split(" ") for side in line.split("\t"))
            for at, value in enumerate(asked):
                if value != ".":
                    first = shown.index(shown[at])
                    self.assertEqual(shown[first + 1], value)

    def test_bits_a_line(self):
        self.tapehead("generate", "copy", "--task.bits", 3, "--task.length", 2, "--episodes", 30, "--out", "c.txt")
        for line in (self.root / "c.txt").read_text().splitlines():
            shown, asked = (side.split(" ") for side in line.split("\t"))
            self.assertEqual([len(step) for step in shown], [4] * 5)
            self.assertEqual([step[3] for step in shown], ["0", "0", "1", "0", "0"])
            self.assertEqual(asked, [".", ".", ".", *(step[:3] for step in shown[:2])])

    def test_a_run_on_them(self):
        self.tapehead("generate", "chomsky", "--task.problem", "reverse-string", "--task.length", 4, "--episodes", 25,
                      "--out", "r.txt")
        shown, _ = self.tapehead("show", "file", "--task.path", "r.txt")
        self.assertRegex(shown, r"^inputs   [01] [01] [01] [01] · · · ·\ntargets  - - - - [01] [01] [01] [01]\n$")
        self.tapehead("train", "--task", "file", "--task.path", "r.txt", "--model", "lstm", "--controller.size", 4,
                      "--train.sequences", 20, "--out", "run")
        self.tapehead("generate", "file", "--task.path", "r.txt", "--episodes", 20, "--out", "again.txt")
        lines = (self.root / "r.txt").read_text().splitlines()
        self.assertEqual(sorted((self.root / "again.txt").read_text().splitlines()), sorted(lines[:20]))
        self.tapehead("eval", "run")
        self.tapehead("trace", "run", "--out", "e.h5")
        (self.root / "other.txt").write_text("".join(line.replace("1", "2") + "\n" for line in lines))
        self.refused("eval", "run", "--task.path", "other.txt", says=('other.txt: a token: "2" is not known', "0, 1"))

    def test_a_place_that_cannot_be_written(self):
        (self.root / "file").write_text("")
        self.refused("generate", "babi", "--out", "file", "--ids", "1", says="file")
        self.refused("generate", "babi", "--out", "file/b", "--ids", "1", says="file")


if __name__ == "__main__":
    unittest.main()
