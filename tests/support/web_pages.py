"""The committed pages built from web/: their paths, and the hash of their sources."""
import hashlib
import os
import pathlib

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
FRONT = SOURCE / "web"
PAGES = {name: pathlib.Path(path) for name, path in (
    ("report", "python/tapehead/report/page.html"), ("live", "python/tapehead/live/page.html"),
    ("map", "studies/map_page.html"))}  # from the root
USES = {"map": ["report"]}  # what other pages' files one is made of


def hash_of_sources(page):
    """The hash that web/build.js computes: over the path and text of each file, in path order, without other pages'
    files that it does not use."""
    others = {FRONT / "src" / name for name in PAGES if name not in [page, *USES.get(page, [])]}
    inside = [path.relative_to(FRONT).as_posix() for path in (FRONT / "src").rglob("*")
              if path.is_file() and not others & set(path.parents)]
    total = hashlib.sha256()
    for path in sorted(["build.js", "package.json", "package-lock.json", *inside]):
        total.update(path.encode() + b"\0" + (FRONT / path).read_bytes() + b"\0")
    return total.hexdigest()
