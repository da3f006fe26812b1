#!/usr/bin/python3
"""studies/babi_holdout.py, and the splitting of files by questions (studies/babi/slices.py)."""
import os
import pathlib
import random
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

from process import BAD_INPUT, DONE, PROGRAM, ProgramTest, snapshot
from babi.slices import cut, stories_of, train_and_test
from tapehead.runs.errors import InputError

NAME, TEST = "qa20_agents-motivations_train.txt", "qa20_agents-motivations_test.txt"


def story(name, questions):
    """Alternating statements and questions."""
    return "".join(f"{2 * k + 1} {name} is bored.\n{2 * k + 2} Why {name} {k}?\tbored\t{2 * k + 1}\n"
                   for k in range(questions))


class HoldOut(ProgramTest):
    def setUp(self):
        super().setUp()
        for folder in ("en", "en-10k"):
            (self.root / folder).mkdir()

    def files(self, small, large, name=NAME, large_name=None):
        (self.root / "en" / name).write_bytes(small.encode())
        (self.root / "en-10k" / (large_name or name)).write_bytes(large.encode())

    def hold_out(self, *words, status=DONE):
        done = subprocess.run([SOURCE / "studies/babi_holdout.py", "en", "en-10k", "out", "--program", PROGRAM, *words],
                              cwd=self.root, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def refused(self, *words, says):
        before = snapshot(self.root)
        done = self.hold_out(*words, status=BAD_INPUT)
        self.assertEqual((done.stdout, len(done.stderr.splitlines())), ("", 1), done.stderr)
        self.assertTrue(done.stderr.startswith("babi_holdout.py: "), done.stderr)
        self.assertIn(says, done.stderr)
        self.assertEqual(snapshot(self.root), before)

    def test_a_story_that_the_boundary_cuts_is_left_out(self):
        whole = story("Ann", 2) + story("Bob", 3) + story("Cid", 2) + story("Dan", 1)
        within_bob = "".join(whole.splitlines(True)[:6])
        self.files(within_bob, whole)
        done = self.hold_out()
        self.assertEqual(done.stderr, "")
        made = snapshot(self.root / "out")
        self.assertEqual(set(made), {NAME, TEST, "README.md"})
        self.assertEqual(made[NAME].decode(), within_bob)
        self.assertEqual(made[TEST].decode(), story("Cid", 2) + story("Dan", 1))
        self.assertIn("| 20 | 3 | 3 | real; 2 of a story that the train file cuts are left out |",
                      made["README.md"].decode())
        self.hold_out()
        self.assertEqual(snapshot(self.root / "out"), made)

    def test_a_boundary_between_stories_loses_none(self):
        self.files(story("Ann", 2), story("Ann", 2) + story("Bob", 3))
        self.hold_out()
        self.assertEqual((self.root / "out" / TEST).read_text(), story("Bob", 3))
        self.assertIn("| 20 | 2 | 3 | real |", (self.root / "out/README.md").read_text())

    def test_a_file_that_is_not_whole_gets_generated_tests(self):
        name = "qa3_three-supporting-facts_train.txt"
        self.files(story("Ann", 2), story("Ann", 2) + story("Bob", 3), name, name.replace(".txt", ".PARTIAL.txt"))
        self.files(story("Ann", 2), story("Ann", 2) + story("Bob", 3))
        done = self.hold_out()
        self.assertIn("note: task 3: qa3_three-supporting-facts_train.PARTIAL.txt is not whole", done.stderr)
        self.assertIn("task 3 is tested on generated stories", done.stdout)
        test = (self.root / "out/qa3_three-supporting-facts_test.txt").read_text()
        self.assertEqual(test.count("\t"), 2 * 9000)
        self.assertNotIn("Bob", test)
        self.assertIn("| 3 | 2 | 9,000 | **generated** by the program, not real |",
                      (self.root / "out/README.md").read_text())
        self.assertEqual((self.root / "out" / TEST).read_text(), story("Bob", 3))

    def test_what_is_wrong_is_told_in_one_line(self):
        first, both = story("Ann", 2), story("Ann", 2) + story("Bob", 3)
        self.refused(says="en: holds no training files")
        self.files(first, both.replace("Ann is bored", "Ann is tired", 2))
        self.refused(says=f"en-10k/{NAME}:1: is not line 1 of en/{NAME}")
        self.files(first, both.replace("Why Ann 1", "Why Ann 2"))
        self.refused(says=f"en-10k/{NAME}:4: is not line 4 of en/{NAME}")
        self.files(both, first)
        self.refused(says=f"en-10k/{NAME}:")
        self.files(first, first)
        self.refused(says="has no whole story beyond")
        self.files(first, both)
        self.refused("--ids", "19,20", says="en: has no train file of task 19")
        self.refused("--ids", "0", says="ids from 1 to 20")
        self.refused("--ids", "20,20", says="each id once")
        self.refused("--program", "none", says="the program tapehead is needed")
        (self.root / "out").mkdir()
        (self.root / "out" / TEST).write_text("mine\n")
        self.refused(says=f"out/{TEST}: exists and is another")


class Slices(unittest.TestCase):
    def test_parts_follow_one_another_and_the_test_lies_beyond(self):
        draw = random.Random(1)
        stories = [story(f"S{number}", draw.randint(1, 6)) for number in range(900)]
        text = "".join(stories).encode()
        trains, test = train_and_test(text, 3, 250, 400)
        place = 0
        for part, questions in [*((train, 250) for train in trains), (test, 400)]:
            self.assertEqual(part.count(b"?"), questions)
            found = stories_of(part)
            for one in found[:-1]:
                self.assertEqual(one.decode(), stories[place])
                place += 1
            self.assertTrue(stories[place].startswith(found[-1].decode()))
            self.assertTrue(found[-1].endswith(b"\n"))
            place += 1  # its rest is in no part

    def test_a_file_too_short_for_that_has_one_part(self):
        text = b"".join(story(f"S{number}", 5).encode() for number in range(10))
        trains, test = train_and_test(text, 3, 22, 40)
        self.assertEqual(len(set(trains)), 1)
        self.assertEqual((trains[0].count(b"?"), test.count(b"?")), (22, 25))
        self.assertEqual(stories_of(test)[0].decode(), story("S5", 5))
        with self.assertRaisesRegex(InputError, "no story beyond its first 50 questions"):
            train_and_test(text, 3, 50, 40)
        with self.assertRaisesRegex(InputError, "got 50 questions; 51 are needed"):
            cut(stories_of(text), 51)


if __name__ == "__main__":
    unittest.main()
