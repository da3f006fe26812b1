#!/usr/bin/python3
"""The table of deviations from papers (docs/deviations.md) and the options agree: defaults are the defaults, what is
said to be as published can be chosen, and the presets choose it."""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
sys.path.insert(0, str(SOURCE / "tests/support"))

from preset_files import settings  # noqa: E402

OPTION = re.compile(r"\A`--([\w.-]+) ([\w.-]+)`")
AS_PUBLISHED = ("bahdanau2015", "cho2014", "xu2015-hard")


def rows():
    text = (SOURCE / "docs/deviations.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    for line in lines:
        paper, published, by_default, option, preset = (cell.strip() for cell in line.strip("|").split("|"))
        yield paper, published, OPTION.match(by_default), OPTION.match(option), option, preset.strip("`")


def catalogue():
    """Every part, of whatever kind, as the program tells of it."""
    told = subprocess.run([os.environ["TAPEHEAD"], "list", "--json"], capture_output=True, text=True, check=True).stdout
    return [part for parts in json.loads(told).values() for part in parts]


def preset(name):
    return settings((SOURCE / f"experiments/presets/{name}.ini").read_text(encoding="utf-8"))


class Deviations(unittest.TestCase):
    def test_options_are_as_the_table_has_them(self):
        parts, seen = catalogue(), 0
        names = {part["name"] for part in parts}
        for _, published, by_default, as_published, cell, _ in rows():
            with self.subTest(published):
                if not as_published:
                    self.assertTrue(cell.startswith("none"), cell)
                    self.assertIsNone(by_default)
                    continue
                name, value = as_published.groups()
                found = [option for part in parts for option in part.get("options", []) if option["name"] == name]
                self.assertEqual(by_default[1], name)
                self.assertIn(by_default[2], {option["default"] for option in found})
                self.assertTrue(any(value in re.findall(r"[\w-]+", option["takes"]) or
                                    (option["takes"].endswith("'s name") and value in names) for option in found),
                                f"{name} {value}")
                seen += 1
        self.assertGreater(seen, 9)

    def test_presets_of_papers_are_as_published(self):
        told = {name: set() for name in AS_PUBLISHED}
        for paper, published, _, as_published, _, name in rows():
            if not name:
                continue
            with self.subTest(published):
                self.assertEqual(preset(name)[as_published[1]], as_published[2])
                told[name].add(as_published[1])
        self.assertTrue(all(len(options) >= 2 for options in told.values()), told)

    def test_what_is_said_of_other_presets(self):
        text = (SOURCE / "docs/deviations.md").read_text(encoding="utf-8")
        found = re.findall(r"`--([\w.-]+) [\w.-]+` \(the preset `([\w-]+)` has `([\w-]+)`\)", text)
        self.assertEqual(len(found), 2)
        for option, name, value in found:
            self.assertEqual(preset(name)[option], value)


if __name__ == "__main__":
    unittest.main()
