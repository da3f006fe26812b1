#!/usr/bin/python3
"""studies/reproduce_revival.py: its plan, a line from training to table and picture, and its numbers, counted here."""
import csv
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

import forked  # noqa: E402
import plans  # noqa: E402
import reproduce_revival  # noqa: E402
from preset_files import differences  # noqa: E402
from process import PROGRAM, ProgramTest  # noqa: E402
from told import revival_tables  # noqa: E402

SMALL = ('"train.sequences" = 32, "train.validate-every" = 32, "train.validation-episodes" = 4, '
         '"train.final-episodes" = 4, "model.size" = 4')
PLAN = f"""
[recall-stack-2]
preset = "key-value-delta"
seeds = "1..2"
train = {{ {SMALL}, "memory" = "stack", "memory.width" = 3, "memory.heads" = 1 }}
asked = [{{ episodes = 3, options = {{ "task.pairs" = "4,16" }} }}]

[recall-lru-2]
preset = "key-value-delta"
seeds = "1"
train = {{ {SMALL}, "memory" = "lru", "memory.slots" = 5, "memory.width" = 3 }}
asked = [{{ episodes = 3, options = {{ "memory.slots" = 7, "task.pairs" = 16 }} }}]
"""


def rows(name, seed, state, each=0, **metrics):
    return [{**dict.fromkeys(revival_tables.COLUMNS, 1), "name": name, "seed": seed, "state": state,
             "state_each_step": each, "setting": setting, "episodes": 10, "metric": metric, "value": value}
            for metric, settings in metrics.items() for setting, value in settings.items()]


class Revival(ProgramTest):
    def keep(self, name, every):
        (self.root / "revival").mkdir(exist_ok=True)
        (self.root / f"revival/{name}.csv").write_bytes(plans.as_csv(revival_tables.COLUMNS, every))

    def cells(self, table):
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]

    def test_a_line_is_trained_asked_told_and_drawn(self):
        results = self.root / "results/revival"
        results.mkdir(parents=True)
        (results / "README.md").write_text("<!-- table: revival-recall -->\n<!-- end of table -->\n")
        plan = self.root / "plan.toml"
        plan.write_text(PLAN)
        done = forked.run(reproduce_revival.main, "--plan", plan, "--out", self.root / "runs", "--results", results,
                          "--program", PROGRAM, "--uncommitted", "--jobs", 2)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(results / "recall-stack-2.csv", newline="", encoding="utf-8") as file:
            kept = list(csv.DictReader(file))
        self.assertEqual({(row["seed"], row["setting"]) for row in kept},
                         {(seed, f"task.pairs={pairs}") for seed in "12" for pairs in (4, 16)})
        # A stack of one head: what was read, a window of 3 steps of 4 numbers; each step adds a value and a strength.
        self.assertEqual({(row["state"], row["state_each_step"]) for row in kept}, {("15", "4")})
        # Slots, their usage, what was read of them and the weights of a head: of seven slots, though five were trained.
        with open(results / "recall-lru-2.csv", newline="", encoding="utf-8") as file:
            [kept] = [row for row in csv.DictReader(file) if row["metric"] == "error"]
        self.assertEqual((kept["state"], kept["state_each_step"]), (str(7 * 3 + 7 + 7 + 3 + 12), "0"))
        self.assertIn(f"| `recall-stack-2` | {15 + 64 * 4} |", (results / "README.md").read_text())
        self.assertEqual((results / "recall.png").read_bytes()[:4], b"\x89PNG")

    def test_points_are_means_over_seeds_of_the_last_setting(self):
        for size, state, wrong in ((1, 100, (50, 40)), (2, 400, (0, 10))):
            self.keep(f"recall-delta-{size}", [row for seed, one in enumerate(wrong) for row in rows(
                f"recall-delta-{size}", seed, state, error={"task.pairs=4": 77, "task.pairs=16": one})])
        self.keep("recall-gated-delta-1", rows("recall-gated-delta-1", 1, 10, 2, error={"task.pairs=16": 25}))
        self.assertEqual(revival_tables.points(self.root), {
            "delta": [(100, 55, (50, 60)), (400, 95, (90, 100))], "gated-delta": [(10 + 64 * 2, 75, (75, 75))]})
        self.assertEqual([row[:2] + row[4:6] for row in self.cells(revival_tables.recall(self.root))], [
            ["`recall-delta-1`", "100", "55.0 [50.0, 60.0]", "50.0, 60.0"],
            ["`recall-gated-delta-1`", "138", "75.0 [75.0, 75.0]", "75.0"],
            ["`recall-delta-2`", "400", "95.0 [90.0, 100.0]", "100.0, 90.0"]])

    def test_the_published_size_is_told_of_all_tests_and_of_the_longest_one_s_state(self):
        tests = {"task.mixture=none;task.length=64": (0, 1), "task.mixture=none;task.length=1024": (4, 9)}
        self.keep("mqar-attention", [row for seed in (0, 1) for row in rows(
            "mqar-attention", seed, 20, 3, error={test: wrong[seed] for test, wrong in tests.items()})])
        [row] = self.cells(revival_tables.published(self.root))
        self.assertEqual(row[:7], ["`mqar-attention`", f"{20 + 3 * 1024:,}", "1", "2", "96.50 [95.00, 98.00]",
                                   "98.00, 95.00", "99.5, 93.5"])
        self.assertEqual(revival_tables.published_points(self.root), {"attention": [(20 + 3 * 1024, 3.5, (2, 5))]})
        self.assertEqual(revival_tables.tracking(self.root).count("mqar"), 0)
        reproduce_revival.draw_published(self.root / "revival")
        self.assertEqual((self.root / "revival/recall-published.png").read_bytes()[:4], b"\x89PNG")

    def test_published_size_s_lines_of_one_memory_are_one_line(self):
        for name, state in (("mqar-sparse", 40), ("mqar-sparse-16", 30)):
            self.keep(name, rows(name, 1, state, error={"task.mixture=none;task.length=64": 1}))
        self.assertEqual(revival_tables.published_points(self.root), {
            "sparse-past-keys": [(30, 1, (1, 1)), (40, 1, (1, 1))]})

    def test_a_seed_tracks_where_no_sequence_had_an_error(self):
        self.keep("parity-delta", [row for seed, right in enumerate((10, 9)) for row in rows(
            "parity-delta", seed, 50, error={"task.length=256": 10 - right}, perfect={"task.length=256": right})])
        [row] = self.cells(revival_tables.tracking(self.root))
        self.assertEqual(row[:6], ["`parity-delta`", "length 256", "50", "1 of 2", "19 of 20 (95.0 %)", "0, 1"])

    def test_the_plan_compares_on_equal_terms(self):
        plan = plans.read_plan(SOURCE / "studies/revival.toml")
        recalled = [one for one in plan.values() if one.name.startswith(revival_tables.RECALL)]
        self.assertEqual({(one.begins, tuple(one.seeds), one.asked[-1].words) for one in recalled},
                         {("key-value-delta", (301, 302, 303, 304, 305), ("--task.pairs", "16"))})
        for one in recalled:
            self.assertFalse([word for word in one.train if word.startswith("--t")], one.name)  # --task, --train

    def test_kept_rows_are_of_the_plan_as_it_is_and_of_clean_trees(self):
        plan = plans.read_plan(SOURCE / "studies/revival.toml")
        kept = revival_tables.kept(SOURCE / "docs/results")
        self.assertTrue(kept)
        for name, every in kept.items():
            config = (SOURCE / f"docs/results/revival/{name}.ini").read_text()
            self.assertEqual(differences(config, plan[name].begins, plan[name].train), {}, name)
            for row in every:
                self.assertRegex(row["commit"], r"\A[0-9a-f]{40}\Z", name)
                self.assertIn(int(row["seed"]), plan[name].seeds)


if __name__ == "__main__":
    unittest.main()
