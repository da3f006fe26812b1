"""What the runs of a sweep are called: the program writes it down as it begins one; those there are get it here."""
import json

from tapehead_runs.files import write_whole
from tapehead_runs.records import read_json


def rename(points, runs):
    """Gives the runs that are there, of `points` that have a name, that name: a sweep file may be given names when all
    is done, for they change no result."""
    for point in points:
        manifest = runs / point.hash / "manifest.json"
        if not point.name or not manifest.is_file():
            continue
        said = read_json(manifest)
        if said.get("name") != point.name:
            text = json.dumps(said | {"name": point.name}, indent=2, ensure_ascii=False)
            write_whole(manifest, f"{text}\n".encode())
