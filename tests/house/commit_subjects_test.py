#!/usr/bin/python3
"""The subject of a commit is at most 72 characters. The rule is younger than commit d3022c0: only later commits are
checked, or in a shallow clone those that it has. Without a repository, as in a tarball, there is nothing to check."""
import os
import pathlib
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
LAST_BEFORE = "d3022c07781211c81560b065a02c28023174e63d"
MOST = 72


def git(where, *words):
    """git's output there; None if it fails or is not installed."""
    try:
        done = subprocess.run(["git", "-c", f"safe.directory={where}", "-C", where, *words], capture_output=True,
                              text=True)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


def subjects(where, last_before):
    """{commit: subject} of the repository with the root `where`: the commits after `last_before`, or all if it has no
    such commit; without merges, whose subjects git writes."""
    root = git(where, "rev-parse", "--show-toplevel")
    if root is None or pathlib.Path(root.rstrip("\n")).resolve() != pathlib.Path(where).resolve():
        return {}
    known = git(where, "cat-file", "-e", f"{last_before}^{{commit}}") is not None
    log = git(where, "log", "--no-merges", "--format=%H %s", f"{last_before}..HEAD" if known else "HEAD") or ""
    return dict(line.split(" ", 1) for line in log.splitlines())


def too_long(where, last_before=LAST_BEFORE):
    found = subjects(where, last_before)
    return [f"{commit[:7]} {subject}" for commit, subject in found.items() if len(subject) > MOST]


class Subjects(unittest.TestCase):
    def test_of_this_repository(self):
        self.assertEqual(too_long(SOURCE), [], f"subjects of more than {MOST} characters")


class Rule(unittest.TestCase):
    """The rule finds overlong subjects in a clone of any depth, and ignores directories that are no repository."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.whole = self.root / "whole"
        self.whole.mkdir()
        git(self.whole, "init", "--quiet")
        for subject in ("o" * 90, "ü" * 72, "n" * 73):
            git(self.whole, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--allow-empty", "-m",
                subject)

    def test_only_what_comes_after_a_commit(self):
        self.assertEqual([len(line) - 8 for line in too_long(self.whole)], [73, 90])
        first = git(self.whole, "rev-list", "--max-parents=0", "HEAD").strip()
        self.assertEqual([line[8:] for line in too_long(self.whole, first)], ["n" * 73])

    def test_a_shallow_clone(self):
        git(self.root, "clone", "--quiet", "--depth", "2", f"file://{self.whole}", "shallow")
        self.assertEqual([line[8:] for line in too_long(self.root / "shallow")], ["n" * 73])
        self.assertEqual(len(subjects(self.root / "shallow", LAST_BEFORE)), 2)

    def test_no_repository_or_only_one_around_it(self):
        inside = self.whole / "tarball"
        inside.mkdir()
        self.assertEqual(subjects(self.root, LAST_BEFORE), {})
        self.assertEqual(subjects(inside, LAST_BEFORE), {})


if __name__ == "__main__":
    unittest.main()
