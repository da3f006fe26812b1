#!/usr/bin/python3
"""studies/ntm2014_paper.py: its page for synthetic runs, a training that resumes, and the kept page."""
import collections
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

from ntm2014_networks import CONTROLLERS, NETWORKS, TASKS
from ntm2014_page import page
from run_files import RunFiles

STUDY = SOURCE / "studies/ntm2014_paper.py"
KEPT = SOURCE / "docs/results/ntm2014"


def row(preset, cost, sequences=100000, near_zero_at="", status="finished"):
    return {"preset": preset, "parameters": "1", "paper_parameters": "1", "sequences": str(sequences), "status": status,
            "metric": "over_oracle" if "ngrams" in preset else "bits", "best": str(cost), "best_at": "90000",
            "last": str(2 * cost), "median_of_last": str(1.5 * cost), "near_zero_at": str(near_zero_at),
            "seconds": "7200", "cpu": "a processor", "commit": "0123456789abcdef"}


def verdicts(rows):
    return {tuple(line.split(" | ")[:2]): line.split(" | ")[2].rstrip(" |")
            for line in page(rows).split("## What holds")[1].splitlines() if line.startswith("| ")}


class Page(unittest.TestCase):
    def test_nothing_trained(self):
        said = verdicts([])
        self.assertEqual({verdict.split(":")[0] for (_, claim), verdict in said.items() if claim != "the paper"},
                         {"not known"})
        self.assertIn("Trained to their end: 0 of 15; not begun: graves2014-copy-ff,", page([]))

    def test_what_holds_and_what_does_not(self):
        def rows(ntm, lstm, near):
            return [row(f"graves2014-{task}-{controller}", lstm if controller == "lstm-baseline" else ntm,
                        near_zero_at=near if controller != "lstm-baseline" else "")
                    for task in TASKS for controller in CONTROLLERS]

        good = verdicts(rows(0.05, 3, 20000))
        self.assertEqual(good["| copy", "both NTMs come to a lower cost than the LSTM (section 4.1)"], "holds")
        self.assertEqual(good["| copy", "both NTMs learn much faster than the LSTM (section 4.1)"], "holds")
        self.assertEqual(good["| associative-recall",
                              "both NTMs are near zero after some 30,000 sequences (section 4.3)"], "holds")
        unclear = "not known: not all are so far"
        self.assertEqual(good["| repeat-copy", "all three solve the task (section 4.2)"], unclear)
        self.assertEqual(good["| associative-recall",
                              "the LSTM is not near zero, even after a million (section 4.3)"], unclear)
        bad = verdicts(rows(5, 3, ""))
        self.assertEqual(bad["| copy", "both NTMs come to a lower cost than the LSTM (section 4.1)"],
                         "**does not hold**")
        self.assertEqual(bad["| copy", "both NTMs learn much faster than the LSTM (section 4.1)"], unclear)
        self.assertEqual(bad["| associative-recall",
                             "both NTMs are near zero after some 30,000 sequences (section 4.3)"], "**does not hold**")

    def test_who_was_sooner_is_told_once_the_others_have_seen_as_many(self):
        def verdict(ntm, lstm, seen=(200000, 100000)):
            rows = [row(f"graves2014-copy-{controller}", 1, sequences=count, near_zero_at=near)
                    for controller, near, count in zip(CONTROLLERS, (ntm, ntm, lstm), (seen[0], *seen))]
            return verdicts(rows)["| copy", "both NTMs learn much faster than the LSTM (section 4.1)"].split(":")[0]

        self.assertEqual(verdict(90000, ""), "holds")
        self.assertEqual(verdict(90000, 95000), "holds")
        self.assertEqual(verdict(174000, ""), "not known", "the LSTM may come there from 100,000 to 174,000")
        self.assertEqual(verdict(174000, "", (200000, 174000)), "holds")
        self.assertEqual(verdict(174000, 99000), "**does not hold**")
        self.assertEqual(verdict("", 99000), "**does not hold**")
        self.assertEqual(verdict("", ""), "not known")
        self.assertEqual(verdict("", 150000, (100000, 200000)), "not known", "the NTMs may come there before 150,000")

    def test_best_and_last_and_median_are_told_apart(self):
        said = page([row("graves2014-copy-ff", 2, near_zero_at=5000), row("graves2014-ngrams-lstm", 4, sequences=3000)])
        for start, end in (("copy: NTM, feedforward | 100,000 | finished | 2 (90,000) | 4 | 3 bits",
                            "(frequent) | 120 |"),
                           ("ngrams: NTM, LSTM | 3,000 | finished | 4 (90,000) | 8 | 6 bits over the oracle",
                            "(uniform) | 120 |")):
            self.assertRegex(said, rf"\| {re.escape(start)} \| [\d.]+ {re.escape(end)}")
        self.assertIn("on a processor; commits 0123456789", said)
        self.assertIn("too little trained (NTM, feedforward, NTM, LSTM)", said)  # n-grams: none, and 3,000

    def test_a_kind_of_network_has_one_look_in_all_kept_pictures(self):
        with open(KEPT / "looks.csv", encoding="utf-8", newline="") as file:
            found = [(one["scheme"], one["look"]) for one in csv.DictReader(file)]
        self.assertEqual(len(found), len(NETWORKS))
        self.assertEqual(sorted(collections.Counter(found).values()), [len(TASKS)] * len(CONTROLLERS))

    def test_the_kept_page_is_that_of_the_kept_table(self):
        with open(KEPT / "networks.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual((KEPT / "README.md").read_text(), page(rows))
        for one in rows:
            kept = KEPT / one["preset"] / "seed-1"
            manifest = json.loads((kept / "manifest.json").read_text())
            self.assertEqual(manifest["commit"], one["commit"])
            self.assertEqual(manifest["arguments"][manifest["arguments"].index("--out") + 1],
                             f"{one['preset']}/seed-1", "a place of some machine")
            with open(kept / "metrics.csv", encoding="utf-8", newline="") as file:
                costs = [float(cost["value"]) for cost in csv.DictReader(file)
                         if (cost["split"], cost["metric"]) == ("validation", one["metric"])]
            self.assertEqual((min(costs), costs[-1]), (float(one["best"]), float(one["last"])))


class Study(RunFiles):
    def study(self, *words, status=0):
        done = subprocess.run([sys.executable, STUDY, *map(str, words)], capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def test_collects_what_there_is(self):
        network = NETWORKS[0]
        run = self.make_run(f"runs/{network.preset}", 1, [5, 3, 4])
        (run / "manifest.json").write_text(json.dumps(
            {"parameters": network.ours, "cpu": "a processor", "commit": "0123456789abcdef", "seed": 1,
             "arguments": ["train", "--out", str(run)]}))
        self.study("--tell", "--out", self.root / "runs", "--results", self.root / "results")
        with open(self.root / "results/networks.csv", encoding="utf-8", newline="") as file:
            [one] = csv.DictReader(file)
        self.assertEqual((one["preset"], one["parameters"], one["best"], one["last"], one["median_of_last"]),
                         (network.preset, str(network.ours), "3.0", "4.0", "4.0"))
        self.assertEqual(one["near_zero_at"], "")
        self.assertIn("Trained to their end: 1 of 15; not begun: ", (self.root / "results/README.md").read_text())
        kept = self.root / f"results/{network.preset}/seed-1"
        self.assertEqual((kept / "metrics.csv").read_bytes(), (run / "metrics.csv").read_bytes())
        self.assertEqual(json.loads((kept / "manifest.json").read_text())["arguments"][-1],
                         f"{network.preset}/seed-1")

    def test_unknown_preset(self):
        said = self.study("--only", "graves2014-copy", "--out", self.root / "runs", status=2)
        self.assertIn("--only: got graves2014-copy; valid: graves2014-copy-ff", said)

    def test_a_program_of_a_changed_tree_is_refused_and_one_of_a_commit_trains_and_goes_on(self):
        program = self.root / "program"
        for commit, status in (("abc+changes", 2), ("abc", 0)):
            program.write_text(f"""#!/bin/sh
            "{os.environ['TAPEHEAD']}" "$@" || exit $?
            while [ $# -gt 1 ]; do case $1 in --out) out=$2 ;; resume) out=$2 ;; eval) exit ;; esac; shift; done
            sed -i 's/"commit": "[^"]*"/"commit": "{commit}"/' "$out/manifest.json"
            """)
            program.chmod(0o755)
            words = ["--nice", 0, "--only", "graves2014-copy-ff", "--out", self.root / "runs", "--results",
                     self.root / "results", "--program", program]
            said = self.study("--sequences", 2, *words, status=status)
            if status:
                self.assertIn("built from commit abc+changes; a tree without changes is needed", said)
                self.assertFalse((self.root / "runs").exists())
        result = self.root / "runs/graves2014-copy-ff/seed-1/result.json"
        self.assertEqual(json.loads(result.read_text())["sequences"], 2)
        self.study("--sequences", 3, *words)
        self.assertEqual(json.loads(result.read_text())["sequences"], 3)
        kept = self.root / "results"
        self.assertIn("task.length=120,100,", (kept / "graves2014-copy-ff/seed-1/eval.csv").read_text())
        self.assertTrue((kept / "copy-curves.png").exists() and (kept / "copy-against-length.png").exists())
        before = result.stat().st_mtime_ns
        self.study("--sequences", 3, *words)
        self.assertEqual(result.stat().st_mtime_ns, before)


if __name__ == "__main__":
    unittest.main()
