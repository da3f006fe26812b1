"""Two pictures of an end-to-end memory network that answers questions (Sukhbaatar et al. 2015, section 2)."""
import numpy

from . import look

MOST_ANSWERS = 5
PRINTED = 0.05  # shares from here on are printed


def pictures(right, wrong):
    return {"hops": hops(right), "hops-wrong": hops(wrong)}


def hops(trace):
    statements, looked = trace["story/statements"], trace["hop/weights"][:, 0].T
    first = len(statements) - len(looked)
    supports = {int(each) for each in trace["story/supports"]}
    made, (table, answers) = look.figure(0.55 + 0.24 * len(statements), ncols=2, width_ratios=[1, 0.85])
    look.cells(table, looked, "")
    for (row, hop), share in numpy.ndenumerate(looked):
        if share >= PRINTED:
            table.text(hop + 1, row + 1, f"{share:.2f}", ha="center", va="center", fontsize=7.5,
                       color="white" if share > 0.5 else look.INK)
    table.set_xticks(range(1, looked.shape[1] + 1), [f"hop {hop + 1}" for hop in range(looked.shape[1])])
    table.set_yticks(range(1, len(looked) + 1), [("● " if first + row in supports else "") + statements[first + row]
                                                 for row in range(len(looked))], fontsize=8)
    table.xaxis.tick_top()
    classes, chances = trace["story/classes"], trace["outputs"][0]
    likely = numpy.argsort(-chances, kind="stable")[:MOST_ANSWERS]
    names = [classes[at] + (" ✓" if classes[at] == trace["story/answer"][0] else "") for at in likely]
    answers.barh(range(len(likely)), chances[likely], color=look.BAR)
    for row, at in enumerate(likely):
        answers.text(chances[at] + 0.02, row, f"{chances[at]:.3f}", va="center", fontsize=7.5)
    answers.set_yticks(range(len(likely)), names, fontsize=8)
    answers.set(xlim=(0, 1.2), ylim=(len(likely) - 0.4, -0.6), xlabel="how likely it holds it to be")
    answers.set_title(f"{trace['story/question'][0]}?", loc="left", fontsize=9)
    return made
