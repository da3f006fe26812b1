#!/usr/bin/python3
"""The page of a report in a real browser: it loads nothing, shows the data, follows pointer and keys, keeps hostile
text as text, and is fast and legible."""
import csv
import os
import pathlib
import re
import sys
import unittest
import xml.etree.ElementTree

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]
import browser as chromium
import report_data
from report_page import INKS, LINKS_OUTSIDE, TEMPLATE, Page, page
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from tapehead.plots import panels

SLIDER = "#player input[type=range]"
OPEN_WITHIN = 2000  # milliseconds from the start of the navigation to the curves, 50 runs of 1,000 points


def setUpModule():
    Page.browser = chromium.Browser()


def tearDownModule():
    Page.browser.close()


class Opened(Page):
    """One page, opened once for all tests except those that damage its data."""
    opened = False

    def play(self, data=None, **runs):
        if data or not Opened.opened:
            super().play(data or report_data.report(), **runs)
            Opened.opened = not data
        else:
            self.choose_all({"Run": "0", "Beside_it": ""} | runs)
            self.press(SLIDER, Keys.HOME)

    def test_scrubbing_changes_the_pictures(self):
        self.play()
        self.open_all()
        before, tracks = self.pictures(), self.tracks()
        self.browser.run("const slider = document.querySelector('#player input[type=range]'); slider.value = 12;"
                         "slider.dispatchEvent(new Event('input'))")
        self.assertEqual(self.step(), "step 13 of 41")
        self.settle()
        after = self.pictures()
        self.assertEqual(len(after), 6)  # the machine, the memory, four stages of addressing
        self.assertTrue(all(one != other for one, other in zip(before, after)), "a panel did not follow")
        self.assertEqual(self.tracks(), tracks)  # the cursor moves, nothing else

    def tracks(self):
        """Each track's place, and what is drawn."""
        return self.browser.run("return [...document.querySelectorAll('#player .track')].map(canvas => { "
                                "const {left, top, width, height} = canvas.getBoundingClientRect(); "
                                "return [left, top + scrollY, width, height, canvas.toDataURL()] })")

    def test_keys(self):
        self.play()
        for keys, step in (([Keys.ARROW_RIGHT], 2), ([Keys.ARROW_RIGHT] * 3, 5), ([Keys.ARROW_LEFT], 4),
                           ([Keys.END], 41), ([Keys.ARROW_RIGHT], 41), ([Keys.HOME], 1),
                           ([Keys.SHIFT, Keys.ARROW_RIGHT, Keys.NULL], 11)):
            self.press(SLIDER, *keys)
            self.assertEqual(self.step(), f"step {step} of 41", keys)
        self.press("#player canvas.track", Keys.ARROW_LEFT)
        self.assertEqual(self.step(), "step 10 of 41")

    def test_it_plays_when_told_and_stops(self):
        self.play()
        self.assertEqual(self.step(), "step 1 of 41")
        self.choose_speed(32)
        self.press("#player canvas.track", " ")
        self.browser.until("document.querySelector('.step-told').textContent > 'step 3 of' && "
                           "document.querySelector('.play').textContent === 'Pause'")
        self.browser.until("document.querySelector('.step-told').textContent === 'step 41 of 41'")
        self.browser.until("document.querySelector('.play').textContent === 'Play'")

    def choose_speed(self, speed):
        self.browser.run("const field = document.querySelector('.player-controls select'); field.value = arguments[0];"
                         "field.dispatchEvent(new Event('change'))", speed)

    def test_cells_are_what_the_data_say(self):
        self.play()
        told = self.browser.run("""
            const canvas = document.querySelector('[data-track=input] canvas'), box = canvas.getBoundingClientRect();
            const context = canvas.getContext('2d'), found = [], cursor = document.querySelector('.score-cursor');
            const left = 44, wide = (box.width - left - 10) / 41, high = box.height / 6;
            for (let row = 0; row < 6; row++) for (let column = 1; column < 41; column++) {
              const x = left + Math.round(column * wide) + Math.floor(wide / 2), y = (row + 0.5) * high;
              const place = {clientX: box.left + x, clientY: box.top + y};
              canvas.dispatchEvent(new PointerEvent('pointermove', place));
              const said = document.querySelector('.score-readout').firstChild.textContent;
              canvas.dispatchEvent(new PointerEvent('pointerleave'));
              found.push([said, [...context.getImageData(Math.floor(x), Math.floor(y), 1, 1).data]]);
            }
            return found""")
        draw = report_data.random.Random(1)
        pattern = [[draw.randrange(2) for _ in range(6)] for _ in range(20)]
        ink = [0x1b, 0x1f, 0x24, 255]
        for (said, pixel), (row, step) in zip(told, ((row, step) for row in range(6) for step in range(1, 41))):
            value = pattern[step][row] if step < 20 else 0
            self.assertEqual(said, f"input x, row {row + 1}, step {step + 1}: {value}")
            self.assertEqual(pixel, ink if value else [0] * 4, said)  # a hollow square is bare within

    def test_cells_are_read_by_keys(self):
        self.play()
        self.open_all()
        matrix = ".panels.rest canvas.grid"
        self.press(matrix, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
        self.assertRegex(self.texts(".panels.rest .readout")[0], r"^slot 2, width 2: −?0\.\d+$")
        self.assertEqual(self.step(), "step 1 of 41")
        label = self.browser.run("return document.querySelector(arguments[0]).ariaLabel", matrix)
        self.assertIn("Memory. slot 2, width 2:", label)

    def test_two_runs_step_together(self):
        self.play(Beside_it="1")
        self.assertEqual(len(self.texts(".run-column")), 2)
        self.open_all()
        before = self.pictures()
        self.press(SLIDER, Keys.SHIFT, *[Keys.ARROW_RIGHT] * 3, Keys.NULL)
        after = self.pictures()
        self.assertEqual(len(after), 12)
        self.assertTrue(all(one != other for one, other in zip(before, after)), "a panel of one of them did not follow")
        machines = "return [...document.querySelectorAll('.machine-now')].map(each => each.ariaLabel)"
        self.assertEqual(self.browser.run(machines), ["The machine at step 31"] * 2)
        self.press(SLIDER, Keys.END)  # the other has only 31 steps and stays at its last
        self.assertEqual(self.step(), "step 41 of 41")
        self.assertEqual(self.browser.run(machines), ["The machine at step 41", "The machine at step 31"])

    def test_a_story_steps_by_hops(self):
        self.play(Run="2")
        for hop, statement in (1, 4), (2, 6), (3, 6):
            self.assertEqual(self.step(), f"hop {hop} of 3")
            [told] = self.texts(".score-sentence")
            self.assertIn(f"Hop {hop}: it attends most to “{report_data.STATEMENTS[statement - 1]}” (0.", told)
            self.press(SLIDER, Keys.ARROW_RIGHT)
        self.assertEqual(self.texts("ol.story .forgotten"), report_data.STATEMENTS[:2])
        self.assertEqual(self.texts("ol.story .support"), [report_data.STATEMENTS[at] for at in (3, 5)])
        self.assertIn("the oldest 2 are no longer in the memory", self.texts(".story-panel .note")[-1])
        self.assertIn("garden", self.texts(".answer")[0])

    def test_slots_step_by_statements(self):
        self.play(Run="3")
        self.press(SLIDER, Keys.ARROW_RIGHT)
        self.assertEqual(self.step(), "statement 2 of 8")
        self.assertEqual(len(self.texts("ol.story .later")), 6)
        self.assertEqual(self.texts("ol.story .present"), [report_data.STATEMENTS[1]])
        self.assertIn("wrong, it is garden", self.texts(".answer")[0])

    def test_an_answer_steps_by_tokens(self):
        self.play(Run="4")
        for step, (said, read) in enumerate((("der", "the"), ("schnelle", "quick"), ("braune", "brown"))):
            self.assertEqual(self.step(), f"step {step + 1} of 6: {said}")
            self.assertEqual(self.texts(".tokens .token.present"), [said])
            self.assertEqual(self.texts(".tokens .token.linked"), [read])
            self.assertEqual(len(self.texts(".tokens .token.later")), 5 - step)
            self.press(SLIDER, Keys.ARROW_RIGHT)
        self.assertEqual(self.texts(".tokens .token.other"), ["hüpft", "so", "–"])
        self.assertIn("✕ not as it should be", self.texts(".alignment-panel")[0])

    def test_an_answer_s_source_is_shaded_by_head(self):
        self.play(Run="4")
        self.press(SLIDER, Keys.ARROW_RIGHT)
        told, seen = {}, {}
        for head in ("-1", "0", "1"):
            self.browser.run("const field = document.querySelector('.alignment-panel select');"
                             "field.value = arguments[0]; field.dispatchEvent(new Event('change'))", head)
            told[head] = self.texts(".alignment-panel .readout")[0]
            seen[head] = self.browser.run("return [...document.querySelector('.tokens').children].map("
                                          "each => [getComputedStyle(each).backgroundColor, each.title])")
        self.assertEqual(told["0"], "“schnelle” looks most at “quick”: 0.9, which it comes from")
        self.assertEqual(told["1"], "“schnelle” looks most at “the”: 0.9; it comes from “quick”")
        self.assertEqual([title for _, title in seen["0"]], ["0.12", "0.9", "0.12", "0", "0"])
        self.assertEqual(len({str(each) for each in seen.values()}), 3)
        self.assertEqual(len(set(colour for colour, _ in seen["0"])), 3)

    def test_a_cell_of_an_alignment_is_read_and_pressed(self):
        self.play(Run="4")
        track = "[data-track='alignment 0'] canvas"
        self.press(track, Keys.ARROW_DOWN)
        self.assertRegex(self.texts(".score-readout")[0], r"^“quick”, step 1: alignment 0\.\d+")
        self.assertEqual(self.texts(".score-sentence"), ["“der”: it attends most to “the” (0.90)."])
        self.browser.run("""
            const canvas = document.querySelector(arguments[0]), box = canvas.getBoundingClientRect();
            const cursor = document.querySelector('.score-cursor').getBoundingClientRect();
            for (const type of ['pointerdown', 'pointerup']) canvas.dispatchEvent(new PointerEvent(type,
              {clientX: cursor.left + 5.5 * cursor.width, clientY: box.top + 10}))""", track)
        self.assertEqual(self.step(), "step 6 of 6: (end)")

    def test_where_nothing_is_shown_of_it_there_are_the_texts(self):
        self.play(Run="5")
        self.assertEqual(self.texts(".alignment-panel canvas"), [])
        self.assertEqual(self.texts(".tokens .token.present"), ["the"])
        self.assertEqual(len(self.texts(".tokens .token.later")), 6)
        self.press(SLIDER, *[Keys.ARROW_RIGHT] * 6)
        self.assertEqual(self.texts(".tokens .token.present"), ["schnelle"])
        self.assertIn("✓ the same", self.texts(".alignment-panel")[0])

    def test_why_there_is_no_player(self):
        """For a run chosen in the table; the player's own list has only runs with a player."""
        self.play()
        runs = report_data.report()["runs"]
        there = [run["name"] for run in runs if run["trace"] is not None]
        self.assertEqual(self.texts("#player label:first-child select option"), ["choose a run", *there])
        self.browser.run("[...document.querySelectorAll('#runs tbody button')].find("
                         "each => each.textContent === arguments[0]).click()", runs[7]["name"])
        self.browser.until("document.querySelector('.run-column').textContent.includes('No player for this run')")
        self.assertEqual(self.texts("#player label:first-child select option")[0], "choose a run")
        self.assertIn("No player for this run: its directory has no checkpoint", self.texts(".run-column")[0])
        self.assertIn("its directory has no checkpoint", self.texts("#player .reasons")[0])
        self.assertEqual(len(self.texts("#player .reasons li")), 1)

    def test_damage_is_said(self):
        data = report_data.report()
        data["traces"][0]["arrays"]["memory"]["shape"][0] += 1
        data["traces"][1]["panels"] += [{"kind": "hologram", "title": "New"},
                                        {"kind": "matrix", "title": "Lost", "array": "no"}]
        self.play(data, Beside_it="1")
        self.assertIn("cannot be read: memory holds", self.texts(".run-column")[0])
        self.assertIn("does not know panels of kind hologram", self.texts(".run-column")[1])
        self.assertIn("Lost: the trace has no no.", self.texts(".run-column")[1])

    def test_legible_in_light_and_dark_wide_and_narrow(self):
        self.play(Run="2", Beside_it="0")
        self.browser.run("document.querySelectorAll('details').forEach(each => (each.open = true))")
        seen = {}
        for scheme, width in ("light", 1280), ("dark", 1280), ("dark", 400), ("light", 400):
            self.browser.media(prefers_color_scheme=scheme)
            self.browser.size(width)
            self.settle()
            with self.subTest(scheme=scheme, width=width):
                inks = self.browser.run(INKS)
                self.assertGreater(len(inks), 200)
                self.assertEqual([(text, round(ratio, 2)) for text, ratio in inks if ratio < 4.5], [])
                self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
                self.assertEqual(self.browser.run(LINKS_OUTSIDE), [], width)
                seen[scheme, width] = self.browser.run(
                    "return document.querySelector('#curves .u-wrap canvas').toDataURL()")
                if width == 400:  # an answer's tokens are shaded, each with its own text colour
                    self.choose_all({"Run": "4"})
                    inks = self.browser.run(INKS)
                    self.assertEqual([(text, round(ratio, 2)) for text, ratio in inks if ratio < 4.5], [])
                    self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
                    self.choose_all({"Run": "2"})
        self.assertTrue(seen["light", 1280] != seen["dark", 1280], "the curves kept their colours")

    def test_maps_are_those_of_figures_and_even_in_lightness(self):
        self.play()
        stops = [round(at * 255 / 16) for at in range(17)]
        figures = [[tuple(round(255 * part) for part in colours(stop)[:3]) for stop in stops]
                   for colours in (panels.grey(), panels.diverging())]
        for scheme in "light", "dark":
            self.browser.media(prefers_color_scheme=scheme)
            bars = self.browser.run("return [...document.querySelectorAll('#player .gradient')].map("
                                    "each => each.style.background)")
            self.assertEqual(len(set(bars)), 2)
            for bar in set(bars):
                values = [lightness(*map(int, each)) for each in re.findall(r"rgb\((\d+),? (\d+),? (\d+)\)", bar)]
                self.assertEqual(len(values), 17)
                if scheme == "light":
                    found = re.findall(r"rgb\((\d+),? (\d+),? (\d+)\)", bar)
                    self.assertIn([tuple(map(int, each)) for each in found], figures)
                steps = [after - before for before, after in zip(values, values[1:])]
                if abs(values[0] - values[-1]) > 20:  # from the page to its ink
                    steps = steps if values[0] < values[-1] else [-step for step in steps]
                    self.assertGreater(min(steps), 0)
                    self.assertLess(max(steps), 2.5 * min(steps))
                else:                                 # from both ends to zero
                    self.assertLess(max(abs(one - other) for one, other in zip(values, values[::-1])), 6, scheme)
                    half = [abs(step) for step in steps[:8]]
                    self.assertTrue(len({step > 0 for step in steps[:8]}) == 1 and max(half) < 2 * min(half), scheme)

    def test_everything_has_a_name(self):
        self.play(Beside_it="1")
        self.open_all()
        nameless = self.browser.run("""
            const wanted = 'button, select, input, canvas:not([aria-hidden]), nav, section, [role=region], [role=img]';
            return [...document.querySelectorAll(wanted)].filter(each => !each.closest('.u-wrap') && !(each.ariaLabel ||
              each.labels?.[0]?.textContent.trim() || each.textContent.trim() && each.localName === 'button' ||
              document.getElementById(each.getAttribute('aria-labelledby'))?.textContent))
              .map(each => each.outerHTML.slice(0, 90))""")
        self.assertEqual(nameless, [])
        self.assertEqual(self.texts("main > section > h2"), [
            "Runs", "Learning curves", "Comparison", "Profiles", "Generalisation", "Sweeps", "Memory player",
            "Reproduce"])
        self.assertEqual(self.browser.run("return document.querySelectorAll('h1, header, nav, main').length"), 4)
        self.press("a.skip", Keys.TAB)
        self.assertEqual(self.browser.run("return getComputedStyle(document.activeElement).outlineStyle"), "solid")


class Pressed(Page):
    def at(self, what):
        return self.browser.run(f"const slider = document.querySelector(arguments[0]); return {what}", SLIDER)

    def test_they_count_before_the_episode_is_unpacked(self):
        self.show(report_data.report())
        self.assertEqual(self.at("[slider.getAttribute('aria-valuetext'), slider.max]"), ["step 1 of 41", "40"])
        self.at("[1, 2, 3].forEach(() => slider.dispatchEvent("
                "new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true, cancelable: true})))")
        self.browser.run("document.querySelector('#player').scrollIntoView({behavior: 'instant'})")
        self.browser.until("performance.getEntriesByName('player').length")
        self.assertEqual((self.step(), self.at("slider.getAttribute('aria-valuetext')")), ("step 4 of 41",) * 2)

    def test_a_run_chosen_before_that_has_its_own_steps(self):
        self.show(report_data.report())
        self.browser.run("[...document.querySelectorAll('#runs tbody button')].find("
                         "each => each.textContent === arguments[0]).click()", report_data.report()["runs"][2]["name"])
        if not self.at("performance.getEntriesByName('player').length"):
            self.assertEqual(self.at("slider.getAttribute('aria-valuetext')"), "hop 1 of 3")

    def test_a_click_between_the_pictures_is_enough(self):
        self.play(report_data.report())
        self.browser.driver.find_element(By.CSS_SELECTOR, "#player h2").click()
        self.browser.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(self.step(), "step 2 of 41")
        self.assertIn("With the focus anywhere in the player", " ".join(self.texts("#player .note")))


class Table(Page):
    def column(self, name):
        heads = self.texts("#runs thead th")
        at = next(place for place, head in enumerate(heads) if head.rstrip("▲▼") == name)
        return at, [row[at] for row in self.browser.run(
            "return [...document.querySelectorAll('#runs tbody tr')].map("
            "row => [...row.children].map(each => each.textContent))")]

    def sort(self, name):
        at, _ = self.column(name)
        head = f"#runs thead th:nth-child({at + 1})"
        self.press(f"{head} button", Keys.ENTER)
        return self.browser.run("return document.querySelector(arguments[0]).ariaSort", head), self.column(name)[1]

    def test_sorting(self):
        data = report_data.report()
        data["runs"][2]["cost"], data["runs"][3]["cost"] = None, 123.4  # before 4 as text, after it as a number
        self.show(data)
        cost = sorted(run["cost"] for run in data["runs"] if run["cost"] is not None)
        for way, wanted in ("ascending", cost), ("descending", cost[::-1]):
            said, cells = self.sort("bits")
            self.assertEqual(said, way)
            self.assertEqual(cells[-1], "–")  # missing values come last in both directions
            for cell, value in zip(cells, wanted):
                self.assertAlmostEqual(float(cell), value, delta=0.06)
        said, cells = self.sort("run")
        self.assertEqual((said, cells), ("ascending", sorted(run["name"] for run in data["runs"])))
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('#runs [aria-sort]')].filter(each => "
                                          "each.ariaSort !== 'none').length"), 1)

    def test_filter_and_ticks(self):
        data = report_data.report()
        self.show(data)
        legend = "#curves .legend-name"
        self.choose("#curves", "A line for each", "run")
        self.assertEqual(len(self.texts(legend)), 8)
        self.press("#runs input[type=search]", "memory=dnc seed=2")
        self.assertEqual(self.column("run")[1], ["dnc, seed 2"])
        self.press("#runs thead input", " ")
        self.assertEqual(len(self.texts(legend)), 7)
        self.assertNotIn("dnc, seed 2", self.texts(legend))
        self.press("#runs input[type=search]", Keys.CONTROL, "a", Keys.NULL, Keys.BACKSPACE)
        self.assertTrue(self.browser.run("return document.querySelector('#runs thead input').indeterminate"))
        self.press("#runs thead input", " ")
        self.assertEqual(len(self.texts(legend)), 8)
        self.press("#runs thead input", " ")
        self.assertIn("No run is ticked", self.texts("#curves .chart")[0])

    def saved(self, kind):
        """The text that a button of the curves gives to be saved, and the file's name."""
        self.browser.run("window.saved = []; URL.createObjectURL = (blob) => (saved.push(blob), '#curves');"
                         "HTMLAnchorElement.prototype.click = function () { saved.push(this.download) }")
        self.browser.run("[...document.querySelectorAll('#curves .export')]"
                         ".find((each) => each.textContent === arguments[0]).click()", kind)
        self.browser.until("saved.length === 2")
        return self.browser.driver.execute_async_script(
            "const done = arguments[0], [blob, name] = saved;"
            "blob.arrayBuffer().then((all) => done([String.fromCharCode(...new Uint8Array(all)), name]))")

    def test_a_chart_can_be_taken_away(self):
        data = report_data.report()
        self.show(data)
        self.choose("#curves", "A line for each", "run")
        text, name = self.saved("CSV")
        rows = list(csv.DictReader(text.splitlines(), strict=True))
        self.assertEqual(name, "bits-validation-over-sequences.csv")
        for run in data["runs"]:
            there = [(float(row["sequences"]), float(row["bits, validation"])) for row in rows
                     if row["line"] == run["name"]]
            self.assertEqual(there, list(zip(*run["curves"]["bits/validation"])), run["name"])
        text, name = self.saved("SVG")
        self.assertTrue(name.endswith(".svg"))
        drawing = xml.etree.ElementTree.fromstring(text)
        words = [each.text for each in drawing.iter("{http://www.w3.org/2000/svg}text")]
        self.assertLessEqual({"sequences", *(run["name"] for run in data["runs"])}, set(words))
        lines = [each.get("d") for each in drawing.iter("{http://www.w3.org/2000/svg}path")
                 if each.get("stroke-width") in ("1.2", "2.2") and each.get("d").count("L") > 1]
        self.assertEqual(len(lines), len(data["runs"]))
        self.assertTrue(self.saved("PNG")[0].startswith("\x89PNG"))

    def test_improvements_are_a_matrix(self):
        data = report_data.report()
        cells = [[None, [1, 1, 1], [0.5, 0.2, 0.8]], [[0, 0, 0], None, None], [[0.5, 0.2, 0.8], None, None]]
        table = {"title": "copy: probability of improvement", "note": "", "rows": [["a", "b"]],
                 "columns": [{"name": "group", "kind": "text"}, {"name": "against", "kind": "text"}],
                 "matrix": {"names": ["a", "b", "c"], "cells": cells}}
        self.show(data | {"tables": [*data["tables"], table]})
        self.assertEqual(self.texts(".matrix tbody tr"), ["a10050", "b0–", "c50–"])
        self.assertEqual(self.texts(".matrix .sure"), ["100", "0"])
        colours = self.browser.run("return [...document.querySelectorAll('.matrix td.number')]"
                                   ".map((each) => getComputedStyle(each).backgroundColor)")
        self.assertEqual(colours[2], colours[3], "a half is no more shaded than nothing")
        self.assertNotEqual(colours[1], colours[2])

    def test_each_group_has_a_chart_of_its_own(self):
        self.show(report_data.report())
        self.choose("#generalisation", "A line for each", "panels")
        charts = self.browser.run("return [...document.querySelectorAll('.multiples .chart')]"
                                  ".map((each) => each.querySelector('.legend-name').textContent)")
        self.choose("#generalisation", "A line for each", "group")
        self.assertEqual(charts, [name for name in self.texts("#generalisation .chart:not(.multiples *) .legend-name")
                                  if not name.startswith("guessing")])
        self.assertGreater(len(charts), 1)

    def test_the_player_opens_on_the_best_group(self):
        data = report_data.report()
        played = [run for run in data["runs"] if run["trace"] is not None]
        self.assertNotEqual(played[-1]["group"], played[0]["group"])
        best = data["groups"][played[-1]["group"]] | {"look": 7}
        data["groups"][played[-1]["group"]] = best
        data["looks"] = {"7": {"colour": "#000000", "dark": "#ffffff", "dash": "-", "marker": "o"}}
        answers = [{"task": played[-1]["task"], "sentences": ["It is."], "panels": [],
                    "rows": [{"name": best["name"], "look": best["look"], "letters": ""}]}]
        self.show(data | {"answers": answers})
        self.assertEqual(self.browser.run("return document.querySelector('#player select').selectedOptions[0].text"),
                         next(run["name"] for run in played if run["group"] == played[-1]["group"]))

    def test_many_points_of_sweeps_are_not_ticked(self):
        self.show(report_data.report(runs=64, points=3, traces=False))  # the first 40 are those of the sweep
        self.assertIn("64 runs of 64 shown, 24 ticked", self.texts("#runs .note"))
        self.choose("#curves", "A line for each", "run")
        self.assertEqual(len(self.texts("#curves .legend-name")), 24)

    def test_a_name_chooses_the_run(self):
        self.show(report_data.report())
        self.browser.run("document.querySelectorAll('#runs tbody button')[4].click()")
        self.assertIn("tapehead train --config", self.texts("#reproduce .command")[0])
        self.press("#reproduce .command-box button", Keys.ENTER)
        told = "document.querySelector('.command-box [role=status]').textContent"
        self.assertIn(self.browser.until(told), ("copied", "selected: press Ctrl+C"))
        self.choose("#reproduce", "Compare with", "1")
        self.assertEqual(sorted(row.split("differs")[0] for row in self.texts("#reproduce tr.differs")),
                         ["memory", "seed", "train.learning-rate"])


class Whole(Page):
    def test_hostile_texts_stay_texts(self):
        self.play(report_data.hostile(report_data.report()), Run="2", Beside_it="7")
        self.choose("#player", "Run", "4")
        self.assertEqual(self.texts(".tokens")[0], "".join([report_data.HOSTILE, *report_data.RIGHT_TO_LEFT]))
        self.assertEqual(self.texts(".alignment-panel .token.other"), [report_data.HOSTILE] * 6)
        self.choose("#player", "Run", "0")
        self.choose("#reproduce", "Compare with", "7")
        self.assertEqual(self.browser.run("return document.querySelectorAll('img, b, iframe').length"), 0)
        self.assertIsNone(self.browser.run("return window.hacked"))
        self.assertEqual(self.texts("h1"), [report_data.HOSTILE])
        self.assertEqual(self.browser.run("return document.querySelector('title').textContent"), report_data.HOSTILE)
        self.assertIn(report_data.HOSTILE, self.texts("#runs tbody button"))
        self.assertIn(report_data.HOSTILE, self.texts("#reproduce .facts-table td"))
        self.assertEqual(self.browser.run("return document.querySelectorAll('script').length"), 2)

    def test_fifty_runs_of_a_thousand_points_open_at_once(self):
        self.browser.open(page(report_data.report(runs=50, points=1000, traces=False)))
        ready = self.browser.until("performance.getEntriesByName('ready')[0]?.startTime")
        self.assertLess(ready, OPEN_WITHIN)
        self.choose("#curves", "A line for each", "run")
        self.assertEqual(len(self.texts("#curves .legend-name")), 50)
        drawn = self.browser.run("""
            const canvas = document.querySelector('#curves .u-wrap canvas'), colours = new Set();
            const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            for (let at = 0; at < data.length; at += 4)
              if (data[at + 3] === 255) colours.add(data[at] * 65536 + data[at + 1] * 256 + data[at + 2]);
            return [...colours]""")
        self.assertIn(0x0a52a0, drawn)
        self.assertIn(0xd95f02, drawn)
        print(f"50 runs of 1,000 points: curves after {ready:.0f} ms")

    def test_nothing_to_show_is_said(self):
        self.browser.open(TEMPLATE)
        self.assertIn("This is an empty template", self.texts("main")[0])
        self.show({"version": 1, "title": "Nothing", "made": "now", "runs": []})
        for section in self.texts("main > section"):
            self.assertRegex(section, r"(?i)(\b|[a-z])(no|none|not|nothing) .*\.$")
        run = {"name": "new", "group": 0, "status": "unfinished", "sequences": 0, "curves": {}, "generalisation": [],
               "no_trace": "it has not begun"}
        self.show({"version": 1, "title": "One", "made": "now", "runs": [run],
                   "groups": [{"name": "new", "runs": [0]}]})
        self.assertIn("it has not begun", self.texts("#player")[0])
        self.assertIn("None of the runs has measured anything yet.", self.texts("#curves")[0])

    def test_guessers_stand_beside_the_scores(self):
        data = report_data.report(traces=False)
        for point in [point for run in data["runs"] for point in run["generalisation"]]:
            point["values"] |= {"uniform_wrong_bits": 4 * point["at"], "uniform_solved": 0}
        self.show(data | {"guesses": {"wrong_bits": {"uniform": "uniform_wrong_bits"}}})
        self.assertEqual(self.texts("#generalisation .legend-name")[-1], "guessing: uniform")
        self.assertIn("grey: what guessers get", self.texts("#generalisation .note")[0])
        metrics = self.texts("#generalisation option")
        self.assertIn("uniform solved", metrics)  # of a metric without its guessers
        self.assertNotIn("uniform wrong bits", metrics)
        self.show(data)
        self.assertFalse([name for name in self.texts("#generalisation .legend-name") if name.startswith("guessing")])

    def test_what_is_not_compared_is_said(self):
        said = "Nothing is compared: a sampler chose all."
        data = report_data.report(traces=False) | {"not_compared": said}
        self.show(data)
        self.assertIn(said, self.texts("#comparison .note"))
        self.show(data | {"tables": [], "profiles": []})
        for section in "comparison", "profiles":
            self.assertEqual(self.texts(f"#{section} .empty"), [said])

    def test_a_point_that_diverged_says_so(self):
        data = report_data.report(traces=False)
        data["sweeps"][0]["points"][0] |= {"state": "diverged", "value": None}
        self.show(data)
        [row] = [each for each in self.browser.run(
            "return [...document.querySelectorAll('#sweeps tbody tr')].map("
            "row => [...row.children].map(each => each.textContent))") if each[1] == "diverged"]
        self.assertEqual((row[0], row[-1]), (data["sweeps"][0]["points"][0]["run"], "∞"))
        self.assertIn("Dashed: diverged, pruned or failed", " ".join(self.texts("#sweeps .note")))

    def test_a_range_of_a_sweep(self):
        self.show(report_data.report())
        rows = "document.querySelectorAll('#sweeps tbody tr').length"
        self.assertEqual(self.browser.run(f"return {rows}"), 40)
        self.browser.run("""
            const canvas = document.querySelector('#sweeps .wide canvas'), box = canvas.getBoundingClientRect();
            canvas.setPointerCapture = () => {};
            const at = (type, y) => canvas.dispatchEvent(
              new PointerEvent(type, {clientX: box.left + 64, clientY: box.top + y}));
            at('pointerdown', 30); at('pointermove', 60); at('pointerup', 60)""")
        kept = sum(point["at"][0] == 64 for point in report_data.report()["sweeps"][0]["points"])
        self.assertEqual(self.browser.run(f"return {rows}"), kept)
        self.browser.run("[...document.querySelectorAll('#sweeps button')].find("
                         "each => each.textContent === 'Clear ranges').click()")
        self.assertEqual(self.browser.run(f"return {rows}"), 40)

    def test_ranges_by_keys(self):
        data = report_data.report(traces=False)
        data["sweeps"][0]["points"][0]["at"][1] = None  # one without such an option
        self.show(data)
        points = data["sweeps"][0]["points"]

        def kept():
            return sorted(self.texts("#sweeps tbody th"))

        def right(fits):
            return sorted(point["run"] for point in points if fits(*point["at"], point["value"]))

        def end(name):
            return f"#sweeps .ranges [aria-label='{name}']"
        self.assertIsNone(self.browser.run("return document.querySelector('#sweeps canvas').getAttribute('tabindex')"))
        self.press("#sweeps .ranges summary", Keys.ENTER)
        self.press(end("train.learning-rate, from"), "0.001", Keys.TAB)
        self.assertEqual(kept(), right(lambda batch, rate, memory, value: rate and rate >= 0.001))
        self.press(end("train.learning-rate, to"), "3e-3", Keys.TAB)
        self.press(end("memory, from"), "d")  # dnc, after ntm
        self.assertEqual(kept(), right(
            lambda batch, rate, memory, value: rate and 0.001 <= rate <= 0.003 and memory >= 1))
        self.assertIn("points are within the ranges", " ".join(self.texts("#sweeps .note")))
        self.press("#sweeps .controls button", Keys.ENTER)
        self.assertEqual(len(kept()), 40)
        fields = "return [...document.querySelectorAll('#sweeps .ranges input, #sweeps .ranges select')]" \
                 ".map(each => each.value)"
        self.assertEqual(self.browser.run(fields), [""] * 8)
        self.press(end("sequences, to"), "30000", Keys.TAB)
        self.assertEqual(kept(), right(lambda batch, rate, memory, value: value is not None and value <= 30000))
        self.press(end("sequences, to"), Keys.CONTROL, "a", Keys.NULL, "-5", Keys.TAB)
        self.assertEqual(kept(), [])
        self.press("#sweeps .controls button", Keys.ENTER)
        self.browser.run("""
            const canvas = document.querySelector('#sweeps .wide canvas'), box = canvas.getBoundingClientRect();
            canvas.setPointerCapture = () => {};
            const at = (type, y) => canvas.dispatchEvent(
              new PointerEvent(type, {clientX: box.right - 64, clientY: box.top + y}));
            at('pointerdown', 150); at('pointermove', 250); at('pointerup', 250)""")
        low, high = (float(text) for text in self.browser.run(fields)[-2:])
        self.assertEqual(kept(), right(lambda batch, rate, memory, value: value is not None and low <= value <= high))
        self.assertTrue(0 < len(kept()) < 40)


def lightness(*colour):
    """CIE L* of an sRGB colour."""
    linear = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    light = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))
    return 116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light


if __name__ == "__main__":
    unittest.main()
