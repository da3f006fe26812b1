#!/usr/bin/python3
"""tapehead.train does what `tapehead train` does, to the byte, and what goes wrong is an exception of Python."""
import os
import pathlib
import sys
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from engine_module import SHORT, contents, folder, program, python, words

import tapehead

PRESETS = ("copy", "repeat-copy", "associative-recall", "priority-sort", "ngrams", "reverse", "key-value-recall",
           "sparse-copy", "babi-lstm", "addition")


class SameBytes(unittest.TestCase):
    def test_ten_presets(self):
        self.assertEqual(len(PRESETS), 10)
        with folder() as place:
            for preset in PRESETS:
                typed, called = place / f"{preset}-typed", place / f"{preset}-called"
                status, _, error = program("train", "--preset", preset, "--seed", 3, "--threads", 1, *words(SHORT),
                                           "--out", typed)
                self.assertEqual(status, 0, error)
                run = tapehead.train(preset=preset, seed=3, threads=1, options=SHORT, out=called)
                self.assertIn(run.outcome, ("finished", "solved"))
                self.assertEqual(contents(called), contents(typed), preset)

    def test_keywords_are_options(self):
        with folder() as place:
            tapehead.train(task="copy", model="lstm", controller_size=8, threads=1, seed=2, out=place / "a",
                           options=SHORT)
            program("train", "--task", "copy", "--model", "lstm", "--controller.size", 8, "--threads", 1, "--seed", 2,
                    *words(SHORT), "--out", place / "b")
            self.assertEqual(contents(place / "a"), contents(place / "b"))

    def test_two_at_once(self):
        with folder() as place:
            def train(seed):
                tapehead.train(preset="copy", seed=seed, threads=1, options=SHORT, out=place / f"at-once-{seed}")

            threads = [threading.Thread(target=train, args=[seed]) for seed in (1, 2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            for seed in (1, 2):
                tapehead.train(preset="copy", seed=seed, threads=1, options=SHORT, out=place / f"alone-{seed}")
                self.assertEqual(contents(place / f"at-once-{seed}"), contents(place / f"alone-{seed}"))


class Errors(unittest.TestCase):
    def same_line(self, arguments, **given):
        status, _, error = program("train", *arguments)
        self.assertEqual(status, 2, error)
        with self.assertRaises(tapehead.InputError) as caught:
            tapehead.train(**given)
        self.assertEqual(f"tapehead: {caught.exception}\n", error)

    def test_the_lines_of_the_program(self):
        with folder() as place:
            out = ["--out", place / "x"]
            for typed, given in ((["--preset", "cpoy"], {"preset": "cpoy"}),
                                 (["--memory.slotz", "3"], {"options": {"memory.slotz": 3}}),
                                 (["--memory.slots", "-3"], {"memory_slots": -3}),
                                 (["--task", "copi"], {"task": "copi"}),
                                 (["--memory", "dnc", "--addressing", "content"],
                                  {"memory": "dnc", "addressing": "content"}),
                                 (["--threads", "0"], {"threads": 0})):
                with self.subTest(typed):
                    self.same_line([*typed, *out], out=place / "x", **given)
            self.assertFalse((place / "x").exists())

    def test_a_run_of_other_options_stays(self):
        with folder() as place:
            tapehead.train(preset="copy", threads=1, options=SHORT, out=place / "run")
            before = contents(place / "run")
            self.same_line(["--preset", "copy", "--seed", 9, "--threads", 1, *words(SHORT), "--out", place / "run"],
                           preset="copy", seed=9, threads=1, options=SHORT, out=place / "run")
            self.assertEqual(contents(place / "run"), before)

    def test_twice(self):
        with self.assertRaisesRegex(tapehead.InputError, "memory.slots: got it twice"):
            tapehead.train(preset="copy", memory_slots=3, options={"memory.slots": 4})

    def test_divergence(self):
        with folder() as place, self.assertRaisesRegex(tapehead.DivergedError, "diverged at sequence"):
            tapehead.train(task="copy", threads=1, out=place / "run", train_learning_rate=1e6, train_optimizer="sgd",
                           train_clip="none", options={**SHORT, "train.sequences": 2000})


class Progress(unittest.TestCase):
    def test_moments(self):
        moments = []
        with folder() as place:
            run = tapehead.train(preset="copy", seed=1, threads=1, options=SHORT, out=place / "run",
                                 on_progress=moments.append)
            validations = [moment for moment in moments if moment.validation]
            self.assertEqual([moment.sequences for moment in validations], [32, 48])
            rows = {(sequences, metric): value for sequences, split, metric, value in run.metrics
                    if split == "validation"}
            for moment in validations:
                self.assertEqual(moment.total, 48)
                for name, value in moment.validation.items():
                    if (moment.sequences, name) in rows:
                        self.assertEqual(rows[moment.sequences, name], value)
            self.assertIn("bits", validations[0].validation)

    def test_an_exception_ends_the_run_with_a_checkpoint(self):
        def stop(moment):
            if moment.validation:
                raise LookupError("enough")

        with folder() as place:
            with self.assertRaisesRegex(LookupError, "enough"):
                tapehead.train(preset="copy", seed=1, threads=1, options=SHORT, out=place / "run", on_progress=stop)
            self.assertFalse((place / "run/result.json").exists())
            tapehead.train(preset="copy", seed=1, threads=1, options=SHORT, out=place / "run")
            tapehead.train(preset="copy", seed=1, threads=1, options=SHORT, out=place / "whole")
            goes_on, whole = contents(place / "run"), contents(place / "whole")
            del goes_on["checkpoint-previous.safetensors"], whole["checkpoint-previous.safetensors"]  # saved once more
            self.assertEqual(goes_on, whole)

    def interrupted(self, code):
        """What a process says whose training was interrupted: the files of its run."""
        with folder() as place:
            status, said, error = python(code, place / "run")
        self.assertEqual(status, 0, error)
        self.assertIn("interrupted", said)
        self.assertIn("checkpoint-last.safetensors", said)
        return said

    def test_control_c(self):
        code = """if True:
            import os, signal, sys, threading, time, tapehead
            def press():
                while not os.path.exists(sys.argv[1] + "/checkpoint-last.safetensors"):
                    time.sleep(0.01)
                os.kill(os.getpid(), signal.SIGINT)

            signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
            threading.Thread(target=press).start()
            try:
                tapehead.train(preset="copy", threads=1, out=sys.argv[1], train_sequences=10000000,
                               controller_size=16, memory_slots=16, task_length=3, train_validate_every=100,
                               train_validation_episodes=10, train_checkpoint_every=100)
            except KeyboardInterrupt:
                print("interrupted", os.listdir(sys.argv[1]))
        """
        self.interrupted(code)

    def test_control_c_while_a_model_is_scored(self):
        code = """if True:
            import os, signal, sys, threading, time, tapehead
            signal.signal(signal.SIGINT, signal.default_int_handler)
            def scored(moment):
                # What follows is the last scoring, of many episodes.
                if moment.sequences == moment.total and moment.validation:
                    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()

            try:
                tapehead.train(preset="copy", threads=1, out=sys.argv[1], train_sequences=100, train_check="",
                               controller_size=16, memory_slots=16, task_length=3, train_validate_every=100,
                               train_validation_episodes=10, train_final_episodes=10000000,
                               on_progress=scored)
            except KeyboardInterrupt:
                print("interrupted", os.listdir(sys.argv[1]))
        """
        self.assertNotIn("result.json", self.interrupted(code))

    def test_other_threads_go_on(self):
        code = """if True:
            import sys, threading, time, tapehead
            thread = threading.Thread(target=lambda: tapehead.train(
                preset="copy", threads=1, out=sys.argv[1], train_sequences=1000, train_check="",
                controller_size=32, memory_slots=32, task_length=10, train_validation_episodes=10,
                train_final_episodes=10))
            thread.start()
            turns = 0
            while thread.is_alive():
                time.sleep(0.001)
                turns += 1
            print(turns)
        """
        with folder() as place:
            status, said, error = python(code, place / "run")
            self.assertEqual(status, 0, error)
            self.assertGreater(int(said), 20)


class Package(unittest.TestCase):
    def test_the_import_brings_little(self):
        status, said, error = python("import sys, tapehead; print([m for m in ('numpy', 'pandas', 'matplotlib', "
                                     "'tapehead._engine') if m in sys.modules])")
        self.assertEqual((status, said), (0, "[]\n"), error)

    def test_every_name_is_there(self):
        for name in tapehead.__all__:
            self.assertIsNotNone(getattr(tapehead, name), name)
        with self.assertRaises(AttributeError):
            tapehead.trian

    def test_every_keyword_is_one_option(self):
        options = tapehead.options()
        self.assertEqual(len({option.keyword for option in options.values()}), len(options))
        self.assertIn("memory_slots", tapehead.train.__signature__.parameters)
        self.assertIn(f"memory_slots  {options['memory.slots'].help}", tapehead.train.__doc__)

    def test_results(self):
        with folder() as place:
            os.chdir(place)
            run = tapehead.train(preset="copy", threads=1, options=SHORT)
            self.assertEqual(str(run.directory), "runs/copy-1")
            self.assertEqual(run.result["sequences"], 48)
            self.assertIn("runs/copy-1", repr(run))
            self.assertEqual(run.load().sequences, run.result["best_sequences"])
            os.chdir("/")


if __name__ == "__main__":
    unittest.main()
