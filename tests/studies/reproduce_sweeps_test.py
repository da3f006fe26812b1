#!/usr/bin/python3
"""studies/reproduce_sweeps.py: the sweep files it writes, and its tables for synthetic sweeps."""
import importlib.util
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "studies")]

from tapehead.sweeps.sweep_file import Reader
import tomllib

SPEC = importlib.util.spec_from_file_location("reproduce_sweeps", SOURCE / "studies/reproduce_sweeps.py")
reproduce = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(reproduce)


def read(text):
    return Reader(pathlib.Path("x.toml"), tomllib.loads(text)).sweep()


def chosen(method, repeat, times):
    """Runs with a budget of 100 sequences, solved if they stopped earlier."""
    return [{"method": method, "repeat": repeat, "sequences": str(time),
             "status": "solved" if time < 100 else "finished"}
            for time in times]


def trial(method, repeat, run, state, value, sequences):
    return {"method": method, "repeat": repeat, "run": run, "state": state, "value": value, "sequences": sequences}


class SweepFiles(unittest.TestCase):
    def test_the_methods_differ_in_nothing_but_choosing_and_pruning(self):
        tpe, random = (read(reproduce.sweep_text(method, 2)) for method in reproduce.METHODS)
        self.assertEqual((tpe.method, tpe.pruner, random.method, random.pruner), ("tpe", "hyperband", "random", None))
        self.assertEqual((tpe.options, tpe.space, tpe.trials, tpe.objective, tpe.sampler_seed),
                         (random.options, random.space, random.trials, random.objective, random.sampler_seed))
        self.assertEqual((tpe.trials, tpe.objective, tpe.sampler_seed), (60, "sequences", 2))

    def test_the_chosen_point_is_trained_with_new_seeds(self):
        sweep = read(reproduce.chosen_text({"task": "copy", "train.learning-rate": "0.001"}))
        self.assertEqual(sweep.options, {"task": "copy", "train.learning-rate": "0.001"})
        self.assertEqual([(one.name, one.values) for one in sweep.space], [("seed", [101, 102, 103, 104, 105])])


class Tables(unittest.TestCase):
    def test_summary(self):
        trials = [trial("tpe", 1, "a", "complete", "40", 40), trial("tpe", 1, "b", "pruned", "", 20),
                  trial("tpe", 1, "a", "complete", "40", 40),  # drawn again, trained once
                  trial("random", 1, "c", "complete", "70", 70), trial("random", 1, "d", "complete", "200", 100)]
        runs = chosen("tpe", 1, [30, 40, 50]) + chosen("random", 1, [60, 100, 100])
        lines = reproduce.summary(trials, runs).splitlines()
        self.assertEqual(lines[2], "| tpe 1 | 2 | 1 | 60 | 40 | 3 of 3 | 40 | 30–50 |")
        self.assertEqual(lines[3], "| random 1 | 2 | 0 | 170 | 70 | 1 of 3 | never | 60–100 |")
        # Of three, all solved: Brookmeyer and Crowley's interval from the bands at 2/3 and 1/3.
        self.assertTrue(lines[-2].startswith("| tpe | 40 | 40 | 30 to "), lines[-2])
        self.assertTrue(lines[-1].startswith("| random | 135 | never | 60 to never | 1 of 3"), lines[-1])

    def test_csv_has_every_row(self):
        self.assertEqual(reproduce.as_csv([{"method": "tpe", "run": "a"}, {"method": "random", "run": "b,c"}]),
                         b'method,run\ntpe,a\nrandom,"b,c"\n')


if __name__ == "__main__":
    unittest.main()
