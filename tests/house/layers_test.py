#!/usr/bin/python3
"""No source includes a floor above its own (the rule stands in CONTRIBUTING.md)."""
import os
import pathlib
import re
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))

BELOW = {  # floor → the floors it may include, besides itself
    "autodiff": set(),
    "attention": {"autodiff"},
    "controllers": {"autodiff", "attention"},
    "memory": {"autodiff", "attention"},
    "tasks": {"autodiff"},
    "models": {"autodiff", "attention", "controllers", "memory"},
    "catalogue": {"autodiff", "attention", "controllers", "memory", "tasks", "models"},
    "experiments": {"autodiff", "attention", "controllers", "memory", "tasks", "models", "catalogue"},
    "benchmarks": {"autodiff", "attention", "controllers", "memory", "tasks", "models", "catalogue", "experiments"},
}
EPISODE_TYPES = {f"tasks/{name}.hpp" for name in ("batch", "task")}  # what models see of the tasks


def allowed(source, included):
    """Whether the file `source` may include the file `included`; both as seen from the root."""
    floor, target = (path.split("/")[0] for path in (source, included))
    if target == floor or target in BELOW[floor]:
        return True
    return floor == "models" and included in EPISODE_TYPES


def includes(text):
    return re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.MULTILINE)


class Layers(unittest.TestCase):
    def test_every_include_goes_down(self):
        sources = [path for floor in BELOW for path in sorted((SOURCE / floor).rglob("*.[ch]pp"))]
        self.assertGreater(len(sources), 50, "the sources were not found")
        upward, unknown = [], []
        for path in sources:
            source = path.relative_to(SOURCE).as_posix()
            for included in includes(path.read_text(encoding="utf-8")):
                if (SOURCE / included).is_file():
                    if not allowed(source, included):
                        upward.append(f"{source} includes {included}")
                elif included != "tapehead_commit.hpp":  # the build makes that one
                    unknown.append(f"{source} includes {included}")
        self.assertEqual(upward, [], "upward includes")
        self.assertEqual(unknown, [], "includes that are not paths from the root")

    def test_the_rule(self):
        for source, included in (("autodiff/a.cpp", "memory/b.hpp"), ("controllers/a.cpp", "memory/b.hpp"),
                                 ("tasks/a.cpp", "catalogue/options/option.hpp"), ("models/lstm.cpp", "tasks/copy.hpp"),
                                 ("models/a.cpp", "experiments/b.hpp"),
                                 ("experiments/a.cpp", "tests/support/b.hpp")):
            self.assertFalse(allowed(source, included), f"{source} includes {included}")
        for source, included in (("memory/a.cpp", "attention/b.hpp"), ("models/model.hpp", "tasks/batch.hpp"),
                                 ("catalogue/catalogue.cpp", "tasks/copy.hpp"), ("experiments/a.cpp", "tasks/copy.hpp")):
            self.assertTrue(allowed(source, included), f"{source} includes {included}")
        self.assertEqual(includes('#include "a/b.hpp"\n// #include "c.hpp"\n# include "d.hpp"\n'), ["a/b.hpp", "d.hpp"])


if __name__ == "__main__":
    unittest.main()
