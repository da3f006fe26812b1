"""Converts between our neural Turing machine and ntm_torch.py."""
import sys

NAME, MODULE = "ntm", "ntm_torch"

# The peer's memory starts as random numbers and its heads as learned weightings; it squashes neither keys nor adds.
ALIKE = {"memory__init": "random", "memory__start_weighting": "learned", "memory__squash_keys": "false",
         "memory__squash_adds": "false", "train__clip": "none"}
SMALL = {"task__bits": 3, "controller__size": 7, "memory__slots": 9, "memory__width": 5}
CHANGES = []  # the peer's source is used unchanged

RMSPROP = {"train__optimizer": "rmsprop", "train__learning_rate": 1e-3}
# Three updates on one batch: the optimiser's state matters from the second on. The full size is split into two shards.
CASES = [{**SMALL, "train__batch": batch, "task__length": length} for batch in (1, 3) for length in (1, 2, 7)]
CASES += [{"train__batch": 5, "task__length": 20}]
CASES += [{**SMALL, "train__batch": 3, "task__length": 4, "updates": 3, **options} for options in (
    RMSPROP, {"train__optimizer": "adam", "train__learning_rate": 1e-3},
    {"train__optimizer": "sgd", "train__learning_rate": 0.1, "train__clip": "value", "train__clip_at": 0.01})]


def control_rows(width):
    """The rows of the peer's controls among ours. Ours: per head, reading first, key, strength, gate, shift,
    sharpening; then erase, then add. The peer's: both keys, both strengths and sharpenings, both gates and erase, both
    shifts, add."""
    each = width + 6
    of_heads = {"key": range(width), "strength": [width], "gate": [width + 1], "shift": range(width + 2, width + 5),
                "sharpening": [width + 5]}
    both = {name: [head * each + row for head in (0, 1) for row in rows] for name, rows in of_heads.items()}
    erase, add = (list(range(2 * each + k * width, 2 * each + (k + 1) * width)) for k in (0, 1))
    return both["key"] + both["strength"] + both["sharpening"] + both["gate"] + erase + both["shift"] + add


def as_the_peer_has_them(ours, inputs, options):
    """Our parameters under the peer's names and in its shapes. The gates have the same order (i, f, o, u)."""
    lstm, output = ours["controller/lstm/weights"], ours["output/weights"]
    interface = ours["interface/weights"][control_rows(options.get("memory__width", 20))]
    return {"from_input.weight": lstm[:, :inputs], "from_input.bias": lstm[:, -1], "recurrent": lstm[:, inputs:-1],
            "interface.weight": interface[:, :-1], "interface.bias": interface[:, -1],
            "output.weight": output[:, :-1], "output.bias": output[:, -1],
            "h0": ours["controller/lstm/start-h"].t(), "c0": ours["controller/lstm/start-c"].t(),
            "r0": ours["memory/start-reads"].t(), "w0": ours["memory/start-weighting"].t().unsqueeze(0)}


def network(ours, inputs, outputs, options):
    """The peer with our parameters."""
    (slots, width), hidden = ours["memory/start"].shape, len(ours["controller/lstm/start-h"])
    net = sys.modules[MODULE].NTM(inputs, outputs, hidden, slots, width).double()
    state = as_the_peer_has_them(ours, inputs, options)
    net.load_state_dict(state | {"memory0": ours["memory/start"].unsqueeze(0)})
    return net
