#!/usr/bin/python3
"""Runs whose tables, JSON or checkpoints hold numbers that are none: `runs` lists them with a note, all other commands
refuse them in one line, and neither ever hangs, crashes or takes much memory."""
import json
import os
import pathlib
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import BAD_INPUT, DONE, INTERRUPTED, PROGRAM, ProgramTest, tiny  # noqa: E402

# What a cell of numbers may not hold; the last digits of the first are misread by a careless reader.
NO_NUMBERS = ["1e999", "-1e999", "1e-2147483648", "1e2147483648", "", "1,5", "1e", "nan", "inf", "0x10", "1 2", "+1"]
NO_COUNTS = ["-5", "1e300", "18446744073709551616", "600.5", '"600"', "null"]


class DamagedRun(ProgramTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.trained = pathlib.Path(folder.name)
        subprocess.run([PROGRAM, "train", "--out", "run", "--threads", "1", *tiny(train__checkpoint_every=300)],
                       cwd=cls.trained, capture_output=True, check=True)

    def setUp(self):
        super().setUp()
        self.run_ = self.root / "runs/run"
        self.compared = None
        shutil.copytree(self.trained / "run", self.run_)
        shutil.copytree(self.trained / "run", self.root / "runs/sound")

    def noted(self, says):
        """The list has the sound run and, with a note, the damaged one; compare takes it or refuses it in one line."""
        out, err = self.tapehead("runs", "runs")
        self.assertRegex(out, r"(?m)^run +damaged ")
        self.assertRegex(out, r"(?m)^sound +finished +600 ")
        self.assertRegex(err, rf"\Atapehead: note: runs/run/{says}[^\n]*\n\Z")
        if not self.compared:  # once a test: it takes a second to start
            self.compared = subprocess.run([PROGRAM, "compare", "runs/run"], cwd=self.root, capture_output=True,
                                           text=True, timeout=60)
            self.assertIn(self.compared.returncode, (DONE, BAD_INPUT), self.compared.stderr)
            refused = [line for line in self.compared.stderr.splitlines() if not line.startswith("note: ")]
            self.assertEqual(len(refused), self.compared.returncode // BAD_INPUT, self.compared.stderr)
        self.assertRegex(self.tapehead("watch", "runs")[0], r"(?m)^a run +damaged ")
        self.assertEqual(len(json.loads(self.tapehead("runs", "runs", "--json")[0])["runs"]), 2)

    def unfinished(self):
        (self.run_ / "result.json").unlink()

    def with_cell(self, column, value):
        """Replaces that column in the table's last validation row."""
        rows = [line.split(",") for line in (self.trained / "run/metrics.csv").read_text().splitlines()]
        row = [row for row in rows if row[8:10] == ["validation", "bits"]][-1]
        row[rows[0].index(column)] = f'"{value}"' if "," in value else value
        (self.run_ / "metrics.csv").write_text("".join(",".join(row) + "\n" for row in rows))

    def test_cells_that_are_no_numbers(self):
        self.unfinished()
        for value in NO_NUMBERS:
            for column in ("value", "seconds", "sequences"):
                with self.subTest(column=column, value=value):
                    self.with_cell(column, value)
                    self.noted(rf'metrics.csv:\d+: {column} is "')

    def test_counts_that_are_none(self):
        self.unfinished()
        for value in ("-5", "1.5", "9007199254740993", "18446744073709551616"):
            self.with_cell("sequences", value)
            self.noted(rf'metrics.csv:\d+: sequences is "{value}"; a whole number from 0 to 9007199254740992 is needed')
        self.with_cell("seconds", "-1")
        self.noted('metrics.csv:\\d+: seconds is "-1"; a number of at least 0 is needed')
        self.with_cell("seconds", "1e300")
        self.noted('metrics.csv:\\d+: seconds is "1e300"; a number of at most 1000000000 is needed')

    def test_costs_that_are_none(self):
        self.unfinished()
        for value in ("-1", "-1e300"):
            self.with_cell("value", value)
            self.noted(rf'metrics.csv:\d+: value is "{value}"; a number of at least 0 is needed')

    def test_the_last_digit_is_right(self):
        self.unfinished()
        for value in ("0.1", "0.30000000000000004", "5e-324", "1.7976931348623157e+308", "0.049406564584124654"):
            text = (self.run_ / "metrics.csv").read_text().splitlines()[0] + "\n"
            text += f"copy,memory-machine,lstm,ntm,content+location,1,600,1,validation,bits,{value}\n"
            (self.run_ / "metrics.csv").write_text(text)
            [row] = [row for row in json.loads(self.tapehead("runs", "runs", "--json")[0])["runs"]
                     if row["run"] == "run"]
            self.assertEqual(row["cost"], float(value))
            self.tapehead("watch", "runs/run")

    def test_a_curve_of_the_greatest_numbers_there_are(self):
        self.unfinished()
        labels = "copy,memory-machine,lstm,ntm,content+location,1"
        rows = [f"{labels},{at},1,validation,walruses,{value}\n"
                for at, value in ((0, -1.7e308), (4503599627370496, 1.7e308), (9007199254740992, 0))]
        (self.run_ / "metrics.csv").write_text(
            (self.run_ / "metrics.csv").read_text().splitlines()[0] + "\n" + "".join(rows))
        out, _ = self.tapehead("watch", "runs/run", "--metric", "walruses")
        self.assertIn("9007199254740992 sequences", out)
        self.assertIn("1e+308|", out)

    def test_a_table_that_only_watch_reads(self):
        self.with_cell("sequences", "1e999")  # the run is finished: its result tells what it came to
        self.assertRegex(self.tapehead("watch", "runs")[0], r"(?m)^a run +damaged +runs/run/metrics.csv:\d+: ")

    def member(self, file, **members):
        text = json.dumps(json.loads((self.trained / "run" / file).read_text()) | {name: "@" for name in members})
        for value in members.values():
            text = text.replace('"@"', value, 1)
        (self.run_ / file).write_text(text)

    def test_members_of_the_result(self):
        for value in NO_COUNTS:
            with self.subTest(value):
                self.member("result.json", sequences=value)
                self.noted("result.json: sequences is ")
                self.refused("resume", "runs/run", says="result.json: sequences is ")
                self.member("result.json", perfect_episodes=value)
                self.noted("result.json: perfect_episodes is ")
        self.member("result.json", seconds="-1")
        self.noted("result.json: seconds is -1; ")
        self.member("result.json", status='"done\\u001b"')
        self.noted('result.json: status: "done')
        self.member("result.json", bits="[1]")
        self.noted("result.json: bits is ")

    def test_options_that_are_gone(self):
        whole = (self.run_ / "config.ini").read_text()
        for text in ("", whole[:whole.index("train.")]):
            (self.run_ / "config.ini").write_text(text)
            self.noted("config.ini: is damaged, for it has no ")
            for command in ("eval", "trace", "resume"):
                self.refused(command, "runs/run", *(["--out", "t.h5"] if command == "trace" else []),
                             says="config.ini: is damaged, for it has no ")

    def test_members_of_the_manifest(self):
        for value in NO_COUNTS:
            self.member("manifest.json", parameters=value)
            self.noted("manifest.json: parameters is ")
        self.member("manifest.json", name='"a\\nb"')
        self.noted("manifest.json: name is ")
        self.member("manifest.json", goal='"fame"')
        self.noted('manifest.json: goal: "fame" is not known; ')

    def test_lists_within_lists(self):
        for depth in (100, 20000, 100000):
            for file in ("manifest.json", "result.json"):
                text = (self.trained / "run" / file).read_text()
                (self.run_ / file).write_text(text.rstrip().removesuffix("}") + ', "a": ' + "[" * depth + "]" * depth
                                              + "}")
                self.noted(f"{file}: has lists and objects more than 64 deep; ")
                before = (self.run_ / file).stat().st_size
                more = ["--train.sequences", 900] if file == "manifest.json" else []  # which a longer run goes on with
                self.refused("resume", "runs/run", *more, says="more than 64 deep")
                self.assertEqual((self.run_ / file).stat().st_size, before)
                (self.run_ / file).write_text(text)

    def checkpoint(self, tensor, kind, *values, place=0):
        """Overwrites numbers of a tensor in the last checkpoint."""
        path = self.run_ / "checkpoint-last.safetensors"
        data = bytearray((self.trained_checkpoint or path).read_bytes())
        length = int.from_bytes(data[:8], "little")
        at = 8 + length + json.loads(data[8:8 + length])[tensor]["data_offsets"][0] + 8 * place
        data[at:at + 8 * len(values)] = struct.pack(f"<{len(values)}{kind}", *values)
        path.write_bytes(data)

    trained_checkpoint = None

    def test_counts_and_sums_of_a_checkpoint(self):
        self.trained_checkpoint = self.trained / "run/checkpoint-last.safetensors"
        nan, infinity = float("nan"), float("inf")
        for name, kind, value in (("sequences", "q", -1), ("sequences", "q", 2 ** 60), ("attempt-start", "q", 601),
                                  ("best-sequences", "q", 601), ("decay-start", "q", 602), ("updates", "q", 601),
                                  ("stopped", "q", 2), ("overflows", "q", 1000), ("best-check", "d", -1e300),
                                  ("best-check", "d", nan), ("best-goal", "d", -1e300), ("best-goal", "d", nan),
                                  ("sum-loss", "d", nan), ("sum-gradient-norm", "d", infinity),
                                  ("sum-updates", "d", -1), ("train-bits", "d", nan)):
            with self.subTest(name=name, value=value):
                self.checkpoint(f"progress/{name}", kind, value)
                self.refused("resume", "runs/run", "--train.sequences", 900,
                             says=f"runs/run/checkpoint-last.safetensors: progress/{name} is ")
        for value in (-1, 2 ** 60):
            self.checkpoint("progress/sequences", "q", value)
            self.refused("eval", "runs/run", "--checkpoint", "last", says=f"progress/sequences is {value}; ")

    def test_states_of_a_curriculum(self):
        nan = float("nan")
        cases = {"doubling": [(0, nan, "the level is nan"), (0, -3, "the level is -3"),
                              (0, 1e300, "the level is 1e+300"), (1, nan, "the running cost is nan")],
                 "look-back": [(0, nan, "the level is nan"), (0, -3, "the level is -3"), (0, 99, "the level is 99")],
                 "prediction-gain": [(0, nan, "number 0 is nan"), (3, -5, "it has seen -5 rewards"),
                                     (3, 0.5, "it has seen 0.5 rewards"), (7, nan, "number 7 is nan")]}
        levels = {"doubling": {}, "look-back": {"train__curriculum_levels": 3},
                  "prediction-gain": {"train__curriculum_levels": 3}}
        for curriculum, faults in cases.items():
            shutil.rmtree(self.run_)
            self.tapehead("train", *tiny(train__curriculum=curriculum, **levels[curriculum]), "--out", self.run_)
            sound = self.root / "sound.safetensors"
            shutil.copy(self.run_ / "checkpoint-last.safetensors", sound)
            self.trained_checkpoint = sound
            for place, value, says in faults:
                with self.subTest(curriculum=curriculum, value=value):
                    self.checkpoint("curriculum/state", "d", value, place=place)
                    self.refused("resume", self.run_, "--train.sequences", 900, says=f"curriculum/state: {says}; ")


class Settings(ProgramTest):
    def test_more_settings_than_anybody_means(self):
        self.tapehead("train", *tiny(), "--out", "run")
        begun = time.monotonic()
        self.refused("eval", "run", "--task.length", "1..3000", "--seed", "1..3000",
                     says="eval: got 3000 values of seed times 3000 values of task.length; at most 10000 settings")
        self.assertLess(time.monotonic() - begun, 5)

    def test_many_settings_take_little_memory_and_end_when_asked(self):
        self.tapehead("train", *tiny(), "--out", "run")
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("eval", "run", "--task.length", "1..2500", "--seed", "1..4", "--threads", 1)
            time.sleep(2)
            self.assertIsNone(process.poll())
            begun = time.monotonic()
            self.assertEqual(self.stop(process, number)[0], INTERRUPTED)
            self.assertLess(time.monotonic() - begun, 2)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 300 << 10)
        self.assertFalse((self.root / "run/eval.csv").exists())

    def test_as_many_settings_as_are_kept_and_more_give_the_same(self):
        self.tapehead("train", *tiny(), "--out", "run")
        few = self.tapehead("eval", "run", "--task.length", "1..3", "--seed", "1..2", "--csv", "-")[0].splitlines()
        many = self.tapehead("eval", "run", "--task.length", "1..3", "--seed", "1..9", "--csv", "-")[0].splitlines()
        self.assertEqual(len(many) - 1, (len(few) - 1) // 6 * 27)
        self.assertLessEqual(set(few), set(many))

    def test_a_table_of_one_s_own_that_is_no_file(self):
        os.mkfifo(self.root / "pipe")
        for path in ("/dev/zero", "pipe"):
            self.refused("show", "file", "--task.path", path, says=f"{path}: cannot be read (a device or a pipe)")

    def test_nothing_is_wrong_with_a_sound_run(self):
        self.tapehead("train", *tiny(), "--out", "run")
        for words in (["runs", "run"], ["compare", "run"], ["watch", "run"],
                      ["resume", "run", "--train.sequences", 900]):
            self.assertNotIn("damaged", self.tapehead(*words, status=DONE)[1])


if __name__ == "__main__":
    unittest.main()
