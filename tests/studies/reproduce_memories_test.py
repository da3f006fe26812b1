#!/usr/bin/python3
"""studies/reproduce_memories.py: its plan, lines that begin from another line's weights, and its tables by numbers. The
test of reproduce_sequences.py covers the shared way from a plan to files."""
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

import forked
import plans
import reproduce_memories
from process import PROGRAM, ProgramTest
from told import memory_tables

TINY = '''"train.sequences" = 32, "train.batch" = 8, "train.validate-every" = 32, "train.validation-episodes" = 4,
"train.final-episodes" = 4, "controller.size" = 6, "memory.slots" = 20, "memory.width" = 4'''.replace("\n", " ")

PLAN = f"""
[walks]
preset = "graph-traversal"
seeds = "1..2"
train = {{ {TINY}, "task.max-lesson" = 1 }}
asked = [{{ episodes = 3, options = {{ "task.lesson" = "1" }} }}]

[relations]
preset = "graph-inference"
after = "walks"
seeds = "1..2"
train = {{ {TINY}, "task.max-lesson" = 2 }}
asked = [{{ episodes = 3, options = {{ "task.lesson" = "1,2" }} }}]
"""


def rows(name, **metrics):
    """One row per seed, setting and metric: metrics of {setting: values by seed}."""
    return [{"name": name, "preset": name, "seed": seed, "status": "finished", "sequences": 10, "seconds": 2,
             "parameters": 1234, "setting": setting, "episodes": 100, "metric": metric, "value": value,
             "commit": "a" * 40, "cpu": "a processor"}
            for metric, settings in metrics.items() for setting, values in settings.items()
            for seed, value in enumerate(values, 1)]


class Memories(ProgramTest):
    def kept(self, name, **metrics):
        (self.root / "memories").mkdir(exist_ok=True)
        (self.root / f"memories/{name}.csv").write_bytes(plans.as_csv(memory_tables.COLUMNS, rows(name, **metrics)))

    def cells(self, table):
        return [[cell.strip().split(" [")[0] for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]

    def test_the_plan_has_five_seeds_and_what_lines_begin_from(self):
        plan = plans.read_plan(SOURCE / "studies/memories.toml")
        names = list(plan)
        for one in plan.values():
            self.assertEqual(one.seeds, [1, 2, 3, 4, 5], one.name)
            if one.after:
                self.assertLess(names.index(one.after), names.index(one.name))

    def test_sequences_without_an_error_seed_by_seed(self):
        self.kept("made", perfect={"task.length=5": [100, 98, 100]}, wrong_bits={"task.length=5": [0, 3, 0]},
                  bits={"task.length=5": [0.5, 4, 0.25]})
        table = memory_tables.perfect(self.root, "made", "copy-thousands")
        self.assertEqual(self.cells(table), [["`made`", "length 5", "-", "100", "100, 98, 100", "0", "0.5"],
                                             ["`copy-thousands`", "not trained yet", "-", "-", "-", "-", "-"]])

    def test_a_lesson_is_passed_up_to_an_error(self):
        self.kept("made", error={"task.lesson=1": [10, 10.1, 2], "task.lesson=2": [11, 12, 13]},
                  solved={"task.lesson=1": [0.9, 0.8, 0.99], "task.lesson=2": [0.5, 0.6, 0.7]})
        self.assertEqual(self.cells(memory_tables.lessons(self.root, "10", "made")),
                         [["`made`", "lesson 1", "-", "2 of 3", "10", "90"],
                          ["`made`", "lesson 2", "-", "0 of 3", "12", "60"]])

    def test_a_line_begins_where_another_ends(self):
        plan, results, runs = self.root / "plan.toml", self.root / "results/memories", self.root / "runs"
        plan.write_text(PLAN)
        results.mkdir(parents=True)

        def reproduce(*words):
            return forked.run(reproduce_memories.main, "--plan", plan, "--out", runs, "--results", results, "--program",
                              PROGRAM, "--jobs", 2, "--uncommitted", *words)
        refused = reproduce("--presets", "relations")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("got relations; it begins where walks ends, which is needed too", refused.stderr)
        done = reproduce()
        self.assertEqual(done.returncode, 0, done.stderr)
        for seed in (1, 2):
            self.assertIn(f"train.init-from = {runs}/walks/seed-{seed}/checkpoint-best.safetensors",
                          (runs / f"relations/seed-{seed}/config.ini").read_text())
        self.assertIn("train.init-from = walks/seed-1/checkpoint-best.safetensors",
                      (results / "relations.ini").read_text())
        self.assertIn("2 of 2 lines are done", reproduce().stdout)


if __name__ == "__main__":
    unittest.main()
