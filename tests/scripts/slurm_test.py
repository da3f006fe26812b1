#!/usr/bin/python3
"""scripts/sweep.py --slurm: what is submitted and what is refused, by stand-ins for Slurm's commands."""
import os
import pathlib
import stat
import subprocess
import sys
import unittest
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))
sys.path.insert(0, str(SOURCE / "scripts"))

from process import PROGRAM, ProgramTest, TINY  # noqa: E402

from tapehead_runs.errors import InputError  # noqa: E402
from tapehead_sweeps import slurm  # noqa: E402

SECRET = "postgresql://user:pass%20word@host/database"
LIMIT = "MaxArraySize            = {}\nMaxJobCount             = 10000\n"


class StandIns(ProgramTest):
    """Slurm's commands are scripts that note how they are called and answer as a test says."""

    def setUp(self):
        super().setUp()
        self.bin = self.root / "bin"
        self.bin.mkdir()
        self.calls = self.root / "calls"
        self.answer("sbatch", "4711")
        self.answer("scontrol", LIMIT.format(1001))
        self.answer("squeue", "")
        outside = {name: value for name, value in os.environ.items() if not name.startswith("SLURM_")}
        patch = mock.patch.dict(os.environ, outside | {"PATH": f"{self.bin}:{os.environ['PATH']}"}, clear=True)
        patch.start()
        self.addCleanup(patch.stop)

    def answer(self, name, text, error="", status=0):
        for stream, said in (("out", text), ("err", error)):
            (self.bin / f"{name}.{stream}").write_text(said)
        (self.bin / name).write_text(f'#!/bin/sh\necho "{name} $*" >>{self.calls}\ncat {self.bin}/{name}.out\n'
                                     f"cat {self.bin}/{name}.err >&2\nexit {status}\n")
        (self.bin / name).chmod(0o755)

    def called(self, name):
        lines = self.calls.read_text().splitlines() if self.calls.exists() else []
        return [line.partition(" ")[2] for line in lines if line.partition(" ")[0] == name]


class Submitted(StandIns):
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

    def test_own_options_have_the_last_word_and_stay_options(self):
        options = slurm.split_options("--partition=x --time 2:00:00 --comment 'a b'\n--exclusive")
        self.assertEqual(self.directives(options)[-1], "--partition=x --time 2:00:00 --comment 'a b' --exclusive")
        with self.assertRaisesRegex(InputError, r"^--slurm-options: got .*; options of sbatch are needed$"):
            slurm.split_options("--comment 'a")
        with self.assertRaisesRegex(InputError, "line break"):
            self.directives(["--comment=a\nrm -r b"])

    def test_the_script_becomes_the_worker_and_tells_it_the_address(self):
        """bash itself runs the script: with sweep.py's place taken by a program that says what it was told."""
        self.submission.submit(2, [], SECRET)
        text = (self.out / "slurm/worker.sh").read_text()
        command = SOURCE / "scripts/sweep.py"
        self.assertEqual(text.count(str(command)), 1)
        said = self.root / "said"
        said.write_text('#!/bin/sh\necho "$PPID"; echo "$TAPEHEAD_STORAGE"; printf "%s\\n" "$@"\n')
        said.chmod(0o755)
        process = subprocess.Popen(["bash"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        out = process.communicate(text.replace(str(command), str(said)))[0].splitlines()
        self.assertEqual(out, [str(os.getpid()), SECRET, "--worker", str(self.root / "a grid.toml"), "--out",
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
            "slurm 4711 0", "slurm 4800 3", "slurm 471 0", "host:4711", "slurm", "")}
        self.assertEqual([name for name in known if known[name]], ["slurm 4711 0", "slurm 4800 3"])


class Limits(StandIns):
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


class InTheJob(StandIns):
    def job(self, **more):
        return mock.patch.dict(os.environ, {"SLURM_JOB_ID": "4713", "SLURM_ARRAY_JOB_ID": "4711",
                                            "SLURM_ARRAY_TASK_ID": "2", **more})

    def test_a_worker_is_known_by_its_element_of_the_array(self):
        self.assertIsNone(slurm.own_place())
        with self.job():
            self.assertEqual(slurm.own_place(), "slurm 4711 2")
        with self.job(SLURM_JOB_ID="9", SLURM_RESTART_COUNT="2"):
            self.assertEqual(slurm.own_place(), "slurm 4711 2")

    def test_requeueing(self):
        said = []
        with self.job(), mock.patch("builtins.print", lambda text, file: said.append(text)):
            slurm.requeue()
            self.answer("scontrol", "", "Job is pending execution for job 4713\n", 1)
            slurm.requeue()
            self.assertEqual(said, [])
            self.answer("scontrol", "", "Requested operation is presently disabled\n", 1)
            slurm.requeue()
        self.assertEqual(self.called("scontrol"), ["requeue 4713"] * 3)
        self.assertRegex(said[0], r"^sweep.py: scontrol requeue: .* disabled; --resume submits another worker$")


if __name__ == "__main__":
    unittest.main()
