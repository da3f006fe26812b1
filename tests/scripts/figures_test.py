#!/usr/bin/python3
"""The identity of a group in all pictures (order, name, colour), and figures for a paper: width, title, font, names,
files."""
import csv
import itertools
import os
import pathlib
import re
import sys
import unittest
import warnings
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

import forked
from figures import cut, letters
from run_files import RunFiles
from tapehead.commands import compare, plot
from tapehead.plots import comparison_pictures, curves, heat_map, length, paper, resized, style, ticks
from tapehead.report import data
from tapehead.runs import groups, identity, looks
from tapehead.runs.runs import find_runs, read_runs
from tapehead.stats import comparison, crossed, tables
from tapehead.stats.across import across

TASKS, SCHEMES = ["recall", "copy"], ["ntm", "dnc", "lru"]  # in the order of the sweep file
STACKS = ["attention", "ntm:slots=32,attention:heads=2,fast-weights:rule=slots:routed=3:iterations=2",
          "ntm:slots=16:addressing=content,fast-weights:rule=momentum:writes=2:features=dpfp,attention,lru"]
HASHES = "e5c1a7b3d9f2"  # their directories' hashes have another order


class Sweep(RunFiles):
    def setUp(self):
        super().setUp()
        self.addCleanup(setattr, paper, "asked", paper.Paper())

    def sweep(self, name="sweep", seeds=2, called=()):
        """Runs of a grid whose hashes sort differently from its file; `called` are names by scheme."""
        rows = []
        for at, (task, scheme) in enumerate((task, scheme) for scheme in SCHEMES for task in TASKS):
            for seed in range(1, seeds + 1):
                run = f"{HASHES[at]}{HASHES[-seed]}"
                cost = 10 + at + seed
                path = self.make_run(f"{name}/x{run}", seed, [20, 15, cost], task=task, memory=scheme, stop=12,
                                     settings=[("task.length=5", at), ("task.length=9", at + seed)])
                path = path.rename(self.points(name) / run)
                if scheme in called:
                    manifest = path / "manifest.json"
                    manifest.write_text(manifest.read_text().replace("{", f'{{"name": "{called[scheme]}", ', 1))
                rows.append([run, len(rows), "complete", cost, "finished", 300, 3, task, scheme, seed])
        with open(self.root / name / "points.csv", "w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(["run", "trial", "state", "value", "status", "sequences", "seconds", "task", "memory", "seed"])
            out.writerows(rows)
        return self.root / name

    def points(self, name):
        folder = self.root / name / "points"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def colours(self, figure):
        """{first word of a line's label: its colour} for all labelled lines of a figure."""
        return {re.split(r"[ ,]", line.get_label())[0]: line.get_color() for axes in figure.axes for line in axes.lines
                if not line.get_label().startswith("_")}


class Identity(Sweep):
    def test_runs_come_as_in_the_sweep_file(self):
        there = find_runs([self.sweep()], "metrics.csv")
        found = groups.pool_by_seed(read_runs([self.sweep("again")], "metrics.csv"), ("task",))
        self.assertNotEqual(there, sorted(there))
        self.assertEqual([(group.identity["task"], group.label) for group in found],
                         [(task, scheme) for scheme in SCHEMES for task in TASKS])

    def test_points_that_no_table_has_yet_come_as_they_were_begun(self):
        folder = self.points("live")
        for run, begun in (("a", "12:03:00"), ("b", "12:01:00"), ("c", "12:02:00")):
            (folder / run).mkdir()
            (folder / run / "manifest.json").write_text(f'{{"started_at": "2026-01-01T{begun}Z"}}')
        self.assertEqual([path.name for path in identity.in_order(folder.iterdir())], ["b", "c", "a"])
        (folder.parent / "points.csv").write_text("run,trial\nc,0\n")
        self.assertEqual([path.name for path in identity.in_order(folder.iterdir())], ["c", "b", "a"])

    def test_a_scheme_has_one_colour_in_every_picture_and_in_the_report(self):
        path = self.sweep()
        found = comparison.compare([path], by_task=True)
        look = {group.label: group.look for one in found for group in (each.group for each in one.groups)}
        self.assertEqual([looks.row(look[scheme])["memory"] for scheme in SCHEMES], [*SCHEMES])
        right = {scheme: looks.row(look[scheme])["colour"] for scheme in SCHEMES}
        seen = 0
        for name, figure in comparison_pictures.draw(found, across(found, tables.name)):
            if name.startswith(("answer", "differences", "heat-map")):
                continue
            self.assertEqual(self.colours(figure), right, name)
            seen += 1
        self.assertEqual(seen, 7)  # three per task, and the performance profile
        pooled = groups.pool_by_seed(read_runs([path], "metrics.csv"), ("task",))
        self.assertEqual(self.colours(curves.draw(pooled, "bits", "validation", "sequences", None)), right)
        page = data.report([path], tracer=lambda all_: {run.path: "none" for group in all_ for run in group.runs})
        self.assertEqual({(group["label"], page["looks"][str(group["look"])]["colour"]) for group in page["groups"]},
                         set(right.items()))
        for profile in page["profiles"]:
            self.assertEqual([(line["name"], line["look"]) for line in profile["lines"]], [*look.items()])
        self.assertEqual([run["name"] for run in page["runs"]][:2], ["recall: ntm, seed 1", "recall: ntm, seed 2"])
        self.assertIn("points/", page["runs"][0]["command"])

    def test_figures_and_page_have_the_same_colours(self):
        sheet = (SOURCE / "web/src/shared/style/colours.css").read_text()
        self.assertEqual(re.findall(r"--line-\d: (#\w+)", sheet)[:len(identity.COLOURS)], identity.COLOURS)

    def test_the_users_names(self):
        path = self.sweep(called={"dnc": "DNC", "ntm": "A $x_1$ _name"})
        found = comparison.compare([path], by_task=True)
        self.assertEqual([summary.group.label for summary in found[0].groups], ["A $x_1$ _name", "DNC", "lru"])
        self.assertEqual([row[0] for row in tables.groups_table(found[1]).rows], ["A $x_1$ _name", "DNC", "lru"])
        figure = comparison_pictures.learning_curves(found[0], [one.group for one in found[0].groups])
        self.assertEqual([text.get_text() for text in figure.axes[0].get_legend().get_texts()],
                         ["A $x_1$ _name (2 seeds)", "DNC (2 seeds)", "lru (2 seeds)"])

    def test_a_dollar_is_a_letter_like_any_other(self):
        """As mathtext, these names and this title could not be drawn at all."""
        path, title = self.sweep(called={"dnc": r"$\\foo$", "ntm": "a $b$"}), r"$\bar$ and $c$"  # JSON's \\
        found = comparison.compare([path], by_task=True)
        together = across(found, tables.name)
        paper.asked = paper.Paper(title=title)
        for only in ("learning-curves-copy", "differences-copy", "heat-map", "performance-profile"):
            [(name, figure)] = comparison_pictures.draw(found, together, only)
            svg = style.render(figure, [".svg"])[".svg"].decode()
            for words in (title, r"$\foo$", "a $b$"):
                self.assertTrue(re.search(rf">{re.escape(words)}[^<]*<", svg), (name, words))
            self.assertFalse("mathdefault" in svg, name)  # Matplotlib's own labels of a logarithmic axis
        style.use()
        figure, _ = style.figure_of()
        style.head(figure, title, [])
        resized.set_title(figure, title)  # it already has a title
        self.assertIn(f">{title}<", style.render(figure, [".svg"])[".svg"].decode())

    def test_groups_of_one_name_are_told_apart(self):
        for at, slots in enumerate((8, 16)):
            manifest = self.make_run(f"m{at}", 1, [3, 2], config=f"memory.slots = {slots}\n") / "manifest.json"
            manifest.write_text(manifest.read_text().replace("{", '{"name": "NTM", ', 1))
        found = groups.pool_by_seed(read_runs([self.root], "metrics.csv"))
        self.assertEqual([group.label for group in found], ["NTM, slots 8", "NTM, slots 16"])


class Drawn(Sweep):
    def test_two_tasks_are_never_on_one_axis(self):
        path = self.sweep()
        found = groups.pool_by_seed(read_runs([path], "metrics.csv"), ("task",))
        for figure in (curves.draw(found, "bits", "validation", "sequences", None),
                       length.draw(groups.pool_by_seed(read_runs([path], "eval.csv"), ("task",)), "bits", None)):
            self.assertEqual([axes.get_title() for axes in figure.axes], TASKS)
            self.assertEqual([len([line for line in axes.lines if not line.get_label().startswith("_")])
                              for axes in figure.axes], [3, 3])
            self.assertEqual(len(figure.axes[0].get_legend().get_texts()), 3)  # each scheme once

    def test_differences_have_an_axis_a_measure(self):
        path = self.sweep()
        [name, figure] = next(each for each in comparison_pictures.draw(comparison.compare([path], by_task=True))
                              if each[0].startswith("differences"))
        cost, sequences = figure.axes
        self.assertNotEqual(cost.get_xlim(), sequences.get_xlim())
        pair = next(line for line in cost.lines if line.get_marker() == "o")
        self.assertEqual(list(pair.get_xdata()), [-2])

    def test_a_grid_of_two_options_is_a_table_of_them_sorted_as_numbers(self):
        for rate in ("0.01", "0.1", "0.002"):
            for batch in ("16", "4"):
                self.make_run(f"r{rate}-{batch}", 1, [float(rate) * float(batch)],
                              config=f"train.learning-rate = {rate}\ntrain.batch = {batch}\n")
        [found] = comparison.compare([self.root])
        table = crossed.crossed(found.groups)
        self.assertEqual((table.rows, table.columns), (["0.002", "0.01", "0.1"], ["4", "16"]))
        axes = comparison_pictures.heat_of_two(found, table).axes[0]
        self.assertEqual((axes.get_ylabel(), axes.get_xlabel()), ("learning-rate", "batch"))
        self.assertEqual([text.get_text().split("\n")[0] for text in axes.texts],
                         ["0.008", "0.032", "0.04", "0.16", "0.4", "1.6"])

    def test_values_can_be_read_from_a_logarithmic_axis(self):
        for low, high in ((1e-3, 100), (3, 50), (18, 26), (0.9, 7), (19.1, 19.9)):
            figure, [axes] = style.figure_of()
            axes.set(yscale="log", ylim=(low, high))
            ticks.logarithmic(axes.yaxis, low, high)
            self.assertGreaterEqual(sum(low <= tick <= high for tick in axes.get_yticks()), 3, (low, high))
            self.assertTrue(all(text.get_text() and "$" not in text.get_text() for text in axes.get_yticklabels()))
        self.assertEqual([ticks.power_of_ten(10.0 ** power) for power in (-17, 0, 2)], ["10⁻¹⁷", "10⁰", "10²"])


class Styles(Sweep):
    def styled(self, name, **more):
        paper.asked = paper.Paper(width=paper.STYLES[name].width, sheet=paper.STYLES[name], **more)

    def letters(self, figure):
        """The sizes of a figure's letters as they are written."""
        style.fit_to_paper(figure)
        return letters(figure)

    def test_grid_and_letters_are_the_styles(self):
        pooled = groups.pool_by_seed(read_runs([self.sweep()], "metrics.csv"), ("task",))
        sizes = {}
        for name in ("nature", "slides"):
            self.styled(name)
            figure = curves.draw(pooled, "bits", "validation", "sequences", None)
            self.assertFalse(figure.axes[0].xaxis.get_gridlines()[0].get_visible())
            sizes[name] = max(self.letters(figure))
        self.assertLess(sizes["nature"], 8)
        self.assertGreater(sizes["slides"], 14)

    def test_title_and_footnote_are_in_the_caption(self):
        path, out = self.sweep(), self.root / "one.png"
        done = forked.run(plot.main, "curves", path, "--style", "nature", "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        told = out.with_suffix(".caption.txt").read_text()
        self.assertRegex(told, r"^\S.*Validation split\. A line a seed")
        self.assertNotIn("validation split", out.with_suffix(".svg").read_text())
        done = forked.run(plot.main, "curves", path, "--out", self.root / "two.png")
        self.assertFalse((self.root / "two.caption.txt").exists())
        self.assertIn("validation split", (self.root / "two.svg").read_text())
        copies = [run for run in self.points("sweep").iterdir() if "task = copy" in (run / "config.ini").read_text()]
        done = forked.run(compare.main, *copies, "--style", "paper", "--out", self.root / "all")
        self.assertEqual(done.returncode, 0, done.stderr)
        named = {each.name.split(".")[0] for each in (self.root / "all").glob("*.caption.txt")}
        self.assertLessEqual({"answer-copy", "learning-curves-copy", "solved-copy"}, named)

    def test_an_unknown_style_is_refused(self):
        done = forked.run(plot.main, "curves", self.sweep(), "--style", "science", "--out", self.root / "one.png")
        self.assertEqual(done.returncode, 2)
        self.assertIn("nature", done.stderr)


class Paper(Sweep):
    def figures(self):
        """The figures with most text beside their axes, for twelve groups with long names."""
        style.use()
        for at in range(12):
            self.make_run(f"g{at}", 1, [20, 9 + at], settings=[("task.length=5", at), ("task.length=9", 2 * at)],
                          config=f"train.learning-rate = {at + 1}e-4\nmemory.start-weighting = learned{at}\n")
        [found] = comparison.compare([self.root], threshold=15)
        yield from comparison_pictures.draw([found])
        names = [f"a scheme of a long name {at}" for at in range(4)]
        yield "row", heat_map.draw(["associative-recall"], names, [[0.5, 1, 2, 30]], [["0.5"] * 4],
                                   "cost (bits per sequence)", title="median final cost; seeds solved")

    def test_nothing_is_cut(self):
        for width in (None, 3.3, 2.2):
            paper.asked = paper.Paper(width=width)
            for name, figure in self.figures() if width is None else list(self.again()):
                self.assertEqual(cut(figure), [], (name, width))
                if width:
                    self.assertAlmostEqual(figure.get_figwidth(), width)

    def test_long_names_have_room(self):
        """Names of stacks, without a blank: rows are as high as these need, and columns become rows."""
        for at, mixers in enumerate(STACKS):
            self.make_run(f"m{at}", 1, [20, 9 + at], addressing="none",
                          config=f"model.mixers = {mixers}\n")
        [found] = comparison.compare([self.root])
        paper.asked = paper.Paper()
        for name, figure in comparison_pictures.draw([found]):
            with self.subTest(name), warnings.catch_warnings():
                warnings.simplefilter("error")
                self.assertEqual(cut(figure), [])
                axes = figure.axes[0]
                boxes = [label.get_window_extent() for label in axes.get_yticklabels() if label.get_text()]
                self.assertFalse([True for one, other in itertools.combinations(boxes, 2) if one.overlaps(other)])
                if name == "heat-map":
                    self.assertEqual([label.get_text() for label in axes.get_xticklabels()], ["copy"])
                    self.assertEqual(["".join(label.get_text().split()) for label in axes.get_yticklabels()],
                                     [f"mixers{mixers}" for mixers in STACKS])

    def test_long_names_on_both_sides_of_a_map_are_cut_where_they_are_slanted(self):
        ends = [f"{STACKS[1]}:width={at}" for at in (8, 9)]
        for width, names, said in ((None, STACKS, ["attention", "ntm:slots=…", "ntm:slots=…"]),
                                   (3.3, STACKS, ["attention", "ntm:slots=…", "ntm:slots=…"]),
                                   (None, ends, ["…width=8", "…width=9"])):
            paper.asked = paper.Paper(width=width)
            with self.subTest(width=width, names=names), warnings.catch_warnings():
                warnings.simplefilter("error")
                figure = heat_map.draw(STACKS, names, [[1.0] * len(names)] * 3, [["1"] * len(names)] * 3, "cost")
                self.assertEqual(cut(figure), [])
                shown = [label.get_text() for label in figure.axes[0].get_xticklabels()]
                for name, (begins, _, goes_on) in zip(shown, (one.partition("…") for one in said)):
                    self.assertTrue(name.startswith(begins) and name.endswith(goes_on), name)
                self.assertEqual(len(set(shown)), len(names))

    def again(self):
        [found] = comparison.compare([self.root], threshold=15)
        yield from comparison_pictures.draw([found], only="learning-curves")
        yield from comparison_pictures.draw([found], only="heat-map")

    def test_what_was_laid_out_by_hand_is_scaled_as_a_whole(self):
        style.use()
        figure = style.pyplot.figure(figsize=(6, 3))
        text = figure.text(0.5, 0.5, "words", fontsize=8)
        axes = figure.add_axes([0.1, 0.1, 0.3, 0.3])
        axes.tick_params(labelsize=7)
        self.assertAlmostEqual(resized.scale(figure, 0.5), 3.5)
        self.assertEqual((tuple(figure.get_size_inches()), text.get_fontsize()), ((3, 1.5), 4))
        figure.canvas.draw()
        self.assertEqual({label.get_fontsize() for label in axes.get_xticklabels()}, {3.5})

    def test_the_commands(self):
        path, out = self.sweep(), self.root / "figure.pdf"
        done = forked.run(plot.main, "curves", path, "--width", "84mm", "--no-title", "--labels", "A,B,C", "--font",
                          "serif", "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        [box] = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ", out.read_bytes())
        self.assertAlmostEqual(float(box), 84 / 25.4 * 72, places=1)
        self.assertFalse(out.with_suffix(".svg").exists())
        done = forked.run(compare.main, path, "--by-task", "--width", "3.3in", "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ", out.read_bytes())
        self.assertEqual((len(boxes), {float(box) for box in boxes}), (12, {237.6}))
        done = forked.run(compare.main, path, "--by-task", "--figure", "heat-map", "--title", "A <b> & $c$", "--out",
                          out.with_suffix(".svg"))
        self.assertEqual(done.returncode, 0, done.stderr)
        said = out.with_suffix(".svg").read_text()
        for words in (">A &lt;b&gt; &amp; $c$<", ">recall<", ">lru<", ">cost (bits per sequence)<"):
            self.assertIn(words, said)  # text as text

    def test_bad_values_are_told_in_one_line(self):
        path, out = self.make_run("a", 1, [3, 2]), self.root / "x.png"
        cases = [("--width", "wide", "--width: got 'wide'; a width from 1.5in to 40in such as 3.3in"),
                 ("--width", "-3in", "--width"), ("--width", "0.1in", "got '0.1in'; a width from"),
                 ("--width", "900cm", "got '900cm'"),
                 ("--font", "Helvetika", "got 'Helvetika'; a font that is installed"),
                 ("--labels", "A,,B", "got 'A,,B'; names with commas"), ("--labels", "A,A", "different names"),
                 ("--labels", "A,B", "--labels: got 2 names; 1 are needed, for all runs"),
                 ("--out", str(self.root / "x.gif"), "a name ending in .png (with .svg beside it), .svg or .pdf")]
        for option, value, says in cases:
            with self.subTest(option=option, value=value):
                words = [f"{option}={value}"] + ([] if option == "--out" else ["--out", out])
                done = forked.run(plot.main, "curves", path, *words)
                self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
                self.assertIn(says, done.stderr)
                self.assertTrue(done.stderr.startswith("plot.py"), done.stderr)
        for words, says in ((["--out", out], "--figure NAME chooses among"),
                            (["--figure", "heatmap", "--out", out.with_suffix(".pdf")],
                             "got 'heatmap'; nearest: heat-map"),
                            (["--out", self.root / "x.eps"], "x.eps'; a name ending in .png (with .svg beside it)"),
                            (["--out", self.root / "x.PDF"], "x.PDF'; a name ending in .png"),
                            (["--figure", "heat-map"], "--figure: needs --out NAME.pdf")):
            done = forked.run(compare.main, path, "--solved", "1", *words)
            lines = [line for line in done.stderr.splitlines() if not line.startswith("note: ")]
            self.assertEqual((done.returncode, len(lines), done.stdout), (2, 1, ""), done.stderr)
            self.assertIn(says, lines[0])
            self.assertTrue(lines[0].startswith("compare.py: "), lines[0])
        self.assertEqual([path.name for path in self.root.glob("x.*")], [])

    def test_a_directory_may_be_called_as_its_user_likes(self):
        (self.root / "old.eps").mkdir()
        self.assertEqual([style.is_picture(self.root / name)
                          for name in ("a", "v1.2", "of.runs", "old.eps", "x.eps", "x.PNG")],
                         [False, False, False, False, True, True])

    def test_interrupted(self):
        path = self.make_run("a", 1, [3, 2])
        for script, at, words in ((compare, "tapehead.stats.comparison.compare", []),
                                  (plot, "tapehead.plots.curves.draw", ["curves", "--out", self.root / "x.png"])):
            with mock.patch(at, side_effect=KeyboardInterrupt):
                done = forked.run(script.main, *words[:1], path, *words[1:])
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (130, "", 1), done.stderr)
            self.assertRegex(done.stderr, r"^(compare|plot)\.py: interrupted")


if __name__ == "__main__":
    unittest.main()
