#!/usr/bin/python3
"""clang-tidy finds nothing in the C++ files that the last commit or the working tree changed. All of them together take
minutes: tidy_slow_test.py reads them."""
import os
import pathlib
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
import tidy

BUILD = pathlib.Path(os.environ["TAPEHEAD"]).parent


def changed():
    """The files that differ from the commit before the last; none where there is no history."""
    done = subprocess.run(["git", "diff", "--name-only", "--diff-filter=d", "HEAD~1"], cwd=tidy.SOURCE,
                          capture_output=True, text=True)
    return [tidy.SOURCE / name for name in done.stdout.splitlines() if name.endswith((".cpp", ".hpp"))]


class Tidy(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        if missing := tidy.why_not():
            self.skipTest(missing)

    def test_what_changed_is_clean(self):
        groups = []
        for sources, options in tidy.libraries(BUILD).values():
            rooms = {os.path.dirname(source) for source in sources}
            files = [file for file in changed() if str(file) in sources
                     or file.suffix == ".hpp" and str(file.parent) in rooms]
            if files:
                groups.append((files, options))
        self.assertEqual(tidy.all_complaints(groups), [])

    def test_it_finds_what_is_wrong(self):
        wrong = "#include <string>\nstd::string f(std::string a) { std::string b = std::move(a); return b + a; }\n"
        self.assertIn("bugprone-use-after-move", "".join(tidy.complaints(wrong)))
        self.assertIn("error", "".join(tidy.complaints("no C++")))

    def test_every_library_is_known(self):
        libraries = tidy.libraries(BUILD)
        self.assertGreaterEqual(set(libraries), {"engine", "tasks", "catalogue", "check", "laboratory", "tapehead"})
        self.assertGreater(len(libraries["engine"][0]), 100)


if __name__ == "__main__":
    unittest.main()
