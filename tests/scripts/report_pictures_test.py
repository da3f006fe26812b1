#!/usr/bin/python3
"""Answers about pictures in the report's page: attention word by word, the path of glimpses, and what pointer and keys
show."""
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests" / "support"))
import browser as chromium
import report_data
from report_page import INKS, Page
from selenium.webdriver.common.keys import Keys

SLIDER = "#player input[type=range]"
GRID = ".picture-panel canvas.grid"
# Red, green and blue of the picture at a position in pixels of the scene.
COLOUR = """
const canvas = document.querySelector(arguments[0]), [x, y] = [arguments[1], arguments[2]];
const wide = (canvas.width - 8) / 30, place = at => Math.round(4 + wide * at);
return [...canvas.getContext('2d').getImageData(place(x), place(y), 1, 1).data].slice(0, 3);
"""


def setUpModule():
    Page.browser = chromium.Browser()


def tearDownModule():
    Page.browser.close()


class Pictures(Page):
    def told(self):
        return self.texts(".picture-panel .readout")[0]

    def colour(self, x, y):
        return self.browser.run(COLOUR, GRID, x, y)

    def head(self, value):
        self.browser.run("const field = document.querySelector('.picture-panel select'); field.value = arguments[0];"
                         "field.dispatchEvent(new Event('change'))", value)

    def test_attention_goes_from_word_to_word(self):
        self.play(report_data.of_pictures(report_data.report()))
        self.assertEqual(self.step(), "step 1 of 6: a")
        everywhere = self.pictures()
        self.assertNotIn("within the box", self.told())
        self.press(SLIDER, Keys.ARROW_RIGHT)
        self.assertEqual(self.texts(".tokens .token.present"), ["bag"])
        self.assertEqual(len(self.texts(".tokens .token.later")), 4)
        self.assertNotEqual(self.pictures(), everywhere)
        self.head("0")  # a cell at 0.5, e^(−1.5²) of it at each neighbour; the box holds half of one
        self.assertEqual(self.told(), "“bag” looks most at row 2, column 2: 0.5; 0.61 of its attention within the box")
        looked_at, elsewhere = self.colour(9, 9), self.colour(27, 3)
        self.assertGreater(looked_at[2], looked_at[0] + 60)  # blue
        self.assertLess(max(elsewhere), 30)
        self.assertEqual(self.colour(3, 9), [217, 95, 2])    # the box's edge
        self.head("1")
        self.assertIn("looks most at row 1, column 1: 0.04", self.told())
        self.press(SLIDER, Keys.END)
        self.assertNotEqual(self.colour(3, 9), [217, 95, 2])
        self.assertEqual(self.texts(".tokens .token.other"), ["shirt"])
        self.assertIn("✕ not as it should be", self.texts(".picture-panel")[0])

    def test_pointer_and_keys_read_parts(self):
        self.play(report_data.of_pictures(report_data.report()))
        self.press(SLIDER, Keys.ARROW_RIGHT)
        self.head("0")
        self.press(GRID, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
        self.assertEqual(self.told(), "row 2, column 2: 0.5")
        self.browser.run("document.querySelectorAll('.tokens .token')[4].click()")
        self.assertEqual(self.step(), "step 5 of 6: boot")

    def test_glimpses_one_after_the_other(self):
        self.play(report_data.of_pictures(report_data.report()), Run="1")
        self.assertEqual(self.step(), "glimpse 1 of 5")
        self.assertEqual(self.told(), "glimpse 1: 8×8 and 16×16 pixels about 15, 15, its middle within the box")
        self.assertIn("the same look, coarser", self.texts(".picture-panel .sign"))
        edge = max(min(self.colour(7 + by, 20)) for by in (-0.1, 0, 0.1))  # within a pixel of its coarser window's edge
        self.assertGreater(edge, 100)
        seen = "return document.querySelector('.picture-panel .window').toDataURL()"
        first = self.pictures(), self.browser.run(seen)
        self.press(".picture-panel canvas.grid", Keys.ARROW_RIGHT, Keys.HOME)
        self.press(SLIDER, Keys.ARROW_RIGHT)
        self.assertIn("outside the box", self.told())
        second = self.pictures(), self.browser.run(seen)
        self.assertTrue(all(one != other for one, other in zip(first[0], second[0])), "a panel did not follow")
        self.assertNotEqual(first[1], second[1])
        self.assertEqual(self.texts(".tokens .token.later"), [])

    def test_legible_and_named_in_light_and_dark_wide_and_narrow(self):
        self.play(report_data.of_pictures(report_data.report()), Beside_it="1")
        for scheme, width in ("light", 1280), ("dark", 400):
            self.browser.media(prefers_color_scheme=scheme)
            self.browser.size(width)
            self.settle()
            inks = self.browser.run(INKS)
            self.assertEqual([(text, round(ratio, 2)) for text, ratio in inks if ratio < 4.5], [])
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('.picture-panel canvas')].filter("
                                          "each => !each.ariaLabel).length"), 0)

    def test_hostile_words_stay_words(self):
        data = report_data.of_pictures(report_data.report())
        data["traces"][0]["panels"][0] |= {"target": [report_data.HOSTILE] * 6,
                                           "said": [[[report_data.HOSTILE], True]] * 6}
        self.play(data)
        self.assertEqual(self.texts(".picture-panel .token.other"), [report_data.HOSTILE] * 6)
        self.assertIsNone(self.browser.run("return window.hacked"))


if __name__ == "__main__":
    unittest.main()
