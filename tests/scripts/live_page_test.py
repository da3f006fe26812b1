#!/usr/bin/python3
"""Machines that run in a page, in a real browser without a network: they come to the program's own numbers, step by step;
what is changed by hand is followed; what a page cannot bear is refused; nothing is loaded, and hostile names stay texts."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "scripts")]
import browser as chromium  # noqa: E402

chromium.require()

import h5py  # noqa: E402
import numpy  # noqa: E402

from process import PROGRAM  # noqa: E402
from tapehead_live import page  # noqa: E402

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
}
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
        cls.browser.open(page.page([*machines, machines[0] | {"name": HOSTILE}]).decode())
        cls.browser.until("performance.getEntriesByName('live').length || document.querySelector('.stage').textContent.startsWith('The machine cannot')")

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
                            ("dnc", {"memory", "links", "usage", "read/modes"}), ("stack", {"memory/strengths", "push"})):
            found = self.compare(name, self.lived(name))
            self.assertLessEqual(shown | {"outputs"}, {each.removeprefix("memory/") if each not in shown else each for each in found}
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
                    differ(memory(plain[2]).data, memory(held[2]).data), differ(memory(plain[0]).data, memory(held[0]).data),
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
                           ("tapehead.engine.open(tapehead.models[0].checkpoint, {'memory.slots': '1000000'})", "at most"),
                           ("tapehead.engine.open(new Uint8Array([1, 2, 3]))", "a whole safetensors file is needed"),
                           ("machine.step()", "begin is needed first"), ("machine.story('a', 'b')", "reads none")):
            told = self.browser.run(f"""
                const machine = tapehead.engine.open(tapehead.models[0].checkpoint);
                try {{ {call}; return 'nothing'; }} catch (error) {{ return error.message; }}""")
            self.assertIn(said, told, call)

    def test_the_page_loads_nothing_and_keeps_texts_texts(self):
        self.assertEqual(self.browser.run("return tapehead.models.length"), len(TRAINED) + 1)
        self.browser.run("""
            const choice = document.querySelector('[data-key=machine0]');
            choice.value = arguments[0]; choice.dispatchEvent(new Event('change'))""", len(TRAINED))
        self.browser.until("document.querySelector('.machine h3')?.textContent === arguments[0]", HOSTILE)
        self.assertEqual(self.browser.run("return document.querySelectorAll('img, iframe').length"), 0)
        self.assertIsNone(self.browser.run("return window.hacked ?? null"))
        self.assertEqual([address for address in self.browser.requests() if not address.startswith(("file:", "data:"))], [])

    def test_every_machine_plays_by_its_buttons_and_beside_another(self):
        for number, name in enumerate(TRAINED):
            self.browser.run("""
                const choose = (key, value) => { const field = document.querySelector(`[data-key=${key}]`);
                  field.value = value; field.dispatchEvent(new Event('change')) };
                choose('machine1', -1); choose('machine0', arguments[0]); choose('machine1', arguments[0])""", number)
            self.browser.until("document.querySelectorAll('.machine h3').length === 2 && document.querySelector('.machine .panel')")
            self.browser.run("document.querySelector('[data-key=end]').click()")
            self.browser.until("tapehead.player.runs.every(run => run.done)")
            told = self.browser.run("return tapehead.player.runs.map(run => [run.trouble, run.frames.length > 0])")
            self.assertEqual(told, [["", True], ["", True]], name)
        self.assertEqual(self.browser.complaints(), [])


if __name__ == "__main__":
    unittest.main()
