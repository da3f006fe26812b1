#!/usr/bin/python3
"""The stubs of the package are those that the option table makes."""
import ast
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
import engine_module  # noqa: F401  the package's path

import tapehead
from tapehead import stubs

PACKAGE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "python/tapehead"


class Stubs(unittest.TestCase):
    def test_the_committed_ones_are_those_of_the_table(self):
        for name, text in stubs.stubs().items():
            self.assertEqual((PACKAGE / name).read_text(encoding="utf-8"), text,
                             f"{name}: PYTHONPATH=BUILD/python python3 -m tapehead.stubs python/tapehead makes it anew")

    def test_they_are_python_and_have_every_option(self):
        tree = ast.parse(stubs.training_stub())
        [train] = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        names = {argument.arg for argument in train.args.kwonlyargs}
        self.assertLessEqual({option.keyword for option in tapehead.options().values()}, names)
        types = {argument.arg: ast.unparse(argument.annotation) for argument in train.args.kwonlyargs}
        self.assertEqual(types["memory_slots"], "int")
        self.assertIn("'dnc'", types["memory"])


if __name__ == "__main__":
    unittest.main()
