#!/usr/bin/python3
"""studies/reproduce_babi.py and studies/babi_transfer.py: the arithmetic by numbers, the scripts on small files."""
import csv
import itertools
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

from checkout import copy_scripts
from process import BAD_INPUT, DONE, PROGRAM, ProgramTest, snapshot
from babi import files, published, restarts
from babi.experiments import EXPERIMENTS, Training
from babi.pages import published_mean
from babi.scores import by_task
from babi.student import student
import babi_transfer
import forked
import reproduce_babi


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def trained(*ranks_and_errors, average=None):
    """Restarts of task 7 from ((train error, train bits), test error)."""
    return restarts.Trained([restarts.Restart(number, *rank, {7: error}, 1.0)
                             for number, (rank, error) in enumerate(ranks_and_errors, 1)], average or {})


class Arithmetic(unittest.TestCase):
    def test_the_least_training_error_is_chosen_then_the_least_cost(self):
        one = trained(((2, 0.1), 1.0), ((1, 0.9), 2.0), ((1, 0.5), 30.0), ((math.inf, math.inf), 0.0), average={7: 9.0})
        (result,) = restarts.task_results([one])
        self.assertEqual((result.chosen, result.error, result.average, result.restarts), (3, 30.0, 9.0, 4))
        self.assertEqual((result.mean, result.least, result.greatest), (8.25, 0.0, 30.0))
        self.assertAlmostEqual(result.deviation, statistics.stdev([1, 2, 30, 0]))
        self.assertEqual(restarts.failed([5, 5.01, 0]), 1)

    def test_the_mean_of_the_best_of_some(self):
        """Against the enumeration of all sets."""
        errors = ([4.0, 1.0, 9.0], [0.0, 50.0, 20.0])
        ours = [trained(*(((rank, 0), error) for rank, error in enumerate(each))) for each in errors]
        for count in (1, 2):
            sets = list(itertools.product(range(3), repeat=count))
            expected = sum(statistics.fmean(each[min(one)] for one in sets) for each in errors) / 2
            mean, low, high = restarts.mean_of_best(ours, count)
            self.assertAlmostEqual(mean, expected, delta=1)  # 2,000 draws
            self.assertTrue(0 <= low < mean < high <= 29.5)
        one = trained(((0, 0), 3.0))
        self.assertEqual(restarts.mean_of_best([one], 10), (3, 3, 3))

    def test_students_interval(self):
        low, high = student([1, 2, 3, 4, 5])
        self.assertAlmostEqual(low, 3 - 2.7764451 * math.sqrt(2.5 / 5), places=6)
        self.assertAlmostEqual(high, 3 + 2.7764451 * math.sqrt(2.5 / 5), places=6)
        self.assertIsNone(student([1]))

    def test_the_published_tables_are_whole(self):
        """Means and failed tasks match those in the paper."""
        printed = {"BoW": (25.1, 15), "PE": (20.3, 13), "PE LS": (16.3, 12), "PE LS RN": (13.9, 11),
                   "PE LS RN joint": (12.4, 11)}
        self.assertEqual(set(printed), set(published.TABLE))
        for experiment in EXPERIMENTS:
            mean, failed = published_mean(experiment, range(1, 21))
            expected = printed.get(experiment.published) or published.MEANS[experiment.published]
            self.assertAlmostEqual(mean, expected[0], delta=0.0501)
            self.assertEqual(failed, expected[1])

    def test_rows_of_a_table_by_task(self):
        scores = {"task.ids=1": {"error": 1.0}, "task.path=x;task.ids=12": {"error": 2.0}, "": {"error": 1.5}}
        self.assertEqual(by_task(scores, [1, 12], "error"), {1: 1.0, 12: 2.0})
        self.assertEqual(by_task({"task.path=x": {"error": 3.0}}, [4], "error"), {4: 3.0})

    def test_what_is_not_reached_is_told(self):
        data = files.DataSet(pathlib.Path("/none"), [1], "test", "")
        ours = [Training(EXPERIMENTS[0], [1], data, pathlib.Path("/none"))]
        lines = reproduce_babi.not_reached(EXPERIMENTS, ours)
        self.assertEqual(lines[0], "`sukhbaatar2015-single`: 0 of 10 restarts are done")
        self.assertIn("`memn2n-10k`: there are no files of 10,000 questions", lines)


class Scripts(ProgramTest):
    def run_script(self, name, *words, status=DONE):
        main = {"reproduce_babi.py": reproduce_babi.main, "babi_transfer.py": babi_transfer.main}[name]
        done = forked.run(main, "--program", PROGRAM, "--workers", 2, *words, cwd=self.root, timeout=500)
        self.assertEqual(done.returncode, status, done.stdout[-2000:] + done.stderr[-2000:])
        return done

    def generate(self, out, ids, questions, test=1):
        self.tapehead("generate", "babi", "--ids", ids, "--questions", questions, "--test-questions", test, "--out",
                      out)

    def data(self):
        """Two tasks in the published layout with few questions: en is the beginning of en-10k, without test files."""
        for folder, questions in (("root/en", 30), ("root/en-10k", 120)):
            self.generate(folder, "1,6", questions)
            for path in (self.root / folder).glob("*_test.txt"):
                path.unlink()

    def test_the_tables_of_small_files(self):
        self.data()
        words = ("--path", "root", "--out", "out", "--budget", 5)
        page = self.run_script("reproduce_babi.py", *words).stdout
        out = self.root / "out"
        self.assertEqual((out / "README.md").read_text(), page)
        self.assertIn("1,000 questions a task: the questions of en-10k beyond those of en.", page)
        self.assertIn("10,000 questions a task: the last tenth of each train file", page)
        self.assertNotIn("did not reach", page)

        summary, each = rows(out / "summary.csv"), rows(out / "restarts.csv")
        self.assertEqual({(row["experiment"], row["task"]) for row in summary},
                         {(experiment.name, task) for experiment in EXPERIMENTS for task in "16"})
        for row in summary:
            ours = [one for one in each if (one["experiment"], one["task"]) == (row["experiment"], row["task"])]
            joint = row["experiment"] == "sukhbaatar2015-joint"
            self.assertEqual(len(ours), 3 if joint or row["experiment"] == "memn2n-10k" else 10)
            best = [one for one in ours if one["chosen"] == "yes"]
            self.assertEqual([one["restart"] for one in best], [row["chosen"]])
            self.assertEqual(best[0]["error"], row["error"])
            if not joint:
                self.assertEqual(best[0], min(ours, key=lambda one: (float(one["train_error"]),
                                                                     float(one["train_bits"]))))
            # The program itself reports the same for all restarts.
            run = out / row["experiment"] / ("all-tasks" if joint else f"task-{row['task']}")
            split = "validation" if row["experiment"] == "memn2n-10k" else "test"
            self.tapehead("eval", run, "--split", split, "--csv", "eval.csv")
            told = {one["metric"]: float(one["value"]) for one in rows(self.root / "eval.csv")
                    if not joint or one["setting"] == f"task.ids={row['task']}"}
            self.assertAlmostEqual(told["error"], float(row["error"]), places=4)
            self.assertAlmostEqual(told["average_error"], float(row["average_error"]), places=4)

        before = snapshot(out)
        again = self.run_script("reproduce_babi.py", *words)  # nothing is trained or scored again
        after = snapshot(out)
        changed = {name for name in before if before[name] != after[name]}
        self.assertLessEqual(changed, {"README.md"})
        self.assertEqual(set(before), set(after))
        timeless = [re.sub(r"took [\d.]+ minutes", "", text) for text in (page, again.stdout)]
        self.assertEqual(*timeless)

        # A lost run is trained again, alone, with the same result.
        lost = out / "memn2n/task-1/restart-2"
        result = (lost / "checkpoint-last.safetensors").read_bytes()
        for path in lost.iterdir():
            path.unlink()
        self.run_script("reproduce_babi.py", *words)
        self.assertEqual((lost / "checkpoint-last.safetensors").read_bytes(), result)
        self.assertEqual(before["summary.csv"], (out / "summary.csv").read_bytes())

    def test_runs_on_other_files_are_not_taken_for_these(self):
        self.generate("one", "1", 30)
        self.generate("other", "1", 30)
        run = self.root / "out/memn2n/task-1/restart-1"
        self.tapehead("train", "--preset", "memn2n", "--task.path", self.root / "one", "--train.restart", 1,
                      "--out", run)
        done = self.run_script("reproduce_babi.py", "--path", "other", "--out", "out", status=BAD_INPUT)
        self.assertRegex(done.stderr, r"restart-1: was trained on .*/one, not on .*/other; another --out is needed\n$")

    def test_other_models_on_their_tasks(self):
        self.generate("large", "1,2,6", 6000)
        page = self.run_script("reproduce_babi.py", "--set", "models", "--path", "large", "--out", "out", "--budget",
                               0.03, status=BAD_INPUT).stderr
        self.assertIn("no run came to its end", page)
        begun = {path.parts[-4:-1] for path in (self.root / "out").glob("*/*/*/config.ini")}
        self.assertTrue(begun)
        self.assertLessEqual({one[:2] for one in begun}, {(name, f"task-{task}") for name, tasks in (
            ("entity-network", (1, 2, 6)), ("babi-lstm", (1, 6)), ("babi-dnc", (1, 6))) for task in tasks})

    def test_published_test_files_are_used(self):
        self.generate("given", "1", 30, 20)
        data = files.find_data(self.root / "given", self.root / "out", PROGRAM)
        self.assertEqual((data[0].tasks, data[0].split, data[1]), ([1], "test", None))
        self.assertFalse((self.root / "out").exists())
        self.generate("given", "6", 30, 20)
        (self.root / "given/qa6_yes-no-questions_test.txt").unlink()
        self.assertEqual(files.find_data(self.root / "given", self.root / "out", PROGRAM)[0].split, "validation")

    def test_what_is_wrong_is_told_in_one_line(self):
        (self.root / "empty").mkdir()
        self.generate("en", "1", 30)
        for script, words, expected in (
                ("reproduce_babi.py", ["--path", "none"], "none: there is no such directory"),
                ("reproduce_babi.py", ["--path", "empty"], "has neither files like"),
                ("reproduce_babi.py", [], "--path"),
                ("reproduce_babi.py", ["--path", "en", "--budget", "0"], "minutes above 0"),
                ("reproduce_babi.py", ["--path", "en", "--program", "none"], "the program tapehead is needed"),
                ("babi_transfer.py", ["--path", "empty"], "a directory en-10k"),
                ("babi_transfer.py", ["--path", "en", "--seeds", "8"], "at most 7"),
                ("babi_transfer.py", ["--path", "en", "--sizes", "2k"], "1k, 10k or 1k,10k is needed"),
                ("babi_transfer.py", ["--path", "en", "--ids", "2"], "--ids: got 2; en has 1"),
                ("babi_transfer.py", ["--path", "en", "--sizes", "1k"], "got 30 questions; 1000 are needed")):
            done = self.run_script(script, *words, "--out", "out", status=BAD_INPUT)
            self.assertEqual((done.stdout, len(done.stderr.splitlines())), ("", 1), done.stderr)
            self.assertTrue(done.stderr.startswith(f"{script}: "), done.stderr)
            self.assertIn(expected, done.stderr)

    def test_it_is_started_by_reproduce(self):
        """The script itself, without what builds; paths are relative to the caller's directory."""
        copy_scripts(self.root / "copy")
        self.generate("here/en", "1", 30)
        for name, script in (("babi-memn2n", "reproduce_babi.py"), ("babi-transfer", "babi_transfer.py")):
            done = subprocess.run([self.root / "copy/scripts/reproduce.sh", name, "--program", PROGRAM, "--path", "en",
                                   "--budget", "none"], cwd=self.root / "here", capture_output=True, text=True)
            self.assertEqual(done.returncode, BAD_INPUT)
            self.assertTrue(done.stderr.startswith(f"{script}: argument --budget: got none; minutes"), done.stderr)
        done = subprocess.run([self.root / "copy/scripts/reproduce.sh", "babi-transfer", "--program", PROGRAM, "--path",
                               "en", "--out", "out"], cwd=self.root / "here", capture_output=True, text=True)
        self.assertIn("got 30 questions; 1000 are needed", done.stderr)  # it has found the file

    def test_a_training_that_fails_is_told_with_its_reason(self):
        self.generate("en", "1", 30)
        text = next((self.root / "en").glob("*_train.txt"))
        text.write_text(text.read_text() + "no line\n")
        done = self.run_script("reproduce_babi.py", "--path", "en", "--out", "out", status=BAD_INPUT)
        self.assertIn("sukhbaatar2015-single task 1 restart 1: exit status 2", done.stderr)
        self.assertIn("_train.txt:", done.stderr.splitlines()[-1])

    def test_transfer(self):
        self.generate("root/en-10k", "6,20", 1300)
        words = ("--path", "root", "--out", "out", "--sizes", "1k", "--seeds", 2, "--budget", 5)
        page = self.run_script("babi_transfer.py", *words).stdout
        found = {(row["seed"], row["task"], row["trained_on"], row["tested_on"]): float(row["error"])
                 for row in rows(self.root / "out/summary.csv")}
        self.assertEqual(len(found), 2 * 2 * 2 * 2)
        for tested, other in (("real", "generated"), ("generated", "real")):
            each = [statistics.fmean(found[seed, task, other, tested] - found[seed, task, tested, tested]
                                     for task in ("6", "20")) for seed in "12"]
            line = next(line for line in page.splitlines() if line.startswith(f"| {tested} |"))
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            for said, value in zip([cells[3], *cells[6].split(", ")], [statistics.fmean(each), *each], strict=True):
                self.assertAlmostEqual(float(said), value, delta=0.00501)
        # Each network was trained and tested on the stated data.
        run = self.root / "out/1k/generated/seed-2/task-6/restart-1"
        self.assertIn("out/data/1k/generated/seed-2", (run / "config.ini").read_text())
        self.tapehead("eval", run, "--task.path", "out/data/1k/real/seed-2", "--split", "test", "--csv", "eval.csv")
        told = next(float(row["value"]) for row in rows(self.root / "eval.csv") if row["metric"] == "error")
        self.assertAlmostEqual(told, found["2", "6", "generated", "real"], places=4)
        on_real, on_generated = ([found[seed, task, "generated", on] for seed in "12" for task in ("6", "20")]
                                 for on in ("real", "generated"))
        self.assertNotEqual(on_real, on_generated)
        before = snapshot(self.root / "out")
        self.run_script("babi_transfer.py", *words)
        self.assertEqual(snapshot(self.root / "out"), before)


if __name__ == "__main__":
    unittest.main()
