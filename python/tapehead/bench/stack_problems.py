"""Measured layers of mixers: fast weights under the delta rule (Schlag, Irie & Schmidhuber 2021) beside both forms of
it in PyTorch, and attention (Vaswani et al. 2017), as `--model transformer` and as `--model mixer-stack`."""
import pathlib
import re
from dataclasses import dataclass
from typing import ClassVar

OWN_PEERS = pathlib.Path(__file__).parent / "peers"
ADAM = {"train.optimizer": "adam", "train.learning-rate": 1e-3, "train.clip": "value", "train.clip-at": 10}


@dataclass(frozen=True)
class FastWeightsProblem:
    """One layer, the parity of each prefix. Its hidden units are one, so that the memory is what is measured."""
    name: ClassVar[str] = "fast-weights"
    mark: ClassVar[str] = "bench fast-weights"
    batches: ClassVar[tuple] = (16,)
    threads_batch: ClassVar[int] = 16
    peers: ClassVar[pathlib.Path] = OWN_PEERS
    peer_file: ClassVar[str] = "fast_weights_torch.py"
    peer_forms: ClassVar[tuple] = ("recurrent", "chunked")
    peer_line: ClassVar[re.Pattern] = re.compile(
        r"fast weights (?P<mode>\S+): (?P<rate>[\d.]+) seq/s (?P<ms>[\d.]+) ms/step RSS (?P<mb>\d+) MB")

    length: int = 256
    tokens: int = 2
    size: int = 128
    heads: int = 4
    key_size: int = 32
    width: int = 128
    feedforward: int = 1

    def our_options(self):
        return {"task": "language", "task.problem": "parity", "task.length": self.length, "model": "mixer-stack",
                "model.layers": 1, "model.size": self.size, "model.feedforward": self.feedforward,
                "memory": "fast-weights", "memory.rule": "delta", "memory.heads": self.heads,
                "memory.key-size": self.key_size, "memory.width": self.width, **ADAM}

    def write_data(self, folder):
        return {}

    def peer_words(self, steps, mode, repetitions):
        return ["--length", self.length, "--tokens", self.tokens, "--size", self.size, "--heads", self.heads,
                "--key-size", self.key_size, "--width", self.width, "--feedforward", self.feedforward, "--steps", steps,
                "--reps", repetitions, "--mode", mode]


@dataclass(frozen=True)
class TransformerProblem:
    """A causal Transformer over all 101 steps of a sequence at once. Its peer program is in this repository."""
    name: ClassVar[str] = "transformer"
    mark: ClassVar[str] = "bench transformer"
    batches: ClassVar[tuple] = (32,)
    threads_batch: ClassVar[int] = 32
    peer_steps: ClassVar[int] = 10  # at least, in a measurement
    peers: ClassVar[pathlib.Path] = OWN_PEERS
    peer_file: ClassVar[str] = "transformer_torch.py"
    peer_line: ClassVar[re.Pattern] = re.compile(
        r"transformer (?P<mode>\w+): (?P<rate>[\d.]+) seq/s (?P<ms>[\d.]+) ms/step RSS (?P<mb>\d+) MB")

    length: int = 50
    bits: int = 8
    size: int = 64
    layers: int = 2
    heads: int = 4
    feedforward: int = 256

    def our_options(self):
        return {"task": "copy", "task.length": self.length, "task.bits": self.bits, "model": "transformer",
                "controller.size": self.size, "controller.layers": self.layers, "controller.heads": self.heads,
                "controller.feedforward": self.feedforward, **ADAM}

    def write_data(self, folder):
        return {}

    def peer_words(self, steps, mode, repetitions):
        return ["--len", self.length, "--bits", self.bits, "--size", self.size, "--layers", self.layers, "--heads",
                self.heads, "--feedforward", self.feedforward, "--steps", max(steps, self.peer_steps), "--reps",
                repetitions]


@dataclass(frozen=True)
class MixerStackProblem(TransformerProblem):
    """Layers of causal attention over all 255 steps of a sequence at once, without positions."""
    name: ClassVar[str] = "mixer-stack"
    mark: ClassVar[str] = "bench mixer-stack"
    batches: ClassVar[tuple] = (16,)
    threads_batch: ClassVar[int] = 16
    peer_steps: ClassVar[int] = 1

    length: int = 127
    size: int = 128
    feedforward: int = 512

    def our_options(self):
        return {"task": "copy", "task.length": self.length, "task.bits": self.bits, "model": "mixer-stack",
                "model.mixers": "attention", "model.size": self.size, "model.layers": self.layers,
                "model.heads": self.heads, "model.feedforward": self.feedforward, **ADAM}

    def peer_words(self, steps, mode, repetitions):
        return [*super().peer_words(steps, mode, repetitions), "--positions", "none"]
