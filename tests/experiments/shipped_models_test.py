#!/usr/bin/python3
"""The trained models that come with the program: each performs as listed, is usable by name, and stays unchanged."""
import csv
import json
import math
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.path[:0] = [str(SOURCE / "tests/support"), str(SOURCE / "python")]
from preset_files import differences
from process import BAD_INPUT, ProgramTest, snapshot, timeless, tiny
from tapehead.shipped import checkpoint, recipes

TRAINED = SOURCE / "trained"
FILES = {"config.ini", "checkpoint-best.safetensors", "measured.csv", "check.csv"}
MOST_BYTES = 5_000_000
BY_CHANCE = 1e-6  # the significance level at which a count contradicts the listed share


def table(path_or_text):
    """Setting -> {"episodes", metric: value}."""
    text = path_or_text.read_text() if isinstance(path_or_text, pathlib.Path) else path_or_text
    found = {}
    for row in csv.DictReader(text.splitlines(), strict=True):
        found.setdefault(row["setting"], {"episodes": int(row["episodes"])})[row["metric"]] = float(row["value"])
    return found


def at_least(count, trials, share):
    """The probability of at least `count`."""
    return sum(math.exp(math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1)
                        + k * math.log(share) + (trials - k) * math.log1p(-share)) for k in range(count, trials + 1))


class Shipped(ProgramTest):
    def setUp(self):
        super().setUp()
        self.listed = json.loads(self.tapehead("list", "trained", "--json")[0])["trained"]
        self.before = snapshot(TRAINED)
        self.addCleanup(lambda: self.assertEqual(snapshot(TRAINED), self.before, "the models were changed"))

    def test_the_list_is_of_what_is_there(self):
        known = recipes.read(TRAINED / "recipes.toml")
        self.assertGreater(len(self.listed), 1)
        self.assertEqual([row["name"] for row in self.listed], list(known))
        self.assertEqual({path.name for path in TRAINED.iterdir() if path.is_dir()}, set(known))
        total = 0
        for row in self.listed:
            files = {path.name: path.stat().st_size for path in (TRAINED / row["name"]).iterdir()}
            self.assertEqual(set(files), FILES)
            self.assertEqual(sum(files.values()), row["bytes"])
            total += row["bytes"]
            recipe = known[row["name"]]
            self.assertEqual((row["preset"], row["seed"], row["summary"]),
                             (recipe.preset, recipe.seed, recipe.summary), "the recipe has changed: make it again")
            self.assertEqual(shlex.split(row["typed"])[:len(recipe.options)], recipe.options)
            config = (TRAINED / row["name"] / "config.ini").read_text()
            self.assertEqual(differences(config, recipe.preset, recipe.options), {},
                             "the preset has changed: make it again")
            self.assertEqual(shlex.split(row["evaluation"])[:-2], recipe.evaluation)
        self.assertLess(total, MOST_BYTES)

    def test_nothing_but_parameters_is_in_them(self):
        for row in self.listed:
            _, tensors = checkpoint.read(TRAINED / row["name"] / "checkpoint-best.safetensors")
            learned = {name: shape for name, (_, shape, _) in tensors.items() if name.startswith("parameter/")}
            self.assertEqual(set(tensors) - set(learned), set(checkpoint.KEPT_COUNTERS))
            config = (TRAINED / row["name"] / "config.ini").read_text()
            constants = ("/places",) * ("model.encoding = position\n" in config) + (
                "memory/start",) * ("memory.init = random\n" in config)  # saved, but not learned
            self.assertEqual(sum(math.prod(shape) for name, shape in learned.items() if not name.endswith(constants)),
                             row["parameters"])

    def test_a_person_reads_it(self):
        out, _ = self.tapehead("list", "trained")
        for row in self.listed:
            self.assertRegex(out, rf"(?m)^  {row['name']} +\S")
            self.assertIn(f"tapehead eval {row['name']} {row['evaluation']}", out)
            self.assertIn(f"{row['parameters']} parameters", out)
            one = table(TRAINED / row["name"] / "measured.csv")
            if not any("failed" in metrics for metrics in one.values()):  # else means over tasks replace them
                for metrics in one.values():
                    self.assertIn(f"{int(float(metrics['perfect'])):,} of {int(float(metrics['episodes'])):,} episodes",
                                  out)
        self.assertRegex(out, r"mean .*% of the answers wrong, \d+ tasks failed")

    def test_each_is_as_good_as_listed(self):
        """The first episodes give the same results again, and are a plausible sample of what was measured."""
        for row in self.listed:
            with self.subTest(row["name"]):
                listed = table(TRAINED / row["name"] / "measured.csv")
                self.assertEqual({m["setting"]: m["episodes"] for m in row["measured"]},
                                 {setting: metrics["episodes"] for setting, metrics in listed.items()})
                check = table(TRAINED / row["name"] / "check.csv")
                first = next(iter(check.values()))["episodes"]
                words = shlex.split(row["evaluation"])[:-2]
                again = table(self.tapehead("eval", row["name"], *words, "--episodes", first, "--csv", "-")[0])
                self.assertEqual(set(again), set(listed))
                for setting, metrics in again.items():
                    self.same(metrics, check[setting], f"{row['name']} {setting}")
                    self.likely(metrics, listed[setting], f"{row['name']} {setting}")

    def same(self, metrics, right, where):
        """Equal up to rounding, which differs between processors; so a borderline bit may be wrong there."""
        self.assertLessEqual(set(right), set(metrics), where)  # eval has what guessers get besides
        for name in ("bits", "over_oracle"):
            if name in right:
                self.assertAlmostEqual(metrics[name], right[name], delta=0.02 * abs(right[name]) + 1e-4, msg=where)
        for name in ("wrong_bits", "error", "solved"):
            if name in right:
                self.assertAlmostEqual(metrics[name], right[name], delta=0.02 * abs(right[name]) + 1e-9, msg=where)

    def likely(self, metrics, listed, where):
        if "solved" not in listed:
            return
        failed = round((1 - metrics["solved"]) * metrics["episodes"])
        share = ((1 - listed["solved"]) * listed["episodes"] + 1) / (listed["episodes"] + 2)
        self.assertGreater(at_least(failed, metrics["episodes"], share), BY_CHANCE, where)
        self.assertGreater(at_least(metrics["episodes"] - failed, metrics["episodes"], 1 - share), BY_CHANCE, where)

    def test_eval_writes_nothing_of_its_own(self):
        name = self.listed[0]["name"]
        for run in (name, TRAINED / name):
            out, _ = self.tapehead("eval", run, "--episodes", 2)
            self.assertIn("bits", out)
            self.assertEqual(list(self.root.iterdir()), [])
        self.tapehead("eval", name, "--episodes", 2, "--csv", "mine.csv")
        self.assertEqual([path.name for path in self.root.iterdir()], ["mine.csv"])

    def test_trace(self):
        for row in self.listed:
            self.tapehead("trace", row["name"], "--out", f"{row['name']}.h5")
            self.assertTrue((self.root / f"{row['name']}.h5").exists())

    def test_a_run_starts_from_it(self):
        words = ("--preset", "copy", "--train.restarts", 0, "--train.check", "", "--train.sequences", 40,
                 "--train.validate-every", 40, "--train.validation-episodes", 20, "--train.final-episodes", 20)
        self.tapehead("train", *words, "--train.init-from", "copy", "--out", "more")
        self.assertIn("train.init-from = copy\n", (self.root / "more/config.ini").read_text())
        self.tapehead("train", *words, "--out", "anew")
        costs = [json.loads((self.root / run / "result.json").read_text())["bits"] for run in ("more", "anew")]
        self.assertLess(costs[0], 1)
        self.assertGreater(costs[1], 10)
        # a run's own directory, and a checkpoint's file
        for number, place in enumerate(("more", "more/checkpoint-best.safetensors")):
            self.tapehead("train", *words, "--train.init-from", place, "--out", f"again-{number}")
        self.assertEqual(*(timeless(self.root / f"again-{number}/metrics.csv") for number in (0, 1)))

    def test_a_directory_of_that_name_counts_first(self):
        self.tapehead("train", *tiny(), "--out", "copy")
        out, _ = self.tapehead("eval", "copy", "--task.length", 2, "--episodes", 2)
        self.assertTrue((self.root / "copy/eval.csv").exists())
        self.assertIn("tapehead list trained", self.tapehead("eval", "--help")[0])
        self.assertIn("counts first", self.tapehead("trace", "--help")[0])

    def test_refusals(self):
        names = sorted(row["name"] for row in self.listed)
        for words in (("eval", "copi"), ("trace", "copi", "--out", "t.h5"),
                      ("train", *tiny(), "--train.init-from", "copi", "--out", "run")):
            self.refused(*words, says=["copi: is neither a run nor a trained model", ", ".join(names),
                                       "nearest: copy"])
        self.refused("eval", "nowhere/copy", says="nowhere/copy: holds no run")
        self.refused("resume", "copi", says="copi: holds no run")
        self.refused("resume", "copy", says=["copy: comes with the program", "--train.init-from copy"])
        self.refused("eval", "copy", "--checkpoint", "last", says="--checkpoint best")
        self.refused("eval", "copy", "--controller.size", 50, says="does not take it")
        self.refused("train", "--preset", "copy", "--controller.size", 50, "--train.restarts", 0, "--train.init-from",
                     "copy", "--out", "run", says="copy/checkpoint-best.safetensors: ")

    def test_another_number_of_slots_is_refused_where_the_start_is_per_slot(self):
        for row in self.listed:
            text = (TRAINED / row["name"] / "config.ini").read_text()
            if any(line in text for line in ("memory.init = random", "memory.init = learned",
                                             "memory.start-weighting = learned")):
                self.refused("eval", row["name"], "--memory.slots", 300, "--episodes", 2,
                             says="needed, as in training: the shape of memory/start")
            elif "memory.slots" in text:
                self.assertIn("memory.slots=300", self.tapehead("eval", row["name"], "--memory.slots", 300,
                                                                "--episodes", 2, "--csv", "-")[0])

    def test_a_damaged_list(self):
        place = self.root / "place"
        (place / "bin").mkdir(parents=True)
        shutil.copy(os.environ["TAPEHEAD"], place / "bin/tapehead")
        shutil.copytree(TRAINED, place / "share/tapehead/trained")
        (place / "share/tapehead/trained/models.csv").write_text("name,summary\nx,y\n")
        done = subprocess.run([place / "bin/tapehead", "list", "trained"], capture_output=True, text=True)
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertRegex(done.stderr, r"\Atapehead: [^\n]*models\.csv:1: [^\n]*\n\Z")


if __name__ == "__main__":
    unittest.main()
