#!/usr/bin/python3
"""Bad input to the program: each is refused in one line that says what would be right, and nothing is written."""
import os
import pathlib
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import INTERRUPTED, ProgramTest, snapshot, tiny


class Values(ProgramTest):
    def refuses(self, says, **changes):
        self.refused("train", *tiny(**changes), "--out", "run", says=says)

    def test_sizes(self):
        for name in ("task__bits", "task__max_length", "controller__size", "memory__slots", "memory__width",
                     "memory__read_heads", "memory__write_heads", "memory__shifts", "train__batch",
                     "train__sequences", "train__validate_every", "train__checkpoint_every",
                     "train__validation_episodes"):
            option = name.replace("__", ".").replace("_", "-")
            for value in ("0", "-1", "two", "1.5", "99999999999999999999"):
                self.refuses([f"{option}: got ", "integer"], **{name: value})

    def test_an_even_number_of_shifts(self):
        self.refuses(["memory.shifts: got 4", "odd"], memory__shifts=4)

    def test_more_shifts_than_slots(self):
        self.refuses(["memory", "slots"], memory__shifts=9)

    def test_too_many_heads(self):
        self.refuses("memory.read-heads: got 65", memory__read_heads=65)
        self.refuses("memory.write-heads: got 65", memory__write_heads=65)

    def test_a_sparse_memory_without_what_it_is_told_to_use(self):
        self.refuses("memory.index: got lists with memory.filled 0; slots to look into are needed",
                     memory="sparse", memory__index="lists")
        self.refuses("memory.reads: got 5; at most memory.slots (4)", memory="sparse", memory__slots=4, memory__reads=5)

    def test_lengths_the_wrong_way_round(self):
        self.refuses(["min-length", "max-length", "5"], task__min_length=5)

    def test_rates(self):
        for value in ("-1", "nan", "inf", "-inf", "fast", "", "1e-4x", "1e999"):
            self.refuses("train.learning-rate: got ", train__learning_rate=value)
        self.refuses("train.momentum: got 1", train__momentum=1)

    def test_choices(self):
        self.refuses(["adma", "nearest: adam"], train__optimizer="adma")
        self.refuses("memory.init", memory__init="zero")
        self.refuses("memory.squash-keys", memory__squash_keys="perhaps")

    def test_seeds(self):
        self.refuses("seed: got -3", seed=-3)
        for value in ("", "1..", "5..1", "a", "1,1", "1..99999999", "-2..2", "1..3:0"):
            self.refuses("seeds: got ", seeds=value)
        self.refuses("--seeds", seeds="1..2", seed=1)

    def test_threads(self):
        for value in ("0", "-1", "100000", "all"):
            self.refuses("threads: got ", threads=value)

    def test_all_seeds_are_refused_in_one_line(self):
        self.refuses("min-length", task__min_length=5, seeds="1..3")

    def test_an_option_of_a_part_that_is_not_selected(self):
        self.refuses(["controller.activation", "controller feedforward"], controller__activation="tanh")
        self.refused("train", "--model", "lstm", "--memory.slots", 8, "--out", "run",
                     says=["memory.slots", "memory ntm", "memory none"])

    def test_a_check_that_the_model_could_not_answer(self):
        self.refuses(["train.check", "task.bits=9"], train__check="task.bits=9")
        self.refuses(["train.check", "memory.slots=16"], train__check="memory.slots=16")
        self.refuses(["train.check", "OPTION=VALUE"], train__check="task.length")
        self.refuses(["train.check: from task.length 0", "got 0"], train__check="task.length=0")
        self.refuses(["train.check: \"task.lenght\" is not known", "nearest: task.length"],
                     train__check="task.lenght=9")

    def test_a_checkpoint_to_start_from_that_is_none(self):
        (self.root / "noise").write_bytes(bytes(range(256)) * 4)
        self.refuses(["noise", "safetensors"], train__init_from="noise")
        self.refuses(["nowhere", "neither a run nor a trained model"], train__init_from="nowhere")


class Usage(ProgramTest):
    def test_options_without_a_value_twice_or_loose_words(self):
        self.refused("train", "--out", says="out: got no value")
        self.refused("train", "--out", "--seed", "1", says="out: got no value")
        self.refused("train", "--seed", 1, "--seed", 2, "--out", "run", says="seed: got it twice")
        self.refused("train", "copy", "--out", "run", says='unexpected "copy"')
        self.refused("train", "-o", "run", says='unexpected "-o"')

    def test_missing_arguments(self):
        for command, named in (("resume", "DIR"), ("eval", "RUN"), ("trace", "RUN")):
            self.refused(command, "--threads" if command != "trace" else "--out", "1", says=named)

    def test_files(self):
        self.refused("train", "--config", "nowhere.ini", "--out", "run", says="nowhere.ini: cannot be read")
        (self.root / "twice.ini").write_text("seed = 1\nseed = 2\n")
        self.refused("train", "--config", "twice.ini", "--out", "run", says=["twice.ini:2: ", "second time"])
        (self.root / "loose.ini").write_text("seed\n")
        self.refused("train", "--config", "loose.ini", "--out", "run", says=["loose.ini:1: ", "NAME = VALUE"])
        self.refused("train", "--config", "/dev/zero", "--out", "run", says="/dev/zero")

    def test_episodes_of_a_file(self):
        """Ten, two of which are held out, are ten; what was trained on is not scored as held out."""
        lines = ["episode,in.1,out.1", *(f"e{i},{i % 2},{i % 2}" for i in range(10))]
        (self.root / "ten.csv").write_text("\n".join([*lines, ""]))
        mine = ["--task", "file", "--task.path", "ten.csv"]
        self.refused("show", "file", *mine[2:], "--episode", 10, says="--episode: got 10; an integer from 0 to 9 is ")
        self.tapehead("show", "file", *mine[2:], "--episode", 9)
        self.tapehead("train", *mine, "--model", "mixer-stack", "--train.sequences", 4, "--out", "run")
        self.refused("trace", "run", "--split", "eval", "--episode", 1, "--out", "t.h5",
                     says="--episode: got 1; an integer from 0 to 0 is needed")
        self.tapehead("trace", "run", "--split", "train", "--episode", 20, "--out", "t.h5")
        self.refused("eval", "run", "--task.held-out", 0.9,
                     says="task.held-out: got 0.9; 0.2 is needed, as in training, for other shares have what was")
        shutil.copy(self.root / "ten.csv", self.root / "other.csv")
        self.tapehead("eval", "run", "--task.held-out", 0.9, "--task.path", "other.csv")

    def test_names_do_not_move_the_cursor(self):
        for words in (("show", "file", "--task.path", "\x1b[31mno"), ("eval", "\x1b[31mno"), ("runs", "\x1b[31mno")):
            self.assertNotIn("\x1b", self.tapehead(*words, status=2)[1])

    def test_a_file_may_say_more_than_is_live_with_a_note(self):
        (self.root / "more.ini").write_text("controller.activation = tanh\n")
        _, err = self.tapehead("train", "--config", "more.ini", *tiny(), "--out", "run")
        self.assertIn("tapehead: note: more.ini: ignored", err)
        self.assertNotIn("activation", (self.root / "run" / "config.ini").read_text())


class Directories(ProgramTest):
    def test_out_that_is_no_directory(self):
        (self.root / "file").write_text("mine")
        self.refused("train", *tiny(), "--out", "file", says=["file: ", "directory"])
        self.refused("train", *tiny(), "--out", "file/below", says="file/below: ")
        self.refused("train", *tiny(), "--seeds", "1..2", "--out", "file", says=["file: ", "directory"])
        self.refused("train", *tiny(), "--out", "", says="cannot be made")
        self.refused("train", *tiny(), "--out", "x" * 300, says="File name too long")

    def test_a_directory_without_the_right_to_write(self):
        if os.geteuid() == 0:
            self.skipTest("root may write anywhere")
        (self.root / "closed").mkdir(mode=0o555)
        self.refused("train", *tiny(), "--out", "closed/run", says="Permission denied")

    def test_another_run_is_left_alone(self):
        self.tapehead("train", *tiny(), "--out", "run")
        for changes in ({"seed": 2}, {"train__sequences": 800}, {"controller__size": 17}):
            self.refused("train", *tiny(**changes), "--out", "run", says=["run", "other options"])

    def test_a_finished_run_says_so(self):
        self.tapehead("train", *tiny(), "--out", "run")
        before = snapshot(self.root)
        for words in (["train", *tiny(), "--out", "run"], ["resume", "run"]):
            out, err = self.tapehead(*words)
            self.assertIn("is done already", out)
            self.assertEqual(err, "")
            self.assertEqual(snapshot(self.root), before)

    def test_a_directory_without_a_checkpoint_counts_as_empty(self):
        self.tapehead("train", *tiny(), "--out", "run")
        (self.root / "other").mkdir()
        shutil.copy(self.root / "run" / "metrics.csv", self.root / "other")
        (self.root / "other" / "config.ini").write_text("seed = 99\n")
        self.tapehead("train", *tiny(), "--out", "other")
        self.assert_same_run(self.root / "run", self.root / "other")

    def test_a_kept_result_without_checkpoints_is_a_run(self):
        self.tapehead("train", *tiny(), "--out", "run")
        for checkpoint in (self.root / "run").glob("checkpoint-*"):
            checkpoint.unlink()
        before = snapshot(self.root)
        self.refused("train", *tiny(), "--seed", 99, "--out", "run", says="other options")
        self.assertEqual(snapshot(self.root), before)

    def test_nothing_to_resume(self):
        (self.root / "empty").mkdir()
        for name, read in (("empty", "no run"), ("nowhere", "neither a run nor a trained model")):
            self.refused("resume", name, says=[name, "no run"])
            self.refused("eval", name, says=[name, read])
            self.refused("trace", name, "--out", "t.h5", says=[name, read])

    def test_resuming_keeps_the_options(self):
        self.tapehead("train", *tiny(), "--out", "run")
        self.refused("resume", "run", "--seed", 2, says=["--seed", "tapehead resume does not take it"])
        self.refused("resume", "run", "--train.sequences", 300, says=["train.sequences: got 300", "600"])
        self.refused("resume", "run", "--train.sequences", 0, says="train.sequences: got 0")
        self.refused("resume", "run", "--checkpoint", "best", says=["best", "valid: last, previous"])

    def test_one_writer_at_a_time(self):
        long = tiny(train__sequences=1000000, train__validate_every=1000000)
        first = self.start("train", *long, "--out", "run")
        last = self.root / "run" / "checkpoint-last.safetensors"
        self.wait_for(last.exists, first)
        for words in (["train", *long, "--out", "run"], ["resume", "run"]):
            second = self.start(*words)
            out, err = second.communicate(timeout=30)
            self.assertEqual((second.returncode, out), (2, ""))
            self.assertRegex(err, r"\Atapehead: run: another process is writing here[^\n]*\n\Z")
        self.assertEqual(self.stop(first)[0], INTERRUPTED)
        self.tapehead("eval", "run", "--checkpoint", "last", "--task.length", 3)


if __name__ == "__main__":
    unittest.main()
