"""What is measured: training the neural Turing machine of Graves et al. (2014) on the copy task."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    length: int = 20
    bits: int = 8
    hidden: int = 100
    slots: int = 128
    width: int = 20
    shifts: int = 3

    def our_options(self):
        """The very network and optimiser that the peer has (tests/models/torch_ntm_test.py holds the two together)."""
        return {"task": "copy", "task.length": self.length, "task.bits": self.bits, "controller": "lstm",
                "controller.size": self.hidden, "memory": "ntm", "memory.slots": self.slots,
                "memory.width": self.width, "memory.init": "random", "memory.start-weighting": "learned",
                "memory.squash-keys": "false", "memory.squash-adds": "false", "memory.shifts": self.shifts,
                "train.optimizer": "rmsprop", "train.learning-rate": 1e-4, "train.clip": "value", "train.clip-at": 10}

    def peer_options(self):
        return {"len": self.length, "bits": self.bits, "hidden": self.hidden, "N": self.slots, "M": self.width}

    def flops(self):
        """Floating-point operations of training on one sequence (docs/performance.md has the count)."""
        H, N, W, S, L = self.hidden, self.slots, self.width, self.shifts, self.length
        inputs, heads, steps = self.bits + 1, 2, 2 * L + 1
        controls = heads * (W + S + 3) + 2 * W
        lstm = 8 * H * (inputs + W + H + 1)
        interface = 2 * controls * (H + 1)
        memory = N * W * (2 * (heads + 1) + 2 + 5)  # scores and norms; read; erase and add
        focus = heads * N * (2 * S + 12)
        output = 2 * self.bits * (H + W + 1)
        return 3 * (steps * (lstm + interface + memory + focus) + L * output)
