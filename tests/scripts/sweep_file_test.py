#!/usr/bin/python3
"""The parts of scripts/sweep.py that start nothing: sweep files, their points, the queue, and a run's value."""
import os
import pathlib
import sys
import types
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

from process import ProgramTest
from tapehead.runs.errors import InputError
from tapehead.sweeps import measure, points, sweep_file
from tapehead.sweeps.study import Study


class Files(ProgramTest):
    """Sweep files alone."""

    def read(self, text):
        path = self.root / "sweep.toml"
        path.write_text(text)
        return sweep_file.read_sweep(path)

    def test_what_is_wrong_is_told_with_its_place(self):
        grid, tpe = 'method = "grid"\n', 'method = "tpe"\ntrials = 3\n'
        cases = [
            ("method = grid\n", "sweep.toml:1: "),
            (grid + '[options]\ntask = "copy"\ntask.bits = 3\n', 'sweep.toml:4: .*a dotted option is quoted'),
            ("", "method: is missing"), ('method = "gird"\n', 'method: got "gird"; nearest: grid; valid: '),
            (grid + "sede = 1\n", "sede: is not known; .*nearest: seeds"),
            (grid + "trials = 3\n", "trials: got 3"), ('method = "tpe"\n[space]\na = [1]\n', "trials: is missing"),
            (tpe, "space: is missing"), (tpe + "seeds = [1, 2]\n[space]\na = [1]\n", "seeds: got .*one is needed"),
            (grid + "seeds = [1, 1]\n", "seeds: got"), (grid + 'seeds = "3..1"\n', "seeds: got"),
            (grid + "seeds = [-1]\n", "seeds: got -1"), (grid + "[space]\na = []\n", r"space.a: got \[\]"),
            (grid + "[space]\na = [1, 1]\n", "space.a: got"), (grid + "[space]\na = 3\n", "space.a: got 3"),
            (grid + "[space]\na = { low = 1, high = 2 }\n", "space.a.count: is missing"),
            (grid + "[space]\na = { low = 2, high = 1, count = 2 }\n", "space.a: got .*low < high"),
            (grid + "[space]\na = { low = 0, high = 1, log = true, count = 2 }\n", "low > 0"),
            (grid + "[space]\na = { low = 1, hihg = 2 }\n", "space.a.hihg: is not known; .*nearest: high"),
            (grid + "[space]\na = { low = 1, high = true }\n", "space.a.high: got true"),
            (grid + "[options]\na = 1\n[space]\na = [1, 2]\n", "space.a: is said in options too"),
            (grid + "[options]\nseed = 1\n", "options.seed: "), (grid + "[options]\nout = 'x'\n", "options.out: "),
            (grid + "[options]\na = [1]\n", "options.a: got"), (grid + "[options]\na = nan\n", "options.a: got"),
            (grid + "[pruning]\nmethod = 'median'\n", "pruning: got"), (grid + "budget = '20'\n", "budget: got 20"),
            (tpe + "[space]\na = [1]\n[pruning]\nmethod = 'mean'\n", 'pruning.method: got "mean"'),
            (tpe + "[space]\na = [1]\n[pruning]\nmethod = 'hyperband'\n", "options.train.sequences: got null"),
            (grid + "points = 3\n", "points: got 3"), (grid + "preset = 3\n", "preset: got 3"),
            (grid + "config = 'nowhere.ini'\n", "config: got \"nowhere.ini\""),
            (grid + "objective = 'seqences'\n", 'objective: got "seqences"; nearest: sequences; valid: cost, '),
            (grid + 'options.a = "b\\u0000c"\n', r'options.a: got "b\\u0000c"; .*control characters'),
            (grid + 'space.a = ["b", "c\\nd"]\n', r'space.a: got "c\\nd"; .*line ends'),
            (grid + 'options."a\\nb" = 1\n', r'options: got "a\\nb"; .*line ends'),
            (grid + 'seeds = "١..٣"\n', "seeds: got .*; different integers"),
            (grid + 'budget = "٣s"\n', "budget: got ٣s"),
            (grid + f"[space]\na = {{ low = 1, high = {10 ** 400}, count = 2 }}\n", "space.a.high: got 10+; a number"),
            (grid + "[space]\na = { low = 1.0, high = 2, count = 10000 }\nb = { low = 0.1, high = 2, count = 10000 }",
             "sweep.toml: makes 100000000 points; a grid of at most 100000 is needed"),
            (grid + 'seeds = "1..999999"\n', "makes 999999 points"),
        ]
        for text, says in cases:
            with self.subTest(text), self.assertRaisesRegex(InputError, says) as caught:
                self.read(text)
            self.assertNotIn("\n", str(caught.exception))
        self.assertEqual(self.read("\ufeff" + grid).method, "grid")  # a byte order mark, as some editors write it
        with self.assertRaisesRegex(InputError, "cannot be read"):
            sweep_file.read_sweep(self.root / "none.toml")

    def test_grids_of_ranges(self):
        sweep = self.read('method = "grid"\n[space]\na = { low = 1e-4, high = 1e-2, log = true, count = 3 }\n'
                          "b.c = { low = 1, high = 4, count = 4 }\n[options]\nflag = true\n")
        found = [(one.options["a"], one.options["b.c"]) for one in points.all_points(sweep)]
        self.assertEqual(found, [(a, b) for a in ("0.0001", "0.001", "0.01") for b in "1234"])
        self.assertEqual({one.options["flag"] for one in points.all_points(sweep)}, {"true"})

    def test_ranges_end_where_they_are_said_to(self):
        """Six digits would move the ends of the first, and make the last but one a single point."""
        for said, wanted in (
                ("low = 1234567, high = 7654321, count = 2", "1234567 7654321"),
                ("low = 1234567, high = 7654321, count = 4", "1234567 3374485 5514403 7654321"),
                ("low = 0.1234567, high = 7.654321, count = 3", "0.1234567 3.88889 7.654321"),
                ("low = 1000000, high = 9007199254740993, count = 2", "1000000 9007199254740993"),
                ("low = 1, high = 1000000, log = true, count = 3", "1 1000 1000000"),
                ("low = 1, high = 3, count = 9", "1 2 3"),
                ("low = 0.0, high = 1.0, count = 11", "0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0"),
                ("low = 1.0000001, high = 1.0000004, count = 4", "1.0000001 1.0000002 1.0000003 1.0000004"),
                ("low = -1.5e308, high = 1.5e308, count = 3", "-1.5e+308 0.0 1.5e+308")):
            with self.subTest(said):
                sweep = self.read(f'method = "grid"\n[space]\na = {{ {said} }}\n')
                self.assertEqual([one.options["a"] for one in points.all_points(sweep)], wanted.split())

    def test_no_point_is_there_twice(self):
        """Two of one hash would be one run, two hashes of one setting two."""
        named = '[[points]]\na = 1\nb = 2\nname = "A"\n[[points]]\nb = "2.0"\na = 1\nname = "B"\n'
        for method in ('method = "grid"\n', 'method = "random"\ntrials = 3\n'):
            for text, says in (
                    ("[space]\na = [1, 1]\n", "space.a: got 1 twice; each is needed once"),
                    ('[space]\na = [0.1, "0.10"]\n', "space.a: got 0.1 and 0.10, which are one; each is needed once"),
                    ('[space]\na = ["1,2", "1,2.0"]\n', "space.a: got 1,2 and 1,2.0, which are one"),
                    ('[space]\na = [true, "on"]\n', "space.a: got true and on, which are one"),
                    ("[[points]]\na = 1\n[[points]]\na = 1\n", "points: got a=1 twice; each is needed once"),
                    (named, r"points: got a=1, b=2 \(A\) and b=2.0, a=1 \(B\), which are one"),
                    ('preset = "copy"\n[[points]]\na = 1\n[[points]]\na = 1\npreset = "copy"\n', "which are one")):
                with self.subTest(text), self.assertRaisesRegex(InputError, says):
                    self.read(method + text)
        sweep = self.read('method = "grid"\n[space]\na = ["1", "x1", "1x", "9007199254740993", "9007199254740992"]\n')
        self.assertEqual(len(points.all_points(sweep)), 5)

    def test_the_hash_is_of_the_options_whatever_their_order(self):
        one = self.read('method = "grid"\n[options]\na = 1\nb = 1e-4\n')
        other = self.read('method = "grid"\n[options]\nb = 0.0001\n[space]\na = [1, 2]\n')
        hashes = [point.hash for point in points.all_points(other)]
        self.assertEqual(len(set(hashes)), 2)
        self.assertEqual(points.all_points(one)[0].hash, hashes[0])

    def test_an_empty_queue_of_a_grid_gives_nothing(self):
        sweep = self.read('method = "grid"\n[space]\na = [1, 2]\n')
        for _ in range(2):
            study = Study(sweep, self.root / "study.db", lambda: False)
            study.enqueue(points.all_points(sweep))
        self.assertEqual(len(study.trials()), 2)
        found = [study.next() for _ in range(3)]
        self.assertEqual([job and job[1].options["a"] for job in found], ["1", "2", None])
        self.assertEqual(len(study.trials()), 2)
        # The two running ones are taken up under their numbers.
        again = Study(sweep, self.root / "study.db", lambda: False)
        self.assertEqual([(again.next() or [None])[0] and 1 for _ in range(3)], [1, 1, None])
        self.assertEqual(len(again.trials()), 2)


class Measures(ProgramTest):
    def result(self, objective, text, config="train.sequences = 5000\n"):
        (self.root / "result.json").write_text(text)
        (self.root / "config.ini").write_text(config)
        sweep = types.SimpleNamespace(objective=objective, path="sweep.toml")
        return measure.value(sweep, self.root)[0]

    def test_values(self):
        solved = '{"status": "solved", "sequences": 700, "bits": 2.5, "over_oracle": 0.5}'
        self.assertEqual(self.result("cost", solved), 0.5)
        self.assertEqual(self.result("bits", solved), 2.5)
        self.assertEqual(self.result("sequences", solved), 700)
        self.assertEqual(self.result("sequences", solved.replace("solved", "finished")), 10000)
        self.assertEqual(self.result("sequences", '{"status": "diverged", "sequences": 3}'), 10000)
        self.assertEqual(self.result("cost", '{"status": "diverged", "sequences": 3}'), float("inf"))
        self.assertEqual(self.result("pointing", '{"status": "finished", "pointing": 0.75}'), 0.25)
        with self.assertRaisesRegex(InputError, 'objective: got "bitts"; (nearest: bits; )?valid: cost, sequences, '):
            self.result("bitts", solved)

    def test_validations_are_told_once_and_never_half(self):
        head = "task,sequences,seconds,split,metric,value\n"
        metrics = self.root / "metrics.csv"
        costs = measure.Validations(self.root, told=[100])
        self.assertEqual(costs.new(), [])
        metrics.write_text(head + "copy,100,1,validation,bits,9\ncopy,200,1,train,bits,8\n"
                           "copy,200,1,validation,bits,7\ncopy,300,1,validation,bits,1.2")
        self.assertEqual(costs.new(), [(200, 7.0)])
        self.assertEqual(costs.new(), [])
        with open(metrics, "a") as file:
            file.write("5\ncopy,400,1,validation,bits,9\ncopy,400,1,validation,over_oracle,3\n")
        self.assertEqual(costs.new(), [(300, 1.25), (400, 3.0)])


if __name__ == "__main__":
    unittest.main()
