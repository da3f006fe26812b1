#!/usr/bin/python3
"""docs/map.html, the map in a real browser: it is what the kept files say, sorts, filters, groups, and opens a cell
whose numbers are those of the CSV, by keyboard too; it loads nothing, fits 400 pixels and is painted in a second."""
import csv
import json
import os
import pathlib
import statistics
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "tests" / "support"), str(SOURCE / "python"), str(SOURCE / "studies")]

import browser as chromium  # noqa: E402
import map_across  # noqa: E402
import map_looks  # noqa: E402
import map_page  # noqa: E402
from map_plan import read_plan  # noqa: E402
from map_rows import of_what_can_be_known, rows_of  # noqa: E402
from plans import as_csv  # noqa: E402
from report_page import INKS, LINKS_OUTSIDE, Page  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from told import map_replicated, map_tables  # noqa: E402

PLAN = read_plan(SOURCE / "studies/map.toml")
KEPT = SOURCE / "docs/map.html"
MOST_BYTES = 8e6
PAINTED_WITHIN = 1000  # milliseconds
WIDTHS = (1400, 800, 400)
# Presses a key several times; the first cell that has the focus and is not seen, by its name and those of its corners.
HIDDEN = """
const [key, times] = arguments;
const hidden = (cell) => {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const corners = [left + 3, right - 3].flatMap((x) => [top + 3, bottom - 3].map((y) => [x, y]));
  return corners.filter(([x, y]) => !cell.contains(document.elementFromPoint(x, y)));
};
for (let time = 0; time < Math.max(times, 1); time++) {
  if (times) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const cell = document.activeElement;
  if (key !== "Enter" && (!cell.dataset.cell || hidden(cell).length))
    return [cell.dataset.cell ?? cell.id, ...hidden(cell)];
}
return [];
"""


def rows_in(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def planted(folder):
    """Results of three measures: all machines with five seeds on copy, two of them with three on sort, of which one has
    everything right, and nothing elsewhere."""
    results = pathlib.Path(folder) / "results"
    (results / "map").mkdir(parents=True)
    rows = [row for at, machine in enumerate(PLAN.machines)
            for row in rows_of(machine, [100 - at] * 5, [90 - 2 * at - seed for seed in range(5)], range(1, 6))]
    (results / "map/copy.csv").write_bytes(as_csv(map_tables.COLUMNS, rows))
    rows = [row for machine, within, beyond, seeds in (("ntm", 100, 100, 3), ("dnc", 60, 51, 5), ("lru", 102, 103, 5))
            for row in rows_of(machine, [within] * seeds, [beyond] * seeds, range(1, seeds + 1), of_what_can_be_known)]
    (results / "map/sort.csv").write_bytes(as_csv(map_tables.COLUMNS, rows))
    (results / "map/rates").mkdir()
    rows = [row | {"rate": "0.003", "role": "window"}
            for row in rows_of("lru", [100, 99, 60], [0] * 3, range(201, 204))]
    (results / "map/rates/parity-check.csv").write_bytes(as_csv(map_tables.COLUMNS, rows))
    rows = [dict.fromkeys(map_replicated.COLUMNS, "0") | {"cell": f"{name}/copy", "agrees": agrees, "cpu": "another",
                                                          "date": "2026-11-26"}
            for name, agrees in (("gru", "yes"), ("lru", "no"))]
    (results / "map/replicated.csv").write_bytes(as_csv(map_replicated.COLUMNS, rows))
    return results


def setUpModule():
    Page.browser = chromium.Browser()
    unittest.addModuleCleanup(Page.browser.close)
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    Shown.results = planted(folder.name)
    Shown.page = pathlib.Path(folder.name) / "planted.html"
    Shown.page.write_bytes(map_page.page_of(Shown.results))


class Shown(Page):
    results = page = None

    def open_map(self, hash_="", page=None):
        self.browser.driver.get("about:blank")
        self.browser.driver.get((page or self.page).as_uri() + hash_)
        self.browser.until("performance.getEntriesByName('complete').length")

    def names(self):
        return self.texts("#table tbody tr:not(.group) th .machine span")

    def column(self, name):
        """The texts of a measure's cells, by machine."""
        return dict(self.browser.run(
            "return [...document.querySelectorAll('#table [data-cell]')].filter(each => "
            "each.dataset.cell.endsWith('/' + arguments[0])).map(each => [each.dataset.cell.split('/')[0], "
            "[...each.querySelectorAll('.cell-texts > *')].map(one => one.textContent).join(' ') || each.textContent])",
            name))

    def sort_by(self, name):
        self.browser.run("[...document.querySelectorAll('#table th button.sort')].find(each => "
                         "each.textContent.replace(/[▲▼]/, '') === arguments[0]).click()", name)

    def write(self, label, text):
        self.browser.run("const field = [...document.querySelectorAll('#table .field')].find(each => "
                         "each.firstChild.textContent === arguments[0]).querySelector('input, select');"
                         "field.value = arguments[1];"
                         "field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input'))", label, text)

    def tick(self, label):
        self.browser.run("[...document.querySelectorAll('#table .tick')].find(each => "
                         "each.textContent === arguments[0]).querySelector('input').click()", label)


class Planted(Shown):
    def test_cells_say_what_is_there(self):
        self.open_map()
        copy, sort = self.column("copy"), self.column("sort")
        for at, machine in enumerate(PLAN.machines):
            self.assertEqual(copy[machine], f"{90 - 2 * at - 2:.1f} {'5' if at <= 1 else '0'}/5")
        self.assertEqual({name: sort[name] for name in ("ntm", "dnc", "lru", "lstm")},
                         {"ntm": "3 of 5 trained", "dnc": "51.0 0/5", "lru": "100 5/5", "lstm": "no seed yet"})
        self.assertEqual(set(self.column("add").values()), {"no seed yet"})
        guesses = self.texts("#table tfoot td")
        self.assertEqual(guesses[1 + list(PLAN.measures).index("copy")], "50.0")
        self.assertEqual(guesses[1 + list(PLAN.measures).index("add")], "")
        self.write("In a cell", "within-interval")
        self.assertEqual(self.column("copy")["gru"], "99.0 99.0–99.0")

    def test_it_sorts_within_groups_and_without(self):
        self.open_map()
        self.tick("group by what a memory does")
        self.sort_by("copy")
        self.assertEqual(self.names(), list(PLAN.machines))
        self.sort_by("copy")
        self.assertEqual(self.names(), list(PLAN.machines)[::-1])
        self.sort_by("sort")
        self.assertEqual(self.names()[:2], ["lru", "dnc"], "what has no number is last")
        self.sort_by("copy")
        self.tick("group by what a memory does")
        groups = self.texts("#table tr.group")
        self.assertEqual(groups, list(dict.fromkeys(one.does for one in PLAN.machines.values())))
        self.assertEqual([name for name in self.names() if PLAN.machines[name].does == "a list, read at its ends"],
                         ["stack", "queue", "deque", "stack-superposed"])

    def test_it_filters(self):
        self.open_map()
        self.write("Machines with", "ntm slots")
        self.assertEqual(sorted(self.names()), ["mixer-ntm", "ntm", "ntm-content", "ntm-location"])
        self.write("Measures with", "sort")
        heads = self.texts("#table thead th")
        self.assertEqual([head.strip("▲▼") for head in heads[2:]], ["sort", "bucket-sort"])
        self.tick("only measures with runs")
        self.assertEqual(len(self.texts("#table thead th")), 3)
        self.write("Machines with", "nothing of this name")
        self.assertEqual(self.names(), [])
        self.assertIn("No machine", self.texts("#axes .empty")[0])

    def test_a_cell_opens_by_keys_and_closes(self):
        self.open_map()
        self.browser.run("document.querySelector('[data-cell=\"lstm/copy\"]').focus()")
        active = self.browser.driver.switch_to.active_element
        active.send_keys(Keys.ARROW_DOWN)
        where = "const {dataset, id, textContent} = document.activeElement; return dataset.cell || id || textContent"
        self.assertEqual(self.browser.run(where), "gru/copy", "the name of the next group is no cell")
        self.browser.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.ENTER)
        self.assertEqual(self.browser.run(where), "cell-title")
        self.assertEqual(self.texts("#cell-title")[0], "gru on copy")
        self.assertEqual(self.texts("#cell tbody tr:first-child td"), ["1", "99.0", "88.0", "10", "1", "finished"])
        self.browser.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.assertEqual(self.browser.run(where), "gru/copy")
        last = [*PLAN.measures][-1]
        for key, name in ((Keys.END, f"gru/{last}"), (Keys.HOME, "gru/copy"), (Keys.ARROW_UP, "lstm/copy"),
                          (Keys.ARROW_UP, "copy"), (Keys.ARROW_LEFT, "seeds solved"), (Keys.ENTER, "seeds solved▼"),
                          (Keys.ARROW_DOWN, "lstm/copy")):
            self.browser.driver.switch_to.active_element.send_keys(key)
            self.assertEqual(self.browser.run(where), name)
        for what in ("[data-cell]", "thead button"):
            self.assertEqual(len(self.texts(f"#table {what}[tabindex='0']")), 1, f"one stop of Tab for all {what}")

    def test_links_to_sections_take_the_focus_there(self):
        self.open_map()
        where = ("const {ariaLabel, dataset, id, textContent} = document.activeElement;"
                 "return dataset.cell || ariaLabel || id || textContent")
        for key, name in ((Keys.TAB, "Skip to the table"), (Keys.ENTER, "Machines and measures"), (Keys.TAB, "machine"),
                          (Keys.TAB, "lstm/copy")):
            self.browser.driver.switch_to.active_element.send_keys(key)
            self.assertEqual(self.browser.run(where), name)
        for link in self.browser.run("return [...document.querySelectorAll('nav a')]"):
            link.send_keys(Keys.ENTER)
            self.assertEqual(self.browser.run(where), link.get_attribute("hash").removeprefix("#"))
            self.assertEqual(self.browser.run("return location.hash"), "")
        self.browser.run("document.querySelector('nav a[href=\"#axes\"]').click()")
        self.browser.driver.switch_to.active_element.send_keys(Keys.TAB)
        first = "return document.activeElement.parentElement.firstChild.textContent"
        self.assertEqual(self.browser.run(first), "Across")
        self.assertEqual(self.browser.run("return document.querySelectorAll('section[tabindex]').length"), 0)

    def test_the_focus_is_in_sight(self):
        self.browser.media(prefers_reduced_motion="reduce")
        for width, height in ((1400, 900), (800, 800), (400, 800)):
            self.browser.size(width, height)
            self.open_map(page=KEPT)
            self.browser.run("document.querySelector('[data-cell=\"ntm/copy\"]').focus()")
            for key, times in (("Enter", 1), ("Escape", 1), ("ArrowRight", 13), ("ArrowLeft", 13), ("End", 1),
                               ("Home", 1), ("ArrowDown", 14), ("ArrowUp", 22), ("Enter", 1), ("Escape", 1)):
                self.assertEqual(self.browser.run(HIDDEN, key, times), [], f"at {width} x {height} pixels, by {key}")
            self.browser.run("document.querySelector('#table .scroll').scrollTo(0, 10000);"
                             "document.getElementById('cell-title').focus()")
            self.browser.driver.switch_to.active_element.send_keys(Keys.SHIFT, Keys.TAB)
            self.assertEqual(self.browser.run(HIDDEN, "", 0), [], f"at {width} x {height} pixels, by Tab")

    def test_questions_and_the_window_of_rates(self):
        self.open_map()
        self.assertEqual(self.texts("#questions h3"), [one.asks for one in PLAN.questions.values()])
        self.assertEqual(self.texts("#questions .block > p:not(.note)"),
                         [f"0 of {len(one.measures)} measures there so far: not yet answered."
                          for one in PLAN.questions.values() if "sort" not in one.measures]
                         + ["0 to 1 of 12 measures there so far: not yet answered."])
        none = "(0 of 3 seeds there)"
        self.assertEqual(self.texts("#rates tbody tr > *"),
                         ["lru", none, none, none, "2 of 3, 99", none, none, none, "0.003 alone"])

    def test_what_was_trained_anew_is_told(self):
        self.open_map("#cell=lru/copy")
        facts = dict(zip(self.texts(".top dt"), self.texts(".top dd")))
        self.assertEqual(facts["cells trained anew that agree"], "1 of 2")
        self.assertEqual(facts["runs there"], str(5 * len(PLAN.machines) + 13))
        self.assertIn("Trained anew on 2026-11-26 on another: it does not agree.", self.texts("#cell .note"))

    def test_a_cell_that_waits_opens_too(self):
        self.open_map("#cell=ntm/sort")
        self.assertIn("3 of 5 seeds are there so far", self.texts("#cell .empty")[0])
        self.open_map("#cell=lstm/add")
        self.assertIn("No seed of it has been trained yet", self.texts("#cell .empty")[0])
        self.assertIn("scripts/reproduce.sh map --cell lstm/add", self.texts("#cell .command"))
        self.assertIn("This trains the cell, tells what it came to, and keeps it for this page:", self.texts("#cell p"))
        self.open_map("#cell=lstm/nothing")
        self.assertIn("No cell is open", self.texts("#cell .empty")[0])

    def test_the_state_is_in_the_address(self):
        self.open_map()
        self.write("Machines with", "slots")
        self.sort_by("copy")
        self.browser.run("document.querySelector('[data-cell=\"ntm/copy\"]').click()")
        self.browser.until("location.hash.includes('cell=ntm/copy') && location.hash.includes('machines=slots')")
        hash_, names = self.browser.run("return location.hash"), self.names()
        self.assertIn("sort=copy", hash_)
        self.open_map(hash_)
        self.assertEqual((self.names(), self.texts("#cell-title")[0]), (names, "ntm on copy"))

    def test_what_is_no_choice_in_the_address_is_passed_over(self):
        self.open_map("#machines=lstm")
        sections = "#table td, #ranks tbody th, #axes svg text, #profiles .legend-name"
        usual = self.texts(sections)
        self.open_map("#machines=lstm&show=constructor&across=elsewhere&of=sorting&x=nope&y=toString")
        self.assertEqual(self.texts(sections), usual)
        self.assertEqual(self.texts("#table .empty, #ranks .empty, #axes .empty"), [])

    def test_profiles_ranks_and_axes(self):
        self.open_map("#machines=lstm")
        self.assertEqual(self.texts("#ranks tbody th .machine span"), ["lstm"])
        self.assertEqual(self.texts("#ranks .interval-numbers")[0], "1.0", "of one measure, without an interval")
        self.assertEqual(len(self.browser.run("return [...document.querySelectorAll('#profiles .legend-item')]")), 1)
        self.assertEqual(self.texts("#axes svg text")[-1], "lstm (1 of 2)")
        cells = {"copy": {"a": [100, 100], "b": [50, 0]}, "sort": {"a": [0, 100]}}
        found = map_across.profiles_of(cells)
        self.assertEqual((found["a"]["y"][0], found["a"]["y"][1], found["a"]["y"][100], found["a"]["measures"]),
                         (100, 75, 75, 2))
        self.assertEqual((found["b"]["y"][0], found["b"]["y"][50], found["b"]["y"][51]), (100, 50, 0))
        ranked = map_across.ranks_of(cells, 3)
        self.assertEqual((ranked["a"]["value"], ranked["b"]["value"], ranked["b"]["measures"]), (1, 3, 1))
        five = map_across.ranks_of({str(at): {"a": [2, 3], "b": [0, 1]} for at in range(map_across.FEWEST_RANKED)}, 3)
        self.assertEqual([five["a"][end] for end in ("low", "high")], [1, 1])
        self.assertNotIn("low", ranked["a"])
        self.assertEqual(map_across.from_guessing(75, 50), 50)
        self.assertEqual({map_across.from_guessing(100, guess / 7) for guess in range(700)}, {100}, "rounding counts")
        self.assertEqual((map_across.from_guessing(40, 50), map_across.from_guessing(100, 100)), (0, 100))

    def test_points_tell_how_many_measures_they_have(self):
        """lru and dnc have both measures that are there, all others one; each name or its number is in the picture."""
        for width in WIDTHS:
            self.browser.size(width)
            self.open_map()
            listed = [text.partition(":")[0] for text in self.texts("#axes .unnamed li")]
            names = [name if name in ("dnc", "lru") else f"{name} (1 of 2)" for name in PLAN.machines]
            in_picture = {*self.texts("#axes svg .scatter-label")}
            self.assertEqual(sorted(names), sorted({*names} & in_picture | {*listed}), f"at {width} pixels")
            self.assertEqual(in_picture - {*names}, {str(1 + at) for at in range(len(listed))}, f"at {width} pixels")
            self.assertEqual(len(self.texts("#axes .hollow")), len(names) - 2)
            self.assertIn("a mean over all 2 measures", self.texts("#axes .note")[0])
            self.assertEqual(sorted(self.texts("#profiles .legend-name")), sorted(names), "counts are alike in both")
            cut = self.browser.run("const {scrollHeight, clientHeight} = document.querySelector('#profiles .legend');"
                                   "return scrollHeight - clientHeight")
            self.assertEqual(cut, 0, f"at {width} pixels names of profiles are hidden")
            for axes in ("#x=state&y=beyond", "#x=seconds&y=state"):  # many of its points are alike
                self.open_map(axes, page=KEPT)
                numbers = {str(1 + at) for at in range(len(self.texts("#axes .unnamed li")))}
                self.assertLessEqual(numbers, {*self.texts("#axes svg .scatter-label")}, f"{axes} at {width} pixels")
        self.open_map("#of=copy")
        self.assertEqual(self.texts("#axes .hollow, #axes .below-scatter > .note:not(:has(ol))"), [])
        label = self.browser.run("return document.querySelector('#axes svg').ariaLabel")
        self.assertNotIn(" of ", label)

    def test_looks_are_apart_and_for_life(self):
        looks = map_looks.looks_of(PLAN)
        self.assertEqual(len({(one["colour"], one["dash"]) for one in looks.values()}), len(PLAN.machines))
        self.assertEqual((looks["ntm"]["colour"], looks["dnc"]["colour"]), ("#0a52a0", "#d95f02"))

    def test_it_fits_and_is_legible(self):
        for scheme in ("light", "dark"):
            self.browser.media(prefers_color_scheme=scheme)
            for width in WIDTHS:
                self.browser.size(width)
                self.open_map("#cell=gru/copy")
                wide = self.browser.run("return document.documentElement.scrollWidth")
                self.assertLessEqual(wide, width, f"{width}: the page is wider than the window")
                self.assertEqual(self.browser.run(LINKS_OUTSIDE), [], f"{width}: links to sections are not seen")
                self.browser.run("const place = document.querySelector('#table .scroll');"
                                 "place.scrollLeft = place.scrollTop = 10000")
                for name, side in (("thead th:first-child", "left"), ("tbody tr:not(.group) th", "left"),
                                   ("tfoot th", "left"), ("thead th:first-child", "top")):
                    off = self.browser.run(
                        f"return document.querySelector('#table {name}').getBoundingClientRect().{side} - "
                        f"document.querySelector('#table .scroll').getBoundingClientRect().{side}")
                    self.assertAlmostEqual(off, 0, delta=2, msg=f"{width}, {name}: is scrolled away")
            weak = [(text, round(ratio, 2)) for text, ratio in self.browser.run(INKS) if ratio < 4.5]
            self.assertEqual(weak, [], scheme)


class Committed(Shown):
    def test_it_is_what_the_files_say(self):
        made = map_page.page_of(SOURCE / "docs/results")
        self.assertTrue(made == KEPT.read_bytes(), "docs/map.html and its files differ: run studies/fill_pages.py")
        self.assertLess(len(made), MOST_BYTES)

    def test_what_is_said_of_all_questions_is_the_page_of_results(self):
        said = (SOURCE / "docs/results/map/README.md").read_text(encoding="utf-8")
        said = said.partition("\n## Questions\n\n")[2].partition("\n\n<!-- table")[0]
        self.open_map(page=KEPT)
        self.assertEqual(self.texts("#questions > .lead"), [
            each.replace("`", "").replace("*", "").replace("\n", " ") for each in said.split("\n\n")])

    def test_a_cell_is_what_the_csv_says(self):
        rows = [row for row in rows_in(SOURCE / "docs/results/map/copy.csv")
                if (row["machine"], row["role"], row["metric"]) == ("ntm", "seed", "wrong_bits")]
        right = {(row["seed"], length): 100 - 100 * float(row["value"]) / (8 * length)
                 for row in rows for length in [int(row["setting"].removeprefix("task.length="))]}
        beyond = statistics.median((right[seed, 20] + right[seed, 40]) / 2 for seed in "12345")
        solved = sum(right[seed, 10] >= 99 for seed in "12345")
        self.open_map("#cell=ntm/copy", KEPT)
        self.assertEqual(self.column("copy")["ntm"], f"{beyond:.1f} {solved}/5")
        facts = dict(zip(self.texts("#cell dt"), self.texts("#cell dd")))
        self.assertEqual(facts["seeds solved"], f"{solved} of 5")
        self.assertTrue(facts["% right beyond"].startswith(f"{beyond:.1f} ["))
        curves = rows_in(SOURCE / "docs/results/map/curves/copy.csv")
        last = [float(row["bits"]) for row in curves if (row["machine"], row["seed"]) == ("ntm", "1")][-1]
        [label] = self.browser.run("return [...document.querySelectorAll('#cell .plot')].map(each => each.ariaLabel)")
        self.assertIn(f"seed 1 ends at {last:.4g}", label)

    def test_it_is_painted_soon(self):
        found = []
        for _ in range(3):  # the least: other programs are at work
            self.open_map(page=KEPT)
            found.append(self.browser.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        self.assertLess(min(found), PAINTED_WITHIN, found)

    def test_its_data_are_text(self):
        text = KEPT.read_text(encoding="utf-8")
        data = text.partition('id="data">')[2].partition("</script>")[0]
        self.assertEqual(len(json.loads(data)["machines"]), len(PLAN.machines))


if __name__ == "__main__":
    unittest.main()
