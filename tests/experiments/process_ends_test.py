#!/usr/bin/python3
"""How the program begins and ends where the process lacks something: each exit status, whatever becomes of standard
output and error, and under limits on processes, memory and file sizes; signals; the right to write.

Status 1 is not among them: no gradient is wrong."""
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import BAD_INPUT, DIVERGED, DONE, INTERRUPTED, PROGRAM, ProgramTest, snapshot, tiny, typed  # noqa: E402

NOBODY = 65534
ENDLESS = tiny(train__sequences=10000000, train__validate_every=10000000, train__checkpoint_every=2000)
MEMORY = 200000 * 1024  # as of ulimit -v 200000
CLOSED = (r"tapehead: standard output: cannot be written \(Bad file descriptor\); open it, to /dev/null where nothing "
          r"is wanted\n")
FULL = r"tapehead: standard output: cannot be written \(No space left on device\); free some space there\n"
TOO_LARGE = r"cannot be written \(File too large\); raise the limit on file sizes \(ulimit -f\)\n"
FEWER = r"tapehead: note: --threads: 8 are asked for, and the system gives 1 \(ulimit -u and -v limit it\); [^\n]+\n"


def no_more_processes():
    """Root has no limit on processes, so it becomes nobody."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))


def little_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def small_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


LIMITS = {"none": lambda: None, "-u": no_more_processes, "-v": little_memory, "-f": small_files}
STREAMS = ("closed", "full", "gone")


class Ends(ProgramTest):
    def setUp(self):
        super().setUp()
        self.root.chmod(0o777)  # nobody's too
        self.program = self.root / "tapehead"
        shutil.copy(PROGRAM, self.program)
        self.runs = 0

    def new_run(self):
        self.runs += 1
        return f"run-{self.runs}"

    def begin(self, *words, stdout="read", stderr="read", limit="none", before=None):
        """Starts the program with these streams under that limit; `before` is called in the process, too."""
        given, closed = {}, []
        for number, (name, how) in enumerate((("stdout", stdout), ("stderr", stderr)), 1):
            if how == "gone":
                reader, given[name] = os.pipe()
                os.close(reader)
            elif how == "full":
                given[name] = os.open("/dev/full", os.O_WRONLY)
            elif how == "file":
                given[name] = os.open(self.root / name, os.O_WRONLY | os.O_CREAT, 0o666)
            else:
                given[name] = subprocess.PIPE
                closed += [number] if how == "closed" else []

        def prepare():
            signal.signal(signal.SIGHUP, signal.SIG_DFL)  # the tests may run under nohup
            for number in closed:
                os.close(number)
            LIMITS[limit]()
            if before:
                before()
        process = subprocess.Popen([self.program, *map(str, words)], cwd=self.root, text=True, preexec_fn=prepare,
                                   stdin=subprocess.DEVNULL, **given)
        for descriptor in given.values():
            if descriptor >= 0:
                os.close(descriptor)
        return self.ended_with_the_test(process)

    def end(self, *words, **how):
        """The exit status and both outputs ("" of one that is not read)."""
        process = self.begin(*words, **how)
        out, err = process.communicate(timeout=60)
        return process.returncode, out or "", err or ""

    def interrupted(self, *words, number=signal.SIGTERM, after="last", **how):
        """The same of an endless run that is sent the signal once it has that checkpoint."""
        run = self.new_run()
        process = self.begin("train", *ENDLESS, *words, "--out", run, **how)
        self.wait_for((self.root / run / f"checkpoint-{after}.safetensors").exists, process)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        return process.returncode, out or "", err or ""


class Statuses(Ends):
    def check_all(self, begun, status, says):
        """`begun(**how)` ends with the status and says that on standard error, whatever the streams and limits are."""
        for limit in LIMITS:
            for name, how in (("stdout", "read"), *((name, how) for name in ("stdout", "stderr") for how in STREAMS)):
                with self.subTest(limit=limit, **{name: how}):
                    got, out, err = begun(limit=limit, **{name: how})
                    self.assertEqual((got, out), (status, ""), err)
                    self.assertRegex(err, says if name == "stdout" else r"\A\Z")

    def test_bad_input(self):
        self.check_all(lambda **how: self.end("train", "--task", "cpoy", **how), BAD_INPUT,
                       r"\Atapehead: [^\n]*cpoy[^\n]*\n\Z")

    def test_diverged(self):
        def begun(limit, **how):
            return self.end("train", *tiny(train__learning_rate=1e3, train__clip="none"), "--out", self.new_run(),
                            limit="none" if limit == "-f" else limit, **how)
        self.check_all(begun, DIVERGED, r"(?m)^tapehead: run-\d+: diverged at sequence [^\n]+\n\Z")

    def test_interrupted(self):
        def begun(limit, **how):
            return self.interrupted("--threads", 1, limit="none" if limit == "-f" else limit, **how)
        self.check_all(begun, INTERRUPTED, r"(?m)^tapehead: interrupted; the checkpoint is written, [^\n]+\n\Z")

    def test_done(self):
        """What standard output cannot take makes a 2 of a 0; that its reader has gone does not."""
        run = ["train", *tiny(train__sequences=20, train__validate_every=20), "--threads", 1, "--out"]
        # Not all lists: in a clone that the user `nobody` may not read, trained models cannot be listed.
        for words, limits in ((["list", "tasks"], LIMITS), (run, ("none", "-u"))):
            for limit in limits:
                for stdout, stderr in (*((how, "read") for how in ("read", *STREAMS)), ("read", "closed"),
                                       ("read", "full"), ("read", "gone"), ("gone", "gone"), ("closed", "closed")):
                    with self.subTest(words=words[0], limit=limit, stdout=stdout, stderr=stderr):
                        whole = [*words, self.new_run()] if words is run else words
                        status, out, err = self.end(*whole, stdout=stdout, stderr=stderr, limit=limit)
                        self.assertEqual(status, BAD_INPUT if stdout in ("closed", "full") else DONE, err)
                        self.assertEqual(bool(out), stdout == "read")
                        says = {"closed": CLOSED, "full": FULL}.get(stdout, "") if stderr == "read" else ""
                        self.assertRegex(err.replace("\r", ""), says + r"\Z")
                        if words is run:
                            self.assertTrue((self.root / whole[-1] / "result.json").exists())

    def test_a_file_that_gets_the_number_of_a_closed_stream(self):
        words = ["train", *tiny(), "--threads", 1, "--out"]
        self.assertEqual(self.end(*words, "whole")[0], DONE)
        for stdout, stderr, status in (("read", "closed", DONE), ("closed", "closed", BAD_INPUT)):
            run = self.new_run()
            self.assertEqual(self.end(*words, run, stdout=stdout, stderr=stderr)[0], status)
            self.assert_same_run(self.root / "whole", self.root / run)

    def test_a_reader_that_leaves_a_run(self):
        run = self.new_run()
        process = self.begin("train", *ENDLESS, "--train.learning-rate", 1e-5, "--out", run)
        self.wait_for((self.root / run / "checkpoint-last.safetensors").exists, process)
        process.stdout.close()
        process.stderr.close()
        process.send_signal(signal.SIGTERM)  # it will say that it was interrupted
        self.assertEqual(process.wait(60), INTERRUPTED)

    def test_a_reader_that_leaves_answers(self):
        """Nothing is answered on for nobody, though questions come without end."""
        self.tapehead("train", *typed({"task": "addition", "task.digits": 1, "model": "gru", "controller.size": 4,
                                       "train.sequences": 20, "train.final-episodes": 20}), "--out", "run")
        process = subprocess.Popen(["bash", "-c", f"yes 3+4 | {PROGRAM} answer run | head -1"], cwd=self.root,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.ended_with_the_test(process)
        self.assertEqual(process.communicate(timeout=60)[0].count("\n"), 1)


class Limits(Ends):
    def test_no_more_threads(self):
        """Fewer are told once, and come to the same."""
        words = tiny(train__batch=512, train__sequences=2048, train__validate_every=1024)
        self.assertEqual(self.end("train", *words, "--threads", 8, "--out", "whole")[0], DONE)
        for more in ([], ["--seeds", "1..3"]):
            run = self.new_run()
            status, _, err = self.end("train", *words, *more, "--threads", 8, "--out", run, limit="-u")
            self.assertEqual(status, DONE, err)
            self.assertEqual(len(re.findall(FEWER, err)), 1, err)
        self.assert_same_run(self.root / "whole", self.root / "run-1")
        for command in (["eval", "run-1", "--task.length", 3], ["bench", *words, "--bench.steps", 1],
                        ["resume", "run-1", "--train.sequences", 4096]):
            status, _, err = self.end(*command, "--threads", 8, limit="-u")
            self.assertEqual(status, DONE, err)
            self.assertEqual(len(re.findall(FEWER, err)), 1, err)

    def test_one_thread_and_no_other(self):
        """No library starts threads of its own, nor waits for any in little memory."""
        self.assertEqual(self.end("--version", limit="-v")[0], DONE)
        self.assertNotIn("blas", subprocess.run(["ldd", PROGRAM], capture_output=True, text=True, check=True).stdout)
        process = self.begin("train", *ENDLESS, "--threads", 1, "--out", "run")
        self.wait_for((self.root / "run/checkpoint-last.safetensors").exists, process)
        self.assertEqual(len(os.listdir(f"/proc/{process.pid}/task")), 1)
        self.stop(process)

    def test_commands_in_python(self):
        """NumPy's library starts no threads either, which it would wait for; too little memory is one line."""
        self.tapehead("train", *tiny(), "--out", "run")
        for name, *words in (("compare",), ("export", "tensorboard")):
            said = [name, *words, "run", *(["--out", "exported"] if words else [])]
            status, _, err = self.end(*said, limit="-v")
            self.assertEqual(status, DONE, err)
            status, _, err = self.end(*said, before=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 26, 1 << 26)))
            self.assertEqual(status, BAD_INPUT, err)
            self.assertRegex(err, rf"(\A|\n)tapehead {name}: got too little memory, [^\n]+\n\Z")
            self.assertNotIn("Traceback", err)

    def test_whatever_memory_there_is(self):
        """From too little to begin with (the loader's 127) to enough; in small steps where the tables are made."""
        def status_with(kilobytes):
            most = 1000 * kilobytes
            status, _, err = self.end("train", *tiny(train__sequences=20, train__batch=10), "--threads", 4, "--out",
                                      self.new_run(),
                                      before=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)))
            if status != 127:
                self.assertIn(status, (DONE, BAD_INPUT), f"{kilobytes} kB: {err}")
            return status
        least = next(kilobytes for kilobytes in range(24000, 64000, 500) if status_with(kilobytes) != 127)
        for kilobytes in range(least - 500, least + 1500, 40):
            status_with(kilobytes)
        self.assertIn(DONE, {status_with(1000 * megabytes) for megabytes in (*range(28, 64, 4), 100, 200)})

    def test_file_sizes(self):
        status, _, err = self.end("train", *tiny(), "--out", "run", limit="-f")
        self.assertEqual(status, BAD_INPUT)
        self.assertRegex(err, r"\Atapehead: run/[^\n]+: " + TOO_LARGE + r"\Z")
        status, _, err = self.end("list", stdout="file", limit="-f")
        self.assertEqual(status, BAD_INPUT)
        self.assertRegex(err, r"\Atapehead: standard output: " + TOO_LARGE + r"\Z")
        self.assertEqual(self.end("list", stderr="file", limit="-f")[0], DONE)
        self.assertEqual(self.end("list", "nothing", stderr="file", limit="-f")[0], BAD_INPUT)


class Signals(Ends):
    def test_each_leaves_a_checkpoint(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGXCPU):
            with self.subTest(number):
                status, _, err = self.interrupted(number=number, after="previous")
                self.assertEqual(status, INTERRUPTED)
                self.assertIn("the checkpoint is written", err)
                last = json.loads((self.root / f"run-{self.runs}" / "manifest.json").read_text())["trained_sequences"]
                self.assertGreater(last, 0)

    def stopped_within_a_moment(self, process):
        """The status and standard error of what is sent a SIGTERM now."""
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
        self.assertLess(time.monotonic() - began, 10)  # on a machine that does much else; without, some hundredths
        return process.returncode, err

    def test_while_a_model_is_scored(self):
        """A million episodes take a minute."""
        hour = tiny(train__sequences=20, train__validate_every=20, train__final_episodes=1000000)
        process = self.begin("train", *hour, "--out", "scored")
        self.wait_for((self.root / "scored/checkpoint-best.safetensors").exists, process)
        status, err = self.stopped_within_a_moment(process)
        self.assertEqual(status, INTERRUPTED)
        self.assertIn("the checkpoint is written", err)
        self.assertFalse((self.root / "scored/result.json").exists())
        self.assertEqual(self.end("train", *tiny(), "--out", "run")[0], DONE)
        self.assertEqual(self.end("eval", "run", "--task.length", 3)[0], DONE)
        table = (self.root / "run/eval.csv").read_bytes()
        process = self.begin("eval", "run", "--task.length", 3, "--episodes", 1000000)

        def listens():
            caught = re.search(r"SigCgt:\t(\w+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())
            return int(caught[1], 16) >> (signal.SIGTERM - 1) & 1
        self.wait_for(listens, process)
        time.sleep(0.3)
        self.assertEqual(self.stopped_within_a_moment(process), (INTERRUPTED, ""))
        self.assertEqual((self.root / "run/eval.csv").read_bytes(), table)

    def test_a_limit_on_time(self):
        def limited():
            resource.setrlimit(resource.RLIMIT_CPU, (1, 20))
        status, _, err = self.end("train", *ENDLESS, "--threads", 1, "--out", "run", before=limited)
        self.assertEqual(status, INTERRUPTED, err)

    def test_a_terminal_that_goes_away_from_a_run_that_was_told_to_go_on(self):
        process = self.begin("train", *ENDLESS, "--out", "run", before=lambda: signal.signal(signal.SIGHUP,
                                                                                             signal.SIG_IGN))
        self.wait_for((self.root / "run/checkpoint-last.safetensors").exists, process)
        process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        self.assertEqual(self.stop(process)[0], INTERRUPTED)


class Rights(Ends):
    def setUp(self):
        super().setUp()
        self.end("train", *tiny(), "--out", "run")
        (self.root / "closed").mkdir()
        for name in ("run", "closed"):
            self.addCleanup((self.root / name).chmod, 0o777)

    def test_a_run_that_may_not_be_written(self):
        before = snapshot(self.root)
        for mode in (0o555, 0o000):
            for name in ("run", "closed"):
                (self.root / name).chmod(mode)
            for words in (["resume", "run", "--train.sequences", 1200], ["train", *tiny(), "--out", "run"],
                          ["train", *tiny(seed=2), "--out", "closed/deeper"]):
                with self.subTest(mode=oct(mode), words=words[0]):
                    status, out, err = self.end(*words, "--threads", 1, limit="-u")
                    if mode == 0o555 and words[:2] == ["train", tiny()[0]] and words[-1] == "run":
                        self.assertEqual((status, err), (DONE, ""))  # it is done already
                        continue
                    self.assertEqual((status, out), (BAD_INPUT, ""))
                    self.assertRegex(err, r"\Atapehead: (run|closed)/\S+: cannot be (written|removed|opened|made|used) "
                                          r"\(Permission denied\); choose a place that you have the right to use\n\Z")
        for name in ("run", "closed"):
            (self.root / name).chmod(0o777)
        self.assertEqual(snapshot(self.root), before)


if __name__ == "__main__":
    unittest.main()
