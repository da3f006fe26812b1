#!/usr/bin/python3
"""The players of scripts/report.py for answers generated token by token."""
import base64
import gzip
import json
import os
import pathlib
import sys
import tempfile
import types
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python")]

import numpy
import spoken_traces
from tapehead.report import page, players

RUN = types.SimpleNamespace(part={"task": "pronunciation"}.get)


class Spoken(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "trace.h5"

    def read(self, **trace):
        return players.read(spoken_traces.answer(self.path, **trace), RUN, {})

    def test_the_first_panel_is_the_answer(self):
        trace = self.read(said=["T", "AH", "P"], aligned=numpy.array([0, 1, 2, -1]))
        panel = trace["panels"][0]
        self.assertEqual((panel["kind"], panel["source"], panel["target"], panel["first"], panel["aligned"]),
                         ("alignment", spoken_traces.SOURCE, spoken_traces.TARGET, 0, [0, 1, 2, None]))
        self.assertEqual(panel["said"], [[["T"], False], [["AH"], True], [["P"], False], [["(end)"], False]])
        self.assertEqual((trace["steps"], trace["step_labels"]), (4, spoken_traces.TARGET))
        packed = trace["arrays"][panel["array"]]
        self.assertEqual(packed["shape"], [4, 1, 4])
        whole = numpy.frombuffer(gzip.decompress(base64.b64decode(packed["data"])), "<u2").reshape(4, 4)
        numpy.testing.assert_allclose(packed["low"] + whole * (packed["high"] - packed["low"]) / 65535,
                                      spoken_traces.WEIGHTS, rtol=0, atol=1e-5)
        json.loads(page.json_text(trace))

    def test_what_is_read_apart_is_no_sequence_of_the_answer_s_steps(self):
        for read_first, wanted in ((0, False), (4, True)):  # as many source tokens as answer tokens
            panels = self.read(read_first=read_first)["panels"]
            self.assertEqual("inputs" in [panel.get("array") for panel in panels], wanted)

    def test_layers_below_have_the_source_s_names(self):
        panels = self.read(source=list("longer"), weights=numpy.full((4, 2, 6), 1 / 6))["panels"]
        found = [panel for panel in panels if "attention" in panel.get("array", "")]
        self.assertEqual([(panel["array"], panel["head"], panel["rows"]) for panel in found],
                         [("decoder/layer-1/attention", head, list("longer")) for head in (0, 1)])

    def test_one_stream(self):
        trace = self.read(read_first=4, weights=None, said=["T", "EY", "P"])
        panel = trace["panels"][0]
        self.assertEqual((panel["first"], trace["steps"], trace["step_labels"]),
                         (4, 8, spoken_traces.SOURCE + spoken_traces.TARGET))
        self.assertNotIn("array", panel)
        self.assertFalse(any(other for _, other in panel["said"]))

    def test_hostile_tokens_are_visible(self):
        panel = self.read(source=["\u202e", "</script>", " ", ""])["panels"][0]
        self.assertEqual(panel["source"], ["�", "</script>", "␣", "∅"])

    def test_one_that_is_damaged_has_no_player(self):
        said = self.read(alignment=numpy.zeros((4, 1, 3)))
        self.assertIsInstance(said, str)
        self.assertIn("'alignment' is 4x1x3; weights of 4 steps, heads, and 4 tokens of source are wanted", said)

    def test_the_same_question_is_the_same_episode(self):
        one = self.read(said=["T"])["episode"]
        self.assertEqual(one, self.read(weights=None)["episode"])
        self.assertNotEqual(one, self.read(target=["S", "EY", "P", "(end)"])["episode"])


if __name__ == "__main__":
    unittest.main()
