#!/usr/bin/python3
"""Words of groups, languages and MAD's problems as files: every episode against a second way to what is asked for."""
import itertools
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from episode_files import EpisodeFiles


class Problems(EpisodeFiles):
    def test_words_of_groups(self):
        def permuted(a, b):
            return "".join(b[int(goes) - 1] for goes in a)

        def summed(n):
            return lambda a, b: str((int(a) + int(b)) % n)

        def paired(first, second):
            return lambda a, b: ",".join(op(x, y) for op, x, y in zip((first, second), a.split(","), b.split(",")))

        def is_even(one):
            return sum(a > b for a, b in itertools.combinations(one, 2)) % 2 == 0

        all_of = {n: ["".join(one) for one in itertools.permutations("123456"[:n])] for n in (3, 4, 5)}
        for group, product, identity, elements in (
                ("Z_60", summed(60), "0", list(map(str, range(60)))),
                ("S_3", permuted, "123", all_of[3]), ("S_4", permuted, "1234", all_of[4]),
                ("S_5", permuted, "12345", all_of[5]), ("A_5", permuted, "12345", list(filter(is_even, all_of[5]))),
                ("Z_2xS_3", paired(summed(2), permuted), "0,123", [f"{a},{b}" for a in "01" for b in all_of[3]])):
            read = self.episodes("word-problem", 300, group=group, length=40)
            for shown, asked in read:
                so_far = identity
                for element, right in zip(shown, asked, strict=True):
                    so_far = product(so_far, element)
                    self.assertEqual(right, so_far, (group, shown))
            self.assertEqual({one for shown, _ in read for one in shown}, set(elements), group)
        for name, said in (("Q_8", "Z_n, S_n, A_n or a product"), ("S_7", "to 6 for S_n and A_n"),
                           ("Z_0", "n from 1 to 1000"), ("Z_1001", "n from 1 to 1000"),
                           ("S_5xS_5", "at most 1000 elements"),
                           ("Z_2x", "a group behind its last x"), ("Z_2xQ", "Z_n, S_n"), ("Z_", "Z_n, S_n")):
            self.refused("show", "word-problem", f"--task.group={name}", says=(f'task.group: got "{name}"', said))

    def test_languages(self):
        for problem, modulus in (("parity", 2), ("counter", 5)):
            options = {"modulus": modulus} if problem == "counter" else {}
            for shown, asked in self.episodes("language", 200, problem=problem, length=30, **options):
                self.assertEqual(asked, [str(shown[:t + 1].count("1") % modulus) for t in range(30)])
        for problem in ("dyck", "reset-dyck"):
            read = self.episodes("language", 500, problem=problem, length=40, kinds=3)
            for shown, asked in read:
                for t in range(len(shown)):
                    text = "".join(shown[:t + 1])
                    rest = text.rpartition("R")[2]
                    while any(f"({kind}){kind}" in rest for kind in "123"):
                        for kind in "123":
                            rest = rest.replace(f"({kind}){kind}", "")
                    self.assertNotIn(")", rest)
                    self.assertEqual(asked[t], rest[-1:] or "0", shown)
            tokens = [token for shown, _ in read for token in shown]
            resets = {"R"} if problem == "reset-dyck" else set()
            self.assertEqual(set(tokens), {b + k for b in "()" for k in "123"} | resets)
            if resets:
                self.assertLess(abs(tokens.count("R") / len(tokens) - 0.1), 0.01)
        for shown, asked in self.episodes("language", 500, problem="shuffle-dyck", length=40, kinds=3):
            for t in range(len(shown)):
                depth = {k: shown[:t + 1].count(f"({k}") - shown[:t + 1].count(f"){k}") for k in (1, 2, 3)}
                self.assertGreaterEqual(min(depth.values()), 0)
                self.assertEqual(asked[t], str(sum(2 ** (k - 1) for k in depth if depth[k] > 0)))
        self.refused("show", "language", "--task.problem", "shuffle-dyck", "--task.kinds", 9,
                     says="task.kinds: got 9; a number from 1 to 8 is needed")
        self.refused("show", "language", "--task.problem", "palindromes", says=("palindromes", "reset-dyck"))

    def check_recall(self, read, keys, values, noise):
        for shown, asked in read:
            value_of = {}
            self.assertEqual(len(shown) % 2, 1)
            for t in range(0, len(shown), 2):
                key = int(shown[t])
                right = asked[t]
                value = shown[t + 1] if t + 1 < len(shown) else right
                if key >= keys + values:
                    self.assertLess(key, keys + values + noise)
                    self.assertTrue(keys + values <= int(value) < keys + values + noise)
                    self.assertEqual(right, ".")
                    continue
                self.assertTrue(key < keys <= int(value) < keys + values)
                self.assertEqual(right, value_of.get(key, "."))
                self.assertEqual(value_of.setdefault(key, value), value)
            self.assertEqual(set(asked[1::2]), {"."})
            self.assertNotEqual(asked[-1], ".")

    def test_recall(self):
        read = self.episodes("mad", 300, problem="in-context-recall")
        self.assertEqual({len(shown) for shown, _ in read}, {127})
        self.check_recall(read, 8, 8, 0)
        read = self.episodes("mad", 1000, problem="noisy-recall")
        self.check_recall(read, 8, 8, 16)
        noise = sum(int(token) >= 16 for shown, _ in read for token in shown) / sum(len(shown) for shown, _ in read)
        self.assertLess(abs(noise - 0.2), 0.01)
        self.check_recall(self.episodes("mad", 300, problem="noisy-recall", noise=0.99, length=4), 8, 8, 16)

    def test_fuzzy_recall(self):
        for shown, asked in self.episodes("mad", 500, problem="fuzzy-recall"):
            self.assertEqual(len(shown), 128)
            begin = shown.index(next(token for token in shown if token != "_"))
            self.assertNotIn("_", shown[begin:])
            tokens = [int(token) for token in shown[begin:]] + [int(asked[-1])]  # the last value's end is not shown
            runs = [list(run) for _, run in itertools.groupby(tokens, lambda token: token >= 7)]
            self.assertTrue(all(1 <= len(run) <= 3 and len(set(run)) == len(run) and max(run) < 15 for run in runs))
            value_of, expected = {}, []
            for key, value in zip(map(tuple, runs[::2]), runs[1::2], strict=True):
                known = key in value_of
                self.assertEqual(value_of.setdefault(key, value), value)
                told = [".", *map(str, value), "."] if known else ["."] * (len(value) + 2)
                expected += ["."] * (len(key) - 1) + told[1:-1] + ["."]
            self.assertNotEqual(expected[-2], ".")  # of a key that came before
            self.assertEqual(asked, ["."] * begin + expected[:-1])

    def test_copying_and_compression(self):
        for shown, asked in self.episodes("mad", 300, problem="selective-copying"):
            self.assertEqual(len(shown), 256)
            self.assertEqual((shown[239], shown.count("15"), shown[240:]), ("15", 1, ["14"] * 16))
            self.assertNotEqual(shown[238], "14")
            self.assertEqual(asked, ["."] * 240 + [token for token in shown[:239] if token != "14"])
        for shown, asked in self.episodes("mad", 300, problem="compression"):
            self.assertEqual(shown[31:], ["15"] + ["_"] * 31)
            self.assertEqual(asked, ["."] * 32 + shown[:31])
            self.assertLess(max(map(int, shown[:31])), 15)

    def test_memorisation_and_induction(self):
        value_of = {}
        for shown, asked in self.episodes("mad", 500, problem="memorisation"):
            self.assertEqual((len(shown), set(shown[1::2]), set(asked[::2])), (32, {"255"}, {"."}))
            for key, value in zip(shown[::2], asked[1::2], strict=True):
                self.assertEqual(value_of.setdefault(key, value), value)
        self.assertEqual(set(map(int, value_of)), set(range(127)))
        self.assertEqual(len(set(value_of.values())), 127)
        self.assertTrue(all(127 <= int(value) < 255 for value in value_of.values()))
        places = set()
        for shown, asked in self.episodes("mad", 500, problem="induction", length=12):
            self.assertEqual(shown.count("15"), 2)
            places.add(shown.index("15"))
            self.assertEqual(asked, ["."] * 11 + [shown[shown.index("15") + 1]])
            self.assertEqual(shown[-1], "15")
        self.assertEqual(places, set(range(10)))

    def test_sizes_that_do_not_go_together(self):
        for problem, name, value, said in (
                ("selective-copying", "length", 32,
                 "task.length: got 32; selective-copying with task.copies 16 has lengths from 33"),
                ("fuzzy-recall", "length", 18, "fuzzy-recall with task.motif 3 has lengths from 19"),
                ("fuzzy-recall", "vocabulary", 6, "task.vocabulary: got 6; 7 at least are needed with task.motif 3"),
                ("noisy-recall", "noise-tokens", 32, "task.noise-tokens: got 32; at most 30"),
                ("noisy-recall", "noise-tokens", 31, "task.noise-tokens: got 31; at most 30"),
                ("compression", "vocabulary", 2, "task.vocabulary: got 2; 3 at least")):
            self.refused("show", "mad", "--task.problem", problem, f"--task.{name}", value, says=said)


if __name__ == "__main__":
    unittest.main()
