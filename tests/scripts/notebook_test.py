#!/usr/bin/python3
"""scripts/explore.ipynb, executed as a user would: it ends without an error, draws, and agrees with compare.py."""
import base64
import importlib.util
import json
import os
import pathlib
import sys
import unittest
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

import notebooks
from run_files import RunFiles
from tapehead.stats import comparison, tables

NOTEBOOK = SOURCE / "scripts/explore.ipynb"
HAS_JUPYTER = all(importlib.util.find_spec(name) for name in ("nbconvert", "ipykernel"))


def sources():
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


class Committed(unittest.TestCase):
    def test_it_holds_no_outputs(self):
        self.assertFalse(notebooks.holds_outputs(NOTEBOOK))


@unittest.skipUnless(HAS_JUPYTER, "nbconvert or ipykernel is missing")
class Executed(unittest.TestCase):
    def test_as_it_is(self):
        """On the repository's results it draws the curves and has two tables."""
        outputs = notebooks.executed(NOTEBOOK)
        kinds = {kind: ["".join(output["data"][kind]) for output in outputs if kind in output.get("data", {})]
                 for kind in ("image/png", "text/html")}
        [picture] = map(base64.b64decode, kinds["image/png"])
        self.assertTrue(picture.startswith(b"\x89PNG") and len(picture) > 10000)
        self.assertEqual(len(kinds["text/html"]), 2)


class OtherRuns(RunFiles):
    """The cells on directories made here, in this process."""

    def explore(self):
        """The notebook's variables after its last cell."""
        os.environ.setdefault("MPLBACKEND", "agg")
        names = {}
        with mock.patch.dict(os.environ, TAPEHEAD_RUNS=str(self.root)), mock.patch("builtins.print") as said:
            for source in sources():
                exec(source, names)
        names["plt"].close("all")
        return names, [" ".join(map(str, call.args)) for call in said.call_args_list]

    def test_it_says_what_compare_says(self):
        for seed, costs in enumerate(([5, 0.1, 0.05], [5, 4, 0.05], [3, 3, 3]), 1):
            self.make_run("a", seed, costs, settings=[("task.length=20", seed)], eval_metric="wrong_bits")
            self.make_run("b", seed, [9, *costs], addressing="location")
        names, said = self.explore()
        [theirs] = comparison.compare([self.root], 0.1, "bits")
        for summary in theirs.groups:
            row = names["overview"].loc[tables.name(summary.group)]
            self.assertEqual((row.runs, row.solved, row.sequences, row.cost),
                             (3, summary.solved / summary.known, summary.sequences, summary.cost))
        self.assertEqual(sorted(names["far"].value), [1, 2, 3])
        self.assertTrue(any("no points.csv" in line for line in said))

    def test_a_single_run_as_quickstart_leaves_it(self):
        run = self.make_run("quickstart", 1, [5, 0.1, 0.05], settings=[("task.length=20", 1)], eval_metric="wrong_bits")
        for path in run.iterdir():  # the run's directory itself is named
            path.rename(run.parent / path.name)
        run.rmdir()
        (run.parent / "episode.h5").write_text("no table")
        self.root = run.parent
        names, said = self.explore()
        self.assertEqual((len(names["overview"]), list(names["far"].value)), (1, [1]))
        self.assertTrue(any(line.startswith("1 runs in 1 groups, 1 of them") for line in said), said)

    def test_a_sweep(self):
        table = "run,trial,state,value,status,sequences,seconds,task,memory.slots,addressing,seed\n"
        for i, (slots, seed) in enumerate((slots, seed) for slots in (8, 16) for seed in (1, 2)):
            self.make_run(f"points/p{i}", seed, [1, 0.05], config=f"memory.slots = {slots}\n")
            state, value = ("pruned", "") if i == 3 else ("complete", 10 - i)
            table += f"p{i},{i},{state},{value},,,,copy,{slots},a,{seed}\n"
        (self.root / "points.csv").write_text(table)
        names, said = self.explore()
        self.assertEqual(names["varied"], ["memory.slots", "seed"])
        self.assertEqual(list(names["best"].run), ["p2", "p1", "p0"])
        self.assertEqual(sorted(names["overview"].index), ["slots 16", "slots 8"])
        self.assertTrue(any("no eval.csv" in line for line in said))


if __name__ == "__main__":
    unittest.main()
