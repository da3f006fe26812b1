#!/usr/bin/python3
"""Files that commands are told to write never take the place of what must not be lost, and runs not that of others."""
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python")]

from process import RUN_FILES, ProgramTest, snapshot, tiny  # noqa: E402
from tapehead.runs.records import read_config  # noqa: E402

EVAL = ("eval", "run", "--task.length", 3, "--episodes", 2)
WHOLE = [("trace", "run", "--out"), ("jacobian", "run", "--out"), ("runs", "run", "--csv"),
         ("bench", *tiny(), "--bench.steps", 1, "--bench.repetitions", 1, "--bench.profile")]
WRITERS = [*WHOLE, (*EVAL, "--csv"), (*EVAL, "--worst", 1, "--worst-csv"), ("jacobian", "run", "--csv")]


class Outputs(ProgramTest):
    def setUp(self):
        super().setUp()
        self.tapehead("train", *tiny(), "--out", "run", "--threads", 1)

    def test_what_no_file_may_replace(self):
        for words in WRITERS:
            for name, got in (("", "nothing"), (".", "the directory ."), ("run/", "the directory run/")):
                self.assertIn(f"{words[-1]}: got {got}; the name of a file is needed", self.refused(*words, name))

    def test_what_is_whole_or_absent_takes_no_pipe_s_place(self):
        os.mkfifo(self.root / "pipe")
        (self.root / "link").symlink_to("pipe")
        for words in WHOLE:
            for name in ("pipe", "link"):
                _, error = self.tapehead(*words, name, status=2)
                self.assertEqual(error, f"tapehead: {name}: is a device or a pipe; the name of a file is needed\n")
        self.assertTrue((self.root / "pipe").is_fifo() and (self.root / "link").is_symlink())
        (self.root / "link").unlink()
        (self.root / "link").symlink_to("file")
        (self.root / "file").touch()
        self.tapehead("runs", "run", "--csv", "link")
        self.assertTrue((self.root / "link").is_symlink())
        self.assertIn("run", (self.root / "file").read_text())

    def test_files_of_a_run(self):
        (self.root / "run/notes.json").write_text('{"note": "a", "tags": []}\n')
        for words in WRITERS:
            for name in sorted({*RUN_FILES, "notes.json"}):
                self.refused(*words, f"run/{name}", says=f"got run/{name}, a file of the run itself; the name of ")
        self.tapehead("runs", "run", "--csv", "metrics.csv")  # a name is taken where a run is
        self.tapehead(*EVAL, "--csv", "run/eval.csv")

    def test_the_same_file_again(self):
        for words in WRITERS:
            for _ in range(2):
                self.tapehead(*words, "file")

    def test_no_run_is_within_another(self):
        for words in (["--out", "run/inner"], ["--out", "run/a/b"], ["--out", "run", "--seeds", "1..2"]):
            self.refused("train", *tiny(), *words, says="lies within the run ")
        self.tapehead("train", *tiny(), "--out", "seeds", "--seeds", "1..2", "--threads", 1)
        self.refused("train", *tiny(), "--out", "seeds", says="--out: seeds holds the run seed-1; --seeds goes on with")
        self.tapehead("train", *tiny(), "--out", "seeds", "--seeds", "1..3", "--threads", 1)


class OwnOptions(ProgramTest):
    """A run goes on with the options that its checkpoint was made with."""

    def setUp(self):
        super().setUp()
        self.tapehead("train", *tiny(), "--out", "run", "--threads", 1)
        (self.root / "run/result.json").unlink()
        self.config = self.root / "run/config.ini"

    def test_a_config_that_was_changed(self):
        text = self.config.read_text()
        for old, new in (("seed = 1", "seed = 2"), ("slots = 8", "slots = 16"), ("batch = 1", "batch = 7")):
            self.assertIn(old, text)
            self.config.write_text(text.replace(old, new))
            name, _, value = new.partition(" = ")
            self.refused("resume", "run", "--train.sequences", 900, says=[
                "checkpoint-last.safetensors: is of other options than config.ini beside it (",
                f"{name}: {old.partition(' = ')[2]} there, {value} here); its own are needed there"])
        self.config.write_text(text)
        self.tapehead("resume", "run", "--train.sequences", 900)

    def test_a_config_with_a_byte_order_mark(self):
        said = read_config(self.config)
        self.config.write_bytes(b"\xef\xbb\xbf" + self.config.read_bytes().replace(b"\n", b"\r\n"))
        self.tapehead("resume", "run")
        self.assertEqual(read_config(self.config), said)

    def test_a_config_that_is_a_pipe(self):
        self.config.unlink()
        os.mkfifo(self.config)
        _, error = self.tapehead("resume", "run", status=2)
        self.assertIn("config.ini: is a device or a pipe; a regular file is needed", error)
        self.assertIn("run/config.ini", snapshot(self.root))


class Lines(ProgramTest):
    def test_a_tag_is_one_line(self):
        self.tapehead("train", *tiny(), "--out", "run", "--threads", 1)
        self.refused("runs", "run", "--tag", "a\nb", says='--tag: got a?b, with a line end; one line is needed')


if __name__ == "__main__":
    unittest.main()
