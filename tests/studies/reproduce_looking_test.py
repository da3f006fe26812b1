#!/usr/bin/python3
"""studies/reproduce_looking.py: its plan, what it keeps of a run, and its tables by numbers. The test of
reproduce_sequences.py covers the shared way from a plan to files."""
import os
import pathlib
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "studies")]

import plans
import reproduce_looking
from tapehead.runs.errors import InputError
from told import looking_tables

PRESETS = {"glimpses", "glimpses-cluttered", "patches", "captions-soft", "captions-hard"}


class Looking(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def test_the_plan_sets_like_beside_like(self):
        plan = plans.read_plan(SOURCE / "studies/looking.toml")
        self.assertEqual({one.begins for one in plan.values()}, PRESETS)
        self.assertEqual(len(plan), 20)
        for one in plan.values():
            self.assertEqual(one.seeds, [1, 2, 3, 4, 5], one.name)
            self.assertEqual(one.train[:2], ("--train.gradient-variance", "true"), one.name)
            self.assertEqual(len({other.asked[0] for other in plan.values() if other.begins == one.begins}), 1)
        for preset in ("glimpses", "glimpses-cluttered"):
            lines = [plan[f"{preset}-{policy}"].train for policy in ("learned", "random", "fixed", "window")]
            self.assertEqual(len({line[:-1] for line in lines}), 1, "one budget")
            self.assertEqual([line[-2:] for line in lines],
                             [("--model.policy", policy) for policy in ("learned", "random", "fixed", "window")])
        grid, learned = plan["glimpses-learned-grid"].train, plan["glimpses-learned"].train
        self.assertEqual(grid[: len(learned)], learned, "one budget")
        learned, random = (plan[f"glimpses-cluttered-{policy}-long"].train for policy in ("learned", "random"))
        self.assertEqual(learned[:-1], random[:-1], "one budget")

    def test_what_a_run_varied_by_and_how_fast_it_was(self):
        rows = "".join(f"{at},{split},{metric},{value}\n" for at, split, metric, value in (
            (1, "train", "gradient_variance", 8), (1, "validation", "gradient_variance", 99), (2, "train", "loss", 99),
            (2, "train", "gradient_variance", 2), (3, "train", "gradient_variance", 4)))
        (self.root / "metrics.csv").write_text("sequences,split,metric,value\n" + rows)
        result = {"sequences": 300, "seconds": 2.5}
        self.assertEqual(reproduce_looking.of_run(None, self.root, result),
                         {"gradient_variance": "4", "sequences_per_second": "120"})
        (self.root / "metrics.csv").write_text("sequences,split,metric,value\n")
        self.assertEqual(reproduce_looking.of_run(None, self.root, result)["gradient_variance"], "")

    def test_medians_over_seeds(self):
        def rows(seed, **metrics):
            return [dict.fromkeys(looking_tables.COLUMNS, "") | {
                "name": "made", "preset": "one", "seed": seed, "status": "finished", "parameters": 1234,
                "episodes": 100, "metric": metric, "value": value, "commit": "a" * 40, "cpu": "a processor",
                "gradient_variance": 10 * seed, "sequences_per_second": 100} for metric, value in metrics.items()]
        (self.root / "looking").mkdir()
        (self.root / "looking/made.csv").write_bytes(plans.as_csv(looking_tables.COLUMNS, [
            *rows(1, error=4, pointing=0.5), *rows(2, error=8), *rows(4, error=5, pointing=0.75)]))
        lines = looking_tables.comparison(self.root, "error,pointing", "made").splitlines()
        self.assertEqual(lines[0], "|  | seeds | parameters | state | % of answers wrong | pointing | "
                                   "variance of the gradient |")
        self.assertEqual([cell.strip().split(" [")[0] for cell in lines[2].strip("|").split("|")],
                         ["`made`", "3", "1,234", "-", "5", "0.625", "20"])
        self.assertIn("| `made` | a processor | `aaaaaaaaaaaa` |", looking_tables.machines(self.root, "made"))
        self.assertEqual(looking_tables.comparison(self.root, "error", "patches").splitlines()[2],
                         "| `patches` | not trained yet | - | - | - | - |")
        with self.assertRaisesRegex(InputError, "got other; made is needed"):
            looking_tables.comparison(self.root, "error", "other")


if __name__ == "__main__":
    unittest.main()
