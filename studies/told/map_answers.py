"""The map's questions as docs/results/map tells them (studies/map_questions.py)."""
from babi.pages import table
from map_plan import read_plan
from map_questions import answers
from tapehead.runs.percent import count_of

from .map_tables import PLAN, kept, listed

UNITS = {"permutation": "% right beyond", "fisher": "% of seeds solved", "kept": "% of seeds that keep it, less 50"}
HOW = {
    "permutation": "the mean over the measures of the difference in what is right beyond; seeds are exchanged within "
                   "each measure",
    "fisher": "seeds solved within, by Fisher's exact test over all measures",
    "kept": "of the seeds that solved a measure, how many lose no more than {margin:g} of 100 from within to beyond, "
            "against one half, by the exact binomial test"}


def name_of(test):
    return " against ".join(f"`{machine}`" for machine in test.compared)


def number(value):
    return f"{value:+.1f}"


def interval_of(test):
    if test.difference is None:
        return "-"
    return number(test.difference) + (" [{}, {}]".format(*map(number, test.interval)) if test.interval else "")


def p_of(value):
    return "-" if value is None else f"{value:.2g}" if value >= 1e-4 else "< 0.0001"


def verdict_of(test, question):
    """What is concluded of one pair or one machine."""
    if test.verdict == "open":
        return f"{count_of(test.there, test.of)} measures there so far: not yet answered"
    return "it learned none of the measures" if test.left_out == test.of else words_of(test.verdict, question)


def words_of(verdict, question):
    return {"more": question.more, "less": question.less, "none": "no difference found"}[verdict]


def paragraph(answer):
    """One sentence for each thing that is concluded, the names of what it is concluded of, and what waits."""
    said = []
    for verdict, words in ((each, words_of(each, answer.question)) for each in ("more", "less", "none")):
        names = [name_of(test) for test in answer.tests if test.verdict == verdict]
        if names:
            said.append(f"{words}: {', '.join(names)}")
    waiting = [test for test in answer.tests if test.verdict == "open"]
    if waiting:
        which = f" for {count_of(len(waiting), len(answer.tests))} comparisons" if answered(answer) else ""
        fewest, most, of = answer.waits
        there = count_of(most, of) if fewest == most else f"{fewest} to {count_of(most, of)}"
        said.append(f"{there} measures there so far{which}: not yet answered")
    if answer.question.remark and answered(answer):
        said.append(answer.question.remark)
    return ". ".join(one[0].upper() + one[1:] for one in said) + "."


def answered(answer):
    """Whether any of its tests could be made."""
    return any(test.verdict != "open" for test in answer.tests)


def tests(answer):
    """Rows of the table of a question: a row a pair, or a machine."""
    return [[name_of(test), count_of(test.there, test.of), interval_of(test), p_of(test.p),
             p_of(None if test.p is None else test.holm), verdict_of(test, answer.question)] for test in answer.tests]


def values_of(single):
    """`100, 99.8, … / 50, …` or `5 of 5 / 0 of 5`"""
    return " / ".join(listed(one) if isinstance(one, list) else count_of(*one) for one in single.values)


def how(question):
    """On what, and by what statistic and test."""
    return f"On {', '.join(question.measures)}: {HOW[question.test].format(margin=question.margin)}."


def questions(results):
    """Every question: what is concluded, how it was tested, and a table of the tests, if one could be made."""
    plan, made = read_plan(PLAN), []
    for answer in answers(plan, kept(results, plan)):
        head = ["compared", "measures there", UNITS[answer.question.test], "p", "p by Holm", "concluded"]
        made.append(f"### {answer.question.asks}\n\n{paragraph(answer)}\n\n{how(answer.question)}"
                    + (f"\n\n{table(head, tests(answer))}" if answered(answer) else ""))
    return "\n\n".join(made)


TABLES = {"map-questions": questions}
