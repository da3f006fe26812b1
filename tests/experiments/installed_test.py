#!/usr/bin/python3
"""`cmake --install`: a program that finds its presets and trained models wherever it is moved, the manual page,
completions, and scripts that draw and compare from any directory."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from help_rows import listed, told
from process import PROGRAM, ProgramTest, tiny

BUILD = pathlib.Path(PROGRAM).parent


@unittest.skipUnless((BUILD / "cmake_install.cmake").exists(), "the program does not lie in a build directory")
class Installed(ProgramTest):
    def test_it_works_wherever_it_is(self):
        first, place = self.root / "first", self.root / "else where"
        done = subprocess.run(["cmake", "--install", BUILD, "--prefix", first], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        first.rename(place)
        program, share = place / "bin/tapehead", place / "share"

        def run(*words, by=program):
            return subprocess.run([by, *words], cwd=self.root, capture_output=True, text=True, check=True).stdout
        (share / "tapehead/presets/of-this-place.ini").write_text("# ours\nseed = 7\n")
        names = [part["name"] for part in json.loads(run("list", "presets", "--json"))["presets"]]
        self.assertEqual(sorted(names), sorted(listed("presets") + ["of-this-place"]))
        run("train", "--preset", "of-this-place", *tiny(train__sequences=20), "--out", "run")
        self.assertIn("seed = 7\n", (self.root / "run/config.ini").read_text())
        models = [row["name"] for row in json.loads(run("list", "trained", "--json"))["trained"]]
        self.assertEqual(models, listed("trained"))
        for path in [*(share / "tapehead/trained").rglob("*"), share / "tapehead/trained"]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        try:
            self.assertIn("bits", run("eval", models[0], "--episodes", "2"))
            run("trace", models[0], "--out", "episode.h5")
        finally:
            for path in [share / "tapehead/trained", *(share / "tapehead/trained").rglob("*")]:
                path.chmod(0o755)
        shutil.copytree(share / "tapehead/trained" / models[0], share / "tapehead/trained/of-this-place")
        self.assertIn("bits", run("eval", "of-this-place", "--episodes", "2"))
        drawn = run("episode", "episode.h5", "--out", "episode.png", by=place / "bin/tapehead-plot")
        self.assertEqual((drawn, (self.root / "episode.png").read_bytes()[:4]), ("", b"\x89PNG"))
        table = run("run", by=place / "bin/tapehead-compare")
        self.assertEqual((table[:5], run("compare", "run")), ("copy:", table))
        run("run", "--out", "report.html", by=place / "bin/tapehead-report")
        self.assertNotIn("No run has a player", (self.root / "report.html").read_text())
        for path, words in (("man/man1/tapehead.1", ["man"]),
                            ("bash-completion/completions/tapehead", ["completion", "bash"]),
                            ("zsh/site-functions/_tapehead", ["completion", "zsh"])):
            self.assertEqual((share / path).read_text(), told(*words), path)


if __name__ == "__main__":
    unittest.main()
