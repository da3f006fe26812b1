#!/usr/bin/python3
"""A room holds one idea, and few enough files to survey; scripts/rooms.py lists them."""
import csv
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
SCRIPT = SOURCE / "scripts" / "rooms.py"
MOST_FILES = 50  # per room: headers and sources

sys.path.insert(0, str(SCRIPT.parent))
import rooms as table


def run(*words):
    return subprocess.run([sys.executable, SCRIPT, *words], text=True, capture_output=True, timeout=60)


class Rooms(unittest.TestCase):
    def test_no_room_is_too_large(self):
        rooms = table.rooms(SOURCE)
        self.assertGreater(len(rooms), 40, "the rooms were not found")
        for name, room in rooms.items():
            self.assertLessEqual(room.files, MOST_FILES,
                                 f"{name}/ holds {room.files} files; rooms of at most {MOST_FILES} are needed, each "
                                 "with an idea of its own")

    def test_rooms_are_counted(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder)
            (source / "memory" / "ring").mkdir(parents=True)
            (source / "autodiff" / "ops").mkdir(parents=True)
            (source / "autodiff" / "ops" / "ops.hpp").write_text("#pragma once\n")
            (source / "memory" / "memory.hpp").write_text('#pragma once\n#include "autodiff/ops/ops.hpp"\n')
            (source / "memory" / "ring" / "ring.cpp").write_text(
                '#include "memory/memory.hpp"\n#include "no/such.hpp"\n#include <vector>\nint one;\n')
            (source / "memory" / "ring" / "notes.txt").write_text("no source\n")
            rooms = table.rooms(source)
        self.assertEqual({name: (room.files, room.lines, room.includes) for name, room in rooms.items()},
                         {"autodiff/ops": (1, 1, set()), "memory": (1, 2, {"autodiff/ops"}),
                          "memory/ring": (1, 4, {"memory"})})

    def test_the_table_tells_them_all(self):
        rooms = table.rooms(SOURCE)
        rows = list(csv.DictReader(io.StringIO(run("--csv").stdout)))
        self.assertEqual({row["room"]: int(row["files"]) for row in rows},
                         {name: room.files for name, room in rooms.items()})
        lines = run("memory").stdout.splitlines()
        self.assertEqual([line.split()[0] for line in lines[1:-1]], [n for n in rooms if n.startswith("memory")])
        self.assertEqual(int(lines[-1].split()[2]), sum(r.files for n, r in rooms.items() if n.startswith("memory")))

    def test_a_room_that_is_not_there(self):
        told = run("cellar")
        self.assertEqual((told.returncode, told.stdout), (2, ""))
        self.assertIn("cellar: begins no room's name", told.stderr)


if __name__ == "__main__":
    unittest.main()
