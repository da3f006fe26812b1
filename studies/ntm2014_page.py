"""The page about the paper's fifteen networks, made from networks.csv alone (ntm2014_paper.py)."""
import math

from ntm2014_networks import CONTROLLERS, NETWORKS, TASKS
from tapehead.runs.errors import InputError
from tapehead.runs.usage import ROOT
from told import guesses, states
from told.task_tables import FINAL

ENOUGH = 100000  # sequences before which a network is not judged
NEAR_ZERO = 0.1  # bits per sequence that count as near zero
NAMES = {"ff": "NTM, feedforward", "lstm": "NTM, LSTM", "lstm-baseline": "LSTM"}
A_MILLION = 1000000
UNITS = {"bits": "bits", "over_oracle": "bits over the oracle"}


NTM, LSTM = ("ff", "lstm"), ("lstm-baseline",)


# A judgement is a function of the rows: whether a claim holds, or None if more training could decide.

def below(task, controllers, others):
    """Each of the first has a lower final cost than each of the others."""
    def judge(rows):
        return max(rows[task, c]["median_of_last"] for c in controllers) < min(
            rows[task, c]["median_of_last"] for c in others)
    return judge


def has_seen(row, sequences):
    return row["sequences"] >= sequences or row["status"] == "diverged"


def sooner(task, controllers, others):
    """Each of the first was near zero before each of the others."""
    def judge(rows):
        mine, theirs = ([rows[task, c] for c in some] for some in (controllers, others))
        last, first = max(row["near_zero_at"] for row in mine), min(row["near_zero_at"] for row in theirs)
        if last < first:  # none of the others can have been sooner that has seen as many
            return True if all(has_seen(row, last) for row in theirs) else None
        if first < math.inf and any(has_seen(row, first) for row in mine if row["near_zero_at"] >= first):
            return False
        return None
    return judge


def near_zero(task, controllers, by):
    """All of them were near zero by this number of sequences."""
    def judge(rows):
        late = [rows[task, c] for c in controllers if rows[task, c]["near_zero_at"] > by]
        if any(has_seen(row, by) for row in late):
            return False
        return None if late else True
    return judge


def never_near_zero(task, controller, by):
    def judge(rows):
        row = rows[task, controller]
        return False if row["near_zero_at"] <= by else True if row["sequences"] >= by else None
    return judge


# The paper's claims that a table can show: the networks concerned, the claim in words, and whether it holds of their
# rows.
CLAIMS = [
    ("copy", CONTROLLERS, "both NTMs come to a lower cost than the LSTM (section 4.1)", below("copy", NTM, LSTM)),
    ("copy", CONTROLLERS, "both NTMs learn much faster than the LSTM (section 4.1)",
     sooner("copy", NTM, LSTM)),
    ("repeat-copy", CONTROLLERS, "both NTMs learn much faster than the LSTM (section 4.2)",
     sooner("repeat-copy", NTM, LSTM)),
    ("repeat-copy", CONTROLLERS, "all three solve the task (section 4.2)",
     near_zero("repeat-copy", CONTROLLERS, A_MILLION)),
    ("associative-recall", NTM, "both NTMs are near zero after some 30,000 sequences (section 4.3)",
     near_zero("associative-recall", NTM, 40000)),
    ("associative-recall", NTM, "with a feedforward controller it learns faster (section 4.3)",
     sooner("associative-recall", ("ff",), ("lstm",))),
    ("associative-recall", LSTM, "the LSTM is not near zero, even after a million (section 4.3)",
     never_near_zero("associative-recall", "lstm-baseline", A_MILLION)),
    ("ngrams", CONTROLLERS, "both NTMs have a small advantage over the LSTM (section 4.4)", below("ngrams", NTM, LSTM)),
    ("ngrams", NTM, "no NTM comes quite to the optimal cost (section 4.4)",
     lambda rows: all(rows["ngrams", c]["best"] > NEAR_ZERO for c in NTM)),
    ("priority-sort", CONTROLLERS, "both NTMs come to a much lower cost than the LSTM (section 4.5)",
     below("priority-sort", NTM, LSTM)),
]


def number(value):
    return f"{value:.3g}" if value < 100 else f"{value:.1f}"


def read(table):
    """The rows of networks.csv by (task, controller), their costs as numbers."""
    networks, rows = {network.preset: network for network in NETWORKS}, {}
    for row in table:
        network = networks.get(row["preset"])
        if network is None:
            raise InputError(f"networks.csv: got preset {row['preset']}; one of {', '.join(networks)} is needed")
        costs = {name: float(row[name]) for name in ("best", "last", "median_of_last")}
        whole = {name: int(row[name]) for name in ("parameters", "paper_parameters", "sequences", "best_at", "seconds")}
        near = {"near_zero_at": float(row["near_zero_at"] or math.inf)}
        rows[network.task, network.controller] = row | costs | whole | near
    return rows


def judged(rows, task, controllers, holds):
    """The verdict on a claim, in words."""
    there = [rows.get((task, controller)) for controller in controllers]
    short = [NAMES[c] for c, row in zip(controllers, there)
             if row is None or row["sequences"] < ENOUGH and row["status"] != "diverged"]
    if short:
        return f"not known: too little trained ({', '.join(short)})"
    return {True: "holds", False: "**does not hold**", None: "not known: not all are so far"}[holds(rows)]


def counts():
    lines = ["| preset | state | parameters | in the paper | difference | |", "|---|---|---|---|---|---|"]
    carried = states.read("ntm2014")
    for one in NETWORKS:
        lines.append(f"| `{one.preset}` | {carried.get(one.preset, '-')} | {one.ours:,} | {one.paper:,} | "
                     f"{one.ours - one.paper:+,} | "
                     f"{'matched' if one.match else one.note or 'not matched'} |")
    return lines


def results(rows):
    lines = ["| network | sequences | status | best (at) | last | median of the last ten | by guessing | minutes |",
             "|---|---|---|---|---|---|---|---|"]
    guessed = guesses.read(ROOT / "docs/results")
    for (task, controller), row in sorted(rows.items(), key=lambda one: (list(TASKS).index(one[0][0]), one[0][1])):
        unit = UNITS[row["metric"]]
        lines.append(f"| {task}: {NAMES[controller]} | {row['sequences']:,} | {row['status']} | "
                     f"{number(row['best'])} ({row['best_at']:,}) | {number(row['last'])} | "
                     f"{number(row['median_of_last'])} {unit} | "
                     f"{guesses.best(guessed, 'ntm2014', row['preset'], FINAL, row['metric'])} | "
                     f"{row['seconds'] / 60:.0f} |")
    return lines


def pictures(rows):
    """The learning curves of tasks with a network, and the costs of those with a finished one."""
    lines = []
    for task, settings in TASKS.items():
        statuses = {row["status"] for (of, _), row in rows.items() if of == task}
        if statuses:
            lines.append(f"![{task}: learning curves]({task}-curves.png)")
        if statuses & {"solved", "finished"}:
            lines += [f"![{task}: cost against {setting}]({task}-against-{setting}.png)" for setting in settings]
    return lines


def page(table):
    rows = read(table)
    missing = [one.preset for one in NETWORKS if (one.task, one.controller) not in rows]
    processors = sorted({row["cpu"] for row in rows.values()})
    commits = sorted({row["commit"][:10] for row in rows.values()})
    claims = [f"| {task} | {words} | {judged(rows, task, controllers, holds)} |"
              for task, controllers, words, holds in CLAIMS]
    begun = [row["preset"] for row in rows.values() if row["status"] == "unfinished"]
    trained = f"Trained to their end: {len(rows) - len(begun)} of {len(NETWORKS)}"
    if begun:
        trained += f"; begun: {', '.join(begun)}"
    if missing:
        trained += f"; not begun: {', '.join(missing)}"
    if rows:
        trained += f". Trained on {', '.join(processors)}; commits {', '.join(commits)}"
    return TEXT.format(trained=trained, counts="\n".join(counts()), results="\n".join(results(rows)),
                       claims="\n".join(claims), pictures="\n\n".join(pictures(rows)), near=NEAR_ZERO, enough=ENOUGH)


TEXT = """# The paper's fifteen networks

Written by `studies/ntm2014_paper.py` from [networks.csv](networks.csv); the directories beside it are the runs without
their checkpoints. One seed a network, one thread a run, batches of one, the paper's learning rates.

{trained}.

## The networks

{counts}

The LSTMs without a memory are matched: the input feeds every layer, every layer feeds the output, starting states are
learned, and there are no peepholes (`--controller.skips`). (Inputs, outputs) are copy (10, 9), repeat copy (8, 7),
associative recall (8, 6), n-grams (1, 1) and priority sort (10, 8). For the last the paper prints 384,424, which no
number of inputs and outputs gives; of 10 and 8 come 348,424.

The neural Turing machines are not. Seven of the ten have the count of one formula, of i inputs, o outputs, H hidden
units and h heads (a read head and a write head each):

| part | parameters |
|---|---|
| hidden units | H·(i + 23h + 1); an LSTM has 4·H·(i + 23h + H + 1) + 2H |
| heads | C·h·(H + 1) |
| outputs | o·(H + 23h + 2) |
| starts | 2,560 of the memory, 256h of weightings, 23h of reads; without an LSTM 1 more |

With C = 97 these are copy, repeat copy (with an LSTM of 7 inputs) and priority sort with a feedforward controller; with
C = 91 and 85 the n-grams, feedforward and LSTM, as if one head's seven shifts, then both heads', had become one. So
memory and weightings start learned here, and a head has seven shifts (three for n-grams and for priority sort with an
LSTM, where they come nearer). What the 23 are that a head gives of a memory 20 wide, why it has 97
controls and not 100, and what the second bias of an output is, is not known, and no network is built of it. Associative
recall, with either controller, and priority sort with an LSTM have no such count.

The paper cuts "all components during the backward pass" to (-10, 10), which may mean what flows back through each
step. Here `train.clip = value` cuts the finished gradient, summed over the steps. `train.clip = flow` is the other
reading: what flows back through each value is cut on the way. It changes none of the statements on associative
recall. By the command below, and with `-lstm` for `-ff` and `value` for `flow`, seeds 1 and 2 of the LSTM were first
below 1 bit after 19,000 and 17,000 sequences by flow, after 17,000 both by value; of the feedforward controller after
32,000 and never (7.2 bits at the end) by flow, after 30,000 and 85,000 by value. The runs of this page, by value too,
came there after 26,000 (LSTM) and 62,000 with seed 1, by another program and on another processor: two runs of one
seed differ by as much as both readings do, and one or two seeds tell nothing of which is the sooner. By flow 0.03 and
0.12 % of the numbers were cut with the feedforward controller, 0.001 % with the LSTM.

```sh
tapehead train --preset graves2014-associative-recall-ff --train.clip flow --train.sequences 100000 --seeds 1,2 \\
  --out runs/flow
```

## What came out

Cost a sequence on held-out episodes, each validation 500. **Best** is the lowest of the validations, **last** that at
the end: they lie apart where a run was thrown back. **By guessing** is what the best guesser pays on the
held-out episodes. Minutes are of a clock, with other work beside.

{results}

## What holds

Judged by the median of the last ten validations, or by when the cost was first near zero (at most {near:g} bits), once
each network has seen {enough:,} sequences. The paper trains on; "holds" is said of what was trained here.
On an idle core of an AMD EPYC with AVX-512 (Zen 5) the LSTM for repeat copy sees 34 sequences a second (`tapehead bench
--preset graves2014-repeat-copy-lstm-baseline --threads 1`): a night of eight hours is 970,000 of them, and a million
takes 8.2 hours. That for associative recall sees 252, a million in 66 minutes without validations. What has seen more
than {enough:,} was trained on from there by commit e097fca64d.

| task | the paper | here |
|---|---|---|
{claims}

## Pictures

Learning curves (the paper's figures 3, 7, 10, 13 and 18), and the best weights beyond the training sizes, 100 episodes
each.

{pictures}
"""
