"""Synthetic report data for the tests of its page: every view has content, the same each time."""
import base64
import functools
import gzip
import json
import math
import random

HOSTILE = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>\u2028${7*7}&lt;b&gt;"
RIGHT_TO_LEFT = ["\u05e9\u05dc\u05d5\u05dd", "\u202eevil", "\u0645\u0631\u062d\u0628\u0627", "\x07"]


def packed(shape, value, low=0.0, high=1.0, depth=8):
    """An array of a trace; `value` is called with the indices of each element."""
    codes = bytearray()

    def fill(axes, at):
        if not axes:
            share = (min(max(value(*at), low), high) - low) / (high - low)
            codes.extend(round(share * (2 ** depth - 1)).to_bytes(depth // 8, "little"))
            return
        for index in range(axes[0]):
            fill(axes[1:], (*at, index))
    fill(tuple(shape), ())
    data = base64.b64encode(gzip.compress(bytes(codes), mtime=0)).decode()
    return {"shape": list(shape), "low": low, "high": high, "depth": depth, "data": data}


def bump(at, centre, width=0.7):
    return math.exp(-((at - centre) / width) ** 2)


def ntm_trace(run, steps=41, slots=24, width=8, bits=6, seed=1):
    """An episode of a copying machine: it writes slot after slot, and reads them again."""
    half = steps // 2
    draw = random.Random(seed)
    pattern = [[draw.randrange(2) for _ in range(bits)] for _ in range(half)]
    place = [[step if step < half else step - half, 0.9] for step in range(steps)]
    column = [[draw.uniform(-1, 1) for _ in range(width)] for _ in range(slots)]

    def weight(step, _, slot):
        return bump(slot, place[step][0])
    arrays = {
        "inputs": packed((steps, bits), lambda t, b: pattern[t][b] if t < half else 0),
        "outputs": packed((steps, bits), lambda t, b: 0.05 + 0.9 * pattern[t - half][b] if half <= t < 2 * half
                          else 0.5),
        "mask": packed((steps, 1), lambda t, _: float(half <= t < 2 * half)),
        "write/weights": packed((steps, 1, slots), weight), "read/weights": packed((steps, 1, slots), weight),
        "read/content": packed((steps, 1, slots), lambda t, h, s: bump(s, place[t][0], 2.5)),
        "read/gated": packed((steps, 1, slots), lambda t, h, s: bump(s, place[t][0] - 1, 1)),
        "read/shifted": packed((steps, 1, slots), lambda t, h, s: bump(s, place[t][0], 1.2)),
        "read/strength": packed((steps, 1), lambda t, _: 3 + math.sin(t), 0, 10, 16),
        "read/gate": packed((steps, 1), lambda t, _: 0.5 + 0.4 * math.sin(t / 3), 0, 1, 16),
        "read/sharpening": packed((steps, 1), lambda t, _: 1 + t / 10, 1, 6, 16),
        "memory": packed((steps, width, slots), lambda t, c, s: column[s][c] * (1 if s < t else 0.05), -1, 1, 16),
    }
    panels = [
        {"kind": "sequence", "title": "Inputs", "array": "inputs", "map": "unit"},
        {"kind": "sequence", "title": "Outputs", "array": "outputs", "map": "unit", "mask": "mask"},
        {"kind": "over-time", "title": "Write head 1: weighting", "array": "write/weights", "head": 0, "map": "unit"},
        {"kind": "over-time", "title": "Read head 1: weighting", "array": "read/weights", "head": 0, "map": "unit",
         "row_name": "slot"},
        {"kind": "matrix", "title": "Memory", "array": "memory", "map": "diverging", "row_name": "slot",
         "column_name": "width"},
        {"kind": "stages", "title": "Read head 1: addressing", "stages": [
            {"title": "content", "array": "read/content", "head": 0,
             "scalars": [{"name": "key strength", "array": "read/strength", "head": 0}]},
            {"title": "gate", "array": "read/gated", "head": 0,
             "scalars": [{"name": "gate", "array": "read/gate", "head": 0}]},
            {"title": "shift", "array": "read/shifted", "head": 0},
            {"title": "sharpen", "array": "read/weights", "head": 0,
             "scalars": [{"name": "sharpening", "array": "read/sharpening", "head": 0}]}]},
    ]
    for panel in panels:
        panel |= {"says": f"What {panel['title']} is.", "about": "heads"}
    heads = [view(name, slots, row="slot") for name in ("write/weights", "read/content", "read/gated", "read/shifted")]
    heads += [view("read/strength", row="strength", ends=None), view("read/gate", row="gate"),
              view("read/sharpening", row="strength", ends=None), view("read/weights", slots, row="slot")]
    memory = view("memory", slots, width, "slot", "component", None)
    return {"run": run, "title": f"one episode of copy, task.length={half}", "steps": steps, "step_name": "step",
            "score": score([*heads, memory], "ntm"), "arrays": arrays, "panels": panels}


def view(name, rows=1, columns=1, row="row", column="head", ends=(0, 1)):
    """What an array says of itself."""
    return {"name": name, "rows": rows, "columns": columns, "row": row, "column": column, "title": ""} | (
        dict(zip(("low", "high"), ends)) if ends else {})


def score(views, memory=None, names=None, scoring="bits"):
    return {"views": views, "parts": [memory, "memory-machine"], "scoring": scoring, "names": names or {}}


STATEMENTS = ["Mary moved to the bathroom", "John went to the hallway", "Daniel travelled to the office",
              "Mary took the football there", "Sandra journeyed to the kitchen", "Mary went back to the garden",
              "John took the milk there", "Daniel moved to the hallway"]


def story_trace(run, hops=3, held=6):
    first = len(STATEMENTS) - held
    centres = [3, 5, 5]
    return {"run": run, "title": "a question of bAbI task 2", "steps": hops, "step_name": "hop",
            "score": score([view("hop/weights", held, row="statement", column="")],
                           names={"statement": STATEMENTS[first:]}, scoring="classes"),
            "arrays": {"hop/weights": packed((hops, 1, held), lambda k, _, s: 0.9 * bump(s + first, centres[k], 0.8))},
            "panels": [{"kind": "story", "title": "Story", "statements": STATEMENTS,
                        "question": "Where is the football", "answer": "garden", "given": "garden", "right": True,
                        "supports": [3, 5], "columns": "hop",
                        "array": "hop/weights", "classes": ["hallway", "garden", "office", "kitchen"],
                        "chances": [0.04, 0.93, 0.02, 0.01]}]}


def entity_trace(run, slots=10):
    count = len(STATEMENTS)
    return {"run": run, "title": "a question of bAbI task 2", "steps": count, "step_name": "statement",
            "score": score([view("entity/gates", slots, row="slot", column="")], scoring="classes"),
            "arrays": {"entity/gates": packed((count, 1, slots), lambda t, _, s: bump(s, t * 1.3 % slots, 1.5))},
            "panels": [{"kind": "story", "title": "Story", "statements": STATEMENTS,
                        "question": "Where is the football", "answer": "garden", "given": "hallway", "right": False,
                        "supports": [3, 5], "columns": "slot",
                        "array": "entity/gates", "attention": [bump(s, 4, 2) for s in range(slots)],
                        "classes": ["hallway", "garden", "office"], "chances": [0.6, 0.3, 0.1]}]}


READ, SAY = "the quick brown fox jumps".split(), ["der", "schnelle", "braune", "Fuchs", "springt", "(end)"]


def alignment_trace(run, heads=2):
    """An answer to a source: one head attends to the token that each target token comes from, the others beside it."""
    return {"run": run, "title": "an answer of pairs", "steps": len(SAY), "step_name": "step", "step_labels": SAY,
            "score": score([view("alignment", len(READ), heads, "source")], names={"source": READ}, scoring="classes"),
            "arrays": {"alignment": packed((len(SAY), heads, len(READ)), lambda t, h, s: 0.9 * bump(s, t - h))},
            "panels": [{"kind": "alignment", "title": "Where it looks as it answers", "source": READ, "target": SAY,
                        "first": 0, "array": "alignment", "aligned": [0, 1, 2, 3, 4, None],
                        "said": [[[token], False] for token in SAY[:4]] + [[["hüpft", "so"], True], [[], True]]}]}


def joined_trace(run):
    """The same for a model that reads both as one stream and shows no attention."""
    labels = [*READ, *SAY]
    return {"run": run, "title": "an answer of pairs", "steps": len(labels), "step_name": "step", "step_labels": labels,
            "score": score([], names={"source": READ}, scoring="classes"), "arrays": {},
            "panels": [{"kind": "alignment", "title": "What it reads and says", "source": READ, "target": SAY,
                        "first": len(READ), "said": [[[token], False] for token in SAY]}]}


SEEN, BOXES = ["a", "bag", "below", "a", "boot", "(end)"], [None, [3, 3, 15, 15], None, None, [15, 14, 29, 29], None]


def thing(y, x, left, top, right, bottom):
    return bump(x, (left + right) / 2, (right - left) / 3) * bump(y, (top + bottom) / 2, (bottom - top) / 3)


def scene(size=30):
    return packed((size, size, 1), lambda y, x, _: thing(y, x, *BOXES[1]) + 0.7 * thing(y, x, *BOXES[4]))


def caption_trace(run, cells=5, heads=2):
    """A caption of a picture: the first head attends to what each word denotes, the second everywhere."""
    side = 30 / cells

    def look(word, head, cell):
        box = BOXES[word]
        if head or not box:
            return 1 / cells ** 2
        return 0.5 * thing((cell // cells + 0.5) * side, (cell % cells + 0.5) * side, *box)
    return {"run": run, "title": "an episode of mosaic", "steps": len(SEEN), "step_name": "step", "step_labels": SEEN,
            "score": score([view("alignment", cells ** 2, heads, "cell") | {"across": cells}], scoring="classes"),
            "arrays": {"picture": scene(), "alignment": packed((len(SEEN), heads, cells ** 2), look, depth=16)},
            "panels": [{"kind": "picture", "title": "Where it looks in the picture", "array": "picture", "by": "word",
                        "target": SEEN, "first": 0, "looks": "alignment", "grid": [cells, cells], "boxes": BOXES,
                        "said": [[[word], False] for word in SEEN[:4]] + [[["shirt"], True], [["(end)"], False]]}]}


def glimpse_trace(run):
    middles = [(15, 15), (11, 10), (20, 20), (22, 22), (28, 29)]
    looks = [[[x, y, 8, 8], [x, y, 16, 16]] for x, y in middles]
    return {"run": run, "title": "an episode of translated", "steps": len(looks), "step_name": "glimpse",
            "score": score([], scoring="classes"),
            "arrays": {"picture": scene(), "reads": packed((len(looks), 1, 6), lambda t, _, r: bump(r, t, 2))},
            "panels": [{"kind": "picture", "title": "Through which windows it looks at the picture", "array": "picture",
                        "by": "glimpse", "target": ["boot"], "first": 0, "windows": looks, "boxes": [BOXES[4]],
                        "said": [[["boot"], False]]},
                       {"kind": "over-time", "title": "Reads", "array": "reads", "head": 0, "map": "unit"}]}


def curve(draw, points, floor):
    rate = draw.uniform(3, 9)
    x = [1000 * (at + 1) for at in range(points)]
    return [x, [round(floor + 60 * math.exp(-rate * at / points) * draw.uniform(0.8, 1.25), 5) for at in range(points)]]


def make_run(place, group, seed, draw, points, memory):
    floor = draw.uniform(0.002, 0.02) if memory == "ntm" else draw.uniform(0.05, 4)
    bits = curve(draw, points, floor)
    solved = bits[1][-1] < 0.05
    return {
        "name": f"{memory}, seed {seed}", "directory": f"runs/{place}", "group": group, "task": "copy",
        "model": "memory-machine", "controller": "lstm", "memory": memory,
        "addressing": "content+location" if memory == "ntm" else "",
        "seed": seed,
        "status": "solved" if solved else "finished", "sequences": bits[0][-1],
        "solved_at": round(bits[0][-1] * 0.8) if solved else None, "cost_name": "bits", "cost": bits[1][-1],
        "seconds": draw.uniform(30, 9000), "speed": draw.uniform(300, 4000), "parameters": 17162,
        "state": 2722, "state_each_step": 0, "state_each_said": 0,
        "options": {"task": "copy", "memory": memory, "train.batch": "16", "seed": str(seed),
                    "train.learning-rate": f"{draw.uniform(1e-4, 1e-2):.2g}"},
        "manifest": {"version": "0.9", "commit": "3f2a", "compiler": "g++ 12.2", "parameters": "17162"},
        "command": f"tapehead train --config runs/{place}/config.ini --seed {seed} --out runs/{place}",
        "curves": {"bits/validation": bits, "loss/train": [bits[0], [value / 60 for value in bits[1]]]},
        "generalisation": [{"setting": f"task.length={at}", "axis": "task.length", "at": at, "episodes": 100,
                            "values": {"wrong_bits": floor * at ** 1.5 / 10, "solved": math.exp(-floor * at / 40)}}
                           for at in (10, 20, 40, 60, 80, 120)],
        "trace": None, "no_trace": "its directory has no checkpoint"}


def pooled(curves):
    """Median and extremes of curves over the same x."""
    x = curves[0][0]
    columns = [sorted(each) for each in zip(*(y for _, y in curves))]
    return {"x": x, "median": [each[len(each) // 2] for each in columns], "low": [each[0] for each in columns],
            "high": [each[-1] for each in columns]}


def group_of(name, at, runs):
    members = [index for index, run in enumerate(runs) if run["group"] == at]
    grid = {metric: pooled([[[point["at"] for point in runs[each]["generalisation"]],
                             [point["values"][metric] for point in runs[each]["generalisation"]]] for each in members])
            for metric in ("wrong_bits", "solved")}
    return {"name": f"memory={name}", "label": name, "runs": members,
            "curves": {metric: pooled([runs[each]["curves"][metric] for each in members])
                       for metric in ("bits/validation", "loss/train")},
            "generalisation": {"task.length": grid}}


def sweep(runs, draw, points=40):
    rows = []
    for at in range(points):
        batch, rate, memory = draw.choice([1, 4, 16, 64]), 10 ** draw.uniform(-4, -2), draw.randrange(3)
        state = draw.choice(["complete"] * 6 + ["pruned", "fail"])
        value = 20000 * (1 + abs(math.log10(rate) + 3)) * (1 + memory) * draw.uniform(0.8, 1.2)
        rows.append({"run": f"{at * 2654435761 % 2 ** 32:08x}", "run_index": at if at < len(runs) else None,
                     "state": state, "value": round(value) if state == "complete" else None,
                     "at": [batch, rate, memory]})
    axes = [{"name": "train.batch", "kind": "number", "log": True},
            {"name": "train.learning-rate", "kind": "number", "log": True},
            {"name": "memory", "kind": "choice", "log": False, "values": ["ntm", "dnc", "lru"]}]
    return {"name": "copy-grid", "objective": "sequences", "note": "", "axes": axes, "points": rows,
            "importance": [{"option": "train.learning-rate", "share": 0.58, "low": 0.41, "high": 0.7},
                           {"option": "memory", "share": 0.33, "low": 0.2, "high": 0.45},
                           {"option": "train.batch", "share": 0.09, "low": 0.01, "high": 0.2}],
            "importance_note": "share of the variance that a forest explains by the option; 95 % over its trees"}


def comparison(names):
    rows = [[f"memory={name}", {"value": 0.9 - 0.3 * at, "low": 0.6 - 0.3 * at, "high": min(1.0, 1.05 - 0.3 * at)},
             {"value": 41000.0 * (at + 1), "low": 38000.0 * (at + 1), "high": 52000.0 * (at + 1)},
             None if at == 0 else 0.0123 * at]
            for at, name in enumerate(names)]
    return {"title": "Comparison", "note": "intervals are 95 %, by bootstrap over seeds", "rows": rows,
            "columns": [{"name": "group", "kind": "text"}, {"name": "solved", "kind": "interval"},
                        {"name": "sequences to solve", "kind": "interval"}, {"name": "p", "kind": "number"}]}


def profile(names):
    x = [10 ** (-3 + at / 10) for at in range(50)]
    lines = [{"name": f"memory={name}", "x": x, "y": [1 / (1 + math.exp(2 * (at - 1) - 2 * math.log10(v))) for v in x]}
             for at, name in enumerate(names)]
    for line in lines:
        line["low"] = [max(0.0, value - 0.1) for value in line["y"]]
        line["high"] = [min(1.0, value + 0.1) for value in line["y"]]
    return {"title": "Performance profile", "x_name": "bits at most", "y_name": "share of runs", "x_log": True,
            "note": "", "lines": lines}


def solved_by(names):
    lines = [{"name": f"memory={name}", "x": [0, 20000, 40000, 60000, 100000],
              "y": [share / (at + 1) for share in (0, 0.2, 0.6, 0.9, 1)],
              "low": [share / (at + 1) for share in (0, 0.05, 0.2, 0.4, 0.5)], "high": [0, 0.5, 0.8, 0.95, 1]}
             for at, name in enumerate(names)]
    return {"title": "Solved by", "x_name": "sequences", "y_name": "share of runs", "x_log": False, "step": True,
            "note": "Kaplan–Meier, 95 % bands", "lines": lines}


@functools.cache
def as_text(runs, points, memories, traces):
    draw = random.Random(7)
    made = [make_run(f"copy-{memories[at % len(memories)]}/seed-{at // len(memories) + 1}", at % len(memories),
                     at // len(memories) + 1, draw, points, memories[at % len(memories)]) for at in range(runs)]
    data = {"version": 1, "title": "Copying with two memories", "made": "2026-11-21 22:10 UTC", "runs": made,
            "groups": [group_of(name, at, made) for at, name in enumerate(memories)], "tables": [comparison(memories)],
            "profiles": [profile(memories), solved_by(memories)], "sweeps": [sweep(made, draw)], "traces": [],
            "signals": {"all": {"read/weights": {"says": "Where the read head reads."}},
                        "ntm": {"gate": {"says": "The gate.", "symbol": "g"}}}}
    if traces:
        shorter = functools.partial(ntm_trace, steps=31, slots=16, seed=2)
        for at, make in enumerate((ntm_trace, shorter, story_trace, entity_trace, alignment_trace, joined_trace)):
            data["traces"].append(make(at))
            made[at] |= {"trace": at, "no_trace": None}
    return json.dumps(data)


PIXEL = ("data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5E"
         "rkJggg==")


def explained(data):
    """The same with an explanation."""
    data["explanation"] = [
        {"kind": "heading", "id": "slots", "parts": ["Slots"]},
        {"kind": "paragraph", "parts": ["Rows of ", {"em": "it"}]},
        {"kind": "figure", "image": PIXEL, "alt": "a dot", "caption": ["A ", {"code": "dot"}]},
        {"kind": "heading", "id": "heads", "parts": ["Heads"]},
        {"kind": "paragraph", "parts": ["They look at ", {"text": "slots", "to": "slots"}, ". ", HOSTILE]}]
    return data


def report(runs=8, points=60, memories=("ntm", "dnc"), traces=True):
    """A fresh copy of the data, computed once."""
    return json.loads(as_text(runs, points, memories, traces))


def of_pictures(data):
    """The same with two traces of pictures in place of the first traces."""
    data["traces"][:2] = [caption_trace(0), glimpse_trace(1)]
    return data


def hostile(data):
    """The same with texts that would be harmful if parsed as HTML."""
    run = data["runs"][-1]
    run |= {"name": HOSTILE, "task": HOSTILE, "command": HOSTILE, "no_trace": HOSTILE, "status": HOSTILE,
            "options": run["options"] | {HOSTILE: HOSTILE, "__proto__": "x", "train.batch": HOSTILE},
            "manifest": {"commit": HOSTILE}}
    data["title"] = data["groups"][0]["label"] = data["tables"][0]["title"] = data["sweeps"][0]["name"] = HOSTILE
    data["tables"][0]["rows"][0][0] = data["profiles"][0]["lines"][0]["name"] = HOSTILE
    data["sweeps"][0]["points"][0]["run"] = data["sweeps"][0]["axes"][0]["name"] = HOSTILE
    data["traces"][0]["title"] = data["traces"][0]["panels"][0]["title"] = HOSTILE
    data["traces"][2]["panels"][0] |= {"statements": [HOSTILE, *STATEMENTS[1:]], "question": HOSTILE,
                                       "classes": [HOSTILE] * 4}
    data["traces"][4]["panels"][0] |= {"source": [HOSTILE, *RIGHT_TO_LEFT], "said": [[[HOSTILE], True]] * 6,
                                       "target": [*RIGHT_TO_LEFT, HOSTILE, "(end)"]}
    data["traces"][4]["step_labels"] = [HOSTILE] * 6
    data["traces"][4]["score"]["names"]["source"] = [HOSTILE, *RIGHT_TO_LEFT]
    data["traces"][2]["score"]["names"]["statement"][0] = HOSTILE
    return data
