#!/usr/bin/python3
"""Every op has a row in the table of ops (op_rows.cpp), so that its gradient is checked."""
import os
import pathlib
import re
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))

# Headers whose functions from Var to Var are ops; all of attention/ is.
HEADERS = ["autodiff/ops.hpp", "autodiff/linear.hpp", "autodiff/layer_norm.hpp", "autodiff/dropout.hpp",
           "autodiff/embed.hpp",
           "controllers/gru_cell.hpp", "controllers/lstm_cell.hpp", "memory/access.hpp",
           "memory/dnc_ops.hpp", "memory/entity_ops.hpp", "memory/lru_ops.hpp", "memory/stack_ops.hpp"]
FLOORS = ["autodiff", "attention", "controllers", "memory"]


def ops(text):
    return set(re.findall(r"^Var (\w+)\(", text, re.MULTILINE))


def rows(text):
    """Ops with a row: the name that starts a row, or is given to a function that makes several, up to a comma."""
    return set(re.findall(r'(?:\{|append\(broadcast_rows\()\s*"(\w+)(?:, [^"]*)?"', text))


class EveryOpHasARow(unittest.TestCase):
    def test_every_op_has_a_row(self):
        headers = [SOURCE / name for name in HEADERS] + sorted((SOURCE / "attention").glob("*.hpp"))
        declared = set().union(*(ops(path.read_text(encoding="utf-8")) for path in headers))
        tables = [path for floor in FLOORS for path in sorted((SOURCE / floor).glob("*op_rows.cpp"))]
        checked = set().union(*(rows(path.read_text(encoding="utf-8")) for path in tables))
        self.assertGreater(len(declared), 30, "the ops were not found")
        self.assertEqual(sorted(declared - checked), [], "ops without a row in their floor's op_rows.cpp")

    def test_the_rule(self):
        self.assertEqual(ops("Var add(Var a, Var b);\nstruct Var {\n  Var rows(Var x);\n"), {"add"})
        self.assertEqual(rows('{"add", {}},\n{"sum, of one", {}}, {{"x", 3}}\nappend(broadcast_rows("mul", mul));'),
                         {"add", "sum", "mul", "x"})


if __name__ == "__main__":
    unittest.main()
