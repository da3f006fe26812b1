#!/usr/bin/python3
"""Directories of seeds and of sweeps in place of a run's: eval, resume and trace; more seeds of a group; a directory
for a new run; which options differ."""
import csv
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import DIVERGED, PROGRAM, ProgramTest, snapshot, tiny


def table(text):
    return list(csv.DictReader(io.StringIO(text), strict=True))


class Several(ProgramTest):
    @classmethod
    def setUpClass(cls):
        """Three seeds, trained once for all tests."""
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.trained = pathlib.Path(folder.name)
        subprocess.run([PROGRAM, "train", *tiny(), "--seeds", "1..3", "--threads", "1", "--out", "seeds"],
                       cwd=cls.trained, capture_output=True, check=True)

    def setUp(self):
        super().setUp()
        shutil.copytree(self.trained, self.root, dirs_exist_ok=True)

    def interrupt(self, run):
        """Makes a finished run look unfinished."""
        (self.root / run / "result.json").unlink()


class Evaluated(Several):
    def test_each_as_if_alone_and_the_median(self):
        out, _ = self.tapehead("eval", "seeds", "--task.length", "2,3", "--episodes", 20)
        bits = {}
        for seed in (1, 2, 3):
            together = (self.root / f"seeds/seed-{seed}/eval.csv").read_bytes()
            self.tapehead("eval", f"seeds/seed-{seed}", "--task.length", "2,3", "--episodes", 20)
            self.assertEqual((self.root / f"seeds/seed-{seed}/eval.csv").read_bytes(), together)
            bits[seed] = {row["setting"]: float(row["value"]) for row in table(together.decode())
                          if row["metric"] == "bits"}
        self.assertRegex(out, r"\nall runs: bits \(bits per sequence\) of 3 runs\n +seed-1 +seed-2 "
                              r"+seed-3 +median +quartiles\n")
        for setting in ("task.length=2", "task.length=3"):
            median = sorted(one[setting] for one in bits.values())[1]
            words = out.split(f"\n{setting} ")[-1].split("\n")[0].split()
            self.assertEqual(words[:4], [f"{value:.4g}" for value in (*(bits[s][setting] for s in (1, 2, 3)), median)])

    def test_one_table(self):
        own = snapshot(self.root)
        out, _ = self.tapehead("eval", "seeds", "--task.length", 3, "--episodes", 20, "--csv", "-")
        self.assertEqual(snapshot(self.root), own)
        rows = table(out)
        self.assertEqual([row["run"] for row in rows if row["metric"] == "bits"], ["seed-1", "seed-2", "seed-3"])
        told = json.loads(self.tapehead("eval", "seeds", "--task.length", 3, "--episodes", 20, "--json")[0])
        self.assertEqual([run["run"] for run in told["runs"]], ["seed-1", "seed-2", "seed-3"])
        values = sorted(float(row["value"]) for row in rows if row["metric"] == "bits")
        [median] = told["medians"]
        self.assertEqual((median["runs"], round(median["bits"], 9)), (3, round(values[1], 9)))

    def test_a_group_with_a_folder_of_its_own_is_called_by_it(self):
        (self.root / "seeds").rename(self.root / "eight")
        (self.root / "runs").mkdir()
        (self.root / "eight").rename(self.root / "runs/eight")
        self.tapehead("train", *tiny(memory__slots=9), "--seeds", "1,2", "--out", "runs/nine")
        medians = json.loads(self.tapehead("eval", "runs", "--task.length", 3, "--episodes", 5, "--json")[0])["medians"]
        self.assertEqual([(row["group"], row["runs"]) for row in medians], [("eight", 3), ("nine", 2)])

    def test_groups_apart_and_what_cannot_be_scored_left_out(self):
        self.tapehead("train", *tiny(memory__slots=9), "--out", "seeds/other")
        self.tapehead("train", *tiny(seed=9), "--out", "seeds/broken")
        for path in (self.root / "seeds/broken").glob("checkpoint-*"):
            path.unlink()
        out, err = self.tapehead("eval", "seeds", "--task.length", 3, "--episodes", 5)
        self.assertIn("tapehead: seeds/broken: left out: ", err)
        self.assertIn("\nseed-1, seed-2, seed-3: bits (bits per sequence) of 3 runs\n", out)
        self.assertIn("\nother: bits (bits per sequence) of 1 runs\n", out)
        self.refused("eval", "seeds", "--task.nothing", 3, says="task.nothing")
        self.refused("eval", "seeds", "--worst", 1, "--worst-csv", "w.csv",
                     says=["--worst-csv: got 5 runs", "seeds/broken"])


class Resumed(Several):
    def test_those_that_are_not_at_their_end(self):
        whole = snapshot(self.root / "seeds/seed-2")
        self.interrupt("seeds/seed-2")
        out, err = self.tapehead("resume", "seeds", "--threads", 1)
        self.assertIn("tapehead: seeds: 1 of 3 runs to go on with\n", err)
        for seed in (1, 3):
            self.assertRegex(out, rf"(?m)^seeds/seed-{seed}: is done already: finished after 600 sequences, ")
        self.assertRegex(out, r"(?m)^seeds/seed-2: finished after 600 sequences")
        self.assertRegex(out, r"(?m)^seeds: 3 seeds, median ")
        self.assertEqual(set(snapshot(self.root / "seeds/seed-2")), set(whole))
        self.assertRegex(self.tapehead("resume", "seeds")[1], ": 0 of 3 runs to go on with")

    def test_all_are_made_longer(self):
        self.tapehead("resume", "seeds", "--train.sequences", 800)
        rows = table((self.root / "seeds/seeds.csv").read_text())
        self.assertEqual([row["sequences"] for row in rows], ["800"] * 3)

    def test_a_pruned_point_stays(self):
        sweep = self.root / "sweep"
        shutil.copytree(self.root / "seeds", sweep / "points")
        (sweep / "points/seeds.csv").unlink()
        (sweep / "sweep.toml").write_text("")
        (sweep / "points.csv").write_text("run,trial,state\nseed-1,0,pruned,\nseed-2,1,complete,\n")
        for seed in (1, 3):
            self.interrupt(f"sweep/points/seed-{seed}")
        out, err = self.tapehead("resume", "sweep")
        self.assertIn("sweep/points/seed-1: was pruned by its sweep", out)
        self.assertIn(": 1 of 3 runs", err)
        self.assertFalse((sweep / "points/seed-1/result.json").exists())
        self.assertTrue((sweep / "points/seed-3/result.json").exists())

    def test_a_finished_result_without_checkpoints(self):
        for path in (self.root / "seeds/seed-1").glob("checkpoint-*"):
            path.unlink()
        self.assertIn("is done already", self.tapehead("resume", "seeds/seed-1")[0])
        self.refused("resume", "seeds/seed-1", "--train.sequences", 900, says="without a checkpoint")

    def test_seeds_that_were_not_begun(self):
        """A training of several seeds that ended amid the first goes on to the others."""
        whole = snapshot(self.root / "seeds/seed-2")
        for run in ("seeds/seed-2", "seeds/seed-3"):
            shutil.rmtree(self.root / run)
        self.interrupt("seeds/seed-1")
        alone = self.tapehead("resume", "seeds/seed-1")
        self.assertFalse((self.root / "seeds/seed-2").exists(), "a run that is named by itself is resumed by itself")
        self.assertNotIn("not begun", alone[1])
        out, err = self.tapehead("resume", "seeds", "--threads", 1)
        self.assertIn("tapehead: note: seeds: seed 2, 3: asked for, and not begun; begins now\n", err)
        self.assertIn("tapehead: seeds: 2 of 3 runs to go on with\n", err)
        self.assertRegex(out, r"(?m)^seeds: 3 seeds, median ")
        self.assertEqual(set(snapshot(self.root / "seeds/seed-2")), set(whole))
        self.tapehead("train", *tiny(seed=2), "--out", "alone")
        self.assert_same_run(self.root / "alone", self.root / "seeds/seed-2")
        self.assertIn(": 0 of 3 runs to go on with", self.tapehead("resume", "seeds")[1])

    def test_seeds_of_restarts_that_were_not_begun(self):
        """How many restarts each has, no run says, so that only train can begin them."""
        self.tapehead("train", *tiny(), "--restarts", 2, "--seeds", "1,2", "--out", "restarted")
        shutil.rmtree(self.root / "restarted/seed-2")
        err = self.tapehead("resume", "restarted")[1]
        self.assertIn("tapehead: note: restarted: seed 2: asked for, and not begun; tapehead train with the same "
                      "options, --seeds and --out begins them\n", err)

    def test_more_seeds(self):
        for words in (["resume", "seeds", "--seeds", "4..5"], ["train", *tiny(), "--seeds", "1..6", "--out", "seeds"]):
            out, _ = self.tapehead(*words)
        self.assertIn("seeds: 6 seeds, ", out)
        self.assertEqual([row["seed"] for row in table((self.root / "seeds/seeds.csv").read_text())], list("123456"))
        self.tapehead("train", *tiny(seed=5), "--out", "alone")
        self.assert_same_run(self.root / "alone", self.root / "seeds/seed-5")
        self.refused("resume", "seeds", "--seeds", "7", "--train.sequences", 700, says="--train.sequences")
        self.refused("resume", "alone", "--seeds", "7", says="holds no seed-N")
        self.refused("train", *tiny(memory__slots=9, train__batch=2), "--seeds", "7..8", "--out", "seeds",
                     says=["seeds/seed-1 holds a run with other options", "memory.slots: 8 there, 9 here",
                           "train.batch: 1 there, 2 here"])


class Others(Several):
    def test_a_trace_a_run(self):
        out, _ = self.tapehead("trace", "seeds", "--out", "episode.h5")
        for seed in (1, 2, 3):
            self.assertIn(f"seeds/seed-{seed}: episode-seed-{seed}.h5\n", out)
            self.tapehead("trace", f"seeds/seed-{seed}", "--out", "one.h5")
            self.assertEqual((self.root / "one.h5").read_bytes(), (self.root / f"episode-seed-{seed}.h5").read_bytes())

    def test_where_one_is_needed(self):
        for words in (["answer", "seeds"], ["jacobian", "seeds", "--out", "j.h5"],
                      ["train", *tiny(train__init_from="seeds"), "--out", "x"]):
            self.refused(*words, says=["seeds: holds 3 runs; one of them is needed, such as seeds/seed-1"])
        self.tapehead("train", *tiny(train__init_from="seeds/seed-1"), "--out", "x")

    def test_which_options_differ(self):
        said = self.refused("train", *tiny(memory__slots=9), "--out", "seeds/seed-1",
                            says=["other options (memory.slots: 8 there, 9 here)"])
        self.assertNotIn("train.batch", said)
        self.refused("train", *tiny(controller="feedforward"), "--out", "seeds/seed-1",
                     says=["controller: lstm there, feedforward here", "none here"])


class NewDirectory(ProgramTest):
    def test_it_never_overwrites(self):
        for number in (1, 2):
            out, err = self.tapehead("train", *tiny())
            self.assertIn(f"tapehead: --out is runs/copy-{number}\n", err)
            self.assertTrue(out.startswith(f"runs/copy-{number}: finished"))
        (self.root / "runs/reverse-1").mkdir()
        self.tapehead("train", "--preset", "reverse", *tiny())
        self.assertTrue((self.root / "runs/reverse-2/result.json").exists())
        self.assertEqual(list((self.root / "runs/reverse-1").iterdir()), [])
        self.tapehead("train", *tiny(), "--seeds", "1,2")
        self.assertTrue((self.root / "runs/copy-3/seed-2/result.json").exists())

    def test_nothing_is_left_of_what_is_refused(self):
        self.refused("train", *tiny(memory__slots=-3), says="memory.slots")
        self.refused("train", *tiny(train__check="task.length=0"), says="task.length")

    def test_exit_statuses(self):
        self.tapehead("train", *tiny(train__learning_rate=1e3), status=DIVERGED)
        self.tapehead("train", *tiny())
        self.tapehead("resume", "runs", status=0)  # a diverged run is finished


if __name__ == "__main__":
    unittest.main()
