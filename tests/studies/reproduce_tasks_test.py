#!/usr/bin/python3
"""studies/reproduce_tasks.py: the arithmetic of its tables by numbers, and the whole study on tiny runs."""
import csv
import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

import forked
import plans
import reproduce_tasks
from process import PROGRAM, ProgramTest
from told import task_tables
from told.marks import blocks
from told.tables import make

TINY = '''"task.bits" = 3, "task.max-length" = 3, "controller.size" = 12, "memory.slots" = 8, "memory.width" = 4,
"train.sequences" = 400, "train.validate-every" = 200, "train.validation-episodes" = 20, "train.checkpoint-every" = 200,
"train.stop-below" = 1e-3, "train.check" = "", "train.restarts" = 0, "train.final-episodes" = 50'''.replace("\n", " ")

PLAN = f"""
[copy]
seeds = "1..3"
train = {{ {TINY} }}
picture = "task.length"
episode = {{ "task.length" = 3 }}
asked = [{{ episodes = 30, options = {{ "task.length" = "2,4" }} }},
         {{ episodes = 50, options = {{ "task.length" = "4" }} }}]

[reverse]
seeds = "5,7"
train = {{ {TINY} }}
asked = [{{ episodes = 20, options = {{ "task.length" = "3" }} }}]
"""


def row(seed, setting, lost, episodes=10000, status="solved", **more):
    made = {"preset": "made", "seed": seed, "status": status, "sequences": 1000 * seed, "restarts": 0,
            "seconds": 2 * seed, "setting": setting, "episodes": episodes, "perfect": episodes - lost, "lost": lost,
            "bits": 0.001 * seed, "wrong_bits": lost / episodes, "parameters": 1234, "commit": "a" * 40,
            "cpu": "a processor"}
    return dict.fromkeys(task_tables.COLUMNS, "") | made | more


class Tables(ProgramTest):
    def setUp(self):
        super().setUp()
        rows = [row(seed, setting, lost, status=status) for seed, lost_at, status in
                ((1, (0, 0), "solved"), (2, (0, 3), "solved"), (3, (1, 0), "finished"))
                for setting, lost in zip(("as trained", "task.length=60;memory.slots=70"), lost_at)]
        rows.append(row(4, "as trained", 0, status="diverged") | dict.fromkeys(
            ("episodes", "perfect", "lost", "bits", "wrong_bits", "restarts"), ""))
        self.write("made", rows)

    def write(self, name, rows):
        (self.root / "tasks").mkdir(exist_ok=True)
        (self.root / f"tasks/{name}.csv").write_bytes(plans.as_csv(task_tables.COLUMNS, rows))

    def lines(self, name, *arguments):
        return make(name, arguments, self.root).splitlines()

    def test_presets(self):
        [line] = self.lines("tasks")[2:]
        self.assertEqual(line, "| `made` | - | 4 | 2 solved, 1 finished, 1 diverged | 2,500 [1,000, 4,000] | "
                               "0.002 [0.001, 0.003] | 29,999 of 30,000 (99.997 %) |")

    def test_settings(self):
        trained, beyond = self.lines("task", "made")[2:]
        self.assertTrue(trained.startswith("| as trained | 2 of 3 | 1 of 30,000 | 0 [0, 1] | 1 |"), trained)
        self.assertTrue(beyond.startswith("| length 60, slots 70 | 2 of 3 | 3 of 30,000 | 0 [0, 3] | 3 |"), beyond)

    def test_failing_seeds_are_told_one_by_one(self):
        self.assertEqual(self.lines("task-failing", "made"),
                         ["- seed 2: lost 3 of 10,000 at length 60, slots 70",
                          "- seed 3: finished after 3,000 sequences; lost 1 of 10,000 as trained",
                          "- seed 4: diverged after 4,000 sequences"])
        self.write("clean", [row(1, "as trained", 0)])
        self.assertEqual(self.lines("task-failing", "clean"), ["- none"])

    def test_without_a_cost_that_counts_as_solved_none_has_failed_it(self):
        self.write("made", [row(seed, "as trained", 0, status="finished") for seed in (1, 2)])
        self.assertEqual(self.lines("task-failing", "made"), ["- none"])

    def test_a_cost_over_the_oracle_is_told_as_one(self):
        self.write("made", [row(seed, "as trained", 9, bits=100, over_oracle=seed) for seed in (1, 2, 3)])
        self.assertIn("| 2 [1, 3] over the oracle |", self.lines("tasks")[2])


def contents(path):
    """A file's bytes; empty for a process that has ended meanwhile."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


class Whole(ProgramTest):
    def reproduce(self, *words, status=0):
        plan = self.root / "plan.toml"
        plan.write_text(PLAN)
        done = forked.run(reproduce_tasks.main, "--plan", plan, "--out", self.root / "runs", "--results",
                          self.root / "results/tasks", "--program", PROGRAM, "--uncommitted", "--jobs", 2, *words)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def rows(self, preset):
        with open(self.root / f"results/tasks/{preset}.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file, strict=True))

    def test_from_presets_to_a_page(self):
        done = self.reproduce("--presets", "copy")
        self.assertIn("1 of 1 presets are done", done.stdout)
        rows = self.rows("copy")
        self.assertEqual([(row["seed"], row["setting"], row["episodes"]) for row in rows],
                         [(seed, setting, episodes) for seed in "123" for setting, episodes in
                          (("as trained", "50"), ("task.length=2", "30"), ("task.length=4", "50"))])
        for one in rows:
            self.assertEqual(int(one["perfect"]) + int(one["lost"]), int(one["episodes"]))
            self.assertTrue(one["cpu"])
        results = self.root / "results/tasks"
        self.assertEqual({path.name for path in results.iterdir()},
                         {"README.md", "copy.csv", "copy.ini",
                          *(f"copy-{name}.{kind}" for name in ("curves", "cost", "episode")
                            for kind in ("png", "svg"))})
        page = (results / "README.md").read_text()
        for words, text in blocks(page, "page"):
            name, *arguments = words.split()
            self.assertEqual(text, make(name, arguments, self.root / "results").strip("\n"))
            self.assertTrue(text)

        # A second call trains and scores nothing, and appends another preset below hand-written text.
        (results / "README.md").write_text(page.replace("## copy", "## copy\n\nWhat it means."))
        before = {path: path.stat().st_mtime_ns for path in self.root.glob("runs/copy/*/*.*")
                  if path.name != "eval.csv"}
        self.reproduce("--no-pictures")
        self.assertEqual(before, {path: path.stat().st_mtime_ns for path in before})
        page = (results / "README.md").read_text()
        self.assertIn("What it means.", page)
        self.assertIn("## reverse", page)
        self.assertIn("| `reverse` | - | 2 |", page)
        self.assertEqual([one["seed"] for one in self.rows("reverse")], ["5", "5", "7", "7"])

    def test_runs_of_another_plan_are_refused(self):
        self.reproduce("--presets", "reverse", "--no-pictures")
        (self.root / "other.toml").write_text(PLAN.replace('"controller.size" = 12', '"controller.size" = 13'))
        done = self.reproduce("--presets", "reverse", "--no-pictures", "--plan",
                              self.root / "other.toml", status=2)
        self.assertIn("reverse seed 5: is another run than this would be; remove it: ", done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_asked_to_end_it_takes_its_trainings_along(self):
        long = PLAN.replace('"train.sequences" = 400', '"train.sequences" = 100000000').replace(
            '"train.stop-below" = 1e-3', '"train.stop-below" = 0')
        (self.root / "long.toml").write_text(long)
        study = subprocess.Popen(
            [SOURCE / "studies/reproduce_tasks.py", "--uncommitted", "--program", PROGRAM, "--plan",
             self.root / "long.toml", "--presets", "copy", "--jobs", "2", "--out", self.root / "runs", "--results",
             self.root / "results/tasks"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.ended_with_the_test(study)
        checkpoint = self.root / "runs/copy/seed-1/checkpoint-last.safetensors"
        self.wait_for(checkpoint.exists, study)
        study.terminate()
        self.assertEqual(study.wait(timeout=60), 130, study.stderr.read())
        here = str(self.root).encode()
        self.assertEqual([path for path in pathlib.Path("/proc").glob("[0-9]*/cmdline") if here in contents(path)], [])

    def test_what_is_not_at_its_end_is_not_kept(self):
        done = self.reproduce("--presets", "copy", "--budget", "0.001", "--no-pictures")
        self.assertIn("0 of 1 presets are done", done.stdout)
        self.assertIn("copy: 3 of 3 runs are not at their end", done.stderr)

    def test_refusals(self):
        for words, says in ((("--presets", "sort"), "got sort; "), (("--jobs", 0), "an integer of at least 1"),
                            (("--results", self.root / "elsewhere"), "a directory called tasks is needed")):
            self.assertIn(says, self.reproduce(*words, status=2).stderr)
        for text, says in (("copy = 3", "a table of seeds and asked"), ("[copy", "is no TOML"),
                           ('[copy]\nseeds = "3..1"\nasked = []', "got '3..1'; seeds such as"),
                           ('[copy]\nseeds = "1"\nasked = [{ episodes = 1 }]', "asked: got {'episodes': 1}; ")):
            (self.root / "bad.toml").write_text(text)
            done = self.reproduce("--plan", self.root / "bad.toml", status=2)
            self.assertIn(says, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_the_plan_of_the_repository_names_presets(self):
        plan = plans.read_plan(SOURCE / "studies/tasks.toml")
        for preset in plan.values():
            self.assertTrue((SOURCE / f"experiments/presets/{preset.name}.ini").exists(), preset.name)
            self.assertTrue(preset.asked, preset.name)


if __name__ == "__main__":
    unittest.main()
