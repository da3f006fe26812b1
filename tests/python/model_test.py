#!/usr/bin/python3
"""A trained model in Python: its steps are those of the whole run, its state can be changed, its gradient is one."""
import os
import pathlib
import pickle
import sys
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from differences import check_gradient
from engine_module import SHORT, contents, folder, program, python

import numpy

import tapehead

FLOAT = 1e-6  # rounding: a step by itself and in a sequence are computed in other orders


def trained(place, **given):
    """A model that has hardly been trained."""
    return tapehead.train(threads=1, seed=5, out=place / "run", options=SHORT, **given).load()


class Steps(unittest.TestCase):
    def setUp(self):
        self.copy = tapehead.load("copy")

    def test_steps_are_the_run(self):
        with folder() as place:
            kinds = ({"memory": "dnc", "memory_slots": 8}, {"memory": "lru", "memory_slots": 9}, {"memory": "none"},
                     {"memory": "sparse", "memory_slots": 16}, {"memory": "stack"},
                     {"controller": "transformer", "memory": "none"},
                     {"controller": "transformer", "memory": "none", "controller_places": "drawn"},
                     {"memory": "tape-told-length"})
            for number, settings in enumerate(kinds):
                model = trained(place / str(number), task="copy", task_length=4, **settings)
                batch = next(tapehead.batches("copy", batch=3, task_length=4))
                whole, state = model.run(batch), model.start(3, steps=9, input_steps=[5, 5, 5])
                for t in range(batch.steps):
                    output, state = model.step(batch.input[:, t], state)
                    scored = batch.mask[0, t] != 0
                    if scored.any():
                        numpy.testing.assert_allclose(output, whole[:, t], atol=FLOAT, err_msg=str(settings))

    def test_what_must_be_told_ahead(self):
        def refused(pattern, model, **told):
            with self.assertRaisesRegex(tapehead.InputError, pattern):
                model.start(2, **told)
        with folder() as place:
            tape = trained(place / "tape", task="copy", task_length=4, memory="tape-told-length", memory_slots=9)
            refused(r"^input_steps: got 0 numbers for 2 episodes; [^\n]*needed", tape)
            for told in ([1, 2, 3], 1.5, -1):
                refused("^input_steps: got .*a number of steps, or one for each", tape, input_steps=told)
            state = tape.start(2, input_steps=[5, 3])
            self.assertEqual(state.input_steps.ravel().tolist(), [5, 3])
            self.assertEqual(tape.state(dict(state)).input_steps.ravel().tolist(), [5, 3])
            drawn = trained(place / "drawn", task="copy", task_length=4, controller="transformer", memory="none",
                            controller_places="drawn", controller_place_range=50)
            refused("^controller.place-range: got 50, and a sequence whose number of steps is not known", drawn)
            refused("^controller.place-range: got 50 and a sequence of 51 steps", drawn, steps=51)
            places = drawn.start(2, steps=[9, 2]).places
            self.assertTrue((numpy.diff(places[0].ravel()[:9]) > 0).all())
            numpy.testing.assert_array_equal(drawn.state({"controller/places": places}).places, places)

    def test_probabilities_and_logits(self):
        state = self.copy.start(2)
        x = numpy.zeros((2, 9))
        logits, _ = self.copy.step(x, state, logits=True)
        chances, _ = self.copy.step(x, state)
        numpy.testing.assert_allclose(1 / (1 + numpy.exp(-logits)), chances, atol=FLOAT)

    def test_a_state_has_names_and_can_be_changed(self):
        model, x = self.copy, numpy.zeros((1, 9), numpy.float32)
        state = model.start()
        slots, width = int(model.settings["memory.slots"]), int(model.settings["memory.width"])
        self.assertEqual(state.memory.shape, (1, slots, width))
        self.assertIn("memory/memory", list(state))
        numpy.testing.assert_array_equal(state["memory/memory"], state.memory)
        before, after = model.step(x, state)
        again, _ = model.step(x, state)
        numpy.testing.assert_array_equal(before, again)  # a step leaves its state as it was
        other = state.copy()
        other.memory = numpy.full((1, slots, width), 0.5)
        other.memory[0, 3, 2] = 2  # in place too
        self.assertEqual(other.memory[0, 3, 2], 2)
        self.assertNotEqual(state.memory[0, 3, 2], 2)
        changed, after_change = model.step(x, other)
        self.assertGreater(numpy.abs(after_change.memory - after.memory).max(), 0.1)
        same = model.state(dict(other))
        numpy.testing.assert_array_equal(model.step(x, same)[0], changed)

    def test_items_do_not_mix(self):
        model, rng = self.copy, numpy.random.default_rng(1)
        together, apart = model.start(3), [model.start() for _ in range(3)]
        for _ in range(4):
            x = rng.random((3, 9), numpy.float32)
            output, together = model.step(x, together)
            for b in range(3):
                alone, apart[b] = model.step(x[b], apart[b])
                numpy.testing.assert_allclose(output[b], alone[0], atol=FLOAT)

    def test_what_is_wrong_is_said(self):
        state = self.copy.start(2)
        for x in (numpy.zeros((2, 8)), numpy.zeros((3, 9)), numpy.zeros(9), "no numbers", None, numpy.zeros((0, 9))):
            with self.assertRaisesRegex(tapehead.InputError, r"x: got .*; an array of shape \(2, 9\) is needed"):
                self.copy.step(x, state)
        for batch, said in ((0, "0"), (-1, "-1"), ("a", "'a'"), (1 << 20, "1048576; a number from 1 to")):
            with self.assertRaisesRegex(tapehead.InputError, f"batch: got {said}"):
                self.copy.start(batch)
        names = "h, c, reads, memory, weights"
        with self.assertRaisesRegex(tapehead.InputError, f'state: "memori" is .*nearest: memory; valid: {names}'):
            state.memori = 3
        with self.assertRaises(AttributeError):
            state.memori
        with self.assertRaises(KeyError):
            state["memori"]
        with self.assertRaisesRegex(tapehead.InputError, r"state: memory/memory: got an array of shape \(3,\)"):
            state.memory = [1, 2, 3]
        with self.assertRaises(TypeError):
            self.copy.step(numpy.zeros((2, 9)), None)
        other = tapehead.load("dnc").start(2)
        with self.assertRaisesRegex(tapehead.InputError, "state: got one of dnc; one that this model's"):
            self.copy.step(numpy.zeros((2, 9)), other)
        with self.assertRaisesRegex(tapehead.InputError, "nearest: copy"):
            tapehead.load("cpoy")
        with self.assertRaisesRegex(tapehead.InputError, "takes its whole input at once; run"):
            tapehead.load("babi").start()

    def test_tokens(self):
        with folder() as place:
            model = trained(place, preset="key-value-recall")
            kinds = int(model.settings["task.vocabulary"])
            state = model.start(2)
            output, state = model.step([0, -1], state)
            self.assertTrue(numpy.isfinite(output).all())
            for token in (kinds + 100000, -2):
                with self.assertRaisesRegex(tapehead.InputError, f"x: got token {token} for item 1; one from 0 to"):
                    model.step([0, token], state)
            with self.assertRaisesRegex(tapehead.InputError, "2 whole numbers"):
                model.step([0.5, 0.5], state)

    def test_many_threads(self):
        model, failures = self.copy, []

        def steps():
            state = model.start()
            for _ in range(30):
                output, state = model.step(numpy.ones(9), state)
            failures.append(numpy.abs(output - expected).max())

        state = model.start()
        for _ in range(30):
            expected, state = model.step(numpy.ones(9), state)
        threads = [threading.Thread(target=steps) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [0] * 4)


class Whole(unittest.TestCase):
    def test_stories_outlive_what_drew_them(self):
        model = tapehead.load("babi")
        self.assertTrue(numpy.isfinite(model.run(next(model.batches(batch=3)))).all())

    def test_stories_are_texts(self):
        model = tapehead.load("babi")
        trace, story = model.trace(episode=1, split="eval"), next(model.batches(batch=2)).stories[1]
        self.assertEqual(story.statements, trace.texts["story/statements"])
        [asked] = story.questions
        self.assertEqual([asked.words], trace.texts["story/question"])
        self.assertEqual(asked.known, len(story.statements))
        self.assertIn(asked.answer, trace.texts["story/classes"])
        self.assertTrue(asked.supports and all(0 <= one < asked.known for one in asked.supports))
        with self.assertRaisesRegex(tapehead.InputError, "stories: got a batch of arrays"):
            next(tapehead.batches("copy")).stories

    def test_what_targets_tell_of(self):
        batch = next(tapehead.batches("lexical-translation", batch=3))
        self.assertEqual(batch.aligned.shape, batch.target.shape)
        source = batch.inputs["source"]
        pairs = {(source[b, batch.aligned[b, t]], batch.target[b, t]) for b in range(3) for t in range(batch.steps)
                 if batch.aligned[b, t] >= 0}
        self.assertGreater(len(pairs), 3)
        self.assertEqual(len(pairs), len({said for _, said in pairs}))  # a word is said of one other word
        boxes = next(tapehead.batches("mosaic", batch=2, task_canvas=64)).boxes
        self.assertEqual(boxes.shape[::2], (2, 4))
        told = boxes[boxes.any(-1)]
        self.assertTrue((told[:, 2:] > told[:, :2]).all() and told.max() <= 64)
        self.assertIsNone(next(tapehead.batches("copy")).boxes)

    def test_the_gradient_is_that_of_differences(self):
        with folder() as place:
            model = trained(place, task="copy", task_length=3, memory="dnc", memory_slots=6, controller_size=8)
            batch = next(tapehead.batches("copy", batch=4, task_length=3))
            loss = check_gradient(self, model, batch)
            # The loss is the cost of the answers: from logits, in double precision.
            logits, target = model.run(batch, logits=True).astype(float), batch.target
            logits = numpy.where(batch.mask != 0, logits, 0)
            cost = batch.mask * (numpy.logaddexp(0, logits) - target * logits)
            self.assertAlmostEqual(loss, cost.sum() / 4, delta=1e-3)

    def test_an_own_optimiser_trains_it(self):
        with folder() as place:
            model = trained(place, task="copy", task_length=2, memory="none", controller_size=16)
            batch = next(tapehead.batches("copy", batch=16, task_length=2))
            first = model.gradient(batch)[0]
            for _ in range(100):
                _, gradients = model.gradient(batch)
                for name, values in model.parameters.items():
                    values -= 0.01 * numpy.sign(gradients[name])
            self.assertLess(model.gradient(batch)[0], 0.9 * first)

    def test_batches_of_its_own_task(self):
        model = tapehead.load("copy")
        batch = next(model.batches(batch=2, task_length=8))
        self.assertEqual(batch.input.min(), -1)  # task.signed-bits, as it was trained
        outputs = model.run(batch)
        scored = batch.mask != 0
        self.assertEqual(numpy.isnan(outputs).sum(), (~scored).sum())
        self.assertLess(numpy.abs(outputs - batch.target)[scored].max(), 0.5)  # a trained model: every bit is right

    def test_a_trace_is_that_of_the_program(self):
        model = tapehead.load("copy", options={"task.length": 5})
        trace = model.trace(episode=2)
        with folder() as place:
            status, said, error = program("trace", "copy", "--task.length", 5, "--episode", 2, "--out",
                                          place / "t.safetensors")
            self.assertEqual(status, 0, error)
            self.assertEqual(trace.shown, said)
            from tapehead.runs import tokens  # noqa: F401  the package's rooms are beside it
            file = (place / "t.safetensors").read_bytes()
        import json
        size = int.from_bytes(file[:8], "little")
        header = json.loads(file[8:8 + size])
        del header["__metadata__"]
        self.assertEqual(set(header), set(trace))
        for name, entry in header.items():
            begin, end = entry["data_offsets"]
            numbers = numpy.frombuffer(file[8 + size:][begin:end], "<f4").reshape(entry["shape"])
            numpy.testing.assert_array_equal(trace[name], numbers, name)
        self.assertEqual(trace.axes["memory"][0], "step")
        with self.assertRaisesRegex(tapehead.InputError, "split: .*nearest: show|split: "):
            model.trace(split="shwo")

    def test_a_saved_model_is_loaded_again(self):
        with folder() as place:
            model = tapehead.load("copy")
            name, values = next(iter(model.parameters.items()))
            values[0, 0] += 0.25
            model.save(place / "mine")
            again = tapehead.load(place / "mine")
            self.assertEqual(again.sequences, model.sequences)
            for name, values in model.parameters.items():
                numpy.testing.assert_array_equal(again.parameters[name], values, name)
            with self.assertRaisesRegex(tapehead.DivergedError, "has nan"):
                values[0, 0] = numpy.nan
                model.save(place / "none")
            self.assertFalse((place / "none").exists())
            run = tapehead.train(preset="copy", threads=1, options=SHORT, out=place / "run")
            before = contents(run)
            with self.assertRaisesRegex(tapehead.InputError, "holds a run"):
                again.save(run)
            self.assertEqual(contents(run), before)
            status, _, error = program("eval", place / "mine", "--episodes", 2, "--task.length", 3)
            self.assertEqual(status, 0, error)

    def test_batches_of_another_task(self):
        model = tapehead.load("copy")
        with self.assertRaisesRegex(tapehead.InputError, "run: got input vectors of .*; input vectors of 9 are"):
            model.run(next(tapehead.batches("repeat-copy", batch=2)))
        with self.assertRaisesRegex(tapehead.InputError, "batch: got a int; a tapehead.Batch is needed"):
            model.run(3)


class Process(unittest.TestCase):
    def test_pickling(self):
        model = tapehead.load("copy")
        for thing in (model, model.start()):
            with self.assertRaises(TypeError):
                pickle.dumps(thing)
        kept = pickle.loads(pickle.dumps(dict(model.start())))
        self.assertEqual(model.state(kept).batch, 1)

    def test_forking(self):
        model = tapehead.load("copy")
        expected, _ = model.step(numpy.ones(9), model.start())
        child = os.fork()
        if not child:
            try:
                output, _ = model.step(numpy.ones(9), model.start())
                os._exit(0 if (output == expected).all() else 1)
            finally:
                os._exit(2)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)

    def test_views_outlive_what_they_are_of(self):
        model = tapehead.load("copy")
        memory, parameters, slots = model.start().memory, model.parameters, int(model.settings["memory.slots"])
        del model
        self.assertEqual(memory.sum().shape, ())
        self.assertEqual(memory.shape[1], slots)
        self.assertTrue(all(numpy.isfinite(values).all() for values in parameters.values()))

    def test_the_end_of_the_interpreter(self):
        code = ("import threading, time, tapehead; threading.Thread(target=lambda: tapehead.train(preset='copy', "
                "threads=1, train_sequences=10**9), daemon=True).start(); time.sleep(1); tapehead.load('copy').start()")
        with folder() as place:
            status, _, error = python(code, cwd=place)
            self.assertEqual((status, error), (0, ""))


if __name__ == "__main__":
    unittest.main()
