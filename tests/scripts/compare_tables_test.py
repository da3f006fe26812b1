#!/usr/bin/python3
"""scripts/compare.py: its tables word by word, and its pictures by their content."""
import csv
import io
import json
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

from compared_runs import CompareTest, quietly
from tapehead.plots import comparison_pictures
from tapehead.runs.records import STATE
from tapehead.stats import comparison, survival, tables

GROUPS = """\
copy: groups (copy, memory-machine, lstm)

group         seeds                 solved               95 %  sequences to solve          95 %  cost, median\
  cost, IQM              95 %  seconds  parameters
ntm, content      6                    5/6   [0.4365, 0.9699]                 350   [150, >400]         0.035\
      0.035  [0.0125, 0.0575]      3.5        1234
dnc               6  1/6 (1 not confirmed)  [0.03005, 0.5635]                >400  [>400, >400]           5.5\
        5.5      [3.25, 7.75]        4        1234

  cost: bits (bits per sequence), of the best checkpoint on held-out episodes; IQM: inter-quartile mean
  solved: stopped as solved, by train.stop-below (0.1 bits per sequence), patience and check
  sequences to solve: median; >N: half or more were not solved within N
  95 % of solved: Wilson's interval; else: bootstrap over seeds, 9999 draws, expanded for the IQM
  not confirmed: solved by its validations, but above the threshold on the final episodes
"""
PAIRS = """\
copy: pairs

group         against  measure    seeds  difference              95 %  test            p  p, Holm  smallest p
ntm, content  dnc      cost       6 + 6      -5.465  [-7.307, -3.625]  unpaired  0.00216  0.00216     0.00216
ntm, content  dnc      sequences  6 + 6        -100         [-250, 0]  unpaired    0.182    0.182       0.182
ntm, content  dnc      solved     6 + 6      0.6667  [0.1055, 0.8599]  Fisher     0.0801   0.0801     0.00216

  unpaired: over all seeds, for the machines differ, and share a seed's episodes but not its weights; difference: of \
the means, 95 %: expanded bootstrap of each group; p: permutation test
  solved: difference of the shares solved; 95 %: Newcombe's; Fisher: Fisher's exact test
  sequences, solved: up to the smaller budget of the two; for the sequences, a run not solved by then counts as that \
budget
  p: two-sided, exact; Holm: for the 1 pair of groups in a measure; so many seeds reach p = 0.00216 at the smallest, \
0.00216 after the correction; values that are alike count for little or nothing
"""


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
        self.make_run("b", 1, [0.1], memory="dnc")  # of an earlier version, which did not record it
        [found] = self.compare("a", "b")
        table = tables.groups_table(found)
        self.assertEqual(table.header[-1], "without an error")
        self.assertEqual([row[-1] for row in table.rows], ["1,999 of 2,000", "-"])
        self.assertEqual([(record["perfect_episodes"], record["final_episodes"]) for record in
                          tables.group_records(found)], [(1999, 2000), (None, None)])

    def test_state_is_told_where_runs_tell_it(self):
        told = {"a": {"state": 3241, "state_each_step": 0, "state_each_said": 0, "state_touched": 470},
                "b": {"state": 40, "state_each_step": 42, "state_touched": 40},  # before tokens said were told
                "c": {}, "d": {"state": 0, "state_each_step": 257, "state_each_said": 256, "state_touched": 0}}
        for memory, (group, state) in zip(("ntm", "dnc", "none", "lru"), told.items()):
            for seed in (1, 2):
                path = self.make_run(group, seed, [0.1], memory=memory)
                if seed == 2:  # the first is of an earlier version, which did not record it
                    result = json.loads((path / "result.json").read_text())
                    (path / "result.json").write_text(json.dumps(result | state))
        [found] = self.compare("a", "b", "c", "d")
        table = tables.groups_table(found)
        self.assertEqual(table.header[-2:], ["parameters", "state"])
        self.assertEqual([row[-1] for row in table.rows],
                         ["3241 (470)", "40 + 42 a step", "-", "0 + 257 a step + 256 a token said"])
        self.assertEqual([tuple(record[name] for name in STATE) for record in tables.group_records(found)],
                         [(3241, 0, 0, 470), (40, 42, None, 40), (None,) * 4, (0, 257, 256, 0)])

    def scored(self, name, seed, error, pointing=None, status="finished", **how):
        """A run with these values at its last validation and in its result."""
        path = self.make_run(name, seed, [3, 1], status=status, **how)
        there = {"error": error} | ({} if pointing is None else {"pointing": pointing})
        last = (path / "metrics.csv").read_text().splitlines()[-1]
        with open(path / "metrics.csv", "a", encoding="utf-8") as file:
            for at, shift in ((",100,", 1), (",200,", 0)):  # worse at the first validation
                rows = [last.replace(f"bits,{1}", f"{score},{value + shift / 4}").replace(",200,", at)
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
        self.assertIn("pointing: looks within the right box (fraction)", table.notes)
        pairs = {(pair.one.label, pair.other.label, pair.measure): pair for pair in found.pairs}
        self.assertEqual(len(pairs), 4 * 3 + 1)  # a score that one of the two lacks makes no pair
        against = [next(pair for (one, other, measure), pair in pairs.items()
                        if measure == wanted and "dnc" in other and "ntm" in one) for wanted in ("error", "pointing")]
        self.assertEqual([(pair.seeds, pair.left_out) for pair in against], [((2, 3), 1), ((2, 2), 2)])
        self.assertEqual([pair.difference for pair in against], [6 - 14 / 3, 0.625 - 0.25])
        files = {name: list(csv.DictReader(io.StringIO(text))) for name, text in tables.csv_tables([found]).items()}
        self.assertEqual([(row["error_median"], row["pointing_high"]) for row in files["groups.csv"]],
                         [("7", "0.75"), ("5", "0.25"), ("9", "")])
        self.assertEqual([(row["error"], row["pointing"]) for row in files["runs.csv"]][3:6],
                         [("3", "0.25"), ("5", ""), ("6", "0.25")])
        # The cost's metric is named there once.
        [found], _ = quietly(comparison.compare, [self.root / "hard", self.root / "soft"], metric="error")
        self.assertEqual(found.scores, ["pointing"])
        self.assertEqual({pair.measure for pair in found.pairs}, {"cost", "pointing", "sequences", "solved"})

    def test_nothing_can_be_significant_among_many_groups(self):
        for index in range(3):
            for seed in range(1, 7):
                self.make_run(f"g{index}", seed, [index], config=f"train.learning-rate = {index + 1}\n")
        [found] = self.compare(".")
        self.assertIn("0.0938 after the correction: no difference here can be significant",
                      tables.as_text(tables.tables(found)))

    def test_markdown_has_the_same_cells(self):
        self.two_groups()
        [found] = self.compare("a", "b")
        rows = [line for line in tables.as_markdown(tables.tables(found)).splitlines() if line.startswith("| ntm")]
        self.assertEqual(rows[0].strip("| ").split(" | ")[:5], ["ntm, content", "6", "5/6", "[0.4365, 0.9699]", "350"])
        self.assertEqual(len(rows), 4)

    def test_csv(self):
        self.two_groups()
        files = tables.csv_tables(self.compare("a", "b"))
        read = {name: list(csv.DictReader(io.StringIO(text))) for name, text in files.items()}
        self.assertEqual({name: len(rows) for name, rows in read.items()},
                         {"groups.csv": 2, "pairs.csv": 3, "grid.csv": 1, "runs.csv": 12})
        ntm, dnc = read["groups.csv"]
        self.assertEqual((ntm["group"], ntm["memory"], ntm["solved"], ntm["sequences_median"], ntm["sequences_high"]),
                         ("ntm, content", "ntm", "5", "350", "inf"))
        self.assertEqual((dnc["sequences_median"], dnc["sequences_seen"], dnc["cost_iqm"]), ("inf", "400", "5.5"))
        self.assertEqual((dnc["cost_lower_quartile"], dnc["cost_upper_quartile"], dnc["sequences_upper_quartile"]),
                         ("4.25", "6.75", "inf"))
        self.assertEqual((ntm["sequences_lower_quartile"], ntm["sequences_upper_quartile"]), ("200", "400"))
        self.assertAlmostEqual(float(read["pairs.csv"][0]["difference"]), -5.465)
        self.assertEqual(read["runs.csv"][5]["solved"], "0")
        self.assertEqual(read["grid.csv"][0]["low_quartile"], "1.125")

    def guessed(self, **metrics):
        """The tables of the grid of two runs: {title: its rows}, and their heads."""
        for seed, cost in ((1, 4), (2, 6)):
            path = self.make_run("a", seed, [9, 3], settings=[("task.length=5", cost), ("task.length=7", cost)])
            lines = (path / "eval.csv").read_text().splitlines()
            last = lines[-2]  # of length 5
            lines += [last.rpartition(",bits,")[0] + f",{metric},{value}" for metric, value in metrics.items()]
            (path / "eval.csv").write_text("\n".join(lines) + "\n")
        [found] = self.compare("a")
        return {table.title.removeprefix("copy: generalisation, "): [table.header, *table.rows]
                for table in tables.grid_tables(found)}

    def test_what_guessers_get_stands_beside_the_scores(self):
        found = self.guessed(uniform_bits=40, frequent_bits=32.5)
        self.assertEqual(found, {"cost (bits per sequence)": [
            ["setting", "all runs", "by guessing"], ["length 5", "5 [4.5, 5.5]", "32.5 (frequent)"],
            ["length 7", "5 [4.5, 5.5]", "-"]]})

    def test_a_guesser_of_another_metric_has_its_table(self):
        found = self.guessed(token_accuracy=80, error=20, uniform_bits=40, uniform_error=90, exclusion_error=45,
                             frequent_token_accuracy=10)
        self.assertEqual(list(found), ["cost (bits per sequence)", "wrong answers (%)"])
        self.assertEqual(found["cost (bits per sequence)"][1][-1], "40 (uniform)")
        self.assertEqual(found["wrong answers (%)"][1:], [["length 5", "20 [20, 20]", "45 (exclusion)"]])

    def test_more_is_better(self):
        found = self.guessed(token_accuracy=80, uniform_token_accuracy=5, frequent_token_accuracy=10)
        self.assertEqual(found["tokens predicted (%)"][1][-1], "10 (frequent)")

    def test_settings_in_words(self):
        self.assertEqual(tables.setting_words(["task.length=5;task.repeats=2", "task.length=9;memory.slots=64"]),
                         ["length 5, repeats 2", "length 9, slots 64"])
        self.assertEqual(tables.setting_words(["task.length=5;task.draw=hostile"]), ["length 5, adversarial episodes"])
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

    def test_learning_curves_have_a_line_a_seed_and_the_threshold(self):
        axes = quietly(comparison_pictures.learning_curves, self.found, self.groups)[0].axes[0]
        self.assertEqual([line.get_label() for line in self.lines(axes)], ["ntm, content (6 seeds)", "dnc (6 seeds)"])
        self.assertEqual(len(axes.collections), 0)
        seeds = [line for line in axes.lines if line.get_linestyle() != "None" and len(line.get_xdata()) > 0
                 and list(line.get_xdata()) != [0, 1]]
        self.assertEqual(len(seeds), 12)
        self.assertEqual(sum(line.get_alpha() is not None for line in seeds), 1 + 5)  # 5 of 6 and 1 of 6 solved it
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
        self.assertEqual(axes.collections[1].get_paths()[0].get_extents().x1, 400)  # and its band

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


if __name__ == "__main__":
    unittest.main()
