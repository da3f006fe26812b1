#!/usr/bin/python3
"""A task that is a class of Python: trained, scored and shown like any other; what it does wrong is said."""
import os
import pathlib
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from differences import check_gradient
from engine_module import SHORT, contents, folder, program, python

import numpy

import tapehead

PARITY = '''
import numpy
import tapehead


class Parity:
    """After each bit, whether the number of ones so far is odd."""
    spec = tapehead.Spec(tapehead.vectors(1), tapehead.bits(1))
    eval_grid = [{"task.length": "5..10:5"}]

    def __init__(self, min_length=1, max_length=6):
        self.min_length, self.max_length = min_length, max_length

    def shape(self, rng, reach):
        return tapehead.draw_size(rng, self.min_length, self.max_length, reach)

    def sample(self, rng, steps, batch):
        batch.input[..., 0] = rng.integers(0, 2, (batch.episodes, steps))
        batch.target = batch.input.cumsum(axis=1) % 2
        batch.mask[:] = 1
'''
SLOW = 2e-3  # seconds
SMALL = {**SHORT, "model": "lstm", "controller.size": 4, "train.batch": 4}


class Base:
    """Vectors in, bits out, four steps."""
    spec = tapehead.Spec(tapehead.vectors(2), tapehead.bits(1))
    steps = 4

    def sample(self, rng, shape, batch):
        batch.input[:] = rng.random(batch.input.shape)
        batch.target[:] = 1
        batch.mask[:] = 1


class Words:
    """Tokens in, classes out, of several lengths."""
    spec = tapehead.Spec(tapehead.tokens(5), tapehead.classes(3))

    def shape(self, rng, reach):
        return [int(rng.integers(2, 6)), 7]

    def sample(self, rng, shape, batch):
        assert shape[1] == 7
        batch.lengths = rng.integers(1, shape[0] + 1, batch.episodes)
        batch.input = rng.integers(0, 5, (batch.episodes, shape[0]))
        batch.target = batch.input % 3
        batch.mask = numpy.arange(shape[0]) < batch.lengths[:, None]


def train(task, place, threads=1, **settings):
    return tapehead.train(task=task, out=place, options={**SMALL, **settings}, threads=threads)


def slow(task):
    """The same, which takes so long to draw that it is drawn ahead."""
    class Slow(task):
        def sample(self, rng, shape, batch):
            time.sleep(SLOW)
            super().sample(rng, shape, batch)
    return Slow


class Trains(unittest.TestCase):
    def setUp(self):
        scope = {"__name__": "in_a_notebook"}
        exec(PARITY, scope)
        self.parity = scope["Parity"]

    def test_equal_bytes_for_any_number_of_threads(self):
        with folder() as place:
            for task in (self.parity, Words):
                name = task.__name__
                for number, threads in enumerate((1, 2, 1)):
                    tapehead.train(task=task, threads=threads, out=place / f"{name}-{number}", options=SMALL)
                self.assertEqual(contents(place / f"{name}-0"), contents(place / f"{name}-1"))
                self.assertEqual(contents(place / f"{name}-0"), contents(place / f"{name}-2"))

    def test_gradients_are_those_of_differences(self):
        with folder() as place:
            for number, (task, memory) in enumerate(((self.parity, "ntm"), (Words, "stack"))):
                options = {**SMALL, "model": "memory-machine", "memory": memory, "memory.width": 3}
                options |= {"memory.slots": 5} if memory == "ntm" else {}
                model = tapehead.train(task=task, threads=1, out=place / str(number), options=options).load()
                loss = check_gradient(self, model, next(tapehead.batches(task, batch=4)))
                self.assertGreater(loss, 0.1)

    def test_a_run_goes_on_as_if_it_had_never_stopped(self):
        def stop(moment):
            if moment.validation:
                raise InterruptedError

        with folder() as place:
            with self.assertRaises(InterruptedError):
                tapehead.train(task=self.parity, threads=1, out=place / "a", options=SMALL, on_progress=stop)
            train(self.parity, place / "a")
            train(self.parity, place / "b")
            metrics = [contents(place / name)["checkpoint-last.safetensors"] for name in "ab"]
            self.assertEqual(metrics[0], metrics[1])

    def test_it_learns(self):
        with folder() as place:
            run = tapehead.train(task=Words, threads=1, out=place / "run", train_optimizer="adam",
                                 options={**SMALL, "controller.size": 16, "train.sequences": 3000, "train.batch": 16,
                                          "train.validate-every": 3000, "train.learning-rate": 0.01})
            self.assertLess(run.result["bits"], 0.5)

    def test_what_is_drawn_ahead_is_what_would_be_drawn(self):
        for task in (slow(self.parity), slow(Words), slow(Base)):
            alone = [next(tapehead.batches(task, batch=4, start=number)) for number in range(8)]
            for one, other in zip(alone, tapehead.batches(task, batch=4)):
                numpy.testing.assert_array_equal(one.input, other.input)
                numpy.testing.assert_array_equal(one.target, other.target)

    def test_batches_are_drawn_in_another_thread_one_at_a_time(self):
        class Noted(Base):
            threads, inside, overlaps = [], 0, 0

            def shape(self, rng, reach):
                self.enter()
                return 4

            def sample(self, rng, shape, batch):
                self.enter()
                Noted.threads.append(threading.get_ident())
                super().sample(rng, shape, batch)

            @staticmethod
            def enter():
                Noted.inside += 1
                time.sleep(SLOW)
                Noted.overlaps += Noted.inside > 1
                Noted.inside -= 1

        with folder() as place:
            train(Noted, place / "run")
            self.assertGreater(sum(one != threading.get_ident() for one in Noted.threads), 5)
            train(Noted, place / "two", threads=2)
        self.assertEqual(Noted.overlaps, 0)

    def test_a_curriculum_opens_sizes_that_were_not_foreseen(self):
        with folder() as place:
            for number, threads in enumerate((1, 2)):
                train(slow(self.parity), place / str(number), threads=threads, **{
                    "train.curriculum": "look-back", "train.curriculum-levels": 3, "train.sequences": 160,
                    "train.curriculum-below": 100})
            self.assertEqual(contents(place / "0"), contents(place / "1"))

    def test_a_child_draws_for_itself(self):
        drawn = tapehead.batches(slow(self.parity), batch=4)
        before = [next(drawn) for _ in range(4)]
        self.assertEqual(len(before), 4)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(writing, next(drawn).input.tobytes())
            os._exit(0)
        os.close(writing)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        with os.fdopen(reading, "rb") as pipe:
            self.assertEqual(pipe.read(), next(drawn).input.tobytes())

    def test_options_are_those_of_the_class(self):
        with folder() as place:
            train(self.parity, place / "run", **{"task.length": 3})
            text = (place / "run/config.ini").read_text()
            self.assertIn("task = in_a_notebook:Parity", text)
            self.assertIn("task.max-length = 3", text)
            with self.assertRaisesRegex(tapehead.InputError, 'task.min-length: got "1.5"; an integer'):
                train(self.parity, place / "other", **{"task.min-length": 1.5})

    def test_the_program_has_it_by_name(self):
        with folder() as place:
            (place / "mine.py").write_text(PARITY)
            given = [word for name, value in SMALL.items() for word in (f"--{name}", value)]
            status, said, error = python(None, "train", "--task", "mine:Parity", "--threads", 1, "--out", "run", *given,
                                         cwd=place)
            self.assertEqual(status, 0, error)
            self.assertIn("run:", said)
            status, said, error = python(None, "eval", "run", "--episodes", 3, "--csv", "-", cwd=place)
            self.assertEqual(status, 0, error)
            self.assertIn("task.length=10", said)
            status, said, error = python(None, "trace", "run", "--task.length", 4, "--out", "t.h5", cwd=place)
            self.assertEqual(status, 0, error)
            self.assertTrue((place / "t.h5").exists())
            status, said, error = program("eval", "run", "--episodes", 3, "--csv", "-", cwd=place)  # it starts Python
            self.assertEqual(status, 0, error)
            self.assertIn("task.length=10", said)
            status, said, error = program("train", "--task", "mine:Party", cwd=place)
            self.assertEqual((status, error), (2, "tapehead: task: mine:Party: mine has no Party; a class is needed\n"))
            status, said, error = python(None, "show", "mine:Parity", cwd=place)
            self.assertEqual(status, 0, error)
            status, said, error = python(None, "train", "--task", "mine:Party", cwd=place)
            self.assertEqual((status, error), (2, "tapehead: task: mine:Party: mine has no Party; a class is needed\n"))
            code = "import tapehead; m = tapehead.load('run'); print(m.step([[1]], m.start())[0].shape)"
            status, said, error = python(code, cwd=place, path=[place])
            self.assertEqual((status, said), (0, "(1, 1)\n"), error)

    def test_the_same_bytes_by_the_program(self):
        with folder() as place:
            (place / "mine.py").write_text(PARITY)
            given = [word for name, value in SMALL.items() for word in (f"--{name}", value)]
            status, _, error = python(None, "train", "--task", "mine:Parity", "--threads", 1, "--out", "run", *given,
                                      cwd=place)
            self.assertEqual(status, 0, error)
            sys.path.insert(0, str(place))
            train("mine:Parity", place / "called")
            sys.path.remove(str(place))
            self.assertEqual(contents(place / "run"), contents(place / "called"))

    def test_batches(self):
        first, second = [next(tapehead.batches(self.parity, batch=4, seed=seed)) for seed in (3, 3)]
        numpy.testing.assert_array_equal(first.input, second.input)
        other = next(tapehead.batches(self.parity, batch=4, seed=4, task_length=first.steps))
        self.assertFalse(numpy.array_equal(first.input, other.input))
        numpy.testing.assert_array_equal(first.target, first.input.cumsum(axis=1) % 2)


class Wrong(unittest.TestCase):
    def refused(self, text, task=None, **members):
        members.setdefault("__qualname__", "Faulty")
        task = task or type("Faulty", (Base,), members)
        with folder() as place:
            with self.assertRaisesRegex(tapehead.InputError, text):
                train(task, place / "run")
            self.assertFalse((place / "run").exists())

    def sampled(self, text, change, spec=None):
        """A task whose batches are changed at their end."""
        def sample(self, rng, shape, batch):
            Base.sample(self, rng, shape, batch)
            change(batch)
        self.refused(text, sample=sample)

    def test_numbers(self):
        def put(name, place, value):
            return lambda batch: getattr(batch, name).__setitem__(place, value)

        self.sampled(r"Faulty: input: got nan at step 2 of episode 1; finite numbers",
                     put("input", (1, 2, 0), numpy.nan))
        self.sampled(r"Faulty: target: got inf at step 3 of episode 0; finite", put("target", (0, 3, 0), numpy.inf))
        self.sampled(r"Faulty: target: got 2 at step 1 of episode 2; a bit, from 0 to 1", put("target", (2, 1, 0), 2))
        self.sampled(r"Faulty: mask: got 0.5 at step 0 of episode 0; 1 where an output is scored",
                     put("mask", (0, 0), 0.5))
        self.sampled(r"Faulty: mask: got no 1 in episode 3; at least one step", put("mask", 3, 0))
        self.sampled(r"Faulty: lengths: got 5 for episode 1; a length from 1 to 4", put("lengths", 1, 5))
        self.sampled(r"Faulty: lengths: got 0 for episode 0; a length from 1 to 4", put("lengths", 0, 0))
        self.sampled(r"Faulty: mask: got 1 at step 3 of episode 2; 0 beyond the episode's 3", put("lengths", 2, 3))

    def test_shapes(self):
        self.sampled(r"input: got an array of shape \(4, 4\); \(4, 4, 2\) is needed",
                     lambda batch: setattr(batch, "input", numpy.zeros((4, 4))))
        self.sampled(r"input: got an array of <U3; numbers are needed",
                     lambda batch: setattr(batch, "input", [["abc"]]))
        with folder() as place, self.assertRaises(ValueError):  # NumPy's own words
            def sample(self, rng, shape, batch):
                batch.input[:] = numpy.zeros((3, 3, 3))
            train(type("Broadcast", (Base,), {"sample": sample, "__qualname__": "Broadcast"}), place / "run")

    def test_tokens(self):
        def words(change):
            def sample(self, rng, shape, batch):
                Words.sample(self, rng, shape, batch)
                change(batch)
            return type("Said", (Words,), {"sample": sample, "__qualname__": "Said"})

        def put(name, value):
            return words(lambda batch: getattr(batch, name).__setitem__((1, 0), value))

        self.refused(r"Said: input: got token 5 at step 0 of episode 1; one from 0 to 4, or -1", put("input", 5))
        self.refused(r"Said: target: got token 3 at step 0 of episode 1; one from 0 to 2", put("target", 3))
        self.refused(r"Said: target: got no token where the mask is 1 at step 0 of episode 1; a class from 0 to 2",
                     put("target", numpy.uint32(2**32 - 1)))
        self.refused(r"input: got an array of float64; whole numbers",
                     words(lambda batch: setattr(batch, "input", batch.input + 0.5)))

    def test_later_batches_cannot_lead_outside_of_the_memory(self):
        class Late(Words):
            drawn = 0

            def sample(self, rng, shape, batch):
                Words.sample(self, rng, shape, batch)
                Late.drawn += 1
                if Late.drawn > 150:
                    batch.input[0, 0] = 1000000

        with folder() as place, self.assertRaisesRegex(tapehead.InputError, "got token 1000000"):
            train(Late, place / "run", **{"train.sequences": 4000})

    def test_classes(self):
        self.refused("Faulty: has no spec", task=type("Faulty", (), {}))
        self.refused("Faulty: spec: got 3; a tapehead.Spec is needed", spec=3)
        self.refused(r"spec: input: got 8; one such as tapehead.vectors\(8\)", spec=tapehead.Spec(8, tapehead.bits(1)))
        self.refused("spec: input: got sizes that are none",
                     spec=tapehead.Spec(tapehead.vectors(-1), tapehead.bits(1)))
        self.refused("Faulty: has no sample", task=type("Faulty", (), {"spec": Base.spec}))
        self.refused("Faulty: has no steps; shape", task=type("Faulty", (), {"spec": Base.spec, "sample": Base.sample}))
        self.refused(r"shape: got 'ten'; a whole number", shape=lambda self, rng, reach: "ten")
        self.refused(r"shape: got \(1, 2, 3, 4, 5\)", shape=lambda self, rng, reach: (1, 2, 3, 4, 5))
        self.refused(r"steps: got 0 for the shape 0; a whole number from 1", shape=lambda self, rng, reach: 0)
        self.refused("__init__ has an argument size without a default", __init__=lambda self, size: None)
        with self.assertRaisesRegex(tapehead.InputError, "task: got <.*Base.*; a class"):
            tapehead.train(task=Base())
        with self.assertRaisesRegex(tapehead.InputError, "there is no module nowhere_to_be"):
            tapehead.train(task="nowhere_to_be:Task")

    def test_an_exception_is_passed_on(self):
        class Fails(Base):
            drawn = 0

            def sample(self, rng, shape, batch):
                Base.sample(self, rng, shape, batch)
                Fails.drawn += 1
                if Fails.drawn > 6:
                    raise LookupError("no more")

        for threads in (1, 2):
            Fails.drawn = 0
            with folder() as place, self.assertRaisesRegex(LookupError, "no more"):
                tapehead.train(task=Fails, out=place / "run", options=SMALL, threads=threads)

    def test_a_batch_that_is_kept_does_no_harm(self):
        kept = []

        class Keeps(Base):
            def sample(self, rng, shape, batch):
                Base.sample(self, rng, shape, batch)
                kept.append((batch, batch.input, batch.input.copy()))

        with folder() as place:
            train(Keeps, place / "run")
        for batch, view, copy in kept:  # each has memory of its own
            numpy.testing.assert_array_equal(view, copy)
            batch.input[:] = numpy.nan

    def test_two_at_once(self):
        with folder() as place:
            threads = [threading.Thread(target=train, args=(Words, place / f"run-{number}")) for number in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            for number in (1, 2):
                self.assertEqual(contents(place / "run-0"), contents(place / f"run-{number}"))


class Arrays(unittest.TestCase):
    def data(self, episodes=30, steps=5):
        rng = numpy.random.default_rng(3)
        x = rng.integers(0, 2, (episodes, steps, 3))
        return x, x[:, ::-1, :1], rng.integers(2, steps + 1, episodes)

    def test_training_on_arrays(self):
        x, y, lengths = self.data()
        with folder() as place:
            runs = [train(tapehead.Batch(x, y, lengths=lengths), place / name) for name in "ab"]
            name = next(line for line in (place / "a/config.ini").read_text().splitlines() if line.startswith("task ="))
            self.assertRegex(name, r"task = arrays:[0-9a-f]{12}$")
            self.assertEqual(contents(runs[0]), contents(runs[1]))  # the same numbers have the same name
            self.assertEqual(runs[0].load().run(tapehead.Batch(x, y)).shape, (30, 5, 1))
            status, _, error = python("import sys, tapehead; tapehead.load(sys.argv[1])", place / "a")
            self.assertIn("arrays:", error)
            self.assertEqual(status, 1)
            code = ("import sys, numpy, tapehead; b = tapehead.Batch(numpy.zeros((4, 5, 3)), numpy.zeros((4, 5, 1))); "
                    "print(tapehead.load(sys.argv[1], task=b).run(b).shape)")
            status, said, error = python(code, place / "a")
            self.assertEqual((status, said), (0, "(4, 5, 1)\n"), error)

    def test_the_arrays_are_copies(self):
        x, y, _ = self.data()
        batch = tapehead.Batch(x, y)
        x[0] = 9
        self.assertLessEqual(batch.input.max(), 1)
        with folder() as place:
            name = batch._add()
            batch.input[:] = 5
            train(name, place / "run")  # what was told to the engine stays as it was

    def test_what_is_wrong(self):
        x, y, _ = self.data()
        for text, given in ((r"an input of shape \(30, 5, 3\) and a target of shape \(29, 5, 1\)", (x, y[1:])),
                            (r"batch: input: got an array of int64 of shape \(30, 5, 3, 1\)", (x[..., None], y)),
                            (r"batch: target: got [34] at step 0 of episode 0; a bit", (x, y + 3)),
                            (r"mask: got an array of shape \(2,\); \(30, 5, 1\) is needed", (x, y, [1, 1])),
                            (r"at least one episode", (x[:0], y[:0])),
                            (r"lengths: got 6 for episode 0", (x, y, None, [6] * 30))):
            with self.subTest(text), self.assertRaisesRegex(tapehead.InputError, text):
                tapehead.Batch(*given)
        with folder() as place, self.assertRaisesRegex(tapehead.InputError, "got 2 episodes; at least 3"):
            train(tapehead.Batch(x[:2], y[:2]), place / "run")

    def test_batches_of_built_in_tasks(self):
        for number, batch in zip(range(3), tapehead.batches("copy", batch=4, seed=2, task_length=3, task_bits=2)):
            said = batch.mask[..., 0] != 0
            self.assertEqual(batch.input.shape[0], 4)
            for episode in range(4):
                numpy.testing.assert_array_equal(batch.target[episode][said[episode]], batch.input[episode, :3, :2])
        stream = tapehead.batches("lexical-translation", batch=2)
        self.assertEqual(sorted(next(stream).inputs), ["previous", "source"])
        with self.assertRaisesRegex(tapehead.InputError, 'split: "tset"'):
            next(tapehead.batches("copy", split="tset"))
        with self.assertRaisesRegex(tapehead.InputError, "task.lenght"):
            next(tapehead.batches("copy", options={"task.lenght": 3}))
        words = next(tapehead.batches("babi", batch=2))
        self.assertEqual(words.input.dtype, numpy.uint32)

    def test_a_stream_for_pytorch(self):
        try:
            import torch
        except ImportError as missing:
            self.fail(f"{missing}: scripts/setup.sh test installs it")

        class Episodes(torch.utils.data.IterableDataset):
            def __iter__(self):
                for batch in tapehead.batches("copy", batch=8, task_length=4):
                    yield torch.from_numpy(batch.input), torch.from_numpy(batch.target), torch.from_numpy(batch.mask)

        x, y, mask = next(iter(torch.utils.data.DataLoader(Episodes(), batch_size=None)))
        self.assertEqual((x.shape[0], y.shape[0], mask.sum().item()), (8, 8, 8 * 4 * y.shape[2]))


if __name__ == "__main__":
    os.environ.pop("PYTHONPATH", None)
    unittest.main()
