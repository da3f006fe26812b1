#!/usr/bin/python3
"""Machines that run in a page, in a real browser without a network: they come to the program's own numbers, step by
step; what is changed by hand is followed; what a page cannot bear is refused; nothing is loaded, and hostile names stay
texts; what somebody types, drags or points at stays; and all of it goes by keys."""
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

import h5py
import numpy

from process import PROGRAM
from report_page import INKS
from tapehead.live import page

CLOSE = 1e-5
HOSTILE = "</script><img src=x onerror=hacked=1>"
SMALL = ("--train.batch 4 --train.sequences 40 --train.validate-every 20 --train.validation-episodes 4 "
         "--train.final-episodes 4 --threads 1").split()
COPY = "--task copy --task.bits 4 --task.length 5 --controller.size 12 --memory.slots 8 --memory.width 6"
TRAINED = {  # small ones, of each kind
    "ntm": COPY,
    "dnc": COPY + " --memory dnc",
    "stack": "--task reverse --task.bits 4 --task.length 5 --memory stack --controller.size 12 --memory.width 6",
    "memn2n": "--task babi --model memn2n --task.questions 40 --task.test-questions 10",
    "transformer": "--task copy --task.bits 4 --task.length 5 --model transformer",
    "translation": "--task lexical-translation --model encoder-decoder",
    "tokens": "--task key-value-recall --task.vocabulary 10 --task.length 8 --task.pairs 2 --model gru "
              "--controller.size 8",
    "learned": COPY + " --memory.init learned",
}
WITH_PAGE = """
    const {player} = tapehead, at = key => document.querySelector(`[data-key="${key}"]`);
    const change = (key, value) => { at(key).value = value; at(key).dispatchEvent(new Event('change')) };
    const type = (key, value) => { at(key).value = value; at(key).dispatchEvent(new Event('input')) };
    const press = key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true,
        cancelable: true}));
    for (const name of ['go', 'rerun']) {  // what is under way is counted
      if (Object.hasOwn(player, name)) continue;
      const own = player[name].bind(player);
      player.underWay = 0;
      player[name] = async (...given) => { player.underWay++; try { return await own(...given) } finally {
          player.underWay-- } };
    }
    const settled = async () => { do await new Promise(resolve => setTimeout(resolve, 0));
        while (player.underWay || player.clock.playing) };
    const trouble = () => [...document.querySelectorAll('.trouble:not([hidden])')].map(each =>
        each.textContent).join(' ');
    const Run = player.runs[0].constructor;
    const toEnd = run => { while (run.step()); return run.frames.map(each => each.chosen) };
    const score = player.places[0].score, track = id => score.views.find(view => view.track.id === id);
    const opened = name => tapehead.engine.open(tapehead.models.find(each => each.name === name).checkpoint);
"""
STEPS_GIVEN = """
    const plain = view => ({name: view.name, rows: view.rows, columns: view.columns, data: [...view.data]});
    const machine = tapehead.engine.open(tapehead.models.find(each => each.name === arguments[0]).checkpoint);
    const frames = [], episode = arguments[1] ? machine.story(arguments[1], arguments[2]) : machine.draw({});
    if (arguments[3]) {
      const run = machine.run();
      return {answers: run.answers, steps: run.steps, views: [run.views.map(plain)]};
    }
    machine.begin();
    for (let step = 0; step < episode.inputs[0].steps; step++) frames.push(machine.step());
    return {answers: frames.map(each => each.answer), steps: frames.map((_, i) => i),
            views: frames.map(each => each.views.map(plain))}
"""


class Live(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = pathlib.Path(folder.name)
        for name, words in TRAINED.items():
            cls.program("train", *words.split(), *SMALL, "--out", cls.root / name)
            cls.program("trace", cls.root / name, "--out", cls.root / f"{name}.h5")
        cls.browser = chromium.Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.browser.command("Network.enable")
        cls.browser.command("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0,
                            uploadThroughput=0)
        cls.browser.requests()  # those of the browser's own start
        machines = [page.machine(name, page.checkpoint_of(cls.root / name)) for name in TRAINED]
        cls.browser.media(prefers_reduced_motion="reduce")  # else it plays once
        cls.browser.open(page.page([*machines, machines[0] | {"name": HOSTILE}]).decode())
        cls.browser.until("performance.getEntriesByName('live').length || "
                          "document.querySelector('.place').textContent.startsWith('The machine cannot')")

    @staticmethod
    def program(*words):
        done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def lived(self, name, story=None, question=None, whole=False):
        return self.browser.run(STEPS_GIVEN, name, story, question, whole)

    def compare(self, name, lived, stepwise=True):
        """What was lived and what the program traced; gives the names that both have."""
        both = set()
        with h5py.File(self.root / f"{name}.h5") as trace:
            outputs = trace["outputs"][()]
            for step, chances in zip(lived["steps"], lived["answers"]):
                if not numpy.isnan(outputs[step]).any():
                    self.assertLess(numpy.abs(outputs[step] - chances).max(), CLOSE, f"{name}: answer at step {step}")
                    both.add("outputs")
            frames = lived["views"] if stepwise else self.by_turns(lived["views"][0])
            for step, views in enumerate(frames):
                for view in views:
                    if view["name"] not in trace or view["name"] in both and len(trace[view["name"]]) <= step:
                        continue
                    traced = trace[view["name"]][step][:view["columns"], :view["rows"]]
                    shown = numpy.array(view["data"]).reshape(view["columns"], view["rows"])
                    self.assertEqual(traced.shape, shown.shape, view["name"])
                    self.assertLess(numpy.abs(traced - shown).max(), CLOSE, f"{name}: {view['name']} at step {step}")
                    both.add(view["name"])
        return both

    @staticmethod
    def by_turns(views):
        """Frames of what one run showed: the first of each name, then the second."""
        frames = []
        for view in views:
            turn = next((i for i, frame in enumerate(frames) if view["name"] not in [v["name"] for v in frame]), None)
            if turn is None:
                frames.append([])
                turn = -1
            frames[turn].append(view)
        return frames

    def test_machines_with_a_memory_come_to_the_programs_numbers(self):
        for name, shown in (("ntm", {"memory", "read/weights", "write/gate", "read/shift"}),
                            ("dnc", {"memory", "links", "usage", "read/modes"}),
                            ("stack", {"memory/strengths", "push"})):
            found = self.compare(name, self.lived(name))
            self.assertLessEqual(shown | {"outputs"}, {each.removeprefix("memory/") if each not in shown else each
                                                       for each in found}
                                 | found, name)

    def test_a_transformer_step_by_step_is_the_program_at_once(self):
        self.assertIn("outputs", self.compare("transformer", self.lived("transformer")))

    def test_a_memory_network_asked_in_words(self):
        with h5py.File(self.root / "memn2n.h5") as trace:
            story = "\n".join(text.decode() for text in trace["story/statements"][()])
            [question] = [text.decode() for text in trace["story/question"][()]]
        found = self.compare("memn2n", self.lived("memn2n", story, question, whole=True), stepwise=False)
        self.assertEqual(found, {"outputs", "hop/weights"})

    def test_an_encoder_and_decoder_with_attention(self):
        found = self.compare("translation", self.lived("translation", whole=True), stepwise=False)
        self.assertIn("outputs", found)
        self.assertTrue([each for each in found if each != "outputs"], "nothing that it looks at was compared")

    def test_what_is_changed_by_hand_is_followed(self):
        told = self.browser.run("""
            const machine = tapehead.engine.open(tapehead.models[0].checkpoint);
            const run = changes => {
              machine.draw({}); machine.begin();
              return [0, 1, 2, 3].map(step => machine.step(changes.filter(each => each.at === step)));
            };
            const memory = frame => frame.views.find(view => view.name.endsWith('memory'));
            const gate = frame => frame.views.find(view => view.name.endsWith('write/gate'));
            const plain = run([]), name = memory(plain[0]).name, gates = gate(plain[0]).name;
            const held = run([{at: 1, name, shown: 0, row: 2, column: 3, value: 0.75}]);
            const open = run([{at: 1, name: gates, shown: 0, row: 0, column: 0, value: 1}]);
            const differ = (a, b) => a.some((value, i) => value !== b[i]);
            return [memory(held[1]).data[3 * memory(held[1]).rows + 2], differ(plain[1].answer, held[1].answer),
                    differ(memory(plain[2]).data, memory(held[2]).data), differ(memory(plain[0]).data,
                        memory(held[0]).data),
                    gate(open[1]).data[0], differ(memory(plain[1]).data, memory(open[1]).data)]""")
        self.assertEqual(told, [0.75, False, True, False, 1, True])  # what is read at a step was read before it wrote

    def test_drawn_bits_are_asked_for_again_at_any_length(self):
        told = self.browser.run("""
            const machine = tapehead.engine.open(tapehead.models[0].checkpoint), bits = Array(30 * 4).fill(0);
            bits[4 * 7 + 2] = 1;
            const drawn = machine.draw({'task.length': '30'}, 1, 0, bits), {numbers, inputs, target} = drawn;
            return [drawn.vectors.length, inputs[0].steps, numbers[target.from + (31 + 7) * 4 + 2],
                    numbers.slice(target.from).reduce((sum, x) => sum + x, 0)]""")
        self.assertEqual(told, [30, 61, 1, 1])

    def test_a_larger_memory(self):
        self.assertEqual(self.browser.run("""
            const machine = tapehead.engine.open(tapehead.models[0].checkpoint, {'memory.slots': '40'});
            machine.draw({}); machine.begin();
            return machine.step().views.find(view => view.name.endsWith('memory')).rows"""), 40)

    def test_what_a_page_cannot_bear_is_refused_with_the_limit(self):
        for call, said in (("machine.draw({'task.length': '900000'})", "at most 5000"),
                           ("machine.draw({'task.length': 'x'})", "task.length"),
                           ("tapehead.engine.open(tapehead.models[0].checkpoint, {'memory.slots': '1000000'})",
                            "at most"),
                           ("tapehead.engine.open(new Uint8Array([1, 2, 3]))", "a whole safetensors file is needed"),
                           ("machine.step()", "begin is needed first"), ("machine.story('a', 'b')", "reads none")):
            told = self.browser.run(f"""
                const machine = tapehead.engine.open(tapehead.models[0].checkpoint);
                try {{ {call}; return 'nothing'; }} catch (error) {{ return error.message; }}""")
            self.assertIn(said, told, call)

    def on_page(self, script, machine, beside=None):
        """Runs a script with machines of these names chosen, an episode begun."""
        number = [*TRAINED].index
        self.browser.run(WITH_PAGE + "change('machine1', -1); change('machine0', arguments[0]); "
                                     "change('machine1', arguments[1])",
                         number(machine), number(beside) if beside else -1)
        self.browser.until("document.querySelectorAll('.machine h3').length === arguments[0] && "
                           "tapehead.player.runs.every(run => run.done)", 2 if beside else 1)
        return self.browser.run(WITH_PAGE + "return (async () => {" + script + "})()")

    def test_no_right_answer_stays_when_the_input_is_changed(self):
        for name, change in (("ntm", "numbers[4] = 1"), ("tokens", "numbers[0] = 1"),
                             ("translation", "numbers[0] = 1")):
            told = self.browser.run(WITH_PAGE + f"""
                const machine = opened('{name}'), drawn = machine.draw({{}}), [input] = drawn.inputs;
                const numbers = input.tokens ?? drawn.numbers.slice(input.from,
                    input.from + input.channels * input.steps);
                {change};
                const put = machine.put(numbers), own = put.target.tokens ?? [...put.numbers.slice(put.target.from)];
                machine.begin();
                return [drawn.target.tokens ? [] : put.scored, own.filter(each => each > 0), put.inputs[0].steps ===
                    input.steps]""")
            self.assertEqual(told, [[], [], True], name)

    def test_a_bit_that_no_vector_has_leaves_no_right_answer_in_the_page(self):
        told = self.on_page("""
            const output = () => track('output').track;
            const before = Boolean(output().target), {episode} = player.runs[0];
            player.toggle(player.runs[0], episode.vectors.length, episode.bits);
            await settled();
            const told = [before, Boolean(output().target), output().predicted, trouble()];
            const numbers = player.runs[0].episode.numbers.slice(0, 22).fill(0), width = episode.inputs[0].channels;
            numbers[0] = 1; numbers[width] = -1;  // bits that enter as -1 or 1
            await player.each({to: run => run.machine.put(numbers.slice(0, 2 * width))});
            await player.toggle(player.runs[0], 0, 0);
            return [...told, player.runs[0].episode.numbers[0]]""", "ntm")
        self.assertEqual(told, [True, False, True, "", -1])

    def test_what_is_no_token_is_refused_by_name(self):
        for numbers, said in (("[99]", "input: got token 99; whole numbers below 10, or -1, are needed"),
                              ("[3.5]", "got token 3.5"), ("[NaN]", "whole numbers below 10"), ("[-2]", "got token -2"),
                              ("[]", "got 0 numbers")):
            told = self.browser.run(WITH_PAGE + f"""
                const machine = opened('tokens'); machine.draw({{}});
                try {{ machine.put({numbers}); return 'nothing' }} catch (error) {{ return error.message }}""")
            self.assertIn(said, told, numbers)
        self.assertIn("one has to be drawn", self.browser.run(WITH_PAGE + """
            try { opened('tokens').put([1]); return 'nothing' } catch (error) { return error.message }"""))
        told = self.on_page("""
            change('tokens', '1 2 99'); await settled();
            const refused = trouble(); type('tokens', '1 -1 3'); change('tokens', '1 -1 3'); await settled();
            return [refused, trouble(), player.runs[0].episode.inputs[0].tokens, player.runs[1].episode.bits]""",
                            "tokens", "ntm")
        self.assertIn("got token 99", told[0])
        self.assertEqual(told[1:], ["", [1, -1, 3], 4])  # the one of another task keeps its own

    def test_what_a_machine_was_made_to_say_goes_with_its_episode(self):
        told = self.on_page("""
            document.querySelectorAll('.chances button')[1].click(); await settled();
            const made = player.runs[0].frames[0].chosen, own = player.runs[0].frames[0].answer;
            at('another').click(); await settled();
            player.go(1e6); await settled();
            const fresh = new Run(opened('translation'));
            fresh.give(fresh.machine.draw({}, player.seed, player.number));
            return [own[made] < Math.max(...own), player.runs[0].frames.map(each => each.chosen), toEnd(fresh)]""",
                            "translation")
        self.assertTrue(told[0])
        self.assertEqual(told[1], told[2])

    def test_a_changed_number_changes_what_is_said(self):
        told = self.on_page("""
            const [run] = player.runs, said = toEnd(run), same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
            for (const view of run.frames[0].views)
              for (let row = 0; row < view.rows; row++)
                for (const value of [9, -9]) {
                  const change = {at: 0, name: view.name, shown: view.shown, row, column: 0, value, always: true};
                  const fresh = new Run(run.machine);
                  fresh.give(run.episode);
                  fresh.changes = [change];
                  const wanted = toEnd(fresh);
                  if (same(wanted.slice(0, said.length), said.slice(0, wanted.length))) continue;
                  player.change({run, view, row, column: 0, at: 0}, value, true);
                  await settled();
                  const now = run.frames.map(each => each.chosen);
                  return [same(now, wanted.slice(0, now.length)), same(now, said), run.trouble];
                }
            return 'nothing that can be changed changes what is said'""", "translation")
        self.assertEqual(told, [True, False, ""])

    def test_what_goes_wrong_after_a_change_is_told(self):
        told = self.on_page("""
            const [run] = player.runs, [view] = run.frames[0].views, answer = run.frames[0].answer;
            const change = async says => { run.machine.say = says; await player.change({run, view, row: 0,
                column: 0, at: 0}, 1, true); return run.trouble };
            return [await change(() => { throw new Error('as the engine says it') }),
                    await change(() => ({answer: answer.map(() => null), views: [], numbers: []})), run.done]""",
                            "translation")
        self.assertEqual(told, ["as the engine says it",
                                "answer: got one that is no number as token 1; smaller changes are needed", True])

    def test_a_value_that_is_no_number_is_refused_where_it_is_typed_and_by_the_engine(self):
        told = self.on_page("""
            at('all').click();
            const grid = at('0 view memory'), said = [];
            grid.focus(); press('Enter'); await settled();
            for (const value of ['1e39', '']) {
              at('value').value = value; at('set').click(); await settled();
              said.push(trouble(), at('value') !== null);
            }
            for (const value of ['1e39', '', 'x'])
              try { const machine = opened('ntm'); machine.draw({}); machine.begin();
                    machine.step([{name: 'memory', shown: 0, row: 0, column: 0, value}]); said.push('nothing') }
              catch (error) { said.push(error.message) }
            at('value').value = '0.5'; at('set').click(); await settled();
            return [...said, player.runs[0].changes.length, document.activeElement === grid]""", "ntm")
        self.assertEqual(told[:4], ["value: got 1e39; a number below 3.4e38 is needed", True,
                                    "value: got none; a number below 3.4e38 is needed", True])
        for each in told[4:7]:
            self.assertIn("a finite number is needed", each)
        self.assertEqual(told[7:], [1, True])

    def test_what_is_typed_stays_until_it_is_given_and_goes_to_both(self):
        told = self.on_page("""
            const [story, question] = [at('story'), at('question')];
            type('story', 'mary went to the kitchen'); type('question', 'where is mary');
            at('step').click(); await settled(); at('all').click(); await settled();
            const typed = [at('story') === story, story.value, question.value];
            at('ask').click(); await settled();
            change('machine1', player.chosen[0]); await settled();
            return [...typed, player.runs.map(run => [run.episode.statements, run.episode.question]), trouble()]""",
                            "memn2n")
        mine = [["mary went to the kitchen"], "where is mary"]
        self.assertEqual(told, [True, mine[0][0], mine[1], [mine, mine], ""])

    def test_fields_and_grids_are_the_same_after_a_step_and_keep_the_focus(self):
        told = self.on_page("""
            at('all').click();
            const kept = ['slider', 'play', '0 score input', '0 view memory'].map(at);
            at('slider').focus(); at('slider').value = 3; at('slider').dispatchEvent(new Event('input'));
                await settled();
            const dragged = [player.frame, document.activeElement === kept[0], kept.slice(0, 3).every(each =>
                each === at(each.getAttribute('data-key')))];
            at('0 score input').focus(); press('Home'); await settled(); press('Enter'); await settled();
            const bits = player.bits.length, set = document.activeElement === at('0 score input');
            change('slots0', 20); await settled();
            at('all').click();
            return [...dragged, bits > 0, set, player.runs[0].episode.numbers[0] === (player.bits[0] ? 1 : 0),
                player.bits.length === bits]""", "ntm")
        self.assertEqual(told, [3, True, True, True, True, True, True])

    def test_slots_that_may_not_change_have_no_box(self):
        for name, box, said in (("ntm", True, False), ("dnc", True, False), ("stack", False, False),
                                ("learned", False, True), ("transformer", False, False)):
            told = self.on_page("return [!!at('slots0').offsetParent, document.querySelector('.machine').textContent"
                                ".includes('slots, which stays as it is')]", name)
            self.assertEqual(told, [box, said], name)

    def test_each_cell_is_read_by_keys(self):
        told = self.on_page("""
            const grid = at('0 score input'), output = document.querySelector('.score-readout');
            grid.focus(); press('ArrowRight'); press('ArrowDown'); await settled();
            const {episode} = player.runs[0], value = episode.numbers[episode.inputs[0].channels + 1];
            const said = `input x, row 2, step 2: ${value}`.replace('-', '−');
            const nameless = [...document.querySelectorAll('.live :is(select, meter, canvas, input)')].filter(each =>
              !each.getAttribute('aria-label') && !each.ariaLabel && !each.ariaHidden &&
              !(each.labels?.[0]?.textContent.trim()));
            const told = [output.textContent.startsWith(said), output.ariaLive, grid.getAttribute('aria-label') ===
                `Input. ${said}`, document.querySelectorAll('.mark.own').length, player.frame];
            grid.blur();
            return [...told, output.ariaLive, document.querySelectorAll('.mark').length, nameless.length]""", "ntm")
        self.assertEqual(told, [True, "polite", True, 1, 1, "off", 0, 0])
        told = self.on_page("return [...document.querySelectorAll('meter')].map(each => "
                            "each.getAttribute('aria-label')).every(Boolean)", "translation")
        self.assertTrue(told)

    def test_a_step_paints_no_track_and_what_was_seen_is_summed_on_the_way(self):
        told = self.on_page("""
            const made = CanvasRenderingContext2D.prototype, create = made.createImageData;
            const painted = [];
            await player.go(2);
            made.createImageData = function (width, height) { painted.push(width); return create.call(this, width,
                height) };
            await player.go(3);
            made.createImageData = create;
            const [run] = player.runs, most = name => Math.max(1e-6, ...run.frames.flatMap(frame =>
              frame.views.filter(view => view.name === name).flatMap(view => [...view.data].map(Math.abs))));
            return [painted, [...run.seen].every(([name, seen]) => seen.most === most(name) &&
                seen.views.length === run.length)]""", "ntm")
        self.assertEqual(told, [[6], True])  # the memory of the machine now

    def test_keys_play_and_step_but_where_somebody_types(self):
        told = self.on_page("""
            const steps = [], slider = at('slider');
            slider.focus();
            for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'Home']) { press(key);
                await settled(); steps.push(player.frame); }
            press(' '); await settled(); steps.push(player.frame);  // to the end
            press(' '); await settled(); steps.push(player.frame);  // from the beginning again
            press('Home'); await settled(); at('slots0').focus(); press('ArrowRight'); press(' '); await settled();
            return [steps, player.frame, player.runs[0].length - 1]""", "ntm")
        self.assertEqual(told, [[1, 2, 1, told[2], 0, told[2], told[2]], 0, told[2]])

    def test_a_machine_that_speaks_goes_on_to_its_last_token(self):
        told = self.on_page("""
            at('slider').focus(); press('End'); await settled();
            const [run] = player.runs;
            return [run.done, player.frame === run.frames.length - 1, document.querySelector('.step-told').textContent,
                    `token ${run.frames.length} of ${run.frames.length}`]""", "translation")
        self.assertEqual(told[:2], [True, True])
        self.assertEqual(told[2], told[3])

    def test_legible_in_light_and_dark_wide_and_narrow(self):
        self.addCleanup(self.browser.media)
        self.addCleanup(self.browser.command, "Emulation.clearDeviceMetricsOverride")
        for machine, beside in (("ntm", "dnc"), ("memn2n", None), ("translation", None), ("tokens", None)):
            self.on_page("await player.go(1e6)", machine, beside)
            for scheme, width in ("light", 1280), ("dark", 400):
                self.browser.media(prefers_color_scheme=scheme)
                self.browser.size(width)
                self.browser.until("document.documentElement.scrollWidth <= innerWidth")
                inks = self.browser.run(INKS)
                self.assertGreater(len(inks), 20)
                self.assertEqual([(text, round(ratio, 2)) for text, ratio in inks if ratio < 4.5], [],
                                 f"{machine}, {scheme}")

    def test_the_colours_follow_the_scheme(self):
        self.addCleanup(self.browser.media)
        self.on_page("", "ntm")
        self.browser.media(prefers_color_scheme="light")
        before = self.browser.run(WITH_PAGE + "return at('0 score weightings').toDataURL()")
        self.browser.media(prefers_color_scheme="dark")
        self.browser.until("document.querySelector(arguments[0]).toDataURL() !== arguments[1]",
                           "[data-key='0 score weightings']", before)

    def test_nothing_else_may_run(self):
        self.browser.run("""
            const script = document.createElement('script'), style = document.createElement('style');
            script.textContent = 'window.hacked = 1';
            style.textContent = 'body { outline: 7px solid red }';
            document.body.append(script, style);""")
        self.assertIsNone(self.browser.run("return window.hacked ?? null"))
        self.assertNotEqual(self.browser.run("return getComputedStyle(document.body).outlineWidth"), "7px")
        said = self.browser.complaints()
        self.assertEqual([sum(each in one for one in said) for each in ("script-src", "style-src")], [1, 1])

    def test_play_stops_at_the_end_and_reads_no_trouble_out_twice(self):
        told = self.on_page("""
            player.clock.speed = 64;
            let alerts = 0;
            new MutationObserver(list => { alerts +=
                list.length }).observe(document.querySelector('.machine .trouble'), {childList: true});
            player.runs[0].trouble = 'told once';
            at('play').click();
            const during = at('play').textContent;
            await settled();
            return [during, at('play').textContent, player.runs[0].done, alerts]""", "stack")
        self.assertEqual(told, ["Pause", "Play", True, 1])

    def test_the_page_loads_nothing_and_keeps_texts_texts(self):
        self.assertEqual(self.browser.run("return tapehead.models.length"), len(TRAINED) + 1)
        self.browser.run("""
            const choice = document.querySelector('[data-key=machine0]');
            choice.value = arguments[0]; choice.dispatchEvent(new Event('change'))""", len(TRAINED))
        self.browser.until("document.querySelector('.machine h3')?.textContent === arguments[0]", HOSTILE)
        self.assertEqual(self.browser.run("return document.querySelectorAll('img, iframe').length"), 0)
        self.assertIsNone(self.browser.run("return window.hacked ?? null"))
        self.assertEqual([address for address in self.browser.requests() if not address.startswith(("file:", "data:"))],
                         [])

    def test_every_machine_plays_by_its_buttons_and_beside_another(self):
        for number, name in enumerate(TRAINED):
            self.browser.run("""
                const choose = (key, value) => { const field = document.querySelector(`[data-key=${key}]`);
                  field.value = value; field.dispatchEvent(new Event('change')) };
                choose('machine1', -1); choose('machine0', arguments[0]); choose('machine1', arguments[0])""", number)
            self.browser.until("document.querySelectorAll('.machine h3').length === 2 && "
                               "document.querySelectorAll('.machine .track').length")
            self.browser.run("document.querySelector('[data-key=end]').click()")
            self.browser.until("tapehead.player.runs.every(run => run.done)")
            told = self.browser.run("return tapehead.player.runs.map(run => [run.trouble, run.frames.length > 0])")
            self.assertEqual(told, [["", True], ["", True]], name)
        self.assertEqual(self.browser.complaints(), [])


if __name__ == "__main__":
    unittest.main()
