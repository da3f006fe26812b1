#!/usr/bin/python3
"""docs/how-it-works.md: scripts/how_it_works.py reproduces its pictures from the trained models, its statements about
them hold, the report includes it whole, and every panel of a player links into it."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

import numpy
from PIL import Image

from process import PROGRAM
from tapehead.commands import how_it_works
from tapehead.explained import computer, copy_machine, episodes
from tapehead.report import explanation, sentences

PAGE = SOURCE / "docs/how-it-works.md"
TEXT = " ".join(PAGE.read_text(encoding="utf-8").split())
ALIKE = 3  # of 255, the mean over a picture's pixels: other processors round differently


class Pictures(unittest.TestCase):
    def test_they_are_those_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(how_it_works.main(["--out", folder, "--program", str(PROGRAM)]), 0)
            made = {path.name: Image.open(path).convert("L") for path in pathlib.Path(folder).iterdir()}
            kept = {path.name: Image.open(path).convert("L") for path in (SOURCE / "docs/how-it-works").iterdir()}
            self.assertEqual(set(made), set(kept))
            self.assertEqual({pathlib.Path(each).name for each in re.findall(r"\]\((how-it-works/[^)]+)\)", TEXT)},
                             set(kept))
            for name, picture in made.items():
                self.assertEqual(picture.size, kept[name].size, name)
                apart = abs(numpy.asarray(picture, float) - numpy.asarray(kept[name], float)).mean()
                self.assertLess(apart, ALIKE, name)

    def test_refused(self):
        self.assertEqual(how_it_works.main(["--out", "/no/such", "--program", str(PROGRAM)]), 2)

    def test_a_python_without_numpy_is_told_so(self):
        """As with every other script: Debian's Python takes over where there is one, and else one line says it."""
        done = subprocess.run([sys.executable, "-S", SOURCE / "scripts/how_it_works.py", "--help"], capture_output=True,
                              text=True)
        self.assertRegex(done.stderr, r"\Ahow_it_works.py: [^\n]* lacks numpy, [^\n]*; scripts/setup.sh scripts "
                                      r"[^\n]*\n\Z")
        self.assertEqual(done.returncode, 2)


class Told(unittest.TestCase):
    """The page's statements about the pictures, checked on their traces."""

    @classmethod
    def setUpClass(cls):
        cls.traces = episodes.read_all(PROGRAM)

    def test_the_copy_machine(self):
        trace = self.traces["copy"]
        write, read = (trace[f"{side}/weights"][:, 0].argmax(axis=1) + 1 for side in ("write", "read"))
        self.assertEqual(write[:6].tolist(), [1, 2, 3, 4, 5, 6])  # one slot per vector
        listened = copy_machine.heard(trace)
        self.assertLess(trace["read/weights"][:listened - 1].max(), 0.1)  # at no slot in particular
        self.assertEqual(set(read[listened - 1:listened + 1]), {1})       # then at the first
        self.assertEqual([step + 1 for step in copy_machine.jumps(trace)], [15, 21])
        self.assertEqual(read[14:20].tolist(), [2, 3, 4, 5, 6, 7])
        step = 14
        alike = copy_machine.likeness(trace, step)
        found = copy_machine.shares(alike, trace["read/strength"][step, 0, 0])
        # The picture's sum is the model's.
        numpy.testing.assert_allclose(found, trace["read/content"][step, 0], atol=0.01)
        self.assertEqual(alike.argmax(), 0)
        self.assertTrue(0.6 < copy_machine.shares(alike, 8)[0] < 0.7)  # “two thirds”
        self.assertGreater(found[0], 0.9)
        gate = trace["read/gate"][listened:-1, 0, 0]
        self.assertLess(gate[gate < 0.5].max(), 0.2)  # “nearly shut”
        self.assertIn("at strengths 1, 8 and %.1f" % trace["read/strength"][step, 0, 0], TEXT)
        self.assertEqual((read[13], trace["read/gated"][step, 0].argmax() + 1, read[step]), (7, 1, 2))
        self.assertIn(f"each of the {int((trace['mask'] > 0).sum())} answers", TEXT)
        self.assertLess(copy_machine.costs(trace).sum(), 0.01)

    def test_the_neural_computer(self):
        trace = self.traces["dnc"]
        order, listened = computer.written(trace), computer.heard(trace)
        self.assertIn(f"slots {', '.join(map(str, order))} while it listens", TEXT)
        read = trace["read/weights"][listened:, 0].argmax(axis=1) + 1
        self.assertEqual(read.tolist(), order)
        modes = trace["read/modes"][listened:, 0]  # backward, look-up, forward
        self.assertEqual(modes.argmax(axis=1).tolist(), [1] + [2] * (len(order) - 1))

    def test_the_memory_network(self):
        right, wrong = self.traces["story"], self.traces["wrong"]
        answer = right["story/classes"][right["outputs"][0].argmax()]
        self.assertEqual((answer, right["story/answer"][0]), ("kitchen", "kitchen"))
        looked = [right["story/statements"][each] for each in right["hop/weights"][:, 0].argmax(axis=1)]
        self.assertEqual(looked, ["mary discarded the football"] * 2 + ["mary journeyed to the kitchen"])
        self.assertLess(wrong["hop/weights"][1, 0].sum(), 0.1)  # at no sentence
        likely = [wrong["story/classes"][each] for each in (-wrong["outputs"][0]).argsort()[:3]]
        self.assertEqual(likely, ["yellow", "white", "gray"])
        self.assertEqual(wrong["story/answer"][0], "gray")


class Brought(unittest.TestCase):
    def test_all_of_it_is_in_the_report(self):
        blocks = explanation.blocks()
        kinds = ("text", "code", "em", "strong")
        words = [part if isinstance(part, str) else next(part[key] for key in kinds if key in part)
                 for block in blocks for part in block.get("parts", block.get("caption"))]
        plain = re.sub(r"!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)|[#*`\[]", " ", TEXT)
        self.assertEqual("".join("".join(words).split()), "".join(plain.split()))
        figures = [block for block in blocks if block["kind"] == "figure"]
        self.assertEqual(len(figures), 10)
        for figure in figures:
            self.assertTrue(figure["image"].startswith("data:image/png;base64,"))
            self.assertTrue(figure["alt"] and figure["caption"])
        self.assertLess(sum(len(each["image"]) for each in figures), 200_000)  # it is part of every report

    def test_every_panel_leads_somewhere(self):
        places = {block["id"] for block in explanation.blocks() if "id" in block}
        for sentence, about in [*sentences.OF_KINDS.values(), (sentences.ANY, sentences.MORE)]:
            self.assertIn(about, places)
            self.assertRegex(sentence, r"^[A-Z].*\.$")
        for unheard in ({"kind": "over-time", "array": "x/new", "map": "unit", "row_name": "slot"},
                        {"kind": "matrix", "array": "new", "map": "diverging"},
                        {"kind": "sequence", "array": "new", "map": "unit"}):
            sentence, about = sentences.said(unheard, ("ntm", "memory-machine"))
            self.assertTrue(sentence and about in places)

    def test_markdown(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "page.md"
            source.write_text("# A\n\nOf [it](#slots-and-heads), [there](other.md), `x` and "
                              "*so*\n**on**.\n\n## Slots and heads\n")
            self.assertEqual(explanation.blocks(source), [
                {"kind": "heading", "id": "a", "parts": ["A"]},
                {"kind": "paragraph", "parts": ["Of ", {"text": "it", "to": "slots-and-heads"}, ", ", "there", ", ",
                                                {"code": "x"}, " and ", {"em": "so"}, " ", {"strong": "on"}, "."]},
                {"kind": "heading", "id": "slots-and-heads", "parts": ["Slots and heads"]}])


if __name__ == "__main__":
    unittest.main()
