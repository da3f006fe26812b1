#!/usr/bin/python3
"""Figures for papers: every kind of plot.py, and every picture of a comparison, laid out for one column and for two. No
letter is below five points, nothing is cut, none is higher than a page allows, and each has a caption of its own."""
import os
import pathlib
import sys
import unittest
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

import figures
import forked
import numpy
import picture_traces
import spoken_traces
from plot_inputs import PlotInputs
from tapehead.commands import compare, plot
from tapehead.plots import comparison_pictures, paper, style
from tapehead.runs import runs
from tapehead.stats import comparison, latex, tables

KINDS = {"curves", "length", "episode", "story", "alignment", "captions", "glimpses", "jacobian", "peaks", "importance",
         "parallel"}


class Sheets(PlotInputs):
    def setUp(self):
        super().setUp()
        self.addCleanup(setattr, paper, "asked", paper.Paper())

    def inputs(self):
        """{kind: its arguments}, each with much to show."""
        looks = numpy.random.default_rng(1).dirichlet(numpy.ones(18), 16)
        words = [f"word{at}" for at in range(18)]
        return {
            "curves": [self.groups_of_runs()], "length": [self.root / "runs", "--metric", "bits"],
            "episode": [self.trace_file(heads=(2, 2))],
            "story": [self.story_file(statements=12)], "peaks": [self.peaks_file()],
            "alignment": [spoken_traces.answer(self.root / "a.h5", words, [*words[:15], "(end)"], looks)],
            "jacobian": [spoken_traces.jacobian(self.root / "j.h5", control=spoken_traces.WEIGHTS)],
            "captions": [picture_traces.about(self.root / "c.h5", looks=picture_traces.soft_looks(),
                                              said=picture_traces.WORDS[:-1])],
            "glimpses": [picture_traces.glimpsed(self.root / "g.h5")],
            "importance": [self.sweep_of_eight()], "parallel": [self.root / "sweep"]}

    def drawn(self, kind, arguments, *more):
        """The figure that a command would save, as wide as it would be."""
        options = plot.command_line().parse_args([kind, *map(str, [*arguments, *more, "--out", self.root / "x.png"])])
        paper.use(options)
        with mock.patch.object(style, "save") as save:
            options.draw(options)
        figure = save.call_args.args[0]
        self.addCleanup(style.pyplot.close, figure)
        return figure

    def assert_fit(self, figure, widest, what):
        style.fit_to_paper(figure)
        self.assertGreaterEqual(min(figures.letters(figure)), style.LEGIBLE - 1e-6, what)
        self.assertEqual(figures.cut(figure), [], what)
        wide, high = figure.get_size_inches() * 25.4
        self.assertLessEqual(wide, widest + 0.01, what)
        self.assertLessEqual(high, 170.01, what)
        self.assertRegex(style.caption_of(figure), r"^\S.*\.\n$", what)

    def test_all_kinds_are_here(self):
        self.assertEqual(set(self.inputs()), KINDS)
        for kind in KINDS:
            self.assertIn(f"plot.py {kind} ", plot.__doc__)
        [names] = [each for each in plot.command_line()._subparsers._group_actions]
        self.assertEqual(set(names.choices), KINDS)

    def test_every_kind_in_one_column_and_in_two(self):
        for kind, arguments in self.inputs().items():
            for columns, widest in ((1, 89), (2, 170)):
                figure = self.drawn(kind, arguments, "--style", "nature", "--columns", columns)
                self.assert_fit(figure, widest, f"{kind}, {columns}")
                if columns == 1:
                    self.assertAlmostEqual(figure.get_figwidth(), 89 / 25.4, msg=kind)
                else:  # letters are not blown up
                    self.assertLess(max(figures.letters(figure)), 12, kind)

    def test_every_picture_of_a_comparison(self):
        paper.asked = paper.Paper(89 / 25.4, sheet=paper.STYLES["nature"])
        found = comparison.compare([self.groups_of_runs(memories=("ntm", "dnc", "lru", "none", "stack", "queue"))])
        seen = [(self.assert_fit(figure, 89, name), name)[1] for name, figure in comparison_pictures.draw(found)]
        self.assertGreater(len(seen), 5)

    def test_captions_tell_n_statistic_and_test(self):
        runs_ = self.groups_of_runs(seeds=6)
        told = style.caption_of(self.drawn("curves", [runs_], "--style", "nature"))
        self.assertIn("n = 6 seeds each. Validation split. A line a seed; faded: not solved.", told)
        told = style.caption_of(self.drawn("length", [runs_], "--metric", "bits", "--style", "nature"))
        self.assertIn("n = 6 seeds each. Line: median, band: quartiles over seeds.", told)
        pictures = dict(comparison_pictures.draw(comparison.compare([runs_]), only="answer"))
        told = style.caption_of(pictures["answer-copy"])
        self.assertIn("n = 6 seeds each. Test of cost: exact permutation test, Holm's correction.", told)

    def test_names_stand_at_the_ends_of_lines(self):
        figure = self.drawn("curves", [self.groups_of_runs()], "--style", "nature")
        [axes] = figure.axes
        self.assertIsNone(axes.get_legend())
        named = {text.get_text(): text for text in axes.texts}
        self.assertEqual(set(named), {"ntm", "dnc", "lru"})
        for text in named.values():
            self.assertGreater(text.get_window_extent().x0, axes.get_window_extent().x1)

    def test_columns_need_a_style_for_a_page(self):
        path, out = self.groups_of_runs(), self.root / "x.png"
        for words, says in ((["--columns", "2"], "--columns: got 2 with --style notebook; --style paper or nature"),
                            (["--columns", "3", "--style", "nature"], "--columns: got 3; valid: 1, 2"),
                            (["--columns", "2", "--width", "3in", "--style", "nature"], "--width")):
            done = forked.run(plot.main, "curves", path, *words, "--out", out)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
            self.assertIn(says, done.stderr)
        self.assertFalse(out.exists())


class Tables(PlotInputs):
    def test_booktabs_beside_pictures_for_a_paper(self):
        path, out = self.groups_of_runs(), self.root / "figure.pdf"
        done = forked.run(compare.main, path, "--style", "paper", "--figure", "answer-copy", "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex((self.root / "figure.caption.txt").read_text(), r"n = 3 seeds each\. .*Dot: a seed")
        written = (self.root / "figure.table.tex").read_text()
        for words in (r"\toprule", r"\midrule", r"\bottomrule", r"group & seeds & solved & ", r"95 \%", "\nntm & 3 & "):
            self.assertIn(words, written)
        done = forked.run(compare.main, path, "--out", self.root / "plain")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(list((self.root / "plain").glob("*.tex")), [])

    def test_hostile_names(self):
        self.assertEqual(latex.escaped("a_b & 50 % of $x^2$ {#1}~\\n\n\\end"),
                         r"a\_b \& 50 \% of \$x\textasciicircum{}2\$ \{\#1\}\textasciitilde{}\textbackslash{}n "
                         r"\textbackslash{}end")

    def test_an_interval_stands_behind_what_it_is_of(self):
        path = self.groups_of_runs()
        [one] = comparison.compare([path])
        table = tables.groups_table(one)
        places = latex.picked(table.header, latex.GROUPS)
        self.assertEqual([table.header[at] for at in places], latex.GROUPS)
        self.assertEqual(table.header[places[4] - 1], "sequences to solve")
        self.assertEqual(table.header[places[7] - 1], "cost, IQM")
        self.assertTrue(runs.find_runs([path], "metrics.csv"))


if __name__ == "__main__":
    unittest.main()
