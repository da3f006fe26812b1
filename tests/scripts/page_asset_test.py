#!/usr/bin/python3
"""The pages as committed (the report's, the live one and the map's): built from the committed sources, loading nothing
from elsewhere, and in colours that everyone can read and distinguish. Needs neither npm nor a browser."""
import base64
import hashlib
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import numpy

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))
import web_pages
from page_colours import SIGHT, contrast, lab, linear
from web_pages import FRONT

PAGES = {name: (SOURCE / path).read_text(encoding="utf-8") for name, path in web_pages.PAGES.items()}
STYLE = (FRONT / "src/shared/style/colours.css").read_text(encoding="utf-8")

TEXT, PARTS = 4.5, 3.0  # WCAG 2.2 AA: 1.4.3 for text, 1.4.11 for non-text
TOLD_APART = 12         # least CIE 1976 difference of two lines' colours under any colour vision


def as_built(page):
    """Whether a page is as build.js wrote it: its embedded hash is that of the page without the hash."""
    said = re.findall(r'<meta name="built-as" content="sha256:(\w+)">', page)
    return len(said) == 1 and said[0] == hashlib.sha256(page.replace(said[0], "").encode()).hexdigest()


def schemes():
    """The colours declared by the style sheet, light and dark, by name."""
    light, dark = STYLE.split("@media (prefers-color-scheme: dark)")
    read = [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part)) for part in (light, dark)]
    return {"light": read[0], "dark": read[0] | read[1]}


class Built(unittest.TestCase):
    def test_a_page_is_that_of_its_sources(self):
        for name, page in PAGES.items():
            [said] = re.findall(r'<meta name="built-from" content="sha256:(\w+)">', page)
            self.assertEqual(said, web_pages.hash_of_sources(name), f"{name}: run 'npm ci && npm run build' in web/")

    def test_a_page_is_as_it_was_built(self):
        for name, page in PAGES.items():
            self.assertTrue(as_built(page), f"{web_pages.PAGES[name]} was edited by hand; change its sources in web/")
            for edited in (page.replace("Tapehead", "tapehead", 1), page + "\n", page.replace("built-as", "built"),
                           page.replace("</style>", ".a{}</style>")):
                self.assertNotEqual(edited, page)
                self.assertFalse(as_built(edited))

    def test_the_live_page_of_the_shipped_models_is_that_of_the_built_page_and_of_them(self):
        with tempfile.TemporaryDirectory() as folder:
            made = pathlib.Path(folder) / "live.html"
            done = subprocess.run([SOURCE / "scripts/live.py", "--out", made], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            same = made.read_bytes() == (SOURCE / "docs/live.html").read_bytes()
        self.assertTrue(same, "docs/live.html is of another page, engine or trained model: run scripts/live.py")

    def test_versions_are_exact(self):
        package = json.loads((FRONT / "package.json").read_text())
        locked = json.loads((FRONT / "package-lock.json").read_text())["packages"]
        for name, version in package["devDependencies"].items():
            self.assertRegex(version, r"^\d+\.\d+\.\d+$", name)
            self.assertEqual(locked[f"node_modules/{name}"]["version"], version)
        for name, entry in locked.items():
            self.assertTrue(not name or entry["integrity"].startswith("sha512-"), name)

    def test_there_is_one_place_for_the_data(self):
        for name in ("report", "map"):
            self.assertEqual(PAGES[name].count('<script type="application/json" id="data">null</script>'), 1, name)
            self.assertEqual(PAGES[name].count("</script>"), 2, name)

    def test_what_is_taken_from_others_says_so(self):
        for name in ("report", "map"):
            self.assertIn("Permission is hereby granted", PAGES[name])
            self.assertIn("Copyright (c) 2022 Leon Sorokin", PAGES[name])


class Alone(unittest.TestCase):
    def test_nothing_is_loaded(self):
        for name, page in PAGES.items():
            self.alone(name, page)

    def alone(self, name, page):
        for wanted in (r"https?:", r"\burl\(", r"@import", r"\bsrc=", r"<link", r"<iframe", r"\bfetch\(",
                       r"XMLHttpRequest", r"WebSocket", r"importScripts", r"\bimport\(", r"sendBeacon", r"localStorage",
                       r"\beval\("):
            self.assertIsNone(re.search(wanted, page), f"{name}: {wanted}")

    def test_the_browser_is_told_to_load_nothing_and_to_run_nothing_else(self):
        for name, more in (("report", ""), ("live", " 'wasm-unsafe-eval'"), ("map", "")):
            said = {}
            for tag in "style", "script":
                parts = re.findall(f"<{tag}>(.*?)</{tag}>", PAGES[name], re.DOTALL)
                said[tag] = " ".join(f"'sha256-{base64.b64encode(hashlib.sha256(each.encode()).digest()).decode()}'"
                                     for each in parts)
            self.assertIn(f'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
                          f'style-src {said["style"]}; '
                          f"script-src {said['script']}{more}; img-src data:; base-uri 'none'; form-action 'none'\">",
                          PAGES[name])

    def test_text_is_never_read_as_html(self):
        for wanted in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "srcdoc",
                       "createContextualFragment"):
            for name, page in PAGES.items():
                self.assertNotIn(wanted, page, name)


class Colours(unittest.TestCase):
    def test_text_is_read(self):
        for scheme, of in schemes().items():
            pairs = [*itertools.product(("text", "muted", "accent", "good", "bad"), ("page", "surface")),
                     *itertools.product(("text", "muted", "accent", "good", "bad"), ("soft",)), ("text", "mark"),
                     ("on-accent", "accent"), ("cursor", "surface")]
            for ink, paper in pairs:
                self.assertGreaterEqual(contrast(of[ink], of[paper]), TEXT, f"{scheme}: {ink} on {paper}")

    def test_parts_are_seen(self):
        for scheme, of in schemes().items():
            for part in ("control", "accent", "cursor", *(f"line-{at}" for at in range(1, 7))):
                self.assertGreaterEqual(contrast(of[part], of["surface"]), PARTS, f"{scheme}: {part}")
            self.assertGreaterEqual(contrast(of["cursor"], of["halo"]), PARTS, scheme)

    def test_lines_are_told_apart(self):
        for scheme, of in schemes().items():
            for sight, matrix in SIGHT.items():
                seen = {at: lab(numpy.array(matrix) @ linear(of[f"line-{at}"])) for at in range(1, 7)}
                for one, other in itertools.combinations(seen, 2):
                    self.assertGreaterEqual(numpy.linalg.norm(seen[one] - seen[other]), TOLD_APART,
                                            f"{scheme}, {sight}: line-{one}, line-{other}")

    def test_measures(self):
        self.assertAlmostEqual(contrast("#000000", "#ffffff"), 21)
        self.assertAlmostEqual(contrast("#777777", "#ffffff"), 4.48, places=2)
        numpy.testing.assert_allclose(lab(linear("#ff0000")), [53.24, 80.09, 67.20], atol=0.1)


if __name__ == "__main__":
    unittest.main()
