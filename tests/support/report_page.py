"""Shared parts of the tests of a report's page: embedding data, the one browser, queries and actions."""
import json
import os
import pathlib
import unittest

import browser as chromium

chromium.require()
from selenium.webdriver.common.by import By

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
TEMPLATE = (SOURCE / "python/tapehead/report/page.html").read_text(encoding="utf-8")
PLACE = '<script type="application/json" id="data">null</script>'

# The links to sections of which a part is outside of the window.
LINKS_OUTSIDE = """
return [...document.querySelectorAll("nav a")].filter((each) => {
  const { left, right } = each.getBoundingClientRect();
  return left < 0 || right > document.documentElement.clientWidth;
}).map((each) => each.textContent);
"""
# Every element that shows text: the text, its colour, and the first opaque colour behind it.
INKS = """
const parts = colour => colour.match(/[\\d.]+/g).map(Number);
const light = colour => parts(colour).slice(0, 3).map(v => v / 255)
  .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
const found = [];
for (const element of document.querySelectorAll('body *')) {
  const text = [...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data.trim()).join('');
  if (!text || !element.checkVisibility() || element.closest('script, noscript, option, :disabled')) continue;
  let behind = element;
  while (behind && ((parts(getComputedStyle(behind).backgroundColor)[3] ?? 1) < 1)) behind = behind.parentElement;
  const a = light(getComputedStyle(element).color);
  const b = light(getComputedStyle(behind ?? document.body).backgroundColor);
  found.push([text.slice(0, 40), (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)]);
}
return found;
"""


def page(data):
    """The page, with data embedded as report.py does."""
    text = json.dumps(data)
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return TEMPLATE.replace(PLACE, PLACE.replace("null", text))


class Page(unittest.TestCase):
    browser = None  # shared by all tests; started by the first

    def setUp(self):
        self.browser.size(1280)
        self.browser.media(prefers_color_scheme="light", prefers_reduced_motion="no-preference")
        self.browser.requests()

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])
        asked = self.browser.requests()
        self.assertEqual([url for url in asked if not url.startswith(("file:", "data:"))], [])
        loaded = self.browser.run("return performance.getEntriesByType('resource').map(entry => entry.name)")
        self.assertEqual(loaded, [])

    def show(self, data):
        self.browser.open(page(data))
        self.browser.until("performance.getEntriesByName('complete').length")

    def play(self, data, **runs):
        """Opens the player on one run, and optionally another beside it."""
        self.show(data)
        self.browser.run("document.querySelector('#player').scrollIntoView({behavior: 'instant'})")
        self.browser.until("performance.getEntriesByName('player').length")
        self.choose_all(runs)

    def choose_all(self, runs):
        for label, value in runs.items():
            self.choose("#player", label.replace("_", " "), value)
        self.settle()

    def settle(self):
        """Waits for two frames: requested drawing is done then."""
        self.browser.driver.execute_async_script(
            "requestAnimationFrame(() => requestAnimationFrame(arguments[arguments.length - 1]))")

    def choose(self, where, label, value):
        before = len(self.browser.run("return performance.getEntriesByName('player')"))
        changed = self.browser.run(
            "const field = [...document.querySelectorAll(arguments[0] + ' .field')].find(each => "
            "each.firstChild.textContent === arguments[1]).querySelector('select');"
            "if (field.value === arguments[2]) return false;"
            "field.value = arguments[2]; field.dispatchEvent(new Event('change')); return true", where, label, value)
        if changed and where == "#player":
            self.browser.until("performance.getEntriesByName('player').length > arguments[0]", before)

    def texts(self, selector):
        return self.browser.run("return [...document.querySelectorAll(arguments[0])].map(each => each.textContent)",
                                selector)

    def step(self):
        return self.texts(".step-told")[0]

    def pictures(self):
        """Of all that the player shows at the present step: panels, and the machine beside the score."""
        return self.browser.run("return [...document.querySelectorAll('#player :is(.grid, .machine-now)')].filter("
                                "canvas => canvas.checkVisibility()).map(canvas => canvas.toDataURL())")

    def open_all(self):
        """Opens what is watched beside the score."""
        self.browser.run("document.querySelectorAll('#player .watched').forEach(each => (each.open = true))")
        self.settle()

    def press(self, selector, *keys):
        self.browser.driver.find_element(By.CSS_SELECTOR, selector).send_keys(*keys)
