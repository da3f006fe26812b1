"""The names of a sweep's runs: the program records a name when it begins a run; existing runs are renamed here."""
import json

from tapehead.runs.files import write_whole
from tapehead.runs.records import read_json


def rename(points, runs):
    """Gives existing runs of named `points` their name: a sweep file may add names after everything is done, for they
    change no result."""
    for point in points:
        manifest = runs / point.hash / "manifest.json"
        if not point.name or not manifest.is_file():
            continue
        said = read_json(manifest)
        if said.get("name") != point.name:
            text = json.dumps(said | {"name": point.name}, indent=2, ensure_ascii=False)
            write_whole(manifest, f"{text}\n".encode())
