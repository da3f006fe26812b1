"""The measured problems: training on the copy task with the memory of the neural Turing machine (Graves et al. 2014),
that of the differentiable neural computer (Graves et al. 2016), or a Transformer without memory (Vaswani et al. 2017);
on stories with the end-to-end memory network (Sukhbaatar et al. 2015); on token sequences with an encoder-decoder
(Bahdanau et al. 2015); stacks of mixers (stack_problems.py)."""
import pathlib
import random
import re
from dataclasses import dataclass
from typing import ClassVar

from .stack_problems import OWN_PEERS, FastWeightsProblem, MixerStackProblem, TransformerProblem


@dataclass(frozen=True)
class Problem:
    """The neural Turing machine."""
    name: ClassVar[str] = "ntm"
    mark: ClassVar[str] = "bench"  # marks the place of its tables in a text
    batches: ClassVar[tuple] = (1, 16, 64)
    threads_batch: ClassVar[int] = 64  # batch size of the two-thread measurement
    peer_file: ClassVar[str] = "ntm_torch.py"
    peer_line: ClassVar[re.Pattern] = re.compile(
        r"(?P<rate>[\d.]+) sequences/s .*?(?P<ms>[\d.]+) ms/step .*?RSS (?P<mb>\d+) MB +\| (?P<mode>\w+)")

    length: int = 20
    bits: int = 8
    hidden: int = 100
    slots: int = 128
    width: int = 20
    shifts: int = 3

    def our_options(self):
        """The peer's network and optimiser exactly (tests/models/peer_values compares the two)."""
        return {**self.shared_options(), "memory": "ntm", "memory.init": "random",
                "memory.start-weighting": "learned", "memory.squash-keys": "false", "memory.squash-adds": "false",
                "memory.shifts": self.shifts}

    def write_data(self, folder):
        """Writes the files that a run needs into an empty folder; returns the options that name them."""
        return {}

    def options_with(self, addressing):
        """Options for another addressing scheme, which may lack the options of the NTM's."""
        return {**self.shared_options(), "memory": "ntm", "memory.init": "random", "memory.squash-adds": "false",
                "addressing": addressing}

    def shared_options(self):
        return {"task": "copy", "task.length": self.length, "task.bits": self.bits, "controller": "lstm",
                "controller.size": self.hidden, "memory.slots": self.slots, "memory.width": self.width,
                "train.optimizer": "rmsprop", "train.learning-rate": 1e-4, "train.clip": "value", "train.clip-at": 10}

    def peer_words(self, steps, mode, repetitions):
        return ["--len", self.length, "--bits", self.bits, "--hidden", self.hidden, "--N", self.slots,
                "--M", self.width, "--steps", steps, "--reps", repetitions, "--mode", mode]


@dataclass(frozen=True)
class DncProblem(Problem):
    """The differentiable neural computer, one read head."""
    name: ClassVar[str] = "dnc"
    mark: ClassVar[str] = "bench dnc"
    peer_file: ClassVar[str] = "dnc_torch.py"
    peer_line: ClassVar[re.Pattern] = re.compile(
        r"\S+ (?P<mode>\w+) .*?: (?P<rate>[\d.]+) seq/s .*?(?P<ms>[\d.]+) ms/step .*?RSS (?P<mb>\d+) MB")

    def our_options(self):
        """As the peer has it (tests/models/peer_values)."""
        return {**self.shared_options(), "memory": "dnc"}

    def peer_words(self, steps, mode, repetitions):
        """The peer counts its steps itself: 0.7 s per repetition after a second of warm-up; scripting does not speed it
        up."""
        return ["--len", self.length, "--bits", self.bits, "--hidden", self.hidden, "--N", self.slots,
                "--W", self.width, "--R", 1, "--reps", 3, "--mode", "eager"]


@dataclass(frozen=True)
class MemN2nProblem:
    """The end-to-end memory network on random stories of one size."""
    name: ClassVar[str] = "memn2n"
    mark: ClassVar[str] = "bench memn2n"
    batches: ClassVar[tuple] = (32,)
    threads_batch: ClassVar[int] = 32
    peer_file: ClassVar[str] = "memn2n_torch.py"
    peer_line: ClassVar[re.Pattern] = re.compile(
        r"memn2n\(stories/s\) .*?: (?P<rate>[\d.]+) seq/s .*?(?P<ms>[\d.]+) ms/step .*?RSS (?P<mb>\d+) MB")

    sentences: int = 10
    words: int = 7
    vocabulary: int = 40
    width: int = 20
    hops: int = 3
    stories: int = 1000

    def our_options(self):
        """The paper's network without what the peer lacks: random noise, and a linear start, which would leave out the
        softmax."""
        return {"preset": "sukhbaatar2015-single", "model.width": self.width, "model.hops": self.hops,
                "model.linear-start": 0, "train.first-sequences": 0, "model.time-noise": 0}

    def write_data(self, folder):
        """Writes a train file in the bAbI format, a tenth of which is held out for validation: `stories` are left for
        training."""
        draw = random.Random(1)
        words = [first + second for first in "bdfgklmn" for second in ("ab", "ed", "in", "ok", "ul")][:self.vocabulary]
        lines = []
        for _ in range(self.stories + (self.stories + 8) // 9):
            for number in range(1, self.sentences + 1):
                lines.append(f"{number} {' '.join(draw.choices(words, k=self.words))}.")
            question = " ".join(draw.choices(words, k=self.words))
            lines.append(f"{self.sentences + 1} {question}?\t{draw.choice(words)}\t1")
        (pathlib.Path(folder) / "qa1_random_train.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return {"task.path": folder, "task.ids": 1}

    def peer_words(self, steps, mode, repetitions):
        """The peer counts its steps itself, as the DNC's does."""
        return ["--pad", "story", "--sentences", self.sentences, "--words", self.words, "--vocab", self.vocabulary,
                "--d", self.width, "--hops", self.hops, "--stories", self.stories, "--reps", 3]


@dataclass(frozen=True)
class EncoderDecoderProblem:
    """An encoder-decoder of gated recurrent units with attention, on random sources and answers of one length."""
    name: ClassVar[str] = "encoder-decoder"
    mark: ClassVar[str] = "bench encoder-decoder"
    batches: ClassVar[tuple] = (32,)
    threads_batch: ClassVar[int] = 32
    peers: ClassVar[pathlib.Path] = OWN_PEERS
    peer_file: ClassVar[str] = "encoder_decoder_torch.py"
    peer_line: ClassVar[re.Pattern] = re.compile(
        r"(?P<rate>[\d.]+) sequences/s .*?(?P<ms>[\d.]+) ms/step .*?RSS (?P<mb>\d+) MB +\| (?P<mode>\w+)")

    length: int = 20
    vocabulary: int = 50
    embedding: int = 64
    hidden: int = 256
    pairs: int = 2000

    def our_options(self):
        return {"task": "pairs", "task.source-units": "words", "task.target-units": "words",
                "model": "encoder-decoder", "model.embedding": self.embedding, "model.order": "bahdanau",
                "encoder": "gru", "encoder.size": self.hidden, "encoder.both-ways": "true",
                "controller": "gru", "controller.size": self.hidden,
                "attention": "global", "memory.similarity": "general",
                "train.optimizer": "adam", "train.learning-rate": 1e-3, "train.clip": "norm", "train.clip-at": 10}

    def write_data(self, folder):
        """Sources of `length` words and answers one word shorter: the end of an answer counts as a step."""
        draw = random.Random(1)
        words = [f"word{k}" for k in range(self.vocabulary)]
        lines = ["\t".join(" ".join(draw.choices(words, k=count)) for count in (self.length, self.length - 1))
                 for _ in range(self.pairs)]
        path = pathlib.Path(folder) / "pairs.tsv"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return {"task.path": path}

    def peer_words(self, steps, mode, repetitions):
        return ["--length", self.length, "--vocabulary", self.vocabulary, "--embedding", self.embedding,
                "--hidden", self.hidden, "--order", "bahdanau", "--both-ways", "--steps", steps, "--reps", repetitions]


PROBLEMS = {problem.name: problem for problem in
            (Problem(), DncProblem(), MemN2nProblem(), EncoderDecoderProblem(), TransformerProblem(),
             FastWeightsProblem(), MixerStackProblem())}
