"""Converts between our differentiable neural computer and dnc_torch.py."""
import sys

import torch

NAME, MODULE = "dnc", "dnc_torch"

ALIKE = {"memory": "dnc", "train__clip": "none"}
SMALL = {"task__bits": 3, "controller__size": 7, "memory__slots": 9, "memory__width": 5}
# The peer is adapted to ours in three points: the controller's initial state is learned; the epsilon of the cosine is
# smaller; usage is kept above zero before it is sorted (memory/dnc/ops.hpp).
CHANGES = [("h, c, r = x.new_zeros(B, H), x.new_zeros(B, H), x.new_zeros(B, R * W)",
            "h, c, r = self.h0.expand(B, H), self.c0.expand(B, H), x.new_zeros(B, R * W)"),
           ("1e-6", "1e-8"),
           ("torch.sort(usage, 1)", "torch.sort(1e-6 + (1 - 1e-6) * usage, dim=1, stable=True)")]

# Three updates on one batch: the optimiser's state matters from the second on.
CASES = [{**SMALL, "train__batch": batch, "task__length": length, "memory__read_heads": readers}
         for batch in (1, 3) for length in (1, 2, 7) for readers in (1, 2)]
CASES += [{"train__batch": 5, "task__length": 20}]
CASES += [{**SMALL, "train__batch": 3, "task__length": 4, "updates": 3, "train__optimizer": "rmsprop",
           "train__learning_rate": 1e-3}]


def as_the_peer_has_them(ours, inputs, options):
    """Our parameters under the peer's names and in its shapes. Among the controls, ours have the strengths after the
    keys, the peer after the write vector; the rest has the same order."""
    width, readers = options.get("memory__width", 20), options.get("memory__read_heads", 1)
    lstm, output, interface = ours["controller/lstm/weights"], ours["output/weights"], ours["interface/weights"]
    keys, strengths, vectors = (readers + 1) * width, readers + 1, 2 * width
    order = [*range(keys), *range(keys + strengths, keys + strengths + vectors), *range(keys, keys + strengths),
             *range(keys + strengths + vectors, len(interface))]
    interface = interface[order]
    return {"from_input.weight": lstm[:, :inputs], "from_input.bias": lstm[:, -1], "recurrent": lstm[:, inputs:-1],
            "interface.weight": interface[:, :-1], "interface.bias": interface[:, -1],
            "output.weight": output[:, :-1], "output.bias": output[:, -1],
            "h0": ours["controller/lstm/start-h"].t(), "c0": ours["controller/lstm/start-c"].t()}


def network(ours, inputs, outputs, options):
    """The peer with our parameters."""
    hidden = len(ours["controller/lstm/start-h"])
    net = sys.modules[MODULE].DNC(inputs, outputs, hidden, options.get("memory__slots", 128),
                                  options.get("memory__width", 20), options.get("memory__read_heads", 1))
    net.h0, net.c0 = (torch.nn.Parameter(torch.zeros(1, hidden)) for _ in range(2))
    net.double()
    missing, unknown = net.load_state_dict(as_the_peer_has_them(ours, inputs, options), strict=False)
    assert (missing, unknown) == (["off_diagonal"], []), (missing, unknown)
    return net
