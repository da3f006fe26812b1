#!/usr/bin/python3
"""The program's descriptions of itself: help, lists, a displayed episode, and its messages about unknown names."""
import fcntl
import os
import pathlib
import pty
import select
import struct
import subprocess
import sys
import termios
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
from process import BAD_INPUT, DONE, PROGRAM, ProgramTest, tiny

COMMANDS = ("list", "show", "train", "resume", "eval", "answer", "trace", "jacobian", "compare", "plot", "figure",
            "report", "sweep", "export", "runs", "watch", "generate", "gradcheck", "bench", "man", "completion")
KINDS = ("tasks", "models", "encoders", "controllers", "memories", "addressings", "attentions", "optimizers",
         "curricula", "metrics", "presets", "trained")


class Help(ProgramTest):
    def test_the_program_lists_its_commands(self):
        for word in ("--help", "-h", "help"):
            out, err = self.tapehead(word)
            self.assertEqual(err, "")
            for command in COMMANDS:
                self.assertRegex(out, rf"(?m)^  {command} +\S")

    def test_without_a_command_the_same_goes_to_standard_error(self):
        out, err = self.tapehead(status=BAD_INPUT)
        self.assertEqual(out, "")
        self.assertEqual(err, self.tapehead("--help")[0])

    def test_each_command_explains_itself(self):
        for command in COMMANDS:
            out, err = self.tapehead(command, "--help")
            self.assertTrue(out.startswith(f"usage: tapehead {command}"), command)
            self.assertEqual(err, "")
            self.assertLessEqual(max(map(len, out.splitlines())), 160)
        for option in ("--task.max-length", "--memory.slots", "--train.learning-rate", "--seeds", "--out"):
            self.assertIn(option + " ", self.tapehead("train", "--help")[0])

    def test_help_about_a_part(self):
        whole = self.tapehead("train", "--help")[0]
        out = self.tapehead("train", "--help", "ntm")[0]
        self.assertTrue(out.startswith("memory ntm: "), out)
        self.assertIn(out, whole)
        self.assertIn(out, self.tapehead("train", "--help", "memory")[0])
        self.assertEqual(self.tapehead("train", "--help", "dnc", "ntm")[0],
                         self.tapehead("train", "--help", "dnc")[0] + "\n" + out)
        general = self.tapehead("train", "--help", "train")[0]
        self.assertIn("\nGeneral options\n  --train.", general)
        self.assertNotIn("--memory.", general)
        of_one = self.tapehead("train", "--help", "memory.slots")[0].splitlines()
        self.assertGreater(len(of_one), 4)
        self.assertEqual({line.split()[0] for line in of_one if line.startswith("  --")}, {"--memory.slots"})
        self.assertIn('--help: "dcn" is not known; nearest: dnc; valid: ',
                      self.tapehead("train", "--help", "dcn", status=BAD_INPUT)[1])

    def at_a_terminal(self, wide, *words, stream="stdout", status=DONE):
        """The lines of one stream, a terminal of that width."""
        main, other = pty.openpty()
        self.addCleanup(os.close, main)
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 30, wide, 0, 0))
        process = subprocess.Popen(list(map(str, words)), **{stream: other})
        os.close(other)
        text = b""
        while select.select([main], [], [], 10)[0]:
            try:
                text += os.read(main, 65536)
            except OSError:  # all is read, and the program has ended
                break
        self.assertEqual(process.wait(30), status)
        return text.decode().splitlines()

    def test_help_and_lists_are_as_wide_as_the_terminal(self):
        for words in (["train", "--help", "ntm"], ["list", "tasks"], ["list", "trained"], ["list", "memories"]):
            for wide, most in ((80, 80), (300, 120)):
                longest = max(map(len, self.at_a_terminal(wide, PROGRAM, *words)[1:]))  # the title is no option
                self.assertTrue(0.7 * most < longest <= most, (words, wide, longest))
        self.assertGreater(max(map(len, self.tapehead("list", "tasks")[0].splitlines())), 120)  # a line each elsewhere

    def test_messages_are_as_wide_as_the_terminal(self):
        """The same words as where there is none; what follows the first line is indented."""
        for words in ([PROGRAM, "train", "--help", "dcn"],
                      [sys.executable, SOURCE / "scripts/plot.py", "episode", "none", "--out", "e.jpg"]):
            whole = subprocess.run(words, capture_output=True, text=True, check=False).stderr
            self.assertGreater(len(whole), 90)
            for wide, most in ((80, 80), (300, 120)):
                lines = self.at_a_terminal(wide, *words, stream="stderr", status=BAD_INPUT)
                self.assertTrue(0.7 * most < max(map(len, lines)) <= most, (wide, lines))
                self.assertLessEqual({line[:2] for line in lines[1:]}, {"  "})
                self.assertEqual(" ".join(lines).split(), whole.split())

    def test_version(self):
        self.assertRegex(self.tapehead("--version")[0], r"\Atapehead \d+\.\d+\S* \(commit \S+\)\n\Z")

    def test_a_full_standard_output_is_an_error(self):
        for words in (["list"], ["train", "--help"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, BAD_INPUT)
            self.assertRegex(done.stderr, r"\Atapehead: (standard output|cannot write)[^\n]*\n\Z")


class Lists(ProgramTest):
    def test_all_kinds(self):
        out, _ = self.tapehead("list")
        self.assertEqual([line for line in out.splitlines() if not line.startswith(" ")], list(KINDS))
        for name in ("copy", "memory-machine", "lstm", "ntm", "content+location"):
            self.assertRegex(out, rf"(?m)^  {name.replace('+', '[+]')} +\S")

    def test_one_kind(self):
        out, _ = self.tapehead("list", "controllers")
        self.assertTrue(out.startswith("controllers\n"))
        self.assertNotIn("ntm", out)

    def test_every_preset_says_what_it_is_and_loads(self):
        out, _ = self.tapehead("list", "presets")
        presets = out.splitlines()[1:]
        self.assertGreater(len(presets), 2)
        for line in presets:
            name, what = line.split(maxsplit=1)
            self.assertTrue(what)
            self.tapehead("bench", "--preset", name, "--bench.steps", 1, "--bench.repetitions", 1, "--threads", 1,
                          "--train.batch", 1)

    def test_unknown_kind(self):
        self.refused("list", "taskz", says=["taskz", "valid: tasks, models", "nearest: tasks"])


class Show(ProgramTest):
    def test_an_episode_is_a_function_of_the_seed(self):
        one, err = self.tapehead("show", "copy", "--task.length", 5)
        self.assertEqual(err, "")
        self.assertGreater(len(one.splitlines()), 3)
        self.assertEqual(one, self.tapehead("show", "copy", "--task.length", 5)[0])
        self.assertNotEqual(one, self.tapehead("show", "copy", "--task.length", 5, "--seed", 2)[0])
        self.assertNotEqual(one, self.tapehead("show", "copy", "--task.length", 5, "--episode", 1)[0])

    def test_refusals(self):
        self.refused("show", says="TASK")
        self.refused("show", "cpoy", says=["cpoy", "nearest: copy"])
        self.refused("show", "copy", "copy", says='unexpected "copy"')
        self.refused("show", "copy", "--episode", -1, says="episode: got -1")


class Unknown(ProgramTest):
    def test_command(self):
        self.refused("trian", says=['"trian" is not known', "valid: list, show, train", "nearest: train"])

    def test_option(self):
        self.refused("train", *tiny(memory__slot=8), "--out", "run",
                     says=['"memory.slot" is not known', "memory.slots", "nearest: memory.slots"])
        self.refused("train", *tiny(), "--owt", "run", says=['"owt" is not known', "nearest: out"])
        error = self.refused("train", *tiny(), "--focus", "softmax",
                             says=['"focus" is not known; nearest: memory.focus; valid: memory.focus, ', "--help"])
        self.assertEqual(error.count("memory."), 11)  # ten names, and the nearest
        self.refused("list", "--seed", 1, says='"seed" is not known')
        error = self.refused("show", "copy", "--task.lenght", 5, says="nearest: task.length; valid: ")
        self.assertNotIn("train.", error, "show takes none of these")

    def test_shortened_options_are_not_guessed(self):
        self.refused("train", *tiny(), "--ou", "run", says='"ou" is not known')

    def test_preset(self):
        self.refused("train", "--preset", "coppy", "--out", "run",
                     says=["coppy", "graves2014-copy-lstm", "nearest: copy"])

    def test_part(self):
        self.refused("train", "--controller", "ltsm", "--out", "run",
                     says=["ltsm", "valid: lstm, feedforward", "nearest: lstm"])
        self.refused("train", "--model", "lsmt", "--out", "run", says=["lsmt", "nearest: lstm"])

    def test_key_in_a_file(self):
        (self.root / "mine.ini").write_text("task = copy\nmemory.slotz = 3\n")
        self.refused("train", "--config", "mine.ini", "--out", "run",
                     says=["mine.ini:2: ", "memory.slotz", "nearest: memory.slots"])


if __name__ == "__main__":
    unittest.main()
