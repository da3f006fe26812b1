#!/usr/bin/python3
"""studies/map_questions.py: planted differences are found, and none where there is none; what waits for runs says so;
Holm's correction is over all tests, and the page tells it."""
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

import scripts_path  # noqa: E402,F401
from map_plan import read_plan  # noqa: E402
from map_questions import answers  # noqa: E402
from map_rows import rows_of  # noqa: E402
from tapehead.stats import pairs, unpaired  # noqa: E402
from told import map_answers  # noqa: E402

PLAN = read_plan(SOURCE / "studies/map.toml")
GOOD, BAD = [100, 99.5, 100, 99.8, 100], [60, 62, 58, 61, 59]
MIXED = [99, 70, 85, 78, 92], [91, 75, 83, 95, 71]


def asked(name, beyond, within=None, seeds=range(1, 6)):
    """{measure: rows} of a question, of what each machine has right beyond, and within."""
    question = PLAN.questions[name]
    machines = {one for group in question.compared for one in group}
    return {measure: [row for machine in sorted(machines) for row in rows_of(
        machine, (within or {}).get(machine, GOOD), beyond.get(machine, GOOD), seeds)] for measure in question.measures}


def answer(name, kept):
    return next(one for one in answers(PLAN, kept) if one.question.name == name)


class Planted(unittest.TestCase):
    def test_a_difference_that_is_there_is_found_in_its_direction(self):
        for better, worse, verdict in (("ntm", "ntm-location", "more"), ("ntm-location", "ntm", "less")):
            found = answer("content-addressing", asked("content-addressing", {better: GOOD, worse: BAD}))
            pair = found.tests[0]
            self.assertEqual((pair.there, pair.of, pair.verdict), (4, 4, verdict))
            self.assertAlmostEqual(abs(pair.difference), sum(GOOD) / 5 - sum(BAD) / 5)
            self.assertLess(pair.interval[0] * pair.interval[1], abs(pair.difference) ** 2)
            self.assertEqual(pair.singles[0].p, unpaired.permutation_p(GOOD, BAD)[0])
            self.assertIn(found.question.more if verdict == "more" else found.question.less, map_answers.paragraph(
                found).lower())

    def test_none_is_found_where_there_is_none(self):
        found = answer("content-addressing", asked("content-addressing", {
            "ntm": MIXED[0], "ntm-location": MIXED[1], "ntm-content": MIXED[1]}))
        self.assertEqual([test.verdict for test in found.tests], ["none", "none"])
        self.assertGreater(found.tests[0].p, 0.05)
        self.assertLess(found.tests[0].interval[0], 0)
        self.assertIn("No difference found: `ntm` against `ntm-location`", map_answers.paragraph(found))

    def test_seeds_solved(self):
        failed = {machine: BAD for [machine, _] in PLAN.questions["regular-solved"].compared}
        for within, verdict in ((failed, "less"), ({}, "none"), ({"lstm": BAD}, "more")):
            found = answer("regular-solved", asked("regular-solved", {}, within))
            self.assertEqual({test.verdict for test in found.tests}, {verdict})
        self.assertEqual(found.tests[0].singles[0].values, [(5, 5), (0, 5)])
        self.assertEqual(found.tests[0].difference, 100)
        low, high = found.tests[0].interval
        self.assertTrue(60 < low < 90 and high == 100, "25 of 25 are not known to be all")

    def test_what_is_kept_is_of_seeds_that_solved(self):
        lstm, gru, elman = (dict.fromkeys([name], value) for name, value in (
            ("lstm", [98, 97.5, 99, 98, 97]), ("gru", BAD), ("elman", BAD)))
        found = answer("keeps", asked("keeps", lstm | gru | elman, {"elman": BAD}))
        verdicts = {test.compared[0]: test for test in found.tests}
        self.assertEqual([verdicts[name].verdict for name in ("lstm", "gru", "elman")], ["more", "less", "none"])
        self.assertEqual([verdicts[name].difference for name in ("lstm", "gru", "elman")], [50, -50, None])
        self.assertEqual(verdicts["lstm"].singles[0].values, [(5, 5)])
        self.assertAlmostEqual(verdicts["lstm"].p, 2 / 2 ** 60)
        self.assertAlmostEqual(verdicts["lstm"].interval[0], 100 * 0.025 ** (1 / 60) - 50)
        self.assertEqual(map_answers.verdict_of(verdicts["elman"], found.question), "it learned none of the measures")

    def test_a_rare_huge_loss_does_not_decide(self):
        """One seed in five loses all, so that the mean loss is 20; the others lose nothing."""
        most, few = [100, 100, 100, 99.8, 0], [0, 0, 0, 95, 94.9]
        found = answer("keeps", asked("keeps", {"lstm": most, "gru": few}, {"lstm": [100] * 5, "gru": [100] * 5}))
        verdicts = {test.compared[0]: test for test in found.tests}
        self.assertEqual([verdicts[name].singles[0].values for name in ("lstm", "gru")], [[(4, 5)], [(1, 5)]])
        self.assertEqual([verdicts[name].verdict for name in ("lstm", "gru")], ["more", "less"])
        self.assertAlmostEqual(verdicts["lstm"].p, verdicts["gru"].p)

    def test_what_waits_says_so_and_concludes_nothing(self):
        kept = asked("content-addressing", {"ntm": GOOD, "ntm-location": BAD})
        kept["reverse-string"] = [row for row in kept["reverse-string"] if (row["machine"], row["seed"]) != ("ntm", 5)]
        found = answer("content-addressing", kept)
        self.assertEqual([(test.there, test.of, test.verdict) for test in found.tests],
                         [(3, 4, "open"), (4, 4, "more")])
        self.assertEqual([test.p is None for test in found.tests], [True, False])
        self.assertIn("3 of 4 measures there so far for 1 of 2 comparisons: not yet answered",
                      map_answers.paragraph(found))
        self.assertEqual({test.verdict for one in answers(PLAN, {}) for test in one.tests}, {"open"})

    def test_holm_is_over_every_test_of_every_question(self):
        kept = asked("content-addressing", {"ntm": GOOD, "ntm-location": BAD, "ntm-content": MIXED[0]})
        every = [test for one in answers(PLAN, kept) for test in one.tests]
        self.assertEqual(len(every), sum(len(one.compared) for one in PLAN.questions.values()))
        ps = [1.0 if test.p is None else test.p for test in every]
        self.assertLess(min(ps), 0.001)
        self.assertEqual([test.holm for test in every], pairs.holm(ps))
        self.assertAlmostEqual(min(test.holm for test in every), min(1, len(every) * min(ps)))
        weak = asked("content-addressing", {"ntm": GOOD, "ntm-location": [99.8, 99.5, 100, 99.7, 99.5]})
        pair = answer("content-addressing", weak).tests[0]
        self.assertTrue(pair.p < 0.05 <= pair.holm, (pair.p, pair.holm))
        self.assertEqual(pair.verdict, "none", "one p of many is no conclusion")


class Fixed(unittest.TestCase):
    def test_what_was_there_before_is_in_no_question(self):
        for one in PLAN.questions.values():
            self.assertNotIn("copy", one.measures, one.name)
            self.assertEqual(len(set(one.measures)), len(one.measures))


if __name__ == "__main__":
    unittest.main()
