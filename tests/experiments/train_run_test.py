#!/usr/bin/python3
"""A training run as a process: its directory, what runs share, several seeds, and training for longer."""
import csv
import json
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import RUN_FILES, ProgramTest, timeless, tiny

HEADER = "task,model,controller,memory,addressing,seed,sequences,seconds,split,metric,value"


class Directory(ProgramTest):
    def train(self, name, *words, **changes):
        out, _ = self.tapehead("train", *tiny(**changes), *words, "--out", name)
        self.assertRegex(out, rf"\A{name}: (finished|solved) after \d+ sequences, \S+ s; the best checkpoint on "
                              r"new episodes: \S+ bits per sequence, [\d,]+ of 1,000 sequences without an error\n\Z")
        return self.root / name

    def test_files(self):
        run = self.train("run")
        self.assertEqual({path.name for path in run.iterdir()}, RUN_FILES)

    def test_metrics(self):
        run = self.train("run")
        text = (run / "metrics.csv").read_text()
        self.assertEqual(text.splitlines()[0], HEADER)
        self.assertTrue(text.endswith("\n"))
        self.assertNotIn("\r", text)
        rows = list(csv.DictReader(text.splitlines(), strict=True))
        measured = [("train", name) for name in ("loss", "bits", "grad_norm", "clipped", "skipped", "learning_rate")]
        measured += [("validation", name) for name in ("bits", "wrong_bits", "solved")]
        self.assertEqual([(int(row["sequences"]), row["split"], row["metric"]) for row in rows],
                         [(at, *what) for at in (200, 400, 600) for what in measured])
        for row in rows:
            self.assertEqual([row[name] for name in HEADER.split(",")[:6]],
                             ["copy", "memory-machine", "lstm", "ntm", "content+location", "1"])
            self.assertGreaterEqual(float(row["value"]), 0)
        seconds = [float(row["seconds"]) for row in rows]
        self.assertEqual(seconds, sorted(seconds))

    def test_a_part_that_does_not_apply_is_none(self):
        self.tapehead("train", "--model", "lstm", "--controller.size", 8, "--task.max-length", 2, "--train.sequences",
                      10, "--out", "run")
        row = timeless(self.root / "run" / "metrics.csv")[1]
        self.assertEqual(row[:5], ["copy", "memory-machine", "lstm", "none", "none"])

    def test_result(self):
        result = json.loads((self.train("run") / "result.json").read_text())
        self.assertEqual(result["status"], "finished")
        self.assertEqual(result["sequences"], 600)
        self.assertIn(result["best_sequences"], (200, 400, 600))
        self.assertGreater(result["bits"], 0)
        self.assertEqual(result["final_episodes"], 1000)
        self.assertEqual(result["solved_episodes"], result["perfect_episodes"] / 1000)
        self.assertGreaterEqual(result["wrong_bits"], 0)
        self.assertGreater(result["seconds"], 0)
        self.assertAlmostEqual(result["sequences_per_second"] * result["seconds"], 600, places=3)

    def test_the_final_score_counts_as_many_episodes_as_are_asked_for(self):
        out, _ = self.tapehead("train", *tiny(train__final_episodes=123), "--out", "run")
        result = json.loads((self.root / "run/result.json").read_text())
        self.assertEqual(result["final_episodes"], 123)
        self.assertIn(f", {result['perfect_episodes']} of 123 sequences without an error\n", out)
        self.refused("train", *tiny(train__final_episodes=0), "--out", "none", says="train.final-episodes: got 0")

    def test_a_run_of_before_an_option_was_there_goes_on(self):
        self.train("whole")
        run = self.train("run", train__sequences=400)
        config = run / "config.ini"
        text = config.read_text().replace("train.sequences = 400", "train.sequences = 600")
        config.write_text(text.replace("train.final-episodes = 1000\n", ""))
        (run / "result.json").unlink()
        self.assertNotEqual(config.read_text(), text)
        self.tapehead("resume", "run")
        self.assertEqual(timeless(run / "metrics.csv"), timeless(self.root / "whole/metrics.csv"))
        (run / "result.json").unlink()
        config.write_text(text.replace("train.batch = 1\n", "train.batch = 2\n"))
        self.refused("train", *tiny(), "--out", "run", says="holds a run with other options")

    def test_a_solved_run_stops(self):
        run = self.train("run", train__stop_below=50, train__patience=2)
        result = json.loads((run / "result.json").read_text())
        self.assertEqual((result["status"], result["sequences"]), ("solved", 400))

    def test_manifest(self):
        manifest = json.loads((self.train("run", "--threads", "1") / "manifest.json").read_text())
        for key in ("version", "commit", "compiler", "flags", "instructions", "cpu"):
            self.assertTrue(manifest[key], key)
        self.assertEqual(manifest["seed"], 1)
        self.assertGreater(manifest["parameters"], 1000)
        self.assertEqual(manifest["arguments"][0], "train")

    def test_a_name_is_in_the_manifest_and_nowhere_else(self):
        run, named = self.train("run"), self.train("named", "--name", "DNC é")
        self.assertEqual(json.loads((named / "manifest.json").read_text())["name"], "DNC é")
        self.assertNotIn("name", json.loads((run / "manifest.json").read_text()))
        self.assert_same_run(run, named)
        before = json.loads((run / "manifest.json").read_text())
        self.tapehead("train", *tiny(), "--name", "late", "--out", "run")  # for a finished run
        self.assertEqual(json.loads((run / "manifest.json").read_text()), before | {"name": "late"})
        table, _ = self.tapehead("compare", "run")
        self.assertIn("\nlate ", table)
        for name in ("", " ", "a\nb", "x" * 81):
            self.refused("train", *tiny(), "--name", name, "--out", "none", says="--name: got")

    def test_config_loads_and_says_the_same(self):
        run = self.train("run")
        self.tapehead("train", "--config", run / "config.ini", "--out", "again")
        self.assert_same_run(run, self.root / "again")

    def test_another_part_s_defaults_are_not_imposed(self):
        run = self.train("run")
        self.assertIn("memory.read-strength-bias = 0\n", (run / "config.ini").read_text())
        for memory, option in (("lru", "memory.read-strength-bias = 6\n"), ("dnc", "memory.squash-keys = false\n")):
            self.tapehead("train", "--config", run / "config.ini", "--memory", memory, "--out", memory)
            config = (self.root / memory / "config.ini").read_text()
            self.assertIn(option, config)
            self.assertIn("memory.slots = 8\n", config)  # not the default

    def test_whole_batches_count(self):
        run = self.train("run", train__batch=7, train__sequences=20)
        self.assertEqual(json.loads((run / "result.json").read_text())["sequences"], 21)

    def test_the_last_row_is_there_though_no_validation_fell_due(self):
        run = self.train("run", train__sequences=50)
        self.assertEqual({row[6] for row in timeless(run / "metrics.csv")[1:]}, {"50"})


class Equality(ProgramTest):
    def test_same_options_same_run(self):
        for name in ("one", "two"):
            self.tapehead("train", *tiny(train__average=0.9, memory__init="random"), "--out", name)
        self.assert_same_run(self.root / "one", self.root / "two")
        self.tapehead("train", *tiny(train__average=0.9, memory__init="random", seed=2), "--out", "three")
        self.assertNotEqual((self.root / "one/checkpoint-last.safetensors").read_bytes(),
                            (self.root / "three/checkpoint-last.safetensors").read_bytes())

    def test_threads_change_nothing(self):
        options = tiny(train__batch=18, train__sequences=3600, task__max_length=6)
        for threads in (1, 2, 3):
            self.tapehead("train", *options, "--threads", threads, "--out", f"with-{threads}")
        self.assert_same_run(self.root / "with-1", self.root / "with-2")
        self.assert_same_run(self.root / "with-1", self.root / "with-3")


class Seeds(ProgramTest):
    def test_each_is_its_single_run(self):
        out, _ = self.tapehead("train", *tiny(train__stop_below=3), "--seeds", "1..3", "--out", "runs")
        self.assertRegex(out, r"(?m)^runs: 3 seeds, \d solved")
        self.assertEqual({path.name for path in (self.root / "runs").iterdir()},
                         {"seed-1", "seed-2", "seed-3", "seeds.csv"})
        rows = list(csv.DictReader((self.root / "runs/seeds.csv").read_text().splitlines(), strict=True))
        self.assertEqual([row["seed"] for row in rows], ["1", "2", "3"])
        total = sum(int(row["perfect_episodes"]) for row in rows)
        self.assertIn(f", {total:,} of 3,000 sequences without an error\n", out)
        for row in rows:
            run = self.root / "runs" / f"seed-{row['seed']}"
            result = json.loads((run / "result.json").read_text())
            self.assertEqual((row["status"], int(row["sequences"]), float(row["bits"])),
                             (result["status"], result["sequences"], result["bits"]))
            self.tapehead("train", *tiny(train__stop_below=3, seed=row["seed"]), "--out", f"alone-{row['seed']}")
            self.assert_same_run(run, self.root / f"alone-{row['seed']}")

    def test_again_and_with_more_seeds(self):
        self.tapehead("train", *tiny(), "--seeds", "1,3", "--out", "runs")
        before = (self.root / "runs/seed-3/result.json").read_bytes()
        self.tapehead("train", *tiny(), "--seeds", "1..3", "--out", "runs")
        self.assertEqual((self.root / "runs/seed-3/result.json").read_bytes(), before)
        self.assertTrue((self.root / "runs/seed-2/result.json").exists())


class Extending(ProgramTest):
    def test_a_finished_run_goes_on_and_keeps_its_past(self):
        self.tapehead("train", *tiny(), "--out", "run")
        run = self.root / "run"
        past = (run / "metrics.csv").read_text()
        self.tapehead("resume", "run", "--train.sequences", 1000)
        self.assertTrue((run / "metrics.csv").read_text().startswith(past))
        self.assertEqual({path.name for path in run.iterdir()}, RUN_FILES)
        self.assertEqual(json.loads((run / "result.json").read_text())["sequences"], 1000)
        self.tapehead("train", *tiny(train__sequences=1000), "--out", "whole")
        self.assert_same_run(run, self.root / "whole")

    def test_a_solved_run_goes_on(self):
        self.tapehead("train", *tiny(train__stop_below=50), "--out", "run")
        self.tapehead("resume", "run", "--train.sequences", 800)
        result = json.loads((self.root / "run/result.json").read_text())
        self.assertEqual((result["status"], result["sequences"]), ("solved", 400))

    def test_starting_from_another_run(self):
        self.tapehead("train", *tiny(), "--out", "run")
        start = self.root / "run/checkpoint-best.safetensors"
        self.tapehead("train", *tiny(train__init_from=start, train__learning_rate=0), "--out", "next")
        bits = [json.loads((self.root / name / "result.json").read_text())["bits"] for name in ("run", "next")]
        self.assertEqual(bits[0], bits[1])
        self.refused("train", *tiny(train__init_from=start, controller__size=17), "--out", "other",
                     says=["checkpoint-best.safetensors", "is needed"])


if __name__ == "__main__":
    unittest.main()
