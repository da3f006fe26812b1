#!/usr/bin/python3
"""scripts/compare.py: its groups and pairs by numbers, its tables word by word, its pictures by what they show, and the
program as a process."""
import contextlib
import csv
import io
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "scripts"), str(SOURCE / "tests" / "support")]

import compare  # noqa: E402
import forked  # noqa: E402
from run_files import METRICS, RunFiles  # noqa: E402
from tapehead_plots import comparison_pictures  # noqa: E402
from tapehead_runs.errors import InputError  # noqa: E402
from tapehead_stats import comparison, intervals, survival, tables  # noqa: E402

GROUPS = """\
copy: groups (copy, memory-machine, lstm)

group         seeds  solved               95 %  sequences to solve          95 %  cost, median  cost, IQM\
              95 %  seconds  parameters
ntm, content      6     5/6   [0.4365, 0.9699]                 350   [150, >400]         0.035      0.035\
  [0.0175, 0.0525]      3.5        1234
dnc               6     1/6  [0.03005, 0.5635]                >400  [>400, >400]           5.5        5.5\
      [3.75, 7.25]        4        1234

  cost: bits a sequence, of the best checkpoint on held-out episodes; IQM: inter-quartile mean
  solved: stopped as solved, by train.stop-below (0.1), patience and check
  sequences to solve: median; >N: half or more were not solved within N
  95 % of solved: Wilson's interval; else: percentile bootstrap over seeds, 9999 draws
"""
PAIRS = """\
copy: pairs

group         against  measure          pairs  difference              95 %       p  p, Holm  smallest p
ntm, content  dnc      cost                 6      -5.465  [-6.785, -4.145]  0.0312   0.0312      0.0312
ntm, content  dnc      sequences  6 (3 alike)        -100    [-200, -16.67]    0.25     0.25        0.25

  difference: mean of group less against, over the seeds that both have; 95 %: percentile bootstrap
  sequences: up to the smaller budget of the two; a run not solved by then counts as that budget
  p: paired permutation test, two-sided, exact; Holm: for the 1 pair of a measure
  6 pairs reach p = 0.0312 at the smallest, 0.0312 after the correction; seeds that are alike count for nothing
"""


def quietly(function, *arguments, **named):
    """What the function gives, and its notes."""
    notes = io.StringIO()
    with contextlib.redirect_stderr(notes):
        return function(*arguments, **named), notes.getvalue()


class CompareTest(RunFiles):
    def compare(self, *names, **options):
        return quietly(comparison.compare, [self.root / name for name in names], **options)[0]

    def two_groups(self, seeds=6):
        for seed in range(1, seeds + 1):
            solved_at = min(seed, 4)
            costs = [9, 8, 7, 6] if seed == 6 else [9, 8, 7][: solved_at - 1] + [seed / 100]
            self.make_run("a", seed, costs, budget=400, cost=seed / 100, settings=[("task.length=5", 0.5 * seed)],
                          status="finished" if seed == 6 else "solved")
            self.make_run("b", seed, [9, 9, 9, 0.05 if seed == 1 else 9], memory="dnc", addressing="none", budget=400,
                          status="solved" if seed == 1 else "finished", cost=seed + 2)
        return self.root / "a", self.root / "b"


class Outcomes(CompareTest):
    def only(self, **options):
        [found] = self.compare("a", **options)
        return found.groups[0].outcomes

    def test_solved_as_the_run_judged_it(self):
        self.make_run("a", 1, [5, 0.05, 0.05], status="solved")    # a patience of two
        self.make_run("a", 2, [5, 0.05, 3], status="finished")     # its check failed
        self.make_run("a", 3, [5, 0.05, 3], status="unfinished")
        self.assertEqual([(one.solved, one.sequences) for one in self.only()],
                         [(True, 300), (False, 1000), (False, 300)])

    def test_solved_by_a_cost_that_is_given(self):
        self.make_run("a", 1, [5, 0.5, 7], status="finished")
        self.make_run("a", 2, [5, 0.6, 3], status="finished")
        self.make_run("a", 3, [5, 0.6], status="solved")  # stopped before it could get there
        self.assertEqual([(one.solved, one.sequences) for one in self.only(threshold=0.5)],
                         [(True, 200), (False, 1000), (False, 200)])

    def test_what_diverged_is_never_solved(self):
        self.make_run("a", 1, [5, 4], status="diverged", budget=1000)
        self.make_run("a", 2, [5, 4], status="unfinished", budget=1000)
        diverged, unfinished = self.only()
        self.assertEqual((diverged.sequences, unfinished.sequences), (1000, 200))
        self.assertEqual((diverged.sequences_within(800), unfinished.sequences_within(800)), (800, None))
        self.assertEqual(unfinished.sequences_within(200), 200)

    def test_what_diverged_before_its_first_validation_counts_too(self):
        self.make_run("a", 1, [5, 0.05], status="solved")
        self.make_run("a", 2, [], status="diverged")
        for threshold in (None, 0.1):
            solved, diverged = self.only(threshold=threshold)
            self.assertEqual((diverged.cost, diverged.solved, diverged.sequences, diverged.seconds, diverged.known),
                             (math.inf, False, 1000, 0, True))
            self.assertEqual((diverged.run.seed, solved.known), ("2", True))
        _, notes = quietly(comparison.compare, [self.root])
        self.assertIn("a/seed-2: diverged before its first validation; its cost counts as infinite", notes)

    def test_all_diverged_before_their_first_validation(self):
        for seed in (1, 2):
            self.make_run("a", seed, [], status="diverged")
        self.assertEqual([one.cost for one in self.only()], [math.inf] * 2)

    def test_the_cost_is_the_result_s_or_the_best_validation_s(self):
        self.make_run("a", 1, [5, 4], status="finished", cost=4.5)
        self.make_run("a", 2, [5, 3, 6], status="diverged")
        self.make_run("a", 3, [2, 6], status="unfinished")
        self.assertEqual([one.cost for one in self.only()], [4.5, 3, 2])

    def test_the_cost_over_an_oracle_comes_first(self):
        path = self.make_run("a", 1, [160, 150], metric="bits")
        rows = (path / "metrics.csv").read_text()
        (path / "metrics.csv").write_text(rows + rows.splitlines()[-1].replace("bits,150", "over_oracle,1.5") + "\n")
        (path / "result.json").write_text(json.dumps(
            {"status": "solved", "sequences": 200, "seconds": 2, "bits": 150, "over_oracle": 1.5}))
        self.assertEqual(self.only()[0].cost, 1.5)
        self.assertEqual(self.only(metric="bits")[0].cost, 150)
        with self.assertRaisesRegex(InputError, "no error of split validation; there are bits, over_oracle"):
            self.only(metric="error")

    def test_of_a_share_the_cost_is_what_is_missing_from_1(self):
        self.make_run("a", 1, [0.25, 0.75], metric="pointing", status="finished", settings=[("task.length=1", 0.75)])
        self.make_run("a", 2, [0.5, 0.25], metric="pointing", status="unfinished")
        self.assertEqual([one.cost for one in self.only(metric="pointing")], [0.25, 0.5])
        [one], _ = quietly(comparison.compare, [self.root], metric="pointing")
        self.assertEqual([cell.median for cell in one.grid], [0.75])
        self.assertIn("share of looks at what they should be at", tables.grid_table(one).title)

    def test_without_a_common_threshold_none_is_judged(self):
        self.make_run("a", 1, [5], stop=0.1)
        self.make_run("b", 1, [4], stop=0)
        [found], notes = quietly(comparison.compare, [self.root])
        self.assertIn("copy: the runs have no train.stop-below in common, so none counts as solved; give --solved",
                      notes)
        self.assertEqual({one.solved for one in found.groups}, {None})
        self.assertEqual({pair.measure for pair in found.pairs}, {"cost"})


class Groups(CompareTest):
    def test_a_live_run_is_censored_where_it_stands(self):
        # At 100 one of four is solved; one leaves at 200; at 300 one of two; one leaves at 400: 3/4, then 3/8.
        for seed, costs, status in ((1, [0.05], "solved"), (2, [5, 5], "unfinished"), (3, [5, 5, 0.05], "solved"),
                                    (4, [5, 5, 5, 5], "finished")):
            self.make_run("a", seed, costs, status=status, budget=400)
        [found] = self.compare("a")
        self.assertEqual((found.groups[0].sequences, found.groups[0].horizon, found.groups[0].solved), (300, 400, 2))

    def test_only_what_is_known_is_in_the_share_solved(self):
        for seed, costs, status in ((1, [0.05], "solved"), (2, [5], "unfinished"), (3, [5], "finished"),
                                    (4, [5], "diverged"), (5, [], "diverged"), (6, [5], "unfinished")):
            self.make_run("a", seed, costs, status=status)
        [found] = self.compare("a")
        [one] = found.groups
        self.assertEqual((one.solved, one.known), (1, 4))
        self.assertEqual(one.solved_interval, intervals.wilson(1, 4))
        text = tables.as_text(tables.tables(found))
        self.assertIn("1/4 (2 unknown)", text)
        self.assertIn("unknown: still training, or stopped before it was known", text)
        # Stopped as solved, at 0.05: whether it would have come below 0.01 nobody knows.
        [found] = self.compare("a", threshold=0.01)
        self.assertEqual((found.groups[0].solved, found.groups[0].known), (0, 3))

    def test_nothing_is_known_of_live_runs(self):
        self.make_run("a", 1, [5], status="unfinished")
        [found] = self.compare("a")
        self.assertEqual((found.groups[0].known, found.groups[0].solved_interval), (0, None))
        self.assertIn("0/0 (1 unknown)", tables.as_text(tables.tables(found)))

    def test_infinite_costs_come_last(self):
        for seed, costs in enumerate(([3], [1], [], [2], []), start=1):
            self.make_run("a", seed, costs, status="finished" if costs else "diverged")
        [found] = self.compare("a")
        [one] = found.groups
        self.assertEqual((one.cost, one.cost_mean, one.cost_interval[1], one.count("diverged")),
                         (3, math.inf, math.inf, 2))
        self.assertTrue(one.cost_interval[0] < math.inf)
        text = tables.as_text(tables.tables(found))
        self.assertRegex(text, r"5 \(2 diverged\) .* 0/5 .* inf ")
        self.assertIn("inf: a run that diverged before its first validation has an infinite cost", text)

    def test_a_single_seed_has_no_intervals(self):
        self.make_run("a", 1, [0.05], status="solved")
        [found] = self.compare("a")
        self.assertEqual((found.groups[0].cost_interval, found.groups[0].sequences_interval), (None, None))
        self.assertEqual(found.pairs, [])

    def test_each_task_by_itself(self):
        self.make_run("copy-a", 1, [5], config="memory.slots = 8\n")
        self.make_run("recall-a", 1, [5], task="recall", config="memory.slots = 16\n")
        self.make_run("copy-b", 1, [4], memory="dnc", addressing="none", config="memory.slots = 8\n")
        with self.assertRaisesRegex(InputError, "recall-a/seed-1: the task is recall, but copy in .*copy-a/seed-1; "
                                                "give runs of one task, or --by-task"):
            self.compare(".")
        found = self.compare(".", by_task=True)
        # The tasks' slots differ, but no two groups of one task do: they name nothing, and schemes are called alike.
        self.assertEqual([(one.task, [each.group.label for each in one.groups]) for one in found],
                         [("copy", ["ntm, content", "dnc"]), ("recall", ["ntm, content"])])

    def test_real_runs(self):
        runs = [SOURCE / f"docs/results/ntm2014/graves2014-copy-{one}/seed-1" for one in ("ff", "lstm")]
        [found] = quietly(comparison.compare, runs)[0]
        self.assertEqual(sorted(one.cost for one in found.groups),
                         sorted(json.loads((run / "result.json").read_text())["bits"] for run in runs))


class Pairs(CompareTest):
    def test_only_common_seeds_and_only_what_is_known(self):
        for seed in range(1, 8):
            self.make_run("a", seed, [5], status="finished")
        for seed in range(2, 9):
            self.make_run("b", seed, [4, 3], config="memory.slots = 8\n",
                          status="unfinished" if seed == 7 else "finished")
        [found] = self.compare("a", "b")
        [cost, sequences] = found.pairs
        self.assertEqual((cost.pairs, cost.left_out, cost.difference, cost.p), (5, 1, 2, None))
        self.assertEqual((sequences.pairs, sequences.left_out), (5, 1))

    def test_infinite_costs_are_paired_too(self):
        def pair(one, other):
            """The pair in cost of two groups with these costs, seed by seed; None: diverged at once."""
            for name, costs, config in (("a", one, ""), ("b", other, "memory.slots = 8\n")):
                shutil.rmtree(self.root / name, ignore_errors=True)
                for seed, cost in enumerate(costs, start=1):
                    self.make_run(name, seed, [] if cost is None else [cost], config=config,
                                  status="diverged" if cost is None else "finished")
            return self.compare("a", "b")[0].pairs[0]

        worse = pair([None, None, 5, 5, 5, 5, 5], [None, 1, 1, 2, 3, 4, 4])
        self.assertEqual((worse.pairs, worse.untied, worse.left_out, worse.difference), (7, 6, 0, math.inf))
        self.assertEqual((worse.interval[1], worse.p), (math.inf, 2 / 64))
        both = pair([None, 1, 1, 1, 1, 1], [1, None, 2, 2, 2, 2])
        self.assertEqual((both.difference, both.interval), (None, None))
        self.assertTrue(0 < both.p <= 1)

    def test_five_pairs_have_intervals_only_and_six_reach_their_smallest(self):
        for seed in range(1, 7):
            self.make_run("a", seed, [5 + seed])
            self.make_run("b", seed, [4], config="memory.slots = 8\n")
        [six] = self.compare(".")
        self.assertEqual((six.pairs[0].p, six.pairs[0].smallest_p), (2 / 64, 2 / 64))
        [five] = self.compare(*[f"{group}/seed-{seed}" for group in "ab" for seed in range(1, 6)])
        self.assertEqual((five.pairs[0].p, five.pairs[0].p_holm, five.pairs[0].difference), (None, None, 4))
        text = tables.as_text(tables.tables(five))
        self.assertIn("5 pairs cannot reach p = 0.05 (the smallest is 0.0625): intervals only", text)

    def test_holm_is_over_the_pairs_of_a_measure(self):
        for name, cost in (("a", 1), ("b", 2), ("c", 3)):
            for seed in range(1, 9):
                self.make_run(name, seed, [cost], config=f"memory.slots = {cost}\n")
        [found] = self.compare(".")
        costs = [pair for pair in found.pairs if pair.measure == "cost"]
        self.assertEqual([pair.p_holm for pair in costs], [3 * 2 / 256] * 3)
        self.assertEqual([pair.p_holm for pair in found.pairs if pair.measure == "sequences"], [1] * 3)

    def test_budgets_that_differ(self):
        for seed in (1, 2):
            self.make_run("a", seed, [5, 5, 5, 0.05], status="solved", budget=400)
            self.make_run("b", seed, [5, 5], budget=200)
        [found] = self.compare(".")
        sequences = next(pair for pair in found.pairs if pair.measure == "sequences")
        self.assertEqual((sequences.difference, sequences.pairs), (0, 2))  # both took longer than 200


class Tables(CompareTest):
    def test_text_word_by_word(self):
        self.two_groups()
        [found] = self.compare("a", "b")
        text = tables.as_text(tables.tables(found))
        self.assertTrue(text.startswith(GROUPS), text)
        self.assertIn(PAIRS, text)
        self.assertIn("setting          ntm, content\nlength 5  1.75 [1.125, 2.375]\n", text)

    def test_sequences_without_an_error_are_told_as_counts(self):
        for seed, perfect in ((1, 1000), (2, 999)):
            path = self.make_run("a", seed, [0.1])
            result = json.loads((path / "result.json").read_text())
            told = {"perfect_episodes": perfect, "final_episodes": 1000}
            (path / "result.json").write_text(json.dumps(result | told))
        self.make_run("b", 1, [0.1], memory="dnc")  # of an earlier version, which did not tell
        [found] = self.compare("a", "b")
        table = tables.groups_table(found)
        self.assertEqual(table.header[-1], "without an error")
        self.assertEqual([row[-1] for row in table.rows], ["1,999 of 2,000", "-"])
        self.assertEqual([(record["perfect_episodes"], record["final_episodes"]) for record in
                          tables.group_records(found)], [(1999, 2000), (None, None)])

    def scored(self, name, seed, error, pointing=None, status="finished", **how):
        """A run whose last validation says so, and its result."""
        path = self.make_run(name, seed, [3, 1], status=status, **how)
        there = {"error": error} | ({} if pointing is None else {"pointing": pointing})
        last = (path / "metrics.csv").read_text().splitlines()[-1]
        with open(path / "metrics.csv", "a", encoding="utf-8") as file:
            for at, shift in ((",100,", 1), (",200,", 0)):  # worse at the first validation
                rows = [last.replace(f"bits,{1}", f"{score},{value + shift}").replace(",200,", at)
                        for score, value in there.items()]
                file.write("".join(row + "\n" for row in rows))
        if status == "finished":
            result = json.loads((path / "result.json").read_text())
            (path / "result.json").write_text(json.dumps(result | there))
        return path

    def test_error_and_pointing_stand_beside_the_cost(self):
        for seed, error, pointing in ((1, 5, 0.5), (2, 7, 0.75), (3, 8, 0.75)):
            self.scored("hard", seed, error, pointing, status="unfinished" if seed == 3 else "finished")
            self.scored("soft", seed, error - 2, None if seed == 2 else 0.25, memory="dnc")
            self.scored("blind", seed, 9, memory="none")
        [found] = self.compare("hard", "soft", "blind")
        table = tables.scores_table(found)
        self.assertEqual(table.header, ["group", "error, median", "error, IQM", "95 %", "pointing, median",
                                        "pointing, IQM", "95 %"])
        hard, soft, blind = table.rows
        self.assertEqual(hard[1:], ["7", "6.667", "[5, 8]", "0.75", "0.6667", "[0.5, 0.75]"])
        self.assertEqual((soft[1], soft[4], blind[4:]), ("5", "0.25 (2)", ["-", "-", "-"]))
        self.assertIn("(N): of so many seeds, for the others have none", table.notes)
        self.assertIn("pointing: share of looks at what they should be at", table.notes)
        pairs = {(pair.one.label, pair.other.label, pair.measure): pair for pair in found.pairs}
        self.assertEqual(len(pairs), 3 * 3 + 1)  # what one of the two has not is no pair
        against = [next(pair for (one, other, measure), pair in pairs.items()
                        if measure == wanted and "dnc" in other and "ntm" in one) for wanted in ("error", "pointing")]
        self.assertEqual([(pair.difference, pair.pairs, pair.left_out) for pair in against], [(2, 2, 1), (0.25, 1, 2)])
        files = {name: list(csv.DictReader(io.StringIO(text))) for name, text in tables.csv_tables([found]).items()}
        self.assertEqual([(row["error_median"], row["pointing_high"]) for row in files["groups.csv"]],
                         [("7", "0.75"), ("5", "0.25"), ("9", "")])
        self.assertEqual([(row["error"], row["pointing"]) for row in files["runs.csv"]][3:6],
                         [("3", "0.25"), ("5", ""), ("6", "0.25")])
        # What the cost is stands there once.
        [found], _ = quietly(comparison.compare, [self.root / "hard", self.root / "soft"], metric="error")
        self.assertEqual(found.scores, ["pointing"])
        self.assertEqual({pair.measure for pair in found.pairs}, {"cost", "pointing", "sequences"})

    def test_nothing_can_be_significant_among_many_groups(self):
        for index in range(3):
            for seed in range(1, 7):
                self.make_run(f"g{index}", seed, [index], config=f"memory.slots = {index + 1}\n")
        [found] = self.compare(".")
        self.assertIn("0.0938 after the correction: no difference here can be significant",
                      tables.as_text(tables.tables(found)))

    def test_markdown_has_the_same_cells(self):
        self.two_groups()
        [found] = self.compare("a", "b")
        rows = [line for line in tables.as_markdown(tables.tables(found)).splitlines() if line.startswith("| ntm")]
        self.assertEqual(rows[0].strip("| ").split(" | ")[:5], ["ntm, content", "6", "5/6", "[0.4365, 0.9699]", "350"])
        self.assertEqual(len(rows), 3)

    def test_csv(self):
        self.two_groups()
        files = tables.csv_tables(self.compare("a", "b"))
        read = {name: list(csv.DictReader(io.StringIO(text))) for name, text in files.items()}
        self.assertEqual({name: len(rows) for name, rows in read.items()},
                         {"groups.csv": 2, "pairs.csv": 2, "grid.csv": 1, "runs.csv": 12})
        ntm, dnc = read["groups.csv"]
        self.assertEqual((ntm["group"], ntm["memory"], ntm["solved"], ntm["sequences_median"], ntm["sequences_high"]),
                         ("ntm, content", "ntm", "5", "350", "inf"))
        self.assertEqual((dnc["sequences_median"], dnc["sequences_seen"], dnc["cost_iqm"]), ("inf", "400", "5.5"))
        self.assertAlmostEqual(float(read["pairs.csv"][0]["difference"]), -5.465)
        self.assertEqual(read["runs.csv"][5]["solved"], "0")
        self.assertEqual(read["grid.csv"][0]["low_quartile"], "1.125")

    def test_settings_in_words(self):
        self.assertEqual(tables.setting_words(["task.length=5;task.repeats=2", "task.length=9;memory.slots=64"]),
                         ["length 5, repeats 2", "length 9, slots 64"])
        self.assertEqual(tables.number(None), "-")
        self.assertEqual([tables.number(value) for value in (0.012345, 9999, 12345.6, -20000)],
                         ["0.01235", "9999", "12346", "-20000"])


class Pictures(CompareTest):
    def setUp(self):
        super().setUp()
        self.two_groups()
        [self.found] = self.compare("a", "b")
        self.groups = [one.group for one in self.found.groups]

    def lines(self, axes):
        return [line for line in axes.lines if not line.get_label().startswith("_")]

    def test_learning_curves_have_a_line_and_a_band_a_group_and_the_threshold(self):
        axes = quietly(comparison_pictures.learning_curves, self.found, self.groups)[0].axes[0]
        self.assertEqual([line.get_label() for line in self.lines(axes)], ["ntm, content (6 seeds)", "dnc (6 seeds)"])
        self.assertEqual(len(axes.collections), 2)
        self.assertEqual([line.get_ydata() for line in axes.lines if list(line.get_xdata()) == [0, 1]], [[0.1, 0.1]])

    def test_solved_curves_are_steps_up_to_the_share_solved(self):
        axes = comparison_pictures.solved_curves(self.found, self.groups).axes[0]
        ntm, dnc = self.lines(axes)
        self.assertEqual((ntm.get_label(), dnc.get_label()), ("ntm, content, 5 of 6", "dnc, 1 of 6"))
        self.assertEqual(ntm.get_drawstyle(), "steps-post")
        self.assertEqual(ntm.get_xdata().tolist(), [0, 100, 200, 300, 400, 400, 400])
        self.assertAlmostEqual(ntm.get_ydata()[3], 0.5)
        self.assertAlmostEqual(dnc.get_ydata()[-1], 1 / 6)
        low, high = survival.solved_band([100, 200, 300, 400, 400, 400], [1, 1, 1, 1, 1, 0])
        [band, _] = [collection.get_paths()[0].get_extents() for collection in axes.collections]
        self.assertEqual((band.y0, band.x1), (0, 400))
        self.assertAlmostEqual(band.y1, high.max())

    def test_what_all_seeds_have_solved_stays_solved(self):
        self.make_run("c", 1, [0.05], memory="lru", addressing="none", status="solved", budget=400)
        [found] = self.compare("a", "c")
        axes = comparison_pictures.solved_curves(found, [one.group for one in found.groups]).axes[0]
        self.assertEqual(self.lines(axes)[1].get_xydata().tolist(), [[0, 0], [100, 1], [100, 1], [400, 1]])
        self.assertEqual(axes.collections[1].get_paths()[0].get_extents().x1, 400)  # its band too

    def test_heat_map_has_a_cell_a_group_and_nothing_where_there_is_none(self):
        self.make_run("c", 1, [0.5], task="recall", memory="dnc", addressing="none")
        figure = comparison_pictures.heat(self.compare(".", by_task=True))
        axes = figure.axes[0]
        self.assertEqual([text.get_text() for text in axes.texts], ["0.035\n5/6", "5.5\n1/6", "0.5\n0/1"])
        self.assertEqual([label.get_text() for label in axes.get_yticklabels()], ["copy", "recall"])
        [image] = axes.images
        self.assertEqual(image.get_array().mask.tolist(), [[False, False], [True, False]])

    def test_cost_against_each_option_of_the_grid(self):
        grid = [(f"task.length={n};task.repeats=3", n) for n in (3, 6, 9)]
        grid += [(f"task.length=3;task.repeats={n}", n) for n in (6, 9)]
        self.make_run("c", 1, [5], settings=grid, config="memory.slots = 8\n")
        [found] = self.compare("c")
        figures = {option: figure() for option, figure in comparison_pictures.against_options(found)}
        self.assertEqual(list(figures), ["task.length", "task.repeats"])
        for figure in figures.values():
            [line] = self.lines(figure.axes[0])
            self.assertEqual(line.get_xdata().tolist(), [3, 6, 9])
        self.assertIn("at repeats 3", figures["task.length"]._supxlabel.get_text())

    def test_costs_that_are_infinite(self):
        self.make_run("a", 7, [], status="diverged", budget=400)
        for seed in (1, 2):
            self.make_run("c", seed, [], memory="lru", addressing="none", status="diverged", budget=400)
        [found] = self.compare(".")
        groups = [one.group for one in found.groups]
        axes = quietly(comparison_pictures.learning_curves, found, groups)[0].axes[0]
        self.assertEqual([line.get_label() for line in self.lines(axes)], ["ntm, content (6 seeds)", "dnc (6 seeds)"])
        self.assertEqual([line.get_label() for line in self.lines(
            comparison_pictures.solved_curves(found, groups).axes[0])],
                         ["ntm, content, 5 of 7", "dnc, 1 of 6", "lru, 0 of 2"])
        axes = comparison_pictures.heat([found]).axes[0]
        self.assertEqual([text.get_text() for text in axes.texts], ["0.04\n5/7", "5.5\n1/6", "inf\n0/2"])
        self.assertEqual(axes.images[0].get_array().mask.tolist(), [[False, False, True]])
        only = self.compare("c")
        self.assertEqual({name for name, _ in comparison_pictures.draw(only)}, {"solved-copy", "heat-map"})

    def test_a_single_setting_makes_no_picture(self):
        self.assertEqual(list(comparison_pictures.against_options(self.found)), [])


class Program(CompareTest):
    def script(self, *arguments):
        return forked.run(compare.main, *arguments)

    def started(self, *arguments):
        """As a person starts it."""
        return subprocess.run([SOURCE / "scripts/compare.py", *map(str, arguments)], capture_output=True, text=True)

    def refused(self, expected, *arguments):
        """Exit status 2, one line on standard error that has the expected words, and nothing written."""
        out, said, printed = self.root / "out", io.StringIO(), io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(printed):
            try:
                status = compare.main([*map(str, arguments), "--out", str(out)])
            except SystemExit as usage:
                status = usage.code
        lines = [line for line in said.getvalue().splitlines() if not line.startswith("note: ")]
        self.assertEqual((status, len(lines), printed.getvalue()), (2, 1, ""), said.getvalue())
        self.assertIn(expected, lines[0])
        self.assertFalse(out.exists())

    def test_writes_tables_and_pictures_alike_each_time(self):
        self.two_groups()
        self.make_run("a", 7, [5], settings=[("task.length=5", 1), ("task.length=10", 2)])
        written = []
        for name, begin in (("one", self.script), ("two", self.started)):  # the second one hashes otherwise
            done = begin(self.root / "a", self.root / "b", "--out", self.root / name)
            self.assertEqual(done.returncode, 0, done.stderr)
            written.append({path.name: path.read_bytes() for path in (self.root / name).iterdir()} | {"": done.stdout})
        self.assertEqual(written[0], written[1])
        pictures = ["learning-curves-copy", "solved-copy", "differences-copy", "bits-against-length-copy", "heat-map"]
        self.assertEqual(set(written[0]), {"", "comparison.md", "groups.csv", "pairs.csv", "grid.csv", "runs.csv"}
                         | {name + kind for name in pictures for kind in (".png", ".svg", ".pdf")})
        for name in pictures:
            self.assertTrue(written[0][name + ".png"].startswith(b"\x89PNG"))
            self.assertIn(b"<svg", written[0][name + ".svg"])
            self.assertTrue(written[0][name + ".pdf"].startswith(b"%PDF"))
            self.assertIn(f"]({name}.png)".encode(), written[0]["comparison.md"])

    def test_formats(self):
        a, b = self.two_groups(seeds=2)
        self.assertTrue(self.script(a, b, "--format", "markdown").stdout.startswith("## copy: groups"))
        self.assertTrue(self.script(a, b, "--format", "csv").stdout.startswith("task,model,controller,memory,"))

    def test_a_torn_last_line_of_a_live_run_is_skipped_with_a_note(self):
        path = self.make_run("a", 1, [9, 3], status="unfinished")
        with open(path / "metrics.csv", "a") as file:
            file.write("copy,memory-machine,lstm,ntm,content,1,300,3,validation,bits,1.2")
        late = self.make_run("a", 2, [], status="unfinished")
        done = self.script(self.root / "a")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"note: {path / 'metrics.csv'}: the last line is torn", done.stderr)
        self.assertIn(f"note: {late}: has no validation yet; it is left out", done.stderr)
        self.assertIn("1 (1 unfinished)", done.stdout)
        self.assertRegex(done.stdout, r">200 .* 3 ")

    def test_bad_usage(self):
        path = self.make_run("a", 1, [9])
        self.refused("--solved: got 'ten'; a cost above zero is needed", path, "--solved", "ten")
        self.refused("--solved: got '-1'", path, "--solved=-1")
        self.refused("--metric", path, "--metric", "speed")
        self.refused("--colour", path, "--colour", "red")
        self.refused("no such directory", self.root / "nowhere")
        (self.root / "empty").mkdir()
        self.refused("has no config.ini, nor has a directory below it", self.root / "empty")
        self.refused("no metric speed; there are bits", self.make_run("b", 1, [9], settings=[("task.length=1", 1)]),
                     "--grid-metric", "speed")
        (self.root / "file").write_text("")
        done = self.script(path, "--out", self.root / "file" / "out")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("cannot be made", done.stderr)

    def test_bad_runs(self):
        path = self.make_run("a", 1, [9, 3])
        self.make_run("b", 1, [9, 3])
        self.refused("same options and same seed 1", self.root)
        names = ("metrics.csv", "result.json", "manifest.json", "config.ini")
        good = {name: (path / name).read_text() for name in names}
        cases = [("metrics.csv", METRICS.replace(",metric,", ",") + "copy\n", "has no column metric"),
                 ("metrics.csv", METRICS + "copy,1\n", "2 fields; the header has 11"),
                 ("metrics.csv", METRICS + "copy,m,c,n,a,1,ten,1,validation,bits,1\n", "got 'ten'; a number"),
                 ("metrics.csv", METRICS, "the run ended before its first validation"),
                 ("metrics.csv", "", "has no column task"),
                 ("metrics.csv", None, "no such file, though the run has ended"),
                 ("metrics.csv", good["metrics.csv"].replace("bits", "loss"), "no bits of split validation; there are"),
                 ("result.json", "{", "is no JSON object"), ("result.json", "[1]", "is no JSON object"),
                 ("result.json", "{}", 'has no readable "status"'),
                 ("result.json", '{"status": "finished", "sequences": 200, "seconds": 1}', "bits is None; a number"),
                 ("result.json", '{"status": "finished", "sequences": "x", "bits": 1}', "sequences is x; a number"),
                 ("manifest.json", None, "manifest.json: cannot be read"),
                 ("manifest.json", "{}", "parameters is None"),
                 ("config.ini", "task copy\n", "every line should be 'name = value'"),
                 ("config.ini", "train.sequences = many\n", "train.sequences: got 'many'; a number is wanted"),
                 ("eval.csv", "task,setting\n", "has no column model")]
        for name, content, expected in cases:
            with self.subTest(name=name, expected=expected):
                (path / name).unlink(missing_ok=True)
                if content is not None:
                    (path / name).write_text(content)
                self.refused(expected, path)
                (path / name).unlink(missing_ok=True)
                if name in good:
                    (path / name).write_text(good[name])
        self.assertEqual(self.script(path).returncode, 0)


if __name__ == "__main__":
    unittest.main()
