#!/usr/bin/python3
"""The committed pages, built anew from web/ with npm's packages of package-lock.json, are the same to the byte, and
their sources are in prettier's layout. Without npm or its registry, tests/scripts/page_asset_test.py compares hashes
alone."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))
import web_pages

NOT_OURS = ("ENOTFOUND", "EAI_AGAIN", "ECONN", "ETIMEDOUT", "ENETUNREACH", "EHOSTUNREACH", "ERR_SOCKET_TIMEOUT",
            "ENOTCACHED", "E401", "E403", "E407", "E50", "CERT",
            "SSL")  # in what npm says where its registry cannot be reached


def skip(why):
    print(f"SKIP: {why}; the pages' hashes were compared without it (page_asset_test.py)")
    sys.exit(77)


def npm(*words, folder):
    return subprocess.run(["npm", *words], cwd=folder, capture_output=True, text=True, timeout=300)


class Rebuilt(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = pathlib.Path(folder.name)
        cls.web = cls.root / "web"
        shutil.copytree(SOURCE / "web", cls.web, ignore=shutil.ignore_patterns("node_modules"))
        for path in web_pages.PAGES.values():
            (cls.root / path).parent.mkdir(parents=True)
        done = npm("ci", "--no-audit", "--no-fund", "--fetch-retries", "1", "--fetch-timeout", "30000", folder=cls.web)
        if done.returncode:
            if any(each in done.stderr for each in NOT_OURS):
                skip(f"npm cannot get its packages: {' '.join(done.stderr.split())[:200]}")
            raise AssertionError(f"npm ci: {done.stderr[-2000:]}")

    def test_the_pages_are_those_that_are_committed(self):
        done = npm("run", "build", folder=self.web)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        for name, path in web_pages.PAGES.items():
            same = (self.root / path).read_bytes() == (SOURCE / path).read_bytes()
            self.assertTrue(same, f"{path}: run 'npm ci && npm run build' in web/")

    def test_the_sources_are_in_prettiers_layout(self):
        done = npm("run", "check", folder=self.web)
        self.assertEqual(done.returncode, 0, f"run 'npm run format' in "
                                             f"web/\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


if __name__ == "__main__":
    missing = [each for each in ("node", "npm") if not shutil.which(each)]
    if missing:
        skip(f"{' and '.join(missing)} is missing; scripts/setup.sh web installs it")
    unittest.main()
