#!/usr/bin/python3
"""studies/summarise.py and the pictures of scripts/reproduce.sh, of results in which some runs are not far yet."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))

from checkout import copy_scripts  # noqa: E402
from run_files import RunFiles  # noqa: E402

REPEAT_COPY = [(f"task.length={n};task.repeats=10", n) for n in (10, 20)] + [("task.length=10;task.repeats=20", 30)]


class Summarise(RunFiles):
    def summarise(self, directory):
        done = subprocess.run([SOURCE / "studies/summarise.py", directory], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, done.stderr

    def test_what_is_kept_has_not_changed(self):
        summary, notes = self.summarise(SOURCE / "docs/results/copy")
        self.assertEqual((summary, notes), ((SOURCE / "docs/results/copy/summary.md").read_text(), ""))

    def test_runs_that_are_not_far_yet(self):
        task = {"task": "repeat-copy", "eval_metric": "wrong_bits"}
        self.make_run("some", 1, [5, 3], settings=REPEAT_COPY, **task)
        self.make_run("some", 2, [], status="unfinished", **task)
        self.make_run("some", 3, [4], status="unfinished", **task)
        (self.root / "some/seed-4").mkdir()
        (self.root / "some/seed-1.log").write_text("")
        self.make_run("none", 1, [], status="unfinished")
        summary, notes = self.summarise(self.root)
        self.assertEqual(summary.splitlines()[4:7],
                         ["| 1 | finished | never | never | 200 | 0 | 3 | 2 | 20 | 30 |",
                          "| 3 | unfinished | never | never | 100 | 0 | 4 | 1 |  |  |",
                          "| median | | never | never | 150 | 0 | 3.5 | 1.5 | 20 | 30 |"])
        self.assertNotIn("none", summary)
        for run in ("none/seed-1", "some/seed-2", "some/seed-4"):
            self.assertIn(f"note: {self.root / run}: has no validation; it is left out", notes)

    def test_a_task_that_is_asked_nothing_beyond_its_training(self):
        self.make_run("a", 1, [5], task="ngrams", settings=[("task.length=50", 1)])  # no wrong_bits in its eval.csv
        self.assertIn("| 1 | finished |", self.summarise(self.root)[0])


class Pictures(RunFiles):
    """The script itself, but for what builds and trains."""

    def reproduce(self):
        copy_scripts(self.root, "studies/reproduce_ntm2014.py")
        done = subprocess.run([self.root / "scripts/reproduce.sh", "ntm2014"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_are_made_of_what_there_is(self):
        def make(task, preset, seed, values, **more):
            self.make_run(f"docs/results/ntm2014/{preset}", seed, values, task=task, **more)

        make("repeat-copy", "repeat-copy", 1, [9, 3], settings=REPEAT_COPY, eval_metric="wrong_bits")
        make("repeat-copy", "repeat-copy", 2, [9], status="unfinished")
        make("repeat-copy", "graves2014-repeat-copy-ff", 1, [], status="unfinished")
        make("associative-recall", "graves2014-associative-recall-lstm", 1, [9], status="unfinished")
        make("ngrams", "ngrams", 1, [5, 2], metric="over_oracle",
             settings=[("task.length=50", 1), ("task.length=99", 2)])
        run = self.root / "docs/results/ntm2014/ngrams/seed-1"
        rows = (run / "metrics.csv").read_text()
        (run / "metrics.csv").write_text(rows + "".join(f"{row.replace('over_oracle', 'bits')}\n"
                                                        for row in rows.splitlines()[1:]))
        result = json.loads((run / "result.json").read_text())
        (run / "result.json").write_text(json.dumps(result | {"bits": 2}))
        make("priority-sort", "priority-sort", 1, [], status="unfinished")
        summary = self.reproduce()
        results = self.root / "docs/results/ntm2014"
        self.assertEqual({path.stem for path in results.glob("*.png")},
                         {"repeat-copy-curves", "repeat-copy-against-length", "repeat-copy-against-repeats",
                          "associative-recall-curves", "ngrams-curves", "ngrams-against-length"})
        self.assertEqual(summary, (results / "summary.md").read_text())
        self.assertIn("## ngrams", summary)


if __name__ == "__main__":
    unittest.main()
