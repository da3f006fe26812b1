#!/usr/bin/python3
"""tapehead answer: a line of input gives a line of output; and the continuation of texts."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import DONE, ProgramTest, tiny, typed

SUMS = {"task": "addition", "task.digits": 1, "model": "gru", "controller.size": 12, "train.sequences": 300,
        "train.batch": 10, "train.validate-every": 300, "train.validation-episodes": 20, "train.final-episodes": 20,
        "train.optimizer": "adam", "train.learning-rate": 0.01}
TEXT = SUMS | {"task": "text", "task.length": 8}
del TEXT["task.digits"]


class Answer(ProgramTest):
    def ask(self, lines, *words, status=DONE):
        process = self.start("answer", *words, stdin_pipe=True)
        out, err = process.communicate(lines, timeout=60)
        self.assertEqual(process.returncode, status, f"{out}\n{err}")
        return out, err

    def start(self, *words, stdin_pipe=False, **how):
        if not stdin_pipe:
            return super().start(*words, **how)
        return self.ended_with_the_test(
            subprocess.Popen([os.environ["TAPEHEAD"], *map(str, words)], cwd=self.root, text=True,
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE))

    def test_sums(self):
        self.tapehead("train", *typed(SUMS), "--out", "run")
        out, err = self.ask("3+4\n9+1\n", "run")
        self.assertEqual(err, "")
        plain = out.splitlines()
        self.assertEqual(len(plain), 2)
        for answer in plain:
            self.assertRegex(answer, r"\A[0-9]*\Z")
        # Greedy decoding with its probability; the same answer among the best; and as JSON.
        [first, _] = self.ask("3+4\n9+1\n", "run", "--probabilities")[0].splitlines()
        chance, text = first.split("\t")
        self.assertEqual(text, plain[0])
        self.assertTrue(0 < float(chance) <= 1)
        blocks = self.ask("3+4\n9+1\n", "run", "--n-best", 3)[0].split("\n\n")
        self.assertEqual([len(block.splitlines()) for block in blocks], [3, 3, 0])
        chances = [float(line.split("\t")[0]) for line in blocks[0].splitlines()]
        self.assertEqual(chances, sorted(chances, reverse=True))
        self.assertGreaterEqual(chances[0], float(chance) * 0.9999)
        told = [json.loads(line) for line in self.ask("3+4\n9+1\n", "run", "--json")[0].splitlines()]
        self.assertEqual([one["source"] for one in told], ["3+4", "9+1"])
        self.assertEqual([one["answers"][0]["text"] for one in told], plain)
        self.assertEqual(told[0]["tokens"], ["3", "+", "4"])
        answer = told[0]["answers"][0]
        self.assertEqual("".join(answer["tokens"][:-1]), plain[0])
        product = 1
        for one in answer["probabilities"]:
            product *= one
        self.assertAlmostEqual(product, float(chance), places=3)
        # The random numbers of a line depend on the seed and the line's position.
        drawn = [self.ask("3+4\n3+4\n", "run", "--sample", 5, "--seed", seed, "--temperature", 2)[0]
                 for seed in (1, 1, 2)]
        self.assertEqual(drawn[0], drawn[1])
        self.assertNotEqual(drawn[0], drawn[2])
        # Scores are of decoded answers, by the requested beam.
        rows = json.loads(self.tapehead("eval", "run", "--task.digits", 1, "--episodes", 30, "--beam", 3, "--json")[0])
        self.assertIn("edit_distance", rows["settings"][0])
        self.assertEqual(self.ask("", "run"), ("", ""))

    def test_each_line_has_looks_drawn_for_itself(self):
        looks = {"model": "encoder-decoder", "attention": "hard", "attention.scored": "sample"}
        self.tapehead("train", *typed(SUMS | looks | {"train.sequences": 20}), "--out", "run")
        lines = "37+45\n" * 6

        def told(*words):
            return [json.loads(line)["answers"][0] for line in
                    self.ask(lines, "run", "--json", "--alignment", "--most-tokens", 4, *words)[0].splitlines()]
        first = told()
        self.assertGreater(len({answer["log_probability"] for answer in first}), 1)
        self.assertGreater(len({str(answer["alignment"]) for answer in first}), 1)
        self.assertEqual(told(), first)
        self.assertNotEqual(told("--seed", 2), first)
        self.assertEqual(len(set(self.ask(lines, "run", "--attention.scored", "likeliest")[0].splitlines())), 1)

    def test_what_cannot_be_answered(self):
        self.tapehead("train", *typed(SUMS), "--out", "run")
        out, err = self.ask("1+2\n1\n3+4\n", "run", status=2)
        self.assertEqual(len(out.splitlines()), 1)
        self.assertRegex(err, r"\Atapehead: standard input:2: [^\n]+\n\Z")
        process = subprocess.run([os.environ["TAPEHEAD"], "answer", "run"], cwd=self.root, input=b"1+\xff2\n",
                                 capture_output=True, timeout=60, check=False)
        self.assertEqual(process.returncode, 2)
        self.assertRegex(process.stderr.decode(), r"\Atapehead: standard input:1: byte 3 is not UTF-8[^\n]*\n\Z")
        self.assertIn("does not show where it looks", self.ask("1+2\n", "run", "--alignment", status=2)[1])
        self.refused("answer", "run", "--n-best", 3, "--beam", 2, says="--n-best: got 3; at most --beam (2)")
        self.refused("answer", "run", "--temperature", 2, says="--temperature: got no --sample")
        self.refused("answer", "run", "--sample", 3, "--beam", 2, says="--beam: does not go with --sample")
        self.refused("answer", "run", "--prompt", "x", says="--prompt: ")
        self.tapehead("train", *tiny(), "--out", "copy")
        self.refused("answer", "copy", says="answer: got a model of copy, which is not asked in words")
        self.refused("eval", "copy", "--beam", 2, says="--beam: got a run of copy")
        self.refused("train", *tiny(train__scheduled_sampling=0.1), "--out", "x",
                     says="train.scheduled-sampling: got 0.1; copy says nothing")

    def test_a_line_is_what_it_is_however_it_is_decorated(self):
        """Blanks around, a byte order mark and the way of ending a line change no answer; a blank line ends nothing."""
        self.tapehead("train", *typed(SUMS), "--out", "run")
        asked = ["3+4", "9+1", "0+7"]
        plain = self.ask("\n".join(asked) + "\n", "run")[0].splitlines()
        for text in ("\r\n".join(asked), "\r".join(asked), "\ufeff" + "\n".join(asked),
                     "3+4 \n\t9+1\n\u00a00+7\u202f\r\n"):
            out, err = self.ask(text, "run")
            self.assertEqual((out.splitlines(), err), (plain, ""), repr(text))
        out, err = self.ask("3+4\n\n9+1\r\n \u3000\r\n0+7", "run")
        self.assertEqual(out.splitlines(), [plain[0], "", plain[1], "", plain[2]])
        self.assertEqual(err, "standard input: 2 lines ask nothing, and answered by a blank line\n")
        told = [json.loads(line) for line in self.ask("\n3+4", "run", "--json")[0].splitlines()]
        self.assertEqual([len(one["answers"]) for one in told], [0, 1])

    def test_pairs_are_asked_as_their_file_is_read(self):
        (self.root / "pairs.tsv").write_text("".join(f"{word}\t^{word.upper()}$\n" for word in (
            a + b + c for a in "abcd" for b in "abcd" for c in "abcd")))
        settings = TEXT | {"task": "pairs", "task.path": "pairs.tsv", "train.sequences": 600,
                           "task.validation-share": 0.2, "task.test-share": 0.2}
        del settings["task.length"]
        self.tapehead("train", *typed(settings), "--out", "run")
        [plain, *others] = self.ask("abc\nabc \n \u00a0abc\t\nabc\r\nabc\rabc", "run", "--probabilities",
                                    "--most-tokens", 8)[0].splitlines()
        self.assertEqual(others, [plain] * 5)

    def test_no_file_commands_the_terminal(self):
        (self.root / "pairs.tsv").write_text("".join(
            f"\x1b[31m{a}{b}\t\x1b]0;mine\x07{a}{b}\x9b2J\n" for a in "abcdefgh" for b in "abcdefgh"))
        words = ("--task.path", "pairs.tsv", "--task.validation-share", 0.2, "--task.test-share", 0.2)
        shown, _ = self.tapehead("show", "pairs", *words)
        settings = TEXT | {"task": "pairs", "train.sequences": 400}
        del settings["task.length"]
        self.tapehead("train", *typed(settings), *words, "--out", "run")
        answered, remarks = self.ask("\x1b[31mab\nx\x1by\n", "run", "--most-tokens", 20)
        for text in (shown, answered, remarks):
            self.assertNotRegex(text, "[\x00-\x08\x0b-\x1f\x7f-\x9f]")
        self.assertIn("\u241b[31m", shown)

    def test_words_that_are_unknown(self):
        (self.root / "pairs.tsv").write_text("".join(f"{word}\t{word[::-1]}\n" for word in (
            a + b + c for a in "abcd" for b in "abcd" for c in "abcd")))
        settings = TEXT | {"task": "pairs", "task.path": "pairs.tsv", "train.sequences": 20,
                           "task.validation-share": 0.2, "task.test-share": 0.2}
        del settings["task.length"]
        self.tapehead("train", *typed(settings), "--out", "run")
        out, err = self.ask("ab\naxy\nx\n", "run", "--most-tokens", 4)
        self.assertEqual(len(out.splitlines()), 3)
        self.assertIn("standard input: 3 words are unknown to the model and read as such: x, y\n", err)

    def test_a_text_goes_on(self):
        self.tapehead("train", *typed(TEXT), "--out", "run")
        out, err = self.tapehead("answer", "run", "--sample", 40)
        self.assertEqual(err, "")
        self.assertEqual(len(out), 41)
        self.assertEqual(self.tapehead("answer", "run", "--sample", 40)[0], out)
        self.assertNotEqual(self.tapehead("answer", "run", "--sample", 40, "--seed", 2)[0], out)
        begun = self.tapehead("answer", "run", "--sample", 5, "--prompt", "the ")[0]
        self.assertTrue(begun.startswith("the "))
        self.assertEqual(len(begun), 10)
        two_lines = [self.tapehead("answer", "run", "--sample", 5, "--prompt", f"{mark}the{end}s")[0]
                     for mark in ("", "\ufeff") for end in ("\n", "\r\n", "\r")]
        self.assertEqual(set(two_lines), {two_lines[0]})
        told = json.loads(self.tapehead("answer", "run", "--sample", 5, "--prompt", "the ", "--json")[0])
        self.assertEqual(told["text"] + "\n", begun)
        self.assertLess(told["log_probability"], 0)
        # Up to the window's end the text is the same; beyond it the context begins anew.
        wide, narrow = (self.tapehead("answer", "run", "--sample", 12, "--window", window)[0] for window in (100, 6))
        self.assertEqual(wide[:5], narrow[:5])
        self.refused("answer", "run", says="--sample: got nothing")
        self.refused("answer", "run", "--sample", 3, "--alignment", says="--alignment: ")

    def test_training_by_scheduled_sampling(self):
        """The same for any number of threads, and different from training without it."""
        own = SUMS | {"train.scheduled-sampling": 0.5, "train.scheduled-sampling-rise": 100}
        self.tapehead("train", *typed(own), "--threads", 1, "--out", "one")
        self.tapehead("train", *typed(own), "--threads", 3, "--out", "three")
        self.assert_same_run(self.root / "one", self.root / "three")
        self.tapehead("train", *typed(SUMS), "--out", "none")
        self.assertNotEqual((self.root / "one/checkpoint-last.safetensors").read_bytes(),
                            (self.root / "none/checkpoint-last.safetensors").read_bytes())


if __name__ == "__main__":
    unittest.main()
