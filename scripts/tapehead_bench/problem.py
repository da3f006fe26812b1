"""What is measured: training on the copy task, with the memory of the neural Turing machine (Graves et al. 2014) or
that of the differentiable neural computer (Graves et al. 2016)."""
import re
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Problem:
    """The neural Turing machine."""
    name: ClassVar[str] = "ntm"
    mark: ClassVar[str] = "bench"  # of its tables' place in a text
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
        """The very network and optimiser that the peer has (tests/models/torch_ntm_test.py holds the two together)."""
        return {**self.shared_options(), "memory": "ntm", "memory.init": "random",
                "memory.start-weighting": "learned", "memory.squash-keys": "false", "memory.squash-adds": "false",
                "memory.shifts": self.shifts}

    def options_with(self, addressing):
        """Another addressing scheme's, which need not know the options of the NTM's own."""
        return {**self.shared_options(), "memory": "ntm", "memory.init": "random", "memory.squash-adds": "false",
                "addressing": addressing}

    def shared_options(self):
        return {"task": "copy", "task.length": self.length, "task.bits": self.bits, "controller": "lstm",
                "controller.size": self.hidden, "memory.slots": self.slots, "memory.width": self.width,
                "train.optimizer": "rmsprop", "train.learning-rate": 1e-4, "train.clip": "value", "train.clip-at": 10}

    def peer_words(self, steps, mode, repetitions):
        return ["--len", self.length, "--bits", self.bits, "--hidden", self.hidden, "--N", self.slots,
                "--M", self.width, "--steps", steps, "--reps", repetitions, "--mode", mode]

    def flops(self):
        """Floating-point operations of training on one sequence (docs/performance.md has the count)."""
        N, W, S = self.slots, self.width, self.shifts
        heads = 2
        memory = N * W * (2 * (heads + 1) + 2 + 5)  # scores and norms; read; erase and add
        focus = heads * N * (2 * S + 12)
        return self.flops_around(heads * (W + S + 3) + 2 * W, memory + focus)

    def flops_around(self, controls, memory):
        """Those of the whole, given the length of the controls and a step's operations in the memory."""
        H, W, L = self.hidden, self.width, self.length
        lstm = 8 * H * (self.bits + 1 + W + H + 1)
        interface = 2 * controls * (H + 1)
        output = 2 * self.bits * (H + W + 1)
        return 3 * ((2 * L + 1) * (lstm + interface + memory) + L * output)


@dataclass(frozen=True)
class DncProblem(Problem):
    """The differentiable neural computer, one read head."""
    name: ClassVar[str] = "dnc"
    mark: ClassVar[str] = "bench dnc"
    peer_file: ClassVar[str] = "dnc_torch.py"
    peer_line: ClassVar[re.Pattern] = re.compile(
        r"\S+ (?P<mode>\w+) .*?: (?P<rate>[\d.]+) seq/s .*?(?P<ms>[\d.]+) ms/step .*?RSS (?P<mb>\d+) MB")

    def our_options(self):
        """As the peer has it (tests/models/torch_dnc_test.py)."""
        return {**self.shared_options(), "memory": "dnc"}

    def peer_words(self, steps, mode, repetitions):
        """It counts its steps itself, 0.7 s a repetition after a second of warming up; scripting makes it no faster."""
        return ["--len", self.length, "--bits", self.bits, "--hidden", self.hidden, "--N", self.slots,
                "--W", self.width, "--R", 1, "--reps", 3, "--mode", "eager"]

    def flops(self):
        N, W = self.slots, self.width
        memory = N * W * (2 * 4 + 2 + 5)  # scores and norms, twice; read; erase and add
        links = N * N * (4 + 4)           # update; forward and backward
        vectors = N * 40                  # usage, allocation, precedence, both weightings, two softmaxes
        return self.flops_around(4 * W + 8, memory + links + vectors)


PROBLEMS = {problem.name: problem for problem in (Problem(), DncProblem())}
