#!/usr/bin/python3
"""scripts/sweep.py: each point exactly once, whatever stops or kills it; failures, pruning, and refusals."""
import collections
import contextlib
import csv
import io
import json
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import sys
import unittest
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))
sys.path.insert(0, str(SOURCE / "python"))

from checkout import copy_scripts
from forked import Forked
from process import PROGRAM, ProgramTest, TINY, tiny

import optuna

from tapehead.commands import sweep as command
from tapehead.runs.errors import InputError
from tapehead.sweeps import measure, progress

optuna.create_study(storage="sqlite://")  # here, once, for all forks: the first call imports much

OPTIONS = "[options]\n" + "".join(f'"{name}" = {value}\n' for name, value in TINY.items())
NINE = f'method = "grid"\nseeds = "1..3"\n{OPTIONS}[space]\n"train.batch" = [1, 2, 4]\n'
HOLDS = """
import sqlite3, sys, time
held = sqlite3.connect(sys.argv[1])
held.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
time.sleep(100)
"""
ONE = NINE.replace("1..3", "1..1").replace("[1, 2, 4]", "[1]")
FOUR = NINE.replace("1..3", "1..2").replace("[1, 2, 4]", "[1, 2]")
# Too many sequences to end before a test has looked at them, with checkpoints every 200.
MANY = 40000
LONG = FOUR.replace('sequences" = 600', f'sequences" = {MANY}')


class Sweeps(ProgramTest):
    def setUp(self):
        super().setUp()
        self.out = self.root / "out"

    def file(self, text):
        path = self.root / "sweep.toml"
        path.write_text(text)
        return path

    def begin(self, text, *words, program=PROGRAM, anew=False):
        """Starts the sweep; `anew` as a user does, which takes a second longer."""
        words = [self.file(text), "--out", self.out, "--program", program, "--jobs", "2", *words]
        if anew:
            process = subprocess.Popen([SOURCE / "scripts/sweep.py", *words], text=True, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        else:
            process = Forked(command.main, *words)
        return self.ended_with_the_test(process)

    def sweep(self, text, *words, status=0, **how):
        process = self.begin(text, *words, **how)
        out, err = process.communicate(timeout=240)
        self.assertEqual(process.returncode, status, out + err)
        return out, err

    def rows(self):
        with open(self.out / "points.csv", newline="") as file:
            return list(csv.DictReader(file))

    def trials(self):
        return optuna.load_study(study_name="sweep", storage=f"sqlite:///{self.out / 'study.db'}").trials

    def assert_all_once(self, count):
        """Each point has one completed trial and one finished run; there are no others."""
        rows = self.rows()
        self.assertEqual([row["state"] for row in rows], ["complete"] * count)
        self.assertEqual(len({row["run"] for row in rows}), count)
        results = {path.parent.name for path in self.out.glob("points/*/result.json")}
        self.assertEqual(results, {row["run"] for row in rows})
        self.assertEqual(len({(row["train.batch"], row["seed"]) for row in rows}), count)
        self.assertEqual(len(self.trials()), count)

    def children(self, process):
        """The programs started by a sweep."""
        found = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        return [int(child) for child in found]

    def checkpoints(self):
        return list(self.out.glob("points/*/checkpoint-previous.safetensors"))


class Grid(Sweeps):
    def test_each_point_exactly_once_and_then_nothing_is_left(self):
        out, err = self.sweep(NINE)
        self.assert_all_once(9)
        self.assertIn(": 9 complete\n", out)
        self.assert_the_best_is_the_least(out)
        self.assertEqual((self.out / "sweep.toml").read_text(), NINE)
        [result, *_] = self.out.glob("points/*/result.json")
        numbers = {name for name, value in json.loads(result.read_text()).items() if isinstance(value, (int, float))}
        more_is_better = {"solved_episodes", "perfect_episodes", "final_episodes", "sequences_per_second"}
        of_the_model = {"state", "state_each_step", "state_each_said", "state_touched"}  # known before any training
        self.assertLessEqual(numbers - more_is_better - of_the_model, set(measure.objectives()))
        self.assertEqual(len(err.splitlines()), 9, err)
        self.assertRegex(err.splitlines()[-1],
                         r"^9/9, 0:00 left: \w{12}: finished, cost [\d.]+  train.batch=\d seed=\d$")
        logs = {path: path.read_text() for path in self.out.glob("points/*.log")}
        out, err = self.sweep(NINE, anew=True)
        self.assertIn("nothing left to do: 9 points have been tried", out)
        self.assertEqual(logs, {path: path.read_text() for path in self.out.glob("points/*.log")}, "a run was repeated")

    def assert_the_best_is_the_least(self, out):
        costs = sorted(float(row["value"]) for row in self.rows())
        told = [line.split()[1] for line in out.splitlines() if line.startswith("  cost")]
        self.assertEqual(told, [f"{cost:.6g}" for cost in costs[:5]])
        for row in self.rows():
            result = measure.read_json(self.out / "points" / row["run"] / "result.json")
            self.assertEqual(row["value"], str(result["bits"]))

    def test_a_run_that_is_killed_goes_on(self):
        process = self.begin(LONG)
        self.wait_for(self.checkpoints, process, 60)
        victim = self.children(process)[0]
        run = pathlib.Path(f"/proc/{victim}/cmdline").read_text().split("\0")[-2]
        os.kill(victim, signal.SIGKILL)
        out, err = process.communicate(timeout=240)
        self.assertEqual(process.returncode, 0, out + err)
        row = next(row for row in self.rows() if row["run"] == pathlib.Path(run).name)
        words = tiny(train__sequences=MANY, train__batch=row["train.batch"], seed=row["seed"])
        self.tapehead("train", *words, "--threads", "1", "--out", self.root / "undisturbed")
        self.assert_same_run(pathlib.Path(run), self.root / "undisturbed")
        self.assert_all_once(4)

    def test_an_interrupted_sweep_goes_on_as_if_it_had_not_been(self):
        process = self.begin(LONG, anew=True)
        self.wait_for(lambda: len(self.checkpoints()) > 1, process, 60)
        status, out, err = self.stop(process, signal.SIGINT)
        self.assertEqual(status, 75, out + err)
        self.assertIn("interrupted; ", err)
        states = collections.Counter(trial.state.name for trial in self.trials())
        self.assertEqual(sum(states.values()), 4)
        self.assertGreater(states["RUNNING"], 0)
        _, err = self.sweep(LONG, status=2)
        self.assertRegex(err, r"\Asweep.py: .*of 4 points are left of a sweep before; --resume goes on with them\n\Z")
        self.sweep(LONG, "--resume")
        self.assert_all_once(4)
        taken_up = [trial for trial in self.trials() if self.log(trial).count("checkpoint is written") == 1]
        self.assertGreater(len(taken_up), 0)
        trial = taken_up[0]
        words = [word for name, value in trial.user_attrs["options"].items() for word in (f"--{name}", value)]
        self.tapehead("train", *words, "--threads", "1", "--out", self.root / "undisturbed")
        self.assert_same_run(self.out / "points" / trial.user_attrs["hash"], self.root / "undisturbed")

    def log(self, trial):
        return (self.out / "points" / f"{trial.user_attrs['hash']}.log").read_text()

    def test_a_killed_sweep_takes_its_programs_along_and_goes_on(self):
        process = self.begin(LONG)
        self.wait_for(lambda: len(self.checkpoints()) > 1, process, 60)
        process.kill()
        process.communicate()
        self.sweep(LONG, "--resume")
        self.assert_all_once(4)
        self.assertTrue(any("interrupted" in self.log(trial) for trial in self.trials()), "they went on to their end")

    def test_two_sweeps_in_one_place(self):
        process = self.begin(LONG)
        self.wait_for(self.checkpoints, process, 60)
        with mock.patch.object(command, "PATIENCE", 0.2), self.assertRaisesRegex(InputError, "by another sweep.py"):
            command.lock(self.out)
        self.stop(process)

    def test_the_budget(self):
        out, err = self.sweep(LONG, "--budget", "0.3s")
        self.assertIn("the budget is spent; ", err)
        self.sweep(LONG, "--resume")
        self.assert_all_once(4)

    def test_documented_and_provided_sweeps_are_accepted(self):
        texts = re.findall(r"^```toml\n((?:.*\n)*?)```$", (SOURCE / "docs/sweeps.md").read_text(), re.MULTILINE)
        provided = sorted([*(SOURCE / "experiments/sweeps").glob("*.toml"),
                           *(SOURCE / "studies" / "addressing").glob("*.toml")])
        self.assertGreaterEqual(len(provided), 4)
        self.assertGreaterEqual(len(texts), 2)
        said = {}
        for text in texts + [path.read_text() for path in provided]:
            with self.subTest(text):
                said[text] = self.sweep(text, "--dry-run")[0]
        self.assertIn("40 points", said[(SOURCE / "experiments/sweeps/copy-grid.toml").read_text()])

    def test_a_dry_run_makes_nothing(self):
        out, _ = self.sweep(NINE, "--dry-run")
        lines = out.splitlines()
        self.assertEqual((len(set(lines)), lines[-1]), (10, "9 points"))
        self.assertRegex(lines[0], r"^[0-9a-f]{12}  train.batch=1 seed=1$")
        self.assertFalse(self.out.exists())

    def test_tables_of_options(self):
        text = f'method = "grid"\n[[points]]\ntask = "copy"\n[[points]]\ntask = "reverse"\n"train.batch" = 2\n{OPTIONS}'
        self.sweep(text)
        rows = self.rows()
        self.assertEqual([(row["task"], row["train.batch"], row["state"]) for row in rows],
                         [("copy", "", "complete"), ("reverse", "2", "complete")])


class Failures(Sweeps):
    def stand_in(self, condition):
        """The program, wrapped to end with status 4 if the shell's `condition` holds; each start is recorded."""
        path = self.root / "program"
        path.write_text(f'#!/bin/bash\n[[ $* == */dev/null/* ]] || echo "$*" >>{self.root}/starts\n'
                        f'if [[ $* != */dev/null/* ]] && {condition}; then echo broken; exit 4; fi\n'
                        f'exec {PROGRAM} "$@"\n')
        path.chmod(0o755)
        return path

    def starts(self):
        return (self.root / "starts").read_text().splitlines()

    def test_what_fails_is_tried_once_more_and_then_listed(self):
        program = self.stand_in("[[ $* == *'--train.batch 2 --seed 2'* ]]")
        out, err = self.sweep(FOUR, status=1, program=program)
        self.assertEqual(len(self.starts()), 5)
        self.assertEqual(collections.Counter(row["state"] for row in self.rows()), {"complete": 3, "fail": 1})
        failed = next(row["run"] for row in self.rows() if row["state"] == "fail")
        self.assertRegex(out, rf"\n  failed: {failed}: exit status 4; .*/points/{failed}\.log ends: broken\n")
        out, _ = self.sweep(FOUR, status=1, program=program)
        self.assertIn("nothing left to do: 4 points have been tried, 1 failed; --resume tries those again", out)
        self.assertEqual(len(self.starts()), 5)
        out, _ = self.sweep(FOUR, "--resume")  # with the program itself
        self.assertIn(": 4 complete\n", out)
        states = collections.Counter((row["run"] == failed, row["state"]) for row in self.rows())
        self.assertEqual(states, {(False, "complete"): 3, (True, "fail"): 1, (True, "complete"): 1})
        self.assertIn("nothing left to do: 4 points have been tried\n", self.sweep(FOUR)[0])

    def test_a_failure_that_passes(self):
        once = self.root / "once"
        out, _ = self.sweep(FOUR, program=self.stand_in(f"mkdir {once} 2>/dev/null"))
        self.assertEqual(len(self.starts()), 5)
        self.assert_all_once(4)
        self.assertNotIn("failed", out)

    def test_a_diverged_run_is_a_result(self):
        text = ONE + '"train.learning-rate" = [1e-4, 1e6]\n"train.optimizer" = ["sgd"]\n'
        out, _ = self.sweep(text.replace("[options]\n", '[options]\n"train.clip" = "none"\n'))
        wild = [row for row in self.rows() if float(row["train.learning-rate"]) > 1]
        self.assertEqual({row["state"] for row in self.rows()}, {"complete"})
        self.assertIn("inf", {row["value"] for row in wild})


class Samplers(Sweeps):
    def test_random_and_tpe_try_as_many_as_are_asked_for(self):
        for method, trials in (("random", 4), ("tpe", 12)):  # the first ten of TPE are random
            with self.subTest(method):
                self.out = self.root / method
                text = (f'method = "{method}"\ntrials = {trials}\n{OPTIONS}[space]\n"train.batch" = [1, 2]\n'
                        '"train.learning-rate" = { low = 1e-5, high = 1e-2, log = true }\n')
                self.sweep(text)
                rows = self.rows()
                self.assertEqual([row["state"] for row in rows], ["complete"] * trials)
                rates = [float(row["train.learning-rate"]) for row in rows]
                self.assertTrue(all(1e-5 <= rate <= 1e-2 for rate in rates))
                self.assertEqual(len(set(rates)), trials)
                self.assertIn("nothing left to do", self.sweep(text)[0])
                self.sweep(text.replace(f"trials = {trials}\n", f"trials = {trials + 2}\n"), "--resume")
                self.assertEqual(len({row["train.learning-rate"] for row in self.rows()}), trials + 2, "drawn again")

    def test_a_point_that_is_drawn_again_is_not_run_again(self):
        self.sweep(f'method = "random"\ntrials = 8\n{OPTIONS}[space]\n"train.batch" = [1, 2]\n')
        rows = self.rows()
        self.assertEqual([row["state"] for row in rows], ["complete"] * 8)
        self.assertEqual(len({(row["run"], row["value"]) for row in rows}), 2)
        for log in self.out.glob("points/*.log"):
            self.assertNotIn("is done already", log.read_text())

    def test_pruning_stops_a_run(self):
        most = 20000
        options = OPTIONS.replace('sequences" = 600', f'sequences" = {most}').replace('every" = 200', 'every" = 1000')
        text = (f'method = "random"\ntrials = 12\nsampler-seed = 4\n{options}"train.optimizer" = "adam"\n[space]\n'
                '"train.learning-rate" = { low = 1e-7, high = 1e-2, log = true }\n'
                '[pruning]\nmethod = "median"\nfrom = 1000\n')  # hyperband: sweep_postgres_test.py
        self.sweep(text)
        rows = self.rows()
        self.assertEqual(len(rows), 12)
        pruned = [row for row in rows if row["state"] == "pruned"]
        self.assertTrue(0 < len(pruned) < 12, collections.Counter(row["state"] for row in rows))
        for row in pruned:
            self.assertFalse((self.out / "points" / row["run"] / "result.json").exists(), "it ran to its end")
            self.assertLess(max(self.trials()[int(row["trial"])].intermediate_values), most)
        self.assertIn("nothing left to do", self.sweep(text)[0])


class Refused(Sweeps):
    def refuse(self, text, says, *words):
        out, err = self.sweep(text, *words, status=2)
        self.assertEqual(out, "")
        self.assertRegex(err, r"\Asweep.py: [^\n]+\n\Z")
        self.assertIn(says, err)
        self.assertFalse(self.out.exists(), "something was made")

    def test_unknown_options_before_anything_runs(self):
        self.refuse(NINE.replace("train.batch", "train.bach"),
                    '"train.bach" is not known; nearest: train.batch; valid: ')
        self.refuse(NINE.replace("[1, 2, 4]", "[1, 2, 0]"), "at train.batch=0 seed=1: train.batch: got")
        self.refuse(f'method = "tpe"\ntrials = 9\n{OPTIONS}[space]\n"train.batch" = {{ low = 1, high = 99999999 }}\n',
                    "at train.batch=99999999 seed=1: train.batch: got")

    def test_the_command_line(self):
        for words, says in ((["--jobs", "0"], "--jobs"), (["--budget", "20"], "20; a time such as 90s"),
                            (["--nonsense"], "--nonsense")):
            self.refuse(NINE, says, *words)

    def test_a_program_that_is_another(self):
        done = self.begin(NINE, program="/bin/false")
        _, err = done.communicate(timeout=60)
        self.assertRegex(err, r"\Asweep.py: --program: [^\n]*/false ends with exit status 1 [^\n]+ is needed[^\n]+\n\Z")
        self.assertEqual(done.returncode, 2)

    def test_another_sweep_in_the_same_place(self):
        self.sweep(ONE)
        _, err = self.sweep(FOUR, status=2)
        self.assertRegex(err, r"\Asweep.py: [^\n]*is of another sweep, or of this one before it was changed; .+\n\Z")


class Around(Sweeps):
    """A sweep's output, and its initial state."""

    def test_a_missing_program_is_built(self):
        copy_scripts(self.root)
        (self.root / "scripts/build.sh").write_text(f"#!/bin/sh\nmkdir {self.root}/build\n"
                                                    f"ln -s {PROGRAM} {self.root}/build/tapehead\n")
        for expected in (1, 0):  # once is enough
            done = subprocess.run([self.root / "scripts/sweep.py", self.file(NINE), "--dry-run"], capture_output=True,
                                  text=True)
            self.assertEqual((done.returncode, done.stderr.count("building")), (0, expected), done.stderr)
        (self.root / "build/tapehead").unlink()
        (self.root / "scripts/build.sh").write_text("#!/bin/sh\nexit 1\n")
        done = subprocess.run([self.root / "scripts/sweep.py", self.file(NINE)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("build.sh: failed", done.stderr)

    def test_a_file_that_is_no_study(self):
        self.out.mkdir()
        (self.out / "study.db").write_text("no database at all, but a text long enough to be looked at" * 99)
        _, err = self.sweep(NINE, status=2)
        self.assertRegex(err, r"\Asweep.py: [^\n]*study.db: cannot be used [^\n]+\n\Z")

    def test_a_database_that_gives_up(self):
        self.out.mkdir()
        with contextlib.closing(sqlite3.connect(self.out / "study.db")) as database:
            database.execute("CREATE TABLE studies (nonsense)")
        _, err = self.sweep(NINE, status=2)
        self.assertRegex(err, r"\Asweep.py: [^\n]*study.db: cannot be used [^\n]+--resume goes on\n\Z")

    def test_a_place_that_no_address_can_name(self):
        self.out = self.root / "que?stion {1} 100%#2"
        self.sweep(ONE)
        self.assertEqual({path.name for path in self.root.iterdir()}, {"sweep.toml", self.out.name})
        self.assertGreater((self.out / "study.db").stat().st_size, 10000)
        self.assertIn("nothing left to do: 1 points have been tried", self.sweep(ONE)[0])

    def held(self, action):
        """Begins the sweep while its study is locked, and calls `action` once it has said so; returns how it ended."""
        other = self.ended_with_the_test(subprocess.Popen([sys.executable, "-c", HOLDS, self.out / "study.db"],
                                                          text=True, stdout=subprocess.PIPE))
        other.stdout.readline()
        self.addCleanup(signal.signal, signal.SIGHUP, signal.signal(signal.SIGHUP, signal.SIG_DFL))  # as without nohup
        process = self.begin(ONE)
        self.wait_for(lambda: b"locked" in os.pread(process.error.fileno(), 1000, 0), process, 120)
        action(process, other)
        out, err = process.communicate(timeout=240)
        other.kill()
        self.assertRegex(err, rf"\Anote: {self.out}/study.db: is locked by another program; [^\n]+\n")
        return process.returncode, out, err

    def test_a_study_that_another_program_holds(self):
        self.sweep(ONE)
        status, out, err = self.held(lambda _, other: other.kill())
        self.assertEqual((status, err.count("\n")), (0, 1), err)
        self.assertIn("nothing left to do", out)
        status, out, err = self.held(lambda process, _: process.send_signal(signal.SIGHUP))
        self.assertEqual((status, out, err.splitlines()[1:]), (75, "", ["sweep.py: interrupted"]))

    def test_nobody_reads_along(self):
        """The trainings go on, whatever became of the outputs."""
        for words in ("2>&1 | head -0", ">/dev/full 2>&1", ">&- 2>&-"):
            with self.subTest(words):
                self.out = self.root / f"out {words.translate({ord('/'): '-'})}"
                command = f'set -o pipefail; "$@" {words}'
                done = subprocess.run(["bash", "-c", command, "bash", SOURCE / "scripts/sweep.py", self.file(ONE),
                                       "--out", self.out, "--program", PROGRAM], stdout=subprocess.DEVNULL)
                self.assertEqual(done.returncode, 0)
                self.assert_all_once(1)

    def test_places_that_cannot_be_written(self):
        for name, make in (("lock", pathlib.Path.mkdir), ("points", pathlib.Path.touch)):
            with self.subTest(name):
                self.out = self.root / f"without-{name}"
                self.out.mkdir()
                make(self.out / name)
                _, err = self.sweep(NINE, status=2)
                self.assertRegex(err, rf"\Asweep.py: [^\n]*/{name}: [^\n]+a place that can be written is "
                                      rf"needed[^\n]+\n\Z")

    def test_the_bar(self):
        stream = io.StringIO()
        stream.isatty = lambda: True
        with mock.patch.object(progress.time, "monotonic") as now:
            now.return_value = 100.0
            bar = progress.Progress(10, 30, stream)
            bar.show(2, None)
            now.return_value = 160.0
            for _ in range(10):
                bar.ended("unseen")
            bar.show(2, 0.25)
            bar.show(2, 0.25)  # too soon
            now.return_value = 3800.0
            bar.show(1, 0.25)
        drawn = stream.getvalue().split("\r")[1:]
        self.assertEqual([line.rstrip() for line in drawn],
                         ["█████··············· 10/40, 2 running, 0:00 so far, ? left",
                          "██████████·········· 20/40, 2 running, 1:00 so far, 2:00 left, best 0.25",
                          "██████████·········· 20/40, 1 running, 1:01:40 so far, 2:03:20 left, best 0.25"])


if __name__ == "__main__":
    unittest.main()
