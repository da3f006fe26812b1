#!/usr/bin/python3
"""The descriptions of a trace's datasets decide how they are shown: for an unknown memory, for a head with named ways
to attend, and for a trace without descriptions."""
import os
import pathlib
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "python"))

import h5py
import numpy
from tapehead.plots import episode as figure
from tapehead.plots import trace as checked
from tapehead.plots.score import tracks
from tapehead.report import episode, panels, score
from tapehead.runs import errors, traces

STEPS, UNIT = 6, (0, 1)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "trace.h5"
        self.draw = numpy.random.default_rng(1)

    def make(self, watched, ordered=True):
        """A trace of (name, columns, rows, axes, range, title) in that order; None in the last three omits the
        attribute. Values lie in the range, or from −3 to 3."""
        with h5py.File(self.path, "w", track_order=ordered) as file:
            for name, rows in (("inputs", 5), ("targets", 4), ("mask", 4), ("outputs", 4)):
                file[name] = numpy.full((STEPS, rows), 0.25)
            for name, columns, rows, axes, ends, title in watched:
                for end in [at for at, letter in enumerate(name) if letter == "/"]:
                    if name[:end] not in file:
                        file.create_group(name[:end], track_order=ordered)
                file[name] = self.draw.uniform(*(ends or (-3, 3)), (STEPS, columns, rows))
                if axes:
                    file[name].attrs["axes"] = ["step", *axes]
                if axes and ends:
                    file[name].attrs["range"] = [float(end) for end in ends]
                if title:
                    file[name].attrs["title"] = title

    def panels(self):
        return panels.panels_of(episode.read_episode(self.path))

    def score(self):
        one = episode.read_episode(self.path)
        return score.described(one, one.views, STEPS, [])

    def titles(self):
        """What the tracks of its figure are called; the note below them is left out."""
        drawn = figure.draw(checked.read_trace(self.path))
        return [text.get_text() for text in drawn.texts][:-1]


HEADS = ("head", "slot")
UNHEARD_OF = [
    ("core/reservoir", 7, 9, ("component", "slot"), (-1, 1), "Reservoir"),
    ("core/write/likeness", 2, 9, HEADS, UNIT, "alike"),
    ("core/write/leak", 2, 1, ("head", "leak"), UNIT, None),
    ("core/write/pour", 2, 9, HEADS, UNIT, "where it pours"),
    ("core/write/force", 2, 1, ("head", "force"), None, None),
    ("core/write/cargo", 2, 3, ("head", "component"), (-1, 1), "what is poured"),
    ("core/read/drain", 1, 9, HEADS, UNIT, "where it drains"),
    ("core/reads", 1, 3, ("head", "component"), (-1, 1), "what is drained"),
    ("core/level", 1, 9, ("", "slot"), UNIT, "Level"),
    ("core/tone", 1, 1, ("", "tone"), None, None),
    ("core/cells", 2, 30, ("head", "cell"), None, None),
]


class UnheardOf(Files):
    """A memory with its own names, inside a part of a larger model."""

    def setUp(self):
        super().setUp()
        self.make(UNHEARD_OF)

    def test_the_player_shows_it_in_the_order_of_a_story(self):
        found = self.panels()
        self.assertEqual([(panel["kind"], panel["title"]) for panel in found], [
            ("sequence", "Inputs"), ("sequence", "Targets"), ("sequence", "Outputs"),
            ("matrix", "Reservoir"),
            ("over-time", "Core, write head 1: where it pours"), ("over-time", "Core, write head 2: where it pours"),
            ("over-time", "Core, read head: where it drains"),
            ("stages", "Core, write head 1: addressing"), ("stages", "Core, write head 2: addressing"),
            ("over-time", "Core, write head 1: what is poured"), ("over-time", "Core, write head 2: what is poured"),
            ("over-time", "Core, read head: what is drained r"), ("over-time", "Level"),
            ("over-time", "Core: cells 1"), ("over-time", "Core: cells 2")])

    def test_the_score_is_told_all_that_was_watched_as_it_says_itself(self):
        found = {view["name"]: view for view in self.score()["views"]}
        self.assertEqual(list(found), [name for name, *_ in UNHEARD_OF])
        self.assertEqual(found["core/write/leak"], {"name": "core/write/leak", "rows": 1, "columns": 2, "row": "leak",
                                                    "column": "head", "title": "leak", "low": 0, "high": 1})
        self.assertNotIn("low", found["core/write/force"])

    def test_scales_and_names_of_axes_are_those_it_says(self):
        by_array = {panel["array"]: panel for panel in self.panels() if "array" in panel}
        self.assertEqual({key: by_array["core/reservoir"][key] for key in ("map", "low", "high", "row_name",
                                                                           "column_name")},
                         {"map": "diverging", "low": -1, "high": 1, "row_name": "slot", "column_name": "component"})
        self.assertEqual((by_array["core/level"]["map"], by_array["core/level"]["row_name"]), ("unit", "slot"))
        self.assertEqual((by_array["core/cells"]["map"], by_array["core/cells"]["row_name"]), ("diverging", "cell"))
        self.assertNotIn("low", by_array["core/cells"])

    def test_a_number_belongs_to_the_stage_that_is_shown_after_it(self):
        [_, second] = [panel["stages"] for panel in self.panels() if panel["kind"] == "stages"]
        self.assertEqual([(one["title"], one["array"], one["head"], [item["name"] for item in one["scalars"]])
                          for one in second],
                         [("alike", "core/write/likeness", 1, []), ("where it pours", "core/write/pour", 1, ["leak"])])

    def test_the_figure_has_the_tracks_of_the_score(self):
        self.assertEqual(self.titles(), [
            "Input", "■ Core write where it pours", "■ Core read where it drains", "head 1", "head 2",
            "Output (0 of 24 bits wrong)", "Core write heads", "Memory"])


def named_ways(writers):
    """A read head's directions, as in the differentiable neural computer."""
    back, ahead = ([f"{word} {at + 1}" if writers > 1 else word for at in range(writers)]
                   for word in ("backward", "forward"))
    ways, modes = ", ".join(back + ahead), ", ".join([*back, "content", *ahead])
    return [("read/strength", 2, 1, ("head", "strength"), None, None),
            ("read/content", 2, 8, HEADS, UNIT, "by content"),
            ("read/directions", 4 * writers, 8, (ways, "slot"), UNIT, None),
            ("read/sharpening", 4 * writers, 1, (ways, "strength"), None, None),
            ("read/sharpened", 4 * writers, 8, (ways, "slot"), UNIT, None),
            ("read/modes", 2, 1 + 2 * writers, ("head", modes), UNIT, "share"),
            ("read/weights", 2, 8, HEADS, UNIT, "weighting"),
            ("read/free-gate", 2, 1, ("head", "gate"), UNIT, None)]


class NamedWays(Files):
    def stages(self, writers):
        self.make(named_ways(writers))
        return [panel["stages"] for panel in self.panels() if panel["kind"] == "stages"]

    def test_each_way_is_a_stage_with_its_own_numbers(self):
        _, second = self.stages(1)
        self.assertEqual([(one["title"], one["array"], one["head"]) for one in second],
                         [("by content", "read/content", 1), ("backward", "read/sharpened", 2),
                          ("forward", "read/sharpened", 3), ("weighting", "read/weights", 1)])
        self.assertEqual([[(item["name"], item["head"], item.get("row")) for item in one["scalars"]] for one in second],
                         [[("key strength β", 1, None), ("share", 1, 1)], [("sharpening", 2, None), ("share", 1, 0)],
                          [("sharpening", 3, None), ("share", 1, 2)], []])

    def test_of_several_writing_heads(self):
        first, second = self.stages(2)
        self.assertEqual([one["title"] for one in second],
                         ["by content", "backward 1", "backward 2", "forward 1", "forward 2", "weighting"])
        self.assertEqual([one["head"] for one in first[1:5]], [0, 1, 2, 3])
        self.assertEqual([one["head"] for one in second[1:5]], [4, 5, 6, 7])

    def test_the_figure_has_the_links_that_lead_on_of_all_heads(self):
        for writers in (1, 2):
            self.make(named_ways(writers))
            with h5py.File(self.path, "r+") as file:
                file["read/directions"][:] = 0
                file["read/directions"][1, 4 * writers - 1, 4] = 0.75  # forward, of the last head
                file["read/directions"][2, 0, 5] = 0.5                # backward
            made = tracks.of(checked.read_trace(self.path))
            [at] = [at for at, each in enumerate(made) if [words for words, _ in each.title] == [tracks.LINKS]]
            axes = figure.draw(checked.read_trace(self.path)).tracks[at]
            dark = numpy.argwhere(1 - axes.images[0].get_array()[..., 0] > 0.01)
            self.assertEqual(dark.tolist(), [[4, 1]], writers)

    def test_a_usage_above_one_has_a_scale_that_is_told(self):
        self.make([*named_ways(1), ("usage", 1, 8, ("", "slot"), None, "usage")])
        with h5py.File(self.path, "r+") as file:
            file["usage"][:] = numpy.linspace(0, 2.5, STEPS)[:, None, None]
        self.assertIn("Usage (black 2.5)", self.titles())
        made = tracks.of(checked.read_trace(self.path))
        [at] = [at for at, each in enumerate(made) if each.title and each.title[0][0].startswith("Usage")]
        image = figure.draw(checked.read_trace(self.path)).tracks[at].images[0].get_array()[..., 0]
        numpy.testing.assert_allclose(image[0], 1 - numpy.linspace(0, 1, STEPS), atol=0.01)

    def test_the_score_has_the_names(self):
        self.make(named_ways(1))
        found = {view["name"]: view for view in self.score()["views"]}
        modes = found["read/modes"]
        self.assertEqual((modes["row"], modes["column"]), ("backward, content, forward", "head"))
        self.assertEqual(found["read/directions"]["column"], "backward, forward")
        self.assertEqual(found["read/strength"]["title"], "key strength")  # its symbol is the table's to add


class Shifts(Files):
    def test_a_kernel_says_by_how_much_it_moves(self):
        self.make([("write/shift", 1, 3, ("head", "shift"), UNIT, None),
                   ("write/shifted", 1, 8, HEADS, UNIT, None),
                   ("write/weights", 1, 8, HEADS, UNIT, "weighting")])
        [stages] = [panel["stages"] for panel in self.panels() if panel["kind"] == "stages"]
        self.assertEqual([(item["name"], item["row"]) for item in stages[0]["scalars"]],
                         [("shift −1", 2), ("shift 0", 1), ("shift +1", 0)])


class Lists(Files):
    def test_what_belongs_to_no_side_stands_in_or_by_itself(self):
        entry = ("head", "entry")
        self.make([("memory/strengths", 1, STEPS, entry, UNIT, "Strengths"),
                   ("read/strengths", 1, STEPS, entry, UNIT, "Strengths read")])
        self.assertEqual(self.titles()[:3], ["Input", "■ Strengths", "■ Strengths read"])
        self.make([("memory/top", 1, STEPS, entry, UNIT, "At the top"),
                   ("memory/bottom", 1, STEPS, entry, UNIT, "At the bottom")])
        self.assertEqual(self.titles()[:3], ["Input", "■ At the top", "■ At the bottom"])


class Silent(Files):
    """A trace by a program that wrote no attributes."""

    def test_shapes_and_sides_decide(self):
        self.make([("memory", 3, 9, None, None, None), ("read/key", 1, 3, None, None, None),
                   ("read/weights", 1, 9, None, UNIT, None), ("reads", 1, 3, None, None, None),
                   ("usage", 1, 9, None, UNIT, None), ("write/add", 1, 3, None, None, None),
                   ("write/erase", 1, 3, None, UNIT, None), ("write/gate", 1, 1, None, UNIT, None),
                   ("write/key", 1, 3, None, None, None), ("write/weights", 1, 9, None, UNIT, None)], ordered=False)
        found = {view.name: (view.columns, view.rows) for view in traces.read_trace(self.path).views}
        self.assertEqual({found[name] for name in ("read/weights", "write/weights")}, {("head", "slot")})
        self.assertEqual({found[name] for name in ("reads", "write/add", "write/erase", "write/key")},
                         {("head", "component")})
        self.assertEqual(self.titles(), ["Input", "■ Write weights", "■ Read weights",
                                         "Output (0 of 24 bits wrong)", "Write head"])

    def test_all_of_it_has_a_panel_or_a_line(self):
        made = {"pressure": (1, 1), "pipe/flow": (2, 6), "tank": (12, 9), "pipe/leak": (3, 2)}
        self.make([(name, *shape, None, None, None) for name, shape in made.items()], ordered=False)
        with h5py.File(self.path, "r+") as file:
            file["ring"] = numpy.full((STEPS, 7), 0.5)
            file["other"] = numpy.zeros((STEPS - 1, 1, 5))
        found = self.panels()
        kinds = {panel["array"]: panel["kind"] for panel in found[3:]}
        self.assertEqual(kinds, {"pipe/flow": "over-time", "tank": "matrix", "ring": "sequence"})
        self.assertEqual([(panel["title"], panel["head"]) for panel in found if panel["kind"] == "over-time"],
                         [("Pipe: flow 1", 0), ("Pipe: flow 2", 1)])
        self.assertEqual({view["name"]: view["rows"] * view["columns"] for view in self.score()["views"]},
                         {"pressure": 1, "pipe/flow": 12, "tank": 108, "pipe/leak": 6})


class Refused(Files):
    def test_axes_that_are_not_three(self):
        self.make([("tank", 2, 3, ("slot",), None, None)])
        with self.assertRaisesRegex(errors.InputError, "'tank' has axes step, slot; step, and what its columns"):
            traces.read_trace(self.path)


if __name__ == "__main__":
    unittest.main()
