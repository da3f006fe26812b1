#!/usr/bin/python3
"""studies/reproduce_map.py: its plan, cells from the choice of a rate to the page, one trained anew, and its numbers,
counted here."""
import csv
import os
import pathlib
import shutil
import sys
import types
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

import forked  # noqa: E402
import map_again  # noqa: E402
import map_page  # noqa: E402
import map_sizes  # noqa: E402
import reproduce_map  # noqa: E402
from map_plan import fingerprint, read_plan, read_sizes  # noqa: E402
from map_rows import PLAN, row, rows_of  # noqa: E402
from plans import as_csv  # noqa: E402
from process import PROGRAM, ProgramTest  # noqa: E402
from told import map_rates, map_replicated, map_tables  # noqa: E402

MOST_BYTES = 40e6  # by which the repository may grow


class Map(ProgramTest):
    def setUp(self):
        super().setUp()
        self.results = self.root / "results/map"
        self.results.mkdir(parents=True)
        self.plan = self.root / "plan.toml"
        self.plan.write_text(PLAN)

    def run_it(self, *words, status=0):
        done = forked.run(reproduce_map.main, "--plan", self.plan, "--out", self.root / "runs", "--results",
                          self.results, "--program", PROGRAM, "--uncommitted", "--jobs", 2, *words)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def test_from_sizes_to_a_page_and_one_cell_anew(self):
        self.assertIn("lstm/copy: has no size", self.run_it(status=2).stderr)
        self.run_it("--sizes")
        sizes = read_sizes(self.root / "plan_sizes.toml")["copy"]
        self.assertEqual(sizes["elman"] % 2, 0)
        said = self.run_it("--cell", "elman/copy").stdout
        self.assertRegex(said, r"\Awithin: % right [\d., ]+\nbeyond: % right [\d., ]+\n"
                               r"elman/copy: is on the page now, which had no seeds of it to compare with\n\Z")
        self.assertEqual(self.run_it("--list").stdout, "lstm/copy  0 of 2 seeds\nelman/copy  2 of 2 seeds\n")
        self.run_it()
        with open(self.results / "copy.csv", newline="", encoding="utf-8") as file:
            kept = list(csv.DictReader(file))
        plan = read_plan(self.plan)
        for machine in plan.machines:
            mine = [one for one in kept if one["machine"] == machine]
            self.assertTrue(all(abs(int(one["parameters"]) - 400) <= 40 for one in mine), mine)
            tried = [one for one in mine if one["role"] == "rate"]
            self.assertEqual(sorted((float(one["rate"]), one["seed"]) for one in tried),
                             [(rate, seed) for rate in (1e-3, 1e-2) for seed in ("11", "12")])
            self.assertEqual({one["sequences"] for one in tried}, {"40"})
            costs = {rate: sum(float(one["cost"]) for one in tried if float(one["rate"]) == rate) / 2
                     for rate in plan.rates}  # of two, the median is the mean
            told = [one for one in mine if one["role"] == "seed"]
            self.assertEqual({float(one["rate"]) for one in told}, {min(costs, key=costs.get)})
            self.assertEqual({(one["seed"], one["question"], one["setting"]) for one in told}, {
                (seed, *asked) for seed in "12" for asked in (("within", "task.length=2"), ("beyond", "task.length=3"),
                                                              ("beyond", "task.length=4"))})
        curves = (self.results / "curves/copy.csv").read_text().splitlines()
        self.assertEqual(len(curves), 1 + 2 * 2 * 2)
        before = (self.results / "copy.csv").read_bytes()
        self.run_it()
        self.assertEqual((self.results / "copy.csv").read_bytes(), before, "what is there was made anew")
        self.assertIn("lstm/copy  2 of 2 seeds\n", self.run_it("--list").stdout)
        said = self.run_it("--cell", "elman/copy").stdout
        self.assertIn("difference of the means 0 [", said)
        self.assertIn("elman/copy: agrees with the page", said)
        self.cell_again()
        self.window_of_rates(plan)
        self.cells_drawn_at_random()
        self.plan.write_text(PLAN.replace('"train.batch" = 4', '"train.batch" = 2'))
        self.assertIn("is of other options than the plan's", self.run_it(status=2).stderr)

    def cell_again(self):
        """What is at its end is trained anew, and what is not is gone on with; another program has runs of its own."""
        seeds = sorted(self.root.glob("runs/again/*/copy/elman/seed-?"))
        for seed in seeds:
            (seed / "of an earlier call").touch()
        self.run_it("--cell", "elman/copy")
        self.assertEqual([list(seed.glob("of *")) for seed in seeds], [[], []])
        for seed in seeds:
            (seed / "of an earlier call").touch()
        shutil.rmtree(seeds[1])
        self.run_it("--cell", "elman/copy")
        self.assertEqual([len(list(seed.glob("of *"))) for seed in seeds], [1, 0])
        words = [self.root, pathlib.Path(PROGRAM), ["--train.batch", "4"], None]
        other = self.root / "other"
        other.write_bytes(b"another program")
        places = {map_again.place(*words), *(map_again.place(*words[:at], one, *words[at + 1:])
                                             for at, one in ((1, other), (2, ["--train.batch", "2"]), (3, 7)))}
        self.assertEqual(len(places), 4)

    def cells_drawn_at_random(self):
        said = self.run_it("--replicate", 2, "--seed", 3).stdout
        for cell in ("lstm/copy", "elman/copy"):
            self.assertIn(f"{cell}: agrees with the page", said)
        self.run_it("--replicate", 1)
        with open(self.results / "replicated.csv", newline="", encoding="utf-8") as file:
            kept = list(csv.DictReader(file))
        self.assertEqual(sorted((one["cell"], one["agrees"], float(one["beyond"])) for one in kept),
                         [("elman/copy", "yes", 0), ("lstm/copy", "yes", 0)])
        self.assertEqual(sorted(one["draw"] for one in kept), ["1", "3"], "a cell has one row a processor")
        self.assertIn("2 of 2 cells agree, drawn at random and trained anew, 0 of them on another processor",
                      map_replicated.replicated(self.results.parent))
        self.assertIn("--replicate: got 3; 2 or fewer are needed", self.run_it("--replicate", 3, status=2).stderr)

    def window_of_rates(self, plan):
        before = (self.results / "copy.csv").read_bytes()
        self.run_it("--rates")
        self.assertEqual((self.results / "copy.csv").read_bytes(), before)
        with open(self.results / "rates/copy.csv", newline="", encoding="utf-8") as file:
            kept = list(csv.DictReader(file))
        self.assertEqual({(one["machine"], float(one["rate"]), int(one["seed"])) for one in kept},
                         {("elman", rate, seed) for rate in plan.window.rates for seed in plan.window.seeds})
        self.assertEqual({one["question"] for one in kept if one["status"] != "diverged"}, {"within"})
        self.assertEqual({one["sequences"] for one in kept if one["status"] != "diverged"}, {"80"})

    def test_a_draw_keeps_its_cells_while_the_map_grows(self):
        plan, results = read_plan(SOURCE / "studies/map.toml"), self.results
        self.assertIn("got 9; the map needs a cell that has all seeds first",
                      self.run_it("--replicate", 9, status=2).stderr)

        def keep(measure):
            rows = [one for machine in plan.machines for one in rows_of(machine, [50] * 5, [50] * 5, range(1, 6))]
            (results / f"{measure}.csv").write_bytes(as_csv(map_tables.COLUMNS, rows))

        def names(count):
            return [f"{machine.name}/{measure.name}" for measure, machine in map_again.drawn(plan, results, count, 1)]

        keep("copy")
        first = names(4)
        rows = [dict.fromkeys(map_replicated.COLUMNS, "0") | {"cell": name, "draw": 1} for name in first]
        (results / "replicated.csv").write_bytes(as_csv(map_replicated.COLUMNS, rows))
        keep("sort")
        self.assertEqual((names(4), names(2), names(9)[:4]), (first, first[:2], first))
        self.assertEqual(len({*names(9)}), 9)

    def test_another_processor_has_another_name_family_or_model(self):
        for here, there, is_another in (("A (family 1, model 2)", "A (family 1, model 2)", False),
                                        ("A (family 1, model 3)", "A (family 1, model 2)", True), ("A", "B", True),
                                        ("A (family 1, model 2)", "B", True), ("A", "A", None),
                                        ("A (family 1, model 2)", "A", None)):
            self.assertIs(map_replicated.elsewhere({"cpu": here, "kept_cpu": there}), is_another, (here, there))

    def test_a_cell_that_is_not_there(self):
        for cell, says in (("lstn/copy", "machine 'lstn' is not known; nearest: lstm; valid: lstm, elman"),
                           ("lstm/cpy", "measure 'cpy' is not known; nearest: copy; valid: copy"),
                           ("lstm", "got 'lstm'; MACHINE/MEASURE is needed"),
                           ("lstm/copy", "lstm/copy: has no size; ")):
            self.assertIn(says, self.run_it("--cell", cell, status=2).stderr)

    def test_a_cell_is_never_taken_for_the_whole_map(self):
        for cell, says in (("", "--cell: got ''; MACHINE/MEASURE is needed, such as lstm/copy"),
                           ("copy/lstm", "got 'copy/lstm'; MACHINE/MEASURE is needed, in this order: lstm/copy"),
                           ("LSTM/copy", "machine 'LSTM' is not known; nearest: lstm; valid: lstm, elman"),
                           ("lstn/cpy", "neither half of 'lstn/cpy' is known; machine: nearest: lstm; "
                                        "valid: lstm, elman; measure: nearest: copy; valid: copy")):
            self.assertIn(says, self.run_it("--cell", cell, status=2).stderr)
        self.assertFalse((self.root / "runs").exists())

    def test_folders_that_cannot_be(self):
        self.run_it("--sizes")
        file = self.root / "file"
        file.touch()
        for words in ([], ["--cell", "lstm/copy"]):
            said = self.run_it(*words, "--out", file, status=2).stderr
            self.assertIn(f"--out: {file} cannot be made", said)
        self.assertIn("with the README.md to be written anew is needed", self.run_it("--page", status=2).stderr)
        shutil.rmtree(self.results)
        self.assertIn(f"note: {self.results} is not there yet", self.run_it("--list").stderr)
        nowhere = self.root / "nowhere"
        with self.assertRaisesRegex(map_tables.InputError, "--results: got .*nowhere; a folder of kept results is"):
            map_page.work(types.SimpleNamespace(results=nowhere, out=self.root / "map.html"))
        self.assertFalse((self.root / "map.html").exists())

    def test_pages_tell_the_plan_of_the_project_alone(self):
        (self.results / "README.md").touch()
        self.assertIn("map.toml, of which pages are, is needed", self.run_it("--page", status=2).stderr)
        self.run_it("--sizes")
        self.assertRegex(self.run_it("--cell", "lstm/copy").stderr, r"note: pages are written of .*map.toml alone")

    def test_a_measure_is_known_by_its_preset_too(self):
        plan = read_plan(SOURCE / "studies/map.toml")
        for name in ("parity-check", "chomsky-parity-check"):
            self.assertEqual([one.name for one in plan.cell(f"ntm/{name}")], ["parity-check", "ntm"])
        with self.assertRaisesRegex(map_tables.InputError, "'word-problem' is not known; nearest: word.*valid: copy"):
            plan.cell("ntm/word-problem")

    def test_what_is_refused_writes_nothing(self):
        """No page either, which would be made anew of what is kept."""
        (self.results / "README.md").write_text("<!-- table: map-count -->\n<!-- end of table -->\n")
        for words in (["--replicate", 100000], ["--cell", "lstm/copy"], []):
            self.run_it(*words, status=2)
            self.assertEqual((self.results / "README.md").read_text().count("\n"), 2, words)

    def test_a_plan_that_is_none(self):
        for old, new, says in (('solved = 99.0\n', '', "plan.toml: plan: got parameters, "),
                               ('solved = 99.0\n', 'solvd = 99.0\n', "plan: key 'solvd' is not known; nearest: solved"),
                               ('does = "cells"\n', '', "machines.lstm: got train, size; does is needed too"),
                               ('[measures.copy]', '[measure.copy]', "key 'measure' is not known; nearest: measures; "),
                               ('"1..2"', '"1,1"', "seeds: got '1,1'; each seed once is needed"),
                               ('[1e-3, 1e-2]', '[]', "plan.rates: got []; a list of numbers is needed"),
                               ('[1e-3, 1e-2]', '["x"]', "plan.rates: got 'x'; a number above 0 is needed"),
                               ('sequences = 80', 'sequences = "x"', "plan.sequences: got 'x'; an integer above 0 is"),
                               ('rate-share = 0.5', 'rate-share = 2', "got 2; a number above 0 and up to 1 is needed"),
                               ('level = 0.05', 'level = "x"', "level: got 'x'; a number above 0 and up to 1"),
                               ('"task.length" = 2 }', '"task.length" = 2 }\nextra = 1', "key 'extra' is not known; "),
                               ('within = { "task.length" = 2 }', 'within = [2]', "measures.copy.within: got [2]; "),
                               ('["lstm", "elman"]', '["lstm", "lstm"]', "pairs: got ['lstm', 'lstm']; two machines"),
                               ('"11..12"', '"2..3"', "seeds that are not among seeds are needed"),
                               ('"lstm", "elman"', '"lstm", "elmo"', "questions.which: machine 'elmo' is not known"),
                               ('["copy"]', '["cop"]', "plan.rates-window: measure 'cop' is not known"),
                               ('"fisher"', '"kept"', "got test 'kept' with pairs; one of permutation with pairs, "),
                               ('level = 0.05\n', '', "questions: level: got none"),
                               ('"21..22"', '"2..3"', "seeds that nothing else uses are needed")):
            self.plan.write_text(PLAN.replace(old, new, 1))
            self.assertIn(says, self.run_it("--list", status=2).stderr)


class Numbers(unittest.TestCase):
    def test_shares_of_what_is_right(self):
        self.assertEqual(map_tables.share_right({"error": 25.0, "uniform_error": 90.0}), 75)
        self.assertEqual(map_tables.share_right({"error": 25.0, "uniform_error": 90.0}, "uniform_"), 10)
        bits = {"bits": 9, "wrong_bits": 2.0, "uniform_bits": 8.0, "frequent_wrong_bits": 3.0}
        self.assertEqual(map_tables.share_right(bits), 75)
        self.assertEqual(map_tables.share_right(bits, "frequent_"), 62.5)
        # of 10 bits an oracle needs 6: 4 can be known, and 3 are
        known = {"bits": 7.0, "over_oracle": 1.0, "uniform_bits": 10.0, "wrong_bits": 1.0}
        self.assertEqual(map_tables.share_right(known), 75)

    def test_a_seed_is_the_mean_of_its_settings(self):
        rows = [row(1, "beyond", value=10, setting="a"), row(1, "beyond", value=30, setting="b"), row(1, value=2),
                row(2, "beyond", value=0, setting="a"), row(2, "beyond", value=50, setting="b"), row(2, value=0.5),
                row(3, "", "", "", "", status="diverged")]
        self.assertEqual(map_tables.rights(rows, "beyond"), [80, 75, 0])
        plan = read_plan(SOURCE / "studies/map.toml")
        self.assertEqual(map_tables.solved(rows, plan.measures["copy"]), 1)

    def test_seeds_of_another_rate_are_refused(self):
        rows = [row(1), row(1, rate="0.003")]
        with self.assertRaisesRegex(map_tables.InputError, "lstm: got seeds of rates 0.001 and 0.003; those of one"):
            map_tables.told_rows(rows, "lstm")
        self.assertEqual(map_tables.told_rows([row(1), row(1, rate="0.003", role="rate")], "lstm"), rows[:1])

    def test_what_is_told_of_all_sizes_together_is_no_size(self):
        rows = [row(1, "beyond", "error", 10, "a"), row(1, "beyond", "perfect", 3, "a"),
                row(1, "beyond", "score", 49, "")]
        self.assertEqual(map_tables.rights(rows, "beyond"), [90])
        self.assertEqual(map_tables.perfect(rows), (0, 1))

    def test_sizes_without_an_error(self):
        rows = [row(seed, "beyond", "perfect", count, setting) for seed, counts in ((1, "9A"), (2, "AA"), (3, "AA"))
                for setting, count in zip("ab", (int(one, 16) for one in counts))]
        self.assertEqual(map_tables.perfect(rows), (2, 2))

    def test_the_best_guesser(self):
        rows = [row(1, metric=name, value=value) for name, value in (
            ("error", 1), ("uniform_error", 90), ("echo_error", 40), ("uniform_bits", 3))]
        self.assertEqual(map_tables.guessed(rows, "within"), 60)
        rows = [row(1, metric=name, value=value) for name, value in (
            ("bits", 7), ("over_oracle", 1), ("wrong_bits", 3), ("uniform_bits", 10), ("uniform_wrong_bits", 5),
            ("frequent_bits", 9), ("frequent_wrong_bits", 2))]
        self.assertEqual(map_tables.guessed(rows, "within"), 25)

    def test_the_window_of_rates(self):
        rates = [1e-3, 3e-3, 1e-2, 3e-2]
        for solving, told in (("1110", "0.001 to 0.01, 1.0 decades"), ("1011", "0.01 to 0.03, 0.5 decades"),
                              ("0100", "0.003 alone"), ("0000", "none")):
            self.assertEqual(map_rates.window_of([one == "1" for one in solving], rates), told)
        plan = read_plan(SOURCE / "studies/map.toml")
        copy = plan.measures["copy"]
        rows = [row(seed, value=value) for seed, value in zip((201, 202, 203), (0, 0.5, 40))]
        self.assertEqual(map_rates.rate_cell(rows, copy, plan.window), "2 of 3, 99.5")
        self.assertTrue(map_rates.solves(rows, copy, plan.window))
        self.assertFalse(map_rates.solves(rows[:2], copy, plan.window))
        self.assertEqual(map_rates.rate_cell(rows[:2], copy, plan.window), "(2 of 3 seeds there)")

    def test_a_difference_is_told_with_its_interval(self):
        same, other = [99, 98, 100, 97, 99], [60, 62, 58, 61, 59]
        self.assertEqual(map_again.difference(same, same)[0], 0)
        mean, low, high = map_again.difference(other, same)
        self.assertTrue(-45 < low < mean < high < -30)
        self.assertAlmostEqual(mean, -38.6)
        _, low, high = map_again.difference([97.5, 97, 98, 97.4, 97.2], same)
        self.assertTrue(low < 0 < high, "plain percentiles end at -0.2")

    def test_the_size_that_is_nearest(self):
        plan = read_plan(SOURCE / "studies/map.toml")
        machine = plan.machines["lstm"]
        self.assertEqual(map_sizes.size_of(lambda size: 100 * size, plan, machine, "here"), 200)
        self.assertEqual(map_sizes.size_of(lambda size: 100 * size, plan, machine, "here", [150, 195]), 195)
        with self.assertRaisesRegex(map_sizes.InputError, "here: .*15,000 and 30,000 parameters; 20,000 within 10 %"):
            map_sizes.size_of(lambda size: 15000 * size, plan, machine, "here")


class Kept(unittest.TestCase):
    def test_rows_are_of_the_plan_equal_in_parameters_and_of_clean_trees(self):
        plan, sizes = read_plan(SOURCE / "studies/map.toml"), read_sizes(SOURCE / "studies/map_sizes.toml")
        self.assertGreaterEqual(len(plan.machines), 16)
        self.assertGreaterEqual(len(plan.measures), 20)
        for name, rows in map_tables.kept(SOURCE / "docs/results", read_plan(SOURCE / "studies/map.toml")).items():
            for one in rows:
                machine, share = plan.machines[one["machine"]], plan.rate_share if one["role"] == "rate" else 1
                words = plan.words(plan.measures[name], machine, sizes[name][machine.name], float(one["rate"]), share)
                self.assertEqual(one["options"], fingerprint(words), f"{name}: {machine.name}")
                self.assertLessEqual(abs(int(one["parameters"]) - plan.parameters),
                                     map_sizes.TOLERANCE * plan.parameters, f"{name}: {machine.name}")
                self.assertRegex(one["commit"], r"\A[0-9a-f]{40}\Z", name)
                self.assertIn(int(one["seed"]), plan.seeds if one["role"] == "seed" else plan.rate_seeds)

    def test_a_whole_map_stays_small(self):
        """As much as the measures that are there take, for all of them."""
        folder, plan = SOURCE / "docs/results/map", read_plan(SOURCE / "studies/map.toml")
        there = len(map_tables.kept(SOURCE / "docs/results", read_plan(SOURCE / "studies/map.toml")))
        size = sum(path.stat().st_size for path in folder.rglob("*.csv"))
        self.assertLess(size * len(plan.measures) / max(1, there), MOST_BYTES)


if __name__ == "__main__":
    unittest.main()
