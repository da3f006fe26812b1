#!/usr/bin/python3
"""scripts/report.py: its page's data, number by number; hostile and damaged runs; sweeps; and refusals."""
import contextlib
import csv
import io
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

import numpy

from reports import STAND_IN, Reports
from tapehead.commands import compare
from tapehead.report import curves, page
from tapehead.runs import looks

KEPT = SOURCE / "docs/results"
HOSTILE = '</script><img onerror="x" src=\'y\'><!-- & \u202eright to left\u2028 ]]> \\u003c'


class Page(unittest.TestCase):
    @unittest.skipUnless(page.PAGE.exists(), "the page has not been built")
    def test_it_has_a_place_and_may_load_nothing(self):
        made = page.page_with({"title": "t"}).decode()
        self.assertIn(page.PLACE.replace("null", '{"title":"t"}'), made)
        self.assertIn("default-src 'none'", made)


class KeptResults(Reports):
    """The repository's kept results, all at once."""

    found = None

    def setUp(self):
        super().setUp()
        KeptResults.found = self.found = self.found or self.report(*sorted(KEPT.iterdir()))

    def test_each_run_is_there_with_its_numbers(self):
        directories = {str(path.parent) for path in KEPT.rglob("config.ini")}
        self.assertTrue(directories)
        self.assertEqual({run["directory"] for run in self.found["runs"]}, directories)
        names = [run["name"] for run in self.found["runs"]]
        self.assertEqual(len(set(names)), len(names))
        for run in self.found["runs"]:
            result = pathlib.Path(run["directory"]) / "result.json"
            if result.exists():
                said = json.loads(result.read_text())
                self.assertEqual((run["status"], run["sequences"]), (said["status"], said["sequences"]))
                self.assertEqual(run["cost"], said[run["cost_name"]])
                self.assertEqual(run["solved_at"], said["sequences"] if said["status"] == "solved" else None)
            else:
                self.assertEqual(run["status"], "unfinished")
            self.assertIn("checkpoint is not kept", run["no_trace"])
            self.assertIsNone(run["trace"])
        self.assertEqual(self.found["traces"], [])
        self.assertTrue([note for note in self.found["notes"] if note.startswith(str(KEPT / "babi")) and
                         note.endswith("has no runs")], self.found["notes"])

    def test_curves_are_those_of_the_files(self):
        for run in self.found["runs"]:
            table = {}
            with open(pathlib.Path(run["directory"]) / "metrics.csv", newline="") as file:
                for row in csv.DictReader(file):
                    table.setdefault(f"{row['metric']}/{row['split']}", []).append(
                        (float(row["sequences"]), float(row["value"])))
            self.assertEqual(set(run["curves"]), set(table))
            for name, (x, y) in run["curves"].items():
                self.assertEqual(x, [place for place, _ in table[name]])
                numpy.testing.assert_allclose(y, [value for _, value in table[name]], rtol=1e-6)

    def test_each_run_is_in_one_group(self):
        members = [run for group in self.found["groups"] for run in group["runs"]]
        self.assertEqual(sorted(members), list(range(len(self.found["runs"]))))
        for at, group in enumerate(self.found["groups"]):
            self.assertEqual({self.found["runs"][run]["group"] for run in group["runs"]}, {at})

    def test_two_options_that_vary_are_two_axes(self):
        axes = {axis for group in self.found["groups"] if group["task"] == "repeat-copy"
                for axis in group["generalisation"]}
        self.assertEqual(axes, {"task.length (at repeats 10)", "task.repeats (at length 10)"})
        for point in [point for run in self.found["runs"] if run["task"] == "repeat-copy"
                      for point in run["generalisation"]]:
            said = dict(pair.split("=") for pair in point["setting"].split(";"))
            if point["axis"] and point["axis"].startswith("task.length "):
                self.assertEqual((float(said["task.length"]), said["task.repeats"]), (point["at"], "10"))
        for group in self.found["groups"]:
            runs = [self.found["runs"][run] for run in group["runs"]]
            for axis, metrics in group["generalisation"].items():
                for metric, line in metrics.items():
                    at = {(point["at"], point["values"][metric]) for run in runs for point in run["generalisation"]
                          if point["axis"] == axis}
                    self.assertEqual(line["x"], sorted({place for place, _ in at}))
                    for place, low, high in zip(line["x"], line["low"], line["high"]):
                        there = [value for where, value in at if where == place]
                        self.assertTrue(min(there) * (1 - 1e-6) <= low <= high <= max(there) * (1 + 1e-6))


class Groups(Reports):
    def test_a_group_has_bands_and_generalisation(self):
        wrong = {seed: {20: 0, 60: seed, 120: (5 - seed) ** 2} for seed in range(1, 6)}
        for seed, values in wrong.items():
            self.make_run("copy", seed, [30, 9 + seed, 0.01 * seed], eval_metric="wrong_bits_max",
                          config="task.min-length = 1\ntask.max-length = 20\n",
                          settings=[(f"task.length={length}", value) for length, value in values.items()])
        [group] = self.report(self.root)["groups"]
        self.assertEqual(group["runs"], [0, 1, 2, 3, 4])
        band = group["curves"]["bits/validation"]
        self.assertEqual((band["x"], band["median"]), ([100, 200, 300], [30, 12, 0.03]))
        for low, median, high in zip(band["low"], band["median"], band["high"]):
            self.assertTrue(low <= median <= high)
        line = group["generalisation"]["task.length"]["wrong_bits_max"]
        self.assertEqual(group["trained"]["task.length"], [1, 20])
        self.assertEqual((line["x"], line["median"]), ([20, 60, 120], [0, 3, 4]))

    def test_guessers_are_told_by_their_metric(self):
        self.make_run("copy", 1, [30, 9], settings=[("task.length=20", 160)], eval_metric="uniform_bits")
        self.assertEqual(self.report(self.root)["guesses"], {"bits": {"uniform": "uniform_bits"}})


class Tables(Reports):
    def groups(self):
        """Six seeds of two groups, and some of a third, unfinished one."""
        for seed in range(1, 7):
            self.make_run("one", seed, [30, 9 + seed, 0.05], status="solved", cost=0.01 * seed,
                          settings=[("task.length=4", 0.1), ("task.length=8", seed)])
            self.make_run("two", seed, [30, 20, 10 + seed], addressing="location",
                          status="solved" if seed == 1 else "diverged" if seed == 2 else "finished", budget=300)
        self.make_run("three", 1, [30], addressing="content+location", status="unfinished")
        return [self.root / name for name in ("one", "two", "three")]

    def table(self, found, start):
        [table] = [each for each in found["tables"] if each["title"].startswith(start)]
        return table, [dict(zip([column["name"] for column in table["columns"]], row)) for row in table["rows"]]

    def test_a_setting_that_a_group_lacks(self):
        """Its cells are numbers without a value, not words among numbers."""
        for memory, lengths in (("ntm", {4: 1, 8: 2}), ("dnc", {4: 3})):
            settings = [(f"task.length={at}", value) for at, value in lengths.items()]
            self.make_run(memory, 1, [30, 9], memory=memory, settings=settings)
        table, rows = self.table(self.report(self.root), "copy: generalisation")
        self.assertEqual([column["kind"] for column in table["columns"]], ["text", "number", "number"])
        cells = [[cell if isinstance(cell, str) else tuple(cell.values()) for cell in row.values()] for row in rows]
        self.assertCountEqual(cells, [["length 4", (3, "3"), (1, "1")], ["length 8", (None, "-"), (2, "2")]])

    def test_numbers_and_intervals_are_those_of_compare(self):
        paths = self.groups()
        found = self.report(*paths)
        printed = {}
        for form in ("csv", "text"):
            with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
                self.assertEqual(compare.main([*map(str, paths), "--format", form]), 0)
            printed[form] = out.getvalue()
        _, rows = self.table(found, "copy: groups")
        records = list(csv.DictReader(io.StringIO(printed["csv"])))
        self.assertEqual([row["group"] for row in rows], [record["group"] for record in records])

        def same(number, text):
            wanted = float(text) if text else math.nan
            if math.isfinite(wanted):
                self.assertAlmostEqual(number, wanted, 9)
            else:
                self.assertIsNone(number)
        for row, record in zip(rows, records):
            known = int(record["solved_known"])
            same(row["solved"]["value"], str(int(record["solved"]) / known) if known else "")
            for column, names in {"solved": ("solved_low", "solved_high"),
                                  "sequences to solve": ("sequences_low", "sequences_high"),
                                  "cost, IQM": ("cost_low", "cost_high")}.items():
                same(row[column]["low"], record[names[0]])
                same(row[column]["high"], record[names[1]])
            same(row["sequences to solve"]["value"], record["sequences_median"])
            same(row["cost, IQM"]["value"], record["cost_iqm"])
            same(row["cost, median"]["value"], record["cost_median"])
            same(row["parameters"]["value"], record["parameters"])
        self.assertEqual(rows[0]["solved"]["text"], "6/6 [0.6097, 1]")
        self.assertIn(rows[1]["sequences to solve"]["text"].split()[0], printed["text"])
        self.assertEqual((rows[1]["sequences to solve"]["value"], rows[1]["sequences to solve"]["text"][0]),
                         (None, ">"))
        _, pairs = self.table(found, "copy: pairs")
        self.assertEqual((pairs[0]["test"], pairs[0]["p"]["value"]), ("unpaired", 2 / 924))
        self.assertIn(pairs[0]["p, Holm"]["text"], printed["text"])

    def test_state_stands_in_the_groups_and_the_runs(self):
        for memory, state, each_step, each_said in (("ntm", 2722, 0, 0), ("dnc", 40, 42, 7)):
            path = self.make_run(memory, 1, [30, 20], memory=memory)
            result = json.loads((path / "result.json").read_text())
            told = {"state": state, "state_each_step": each_step, "state_each_said": each_said, "state_touched": state}
            told |= {"perfect_episodes": 9, "final_episodes": 10}
            (path / "result.json").write_text(json.dumps(result | told))
        found = self.report(self.root / "ntm", self.root / "dnc")
        self.assertEqual([[run[name] for name in ("state", "state_each_step", "state_each_said")]
                          for run in found["runs"]], [[2722, 0, 0], [40, 42, 7]])
        _, rows = self.table(found, "copy: groups")
        self.assertEqual([(row["state"], row["without an error"]["value"]) for row in rows],
                         [({"value": 2722, "text": "2722"}, 0.9),
                          ({"value": 40, "text": "40 + 42 a step + 7 a token said"}, 0.9)])

    def test_probability_of_improvement_and_profiles(self):
        found = self.report(*self.groups())
        table, [row] = self.table(found, "copy: probability of improvement")
        for end in ("value", "low", "high"):
            self.assertAlmostEqual(row["lower cost"][end], 1, 9)
        names = [row["group"], row["against"]]
        place = {name: at for at, name in enumerate(table["matrix"]["names"])}
        one, other = (place[name] for name in names)
        for row, column, share in ((one, other, 1), (other, one, 0)):
            numpy.testing.assert_allclose(table["matrix"]["cells"][row][column], [share] * 3, rtol=0, atol=1e-9)
        self.assertEqual([table["matrix"]["cells"][at][at] for at in (one, other)], [None, None])
        [solved] = found["profiles"]
        one, two, three = solved["lines"]
        self.assertEqual((one["x"], one["y"]), ([0, 300], [0, 1]))
        self.assertEqual((two["x"], two["y"][0]), ([0, 300], 0))
        self.assertAlmostEqual(two["y"][-1], 1 / 6, 6)
        self.assertTrue(two["low"][-1] < 1 / 6 < two["high"][-1])
        self.assertEqual(three["y"][-1], 0)

    def test_several_tasks_have_a_profile_together(self):
        for task in ("copy", "reverse"):
            for seed in range(1, 4):
                self.make_run(f"{task}-one", seed, [30, 0.05], task=task, status="solved")
                self.make_run(f"{task}-two", seed, [30, 20, 10, 0.05], task=task, addressing="location",
                              status="solved")
        found = self.report(self.root)
        [profile] = [each for each in found["profiles"] if each["title"] == "Performance profile"]
        self.assertTrue(profile["x_log"] and profile["step"])
        self.assertEqual([(line["x"], line["y"]) for line in profile["lines"]],
                         [([1, 2, 2.2], [1, 1, 1]), ([1, 2, 2.2], [0, 1, 1])])
        _, rows = self.table(found, "2 tasks together: performance profile")
        self.assertEqual([row["fastest"]["value"] for row in rows], [1, 0])
        _, rows = self.table(found, "2 tasks together: probability of improvement")
        self.assertEqual(rows[0]["lower cost"]["value"], 0.5)
        self.assertEqual({group["name"] for group in found["groups"]},
                         {f"{task}: {label}" for task in ("copy", "reverse") for label in ("content", "location")})

    def test_a_scheme_has_one_look_in_all_tasks(self):
        """Also if too few go through all tasks for a common profile, and if the scheme's name is shorter there."""
        for task, memories in {"copy": ("ntm", "dnc"), "recall": ("dnc", "lstm"), "reverse": ("lstm",)}.items():
            for memory in memories:
                self.make_run(f"{task}-{memory}", 1, [30, 20], task=task, memory=memory)
        found = self.report(self.root)
        mine = len(looks.table()) - len(looks.RESERVE)
        self.assertEqual([(group["task"], group["label"], group["look"]) for group in found["groups"]],
                         [("copy", "dnc", 3), ("copy", "ntm", 1), ("recall", "dnc", 3), ("recall", "lstm", mine),
                          ("reverse", "all runs", mine)])
        shown = {run["memory"]: found["groups"][run["group"]]["look"] for run in found["runs"]}
        self.assertEqual(shown, {"dnc": 3, "ntm": 1, "lstm": mine})
        for profile in found["profiles"]:
            self.assertLessEqual({(line["name"], line["look"]) for line in profile["lines"]},
                                 {*shown.items(), ("all runs", mine)})

    def test_single_runs_have_no_probability_and_no_band(self):
        self.make_run("one", 1, [30, 0.05], status="solved")
        self.make_run("two", 1, [30, 20], addressing="location")
        found = self.report(self.root)
        self.assertEqual([table["title"].split(" (")[0] for table in found["tables"]], ["copy: groups", "copy: pairs"])
        self.assertEqual([line["low"] for profile in found["profiles"] for line in profile["lines"]], [None, None])

    def test_scores_stand_beside_the_cost(self):
        for seed, error in ((1, 4), (2, 6)):
            path = self.make_run("one", seed, [30, 1], cost=1)
            result = json.loads((path / "result.json").read_text())
            (path / "result.json").write_text(json.dumps(result | {"error": error, "pointing": 0.5}))
        self.make_run("two", 1, [30, 20], addressing="location")
        _, [one, two] = self.table(self.report(self.root), "copy: scores")
        self.assertEqual((one["error, median"]["value"], one["error, IQM"]["low"], one["pointing, IQM"]["value"]),
                         (5, 4, 0.5))
        self.assertEqual((two["error, median"]["value"], two["pointing, IQM"]["text"]), (None, "-"))

    def test_of_a_setting_evaluated_twice_the_later_counts(self):
        settings = [("task.length=4", 0.1), ("task.length=8", 1), ("task.length=4", 0.5)]
        self.make_run("one", 1, [30, 20], settings=settings)
        found = self.report(self.root)
        self.assertEqual([(point["at"], point["values"]) for point in found["runs"][0]["generalisation"]],
                         [(4, {"bits": 0.5}), (8, {"bits": 1})])
        line = found["groups"][0]["generalisation"]["task.length"]["bits"]
        self.assertEqual((line["x"], line["median"]), ([4, 8], [0.5, 1]))

    def test_many_groups_are_not_paired(self):
        for width in range(14):
            self.make_run(f"w{width}", 1, [30, 1], config=f"memory.width = {width + 1}\n")
        found = self.report(self.root)
        self.assertEqual([table["title"].split(" (")[0] for table in found["tables"]], ["copy: groups"])
        self.assertIn("copy: 14 groups are too many to compare pair by pair", found["notes"])

    def test_solved_by_a_cost_that_is_given(self):
        found = self.report(*self.groups(), "--solved", "15")
        self.assertEqual([run["solved_at"] for run in found["runs"]][:7], [200] * 6 + [300])


class Odd(Reports):
    """Runs that are damaged or unfinished."""

    def test_unfinished_diverged_and_not_begun(self):
        self.make_run("a", 1, [30, 20], status="unfinished")
        self.make_run("a", 2, [], status="diverged")
        (self.make_run("a", 3, [], status="unfinished") / "manifest.json").unlink()
        self.make_run("b", 1, ["30", "inf", "nan", "5"], cost=5, addressing="location")
        (self.root / "notes.txt").write_text("no run")
        (self.root / "pictures").mkdir()
        found = self.report(*(self.root / name for name in ("a", "b", "notes.txt", "pictures")))
        status = {run["directory"].removeprefix(f"{self.root}/"): (run["status"], run["cost"], run["curves"] == {})
                  for run in found["runs"]}
        self.assertEqual(status, {"a/seed-1": ("unfinished", 20, False), "a/seed-2": ("diverged", None, True),
                                  "a/seed-3": ("unfinished", None, True), "b/seed-1": ("finished", 5, False)})
        for name in ("notes.txt", "pictures"):
            self.assertIn(f"{self.root / name}: has no runs", found["notes"])
        [group, _] = found["tables"][0]["rows"]
        self.assertEqual(group[4], {"value": None, "text": "inf"})  # the cost is infinite, and so is the median
        self.assertEqual(self.data()["runs"][3]["curves"]["bits/validation"], [[100, 400], [30, 5]])

    def test_being_written(self):
        run = self.make_run("a", 1, [30, 20, 1.25], status="unfinished")
        text = (run / "metrics.csv").read_text()
        (run / "metrics.csv").write_text(text[:-2])
        found = self.report(self.root / "a")
        self.assertEqual(found["runs"][0]["curves"]["bits/validation"][1], [30, 20])
        self.assertTrue(any("torn" in note for note in found["notes"]), found["notes"])

    def test_an_eval_csv_without_a_finite_number_is_none(self):
        self.make_run("a", 1, [30, 20], settings=[("task.length=4", 1), ("task.length=8", 2)])
        run = self.make_run("a", 2, [30, 20], settings=[("task.length=4", "inf"), ("task.length=8", "nan")])
        found = self.report(self.root / "a")
        self.assertEqual([len(run["generalisation"]) for run in found["runs"]], [2, 0])
        self.assertIn(f"{run / 'eval.csv'}: has no finite number, so the run counts as one without it", found["notes"])

    def test_the_same_run_twice_counts_once(self):
        self.make_run("a", 1, [30, 20])
        shutil.copytree(self.root / "a", self.root / "b")
        found = self.report(self.root / "a", self.root / "b", self.root / "a" / "seed-1")
        self.assertEqual([run["directory"] for run in found["runs"]], [str(self.root / "a/seed-1")])
        self.assertEqual([note for note in found["notes"] if "stands for both" in note],
                         [f"{self.root / 'b/seed-1'}: has the options and the seed of another run, which stands for "
                          "both"])
        (self.root / "a/seed-1/result.json").unlink()
        found = self.report(self.root / "a", self.root / "b")
        self.assertEqual([run["directory"] for run in found["runs"]], [str(self.root / "b/seed-1")])

    def test_a_sampler_s_numbers_are_short_where_that_tells_groups_apart(self):
        def labels():
            return [group["label"] for group in self.report(self.root)["groups"]]
        self.make_run("a", 1, [30, 20], config="train.learning-rate = 0.0035312725895477854\n")
        self.make_run("b", 1, [30, 20], config="train.learning-rate = 1.5e-05\n")
        self.assertEqual(labels(), ["learning-rate 0.003531", "learning-rate 1.5e-05"])
        self.make_run("c", 1, [30, 20], config="train.learning-rate = 0.0035312725895477855\n")
        self.assertEqual(labels()[0], "learning-rate 0.0035312725895477854")

    def test_a_note_on_many_runs_is_said_once(self):
        for seed in range(5):
            self.make_run("a", seed, [30], status="unfinished")
        notes = [note for note in self.report(self.root)["notes"] if "best validation so far" in note]
        self.assertEqual(len(notes), 1)
        self.assertIn("and 4 more", notes[0])

    def test_refused(self):
        run = self.make_run("a", 1, [30, 20])
        self.refused(self.root / "none", says="no such directory")
        (self.root / "empty").mkdir()
        self.refused(self.root / "empty", says="has no config.ini")
        self.refused(run, "--players", "some", says="a number of runs of each group, all or none is needed")
        self.refused(run, "--trace", "length", says="got the setting 'length'")
        self.refused(run, "--solved", "-1", says="a cost above zero is needed")
        self.refused(run, program=self.root / "nothing", says="the program tapehead is needed")
        self.out = self.root / "gone" / "report.html"
        status, told = self.call(run)
        self.assertEqual((status, told), (2, f"report.py: --out: there is no directory {self.out.parent}; a file's "
                                             "name in one that exists is needed\n"))
        self.out = self.root / "a"
        status, told = self.call(run)
        self.assertIn("is a directory", told)
        self.assertEqual(status, 2)

    def test_what_is_damaged_is_named_and_the_rest_is_shown(self):
        damages = {"metrics.csv": ("bits,20", "bits,twenty", "metrics.csv:3: value: got 'twenty'"),
                   "config.ini": ("task = copy", "task copy", "config.ini: got the line 'task copy'"),
                   "result.json": ("{", "", "result.json: is no JSON object"),
                   "manifest.json": ("1234", "null", "manifest.json: parameters is null")}
        for file, (old, new, says) in damages.items():
            with self.subTest(file):
                run = self.make_run(file, 1, [30, 20])
                (run / file).write_text((run / file).read_text().replace(old, new, 1))
                whole = self.make_run(f"beside-{file}", 1, [30, 10], config="train.batch = 2\n")
                found = self.report(run, whole)
                self.assertTrue([note for note in found["notes"] if says in note and str(run) in note], found["notes"])
                shown = {each["directory"]: each for each in found["runs"]}
                self.assertEqual(set(shown), {str(whole)} if file == "config.ini" else {str(run), str(whole)})
                self.assertEqual(shown[str(whole)]["cost"], 10)
                if str(run) in shown:
                    self.assertIsNone(shown[str(run)]["cost"])  # it is in no comparison
                    self.assertEqual(bool(shown[str(run)]["curves"]), file != "metrics.csv")
                    self.assertEqual(len(found["tables"][0]["rows"]), 1)

    def test_runs_that_are_gone_are_named(self):
        run = self.make_run("a", 1, [30, 20])
        found = self.report(run, self.root / "deleted")
        self.assertEqual(len(found["runs"]), 1)
        self.assertIn(f"{self.root / 'deleted'}: is not there", found["notes"])

    def test_nothing_that_can_be_read(self):
        run = self.make_run("a", 1, [30, 20])
        (run / "config.ini").write_text("task copy\n")
        self.refused(run, says="config.ini: got the line 'task copy'")

    def test_notes_address_who_reads_the_page(self):
        run = self.make_run("a", 1, [30, 20])
        status, told = self.call(run)
        self.assertIn("'tapehead eval DIR' makes it", told)  # the report's maker can run it
        self.assertNotIn("eval DIR", " ".join(self.data()["notes"]))
        self.assertIn("copy: no run was scored on other episodes than those of training", self.data()["notes"])

    def test_a_page_without_a_place(self):
        run = self.make_run("a", 1, [30, 20])
        for text in ("<p>none</p>", STAND_IN + page.PLACE):
            self.page.write_text(text)
            self.refused(run, says="has not one place for the data")
        self.page.unlink()
        self.refused(run, says="cannot be read")

    def test_hostile_text_stays_text(self):
        line = HOSTILE.replace("\u2028", "").replace("#", "")
        name = HOSTILE.replace("/", "|")
        run = self.make_run(name, 1, [30, 20], config=f"task.path = {line}\n")
        (run / "manifest.json").write_text(json.dumps({"parameters": 1, HOSTILE: HOSTILE, "deep": {HOSTILE: [HOSTILE]},
                                                       "arguments": ["train", "--out", HOSTILE]}))
        title = "\n" + HOSTILE
        found = self.report(run, "--title", title)
        text = self.out.read_text()
        inside = text[text.index(page.PLACE[:-len("null</script>")]) + len(page.PLACE[:-len("null</script>")]):
                      text.index("</script>")]
        for letter in "<>&\u2028\u202e":
            self.assertNotIn(letter, inside)
        self.assertTrue(text.endswith("</script><p>after</p>\n"))
        [entry] = found["runs"]
        self.assertEqual(found["title"], title)
        self.assertEqual(entry["name"], "copy, seed 1")
        self.assertEqual(shlex.split(entry["command"])[-1], f"runs/again/{name}/seed-1")
        self.assertEqual(entry["options"]["task.path"], line)
        self.assertEqual(entry["manifest"][HOSTILE], HOSTILE)
        self.assertEqual(shlex.split(entry["manifest"][f"deep.{HOSTILE}"]), [HOSTILE])
        self.assertEqual(shlex.split(entry["manifest"]["arguments"])[-1], HOSTILE)
        self.assertEqual(shlex.split(entry["command"])[3], "config.ini")

    def test_the_same_runs_give_the_same_bytes(self):
        self.train("a")
        for seed in (1, 2):
            self.make_run("b", seed, [30, 20])
        made = []
        for _ in range(2):
            self.report(self.root / "a", self.root / "b")
            made.append(re.sub(rb'"made":"[^"]*"', b"", self.out.read_bytes()))
        self.assertEqual(*made)
        self.assertIn(b'"traces":[{', made[0])


class Thinning(unittest.TestCase):
    def test_up_to_the_limit_nothing_is_left_out(self):
        x = numpy.arange(curves.MOST_POINTS)
        self.assertIs(curves.thin(x, x)[0], x)

    def test_above_it_ends_and_extremes_stay(self):
        x = numpy.arange(10 * curves.MOST_POINTS)
        y = numpy.random.default_rng(1).random(len(x))
        y[12345], y[777] = 9, -9
        thin_x, thin_y, other = curves.thin(x, y, 2 * y)
        self.assertLessEqual(len(thin_x), curves.MOST_POINTS)
        self.assertGreater(len(thin_x), curves.MOST_POINTS / 2)
        self.assertEqual((thin_x[0], thin_x[-1]), (0, len(x) - 1))
        self.assertTrue({12345, 777} <= set(thin_x))
        numpy.testing.assert_array_equal(thin_y, y[thin_x])
        numpy.testing.assert_array_equal(other, 2 * y[thin_x])


if __name__ == "__main__":
    unittest.main()
