#!/usr/bin/python3
"""The engine of the live page, rebuilt from its sources if emscripten is installed, behaves like the committed one."""
import base64
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python")]
import browser as chromium

chromium.require()
if not shutil.which("emcc"):
    print("SKIP: emcc is missing; scripts/setup.sh live installs it")
    sys.exit(77)

from tapehead.live import page

MODELS = ("copy", "dnc", "priority-sort", "babi")
ANSWERS = """
    const told = [];
    for (const model of tapehead.models) {
      const machine = tapehead.engine.open(model.checkpoint);
      machine.draw({});
      const run = machine.run();
      told.push([run.answers.flat(), run.views.map(view => [view.name, view.data.reduce((sum, x) => sum + x, 0)])]);
    }
    return told
"""


class Rebuilt(unittest.TestCase):
    def test_it_comes_to_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            built = pathlib.Path(folder) / "engine.wasm"
            done = subprocess.run([SOURCE / "scripts/live.sh", built], capture_output=True, text=True,
                                  env=os.environ | {"TAPEHEAD_LIVE_BUILD": f"{folder}/build"})
            self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
            kept = self.lived(page.engine())
            self.compare(kept, self.lived(base64.b64encode(built.read_bytes()).decode()))

    def lived(self, engine):
        machines = [page.machine(name, page.checkpoint_of(SOURCE / "trained" / name)) for name in MODELS]
        browser = chromium.Browser()
        try:
            browser.open(page.page(machines).decode().replace(page.engine(), engine))
            browser.until("performance.getEntriesByName('live').length")
            return browser.run(ANSWERS)
        finally:
            browser.close()

    def compare(self, kept, anew):
        for name, (answers, views), (other_answers, other_views) in zip(MODELS, kept, anew):
            self.assertEqual([each for each, _ in views], [each for each, _ in other_views], name)
            for one, other in zip(answers, other_answers):
                self.assertAlmostEqual(one, other, delta=1e-5, msg=name)


if __name__ == "__main__":
    unittest.main()
