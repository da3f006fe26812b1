#!/usr/bin/python3
"""The fifteen problems of Delétang et al. as files: every episode against a second way to its answer."""
import collections
import math
import os
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import ProgramTest

EPISODES = 10000


def number(digits):
    """Of binary digits, the lowest first."""
    return int("".join(reversed(digits)), 2)


def digits(value):
    return list(reversed(bin(value)[2:]))


class Parser:
    """Recursive descent: expression = term {(+|-) term}, term = factor {* factor}, factor = digit | x | - factor |
    ( expression ). The value is a, b of a + b·x."""

    def __init__(self, tokens):
        self.tokens, self.at = tokens, 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def whole(self):
        value = self.expression()
        assert self.peek() is None, self.tokens
        return value

    def expression(self):
        a, b = self.term()
        while self.peek() in ("+", "-"):
            sign = 1 if self.take() == "+" else -1
            c, d = self.term()
            a, b = a + sign * c, b + sign * d
        return a, b

    def term(self):
        a, b = self.factor()
        while self.peek() == "*":
            self.take()
            c, d = self.factor()
            assert b == 0 and d == 0, "x within a product"
            a *= c
        return a, b

    def factor(self):
        token = self.take()
        if token == "-":
            a, b = self.factor()
            return -a, -b
        if token == "(":
            value = self.expression()
            assert self.take() == ")"
            return value
        return (0, 1) if token == "x" else (int(token), 0)


FORMS = {"d", "-d", "(d)", "(-d)", "#"}
NODE = re.compile(r"\((?:d|-d|\(d\)|\(-d\)|#)[-+*](?:d|-d|\(d\)|\(-d\)|#)\)")


def has_form(text):
    """Whether a bracketed expression can have been drawn: d, -d, (d), (-d) or (L op R)."""
    plain = "".join("d" if c in "01234x" else c for c in text)
    while plain not in FORMS:
        shorter = NODE.sub("#", plain)
        if shorter == plain:
            return False
        plain = shorter
    return True


def even_pairs(x):
    return [str(sum(a + b in ("01", "10") for a, b in zip(x, x[1:])) % 2)]


def modular_arithmetic(x):
    assert all((token in "01234") == (i % 2 == 0) for i, token in enumerate(x))
    return [str(Parser(x).whole()[0] % 5)]


def stack_manipulation(x):
    height = next((i for i, token in enumerate(x) if token not in "01"), len(x))
    assert 1 <= height and all(token in ("POP", "PUSH0", "PUSH1") for token in x[height:])
    assert height < len(x) or len(x) == 1
    stack = "".join(x[:height])
    for action in x[height:]:
        stack = stack[:-1] if action == "POP" else stack + action[-1]
    return [*stack[::-1], "2"] + ["."] * (len(x) - len(stack))


def brackets(x):
    assert has_form("".join(x)), x
    return [str(Parser(x).whole()[0] % 5)]


def equation(x):
    if len(x) < 3:
        assert set(x) <= {"0"}
        return ["0"]
    assert x[-2] == "=" and x.count("x") == 1 and x.count("=") == 1 and "*" not in x and has_form("".join(x[:-2]))
    a, b = Parser(x[:-2]).whole()
    solutions = [v for v in range(5) if (a + b * v - int(x[-1])) % 5 == 0]
    assert len(solutions) == 1
    return [str(solutions[0])]


def missing_duplicate(x):
    if len(x) == 1:
        assert x == ["1"]
        return ["1"]
    half = len(x) // 2
    assert x[2 * half:] == ["3"] * (len(x) % 2)
    pairs = [(a, b) for a, b in zip(x[:half], x[half:2 * half]) if a != b]
    assert len(pairs) == 1 and "2" in pairs[0] and not set(x[:2 * half]) - {"0", "1", "2"}
    return [a for a in pairs[0] if a != "2"]


def operation(sign, result, most):
    def answer(x):
        if len(x) <= 2:
            value = number(x)
            assert value < 2 ** len(x) - 1
            said = digits(value) if sign == "+" else ["0"] * (len(x) - 1)
        else:
            at = x.index(sign)
            a, b = number(x[:at]), number(x[at + 1:])
            assert a > 0 and b > 0
            said = digits(result(a, b))
        return [*said, "2"] + ["."] * (most(len(x)) - len(said) - 1)
    return answer


def square_root(x):
    value = number(x[::-1])
    assert value > 0
    return list(bin(math.isqrt(value))[2:].zfill((len(x) + 1) // 2))


TWO, FIVE = {"0", "1"}, {"0", "1", "2", "3", "4"}
PROBLEMS = {  # input tokens, classes, answer
    "even-pairs": (TWO, TWO, even_pairs),
    "modular-arithmetic": (FIVE | {"+", "-", "*"}, FIVE, modular_arithmetic),
    "parity-check": (TWO, TWO, lambda x: [str(x.count("1") % 2)]),
    "cycle-navigation": ({"0", "1", "2"}, FIVE, lambda x: [str((x.count("2") - x.count("0")) % 5)]),
    "stack-manipulation": (TWO | {"POP", "PUSH0", "PUSH1"}, TWO | {"2"}, stack_manipulation),
    "reverse-string": (TWO, TWO, lambda x: x[::-1]),
    "modular-arithmetic-brackets": (FIVE | {"+", "-", "*", "(", ")"}, FIVE, brackets),
    "solve-equation": (FIVE | {"+", "-", "(", ")", "x", "="}, FIVE, equation),
    "duplicate-string": (TWO, TWO, lambda x: x + x),
    "missing-duplicate-string": (TWO | {"2", "3"}, TWO, missing_duplicate),
    "odds-first": (TWO, TWO, lambda x: x[1::2] + x[0::2]),
    "bucket-sort": (FIVE, FIVE, sorted),
    "binary-addition": (TWO | {"+"}, TWO | {"2"}, operation("+", lambda a, b: a + b, lambda n: n + 1)),
    "binary-multiplication": (TWO | {"*"}, TWO | {"2"}, operation("*", lambda a, b: a * b, lambda n: n)),
    "compute-sqrt": (TWO, TWO, square_root),
}


class Chomsky(ProgramTest):
    def episodes(self, problem, episodes, *options):
        """Inputs and targets of the answer of each episode; the answer's steps are silent, no other is scored."""
        name = f"{problem}{''.join(map(str, options))}.txt"
        self.tapehead("generate", "chomsky", "--task.problem", problem, "--episodes", episodes, "--out", name, *options)
        read = []
        for line in (self.root / name).read_text().splitlines():
            shown, asked = (side.split(" ") for side in line.split("\t"))
            self.assertEqual(len(shown), len(asked))
            length = shown.index("_")
            self.assertEqual(set(shown[length:]), {"_"})
            self.assertEqual(set(asked[:length]), {"."})
            read.append((shown[:length], asked[length:]))
        self.assertEqual(len(read), episodes)
        return read

    def check(self, problem, read):
        tokens, classes, answer = PROBLEMS[problem]
        for shown, asked in read:
            self.assertEqual(asked, list(answer(shown)), (problem, shown))
        self.assertLessEqual({token for shown, _ in read for token in shown}, tokens)
        self.assertLessEqual({one for _, asked in read for one in asked}, classes | {"."})

    def test_every_answer_by_a_second_way(self):
        for problem, (tokens, classes, _) in PROBLEMS.items():
            with self.subTest(problem):
                read = self.episodes(problem, EPISODES, "--task.max-length", 44, "--seed", 5)
                self.check(problem, read)
                self.assertEqual({token for shown, _ in read for token in shown}, tokens)
                self.assertEqual({one for _, asked in read for one in asked} - {"."}, classes)
                lengths = collections.Counter(len(shown) for shown, _ in read)
                odd = problem == "modular-arithmetic"
                self.assertEqual(set(lengths), set(range(1, 45, 2 if odd else 1)))
                expected = EPISODES / (22 if odd else 44)
                for length, count in lengths.items():
                    self.assertLess(abs(count - expected), 6 * expected ** 0.5, (problem, length))

    def test_long_ones(self):
        for problem in PROBLEMS:
            for length in (300, 501):
                read = self.episodes(problem, 20, "--task.length", length)
                self.check(problem, read)
                self.assertEqual({len(shown) for shown, _ in read},
                                 {length - (problem == "modular-arithmetic" and length % 2 == 0)})

    def check_uniform(self, values, expected):
        """The values' frequencies against a uniform distribution over `expected`."""
        counts = collections.Counter(values)
        self.assertEqual(set(counts), set(expected))
        mean = len(values) / len(expected)
        for value, count in counts.items():
            self.assertLess(abs(count - mean), 6 * mean ** 0.5, (value, counts))

    def test_what_is_drawn_uniformly(self):
        def inputs(problem, length):
            return [shown for shown, _ in self.episodes(problem, 4000, "--task.length", length)]

        def length_of_left(x):
            depth = 0
            for i, token in enumerate(x[1:]):
                if depth == 0 and i > 0 and token in "+-*":
                    return i
                depth += (token == "(") - (token == ")")
            raise AssertionError(x)

        self.check_uniform([next(i for i, t in enumerate(x) if t not in "01") for x in inputs("stack-manipulation", 9)],
                           range(1, 9))
        self.check_uniform([t for x in inputs("stack-manipulation", 9) for t in x if t not in "01"],
                           ["POP", "PUSH0", "PUSH1"])
        brackets = inputs("modular-arithmetic-brackets", 12)
        self.check_uniform([length_of_left(x) for x in brackets], range(1, 9))
        self.check_uniform([x[1 + length_of_left(x)] for x in brackets], "+-*")
        self.check_uniform([x.index("2") for x in inputs("missing-duplicate-string", 11)], range(10))
        for problem, sign in (("binary-addition", "+"), ("binary-multiplication", "*")):
            drawn = inputs(problem, 8)
            self.check_uniform([x.index(sign) for x in drawn], range(1, 7))
            self.check_uniform([number(x[:3]) for x in drawn if x.index(sign) == 3], range(1, 8))
        self.check_uniform([number(x) for x in inputs("compute-sqrt", 4)], range(1, 16))
        self.check_uniform([t for x in inputs("modular-arithmetic", 9) for t in x[1::2]], "+-*")
        self.check_uniform([x.index("x") for x in inputs("solve-equation", 3)], [0])
        # In (d+d) a digit is hit by its own place, or by those without one before it.
        hidden = collections.Counter(x.index("x") for x in inputs("solve-equation", 7))
        self.assertLess(abs(hidden[1] / 4000 - 3 / 5), 0.05)
        self.assertEqual(set(hidden), {1, 3})

    def test_refusals(self):
        self.refused("show", "chomsky", "--task.problem", "parity",
                     says=('task.problem: "parity" is not known', "parity-check", "compute-sqrt"))
        self.refused("show", "chomsky", "--task.length", 0, says=("task.length", "got 0", "from 1 to 1000000"))
        self.refused("show", "chomsky", "--task.problem", "compute-sqrt", "--task.length", 200000,
                     says="task.length: got 200000; compute-sqrt has lengths from 1 to 100000")
        self.refused("show", "chomsky", "--task.min-length", 50,
                     says="task.min-length: got 50; at most task.max-length")

    def test_they_are_shown(self):
        for problem in PROBLEMS:
            shown, _ = self.tapehead("show", "chomsky", "--task.problem", problem)
            inputs, targets = shown.splitlines()
            self.assertTrue(inputs.startswith("inputs ") and "·" in inputs, shown)
            self.assertTrue(targets.startswith("targets ") and "-" in targets, shown)


if __name__ == "__main__":
    unittest.main()
