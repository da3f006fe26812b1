#!/usr/bin/python3
"""Pages and files agree: each table of a page equals its script's output on the repository's files; and the code that
finds and fills such tables."""
import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "studies"), str(SOURCE / "tests/support")]

import fill_pages
import plans
from babi.pages import table
from preset_files import differences
from tapehead.runs.errors import InputError
from told.marks import blocks, filled, marked
from told.tables import TABLES, make

# Pages whose tables have files: a hand-written table of figures would never be recomputed.
STUDIES = ("tasks", "sequences", "looking")  # of presets, by a plan
BY_SCRIPT = ["README.md", "docs/results.md", "docs/results/tasks/README.md", "docs/results/babi/README.md",
             "docs/results/babi/memn2n/README.md", "docs/results/babi/models/README.md",
             "docs/results/babi/transfer/README.md", "docs/results/sweeps/README.md"]


class Pages(unittest.TestCase):
    def test_a_table_s_rows_are_as_long_as_its_header(self):
        self.assertEqual(table(["a", "b"], [[1, 2]]), "| a | b |\n| --- | ---: |\n| 1 | 2 |")
        with self.assertRaisesRegex(ValueError, "a row of 3 cells under a header of 2"):
            table(["a", "b"], [[1, 2, 3]])

    def test_every_table_is_what_the_files_say(self):
        seen = 0
        for page in fill_pages.pages():
            for words, text in blocks(page.read_text(encoding="utf-8"), page):
                with self.subTest(page=page.name, table=words):
                    name, *arguments = words.split()
                    self.assertEqual(text, make(name, arguments).strip("\n"),
                                     f"{page} and its files differ; studies/fill_pages.py writes the table anew")
                    seen += 1
        self.assertGreater(seen, 15)

    def test_the_pages_that_have_files_have_such_tables(self):
        there = {str(page.relative_to(SOURCE)) for page in fill_pages.pages()}
        self.assertLessEqual(set(BY_SCRIPT), there)
        for name in BY_SCRIPT[1:]:
            page = re.sub(r"(?ms)^<!-- table: .*?^<!-- end of table -->$", "",
                          (SOURCE / name).read_text(encoding="utf-8"))
            self.assertNotRegex(page, r"(?m)^\|.*\d", f"{name}: a table by hand")

    def test_results_that_are_kept_are_of_a_clean_tree_and_name_the_processor(self):
        for path in [path for study in STUDIES for path in (SOURCE / "docs/results" / study).glob("*.csv")]:
            with open(path, newline="", encoding="utf-8") as file:
                for row in csv.DictReader(file):
                    self.assertRegex(row["commit"], r"\A[0-9a-f]{40}\Z", path)
                    self.assertTrue(row["cpu"], path)

    def test_results_are_of_the_presets_as_they_are(self):
        for study in STUDIES:
            plan = plans.read_plan(SOURCE / f"studies/{study}.toml")
            for path in (SOURCE / "docs/results" / study).glob("*.ini"):
                one = plan[path.stem]
                self.assertEqual(differences(path.read_text(), one.begins, one.train), {}, path.stem)
        for path in (SOURCE / "docs/results/ntm2014").glob("*/seed-1/config.ini"):
            found = differences(path.read_text(), path.parents[1].name)
            self.assertEqual(set(found) - {"train.sequences"}, set(), path)

    def test_the_figures_are_those_of_the_files_counted_here(self):
        """Some are recomputed independently, so that a consistent error in the script is found."""
        with open(SOURCE / "docs/results/babi/memn2n/restarts.csv", newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["experiment"] == "sukhbaatar2015-single"]
        self.assertIn(f"took {sum(float(row['seconds']) for row in rows):.0f} seconds of one core for the first",
                      make("babi-seconds", []))
        chosen = [float(row["error"]) for row in rows if row["chosen"] == "yes"]
        self.assertEqual(len(chosen), 20)
        self.assertIn(f"gets {sum(chosen) / 20:.1f} % of the", make("babi-sentence", []))
        with open(SOURCE / "docs/results/tasks/associative-recall.csv", newline="", encoding="utf-8") as file:
            lost = [int(row["lost"]) for row in csv.DictReader(file) if row["setting"] == "task.items=20"]
        [line] = [line for line in make("task", ["associative-recall"]).splitlines() if line.startswith("| items 20 ")]
        self.assertIn(f"| {lost.count(0)} of {len(lost)} | {sum(lost):,} of {2000 * len(lost):,} |", line)


class Marks(unittest.TestCase):
    PAGE = ("# A\n\n<!-- table: one x y -->\nold\n<!-- end of table -->\n\nwords\n\n"
            "<!-- table: two -->\n<!-- end of table -->\n")

    def test_only_what_stands_between_is_written(self):
        after = filled(self.PAGE, "page", lambda name, arguments: f"| {name} | {' '.join(arguments)} |\n")
        self.assertEqual(after, self.PAGE.replace("old\n", "| one | x y |\n").replace(
            "<!-- table: two -->\n", "<!-- table: two -->\n| two |  |\n"))
        self.assertEqual(blocks(self.PAGE, "page"), [("one x y", "old"), ("two", "")])
        self.assertEqual(marked("one", "a\n"), "<!-- table: one -->\na\n<!-- end of table -->")

    def test_refusals(self):
        with self.assertRaisesRegex(InputError, "page: a table has no end"):
            blocks(self.PAGE.removesuffix("<!-- end of table -->\n"), "page")
        with self.assertRaisesRegex(InputError, "is not known; nearest: task-seeds; valid: "):
            make("task-seed", [])
        with self.assertRaisesRegex(InputError, "memn2n or models is needed"):
            make("babi-luck", ["memn3n"])
        self.assertIn("sweeps", TABLES)

    def test_a_page_that_cannot_be_filled_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text(marked("sweeps", "") + "\n" + marked("nothing", "") + "\n")
            before = page.read_text()
            done = subprocess.run([SOURCE / "studies/fill_pages.py", page], capture_output=True, text=True)
            self.assertEqual((done.returncode, page.read_text()), (2, before))
            self.assertRegex(done.stderr, r"\Afill_pages.py: .*page.md: table nothing: is not known; [^\n]*\n\Z")


if __name__ == "__main__":
    unittest.main()
