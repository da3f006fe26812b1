#!/usr/bin/python3
"""The report's player as its readers use it: the view is kept in the address and restored from it, slots have the
same names everywhere, the focus stays, printing shows everything, "What am I seeing?" opens at the right place, and no
other script may run."""
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python")]
import browser as chromium
import report_data
from report_page import INKS, Page, page
from tapehead.report.page import with_section
from selenium.webdriver.common.keys import Keys

SLIDER = "#player input[type=range]"
BLANK = """
const canvases = [...document.querySelectorAll('#player canvas')].filter(each => each.checkVisibility());
return canvases.filter(each => {
  const data = each.getContext('2d').getImageData(0, 0, each.width, each.height).data;
  return !data.some(part => part);
}).length + (canvases.length ? 0 : 1)"""


def setUpModule():
    Page.browser = chromium.Browser()


def tearDownModule():
    Page.browser.close()


class Player(Page):
    def show_at(self, address, data=None):
        """The page as opened from a link."""
        self.browser.open(page(data or report_data.report()))
        path = self.browser.run("return location.href.split('#')[0]")
        self.browser.driver.get("about:blank")
        self.browser.driver.get(path + address)
        self.browser.until("performance.getEntriesByName('complete').length")
        self.browser.until("performance.getEntriesByName('player').length")
        self.settle()

    def chosen(self):
        return self.browser.run("return [...document.querySelectorAll('.player-head select')].map(each => "
                                "each.selectedOptions[0].textContent)")

    def focus(self):
        return self.browser.run("const at = document.activeElement; "
                                "return at.closest('label')?.textContent.slice(0, 3) ?? at.textContent")

    def test_the_address_says_what_is_seen_and_brings_it_back(self):
        self.play(report_data.report(), Run="1", Beside_it="0")
        self.press(SLIDER, *[Keys.ARROW_RIGHT] * 4)
        address = self.browser.until("location.hash.includes('step=5') && location.hash")
        self.assertEqual(address, "#run=dnc,+seed+1&beside=ntm,+seed+1&step=5")
        seen = self.pictures()
        self.show_at(address)
        self.assertEqual(self.chosen(), ["dnc, seed 1", "ntm, seed 1"])
        self.assertEqual(self.step(), "step 5 of 41")
        self.assertEqual(self.pictures(), seen)
        top = "document.querySelector('#player').getBoundingClientRect().top"
        self.assertLess(self.browser.run(f"return Math.abs({top})"), 200)
        self.browser.run("document.querySelectorAll('[data-track=input] canvas')[1].focus()")
        drag = "const canvas = document.activeElement, box = canvas.getBoundingClientRect();" \
               "for (const [type, x] of [['pointerdown', 0.3], ['pointermove', 0.5], ['pointerup', 0.5]])" \
               "canvas.dispatchEvent(new PointerEvent(type, {clientX: box.left + x * box.width, buttons: 1, " \
               "clientY: box.top + 5}))"
        self.browser.run(drag)
        address = self.browser.until(r"/zoom-beside=\d+-\d+$/.test(location.hash) && location.hash")
        seen = self.pictures()
        self.show_at(address)
        self.assertEqual(self.pictures(), seen)
        self.browser.run("location.hash = '#run=ntm%2C+seed+2&step=2'")  # edited, or by the back button
        self.browser.until("document.querySelector('.step-told').textContent === 'hop 2 of 3'")

    def test_an_address_that_asks_for_what_is_not_here(self):
        name = report_data.HOSTILE.replace("\u2028", "")
        self.browser.open(page(report_data.report()))
        self.browser.run("history.replaceState(null, '', '#run=' + encodeURIComponent(arguments[0]) + "
                         "'&step=1e9&what=%3Cb%3E')", name)
        self.browser.driver.refresh()
        self.browser.until("performance.getEntriesByName('player').length")
        said = self.texts("#player .empty[role=status]:not([hidden])")
        self.assertEqual(said, [f"The address asks for {name}, which this report does not have."])
        self.assertEqual(self.step(), "step 41 of 41")
        self.assertIsNone(self.browser.run("return window.hacked"))

    def test_slots_are_those_of_the_score_in_every_panel(self):
        self.play(report_data.report())
        self.open_all()
        names = "return [...Array(24)].map((_, at) => {" \
                "const canvas = document.querySelector('.panels.rest canvas.grid');" \
                "const down = {key: 'ArrowDown', bubbles: true, cancelable: true};" \
                "canvas.dispatchEvent(new KeyboardEvent('keydown', down));" \
                "return canvas.ariaLabel.match(/slot (\\d+)/)[1] })"
        self.assertEqual(list(dict.fromkeys(self.browser.run(names))), [str(at + 1) for at in range(24)])

    def test_runs_without_a_player_are_not_in_the_list(self):
        self.play(report_data.report())
        names = self.texts("#player .player-head label:first-child option")
        self.assertEqual(names, ["choose a run", *(run["name"] for run in report_data.report()["runs"][:6])])
        self.press("#runs tbody tr:nth-child(8) button", Keys.ENTER)
        self.browser.until("document.querySelector('.run-column .empty')?.textContent."
                           "startsWith('No player for this run')")
        self.assertEqual(self.chosen()[0], "choose a run")

    def test_the_score_is_in_one_window(self):
        self.browser.size(1400, 900)
        self.play(report_data.report())
        self.browser.run("document.querySelector('#player').scrollIntoView({behavior: 'instant'})")
        self.settle()
        low = self.browser.run("return Math.max(...[...document.querySelectorAll('.track, .machine-now')].map("
                               "each => each.getBoundingClientRect().bottom))")
        self.assertLessEqual(low, 900)

    def test_numbers_that_never_change_are_themselves(self):
        data = report_data.report()
        data["traces"][0]["arrays"]["mask"] = report_data.packed((41, 1), lambda *_: 0, 1, 2) | {"high": 1}
        self.play(data)
        self.press("[data-track=output] canvas", Keys.ARROW_DOWN)
        self.assertEqual(self.texts(".score-readout")[0][:27], "output y, row 2, step 1: 0.")

    def test_the_focus_stays_when_a_run_is_chosen(self):
        self.play(report_data.report())
        self.press("#player select", Keys.ARROW_DOWN)
        self.browser.until("performance.getEntriesByName('player').length > 1")
        self.assertEqual((self.focus(), self.chosen()[0]), ("Run", "dnc, seed 1"))
        self.press("#reproduce select", Keys.ARROW_DOWN)
        self.assertEqual(self.focus(), "Run")
        self.press("#runs tbody tr:nth-child(5) button", Keys.ENTER)
        self.assertEqual(self.focus(), self.texts("#runs tbody tr:nth-child(5) button")[0])

    def test_keys_go_in_the_order_of_the_screen(self):
        for width in (1400, 400):
            self.browser.size(width)
            self.play(report_data.explained(report_data.report()))
            places = self.browser.run("""
                const found = document.querySelectorAll(
                  '.player-head select, .player-head input, .player-head button, ' +
                  '.player-controls button, .player-controls input, .player-controls select, canvas.track');
                return [...found].map(each => { const box = each.getBoundingClientRect();
                  const row = Math.round((box.top + box.bottom) / 40);
                  return [row, box.left] })""")
            self.assertEqual(places, sorted(places))

    def test_paper_has_it_all(self):
        self.browser.media(prefers_color_scheme="dark")
        self.show(report_data.report())  # the player has not been viewed
        self.browser.run("window.dispatchEvent(new Event('beforeprint'))")
        self.browser.command("Emulation.setEmulatedMedia", media="print", features=[
            {"name": "prefers-color-scheme", "value": "dark"}])
        self.browser.until("performance.getEntriesByName('player').length")
        self.settle()
        self.assertEqual(self.browser.run(BLANK), 0)
        seen = "return [...document.querySelectorAll(arguments[0])].filter(each => each.checkVisibility()).length"
        self.assertEqual([self.browser.run(seen, each) for each in ("nav", ".play", SLIDER)], [0, 0, 0])
        self.assertEqual(self.browser.run(seen, ".step-told"), 1)
        self.assertEqual(self.browser.run("return getComputedStyle(document.querySelector('#runs .scroll')).overflowY"),
                         "visible")
        self.assertEqual([(text, ratio) for text, ratio in self.browser.run(INKS) if ratio < 4.5], [])
        wide = self.browser.run("return document.body.getBoundingClientRect().width")
        cut = self.browser.run("return [...document.querySelectorAll('canvas, table')].filter(each => "
                               "each.getBoundingClientRect().right > arguments[0] + 1).map(each => "
                               "each.outerHTML.slice(0, 80))", wide)
        self.assertEqual(cut, [])
        self.browser.command("Emulation.setEmulatedMedia", media="", features=[])
        self.browser.run("window.dispatchEvent(new Event('afterprint'))")
        self.assertFalse(self.browser.run("return document.documentElement.classList.contains('on-paper')"))

    def test_paper_waits_for_no_section(self):
        added = self.browser.command("Page.addScriptToEvaluateOnNewDocument", source="""
            addEventListener("DOMContentLoaded", () => {
              dispatchEvent(new Event("beforeprint"));
              window.sectionsOnPaper = document.querySelectorAll("main > section").length;
            });""")
        self.show(report_data.report())
        sections = self.browser.run("return document.querySelectorAll('main > section').length")
        self.assertEqual(self.browser.run("return window.sectionsOnPaper"), sections)
        self.browser.until("performance.getEntriesByName('player').length")  # unpacking a trace takes time
        self.browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])

    def test_a_picture_of_the_whole_page_has_the_player(self):
        self.show(report_data.report())
        self.browser.until("performance.getEntriesByName('player').length")  # without scrolling to it
        self.settle()
        self.assertEqual(self.browser.run(BLANK), 0)

    def test_what_am_i_seeing(self):
        self.play(report_data.explained(report_data.report()))
        self.open_all()
        says = self.texts("#player .says")
        self.assertEqual(len(says), len(self.texts("#player .panel")))
        self.assertIn("What Memory is. more", says)
        self.press(".panels.rest .says a", Keys.ENTER)
        self.assertTrue(self.browser.run("return document.querySelector('dialog').open"))
        self.assertEqual(self.texts("dialog h3"), ["Slots", "Heads"])
        self.assertIn(report_data.HOSTILE, self.texts("dialog p")[-1])
        self.assertEqual(self.browser.run("return document.querySelector('dialog img').naturalWidth"), 1)
        self.assertEqual([text for text, ratio in self.browser.run(INKS) if ratio < 4.5], [])
        self.browser.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.assertFalse(self.browser.run("return document.querySelector('dialog').open"))
        self.assertEqual(self.focus(), "more")

    def test_settings_to_take_along(self):
        self.show(report_data.report())
        command, config = self.texts("#reproduce pre")
        self.assertTrue(command.startswith("tapehead train"))
        options = report_data.report()["runs"][0]["options"]
        self.assertEqual([line for line in config.splitlines() if line],
                         [f"{name} = {value}" for name, value in options.items()])

    def test_a_part_that_cannot_be_shown_leaves_the_others(self):
        data = report_data.report()
        data["profiles"] = [{"title": "no lines"}]
        data["traces"][0]["arrays"]["memory"]["data"] = "bm90IGd6aXA="
        self.play(data)
        self.assertIn("The trace of this run cannot be read", self.texts("#player .empty")[-1])
        self.assertIn("This part of the report cannot be shown", self.texts("#profiles")[0])
        self.assertEqual(len(self.texts("main > section")), 8)

    def test_a_page_that_is_cut_short_says_so(self):
        self.browser.open(page(report_data.report()).replace('"version": 1,', '"version": 1,,', 1))
        self.assertIn("The file is damaged", self.texts("main")[0])
        self.browser.complaints()

    def test_nothing_else_may_run_or_be_loaded(self):
        self.show(report_data.report())
        self.browser.run("""
            const script = document.createElement('script');
            script.textContent = 'window.hacked = 1';
            const style = document.createElement('style');
            style.textContent = 'body { outline: 7px solid red }';
            const image = document.createElement('img');
            image.src = 'http://127.0.0.1:9/x.png';
            document.body.append(script, style, image);
            const button = document.createElement('button');
            button.setAttribute('onclick', 'window.hacked = 2');
            document.body.append(button);
            button.click();""")
        self.settle()
        self.assertIsNone(self.browser.run("return window.hacked"))
        self.assertNotEqual(self.browser.run("return getComputedStyle(document.body).outlineWidth"), "7px")
        said = self.browser.complaints()
        self.assertEqual(sum("Content Security Policy" in each for each in said), len(said))
        for what in ("script-src", "style-src", "img-src"):
            self.assertTrue([each for each in said if what in each], said)
        self.assertEqual(self.browser.run("return document.querySelector('img').naturalWidth"), 0)
        self.browser.run("performance.clearResourceTimings()")  # refused requests are listed too
        self.browser.requests()

    def test_another_section_runs_what_it_brought_along_and_nothing_else(self):
        self.show(report_data.report(traces=False))
        self.assertNotIn("Live", self.texts("nav a"))
        section = "<style>#new { width: 77px }</style><section id='live'><div id='new'></div></section>" \
                  "<script>window.known = 1;\n</script>"
        made = with_section(page(report_data.report(traces=False)).encode(), section, "'wasm-unsafe-eval'").decode()
        self.browser.open(made.replace("<div id='new'>", "<script>window.hacked = 1</script><div id='new'>"))
        self.browser.until("performance.getEntriesByName('complete').length && window.known")
        self.assertEqual(self.browser.run("return document.querySelector('#new').offsetWidth"), 77)
        self.browser.run("new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))")
        self.assertEqual(self.browser.run("return document.querySelector('nav a:last-child').hash"), "#live")
        self.assertIsNone(self.browser.run("return window.hacked"))
        [said] = self.browser.complaints()
        self.assertIn("script-src", said)


if __name__ == "__main__":
    unittest.main()
