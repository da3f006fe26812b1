#!/usr/bin/python3
"""Commands on a trained model, as processes: eval and trace; and also gradcheck and bench."""
import csv
import json
import os
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import BAD_INPUT, INTERRUPTED, TINY, ProgramTest, snapshot, tiny, typed

try:
    import h5py
    import numpy
except ImportError:
    h5py = None

HEADER = "task,model,controller,memory,addressing,seed,sequences,setting,episodes,metric,value"
METRICS = ["bits", "bits_median", "bits_max", "wrong_bits", "wrong_bits_max", "perfect", "solved",
           "uniform_bits", "uniform_wrong_bits", "frequent_bits", "frequent_wrong_bits"]


def table(text):
    rows = list(csv.DictReader(text.splitlines(), strict=True))
    assert text.splitlines()[0] == HEADER
    return rows


class OtherTasks(ProgramTest):
    """What eval and trace may change of a task, and of a memory."""

    def test_symbols_are_those_of_the_training(self):
        small = {"controller.size": 4, "train.sequences": 8, "train.validation-episodes": 2, "train.final-episodes": 2}
        self.tapehead("train", *typed(small | {"task": "word-problem", "task.group": "S_3"}), "--out", "s3")
        for group in ("Z_6", "S_4"):  # as many elements, and more
            for command in (["eval"], ["trace", "--out", "t.h5"]):
                self.refused(*command, "s3", "--task.group", group,
                             says=f"task.group: got {group}; S_3 is needed, which the run was trained on")
        self.tapehead("eval", "s3", "--task.group", "S_3", "--task.length", 4, "--episodes", 2)
        self.tapehead("train", *tiny(), "--out", "run")
        self.refused("eval", "run", "--task.bits", 5, says="task.bits: got 5; 3 is needed, which the run was")

    def test_slots_of_a_mixer_s_own(self):
        stack = {"task": "chomsky", "task.problem": "reverse-string", "task.length": 6, "model": "mixer-stack",
                 "model.size": 4, "model.heads": 1, "model.mixers": "ntm:slots=16", "train.sequences": 8,
                 "train.validation-episodes": 2, "train.final-episodes": 2}
        self.tapehead("train", *typed(stack), "--out", "run")
        out, err = self.tapehead("eval", "run", "--episodes", 1)
        self.assertNotIn("memory.slots", out + err)
        self.refused("eval", "run", "--task.length", 5, "--memory.slots", 64,
                     says="memory.slots: got 64; model.mixers (ntm:slots=16) has slots of its own")
        for mixers, said in (("ntm:slots=16:slots=8", "ntm: slots: got it twice"), ("ntm:", 'a colon behind "ntm"')):
            self.refused("train", *typed(stack | {"model.mixers": mixers}), "--out", "other", says=said)


class Eval(ProgramTest):
    def setUp(self):
        super().setUp()
        self.tapehead("train", *tiny(), "--out", "run")

    def eval(self, *words):
        out, err = self.tapehead("eval", "run", *words, "--csv", "-")
        self.assertEqual(err, "")
        return table(out)

    def settings(self, *words):
        rows = self.eval("--episodes", 10, *words)
        self.assertEqual([row["metric"] for row in rows], METRICS * (len(rows) // len(METRICS)))
        return [row["setting"] for row in rows[::len(METRICS)]]

    def test_default_grid(self):
        out, err = self.tapehead("eval", "run", "--memory.slots", 120)
        self.assertEqual(err, "")
        rows = table((self.root / "run/eval.csv").read_text())
        settings = [row["setting"] for row in rows[::len(METRICS)]]
        self.assertEqual(settings, [f"memory.slots=120;task.length={n}" for n in range(10, 121, 10)] +
                         [f"memory.slots=120;task.length={n};task.draw=hostile" for n in (20, 60, 120)])
        told, guessed = out.splitlines()[::2], out.splitlines()[1::2]
        self.assertEqual((len(told), len(guessed)), (len(settings), len(settings)))
        for line in guessed:
            self.assertRegex(line, r"\A +by guessing: uniform bits [\d.]+, wrong_bits [\d.]+; frequent bits ")
        for row in rows:
            self.assertEqual((row["sequences"], row["episodes"], row["seed"]), ("600", "100", "1"))
            self.assertGreaterEqual(float(row["value"]), 0)

    def test_a_grid_the_memory_cannot_hold(self):
        self.refused("eval", "run", "--task.length", "8..10",
                     says=["task.length=9: got 9 vectors", "memory.slots has 8", "--memory.slots 9 is needed"])
        self.refused("eval", "run", says="task.length=10: got 10 vectors")
        out, err = self.tapehead("eval", "run", "--memory.slots", 50, "--csv", "-")
        self.assertEqual(len(table(out)), 6 * len(METRICS))
        self.assertRegex(err, r"\A9 settings are left out; the first: [^\n]*task.length=60: got 60 vectors[^\n]*\n\Z")

    def test_what_it_was_trained_on_is_not_too_much(self):
        self.tapehead("train", *tiny(task__max_length=12), "--out", "long")
        _, err = self.tapehead("eval", "long", "--csv", "-")
        self.assertRegex(err, r"\A14 settings are left out; the first: task.length=20: [^\n]*\n\Z")
        self.assertEqual(self.tapehead("eval", "long", "--task.length", "9,12", "--csv", "-")[1], "")
        self.refused("eval", "long", "--task.length", "9,13",
                     says=["task.length=13: got 13 vectors", "memory.slots has 8", "--memory.slots 13 is needed"])
        self.refused("eval", "long", "--task.length", 9, "--memory.slots", 7, says="memory.slots has 7")

    def test_a_memory_of_a_fixed_size_is_asked_for_more_than_it_has_slots(self):
        words = typed({name: value for name, value in TINY.items() if not name.startswith(("memory", "addressing"))})
        for name, options in (("delta", ["fast-weights", "--memory.rule", "delta"]),
                              ("slots", ["fast-weights", "--memory.rule", "slots"]), ("tokens", ["token-turing"]),
                              ("learned", ["ntm", "--memory.init", "learned"])):
            slots = ["--memory.slots", 6] if name != "delta" else []
            self.tapehead("train", *words, "--memory", *options, *slots, "--out", name)
            out, err = self.tapehead("eval", name, "--task.length", 40, "--csv", "-")
            self.assertEqual((len(table(out)), err), (len(METRICS), ""), name)
            out, err = self.tapehead("eval", name, "--episodes", 2, "--csv", "-")
            self.assertEqual((len(table(out)), err), (15 * len(METRICS), ""), name)
            if slots:
                self.refused("eval", name, "--task.length", 40, "--memory.slots", 40,
                             says=["memory.slots: got 40; 6 is needed, as in training", "depends on it"])

    def test_digits_need_no_slots(self):
        words = typed({name: value for name, value in TINY.items() if name != "task.bits"})
        self.tapehead("train", "--task", "add", *words, "--out", "add")
        out, err = self.tapehead("eval", "add", "--csv", "-")
        self.assertEqual((len(table(out)), err), (8 * len(METRICS), ""))

    def test_a_failing_eval_leaves_the_earlier_table(self):
        self.tapehead("train", *tiny(controller="transformer", controller__positions="learned",
                                     controller__max_steps=9), "--out", "steps")
        self.tapehead("eval", "steps", "--task.length", 3)
        before = snapshot(self.root)
        out, err = self.tapehead("eval", "steps", "--task.length", "4,5", status=BAD_INPUT)
        self.assertIn("task.length=4", out)
        self.assertIn("controller.max-steps", err)
        self.assertEqual(snapshot(self.root), before)

    def test_an_interrupted_eval_leaves_the_earlier_table(self):
        self.tapehead("eval", "run", "--task.length", 3)
        before = snapshot(self.root)
        process = self.start("eval", "run", "--task.length", "1..8", "--episodes", 2000, "--threads", 1)
        self.wait_for(lambda: (self.root / "run/eval.csv.tmp").exists(), process)
        self.assertEqual(self.stop(process)[0], INTERRUPTED)
        self.assertEqual(snapshot(self.root), before)

    def test_ranges(self):
        self.assertEqual(self.settings("--task.length", "2..6:2"), [f"task.length={n}" for n in (2, 4, 6)])
        self.assertEqual(self.settings("--task.length", "1,5"), ["task.length=1", "task.length=5"])
        self.assertEqual(self.settings("--task.length", "3", "--memory.slots", "8,16"),
                         ["memory.slots=8;task.length=3", "memory.slots=16;task.length=3"])

    def test_numbers_hang_together(self):
        values = {row["metric"]: float(row["value"]) for row in self.eval("--task.length", 3)}
        self.assertLessEqual(values["wrong_bits"], values["wrong_bits_max"])
        self.assertLessEqual(values["wrong_bits_max"], 9)
        self.assertEqual(values["solved"], values["perfect"] / 100)
        self.assertLessEqual(values["bits_median"], values["bits_max"])
        self.assertLessEqual(values["bits"], values["bits_max"])

    def test_threads_change_nothing(self):
        self.assertEqual(self.eval("--task.length", 3, "--threads", 1), self.eval("--task.length", 3, "--threads", 2))

    def test_splits_differ_and_the_final_one_is_the_result(self):
        rows = {name: self.eval("--split", name, "--task.max-length", 3, "--episodes", 1000)
                for name in ("eval", "final", "validation")}
        self.assertEqual(len({row[0]["value"] for row in rows.values()}), 3)
        result = json.loads((self.root / "run/result.json").read_text())
        self.assertEqual(float(rows["final"][0]["value"]), result["bits"])

    def test_a_larger_memory(self):
        self.assertEqual(len(self.eval("--memory.slots", 16, "--task.length", 3)), len(METRICS))

    def test_what_is_kept_by_slot_cannot_be_enlarged(self):
        for name, value in (("memory__start_weighting", "learned"), ("memory__init", "random"),
                            ("memory__init", "learned")):
            name, setting = f"{name}-{value}", {name: value}
            self.tapehead("train", *tiny(**setting), "--out", name)
            self.refused("eval", name, "--memory.slots", 16,
                         says=["memory.slots: got 16; 8 is needed, as in training", "the shape of memory/start"])

    def test_refusals(self):
        for bad in ("9..1", "1..", "1..9:0", "x", "1..99999999"):
            self.refused("eval", "run", "--task.length", bad, says="task.length: got ")
        self.refused("eval", "run", "--task.length", 0, says=["task.length 0", "got 0"])
        self.refused("eval", "run", "--task.length", 3, "--memory.slots", "16,2", says="memory")
        self.refused("eval", "run", "--episodes", 0, says="episodes: got 0")
        self.refused("eval", "run", "--split", "trian", says=["trian", "valid: eval, final, validation", "train"])
        self.refused("eval", "run", "--split", "test", says=["--split", "test", "has no test set"])
        self.refused("eval", "run", "--checkpoint", "worst", says=["worst", "valid: best, last, previous"])
        self.refused("eval", "run", "--task.bits", 4, says="is needed")
        self.refused("eval", "run", "--controller.size", 20, says="does not take it")
        self.refused("eval", "run", "--memory.widht", 4, says=["memory.widht", "valid: memory.slots"])
        self.refused("eval", "run", "--task.length", 3, "--csv", "nowhere/eval.csv",
                     says="nowhere/eval.csv: ")
        self.refused("eval", "run", "again", says='unexpected "again"')


@unittest.skipIf(h5py is None, "h5py or numpy is missing")
class Trace(ProgramTest):
    def test_shapes_and_numbers(self):
        self.tapehead("train", *tiny(memory__read_heads=2), "--out", "run")
        out, err = self.tapehead("trace", "run", "--task.length", 3, "--out", "t.h5")
        self.assertEqual(err, "")
        self.assertIn("targets", out)
        bits, slots, width = 3, 8, 4
        arrays = {}
        with h5py.File(self.root / "t.h5") as file:
            file.visititems(lambda name, item: arrays.update({name: item[:]} if isinstance(item, h5py.Dataset) else {}))
        steps = arrays["inputs"].shape[0]
        shapes = {"inputs": (steps, arrays["inputs"].shape[1]), "targets": (steps, bits), "mask": (steps, bits),
                  "outputs": (steps, bits), "memory": (steps, width, slots), "read/weights": (steps, 2, slots),
                  "write/weights": (steps, 1, slots), "read/gate": (steps, 2, 1), "write/add": (steps, 1, width),
                  "reads": (steps, 2, width)}
        self.assertEqual({name: arrays[name].shape for name in shapes}, shapes)
        self.assertGreaterEqual(steps, 2 * 3)
        # unscored steps have no outputs
        unasked = numpy.isnan(arrays["outputs"])
        self.assertTrue((unasked == (arrays["mask"].max(axis=1, keepdims=True) == 0)).all())
        self.assertTrue(unasked.any() and not unasked.all())
        arrays["outputs"][unasked] = 0
        for name, array in arrays.items():
            self.assertTrue(numpy.isfinite(array).all(), name)
            self.assertEqual(array.dtype, numpy.float32)
        for name in ("outputs", "read/gate", "write/erase", "read/weights", "write/weights"):
            self.assertTrue(((arrays[name] >= 0) & (arrays[name] <= 1)).all(), name)
        for name in ("read/weights", "write/weights", "read/content", "read/shift"):
            numpy.testing.assert_allclose(arrays[name].sum(-1), 1, atol=1e-5)
        self.assertEqual(arrays["mask"].sum(), 3 * bits)
        self.assertEqual(set(numpy.unique(arrays["targets"])) | {0, 1}, {0, 1})

    def test_classes_have_probabilities_that_add_up_to_one(self):
        words = typed({name: value for name, value in TINY.items() if not name.startswith("task.")})
        self.tapehead("train", "--task", "key-value-recall", "--task.vocabulary", 8, "--task.length", 16, *words,
                      "--out", "classes")
        self.tapehead("train", *tiny(), "--out", "bits")
        for name in ("classes", "bits"):
            self.tapehead("trace", name, "--out", f"{name}.h5")
            with h5py.File(self.root / f"{name}.h5") as file:
                self.assertEqual(file.attrs["scoring"].decode() if isinstance(file.attrs["scoring"], bytes)
                                 else file.attrs["scoring"], name)
                scored, sums = file["mask"][:].any(axis=1), file["outputs"][:].sum(axis=1)
            self.assertEqual(numpy.allclose(sums[scored], 1, atol=1e-5), name == "classes")

    def test_the_same_without_hdf5(self):
        self.tapehead("train", *tiny(memory__read_heads=2), "--out", "run")
        for name in ("t.h5", "t.safetensors"):
            self.tapehead("trace", "run", "--task.length", 3, "--out", name)
        data = (self.root / "t.safetensors").read_bytes()
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8:8 + length])
        said = header.pop("__metadata__")
        self.assertEqual(said, {"format": "tapehead-trace-1", "scoring": "bits", "task": "copy",
                                "model": "memory-machine", "memory": "ntm"})
        names = []
        with h5py.File(self.root / "t.h5") as file:
            file.visititems(lambda name, item: names.append(name) if isinstance(item, h5py.Dataset) else None)
            for name in names:
                begin, end = header[name]["data_offsets"]
                numbers = numpy.frombuffer(data[8 + length:][begin:end], "<f4").reshape(header[name]["shape"])
                numpy.testing.assert_array_equal(numbers, file[name][()], name)
        self.assertEqual(set(names), set(header))

    def test_an_episode_is_a_number(self):
        self.tapehead("train", *tiny(), "--out", "run")
        for name, words in {"a": (), "b": (), "c": ("--episode", 1)}.items():
            self.tapehead("trace", "run", "--task.length", 3, "--out", f"{name}.h5", *words)
        first, again, other = ((self.root / f"{name}.h5").read_bytes() for name in "abc")
        self.assertEqual(len(first), len(other))
        self.assertNotEqual(first, other)
        with h5py.File(self.root / "a.h5") as a, h5py.File(self.root / "b.h5") as b:
            self.assertTrue((a["memory"][:] == b["memory"][:]).all())

    def test_refusals(self):
        self.tapehead("train", *tiny(), "--out", "run")
        self.refused("trace", "run", says="--out: got nothing")
        self.refused("trace", "run", "--out", "nowhere/t.h5", says="cannot be written")
        self.refused("trace", "run", "--episode", -1, "--out", "t.h5", says="episode: got -1")


class Checks(ProgramTest):
    def test_gradcheck(self):
        out, err = self.tapehead("gradcheck", "--task.bits", 2, "--task.length", 3, "--controller.size", 5,
                                 "--memory.slots", 6, "--memory.width", 3)
        self.assertEqual(err, "")
        self.assertRegex(out, r"\Amodel +memory-machine +\S+ +ok\n\Z")
        self.assertLessEqual(float(re.search(r"(\S+) +ok", out)[1]), 1e-6)
        self.refused("gradcheck", "--memory.slots", 0, says="memory.slots: got 0")

    def test_bench(self):
        words = ["bench", *tiny(), "--bench.steps", 5, "--bench.repetitions", 2]
        out, err = self.tapehead(*words, "--json")
        self.assertEqual(err, "")
        told = json.loads(out)
        self.assertEqual(list(told), ["sequences_per_second", "ms_per_step", "peak_rss_mb", "instructions",
                                      "parameters", "operations_per_sequence", "gflops", "product_gflops", "state",
                                      "state_each_step", "state_each_said", "state_touched"])
        self.assertIn(told.pop("instructions"), ["avx512", "avx2", "plain"])
        self.assertEqual((told.pop("state_each_step"), told.pop("state_each_said")), (0, 0))  # its memory does not grow
        for value in told.values():
            self.assertGreater(value, 0)
        self.assertAlmostEqual(told["sequences_per_second"] * told["ms_per_step"], 1000, delta=1)
        self.assertRegex(self.tapehead(*words)[0], r"\A\S+ sequences/s  \S+ ms/step  peak RSS \S+ MB  "
                                                   r"\d+ parameters  state \d+ numbers\n"
                                                   r"\S+ operations/sequence  \S+ GFLOP/s  \S+% of the fastest "
                                                   r"product, \S+ GFLOP/s\n\Z")
        self.refused("bench", "--bench.steps", 0, says="bench.steps: got 0")

    def test_every_model_tells_its_state(self):
        def told(of):
            return [of[name] for name in ("state", "state_each_step", "state_each_said", "state_touched")]

        listed = {one["name"]: told(one) for one in json.loads(self.tapehead("list", "models", "--json")[0])["models"]}
        self.assertEqual(listed["entity-network"], [20 * 100, 0, 0, 20 * 100])
        self.assertEqual(listed["memn2n"], [20, 4 * 20, 0, 20])  # three hops have four tables
        self.assertEqual(listed["transformer-encoder-decoder"][:3], [0, 257, 256])
        self.assertIn("state, as it is by default: 0 numbers and 257 more with each step and 256 more with each token "
                      "said\n", self.tapehead("list", "models")[0])
        for model, task in (("memn2n", "babi"), ("transformer-encoder-decoder", "scan")):
            words = ["bench", "--model", model, "--task", task, "--train.batch", 2, "--bench.steps", 1,
                     "--bench.repetitions", 1]
            self.assertEqual(told(json.loads(self.tapehead(*words, "--json")[0])), listed[model])
        self.assertIn("  state 0 numbers and 257 more with each step and 256 more with each token said\n",
                      self.tapehead(*words)[0])


if __name__ == "__main__":
    unittest.main()
