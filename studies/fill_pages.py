#!/usr/bin/python3
"""Rewrites the tables of pages from the files that the repository keeps; tests/studies/pages_test.py fails if a page
and its files differ.

    fill_pages.py [PAGE...]     all pages with such tables and docs/map.html, or these pages

A table stands between `<!-- table: NAME ARGUMENT... -->` and `<!-- end of table -->`; studies/told defines the tables.
Exit status: 0 done, 2 bad usage or input; then that page was not changed.
"""
import argparse
import pathlib
import sys

import scripts_path  # noqa: F401
import map_page
from tapehead.runs.errors import say
from tapehead.runs.files import write_whole
from tapehead.runs.records import read_text
from tapehead.runs.usage import ROOT, Parser
from told.marks import BEGIN, filled
from told.tables import make


def pages():
    """The repository's pages that have tables."""
    return [page for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
            if BEGIN.search(read_text(page))]


def fill(options):
    for page in options.pages or pages():
        before = read_text(page)
        after = filled(before, page, make)
        if after != before:
            write_whole(page, after.encode())
            say(f"{page}: written\n")
    if not options.pages:
        map_page.refresh(ROOT / "docs/results")


def main(arguments):
    parser = Parser(prog="fill_pages.py", description=__doc__, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=pathlib.Path, metavar="PAGE", help="Markdown (all there are)")
    return parser.run(fill, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
