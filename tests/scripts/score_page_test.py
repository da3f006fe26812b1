#!/usr/bin/python3
"""The score of an episode in a browser, of the shipped models: one cursor through all tracks, of which none moves while
it plays; all of it in one window; the same colours in the live page, the report and figures; sentences that are true;
what a cell comes from; a zoom; and a state in the address."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python")]
import browser as chromium

chromium.require()

import numpy

from process import PROGRAM
from score_sentences import Told
from tapehead.live import page as live
from tapehead.report import page as report
from tapehead.report.episode import read_episode
from tapehead.report.players import in_form
from tapehead.runs import signals

MODELS = ("copy", "dnc", "repeat-copy", "associative-recall", "ngrams", "priority-sort", "babi")
EPISODES = [("copy", 0), ("copy", 1), ("copy", 2), ("dnc", 0), ("dnc", 1), ("repeat-copy", 0), ("ngrams", 0),
            ("associative-recall", 0), ("associative-recall", 1), ("priority-sort", 0)]
WAYS = ("shifts to", "stays at", "by content", "follows the links on", "takes the free", "is spread", "was written at",
        "right", "wrong")
WIDTH, HIGH = 1400, 900
MOST = 6e6  # bytes of docs/live.html
PLACES = """
return [...document.querySelectorAll('.score *')].filter(each => each.checkVisibility() &&
  !each.closest('.score-cursor, .score-marks, .mark, .score-readout > *')).map(each => {
  const box = each.getBoundingClientRect();
  return [each.className, box.left, box.top, each.matches('.track-head *') ? 0 : box.width, box.height] })"""
LOWEST = "return Math.max(...[...document.querySelectorAll('.track, .machine-now, .steps')].map(" \
         "each => each.getBoundingClientRect().bottom))"
# The colour in the middle of each cell of a track: steps × rows × [red, green, blue, opacity].
CELLS = """
const canvas = document.querySelector(`[data-track="${arguments[0]}"] canvas`), [, rows, steps] = arguments;
const wide = Math.min(44, (canvas.width - 54) / steps), high = canvas.height / rows;
const context = canvas.getContext('2d');
return [...Array(steps).keys()].map(step => [...Array(rows).keys()].map(row =>
  [...context.getImageData(Math.floor(44 + (step + 0.5) * wide), Math.floor((row + 0.5) * high), 1, 1).data]))"""
TOLD = """
return (async () => {
  const {player} = tapehead, [name, number] = arguments;
  player.chosen = [tapehead.models.findIndex(each => each.name === name), -1];
  Object.assign(player, {number, sizes: {}, bits: []});
  await player.start();
  const [run] = player.runs, {episode} = run, said = [];
  for (let step = 0; step < run.frames.length; step++) {
    await player.go(step);
    said.push(document.querySelector('.score-sentence').textContent);
  }
  const wanted = /(weights|\\/gate|allocation-gate|shift|modes)$/, arrays = {};
  for (const [name, {views}] of run.seen) if (wanted.test(name))
    arrays[name] = views.map(view => [...Array(view.columns).keys()].map(head =>
        [...view.data.subarray(head * view.rows, (head + 1) * view.rows)]));
  const {numbers, inputs: [input], target, scored, bits} = episode;
  const over = (from, rows) => run.frames.map((_, t) => [...numbers.slice(from + t * rows, from + (t + 1) * rows)]);
  return {said, arrays, inputs: over(input.from, input.channels), targets: over(target.from, target.channels),
          outputs: run.frames.map(frame => frame.answer), scored, bits};
})()"""


class Score(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = chromium.Browser()
        cls.addClassCleanup(cls.browser.close)
        machines = [live.machine(name, live.checkpoint_of(SOURCE / "trained" / name)) for name in MODELS]
        cls.live = live.page(machines).decode()

    def setUp(self):
        self.browser.size(WIDTH, HIGH)
        self.browser.media(prefers_reduced_motion="reduce", prefers_color_scheme="light")

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def open(self, address=""):
        self.browser.open(self.live)
        if address:
            self.browser.run("history.replaceState(null, '', arguments[0])", address)
            self.browser.driver.refresh()
        self.browser.until("performance.getEntriesByName('live').length", seconds=30)

    def choose(self, name):
        self.browser.run("return (async () => { const {player} = tapehead; player.chosen = [tapehead.models.findIndex("
                         "each => each.name === arguments[0]), -1]; player.number = 0; await player.start() })()", name)

    def go(self, step):
        """Goes to a step; returns the number of steps."""
        return self.browser.run("return (async () => { await tapehead.player.go(arguments[0]); "
                                "return tapehead.player.clock.steps })()", step)

    def point(self, track, step, row=0):
        """What the readout says of a cell."""
        return self.browser.run("""
            const [id, step, row] = arguments, {score} = tapehead.player.places[0];
            const view = score.views.find(each => each.track.id === id), box = view.canvas.getBoundingClientRect();
            const {top, height} = view.rowPlace(row, step);
            const x = (score.time.x(step) + score.time.x(step + 1)) / 2;
            view.canvas.dispatchEvent(new PointerEvent('pointermove', {clientX: box.left + x,
                clientY: box.top + top + height / 2}));
            return document.querySelector('.score-readout').textContent""", track, step, row)

    def test_one_cursor_goes_through_all_tracks(self):
        self.open()
        for name in ("copy", "dnc", "babi"):
            self.choose(name)
            last = self.go(0) - 1
            for step in (0, last // 2, last):
                self.go(step)
                cursor, tracks = self.browser.run("""
                    const box = ({left, right, top, bottom}) => [left, right, top, bottom];
                    return [box(document.querySelector('.score-cursor').getBoundingClientRect()),
                            [...document.querySelectorAll('.track')].map(each => box(each.getBoundingClientRect()))]""")
                self.assertEqual(len({(left, right) for left, right, *_ in tracks}), 1)
                self.assertLess(cursor[2], min(top for *_, top, _ in tracks))
                self.assertGreaterEqual(cursor[3], max(bottom for *_, bottom in tracks))
                said = self.browser.run("""
                    const cursor = document.querySelector('.score-cursor').getBoundingClientRect();
                    return [...document.querySelectorAll('.track')].map(canvas => {
                      const box = canvas.getBoundingClientRect();
                      canvas.dispatchEvent(new PointerEvent('pointermove',
                          {clientX: (cursor.left + cursor.right) / 2, clientY: box.top + box.height / 2}));
                      return document.querySelector('.score-readout').textContent })""")
                for each in said:
                    self.assertRegex(each, rf"\b(step|hop) {step + 1}\b")

    def test_no_track_moves_from_the_first_to_the_last_step(self):
        self.open()
        for width in (WIDTH, 400):
            self.browser.size(width, HIGH)
            for name in ("copy", "dnc", "repeat-copy", "babi"):
                self.choose(name)
                last = self.go(0) - 1
                first = self.browser.run(PLACES)
                self.assertGreater(len(first), 5)
                for step in (last // 3, last // 2, last):
                    self.go(step)
                    self.assertEqual(self.browser.run(PLACES), first, f"{name}, step {step}, {width} pixels")
                if name != "babi":
                    self.point("weightings", last, 1)
                    self.assertEqual(self.browser.run(PLACES), first, f"{name}, pointed at, {width} pixels")

    def test_all_of_it_and_its_controls_are_in_one_window(self):
        self.open()
        for name in MODELS:
            self.choose(name)
            self.assertLessEqual(self.browser.run(LOWEST), HIGH, name)
        self.choose("copy")
        rows = self.browser.run("return new Set([...document.querySelectorAll('.player-row :is(button, select)')].map("
                                "each => Math.round(each.getBoundingClientRect().top / 20))).size")
        self.assertEqual(rows, 1)
        self.assertGreaterEqual(self.browser.run("return document.querySelectorAll('.track').length"), 6)

    def test_all_of_it_is_in_one_window_of_a_report(self):
        for name in MODELS:
            self.browser.open(self.report_of(name))
            self.browser.until("performance.getEntriesByName('player').length", seconds=30)
            self.browser.run("document.querySelector('#player').scrollIntoView({behavior: 'instant'})")
            self.assertLessEqual(self.browser.run(LOWEST), HIGH, name)

    def test_sentences_are_true_of_ten_episodes(self):
        self.open()
        ways = set()
        for name, number in EPISODES:
            found = self.browser.run(TOLD, name, number)
            arrays = {each: numpy.array(values) for each, values in found["arrays"].items()}
            around = [numpy.array(found[each]) for each in ("inputs", "outputs", "targets")]
            vectors = {*numpy.flatnonzero(around[0][:, :found["bits"]].any(axis=1))} - {*found["scored"]}
            told = Told(arrays, *around, found["scored"], vectors)
            self.assertGreater(len(found["said"]), 2)
            for step, said in enumerate(found["said"]):
                self.assertIsNone(told.wrong(step, said), f"{name}, episode {number}, step {step + 1}: {said}")
                ways |= {way for way in WAYS if way in said}
        self.assertEqual(ways, {*WAYS})  # each was said somewhere

    def test_a_sentence_that_is_not_true_is_seen(self):
        weights = numpy.zeros((4, 1, 8))
        for step, slot in enumerate((5, 6, 5, 6)):
            weights[step, 0, slot] = 1
        writes, reads = weights.copy(), weights.copy()
        writes[2:] = 0
        told = Told({"write/weights": writes, "read/weights": reads, "read/shift": numpy.array([[[1, 0, 0]]] * 4),
                     "write/shift": numpy.array([[[1, 0, 0]]] * 4), "read/gate": numpy.zeros((4, 1, 1))},
                    numpy.eye(4), numpy.eye(4), numpy.eye(4), [2, 3], [0, 1])
        true = "Reading back: the read head shifts to slot 2, where vector 2 was written at step 2; " \
               "all 4 bits are right."
        self.assertIsNone(told.wrong(3, true))
        for part, other in (("slot 2", "slot 3"), ("vector 2", "vector 1"), ("step 2", "step 1"), ("shifts", "stays"),
                            ("all 4 bits are", "1 of 4 bits is"), ("Reading back", "A mark"), ("to slot", "at slot")):
            self.assertIsNotNone(told.wrong(3, true.replace(part, other)), other)

    def report_of(self, name):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "trace.h5"
            subprocess.run([PROGRAM, "trace", SOURCE / "trained" / name, "--seed", "1", "--out", file], check=True,
                           capture_output=True)
            trace = in_form(file, read_episode(file), lambda what: name) | {"run": 0}
        return report.page_with({"version": 1, "alone": True, "title": name, "runs": [{"name": name, "trace": 0}],
                                 "traces": [trace], "signals": signals.table(), "explanation": []}).decode()

    def test_colours_are_the_same_in_the_live_page_and_the_report_and_those_of_figures(self):
        seen = []
        for made in (self.live, self.report_of("copy")):
            self.browser.open(made)
            self.browser.until("document.querySelector('[data-track=weightings] canvas')?.width > 400", seconds=30)
            self.browser.run("document.querySelectorAll('.watched').forEach(each => (each.open = true)); "
                             "document.querySelector('[data-key=all]')?.click()")
            gradients = "return [...new Set([...document.querySelectorAll('.gradient')].map(" \
                        "each => each.style.background))]"
            self.browser.until("document.querySelectorAll('.gradient').length > 2")
            steps = self.browser.run("return Number(document.querySelector('input[type=range]').max) + 1")
            seen.append(([self.browser.run(CELLS, track, rows, steps) for track, rows in
                          (("input", 9), ("weightings", 38), ("output", 8))], sorted(self.browser.run(gradients))))
        self.assertEqual(seen[0][1], seen[1][1])
        for one, other in zip(*(cells for cells, _ in seen)):
            self.assertLessEqual(abs(numpy.array(one) - numpy.array(other)).max(), 2)  # a report has 256 levels
        weights = numpy.array(seen[0][0][1])
        self.assertLessEqual(abs(weights[0, 0] - [0xd9, 0x5f, 0x02, 255]).max(), 2)    # slot 1 is written first
        reads = [tuple(each) for each in weights.reshape(-1, 4)]
        self.assertIn((0x0a, 0x52, 0xa0, 255), reads)

    def test_a_read_is_followed_to_the_input_it_comes_from(self):
        self.open()
        where = "return [...document.querySelectorAll('.mark')].map(each => { " \
                "const box = each.getBoundingClientRect(), {time, views} = tapehead.player.places[0].score;" \
                "const track = views.find(({canvas}) => { const own = canvas.getBoundingClientRect(); " \
                "return box.top + box.height / 2 >= own.top && box.top + box.height / 2 <= own.bottom });" \
                "return [track.track.id, time.stepAt(box.left + box.width / 2 - " \
                "track.canvas.getBoundingClientRect().left)] })"
        said = self.point("weightings", 22, 5)
        self.assertRegex(said, r"^slot 6, step 23: write w 0\.000, read w 1\.000 · wᵍ = g·wᶜ")
        self.assertIn("Where the read head reads.", said)
        self.assertEqual(sorted(self.browser.run(where)), [["input", 5], ["output", 22], ["weightings", 5],
                                                           ["weightings", 22]])
        self.point("output", 18)
        self.assertEqual(sorted(self.browser.run(where)), [["input", 1], ["output", 18], ["output", 18],
                                                           ["weightings", 1], ["weightings", 18]])

    def test_a_drag_zooms_and_a_double_click_shows_all(self):
        self.open()
        seen = "return (({time}) => [time.from, time.until])(tapehead.player.places[0].score)"
        self.browser.run("""
            const canvas = document.querySelector('[data-track=weightings] canvas');
            const {time} = tapehead.player.places[0].score, box = canvas.getBoundingClientRect();
            const at = (type, step) => canvas.dispatchEvent(new PointerEvent(type,
                {clientX: box.left + time.x(step) + 5, clientY: box.top + 9, buttons: 1}));
            at('pointerdown', 4); at('pointermove', 9); at('pointerup', 9)""")
        self.assertEqual(self.browser.run(seen), [4, 10])
        self.assertIsNone(self.browser.run("return tapehead.player.picked ?? null"))  # a drag is no click
        self.go(20)
        self.assertEqual(self.browser.run(seen), [15, 21])  # the step is kept in view
        self.browser.run("document.querySelector('[data-track=input] canvas').dispatchEvent("
                         "new MouseEvent('dblclick'))")
        self.assertEqual(self.browser.run(seen), [0, 33])

    def test_a_click_changes_a_number_where_it_is(self):
        self.open()
        told = self.browser.run("""
            const {player} = tapehead, {score} = player.places[0], [run] = player.runs;
            const click = (id, step, row) => {
              const view = score.views.find(each => each.track.id === id), box = view.canvas.getBoundingClientRect();
              const {top, height} = view.rowPlace(row, step), clientX = box.left + score.time.x(step) + 4;
              for (const type of ['pointerdown', 'pointerup']) view.canvas.dispatchEvent(new PointerEvent(type,
                  {clientX, clientY: box.top + top + height / 2, buttons: 1}));
            };
            click('weightings', 22, 5);
            const slot = score.described.axis.shown[5], {picked} = player;
            const told = [player.frame, picked.view.name, picked.row === slot, picked.at,
                          document.querySelector('.editor strong').textContent];
            document.querySelector('[data-key=close]').click();
            click('input', 3, 2);
            return new Promise(resolve => setTimeout(() =>
                resolve([...told, player.bits.length, player.frame]), 1000))""")
        self.assertEqual(told[:4], [22, "read/weights", True, 22])
        self.assertRegex(told[4], r"^read/weights, slot 6, head 1, step 23: 1")
        self.assertEqual(told[5:], [16 * 8, 3])

    def test_the_address_has_the_whole_state(self):
        self.open("#machine=dnc&beside=copy&number=2&task.length=6&step=9&zoom-beside=5-10")
        state = "return (({chosen, number, sizes, frame}) => [chosen.map(at => tapehead.models[at].name), number, " \
                "sizes, frame])(tapehead.player)"
        self.assertEqual(self.browser.run(state), [["dnc", "copy"], 2, {"task.length": "6"}, 8])
        self.assertEqual(len(self.browser.run("return document.querySelectorAll('.score')")), 2)
        self.go(3)
        self.browser.until("location.hash.includes('step=4')")  # which is brought into view
        self.assertEqual(self.browser.run("return location.hash"),
                         "#machine=dnc&beside=copy&number=2&task.length=6&step=4&zoom-beside=4-9")
        self.browser.run("tapehead.player.places[1].score.zoom(0, Infinity)")
        self.browser.until("location.hash.endsWith('step=4')")

    def test_an_address_that_asks_for_what_is_not_here(self):
        self.open("#machine=%3Cb%3Eno%3C/b%3E&step=999&number=x&zoom=-7-%3Cb%3E")
        self.assertEqual(self.browser.run("return document.querySelector('.trouble:not([hidden])').textContent"),
                         "The address asks for <b>no</b>, which this page does not have.")
        self.assertEqual(self.browser.run("return (({chosen, number, frame}) => [chosen, number, frame])"
                                          "(tapehead.player)"), [[0, -1], 0, 32])

    def test_it_plays_once_unless_less_motion_is_asked_for(self):
        self.open()
        self.assertIsNone(self.browser.run("return tapehead.player.clock.playing"))
        self.browser.media(prefers_reduced_motion="no-preference")
        self.open()
        self.browser.until("tapehead.player.clock.step > 2")
        self.browser.until("!tapehead.player.clock.playing")
        self.assertEqual(self.browser.run("return tapehead.player.clock.step"), 32)

    def test_a_step_is_drawn_well_within_a_frame(self):
        self.open()
        for name in ("copy", "ngrams"):
            self.choose(name)
            spent = self.browser.run("""
                const {player} = tapehead, begun = performance.now();
                for (let step = 0; step < player.clock.steps; step++) player.clock.go(step);
                return (performance.now() - begun) / player.clock.steps""")
            print(f"{name}: {spent:.1f} ms a step")
            self.assertLess(spent, 1000 / 60)

    def test_the_committed_page_is_small(self):
        self.assertLess((SOURCE / "docs/live.html").stat().st_size, MOST)


if __name__ == "__main__":
    unittest.main()
