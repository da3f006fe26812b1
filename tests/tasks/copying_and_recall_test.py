#!/usr/bin/python3
"""Copying, look-up, recall and filler as files: every episode against a second way to what is asked for."""
import collections
import os
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from episode_files import EpisodeFiles


class CopyingAndRecall(EpisodeFiles):
    def test_copying_letters(self):
        for options in ({"told": "true"}, {"told": "false"}, {"told": "true", "letters": 3}):
            for shown, asked in self.episodes("letters", 300, problem="copy", length=30, **options):
                letters = shown[1:31]
                self.assertLess(max(letters), "d" if "letters" in options else "{")
                told = letters if options["told"] == "true" else ["_"] * 30
                self.assertEqual(shown, ["$", *letters, "|", *told])
                self.assertEqual(asked, ["."] * 31 + letters + ["end"])
        lengths = {len(shown) for shown, _ in self.episodes("letters", 500, problem="copy")}
        self.assertEqual(lengths, set(range(2 * 20 + 2, 2 * 50 + 3, 2)))

    def test_an_ngram_that_stands_twice(self):
        twice, places = 0, set()
        for shown, asked in self.episodes("letters", 500, problem="duplicate-copy", length=20, ngram=6):
            letters = shown[1:21]
            self.assertEqual(asked, ["."] * 21 + letters + ["end"])
            found = [(i, j) for i in range(15) for j in range(i + 6, 15) if letters[i:i + 6] == letters[j:j + 6]]
            twice += bool(found)
            places.update(found)
        self.assertEqual(twice, 500)
        self.assertEqual(places, {(i, j) for i in range(9) for j in range(i + 6, 15)})
        self.refused("show", "letters", "--task.problem", "duplicate-copy", "--task.ngram", 11, "--task.length", 20,
                     says="got 20; duplicate-copy has lengths from 22")

    def test_looking_up_letters(self):
        for problem, letters in (("prefix-lookup", 26), ("suffix-lookup", 26), ("suffix-lookup", 2)):
            places = set()
            for shown, asked in self.episodes("letters", 500, problem=problem, length=24, ngram=3, answer=4,
                                              letters=letters):
                text = "".join(shown)
                if problem == "prefix-lookup":
                    key, string, told = text[1:4], text[5:29], text[30:]
                    self.assertEqual(text, f"${key}|{string}|{told}")
                else:
                    string, key, told = text[1:25], text[26:29], text[29:]
                    self.assertEqual(text, f"${string}|{key}{told}")
                place = string.index(key)
                places.add(place)
                right = string[place + 3:place + 7]
                self.assertEqual(asked, ["."] * (len(text) - 5) + [*right, "end"])
                self.assertEqual(told, right)
            if letters == 26:
                self.assertEqual(places, set(range(24 - 3 - 4 + 1)))
        self.refused("show", "letters", "--task.problem", "prefix-lookup", "--task.length", 7,
                     says="got 7; prefix-lookup has lengths from 8")
        self.refused("show", "letters", "--task.problem", "prefixlookup", says=("prefixlookup", "prefix-lookup"))

    def test_tables_one_after_the_other(self):
        def forward(shown):
            return shown[0], shown[1:]

        value_of = {}
        for shown, asked in self.episodes("table-lookup", 600, length=1):
            symbol, [table] = forward(shown)
            self.assertEqual(value_of.setdefault((table, symbol), asked[1]), asked[1])
        self.assertEqual(len(value_of), 64)
        for table in "abcdefgh":  # each is a permutation
            self.assertEqual({value_of[table, str(symbol)] for symbol in range(8)}, set("01234567"))
        for options in ({}, {"every_step": "true"}, {"direction": "backward"}):
            for shown, asked in self.episodes("table-lookup", 300, length=5, **options):
                symbol, tables = forward(shown[::-1] if "direction" in options else shown)
                values = []
                for table in tables:
                    symbol = value_of[table, symbol]
                    values.append(symbol)
                told = values if "every_step" in options else ["."] * 4 + values[-1:]
                self.assertEqual(asked, ["."] + told)

    def test_keys_written_again_and_keys_of_two_tokens(self):
        for options in ({"rewrites": 5}, {"key_tokens": 2}, {"rewrites": 5, "key_tokens": 2, "values": 8}):
            of_key, more = options.get("key_tokens", 1), options.get("rewrites", 0)
            first_value = 64 - options.get("values", 32)
            written_again, alone = 0, 0
            for shown, asked in self.episodes("key-value-recall", 300, vocabulary=64, length=120, pairs=6, **options):
                each = of_key + 1
                value_of, firsts = {}, {}
                for i in range(6 + more):
                    *key, value = shown[each * i:each * (i + 1)]
                    self.assertTrue(all(int(token) < first_value for token in key) and int(value) >= first_value)
                    written_again += tuple(key) in value_of
                    value_of[tuple(key)] = value
                    firsts.setdefault(key[0], set()).add(tuple(key))
                alone += all(len(keys) == 1 for keys in firsts.values())  # its first token tells each key
                self.assertEqual(len(value_of), 6)
                at = [t for t, right in enumerate(asked) if right != "."]
                told = {tuple(shown[t - of_key + 1:t + 1]): asked[t] for t in at}
                self.assertEqual(told, value_of)
                self.assertTrue(all(t >= each * (6 + more) and t % each == of_key - 1 for t in at))
            self.assertEqual(written_again, 300 * more)
            if of_key == 2:
                self.assertLess(alone, 30)
        self.refused("show", "key-value-recall", "--task.rewrites", 20, "--task.length", 40,
                     says=("task.rewrites: got 20", "task.vocabulary (32)"))
        self.refused("show", "key-value-recall", "--task.key-tokens", 2, "--task.length", 20,
                     says=("task.length: got 20", "need 24"))

    def test_the_published_mixture(self):
        read = self.episodes("key-value-recall", 1800, mixture="zoology", vocabulary=8192)
        sizes = collections.Counter((len(shown), sum(right != "." for right in asked)) for shown, asked in read)
        self.assertEqual(set(sizes), {(64, 4), (128, 8), (256, 16), (256, 32), (256, 64)})
        self.assertLess(abs(sizes[64, 4] - 1000), 90)
        self.assertTrue(all(abs(count - 200) < 60 for size, count in sizes.items() if size != (64, 4)))
        for shown, asked in read:
            pairs = sum(right != "." for right in asked)
            value_of = dict(zip(shown[:2 * pairs:2], shown[1:2 * pairs:2]))
            told = {shown[t]: right for t, right in enumerate(asked) if right != "."}
            self.assertEqual(told, value_of)
        for name, value, said in (("vocabulary", 32, "task.vocabulary: got 32; 128 at least are needed"),
                                  ("rewrites", 3, "task.rewrites: got 3; 0"),
                                  ("key-tokens", 2, "task.key-tokens: got 2; 1"),
                                  ("length", 12, "task.length: an option of task.mixture none"),
                                  ("pairs", 3, "an option of task.mixture none")):
            self.refused("show", "key-value-recall", "--task.mixture", "zoology", f"--task.{name}", value, says=said)

    def test_filler_between_the_lines_of_a_story(self):
        for filler in (0, 3):
            self.tapehead("generate", "babi", "--ids", "1,2,12", "--questions", 200, "--test-questions", 100,
                          "--seed", 4, "--out", f"filled-{filler}", *(["--filler", filler] if filler else []))
        for path in sorted((self.root / "filled-0").iterdir()):
            plain, filled = ((self.root / folder / path.name).read_text().splitlines()
                             for folder in ("filled-0", "filled-3"))
            words = {word for line in plain for word in re.findall(r"[A-Za-z]+", line)}
            kept, number_of, more = [], {}, 0
            for line in filled:
                number, text = line.split(" ", 1)
                if number == "1":
                    number_of, lines = {}, 0
                told = re.findall(r"[A-Za-z]+", text)
                if "\t" not in text and not set(told) <= words:
                    more += 1
                    self.assertEqual(set(told) & words, {"The"} & words)
                    continue
                lines += 1
                number_of[number] = str(lines)
                head, *supports = text.rsplit("\t", 1) if "\t" in text else [text]
                named = ["\t" + " ".join(number_of[one] for one in supports[0].split())] if supports else []
                kept.append(f"{lines} {head}" + "".join(named))
            self.assertEqual(kept, plain)
            self.assertLess(abs(more / len(plain) - 3), 0.4)
        self.refused("show", "babi", "--task.filler", 1000000, says=("task.filler: got 1000000", "fewer questions"))


if __name__ == "__main__":
    unittest.main()
