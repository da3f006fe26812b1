#!/usr/bin/python3
"""No source includes a floor or a room above its own, or a library that its floor does not link (CONTRIBUTING.md has
the rules)."""
import os
import pathlib
import re
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))

BELOW = {  # floor → the floors it may include, besides itself
    "autodiff": set(),
    "attention": {"autodiff"},
    "controllers": {"autodiff", "attention"},
    "memory": {"autodiff", "attention"},
    "tasks": {"autodiff"},
    "models": {"autodiff", "attention", "controllers", "memory"},
    "catalogue": {"autodiff", "attention", "controllers", "memory", "tasks", "models"},
    "experiments": {"autodiff", "attention", "controllers", "memory", "tasks", "models", "catalogue"},
    "live": {"autodiff", "attention", "controllers", "memory", "tasks", "models", "catalogue", "experiments"},
    "python": {"autodiff", "attention", "controllers", "memory", "tasks", "models", "catalogue", "experiments"},
    "benchmarks": {"autodiff", "attention", "controllers", "memory", "tasks", "models", "catalogue", "experiments"},
}
# Rooms of a floor from the lowest up. A room may include from the rooms of earlier strings, never from its own string
# or later ones; a floor's own folder, ".", is one of them.
ROOMS = {
    "autodiff": ["base", "files", "tape", "ops optimisers", "check"],
    "attention": ["scores normalisers moves windows fused", ".", "check"],
    "controllers": [".", "check"],
    "memory": [".", "matrix", "ntm dnc sparse lru stacks entity fast tokens", "check"],
    "tasks": ["data/text", "data/problems data/sequences", "data/babi data/graphs data/pictures", "data/formats",
              "data/stored", "data/archives", "batch", "judges guessers", "episode", "curricula files",
              "bits sequences stories graphs", "pictures"],
    "models": [".", "encoders jacobian readers", "looks machine", "speaking", "seeing"],
    "catalogue": ["options metrics", ".", "rows", "check"],
    "experiments": ["options", "command_line files checkpoints traces", "runs", "batches", "training", "scoring",
                    "gradcheck", "commands/terminal", "commands/bench commands/manual commands/run_lists", "commands",
                    "."],
    "python": ["engine"],
}
# Libraries whose headers a floor may include, besides the standard library and the system. All lie in the compiler's
# default path, where CMake cannot separate them.
LIBRARIES = {
    "fmt/": set(BELOW), "cblas.h": {"benchmarks"}, "Random123/": {"autodiff"},
    "libfccp/": {"tasks", "experiments"}, "zlib.h": {"tasks"}, "png.h": {"tasks"}, "zip.h": {"tasks"},
    "armadillo": {"experiments"}, "hdf5.h": {"experiments"},
    "boost/": {"experiments"}, "nlohmann/": {"autodiff"}, "benchmark/": {"benchmarks"},
    "pybind11/": {"python"},
}
JSON = {"autodiff/files/json.cpp", "autodiff/files/safetensors.cpp"}  # in any other it costs seconds to compile
SYSTEM = re.compile(r"sys/\w+\.h|unistd\.h|fcntl\.h|immintrin\.h|[a-z_]+")  # <vector>, <cmath>; but not <armadillo>

EPISODE_TYPES = {"tasks/batch/batch.hpp", "tasks/episode/task.hpp"}  # the parts of the tasks that models see


def room(path):
    """A file's floor and its room in it: ("tasks", "data/text"), ("memory", ".")."""
    floor, *rooms = path.split("/")[:-1]
    return floor, "/".join(rooms) or "."


def height(floor, name):
    """A room's rank in its floor; None if it has none."""
    return next((place for place, names in enumerate(ROOMS[floor]) if name in names.split()), None)


def allowed(source, included):
    """Whether the file `source` may include the file `included`; both relative to the root."""
    (floor, here), (target, there) = room(source), room(included)
    if target != floor:
        return target in BELOW[floor] or (floor == "models" and included in EPISODE_TYPES)
    if here == there or floor not in ROOMS:
        return True
    return height(floor, there) < height(floor, here)


def links(source, included):
    """Whether that file may include <included>."""
    for library, floors in LIBRARIES.items():
        if included.startswith(library):
            return source.split("/")[0] in floors and (library != "nlohmann/" or source in JSON)
    return bool(SYSTEM.fullmatch(included))


def foreign(text):
    return re.findall(r"^\s*#\s*include\s*<([^>]+)>", text, re.MULTILINE)


def includes(text):
    return re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.MULTILINE)


class Layers(unittest.TestCase):
    def test_every_include_goes_down(self):
        sources = [path for floor in BELOW for path in sorted((SOURCE / floor).rglob("*.[ch]pp"))]
        self.assertGreater(len(sources), 50, "the sources were not found")
        upward, unknown = [], []
        for path in sources:
            source = path.relative_to(SOURCE).as_posix()
            for included in includes(path.read_text(encoding="utf-8")):
                if (SOURCE / included).is_file():
                    if not allowed(source, included):
                        upward.append(f"{source} includes {included}")
                elif included != "tapehead_commit.hpp":  # the build makes that one
                    unknown.append(f"{source} includes {included}")
        self.assertEqual(upward, [], "upward includes")
        self.assertEqual(unknown, [], "includes that are not paths from the root")

    def test_every_room_has_its_place(self):
        for floor in BELOW:
            rooms = {room(path.relative_to(SOURCE).as_posix())[1] for path in (SOURCE / floor).rglob("*.[ch]pp")}
            if floor in ROOMS:
                self.assertEqual(rooms, set(" ".join(ROOMS[floor]).split()), f"rooms of {floor}/")
            else:
                self.assertEqual(rooms, {"."}, f"{floor}/ has no rooms")

    def test_every_library_is_seen_where_it_is_linked(self):
        for floor in BELOW:
            for path in sorted((SOURCE / floor).rglob("*.[ch]pp")):
                source = path.relative_to(SOURCE).as_posix()
                for included in foreign(path.read_text(encoding="utf-8")):
                    self.assertTrue(links(source, included), f"{source} includes <{included}>")
                    wide = path.suffix == ".hpp" and included.startswith(("armadillo", "boost/", "hdf5", "nlohmann/"))
                    self.assertFalse(wide, f"{source} is a header, and <{included}> takes seconds")

    def test_the_rule_of_libraries(self):
        for source, included in (("memory/a.cpp", "armadillo"), ("tasks/a.cpp", "nlohmann/json.hpp"),
                                 ("models/a.cpp", "hdf5.h"), ("catalogue/a.hpp", "boost/program_options.hpp"),
                                 ("autodiff/a.cpp", "cblas.h"), ("experiments/commands/a.cpp", "nlohmann/json.hpp"),
                                 ("autodiff/a.cpp", "curl/curl.h")):
            self.assertFalse(links(source, included), f"{source} includes <{included}>")
        for source, included in (("autodiff/a.cpp", "vector"), ("benchmarks/a.cpp", "cblas.h"),
                                 ("autodiff/files/json.cpp", "nlohmann/json.hpp"), ("tasks/a.cpp", "fmt/format.h")):
            self.assertTrue(links(source, included), f"{source} includes <{included}>")
        self.assertEqual(foreign('#include <a/b.h>\n// #include <c>\n#include "d"\n'), ["a/b.h"])

    def test_the_rule(self):
        for source, included in (("autodiff/a.cpp", "memory/b.hpp"), ("controllers/a.cpp", "memory/b.hpp"),
                                 ("tasks/a.cpp", "catalogue/options/option.hpp"),
                                 ("models/lstm.cpp", "tasks/bits/copy.hpp"), ("models/a.cpp", "experiments/b.hpp"),
                                 ("experiments/a.cpp", "tests/support/b.hpp")):
            self.assertFalse(allowed(source, included), f"{source} includes {included}")
        for source, included in (("memory/a.cpp", "attention/b.hpp"), ("models/model.hpp", "tasks/batch/batch.hpp"),
                                 ("catalogue/catalogue.cpp", "tasks/bits/copy.hpp"),
                                 ("experiments/a.cpp", "tasks/bits/copy.hpp")):
            self.assertTrue(allowed(source, included), f"{source} includes {included}")
        self.assertEqual(includes('#include "a/b.hpp"\n// #include "c.hpp"\n# include "d.hpp"\n'), ["a/b.hpp", "d.hpp"])


if __name__ == "__main__":
    unittest.main()
