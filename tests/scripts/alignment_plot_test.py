#!/usr/bin/python3
"""scripts/plot.py alignment and jacobian: the content of the figures, refusals, and the program as a process."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python")]

import figures
import forked
import numpy
import spoken_traces
from tapehead.commands import plot
from tapehead.plots import alignment, alignment_trace, jacobian, jacobian_file, style, token_text
from tapehead.plots.said_beside import beside
from tapehead.runs import tokens
from tapehead.runs.errors import InputError

HOSTILE = ["$x$ & $y$", "\u202eabc", "\n", " ", "", "a\x07", "日本", "</script>", "a-token-that-is-far-too-long"]


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.path = self.root / "file.h5"

    def figure(self, **trace):
        return alignment.draw(alignment_trace.read_answer(spoken_traces.answer(self.path, **trace)))

    def jacobian(self, **found):
        return jacobian.draw(jacobian_file.read_jacobian(spoken_traces.jacobian(self.path, **found)))

    def assert_refused(self, expected, figure, file=None):
        """Exit status 2, one line on standard error with the expected words, and nothing written."""
        out = self.root / "refused.png"
        done = forked.run(plot.main, figure, file or self.path, "--out", out)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        self.assertIn(expected, done.stderr)
        self.assertFalse(out.exists())

    def assert_unread(self, expected, read):
        """One line that begins with the file."""
        with self.assertRaises(InputError) as refused:
            read(self.path)
        self.assertIn(expected, str(refused.exception))
        self.assertTrue(str(refused.exception).startswith(f"{self.path}: "))
        self.assertNotIn("\n", str(refused.exception))

    def assert_legible(self, figure):
        self.assertEqual(figures.not_legible(figure), [])


def pictures(figure):
    """The values of all pictures without their colour bars, rows from the top."""
    return [numpy.asarray(mesh.get_array()).reshape(mesh.get_coordinates().shape[0] - 1, -1)
            for axes in figure.axes if axes.yaxis_inverted()
            for mesh in axes.collections if hasattr(mesh, "get_coordinates")]


def words(figure):
    return [text.get_text() for text in figure.texts]


class Alignment(Files):
    def test_the_source_stands_across_and_the_answer_down(self):
        figure = self.figure()
        [shown] = pictures(figure)
        numpy.testing.assert_allclose(shown, spoken_traces.WEIGHTS, rtol=1e-6)
        [axes] = [axes for axes in figure.axes if axes.yaxis_inverted()]
        self.assertEqual(axes.collections[0].get_clim(), (0, 1))
        place = {text.get_text(): text.get_position() for text in figure.texts}
        across, down = [place[name][0] for name in "tape"], [place[name][1] for name in spoken_traces.TARGET]
        self.assertEqual((across, down), (sorted(across), sorted(down, reverse=True)))
        self.assertLess(place["(end)"][0], place["t"][0])
        self.assertIn("pronunciation", words(figure))
        self.assertIn("encoder-decoder", words(figure))

    def test_the_mean_comes_before_the_heads(self):
        heads = numpy.random.default_rng(1).dirichlet(numpy.ones(4), (4, 3))
        figure = self.figure(weights=heads)
        shown = pictures(figure)
        numpy.testing.assert_allclose(shown[0], heads.mean(axis=1), rtol=1e-5)
        numpy.testing.assert_allclose(shown[1:], heads.transpose(1, 0, 2), rtol=1e-5)
        for title in ("mean of 3 heads", "head 1", "head 2", "head 3"):
            self.assertIn(title, words(figure))

    def test_of_many_heads_those_that_fit(self):
        figure = self.figure(source=["word"] * 60, target=["said"] * 49 + ["(end)"],
                             weights=numpy.full((50, 16, 60), 0.1))
        shown = len(pictures(figure))
        self.assertLess(shown, 17)
        self.assertIn(f"{shown - 1} of 16 heads", words(figure))
        self.assertLess(max(figure.get_size_inches()), 20)

    def test_only_steps_of_the_answer_where_the_source_is_read_first(self):
        [shown] = pictures(self.figure(read_first=4))
        numpy.testing.assert_allclose(shown, spoken_traces.WEIGHTS, rtol=1e-6)

    def test_links_are_framed_and_counted(self):
        figure = self.figure(aligned=numpy.array([0, 2, 2, -1]))
        [axes] = [axes for axes in figure.axes if axes.yaxis_inverted()]
        self.assertEqual([frame.get_xy() for frame in axes.patches], [(0, 0), (2, 1), (2, 2)])
        self.assertIn("framed: what the token comes from; the greatest weight is there for 2 of 3",
                      " ".join(words(figure)))
        self.assertFalse([axes for axes in self.figure().axes if axes.yaxis_inverted() and axes.patches])

    def test_what_is_said_without_help(self):
        figure = self.figure(said=["T", "AH", "P", "S"])
        bold = [text.get_text() for text in figure.texts if text.get_fontweight() == "bold"]
        self.assertEqual(bold, ["pronunciation", "AH", "P S"])
        self.assertIn("free decoding", words(figure))
        figure = self.figure(said=["T", "EY", "P"])
        self.assertIn("free decoding says the same", words(figure))
        self.assertNotIn("free decoding", words(figure))
        self.assertFalse([text for text in words(self.figure()) if "itself" in text])

    def test_all_is_legible(self):
        long = [f"word{at % 7}" + "x" * (at % 5) for at in range(64)]
        for trace in ({}, {"said": ["T", "AH"]},
                      {"source": ["a"], "target": ["(end)"], "weights": [[1]], "said": ["b"]},
                      {"weights": numpy.full((4, 5, 4), 0.25), "aligned": numpy.arange(4)},
                      {"source": long, "target": [*long[:50], "(end)"], "weights": numpy.full((51, 64), 1 / 64)},
                      {"source": long * 5, "target": ["(end)"], "weights": numpy.full((1, 320), 1 / 320)},
                      {"source": HOSTILE, "target": [*HOSTILE, "(end)"], "weights": numpy.full((10, 9), 1 / 9)}):
            with self.subTest(trace.keys()):
                self.assert_legible(self.figure(**trace))

    def test_hostile_tokens(self):
        shown = words(self.figure(source=HOSTILE, weights=numpy.full((4, 9), 1 / 9)))
        for name in ("$x$␣&␣$y$", "�abc", "↵", "␣", "∅", "a�", "��", "</script>", "a-token-that-is-f…"):
            self.assertIn(name, shown)

    def test_refused_files(self):
        self.assert_refused("no such file", "alignment")
        spoken_traces.write(self.path, {"inputs": numpy.zeros((3, 2)), "outputs": numpy.zeros((3, 2))})
        self.assert_refused("holds no source and target", "alignment")
        spoken_traces.answer(self.path, weights=None)
        self.assert_refused("is of model encoder-decoder, which does not show where it looks", "alignment")
        whole = spoken_traces.answer(self.path).read_bytes()
        self.path.write_bytes(whole[:len(whole) // 2])
        self.assert_refused("is damaged", "alignment")

    def test_refused_numbers(self):
        good = numpy.array(spoken_traces.WEIGHTS)
        for expected, trace in (
                ("'alignment' is 4x1x3; weights of 4 steps, heads, and 4 tokens", {"weights": good[:, :3]}),
                ("'alignment' is 3x1x4", {"alignment": good[:3, None]}), ("'alignment' is 4x4;", {"alignment": good}),
                ("not finite", {"weights": good * numpy.nan}),
                ("'mask' scores 2 of 4 steps", {"mask": numpy.repeat([[0], [0], [1], [1]], 6, axis=1)}),
                ("has no dataset 'mask'", {"mask": None}), ("has 0 tokens of source", {"source": [], "weights": None}),
                ("'aligned' is not a place in the source, 0 to 3, or -1", {"aligned": numpy.array([0, 1, 2, 4])}),
                ("for each of 4 tokens", {"aligned": numpy.array([0, 1, 2])}),
                ("'aligned' is not a place", {"aligned": numpy.array([0.5, 1, 2, 3])}),
                ("'aligned' is 2x2", {"aligned": numpy.zeros((2, 2))})):
            with self.subTest(expected):
                spoken_traces.answer(self.path, **trace)
                self.assert_unread(expected, alignment_trace.read_answer)

    def test_it_is_no_episode_unless_both_are_one_stream(self):
        spoken_traces.answer(self.path)
        self.assert_refused("steps are not those of what is read; 'plot.py alignment' draws it", "episode")
        spoken_traces.answer(self.path, read_first=4, weights=None)
        done = forked.run(plot.main, "episode", self.path, "--out", self.root / "one.png")
        self.assertEqual(done.returncode, 0, done.stderr)


class Beside(unittest.TestCase):
    def test_the_fewest_changes(self):
        same, other = False, True
        for target, said, wanted in (
                ("abc", "abc", [("a", same), ("b", same), ("c", same)]),
                ("abc", "axc", [("a", same), ("x", other), ("c", same)]),
                ("abc", "ac", [("a", same), ("", other), ("c", same)]),
                ("ac", "abc", [("ab", other), ("c", same)]), ("a", "ba", [("ba", other)]),
                ("ab", "", [("", other), ("", other)])):
            found = [("".join(tokens), differs) for tokens, differs in beside(list(target), list(said))]
            self.assertEqual(found, wanted, (target, said))


class Tokens(unittest.TestCase):
    def test_each_has_a_shape(self):
        self.assertEqual([tokens.visible(each) for each in ("a", "", " ", "\t\n", "\u00a0", "\u200f", "\x00", "אב")],
                         ["a", "∅", "␣", "⇥↵", "␣", "�", "�", "אב"])
        self.assertEqual(token_text.drawn("日"), "�")


class Jacobian(Files):
    def test_beside_random_weights_and_attention(self):
        norms = 3 * numpy.array(spoken_traces.WEIGHTS)
        control, attention = norms.max() - norms, numpy.array(spoken_traces.WEIGHTS)
        figure = self.jacobian(norms=norms, control=control, attention=attention)
        for shown, wanted in zip(pictures(figure), (norms, control, attention), strict=True):
            numpy.testing.assert_allclose(shown, wanted, rtol=1e-6)
        scales = [axes.collections[0].get_clim()[1] for axes in figure.axes if axes.yaxis_inverted()]
        numpy.testing.assert_allclose(scales, [2.4, 2.4, 1], rtol=1e-6)
        said = " ".join(words(figure)).replace("\n", " ")
        self.assertIn("‖∂ output / ∂ source‖", said)
        self.assertIn("of random weights (rank correlation −1.00)", said)
        self.assertIn("attention (rank correlation 1.00)", said)

    def test_ranks_are_those_of_what_counts(self):
        from scipy import stats
        draw = numpy.random.default_rng(3)
        one, other = draw.integers(0, 4, (6, 5)).astype(float), draw.integers(0, 4, (6, 5)).astype(float)
        either = (one > 0) | (other > 0)
        self.assertTrue((~either).any())
        wanted = stats.spearmanr(one[either], other[either])[0]
        self.assertEqual(jacobian.correlation(one, other), f"{wanted:.2f}".replace("-", "−"))
        self.assertEqual(jacobian.correlation(one, numpy.zeros((6, 5))), "–")
        self.assertEqual(jacobian.correlation(0 * one, 0 * other), "–")

    def test_without_texts_steps_have_numbers(self):
        figure = self.jacobian(tokens=False, steps=numpy.array([7, 8, 9, 10]))
        self.assertLessEqual({"1", "2", "3", "4", "8", "9", "10", "11"}, set(words(figure)))

    def test_all_is_legible(self):
        wide = numpy.random.default_rng(2).random((12, 70))
        for found in ({"control": numpy.ones((4, 4)), "attention": numpy.array(spoken_traces.WEIGHTS)},
                      {"norms": wide, "tokens": False, "control": wide}, {"norms": [[0]], "tokens": False}):
            with self.subTest(found.keys()):
                self.assert_legible(self.jacobian(**found))

    def test_refused(self):
        self.assert_refused("no such file; 'tapehead jacobian", "jacobian")
        spoken_traces.answer(self.path)
        self.assert_refused("has no group 'jacobian'; 'tapehead jacobian DIR", "jacobian")
        spoken_traces.write(self.path, {"jacobian/input": numpy.ones((2, 2))})
        self.assert_refused("has no dataset 'steps'; 'tapehead jacobian DIR", "jacobian")
        four = numpy.ones((4, 4))
        for expected, found in (("'control/source' is 4x3; 4x4 is wanted", {"control": four[:, :3]}),
                                ("'attention' is 3x4; 4x4 is wanted", {"attention": four[:3]}),
                                ("'jacobian/source' is 4x4; 3xsteps is wanted", {"steps": numpy.arange(3)}),
                                ("'texts/target' has 4 texts; 9 are wanted", {"steps": numpy.arange(5, 9)}),
                                ("'texts/source' has 4 texts; 6 are wanted", {"norms": numpy.ones((4, 6))}),
                                ("holds negative numbers", {"norms": -four}),
                                ("not finite", {"attention": four * numpy.nan})):
            with self.subTest(expected):
                spoken_traces.jacobian(self.path, **found)
                self.assert_unread(expected, jacobian_file.read_jacobian)


class Program(Files):
    def test_writes_both_files_alike_each_time(self):
        other = spoken_traces.jacobian(self.root / "jacobian.h5", control=numpy.eye(4))
        for command in (("alignment", spoken_traces.answer(self.path, said=["T"])), ("jacobian", other)):
            written = []
            for name in ("one", "two"):
                words_given = [*map(str, command), "--out", str(self.root / f"{name}.png")]
                done = forked.run(plot.main, *words_given) if name == "one" else \
                    subprocess.run([SOURCE / "scripts/plot.py", *words_given], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                written.append([(self.root / f"{name}.{kind}").read_bytes() for kind in ("png", "svg")])
            self.assertTrue(written[0][0].startswith(b"\x89PNG") and b"<svg" in written[0][1])
            self.assertEqual(written[0], written[1], f"{command[0]} is not deterministic")
        self.assertEqual(style.matplotlib.get_backend().lower(), "agg")


if __name__ == "__main__":
    unittest.main()
