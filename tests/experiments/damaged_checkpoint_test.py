#!/usr/bin/python3
"""Checkpoints that are damaged, truncated, foreign or too large: they are refused and left unchanged, and the previous
good one is offered and works."""
import json
import os
import pathlib
import random
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import INTERRUPTED, ProgramTest, snapshot, tiny


def parts(checkpoint):
    """Its header and its values."""
    length = int.from_bytes(checkpoint[:8], "little")
    return json.loads(checkpoint[8:8 + length]), checkpoint[8 + length:]


def whole(header, values):
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + values


class Damaged(ProgramTest):
    def setUp(self):
        super().setUp()
        # An unfinished run with a last and a previous checkpoint.
        process = self.start("train", *tiny(train__sequences=1000000, train__validate_every=200), "--out", "run")
        self.run_ = self.root / "run"
        self.last = self.run_ / "checkpoint-last.safetensors"
        self.wait_for(lambda: (self.run_ / "checkpoint-best.safetensors").exists()
                      and (self.run_ / "checkpoint-previous.safetensors").exists(), process)
        self.assertEqual(self.stop(process)[0], INTERRUPTED)
        self.good = self.last.read_bytes()

    def foreign(self, **changes):
        """The checkpoint of a run of other options, which says of itself that it has this run's."""
        self.tapehead("train", *tiny(**changes), "--out", "foreign")
        header, values = parts((self.root / "foreign" / "checkpoint-last.safetensors").read_bytes())
        header["__metadata__"]["config"] = parts(self.good)[0]["__metadata__"]["config"]
        return whole(header, values)

    def is_refused(self, damaged, says=()):
        self.last.write_bytes(damaged)
        says = ["checkpoint-last.safetensors: ", *([says] if isinstance(says, str) else says)]
        self.refused("resume", "run", says=says)
        self.refused("eval", "run", "--checkpoint", "last", says=says)

    def test_noise_and_bytes_cut_or_changed(self):
        draw = random.Random(1)
        offered = "a sound one is at hand: --checkpoint previous"
        for damaged in (b"", b"\0", draw.randbytes(5000), self.good[:-1], self.good[:100], self.good + b"\0",
                        b"\xff" * 8 + self.good[8:], self.good[:8] + b"[" + self.good[9:]):
            self.is_refused(damaged, offered)

    def test_a_best_one_that_the_end_would_score_is_refused_at_the_start(self):
        self.tapehead("train", *tiny(), "--out", "done")
        best = self.root / "done" / "checkpoint-best.safetensors"
        best.write_bytes(best.read_bytes()[:-1])
        before = snapshot(self.root / "done")
        self.refused("resume", "done", "--train.sequences", 900, says=["checkpoint-best.safetensors: ", "a whole "])
        self.assertEqual(snapshot(self.root / "done"), before)

    def test_previous_goes_on(self):
        self.last.write_bytes(self.good[:-1])
        config = (self.run_ / "config.ini").read_text()
        process = self.start("resume", "run", "--checkpoint", "previous")
        self.wait_for(lambda: self.last.read_bytes() != self.good[:-1], process)
        self.assertEqual(self.stop(process)[0], INTERRUPTED)
        self.assertEqual((self.run_ / "config.ini").read_text(), config)
        self.tapehead("eval", "run", "--checkpoint", "last", "--task.length", 3)
        self.tapehead("eval", "run", "--checkpoint", "previous", "--task.length", 3)

    def test_previous_gives_the_same_run(self):
        options = tiny(train__sequences=4000)
        self.tapehead("train", *options, "--out", "whole")
        shutil.copytree(self.root / "whole", self.root / "half")
        half = self.root / "half"
        (half / "result.json").unlink()
        last = half / "checkpoint-last.safetensors"
        last.write_bytes(last.read_bytes()[:1000])
        self.refused("resume", "half", says="--checkpoint previous")
        self.tapehead("resume", "half", "--checkpoint", "previous")
        self.assert_same_run(self.root / "whole", half)
        self.tapehead("eval", "half", "--checkpoint", "previous", "--task.length", 3)

    def test_of_another_model(self):
        self.is_refused(self.foreign(controller__size=17), ["controller/lstm", "is needed"])
        shutil.rmtree(self.root / "foreign")
        self.is_refused(self.foreign(memory__read_heads=2), "is needed")

    def test_of_another_optimiser(self):
        self.last.write_bytes(self.foreign(train__optimizer="adam"))
        self.refused("resume", "run", says=["checkpoint-last.safetensors: ", "optimizer/"])

    def test_with_more_than_the_run_has(self):
        self.last.write_bytes(self.foreign(train__average=0.9))
        self.refused("resume", "run", says=["checkpoint-last.safetensors: ", "average/", "lacks"])

    def test_a_header_that_promises_too_much(self):
        header, values = parts(self.good)
        header["progress/sequences"]["shape"] = [2 ** 62, 4]
        self.is_refused(whole(header, values), "progress/sequences")

    def test_a_negative_count(self):
        length = int.from_bytes(self.good[:8], "little")
        at = 8 + length + json.loads(self.good[8:8 + length])["progress/sequences"]["data_offsets"][0]
        self.last.write_bytes(self.good[:at] + b"\xff" * 8 + self.good[at + 8:])
        self.refused("resume", "run", says=["progress/sequences", "negative"])

    def test_too_large_a_file_is_not_even_read(self):
        with open(self.last, "wb") as file:
            file.truncate(17 << 30)   # sparse: it takes no space
        try:
            line = self.tapehead("resume", "run", status=2)[1]
            self.assertRegex(line, r"\Atapehead: run/checkpoint-last.safetensors: holds 18253611008 bytes; [^\n]+"
                                   r"--checkpoint previous\n\Z")
            self.assertEqual(self.last.stat().st_size, 17 << 30)
        finally:
            self.last.unlink()

    def test_no_sound_one_at_all(self):
        for path in self.run_.glob("*.safetensors"):
            path.write_bytes(b"gone")
        line = self.refused("resume", "run", says="checkpoint-last.safetensors")
        self.assertNotIn("at hand", line)

    def test_a_lost_last_checkpoint(self):
        self.last.unlink()
        self.refused("resume", "run", says="--checkpoint previous")

    def test_damaged_tables_and_settings(self):
        metrics = self.run_ / "metrics.csv"
        good = metrics.read_bytes()
        for bad in (b"a,b\n1,2\n", good + b"1,2,3\n", good.replace(b",train,", b",,,train,", 1)):
            metrics.write_bytes(bad)
            self.refused("resume", "run", says="metrics.csv")
        metrics.write_bytes(good)
        config = self.run_ / "config.ini"
        config.write_text(config.read_text().replace("controller = lstm\n", "controller = ltsm\n"))
        self.refused("resume", "run", says=["config.ini:", "ltsm"])
        self.refused("eval", "run", says=["config.ini:", "ltsm"])


if __name__ == "__main__":
    unittest.main()
