# Made by python3 -m tapehead.stubs from the option table; tests/python/stubs_test.py holds it to that.
"""The options of memories, and of the parts that these options choose, with their defaults."""

# Option that chooses → what it may choose → the options of that.
OPTIONS = {
    "memory": {
        "ntm": {
            "addressing": "content+location", "memory.init": "constant", "memory.read-heads": "1",
            "memory.slots": "128", "memory.squash-adds": "true", "memory.width": "20", "memory.write-heads": "1"},
        "dnc": {
            "memory.de-allocation": "false", "memory.focus": "softmax", "memory.iterations": "1",
            "memory.key-masks": "false", "memory.link-sharpness": "false", "memory.read-heads": "1",
            "memory.read-strength-bias": "0", "memory.similarity": "cosine", "memory.slots": "128",
            "memory.squash-keys": "false", "memory.usage-gradient": "true", "memory.width": "20",
            "memory.write-heads": "1", "memory.write-strength-bias": "0"},
        "lru": {
            "memory.focus": "softmax", "memory.iterations": "1", "memory.read-heads": "1",
            "memory.read-strength-bias": "6", "memory.similarity": "cosine", "memory.slots": "128",
            "memory.squash-adds": "true", "memory.squash-keys": "true", "memory.usage-decay": "0.95",
            "memory.width": "20", "memory.write-first": "false", "memory.write-gate-bias": "0",
            "memory.write-heads": "1", "memory.write-keys": "false"},
        "sparse": {
            "memory.delta": "0.005", "memory.filled": "0", "memory.index": "exact", "memory.iterations": "1",
            "memory.probes": "16", "memory.read-heads": "1", "memory.read-strength-bias": "6", "memory.reads": "4",
            "memory.slots": "128", "memory.squash-adds": "true", "memory.width": "20",
            "memory.write-amount-bias": "0", "memory.write-gate-bias": "0", "memory.write-heads": "1",
            "memory.write-past-keys": "false"},
        "sparse-dnc": {
            "memory.delta": "0.005", "memory.filled": "0", "memory.index": "exact", "memory.iterations": "1",
            "memory.links": "8", "memory.probes": "16", "memory.read-heads": "1", "memory.read-strength-bias": "6",
            "memory.reads": "4", "memory.slots": "128", "memory.squash-adds": "true", "memory.width": "20",
            "memory.write-amount-bias": "0", "memory.write-gate-bias": "0", "memory.write-heads": "1",
            "memory.write-past-keys": "false"},
        "stack": {
            "memory.hard-scoring": "false", "memory.heads": "1", "memory.pop-bias": "-1", "memory.push-bias": "0",
            "memory.width": "20"},
        "queue": {
            "memory.hard-scoring": "false", "memory.heads": "1", "memory.pop-bias": "-1", "memory.push-bias": "0",
            "memory.width": "20"},
        "deque": {
            "memory.hard-scoring": "false", "memory.heads": "1", "memory.pop-bias": "-1", "memory.push-bias": "0",
            "memory.width": "20"},
        "stack-superposed": {
            "memory.heads": "1", "memory.slots": "30", "memory.width": "8"},
        "tape-told-length": {
            "memory.heads": "1", "memory.slots": "40", "memory.width": "8"},
        "fast-weights": {
            "memory.decay-bias": "-4", "memory.features": "silu", "memory.heads": "4", "memory.hidden": "32",
            "memory.iterations": "1", "memory.key-size": "16", "memory.limit": "1", "memory.momentum-bias": "0",
            "memory.negative": "false", "memory.normaliser": "true", "memory.nu": "1", "memory.rate-bias": "0",
            "memory.ridge": "0.25", "memory.routed": "0", "memory.rule": "delta", "memory.slots": "32",
            "memory.strength-bias": "0", "memory.width": "64", "memory.writes": "1"},
        "token-turing": {
            "memory.hidden": "32", "memory.reads": "2", "memory.slots": "32", "memory.tokens": "2",
            "memory.width": "16"},
        "memorizing": {
            "memory.heads": "4", "memory.iterations": "1", "memory.nearest": "32", "memory.width": "32",
            "memory.window": "16"},
        "none": {},
    },
    "addressing": {
        "content": {
            "memory.focus": "softmax", "memory.iterations": "1", "memory.read-strength-bias": "0",
            "memory.similarity": "cosine", "memory.squash-keys": "true", "memory.write-strength-bias": "0"},
        "location": {
            "memory.least-sharpening": "1", "memory.read-sharpening-bias": "0", "memory.shifts": "3",
            "memory.start-weighting": "one-hot", "memory.training-sharpening": "1",
            "memory.training-sharpening-from": "0", "memory.write-sharpening-bias": "0"},
        "content+location": {
            "memory.focus": "softmax", "memory.iterations": "1", "memory.least-sharpening": "1",
            "memory.read-gate-bias": "0", "memory.read-sharpening-bias": "0", "memory.read-strength-bias": "0",
            "memory.shifts": "3", "memory.similarity": "cosine", "memory.squash-keys": "true",
            "memory.start-weighting": "one-hot", "memory.training-sharpening": "1",
            "memory.training-sharpening-from": "0", "memory.write-gate-bias": "0",
            "memory.write-sharpening-bias": "0", "memory.write-strength-bias": "0"},
    },
    "memory.focus": {
        "softmax": {},
        "sparsemax": {},
        "top-k": {
            "memory.top-k": "4"},
        "hard": {},
    },
    "memory.similarity": {
        "cosine": {},
        "dot": {},
        "scaled-dot": {},
        "general": {},
        "additive": {
            "memory.similarity-size": "16"},
        "negative-distance": {},
        "location": {
            "memory.similarity-places": "128"},
    },
}
