#!/usr/bin/python3
"""The players of scripts/report.py: every memory's trace becomes panels with correct content; which runs have a player,
and why others do not; and packed arrays."""
import base64
import gzip
import json
import os
import pathlib
import shlex
import subprocess
import sys
import unittest
import unittest.mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

import h5py
import numpy

from process import PROGRAM, timeless
from reports import Reports
from tapehead.live import page as live
from tapehead.report import arrays, episode, players

STORY = ("1 Mary went to the kitchen.\n2 John went to the <img>.\n"
         "3 Where is Mary?\tkitchen\t1\n4 Where is John?\t<img>\t2\n")


def names(kind):
    """The program's names of a kind."""
    told = subprocess.run([PROGRAM, "list", kind, "--json"], capture_output=True, text=True, check=True).stdout
    return [row["name"] for row in json.loads(told)[kind]]


def unpacked(array):
    """The values restored, each off by at most half a step."""
    data = gzip.decompress(base64.b64decode(array["data"]))
    whole = numpy.frombuffer(data, "<u2" if array["depth"] == 16 else "u1").reshape(array["shape"])
    return array["low"] + whole * ((array["high"] - array["low"]) / (2 ** array["depth"] - 1))


def values(trace, part):
    """The values of a stage or an item: steps, or steps × rows."""
    found = unpacked(trace["arrays"][part["array"]])[:, part.get("head", 0)]
    return found[:, part["row"]] if "row" in part else found


class Players(Reports):
    def traces(self, *words):
        found = self.report(*words)
        return [found["traces"][run["trace"]] for run in found["runs"]]

    def assert_whole(self, trace):
        """Every panel shows existing arrays, and every array is shown."""
        for panel in trace["panels"]:
            self.assertTrue(panel["title"])
            for part in (panel, *panel.get("stages", []),
                         *(item for one in panel.get("stages", []) for item in one["scalars"])):
                if "array" not in part:
                    continue
                shape = trace["arrays"][part["array"]]["shape"]
                self.assertEqual(shape[0], trace["steps"])
                if "head" in part and len(shape) == 3:
                    self.assertLess(part["head"], shape[1])
                self.assertLess(part.get("row", 0), shape[-1])
            if "mask" in panel:
                self.assertIn(panel["mask"], trace["arrays"])
        tracks = {view["name"]: view for view in trace["score"]["views"]}
        for name, view in tracks.items():
            self.assertEqual(trace["arrays"][name]["shape"], [trace["steps"], view["columns"], view["rows"]], name)
        around = {"inputs", "outputs", "targets", "mask"}
        self.assertEqual({*players.named(trace["panels"]), *tracks} | around & {*trace["arrays"]}, {*trace["arrays"]})

    def assert_shows_all(self, run, trace):
        """Everything watched at each step is shown as in the trace."""
        file = self.root / "again.h5"
        subprocess.run([PROGRAM, "trace", run, "--seed", "1", "--out", file], check=True, capture_output=True)
        with h5py.File(file) as found:
            watched = []
            found.visititems(lambda name, one: watched.append(name) if isinstance(one, h5py.Dataset)
                             and len(one) == trace["steps"] and one.dtype.kind == "f" else None)
            self.assertEqual(set(trace["arrays"]), set(watched))
            for name, packed in trace["arrays"].items():
                step = (packed["high"] - packed["low"]) / (2 ** packed["depth"] - 1)
                right = found[name][:]
                if name == "outputs":  # unscored steps have no outputs; the page fades what the mask leaves out
                    right[found["mask"][:].max(axis=1) == 0] = 0
                numpy.testing.assert_allclose(unpacked(packed), right, rtol=0, atol=step)

    def test_every_memory_and_addressing_is_shown_whole(self):
        runs = [self.train(f"{memory}-{addressing}", memory=memory, addressing=addressing,
                           memory__slots=8 if memory in ("ntm", "dnc", "lru") else None,
                           memory__width=None if memory == "none" else 4)
                for memory in names("memories")
                for addressing in (names("addressings") if memory == "ntm" else [None])]
        self.assertGreater(len(runs), 8)
        for run, trace in zip(sorted(runs), self.traces(self.root)):
            with self.subTest(run.name):
                self.assertEqual((trace["step_name"], trace["notes"]), ("step", []))
                self.assert_whole(trace)
                self.assert_shows_all(run, trace)
                kinds = [panel["kind"] for panel in trace["panels"]]
                self.assertEqual(kinds[:3], ["sequence"] * 3)
                if run.name.startswith(("ntm", "dnc", "lru")):
                    self.assertIn("matrix", kinds)
                    self.assertEqual(kinds.count("stages"), 2)
                    rows = {panel["row_name"] for panel in trace["panels"] if panel.get("array") == "read/weights"}
                    self.assertEqual(rows, {"slot"})
                elif run.name.startswith(("fast-weights", "stack-superposed", "tape", "token-turing")):
                    self.assertIn("matrix", kinds)
                elif run.name.startswith("sparse"):
                    self.assertIn("read/weights", [panel.get("array") for panel in trace["panels"]])
                elif not run.name.startswith(("none", "memorizing")):
                    self.assertTrue(any("Strength" in panel["title"] for panel in trace["panels"]))

    def test_of_very_many_slots_those_in_use_are_shown_under_their_numbers(self):
        self.train("a", memory="sparse", memory__slots=5000, memory__width=4)
        [trace] = self.traces(self.root)
        self.assert_whole(trace)
        [note] = trace["notes"]
        self.assertRegex(note, r"\A\d+ of 5,000 slots are in use, .*: \d+ to write, \d+ to read\Z")
        self.assertNotIn("read/slots", trace["arrays"])
        for side in ("write", "read"):
            [panel] = [one for one in trace["panels"] if one.get("array") == f"{side}/weights"]
            self.assertEqual((panel["kind"], panel["row_name"]), ("over-time", "slot"))
            self.assertEqual(len(panel["rows"]), trace["arrays"][f"{side}/weights"]["shape"][2])
            self.assertEqual(panel["rows"][0], "1")  # the first that was written; ties go to the lowest
            self.assertLess(len(panel["rows"]), 50)

    def test_the_stages_of_location_addressing_make_the_weighting(self):
        self.train("a", addressing="location", memory__slots=8)
        [trace] = self.traces(self.root)
        [_, panel] = [panel for panel in trace["panels"] if panel["kind"] == "stages"]
        weights = values(trace, panel["stages"][-1])
        scalars = {item["name"]: values(trace, item).reshape(len(weights)) for one in panel["stages"]
                   for item in one["scalars"]}
        for step in range(1, len(weights)):
            moved = sum(scalars[f"shift s {word}"][step] * numpy.roll(weights[step - 1], by)
                        for word, by in (("−1", -1), ("0", 0), ("+1", 1)))
            sharp = numpy.maximum(moved, 0) ** scalars["sharpening γ"][step]
            numpy.testing.assert_allclose(sharp / sharp.sum(), weights[step], rtol=0, atol=1e-3)

    def assert_mixed(self, trace, panel):
        """A read head's weighting is the sum of the stages before it, weighted by their shares."""
        *sources, last = panel["stages"]
        mixed = sum(values(trace, one) * values(trace, one["scalars"][-1])[:, None] for one in sources)
        numpy.testing.assert_allclose(mixed, values(trace, last), rtol=0, atol=1e-4)

    def test_links_that_are_sharpened(self):
        self.train("a", memory="dnc", memory__slots=8, memory__link_sharpness="true")
        [trace] = self.traces(self.root)
        [_, panel] = [panel for panel in trace["panels"] if panel["kind"] == "stages"]
        self.assertEqual([(one["title"], [item["name"] for item in one["scalars"]]) for one in panel["stages"]],
                         [("weighting by content", ["key strength β", "share π"]),
                          ("backward", ["sharpening", "share π"]), ("forward", ["sharpening", "share π"]),
                          ("weighting", [])])
        self.assert_mixed(trace, panel)

    def test_the_stages_of_a_dnc_s_reading_heads_make_their_weightings(self):
        self.train("a", memory="dnc", memory__slots=8, memory__read_heads=2, memory__write_heads=2, controller__size=8,
                   train__optimizer="adam", train__learning_rate="3e-2")  # so that the heads differ
        [trace] = self.traces(self.root)
        found = [panel for panel in trace["panels"] if panel["kind"] == "stages"]
        self.assertEqual([panel["title"] for panel in found], [f"{side} head {head}: addressing" for side in
                                                               ("Write", "Read") for head in (1, 2)])
        for panel in found[2:]:  # with several write heads each direction has its own
            self.assertEqual([one["title"] for one in panel["stages"]],
                             ["weighting by content", "backward 1", "backward 2", "forward 1", "forward 2",
                              "weighting"])
            self.assert_mixed(trace, panel)
        for panel in found[:2]:
            content, allocation, last = panel["stages"]
            gate, write = (values(trace, one["scalars"][0]) for one in (allocation, last))
            mixed = write * (gate * values(trace, allocation) + (1 - gate) * values(trace, content))
            numpy.testing.assert_allclose(mixed, values(trace, last), rtol=0, atol=1e-4)

    def test_the_stages_of_least_recent_use_make_the_weighting(self):
        self.train("a", memory="lru", memory__slots=8)
        [trace] = self.traces(self.root)
        write, read = [panel["stages"] for panel in trace["panels"] if panel["kind"] == "stages"]
        self.assertEqual([[one["title"] for one in stages] for stages in (write, read)],
                         [["least used", "weighting"], ["weighting by content", "weighting"]])
        gate, looked = values(trace, write[1]["scalars"][0])[1:], values(trace, read[1])[:-1]
        mixed = gate * looked + (1 - gate) * values(trace, write[0])[1:]
        numpy.testing.assert_allclose(mixed, values(trace, write[1])[1:], rtol=0, atol=1e-4)

    def test_small_memories_are_pictures_all_the_same(self):
        self.train("a", memory__slots=3, memory__width=2)
        [trace] = self.traces(self.root)
        kinds = {panel["array"]: panel["kind"] for panel in trace["panels"] if "array" in panel}
        self.assertEqual((kinds["memory"], kinds["read/weights"], kinds["write/add"]),
                         ("matrix", "over-time", "over-time"))
        self.assert_whole(trace)

    def test_the_stages_of_content_and_location_are_those_of_the_paper(self):
        self.train("a", addressing="content+location", memory__slots=8)
        [trace] = self.traces(self.root)
        for panel in [panel for panel in trace["panels"] if panel["kind"] == "stages"]:
            self.assertEqual([(one["title"], one["array"].split("/")[1], [item["name"] for item in one["scalars"]])
                              for one in panel["stages"]],
                             [("weighting by content", "content", ["key strength β"]), ("gated", "gated", ["gate g"]),
                              ("shifted", "shifted", ["shift s −1", "shift s 0", "shift s +1"]),
                              ("weighting", "weights", ["sharpening γ"])])

    def test_stories(self):
        story = self.root / "stories" / "qa1_single-supporting-fact_train.txt"
        story.parent.mkdir()
        story.write_text(STORY * 60)
        (self.root / "runs").mkdir()
        for model in ("memn2n", "entity-network", "memory-network", "key-value-memory-network"):
            path = self.root / "runs" / model
            subprocess.run([PROGRAM, "train", "--task", "babi", "--task.path", story.parent, "--task.ids", "1",
                            "--model", model, "--train.sequences", "1epochs", "--threads", "1", "--out", path],
                           check=True, capture_output=True)
        found = self.report(self.root / "runs")
        for run in found["runs"]:
            trace = found["traces"][run["trace"]]
            with self.subTest(run["name"]):
                self.assert_whole(trace)
                panel = trace["panels"][0]
                self.assertEqual(panel["kind"], "story")
                self.assertEqual(panel["statements"], ["mary went to the kitchen", "john went to the <img>"])
                self.assertEqual((panel["question"], panel["answer"], panel["supports"]),
                                 ("where is mary", "kitchen", [0]))
                self.assertEqual(panel["right"], panel["given"] == panel["answer"])
                self.assertEqual(panel["chances"], sorted(panel["chances"], reverse=True))
                self.assertEqual(panel["given"], panel["classes"][0])
                slots = run["model"] == "entity-network"
                self.assertEqual((panel["columns"], trace["step_name"]), ("slot", "statement") if slots else
                                 ("hop", "hop"))
                ranged = [view for view in trace["score"]["views"] if view["name"] == panel["array"] and "low" in view]
                others = [each for each in trace["panels"][1:] if each.get("array") == panel["array"]]
                self.assertEqual(len(ranged) + len(others), 1)  # a track, or a panel (linear start)
                shape = trace["arrays"][panel["array"]]["shape"]
                self.assertEqual(shape[:2] if slots else shape[1:], [2, 1] if slots else [1, 2])
                self.assertEqual(len(panel["attention"]) if slots else 0, shape[2] if slots else 0)

    def test_answers_that_are_said(self):
        for model in ("encoder-decoder", "gru"):
            subprocess.run([PROGRAM, "train", "--task", "lexical-translation", "--model", model, "--train.sequences",
                            "20", "--threads", "1", "--out", self.root / "runs" / model], check=True,
                           capture_output=True)
        apart, joined = self.traces(self.root / "runs")
        for trace in (apart, joined):
            panel = trace["panels"][0]
            self.assertEqual((panel["kind"], panel["target"][-1], len(panel["aligned"])),
                             ("alignment", "(end)", len(panel["target"])))
            self.assertEqual(trace["steps"], panel["first"] + len(panel["target"]))
            self.assert_whole(trace)
        self.assertEqual((apart["panels"][0]["array"], apart["panels"][0]["first"]), ("alignment", 0))
        self.assertNotIn("array", joined["panels"][0])
        self.assertEqual(joined["step_labels"], joined["panels"][0]["source"] + joined["panels"][0]["target"])


class Who(Reports):
    """Which runs have a player, and its episode."""

    def change_result(self, run, **values):
        path = self.root / run / "result.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | values))

    def test_the_median_of_a_group_unless_more_are_asked_for(self):
        for seed in (1, 2, 3):
            self.train(f"a/seed-{seed}", seed=seed)
        self.make_run("b", 1, [30, 20])

        def shown(*words):
            return [run["no_trace"] for run in self.report(self.root, *words)["runs"]]
        kept = players.NONE_KEPT
        for seed, sequences in ((1, 900), (2, 600), (3, 700)):  # as if they had ended after so many
            self.change_result(f"a/seed-{seed}", sequences=sequences)
        one = "only the median seed of each group has a player"
        two = "only the 2 seeds of each group nearest its median have players"
        self.assertEqual(shown(), [one, one, None, kept])
        self.assertEqual(shown("--players", "2"), [two, None, None, kept])
        self.assertEqual(shown("--no-player"), [players.NONE_WANTED] * 3 + [kept])
        self.assertEqual(shown("--players", "all"), [None, None, None, kept])
        found = self.data()
        self.assertEqual([trace["run"] for trace in found["traces"]], [0, 1, 2])
        self.assertEqual([run["trace"] for run in found["runs"]], [0, 1, 2, None])
        # The episode does not depend on the training seed; another one looks different.
        self.assertEqual(len({trace["episode"] for trace in found["traces"]}), 1)
        self.assertEqual(len({json.dumps(trace["arrays"]["inputs"]) for trace in found["traces"]}), 1)
        self.assertEqual(len({json.dumps(trace["arrays"]["outputs"]) for trace in found["traces"]}), 3)
        other = self.report(self.root, "--trace", "episode=3")["traces"][0]
        self.assertNotEqual(other["episode"], found["traces"][0]["episode"])
        self.assertEqual(other["title"], "episode 3 of copy, seed 1, as trained")

    def test_the_episode_that_is_asked_for(self):
        self.train("a")
        self.train("b", task="associative-recall", task__max_length=None)
        [one, other] = self.report(self.root, "--trace", "task.length=9;seed=4")["traces"]
        self.assertEqual((one["steps"], one["title"]), (19, "episode 0 of copy, seed 4, task.length=9"))
        self.assertEqual(other["title"], "episode 0 of associative-recall, seed 1, as trained")
        self.assertTrue(any("its player shows an episode as trained: " in note for note in self.data()["notes"]))
        self.out.unlink()
        self.refused(self.root, "--trace", "task.lngth=9", says="--trace: no run takes it: ")

    def test_a_checkpoint_that_is_damaged(self):
        self.train("a")
        self.train("b", memory__width=5)
        (self.root / "a" / "checkpoint-best.safetensors").write_bytes(b"nothing")
        one, other = self.report(self.root)["runs"]
        self.assertIn("checkpoint-best.safetensors", one["no_trace"])
        self.assertEqual(other["trace"], 0)
        self.assertTrue(any("has no player" in note for note in self.data()["notes"]))

    def test_before_the_best_there_is_the_last(self):
        self.train("a")
        (self.root / "a" / "checkpoint-best.safetensors").unlink()
        self.assertEqual(self.report(self.root)["runs"][0]["trace"], 0)

    def test_what_is_too_large_is_left_out_and_told(self):
        self.train("a")
        self.train("b", memory__width=5)
        whole = self.report(self.root)["traces"]
        size = sum(len(one["data"]) for each in whole for one in each["arrays"].values())
        with unittest.mock.patch.object(players, "MOST_LETTERS", size - 1):
            runs = self.report(self.root)["runs"]
            self.assertEqual([run["no_trace"] for run in runs], [None, players.TOO_LARGE])
            self.assertEqual([run["no_trace"] for run in self.report(self.root, "--players", "1")["runs"]], [None] * 2)
        most = whole[0]["arrays"]["memory"]["shape"]
        with unittest.mock.patch.object(episode, "MOST_VALUES", most[0] * most[1] * most[2] - 1):
            trace = self.report(self.root)["traces"][0]
        self.assertEqual(len(trace["notes"]), 1)
        self.assertRegex(trace["notes"][0], r"^memory is left out: it has \d+ numbers$")
        self.assertNotIn("memory", trace["arrays"])

    def test_machines_that_are_live(self):
        for name, width in (("a", 4), ("b", 5), ("c", 6)):
            self.train(name, memory__width=width, seed=3)
        (self.root / "b/checkpoint-best.safetensors").write_bytes(bytes(4))
        for path in (self.root / "c").glob("*.safetensors"):
            path.unlink()
        with unittest.mock.patch.object(live, "within", side_effect=lambda page, machines: page) as within:
            found = self.report(self.root, "--live")
        [machine] = within.call_args.args[1]
        self.assertEqual(machine["name"], found["runs"][0]["name"])  # the same run has the same name
        self.assertEqual(machine["name"], "width 4, seed 3")
        told = "\n".join(found["notes"])
        self.assertIn("is no checkpoint", told)
        self.assertIn(f"{self.root / 'c'}: keeps no checkpoint, so its group is not live", told)

    def test_without_a_machine_it_is_told_before_the_players_are_made(self):
        path = self.train("a")
        for name in ("best", "last"):
            (path / f"checkpoint-{name}.safetensors").write_bytes(b"none")
        with unittest.mock.patch.object(players, "trace_all", side_effect=AssertionError("traced")):
            self.refused(self.root, "--live", says="--live: got no run with a checkpoint")

    def test_without_the_program(self):
        self.train("a")
        with unittest.mock.patch("tapehead.commands.report.PROGRAM", self.root / "nowhere"):
            found = self.report(self.root, program=None)
        self.assertEqual(found["runs"][0]["no_trace"], players.NO_PROGRAM)
        self.assertIn("No run has a player: the program was not there when the report was made", found["notes"])

    def test_the_command_makes_the_run_again(self):
        self.train("a", seed=3)
        [run] = self.report(self.root)["runs"]
        words = shlex.split(run["command"])
        self.assertEqual(words[:2], ["tapehead", "train"])
        (self.root / "config.ini").write_text("".join(f"{name} = {value}\n" for name, value in run["options"].items()))
        subprocess.run([PROGRAM, *words[1:]], check=True, capture_output=True, cwd=self.root)
        again = self.root / words[-1]
        self.assertEqual(timeless(self.root / "a" / "metrics.csv"), timeless(again / "metrics.csv"))


class Packed(unittest.TestCase):
    def test_round_trip_within_half_a_step(self):
        generator = numpy.random.default_rng(1)
        for shape in [(3, 2), (7, 2, 5), (40, 20, 12), (1, 1, 1)]:
            for low, high in [(0, 1), (-3, 2), (1e-9, 2e-9), (-1e6, 1e6)]:
                whole = generator.uniform(low, high, shape)
                made = arrays.packed(whole)
                self.assertEqual(made["depth"], 8 if whole.size > arrays.DEEP_UP_TO else 16)
                self.assertEqual(made["shape"], list(shape))
                half = (whole.max() - whole.min()) / (2 ** made["depth"] - 1) / 2
                self.assertLessEqual(abs(unpacked(made) - whole).max(), half * (1 + 1e-6))

    def test_ends_are_exact_and_a_constant_is_itself(self):
        made = unpacked(arrays.packed(numpy.array([[0.25, -1, 3]])))
        numpy.testing.assert_allclose(made[0, 1:], [-1, 3], rtol=0, atol=1e-15)
        numpy.testing.assert_array_equal(unpacked(arrays.packed(numpy.full((4, 2), 0.3))), 0.3)


if __name__ == "__main__":
    unittest.main()
