#!/usr/bin/python3
"""The rooms of the house as a table: files, lines, and which rooms each includes from (tests/house/layers_test.py holds
their order, tests/house/rooms_test.py their size).

  scripts/rooms.py [--csv] [ROOM]...     all rooms, or those whose names begin with ROOM: rooms.py experiments models
"""
import argparse
import csv
import dataclasses
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[1]
FLOORS = ("autodiff", "attention", "controllers", "memory", "tasks", "models", "catalogue", "experiments", "live",
          "python", "benchmarks")


@dataclasses.dataclass
class Room:
    """One folder of sources."""
    files: int = 0
    lines: int = 0
    includes: set = dataclasses.field(default_factory=set)  # names of other rooms


def rooms(source=SOURCE):
    """Name → Room, floor by floor; files directly in a floor's folder form a room of the floor's name."""
    found = {}
    for floor in FLOORS:
        for path in sorted((source / floor).rglob("*.[ch]pp")):
            name = path.parent.relative_to(source).as_posix()
            text = path.read_text(encoding="utf-8")
            room = found.setdefault(name, Room())
            room.files += 1
            room.lines += text.count("\n")
            for included in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.MULTILINE):
                other = included.rpartition("/")[0]
                if other != name and (source / included).is_file():
                    room.includes.add(other)
    return found


def arrows(room, known):
    """The rooms it includes from; FLOOR/* stands for all rooms of a floor."""
    told = []
    for floor in FLOORS:
        all_of_it = {name for name in known if name.split("/")[0] == floor}
        seen = room.includes & all_of_it
        told += [f"{floor}/*"] if len(all_of_it) > 1 and seen == all_of_it else sorted(seen)
    return told


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--csv", action="store_true", help="as CSV: room,files,lines,includes")
    parser.add_argument("room", nargs="*", help="only rooms whose names begin with this")
    wanted = parser.parse_args()
    known = rooms()
    chosen = {name: room for name, room in known.items() if not wanted.room or name.startswith(tuple(wanted.room))}
    if not chosen:
        print(f"rooms.py: {' '.join(wanted.room)}: begins no room's name; one such as {FLOORS[0]}/ops is needed",
              file=sys.stderr)
        return 2
    if wanted.csv:
        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(["room", "files", "lines", "includes"])
        for name, room in chosen.items():
            table.writerow([name, room.files, room.lines, " ".join(sorted(room.includes))])
        return 0
    width = max(map(len, chosen))
    print(f"{'room':{width}} {'files':>5} {'lines':>6}  includes from")
    for name, room in chosen.items():
        print(f"{name:{width}} {room.files:5} {room.lines:6}  {' '.join(arrows(room, known))}".rstrip())
    of_all = f"{len(chosen)} rooms"
    print(f"{of_all:{width}} {sum(r.files for r in chosen.values()):5} {sum(r.lines for r in chosen.values()):6}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
