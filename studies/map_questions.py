"""The questions that studies/map.toml asks of the map, answered by the tests that it fixed before the runs."""
import dataclasses

from scipy.stats import binomtest

import scripts_path  # noqa: F401
from tapehead.stats import blocks, pairs, unpaired
from told.map_tables import complete, rights, told_rows

DIGITS = 6  # of a loss


@dataclasses.dataclass
class Single:
    """What one measure says by itself: its own p, from which nothing is concluded."""
    measure: str
    values: list            # for each machine its seeds' per cent right, or how many are solved of how many
    p: float | None


@dataclasses.dataclass
class Tested:
    compared: tuple         # machines: two, or one
    there: int              # measures that have all their seeds
    of: int
    singles: list           # of those that are there
    left_out: int = 0       # measures that no seed solved, of which nothing can be kept
    difference: float | None = None
    interval: tuple | None = None
    p: float | None = None  # None while it waits for runs
    holm: float = 1.0
    verdict: str = "open"   # or more, less, none


@dataclasses.dataclass
class Answer:
    question: object
    tests: list

    @property
    def waits(self):
        """(the fewest, the most measures there, measures) of the tests that wait; None where none waits."""
        waiting = [each for each in self.tests if each.there < each.of]
        counts = [each.there for each in waiting]
        return (min(counts), max(counts), waiting[0].of) if waiting else None


def answers(plan, kept):
    """All questions answered as far as there are runs; `kept`: {measure: rows}. Holm's correction is over every test,
    those that wait counting as p = 1, so that an answer is not undone by a later one."""
    found = [Answer(question, [TESTS[question.test](plan, question, compared, kept) for compared in question.compared])
             for question in plan.questions.values()]
    every = [test for answer in found for test in answer.tests]
    for test, p in zip(every, pairs.holm([1.0 if test.p is None else test.p for test in every])):
        test.holm = p
        if test.p is not None:
            concluded = p < plan.level and test.difference != 0
            test.verdict = ("more" if test.difference > 0 else "less") if concluded else "none"
    return found


def there(plan, question, compared, kept):
    """[(measure, rows of each machine)] of the question's measures that have all seeds of all machines compared."""
    rows = [(plan.measures[name], [told_rows(kept.get(name, []), machine) for machine in compared])
            for name in question.measures]
    return [(measure, each) for measure, each in rows if all(complete(one, plan) for one in each)]


def by_permutation(plan, question, compared, kept):
    """Per cent right beyond, seeds exchanged between two machines within each measure."""
    found = [(measure, [rights(one, "beyond") for one in each])
             for measure, each in there(plan, question, compared, kept)]
    made = Tested(compared, len(found), len(question.measures),
                  [Single(measure.name, values, unpaired.permutation_p(*values)[0]) for measure, values in found])
    if made.there == made.of:
        tasks = [values for _, values in found]
        made.difference, made.interval = blocks.difference(tasks), blocks.interval(tasks)
        made.p = blocks.permutation_p(tasks)
    return made


def by_fisher(plan, question, compared, kept):
    """Seeds solved within, in per cent, by Fisher's exact test over all tables."""
    found = [(measure, [[right >= measure.solved for right in rights(one, "within")] for one in each])
             for measure, each in there(plan, question, compared, kept)]
    tables = [[(sum(one), len(one)) for one in each] for _, each in found]
    made = Tested(compared, len(found), len(question.measures),
                  [Single(measure.name, table, unpaired.fisher_p(*table)[0])
                   for (measure, _), table in zip(found, tables)])
    if made.there == made.of:
        made.difference = 100 * blocks.difference([each for _, each in found])
        made.interval = tuple(100 * end for end in blocks.shares_interval(tables))
        made.p = blocks.fisher_p(tables)
    return made


def by_what_is_kept(plan, question, compared, kept):
    """Of the seeds that solved a measure within, in per cent, how many lose no more than the margin beyond, less one
    half; by the exact binomial test. Losses themselves are mostly none and rarely huge, and of such ones no test of
    their mean holds. Where measures differ, the count spreads less than a binomial one (Hoeffding 1956): p is rather
    too great."""
    found = there(plan, question, compared, kept)
    made = Tested(compared, len(found), len(question.measures), [])
    for measure, [rows] in found:
        both = zip(rights(rows, "within"), rights(rows, "beyond"))
        keep = [round(within - beyond, DIGITS) <= question.margin for within, beyond in both
                if within >= measure.solved]
        if keep:
            made.singles.append(Single(measure.name, [(sum(keep), len(keep))], binomtest(sum(keep), len(keep)).pvalue))
    made.left_out = len(found) - len(made.singles)
    if made.there == made.of:
        keeping, seeds = (sum(counts) for counts in zip((0, 0), *(single.values[0] for single in made.singles)))
        made.p = binomtest(keeping, seeds).pvalue if seeds else 1.0
        if seeds:
            made.difference = 100 * keeping / seeds - 50
            made.interval = tuple(100 * end - 50 for end in binomtest(keeping, seeds).proportion_ci())
    return made


TESTS = {"permutation": by_permutation, "fisher": by_fisher, "kept": by_what_is_kept}
