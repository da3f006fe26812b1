#!/usr/bin/python3
"""python/tapehead/torch: every network that it rebuilds gives the program's outputs, and unknown ones are refused."""
import contextlib
import io
import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.path[:0] = [str(SOURCE / "tests/support"), str(SOURCE / "python")]

try:
    import torch
except ImportError as error:
    print(f"SKIP: {error}; it is Debian's python3-torch")
    sys.exit(77)

from process import ProgramTest
from tapehead.torch import example, read_safetensors
from tapehead.shipped import checkpoint

EPISODES = 3
# A large rate: after a few updates the outputs are far from a half, and differ between steps.
LEARNING = ("--train.optimizer adam --train.learning-rate 0.05 --train.sequences 200 --train.validate-every 200 "
            "--train.validation-episodes 4 --threads 1")
BITS = f"{LEARNING} --task.bits 3 --task.max-length 4 --controller.size 7"
SLOTS = f"{BITS} --memory.slots 9 --memory.width 5"
STORIES = f"{LEARNING} --task babi --task.questions 40 --task.test-questions 20"
DNC = "--memory dnc --memory.read-heads 2"

NTM = {
    "as it is": "",
    "feedforward, several heads": "--controller feedforward --controller.activation relu --memory.read-heads 2 "
                                  "--memory.write-heads 3",
    "feedforward, sigmoid": "--controller feedforward --controller.activation sigmoid",
    "gru, two layers, random memory": "--controller gru --controller.layers 2 --memory.init random "
                                      "--memory.start-weighting learned",
    "elman, two layers": "--controller elman --controller.layers 2",
    "multiplicative, two layers": "--controller multiplicative --controller.layers 2 --controller.factors 9",
    "lstm, two layers, learned memory, averaged": "--controller.layers 2 --memory.init learned "
                                                  "--memory.start-weighting decaying --memory.shifts 5 "
                                                  "--memory.squash-adds false --train.average 0.9",
    "lstm, three layers with skips": "--controller.layers 3 --controller.skips true",
    "content": "--addressing content --memory.squash-keys false",
    "location": "--addressing location --memory.start-weighting uniform",
    "signed bits, trained without sharpening": "--task.signed-bits true --memory.training-sharpening 0",
    "biases": "--memory.read-strength-bias 3 --memory.write-gate-bias -1 --memory.read-sharpening-bias 2",
} | {f"similarity {name}": f"--memory.similarity {name}" for name in ("dot", "scaled-dot", "general", "additive",
                                                                      "negative-distance")} | {
    f"focus {name}": f"--memory.focus {name}" for name in ("sparsemax", "top-k")} | {
    # Among slots that start equal, rounding decides which is chosen, differently in each program.
    "focus hard": "--memory.focus hard --memory.init random"}
DNCS = {
    "one head each": "--memory dnc",
    "several heads": f"{DNC} --memory.write-heads 2",
    "all of Csordás & Schmidhuber": f"{DNC} --memory.write-heads 2 --memory.key-masks true --memory.de-allocation true "
                                    "--memory.link-sharpness true --memory.usage-gradient false",
    "gru": f"{DNC} --controller gru --memory.squash-keys true --memory.similarity dot",
}
FAST = "--memory fast-weights --memory.heads 2 --memory.width 6 --memory.key-size 4"
FAST_WEIGHTS = {
    rule: f"{FAST} --memory.rule {rule}" for rule in ("delta", "hebbian", "gated-delta", "channel-gated", "erase-write",
                                                      "householder", "momentum", "mesa")} | {
    "slots": f"{FAST} --memory.rule slots --memory.slots 5",
    "slots of a router, looked up twice": f"{FAST} --memory.rule slots --memory.slots 5 --memory.routed 2 "
                                          "--memory.iterations 2",
    "deep": f"{FAST} --memory.rule deep --memory.hidden 3",
    "deep without a limit": f"{FAST} --memory.rule deep --memory.hidden 3 --memory.limit 0 --memory.rate-bias -4",
    "associative": f"{FAST} --memory.rule associative --memory.features elu",
    "two writes that may reflect": f"{FAST} --memory.writes 2 --memory.negative true --controller feedforward",
    "keys as they are": f"{FAST} --memory.features identity --memory.writes 2",
    "products": f"{FAST} --memory.features dpfp --memory.nu 2",
    "a normaliser": f"{FAST} --memory.rule hebbian --memory.features elu",
    "none": f"{FAST} --memory.rule hebbian --memory.features softmax --memory.normaliser false"}
MEMN2NS = {
    "as it is": "",
    "layer-wise, learned places": "--model.tying layer-wise --model.encoding learned-position --model.relu true "
                                  "--model.nulls 2 --model.fill-nulls false --model.width 7 --model.linear-start 30",
    "bags of words, still linear": "--model.encoding bag-of-words --model.time false --model.memory 3 "
                                   "--model.linear-start 9epochs",
    "layer-wise bags": "--model.tying layer-wise --model.encoding bag-of-words --model.nulls 1 --model.hops 2",
}


class TorchModule(ProgramTest):
    def example(self, *words):
        """Exit status and both outputs."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = example.main([str(word) for word in words])
        return status, out.getvalue(), err.getvalue()

    def train(self, options, name="run"):
        self.tapehead("train", *options.split(), "--out", name)
        return self.root / name

    def trace(self, run, number=0, *words):
        path = self.root / f"{number}.safetensors"
        self.tapehead("trace", run, "--episode", number, "--split", "eval", *words, "--out", path)
        return path

    def agrees(self, run):
        varied = []
        for number in range(EPISODES):
            path = self.trace(run, number)
            status, out, err = self.example(run, path)
            self.assertEqual((status, err), (0, ""), out)
            outputs = read_safetensors(path)[0]["outputs"]
            varied.append(torch.tensor(outputs).nan_to_num(0.5).std().item())
        self.assertGreater(max(varied), 0.02, "outputs that are all alike would agree with anything")

    def each_agrees(self, base, cases):
        for number, (name, options) in enumerate(cases.items()):
            with self.subTest(name):
                self.agrees(self.train(f"{base} {options}", f"run-{number}"))

    def test_neural_turing_machines(self):
        self.each_agrees(SLOTS, NTM)

    def test_differentiable_neural_computers(self):
        self.each_agrees(SLOTS, DNCS)

    def test_fast_weights(self):
        self.each_agrees(BITS, FAST_WEIGHTS)

    def test_without_a_memory(self):
        self.each_agrees(BITS, {"lstm": "--memory none", "gru": "--model gru --controller.layers 2"})

    def test_memory_networks(self):
        self.each_agrees(f"{STORIES} --model memn2n", MEMN2NS)

    def test_words_read_one_by_one(self):
        self.each_agrees(f"{STORIES} --task.episode story --controller.size 7 --memory.slots 9 --memory.width 5",
                         {"dnc": "--memory dnc", "ntm": "", "embedded": "--model.stem embedding --model.embedding 6"})

    def test_another_number_of_slots(self):
        run = self.train(SLOTS)
        path = self.trace(run, 0, "--task.length", 10, "--memory.slots", 30)
        self.assertEqual(self.example(run, path, "--memory.slots", 30)[0], 0)
        self.assertEqual(self.example(run, path)[0], 1)  # another number: other outputs

    def test_a_trained_model_by_its_name_at_the_command_line(self):
        path = self.trace("copy")
        done = subprocess.run([SOURCE / "python/tapehead/torch/example.py", "copy", path], capture_output=True,
                              text=True, cwd=self.root)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"\Acopy: \d+ steps, \d+ of them scored; the largest difference of a probability "
                                      r"is \S+\n\Z")

    def rewritten(self, run, change):
        """The run with its configuration's text or its tensors (in place) changed."""
        path = run / "checkpoint-best.safetensors"
        metadata, tensors = checkpoint.read(path)
        metadata["config"] = change(metadata["config"], tensors)
        path.write_bytes(checkpoint.to_bytes(metadata, tensors))

    def test_every_option_counts(self):
        """An option with another value gives other outputs, or is refused: none is ignored."""
        run = self.train(SLOTS)
        path, best = self.trace(run), run / "checkpoint-best.safetensors"
        whole = best.read_bytes()
        for name, value in (("memory.squash-adds", "false"), ("memory.squash-keys", "false"), ("memory.focus", "hard"),
                            ("memory.similarity", "dot"), ("memory.start-weighting", "uniform")):
            best.write_bytes(whole)
            self.rewritten(run, lambda config, _: "\n".join(
                f"{name} = {value}" if line.startswith(f"{name} =") else line for line in config.splitlines()))
            status, out, _ = self.example(run, path)
            self.assertEqual(status, 1, name)
            self.assertIn("more than", out)

    def refused(self, says, *words):
        status, out, err = self.example(*words)
        self.assertEqual((status, out), (2, ""), words)
        self.assertRegex(err, r"\Aexample\.py: [^\n]+\n\Z")
        self.assertIn(says, err)

    def test_what_it_does_not_know_is_refused(self):
        run = self.train(f"{SLOTS} --memory sparse --memory.filled 4")
        self.refused("memory.filled = 4", run, self.trace(run))

    def test_what_a_later_program_may_add_is_refused(self):
        run = self.train(SLOTS)
        path, best = self.trace(run), run / "checkpoint-best.safetensors"
        whole = best.read_bytes()

        def more(config, tensors):
            tensors["parameter/memory/more"] = tensors["parameter/memory/start-reads"]
            return config

        def fewer(config, tensors):
            del tensors["parameter/memory/start-reads"]
            return config
        for says, change in (("memory.later = 1, an option", lambda config, _: config + "\nmemory.later = 1\n"),
                             ("addressing = dials", lambda config, _: config.replace("= content+location", "= dials")),
                             ("no option memory.shifts", lambda config, _: config.replace("memory.shifts = 3\n", "")),
                             ("has a parameter memory/more", more), ("no parameter memory/start-reads", fewer),
                             ("start-reads is 5x1; 6x1", lambda config, _: config.replace("width = 5", "width = 6"))):
            best.write_bytes(whole)
            self.rewritten(run, change)
            self.refused(says, run, path)

    def test_bad_input(self):
        run = self.train(SLOTS)
        path = self.trace(run)
        other = self.train(SLOTS.replace("task.bits 3", "task.bits 4"), "other")
        (self.root / "no.safetensors").write_bytes(b"no")
        self.refused("is neither a directory nor a trained model", "nowhere", path)
        self.refused("cannot be read", self.root, path)
        self.refused("no.safetensors: is no", run, self.root / "no.safetensors")
        self.refused("is no trace", run, run / "checkpoint-best.safetensors")
        self.refused("it is of another network", other, path)
        seeing = self.train("--task one-shot --model.stem convolution --controller.size 8 --train.sequences 16",
                            "seeing")
        self.refused("stem: got 4 numbers a step; those of a square picture", seeing, path)
        story = self.train(f"{STORIES} --model memn2n", "story")
        self.refused("is no story", story, path)
        self.refused("is a story", run, self.trace(story))


if __name__ == "__main__":
    unittest.main()
