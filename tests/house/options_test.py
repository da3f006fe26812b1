#!/usr/bin/python3
"""An option is declared once and fills its field (catalogue/options/bound.hpp). It is read by its name only where
somebody looks at an option of another's, and those places are told here, each with its reason."""
import os
import pathlib
import re
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))

FLOORS = ("autodiff", "attention", "controllers", "memory", "tasks", "models", "catalogue", "experiments", "live")
MECHANISM = "catalogue/options/"

READ = re.compile(r'\b(?:s|settings|\w*Settings)\.(?:text|integer|size|real|flag|sequences|has|set)\(\s*"([^"]+)"')
DECLARED = re.compile(r'\bOption::(?:integer|odd|real|span|flag|choice|a_part|text|path|limits)\(\s*"([^"-][^"]*)"')
CHAIN = re.compile(r'==\s*"[^"]+"\s*\?')  # from a word to a value: Bound::choice

# Room → names that it reads, and why it may.
READS = {
    "catalogue/rows": {
        "model",  # tasks and models are asked whether they go together
        "task",   # which row makes the task
        "seed",   # the built-in stories are drawn by the run's own
        "memory",  # that is told what the task does not tell
    },
    "catalogue/check": {
        "encoder", "memory", "model",  # which combinations of parts there are
        "model.tied",                  # what data they need
    },
    "experiments/training": {
        "task", "seed", "train.restart",  # what a run is called
        "train.curriculum",               # asks for sizes that a task may not have
        "memory", "memory.slots",         # what to make smaller where there is no room
    },
    "experiments/scoring": {
        "task", "model", "seed",  # of a trained run, whatever its parts are
        "memory",                 # whose signals a trace has
        "memory.slots",           # which number of slots would do
        "model.mixers",           # where slots of a mixer's own are
    },
    "experiments/commands": {
        "task", "model", "seed",
        "memory.slots",  # whether the task's own grid needs more of them
        "task.episode",  # whether an episode has several questions
        "train.restart", "train.sequences",  # what resume has to do
    },
    "live": {
        "task", "model", "seed",
        "task.bits", "task.from", "task.max-length", "task.path", "task.source",  # what there is without the files
    },
}
# Room → options that are no field's.
DECLARATIONS = {
    "catalogue/check": {"model"},     # a model to be tried, which no run has
    "catalogue/rows": {"memory"},     # another part, of a row without settings
    "live": {"task", "model", "seed"},  # what a page opens a model by
}


def sources():
    for floor in FLOORS:
        for path in sorted((SOURCE / floor).rglob("*.[ch]pp")):
            name = path.relative_to(SOURCE).as_posix()
            if not name.startswith(MECHANISM):
                yield name, path.read_text(encoding="utf-8")


def by_room(pattern):
    """Room → names that its files have where the pattern is."""
    found = {}
    for name, text in sources():
        names = set(pattern.findall(text))
        if names:
            found.setdefault(name.rsplit("/", 1)[0], set()).update(names)
    return found


class Options(unittest.TestCase):
    def test_options_are_read_by_name_only_where_another_s_is_looked_at(self):
        self.assertEqual(by_room(READ), READS)

    def test_options_are_declared_with_their_fields(self):
        self.assertEqual(by_room(DECLARED), DECLARATIONS)

    def test_no_chain_goes_from_words_to_values(self):
        chains = [name for name, text in sources() if name.startswith("catalogue/") and CHAIN.search(text)]
        self.assertEqual(chains, [])

    def test_the_patterns(self):
        self.assertEqual(READ.findall('configuration.settings.size(\n "memory.slots") s.has("seed") json.text("a")'),
                         ["memory.slots", "seed"])
        self.assertEqual(DECLARED.findall('Option::real("a.b", 1) Option::integer("--n") Option::flag(name)'), ["a.b"])
        self.assertTrue(CHAIN.search('name == "a" ? 1 : 2'))


if __name__ == "__main__":
    unittest.main()
