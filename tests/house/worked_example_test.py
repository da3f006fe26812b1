#!/usr/bin/python3
"""The worked example of docs/extending/addressing.md works: its blocks, verbatim, form a new addressing scheme that the
program lists, whose gradients are correct, and that learns; it needs one pair of files and one row. The op of
docs/extending/op.md is correct too."""
import csv
import difflib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
BUILD = pathlib.Path(os.environ["TAPEHEAD"]).parent

ROWS = "catalogue/rows/addressing_rows.cpp"
PAIR = ["memory/recency_addressing.hpp", "memory/recency_addressing.cpp"]
SOLVED = 0.05  # bits per sequence; chance level is 6, where a model without memory stays


def page(name):
    """The text of a page of docs/extending."""
    return (SOURCE / "docs/extending" / name).read_text(encoding="utf-8")


def blocks(text):
    """File name, or name in a comment → the C++ blocks that follow it, up to the next such name."""
    found = {}
    name = None
    pattern = r"^(?:\*\*`(\S+)`\*\*.*|<!-- (.+) -->|```cpp\n((?:.*\n)*?)```)$"
    for place in re.finditer(pattern, text, re.MULTILINE):
        name = place[1] or place[2] or name
        if place[3] is not None:
            found.setdefault(name, []).append(place[3])
    return found


def with_row(text, include, row):
    """The rows' file with the include in alphabetical order and the row at the end of the list."""
    lines = text.splitlines(keepends=True)
    own = [i for i, line in enumerate(lines) if line.startswith('#include "')]
    lines.insert(next((i for i in own if lines[i] > include), own[-1] + 1), include)
    end = lines.index("  };\n", next(i for i, line in enumerate(lines) if "> rows = {" in line))
    lines.insert(end, row)
    return "".join(lines)


def compiler(variant):
    """The command that compiles the catalogue, without input and output, and its directory."""
    for command in json.loads((BUILD / "compile_commands.json").read_text()):
        words = shlex.split(command["command"])
        if any(f"catalogue_{variant}.dir/" in word for word in words):
            break
    else:
        raise LookupError(f"no {variant} build of the catalogue in {BUILD}")
    kept, skip = [], False
    for word in words:
        dropped = word in ("-o", "-c")
        if not (skip or dropped):
            kept.append(word)
        skip = dropped
    return kept, command["directory"]


def run(words, where):
    """Runs a command; returns its standard output."""
    done = subprocess.run([str(word) for word in words], cwd=where, text=True, capture_output=True, timeout=300)
    if done.returncode:
        raise AssertionError(f"{shlex.join(map(str, words))}\nstatus {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def compile_source(source, variant, includes, output):
    words, where = compiler(variant)
    first = next(i for i, word in enumerate(words) if word.startswith("-"))  # after the compiler and its launcher
    own = [f"-I{folder}" for folder in includes]
    run([*words[:first], *own, *words[first:], "-Werror", "-c", source, "-o", output], where)


def link(objects, output, target="tapehead", without=()):
    """Links as the build links that target; definitions in objects before the libraries take precedence."""
    last = run(["ninja", "-t", "commands", target], BUILD).splitlines()[-1]
    words = next(words for words in map(shlex.split, last.split(" && ")) if "-o" in words)  # other commands follow it
    words = [word for word in words if not word.endswith(tuple(without))]
    words[words.index("-o") + 1] = output
    library = next(i for i, word in enumerate(words) if re.search(r"libtapehead_\w+\.a$", str(word)))
    run([*words[:library], *objects, "-Wl,-z,muldefs", *words[library:]], BUILD)


class Built(unittest.TestCase):
    """A page's blocks, built in their own folder: a pair of files and a row."""
    PAGE = PAIR = ROWS = None

    @classmethod
    def setUpClass(cls):
        cls.root = BUILD / "worked" / pathlib.Path(cls.PAGE).stem  # in the clone, where the compiler's cache serves
        shutil.rmtree(cls.root, ignore_errors=True)
        cls.addClassCleanup(shutil.rmtree, cls.root)
        cls.text = page(cls.PAGE)
        cls.blocks = blocks(cls.text)
        for name in cls.PAIR:
            path = cls.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(cls.blocks[name][0], encoding="utf-8")
        rows = cls.root / cls.ROWS
        rows.parent.mkdir(parents=True)
        rows.write_text(with_row((SOURCE / cls.ROWS).read_text(encoding="utf-8"), *cls.blocks[cls.ROWS]),
                        encoding="utf-8")
        cls.objects = []
        for variant in ("f32", "f64"):
            for source in (*cls.PAIR[1:], cls.ROWS):
                cls.objects.append(cls.root / f"{pathlib.Path(source).stem}.{variant}.o")
                compile_source(cls.root / source, variant, [cls.root], cls.objects[-1])
        cls.program = cls.root / "tapehead"
        link(cls.objects, cls.program)

    def tapehead(self, *words):
        return run([self.program, *words], self.root)

    def shown(self, command):
        """The words of the example's own command line."""
        line = re.search(rf"^tapehead {command} ((?:.*\\\n)*.*)$", self.text, re.MULTILINE)[1]
        return [command, *shlex.split(line.replace("\\\n", " "))]


class WorkedExample(Built):
    PAGE, PAIR, ROWS = "addressing.md", PAIR, ROWS

    def test_a_pair_of_files_and_a_row_are_all(self):
        self.assertEqual(set(self.blocks), {*PAIR, ROWS})
        for name in PAIR:
            self.assertFalse((SOURCE / name).exists(), f"{name} is the reader's to write")
            self.assertEqual(len(self.blocks[name]), 1)
        before = (SOURCE / ROWS).read_text(encoding="utf-8").splitlines()
        after = (self.root / ROWS).read_text(encoding="utf-8").splitlines()
        changes = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
        self.assertEqual({line[0] for line in changes}, {"+"})
        include, row = self.blocks[ROWS]
        self.assertEqual([line[2:] for line in changes], (include + row).splitlines())
        self.assertEqual(len(re.findall(r"scheme_row<", row)), 1)
        self.assertIn(" memory ", (SOURCE / "CMakeLists.txt").read_text(), "CMake finds the new source by itself")

    def test_it_is_listed(self):
        self.assertRegex(self.tapehead(*self.shown("list")), r"(?m)^  recency +by likeness to a key")

    def test_its_gradient(self):
        self.assertIn("recency", self.shown("gradcheck"))
        self.assertRegex(self.tapehead(*self.shown("gradcheck")), r"(?m)^model .* ok$")

    def test_every_check_of_a_model_has_it(self):
        lines = self.tapehead("gradcheck", "--all", "--only", "recency").splitlines()
        self.assertGreater(len(lines), 10)
        for controller in ("lstm", "feedforward"):
            self.assertTrue(any(f" {controller} ntm recency" in line for line in lines))

    def test_the_conformance_suites_run_it(self):
        if not (BUILD / "tests/tapehead_tests").exists():
            self.skipTest("the tests are not built here")
        link(self.objects, self.root / "tests", "tests/tapehead_tests")
        self.assertIn("All tests passed", run([self.root / "tests", "[conformance]"], self.root))

    def test_it_is_laid_out_as_everything_else(self):
        if not shutil.which("clang-format") or "version 14." not in run(["clang-format", "--version"], self.root):
            self.skipTest("clang-format is not version 14")
        for name in (*PAIR, ROWS):
            text = (self.root / name).read_text(encoding="utf-8")
            laid_out = run(["clang-format", f"--style=file:{SOURCE}/.clang-format", self.root / name], self.root)
            self.assertEqual(text, laid_out, name)

    def test_it_learns(self):
        words = [word if word != "runs/recency" else "run" for word in self.shown("train")]
        self.tapehead(*words, "--seed", 1, "--threads", 1)
        result = json.loads((self.root / "run/result.json").read_text())
        self.assertEqual(result["status"], "solved")
        self.assertLess(result["bits"], 2 * SOLVED)  # on other episodes than those that told it was solved
        self.assertLess(result["seconds"], 20)
        with open(self.root / "run/metrics.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual({row["addressing"] for row in rows}, {"recency"})
        bits = [float(row["value"]) for row in rows if (row["split"], row["metric"]) == ("validation", "bits")]
        self.assertGreater(bits[0], 1)
        self.assertLess(bits[-1], SOLVED)

    def test_its_memory_is_what_remembers(self):
        keep = ("--controller", "--controller.size", "--task.bits", "--task.max-length", "--train.optimizer",
                "--train.learning-rate", "--train.batch")
        words = self.shown("train")
        same = [word for option in keep for word in (option, words[words.index(option) + 1])]
        self.tapehead("train", "--memory", "none", *same, "--train.sequences", 20000, "--threads", 1,
                      "--out", "without")
        self.assertGreater(json.loads((self.root / "without/result.json").read_text())["bits"], 5)


OP_CHECK = """
#include <cstdio>

#include "autodiff/ops/elementwise.hpp"
#include "autodiff/base/fastmath.hpp"
#include "autodiff/check/op_row.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {{
{op}
CheckedFunction one(Var (*op)(Var)) {{
  return [op](Tape&, std::span<const Var> in) {{ return op(in[0]); }};
}}
}}  // namespace tapehead::inline TAPEHEAD_REAL

int main() {{
  using namespace tapehead;
  const std::vector<OpRow> rows = {{
{rows}  }};
  for (const OpRow& row : rows) {{
    const GradientError error = check_op(row);
    std::printf("%s: %s\\n", row.name.c_str(), error.ok() ? "ok" : error.text().c_str());
  }}
}}
"""


class Op(unittest.TestCase):
    def check(self, op, rows):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "op.cpp").write_text(OP_CHECK.format(op=op, rows=rows), encoding="utf-8")
            compile_source(root / "op.cpp", "f64", [], root / "op.o")
            link([root / "op.o"], root / "check", without=["main.cpp.o"])
            return run([root / "check"], root).splitlines()

    def test_the_op_is_right(self):
        found = blocks(page("op.md"))
        (op,), (rows,) = found["op"], found["op rows"]
        self.assertEqual(self.check(op, rows), ["silu: ok", "silu, at zero: ok"])
        wrong = op.replace("(1 - out)", "1")
        self.assertNotEqual(wrong, op)
        self.assertNotIn("silu: ok", self.check(wrong, rows))


if __name__ == "__main__":
    unittest.main()
