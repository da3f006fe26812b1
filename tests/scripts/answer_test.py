#!/usr/bin/python3
"""What a comparison comes to: its sentences and letters are made from its tables, and its figure from the runs."""
import math
import os
import pathlib
import sys
import types
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

from compared_runs import CompareTest, quietly
from tapehead.plots import answer as figure
from tapehead.stats import answer


class Told(CompareTest):
    def machines(self, **solved):
        """Groups of five seeds, of which so many solve: the first soonest, each later one 100 sequences later."""
        for place, (memory, count) in enumerate(solved.items()):
            for seed in range(1, 6):
                good = seed <= count
                costs = [9] * place + [0.01 * seed] if good else [9] * 9 + [5 + seed]
                self.make_run(memory, seed, costs, memory=memory, addressing="none", budget=1000,
                              status="solved" if good else "finished", settings=[("task.length=60", 2 + place)])
        [found] = self.compare(*solved)
        return found

    def test_two_sentences(self):
        found = answer.answer(self.machines(lru=5, dnc=5, stack=2, none=0))
        self.assertEqual(found.sentences, [
            "LRU and DNC solve all 5 seeds, stack 2 of 5, no memory none of 5.",
            "DNC, the next, has a median of 200 against LRU's 100, 2 times as much (sequences until solved; "
            "exact permutation test, p = 0.00794, 0.0476 after Holm)."])
        self.assertEqual([row.letters for row in found.rows], ["a", "a", "ab", "b"])

    def test_costs_where_no_median_is_known(self):
        said = answer.answer(self.machines(dnc=5, none=0)).sentences
        self.assertEqual(said[0], "DNC solves all 5 seeds, no memory none of 5.")
        self.assertEqual(said[1], "no memory, the next, has a median of 8 against DNC's 0.03, 270 times as much (cost, "
                                  "bits per sequence; exact permutation test, p = 0.00794, 0.00794 after Holm).")

    def test_what_is_chance_and_what_too_few_is_said(self):
        said = answer.answer(self.machines(dnc=5, lru=4)).sentences
        self.assertRegex(said[1], r"p = 0\.00794, 0\.00794 after Holm\)")
        for seed in (3, 4, 5):
            for memory in ("dnc", "lru"):
                (self.root / memory / f"seed-{seed}" / "config.ini").unlink()
        [found] = self.compare("dnc", "lru")
        self.assertIn("too few seeds to tell it from chance", answer.answer(found).sentences[1])

    def test_groups_of_other_thresholds_are_compared_in_cost(self):
        for name, stop, last in (("dnc", 0.1, 0), ("lru", 0.2, 0.1)):
            for seed in range(1, 11):
                self.make_run(name, seed, [9, last + 0.001 * seed], memory=name, status="solved", stop=stop)
        [found] = self.compare("dnc", "lru")
        said = answer.answer(found).sentences
        self.assertRegex(said[0], "dnc.* and lru.* solve all 10 seeds.")
        self.assertRegex(said[1], r"^lru.*, the next, has a median of 0\.1055 against dnc.*'s 0\.0055, .* "
                                  r"\(cost, bits per sequence; exact permutation test, p = ")

    def test_what_is_not_tested_has_not_too_few_seeds(self):
        found = self.machines(dnc=5, lru=5)
        found.pairs = []
        self.assertIn("(sequences until solved; not tested)", answer.answer(found).sentences[1])

    def test_unconfirmed_and_unjudged(self):
        self.make_run("a", 1, [0.05], memory="dnc", status="solved", cost=3)
        self.make_run("b", 1, [0.05], memory="lru", status="solved")
        [found] = self.compare("a", "b")
        self.assertEqual(answer.answer(found).sentences[0],
                         "LRU and DNC solve the one seed (1 not confirmed by the final episodes).")
        for name, cost in (("c", 4), ("d", 2)):
            self.make_run(name, 1, [cost], memory={"c": "dnc", "d": "lru"}[name], stop=0)
        [found] = self.compare("c", "d")
        self.assertEqual(answer.answer(found).sentences[0],
                         "LRU has the lowest cost: 2 bits per sequence, the median over its seeds.")

    def test_groups_that_differ_in_options_keep_their_names(self):
        for slots in (8, 16):
            self.make_run(f"slots-{slots}", 1, [slots], config=f"memory.slots = {slots}\n")
        [found] = self.compare(".")
        self.assertEqual({row.name for row in answer.answer(found).rows}, {"slots 8", "slots 16"})

    def test_letters_of_a_chain(self):
        """Of four in a row only the ends differ from each other, and the first from the third."""
        groups = [types.SimpleNamespace(group=object()) for _ in range(4)]
        pair = lambda one, other, p: types.SimpleNamespace(  # noqa: E731
            one=groups[one].group, other=groups[other].group, measure="cost", p_holm=p)
        apart = [pair(0, 3, 0.01), pair(2, 0, 0.02), pair(0, 1, 0.2), pair(1, 2, None)]
        self.assertEqual(answer.letters_of(groups, apart), ["a", "ab", "b", "b"])
        every = [pair(one, other, 0.001) for one in range(4) for other in range(one)]
        self.assertEqual(answer.letters_of(groups, every), ["a", "b", "c", "d"])
        self.assertEqual(answer.letters_of(groups, []), ["a"] * 4)

    def test_the_figure_has_a_dot_a_seed_and_a_row_a_group(self):
        found = answer.answer(self.machines(dnc=5, lru=3, none=0))
        drawn, _ = quietly(figure.draw, found)
        solving, costs, beyond = drawn.axes
        for axes, wanted in ((solving, 15), (costs, 15), (beyond, 3)):
            dots = [line for line in axes.lines if line.get_marker() != "None"]
            self.assertEqual(len(dots), wanted)
            self.assertEqual(axes.get_xscale(), "log")
        hollow = [line for line in solving.lines if line.get_markerfacecolor() == "white"]
        self.assertEqual({line.get_xdata()[0] for line in hollow}, {1000})
        self.assertEqual(len(hollow), 2 + 5)
        self.assertEqual([text.get_text() for text in solving.get_yticklabels()], ["DNC  a", "LRU  ab", "no memory  b"])
        self.assertEqual([value for row in found.panels[2].values for value, _ in row], [2, 3, 4])
        self.assertTrue(all(math.isfinite(value) for row in found.panels[1].values for value, _ in row))


if __name__ == "__main__":
    unittest.main()
