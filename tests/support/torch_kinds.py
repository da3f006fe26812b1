"""Networks that tapehead.torch is tried with, as options."""

BITS = {"task.bits": 3, "task.max-length": 6, "controller.size": 7}
SLOTS = {**BITS, "memory.slots": 9, "memory.width": 5}
HEADS = {"memory.read-heads": 2, "memory.write-heads": 3}
LISTS = {**BITS, "memory.width": 4, "memory.heads": 2}
TOKENS = {"controller.size": 6, "controller.heads": 3, "controller.layers": 2}
STACK = {"task.bits": 3, "task.max-length": 6, "model": "mixer-stack", "model.size": 6, "model.heads": 2}
FAST = {"memory": "fast-weights", "memory.heads": 2, "memory.width": 6, "memory.key-size": 4}

MACHINES = [{**SLOTS, **one} for one in (
    {"memory": "ntm", "memory.training-sharpening": 0.5, "memory.least-sharpening": 1.25},
    {"memory": "ntm", "controller": "gru", "addressing": "location"},
    {"memory": "dnc", "memory.usage-gradient": "false", **HEADS},
    {"memory": "dnc", "controller": "feedforward", "memory.key-masks": "true", "memory.link-sharpness": "true",
     "memory.iterations": 3},
    {"memory": "lru", "memory.iterations": 2}, {"memory": "lru", **HEADS, "memory.write-first": "true"},
    {"memory": "lru", "memory.write-keys": "true"},
    {"memory": "sparse", "memory.iterations": 2}, {"memory": "sparse", **HEADS, "memory.write-past-keys": "true"},
    {"memory": "sparse-dnc", "memory.reads": 2, "memory.links": 2},
    # With less than all links, rounding decides between those of equal weight.
    {"memory": "sparse-dnc", "memory.reads": 9, "memory.links": 9, **HEADS},
    {"controller": "lstmn", "controller.layers": 2},
    {**TOKENS, "controller": "transformer", "controller.norm": "post", "controller.activation": "relu",
     "controller.positions": "learned", "controller.max-steps": 20, "controller.feedforward": 5})]
SIMILARITIES = [{**SLOTS, "memory": "ntm", **one} for one in (
    {"memory.similarity": "location", "memory.similarity-places": 12}, {"memory.similarity": "additive"},
    {"memory.similarity": "dot", "memory.focus": "sparsemax"}, {"memory.similarity": "negative-distance"},
    {"memory.similarity": "scaled-dot", "memory.focus": "top-k", "memory.init": "random"},
    # Among slots that start equal, rounding decides which is chosen, differently in each program.
    {"memory.focus": "hard", "memory.init": "random"})]
SEQUENCES = MACHINES + SIMILARITIES + [
    *({**LISTS, "memory": name, "memory.hard-scoring": hard} for name, hard in (
        ("stack", "true"), ("stack", "false"), ("queue", "true"), ("deque", "false"))),
    {**SLOTS, "memory": "stack-superposed"},
    {**SLOTS, "memory": "tape-told-length", "memory.heads": 2},
    {**SLOTS, "memory": "token-turing", "memory.tokens": 3},
    *({**BITS, "memory": "memorizing", "memory.width": 6, "memory.heads": 2, "memory.window": 2, "memory.nearest": 2,
       "memory.iterations": iterations} for iterations in (1, 3)),
    {**BITS, "memory": "none", "controller": "elman", "controller.layers": 2},
    {**BITS, "memory": "none", "controller": "multiplicative", "controller.layers": 2, "controller.factors": 9},
    {**BITS, "memory": "none", "controller": "lstm"}, {**BITS, "memory": "none", "controller": "lstmn"},
    {**BITS, **TOKENS, "memory": "none", "controller": "transformer"},
    *({**BITS, **TOKENS, "memory": "none", "controller": "transformer", "controller.positions": told,
       "controller.max-distance": 3} for told in ("rotary", "alibi", "relative")),
    *({**BITS, **TOKENS, "memory": "none", "controller": "rmt", "controller.segment": 3, "controller.memory-tokens": 2,
       "controller.positions": told} for told in ("sinusoidal", "learned")),
    *({**BITS, **TOKENS, "memory": "none", "controller": "armt", "controller.segment": 2, "controller.memory-tokens": 2,
       "controller.key-size": 8, "controller.nu": nu} for nu in (1, 3)),  # of fewer, rounding grows too much
    {**STACK, **FAST, "model.mixers": "attention,memory", "model.attention-size": 4},
    # Where reads choose the next keys, reflections make rounding grow.
    {**STACK, **FAST, "memory.rule": "householder", "memory.features": "identity", "memory.writes": 2},
    {**STACK, "model.convolution": 3, "model.layers": 2, "memory": "lru", "memory.slots": 5},
    {**STACK, **FAST, "model.mixers": "attention,memory", "model.rounds": 2},
    {**STACK, "model.mixers": "attention", "memory": "none", "model.rounds": 4, "model.ponder": 0.2},
    *({**BITS, **FAST, "memory.rule": rule} for rule in ("hebbian", "gated-delta", "channel-gated", "erase-write",
                                                         "momentum", "mesa")),
    {**BITS, **FAST, "memory.rule": "associative", "memory.features": "dpfp", "memory.nu": 2, "memory.writes": 2},
    {**BITS, **FAST, "memory.features": "identity", "memory.writes": 2},
    {**BITS, **FAST, "memory.rule": "deep", "memory.hidden": 3, "memory.writes": 2},
    {**BITS, **FAST, "memory.rule": "deep", "memory.hidden": 3, "memory.limit": 0, "memory.rate-bias": -3},
    {**BITS, **FAST, "memory.rule": "slots", "memory.slots": 5, "memory.writes": 2, "memory.iterations": 2},
    {**BITS, **FAST, "memory.rule": "slots", "memory.slots": 5, "memory.routed": 2}]
# Stacks of several mixers, with options of their own; patterns that begin again.
MIXED = [{**STACK, **one} for one in (
    {"model.mixers": "ntm:slots=9:width=5,fast-weights:features=elu,attention:heads=3", "model.layers": 4},
    {"model.mixers": "attention,fast-weights,ntm:slots=9:width=5:shifts=5", "memory": "ntm", "model.layers": 3},
    {**FAST, "model.mixers": "fast-weights,fast-weights:features=elu", "model.layers": 5},
    {**FAST, "model.mixers": "memory:negative=on,memory:rule=slots:slots=5:routed=3:iterations=2", "model.layers": 2},
    {"memory": "none", "model.mixers": "attention:heads=3:attention-size=9,attention", "model.layers": 3},
    {"memory": "none", "model.mixers": "attention:heads=1,none", "model.layers": 2},
    {"memory": "none", "model.mixers": "attention:positions=rotary,attention:positions=relative:max-distance=2,"
                                       "attention:positions=none", "model.positions": "alibi", "model.layers": 4},
    {"memory": "none", "model.mixers": "attention,attention:positions=alibi:heads=3", "model.positions": "relative",
     "model.max-distance": 3, "model.layers": 2},
    {"memory": "stack", "model.mixers": "memory,attention:positions=rotary", "model.positions": "sinusoidal",
     "model.layers": 2, "model.rounds": 2},
    {"memory": "stack", "model.mixers": "memory", "model.positions": "learned", "model.max-steps": 20},
    # Of what the run's own memory has, nothing is left.
    {"memory": "ntm", "memory.slots": 9, "memory.width": 5, "memory.shifts": 5, "model.layers": 2,
     "model.mixers": "ntm:addressing=content:similarity=additive:similarity-size=4"},
    {"model.mixers": "fast-weights:rule=deep:hidden=3:limit=0.2:writes=2,fast-weights:rule=mesa:writes=3:ridge=0.5,"
                     "fast-weights:rule=associative:features=dpfp:nu=2", "model.layers": 3},
    {"model.mixers": "dnc:slots=9:width=5:read-heads=2,lru:slots=8:iterations=2,sparse:slots=20:width=5",
     "model.layers": 3},
    {"model.mixers": "tape-told-length:slots=9,stack:width=3:heads=2,queue:width=3,deque:width=4", "model.layers": 4},
    {"model.mixers": "token-turing:slots=4:tokens=3:width=5,memorizing:width=12:window=3:nearest=2",
     "model.layers": 2, "model.convolution": 3},
    {"model.mixers": "memory,attention:heads=3,lru:slots=5", "memory": "stack-superposed", "model.layers": 3,
     "model.rounds": 2, "model.ponder": 0.05})]

ENCODER_DECODER = {"model": "encoder-decoder", "encoder.size": 5, "controller.size": 6, "model.embedding": 3}
TIED = {**FAST, "model": "mixer-stack", "model.size": 6, "model.heads": 2, "model.tied": "true"}
SPOKEN = [{**ENCODER_DECODER, **one} for one in (
    {},
    {"encoder": "gru", "controller": "gru", "encoder.both-ways": "true", "model.order": "luong", "encoder.layers": 2},
    {"encoder.both-ways": "true", "model.order": "input-feeding", "model.hand-over": "backward", "controller.layers": 2,
     "model.reversed": "true"},
    {"controller.layers": 2, "controller.skips": "true", "model.first-query": "state", "model.output": "deep",
     "attention.strength": "learned", "memory.similarity": "cosine"},
    {"attention": "none", "model.hand-over": "context", "model.output": "maxout", "model.maxout": 4},
    {"attention": "none", "model.hand-over": "context", "model.output": "deep-tanh"},
    {"model.hand-over": "input", "memory.similarity": "additive", "model.output": "maxout-before", "model.maxout": 4,
     "attention.gate": "true"},
    {"model.hand-over": "state", "encoder.size": 6, "model.embedding": 0},
    {"attention": "local-m", "attention.window": 2, "memory.similarity": "dot"},
    {"attention": "local-p", "attention.window": 2, "encoder": "transformer", "encoder.size": 6, "encoder.heads": 2},
    {"attention": "location", "encoder": "feedforward", "memory.training-sharpening": 0.5,
     "memory.least-sharpening": 1.25},
    {"attention": "memory", "memory": "lru", "memory.slots": 6, "memory.width": 4},
    {"attention": "memory", "memory": "stack", "memory.width": 4},
    # In training it reads what is expected instead of what is drawn, so there is something to compare.
    {"attention": "hard", "attention.expected": 1, "attention.entropy": 0, "attention.scored": "likeliest",
     "attention.estimator": "straight-through"},
    {"attention": "hard", "attention.expected": 1, "attention.entropy": 0, "attention.scored": "expected"},
    {"encoder": "lstmn", "controller": "lstmn"}, {"controller": "transformer", "controller.heads": 2},
    {"controller": "feedforward", "memory.focus": "sparsemax"})] + [
    {"model": "transformer-encoder-decoder", "model.size": 6, "model.heads": 2},
    {"model": "transformer-encoder-decoder", "model.size": 6, "model.heads": 3, "model.tied": "true",
     "model.norm": "post", "model.positions": "learned", "model.max-steps": 40, "model.encoder-layers": 1},
    {"model": "lstmn-encoder-decoder", "model.size": 5, "model.layers": 2}]

CANVAS = {**ENCODER_DECODER, "task.canvas": 64, "task.min-items": 1}
CAPTIONS = [{**CANVAS, "encoder": "convolution", "encoder.size": 4, "encoder.layers": 3, "encoder.stride": 2,
             "encoder.kernel": 4},
            {**CANVAS, "encoder": "patches", "encoder.size": 6, "encoder.stem": 3, "encoder.patch": 1,
             "encoder.heads": 2, "attention.gate": "true", "model.order": "luong", "model.hand-over": "none",
             "model.output": "deep-tanh", "memory.similarity": "additive"}]
CLASSIFIERS = [{"model": "classifier", "encoder.size": 6, **one} for one in (
    {"encoder": "patches", "encoder.patch": 4, "encoder.heads": 2, "encoder.layers": 2},
    {"encoder": "patches", "encoder.patch": 1, "encoder.stem": 2, "encoder.heads": 2, "encoder.positions": "learned",
     "model.pooling": "attention"},
    {"encoder": "convolution", "encoder.layers": 2, "encoder.stride": 2, "encoder.kernel": 3},
    {"encoder": "convolution", "encoder.layers": 2, "encoder.stride": 1, "encoder.kernel": 4}, {"encoder": "gru"})]

LOOKED_AT = [{**ENCODER_DECODER, **one} for one in (
    {"attention.penalty": 0.7, "attention.guidance": 0.9, "attention.entropy": 0.3, "attention.strength": "learned"},
    {"attention.penalty": 0.7, "attention.penalty-target": "one", "attention.entropy": -0.2, "attention": "local-p",
     "attention.window": 2},
    {"attention.guidance": 0.9, "attention": "local-m", "attention.window": 1},
    {"attention": "hard", "attention.expected-first": 100, "attention.scored": "expected", "attention.penalty": 0.7,
     "attention.guidance": 0.5, "attention.entropy": 0.2, "attention.credit": "to-go"})]
DRAWN = [{**ENCODER_DECODER, "attention": "hard", "attention.scored": "likeliest", "attention.entropy": 0, **one}
         for one in ({"attention.expected": 0}, {"attention.expected": 0.5, "attention.credit": "to-go"})]
SHOWN = [{**CAPTIONS[0], "attention.guidance": 0.9, "attention.penalty": 0.6},
         {**CAPTIONS[1], "attention.guidance": 0.9, "attention.entropy": 0.1}]

QUESTIONS = {"task.questions": 40, "task.test-questions": 20}
TOLD = [{**QUESTIONS, "model": "memn2n", "model.time-noise": 0, "model.width": 6}] + [
    {**QUESTIONS, "model": "memory-network", "model.width": 6, "model.margin": 2, "task.ids": 2, **one} for one in (
        {"model.hops": 2}, {"model.adaptive": "true", "model.hops": 4},
        {"model.latest": "false", "model.time": "false", "task.episode": "story"})] + [
    {**QUESTIONS, "model": "key-value-memory-network", "model.width": 6, **one} for one in (
        {}, {"model.memories": "window", "model.window": 3, "model.values": "own", "model.hops": 3},
        {"model.memories": "window+centre", "model.window": 5, "model.answers": "shared", "model.encoding": "position"},
        {"model.hashing": "true", "model.hash-below": 3, "model.encoding": "position", "task.episode": "story"},
        {"model.memories": "window+centre", "model.time": "false", "model.hashing": "true", "model.values": "own"})] + [
    {**QUESTIONS, "model": "entity-network", "model.width": 6, "model.slots": 5, **one} for one in (
        {}, {"model.keys": "tied", "model.key-words": "mary,john", "task.episode": "story"},
        {"model.keys": "tied", "model.normalize": "false", "model.slots": 4})]

GLIMPSES = [{"model": "glimpses", "model.glimpses": 3, "model.window": 3, "model.scales": 2, "model.what": 5,
             "model.where": 4, "model.features": 6, "controller.size": 5, **one} for one in (
    {"model.policy": "fixed"}, {"model.policy": "fixed", "model.told-at": "every-look", "controller": "gru"},
    {"model.policy": "window"}, {"model.policy": "window", "model.told-at": "every-look", "memory": "lru",
                                 "memory.slots": 4, "memory.width": 3})]
LEARNED = {**GLIMPSES[0], "model.policy": "learned", "model.first": "centre", "model.scored-at": "mean"}
PLACED = [{**LEARNED, **one} for one in (
    {"model.told-at": "every-look", "model.start": "grid", "model.location-gain": 2, "model.deviation": 0.6},
    {"model.reward-in-core": "true", "model.deviation": 0.6, "model.reward": 2})]
