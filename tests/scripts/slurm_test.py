#!/usr/bin/python3
"""scripts/sweep.py --slurm: what is submitted and what is refused, with stand-ins for Slurm's commands."""
import contextlib
import io
import os
import pathlib
import shlex
import signal
import stat
import subprocess
import sys
import unittest
import warnings
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))
sys.path.insert(0, str(SOURCE / "python"))

import postgres_server
from process import PROGRAM, ProgramTest
from shared_sweeps import LONG, THREE, SharedSweeps
from slurm_stand_ins import LIMIT, StandIns

from tapehead.commands import sweep as command
from tapehead.runs import places
from tapehead.runs.errors import InputError
from tapehead.sweeps import prepare, slurm, sweep_file

SECRET = "postgresql://user:pass%20word@host/database"


class Submitted(StandIns, ProgramTest):
    def setUp(self):
        super().setUp()
        self.out = self.root / "my %sweep's \"out\""
        self.out.mkdir()
        self.submission = slurm.Submission(self.root / "a grid.toml", self.out, "copy & grid",
                                           pathlib.Path("/opt/tape head"))

    def directives(self, options=()):
        lines = self.submission.script(7, list(options)).splitlines()
        return [line.removeprefix("#SBATCH ") for line in lines if line.startswith("#SBATCH ")]

    def test_what_the_array_asks_for(self):
        self.assertEqual(self.directives()[:-1], [
            "--job-name='copy & grid'", "--array=0-6", "--cpus-per-task=1", "--requeue", "--signal=B:USR1@120",
            "--open-mode=append"])
        log = f"{self.root}/my %%sweep's \"out\"/slurm/%A_%a.log"  # Slurm would expand "%s"
        self.assertEqual(self.directives()[-1], f"--output={shlex.quote(log)}")

    def test_own_options_have_the_last_word_and_stay_options(self):
        options = slurm.split_options("--partition=x --time 2:00:00 --comment 'a b'\n--exclusive")
        self.assertEqual(self.directives(options)[-1], "--partition=x --time 2:00:00 --comment 'a b' --exclusive")
        with self.assertRaisesRegex(InputError, r"^--slurm-options: got .*; options of sbatch are needed$"):
            slurm.split_options("--comment 'a")
        with self.assertRaisesRegex(InputError, "line break"):
            self.directives(["--comment=a\nrm -r b"])

    def test_the_script_becomes_the_worker_and_tells_it_the_address(self):
        """bash itself runs the script, with sweep.py replaced by a program that prints its arguments."""
        self.submission.submit(2, [], SECRET)
        text = (self.out / "slurm/worker.sh").read_text()
        command = shlex.join(places.script("sweep"))
        self.assertEqual(text.count(command), 1)
        said = self.root / "said"
        said.write_text('#!/bin/sh\necho "$PPID"; echo "$TAPEHEAD_STORAGE"; printf "%s\\n" "$@"\n')
        said.chmod(0o755)
        process = subprocess.Popen(["bash"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        out = process.communicate(text.replace(command, str(said)))[0].splitlines()
        self.assertEqual(out, [str(os.getpid()), SECRET, "--worker", "--slurm", str(self.root / "a grid.toml"), "--out",
                               str(self.out), "--study", "copy & grid", "--program", "/opt/tape head"])

    def test_the_password_is_in_one_file_that_others_cannot_read(self):
        self.submission.submit(2, [], SECRET)
        with_it = [path for path in self.root.rglob("*") if path.is_file() and "pass%20word" in path.read_text()]
        self.assertEqual(with_it, [self.out / "slurm/storage"])
        self.assertEqual(stat.S_IMODE(with_it[0].stat().st_mode), 0o600)

    def test_no_worker_without_an_address(self):
        self.submission.submit(2, [], SECRET)
        (self.out / "slurm/storage").unlink()
        done = subprocess.run(["bash", self.out / "slurm/worker.sh"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))

    def test_jobs_are_remembered_and_counted(self):
        self.assertEqual(self.submission.queued(), {})
        self.assertEqual(self.called("squeue"), [], "nothing was submitted yet")
        self.assertEqual(self.submission.submit(2, [], SECRET), "4711")
        self.answer("sbatch", "4800;cluster\n")
        self.assertEqual(self.submission.submit(2, [], SECRET), "4800")
        self.assertEqual(self.called("sbatch"), [f"--parsable {self.out}/slurm/worker.sh"] * 2)
        self.answer("squeue", "4711 RUNNING\n4711 PENDING\n4800 RUNNING\n471 RUNNING\n")
        self.assertEqual(self.submission.queued(), {"running": 2, "pending": 1})
        known = {name: self.submission.has_submitted(name) for name in (
            "slurm 4711 0", "slurm 4800 3", "slurm 471 0", "other 4711 0", "slurm", "")}
        self.assertEqual([name for name in known if known[name]], ["slurm 4711 0", "slurm 4800 3"])


class Limits(StandIns, ProgramTest):
    def test_as_many_workers_as_points_and_no_more_than_the_cluster_takes(self):
        with mock.patch.object(slurm, "note") as note:
            self.assertEqual([slurm.workers(wanted, 40, 40) for wanted in (None, 8, 400)], [40, 8, 40])
            note.assert_not_called()
            self.assertEqual([slurm.workers(wanted, 40, 30) for wanted in (None, 8)], [30, 8])
            note.assert_called_once()
            self.assertRegex(note.call_args[0][0], r"^30 workers instead of 40: .*\(MaxArraySize\)$")

    def test_what_slurm_refuses_is_told(self):
        for name, words, error in (("scontrol", ["scontrol"], "Unable to contact slurm controller"),
                                   ("sbatch", ["sbatch"], "error: invalid partition specified: x")):
            self.answer(name, "", f"{name}: a line before\n{name}: {error}\n", 1)
            with self.assertRaisesRegex(InputError, f"^{name}: .*{error}; [^\n]+$"):
                slurm.slurm(*words)
        self.answer("scontrol", LIMIT.format(30))
        self.assertEqual(slurm.array_limit(), 30)
        self.answer("scontrol", LIMIT.format(0))
        with self.assertRaisesRegex(InputError, "takes no arrays"):
            slurm.array_limit()

    def test_missing_commands(self):
        slurm.check_commands()
        (self.bin / "squeue").unlink()
        with mock.patch.dict(os.environ, {"PATH": str(self.bin)}), \
                self.assertRaisesRegex(InputError, "^--slurm: squeue: not found in PATH; "):
            slurm.check_commands()


class InTheJob(StandIns, ProgramTest):
    def job(self, **more):
        return mock.patch.dict(os.environ, {"SLURM_JOB_ID": "4713", "SLURM_ARRAY_JOB_ID": "4711",
                                            "SLURM_ARRAY_TASK_ID": "2", **more})

    def test_a_worker_is_known_by_its_element_of_the_array(self):
        with self.assertRaisesRegex(InputError, "^--slurm: SLURM_ARRAY_JOB_ID .* are missing; "):
            slurm.own_place()
        with self.job():
            self.assertEqual(slurm.own_place(), "slurm 4711 2")
        with self.job(SLURM_JOB_ID="9", SLURM_RESTART_COUNT="2"):
            self.assertEqual(slurm.own_place(), "slurm 4711 2")

    def test_requeueing(self):
        said = []
        with self.job(), mock.patch.object(slurm, "tell", said.append):
            slurm.requeue()
            self.answer("scontrol", "", "Job is pending execution for job 4713\n", 1)
            slurm.requeue()
            self.assertEqual(said, [])
            self.answer("scontrol", "", "Requested operation is presently disabled\n", 1)
            slurm.requeue()
            (self.bin / "scontrol").unlink()
            with mock.patch.dict(os.environ, {"PATH": str(self.bin)}):
                slurm.requeue()
        self.assertEqual(self.called("scontrol"), ["requeue 4713"] * 3)
        for line, why in zip(said, ("disabled", "No such file"), strict=True):
            self.assertRegex(line, rf"^sweep.py: scontrol requeue: .*{why}.*; --resume submits another worker$")


class Calls(StandIns):
    """sweep.py in this process: loading Optuna takes a second."""

    def call(self, *words, status=0, signals=()):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), \
                mock.patch.object(command, "catch", lambda *_: signals):
            found = command.main([str(self.root / "sweep.toml"), "--out", str(self.out), "--program", PROGRAM, *words])
        self.assertEqual(found, status, out.getvalue() + err.getvalue())
        return out.getvalue() + err.getvalue()


class Refused(Calls, ProgramTest):
    def setUp(self):
        super().setUp()
        self.out = self.root / "out"
        (self.root / "sweep.toml").write_text(THREE)

    def refuse(self, says, *words):
        said = self.call(*words, status=2)
        self.assertRegex(said, rf"\Asweep.py: [^\n]*{says}[^\n]*\n\Z")
        self.assertFalse(self.out.exists(), "something was made")
        self.assertEqual(self.called("sbatch"), [])

    def test_what_does_not_go_together(self):
        self.refuse("--slurm: needs --storage postgresql://", "--slurm")
        self.refuse("--storage: got sqlite", "--slurm", "--storage", "sqlite:///study.db")
        self.refuse("--slurm-options: needs --slurm", "--slurm-options", "--time=3")
        self.refuse("--budget: is not for --slurm", "--slurm", "--budget", "3m", "--storage", SECRET)
        self.refuse("--slurm-options: is not for a worker", "--slurm-options=-x", "--worker", "--storage", SECRET)
        self.refuse("--slurm: SLURM_ARRAY_JOB_ID and", "--slurm", "--worker", "--storage", SECRET)

    def test_a_machine_without_slurm(self):
        (self.bin / "sbatch").unlink()
        with mock.patch.dict(os.environ, {"PATH": str(self.bin)}):
            self.refuse("--slurm: sbatch: not found in PATH", "--slurm", "--storage", SECRET)
        self.answer("sbatch", "4711")
        self.answer("scontrol", "", "slurm_load_ctl_conf error: Unable to contact slurm controller\n", 1)
        self.refuse("scontrol: slurm_load_ctl_conf error: Unable to contact", "--slurm", "--storage", SECRET)

    def test_a_dry_run_prints_the_script_and_submits_nothing(self):
        said = self.call("--slurm", "--dry-run", "--storage", SECRET, "--slurm-options", "--partition=x")
        self.assertIn("#SBATCH --array=0-2\n", said)
        self.assertIn("#SBATCH --partition=x\n", said)
        self.assertNotIn("word", said)
        self.assertEqual(self.called("sbatch"), [])
        self.assertFalse(self.out.exists())


@unittest.skipIf(postgres_server.why_not(), postgres_server.why_not())
class InPostgres(Calls, SharedSweeps):
    def call(self, *words, **how):
        return super().call("--storage", self.url, "--study", self.name, *words, **how)

    def worker(self, element=0, begin=False, **how):
        """The worker of an array's element, as Slurm starts it."""
        job = {"SLURM_JOB_ID": f"471{element}", "SLURM_ARRAY_JOB_ID": "4711", "SLURM_ARRAY_TASK_ID": str(element)}
        with mock.patch.dict(os.environ, job):
            return (self.begin if begin else self.call)("--worker", "--slurm", **how)

    def test_one_array_and_then_how_far_it_is(self):
        self.file(THREE)
        self.assertIn("3 of 3 points are left; submitted 4711_[0-1]; ", self.call("--slurm", "--jobs", "2"))
        self.assertIn("/sweeps?host=", (self.out / "slurm/storage").read_text())
        self.answer("squeue", "4711 PENDING\n4711 RUNNING\n")
        self.assertIn("3 of 3 points are left; workers in Slurm: 1 pending, 1 running\n", self.call("--slurm"))
        self.assertEqual(len(self.called("sbatch")), 1)
        self.answer("sbatch", "4712")
        self.assertIn("submitted 4712_[0-2]; ", self.call("--slurm", "--resume"))
        self.worker()
        self.assertIn("nothing left to do: 3 points have been tried", self.call("--slurm"))
        self.assertEqual(len(self.called("sbatch")), 2)
        self.assert_all_once(3)

    def test_what_sbatch_refuses_can_be_submitted_again(self):
        self.file(THREE)
        self.answer("sbatch", "", "sbatch: error: invalid partition specified: x\n", 1)
        said = self.call("--slurm", "--slurm-options", "--partition=x", status=2)
        self.assertRegex(said, r"\Asweep.py: sbatch: sbatch: error: invalid partition [^\n]*\n\Z")
        self.answer("sbatch", "4711")
        self.assertIn("submitted 4711_[0-2]", self.call("--slurm"))

    def lost(self):
        """A trial that element 0 of the array had when its node was lost."""
        study = prepare.open_study(sweep_file.read_sweep(self.root / "sweep.toml"), self.url, self.out, self.name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that no heart beats outside of study.optimize, as is meant here
            study.study.ask().set_user_attr("worker", "slurm 4711 0 some-start")
        self.assertEqual(self.states(), ["RUNNING"])

    def test_a_lost_worker_is_followed_by_its_own_element(self):
        self.file(LONG)
        self.call("--slurm")
        self.lost()
        self.worker(1)  # another one, which ends: its node may be the one that is waited for
        self.assertEqual(self.states(), ["RUNNING"])
        again = self.worker(begin=True)
        self.wait_for(lambda: self.programs() and self.checkpoints(), again, 60)
        again.send_signal(signal.SIGUSR1)
        self.finish(again, 75)
        self.assertEqual(self.called("scontrol")[-1], "requeue 4710")
        self.assertEqual(self.states(), ["WAITING"])

    def test_what_dead_workers_had_is_free_once_none_is_queued(self):
        self.file(LONG)
        self.call("--slurm")
        self.lost()
        self.answer("squeue", "4711 RUNNING\n")
        self.call("--slurm", "--resume")
        self.assertEqual(self.states(), ["RUNNING"], "it may be at work")
        self.answer("squeue", "")
        self.assertRegex(self.call("--slurm", status=2), "1 of 1 points are left of a sweep before; --resume goes on")
        self.call("--slurm", "--resume")
        self.assertEqual(self.states(), ["WAITING"])

    def test_only_the_signal_before_the_time_limit_requeues(self):
        self.file(THREE)
        self.call("--slurm")
        for number, calls in ((signal.SIGTERM, 0), (signal.SIGINT, 0), (signal.SIGUSR1, 1)):
            self.worker(signals=[number], status=75)
            self.assertEqual(self.called("scontrol").count("requeue 4710"), calls)


if __name__ == "__main__":
    unittest.main()
