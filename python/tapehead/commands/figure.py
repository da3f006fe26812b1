"""Puts several plots on one page of a paper, as panels a, b, c.

    figure.py sheet.toml --out figure.pdf

The file says what each panel is; docs/comparing.md has all of it:

    style = "nature"         # or paper, slides, notebook
    columns = 2              # 170mm wide; 1: 89mm (85mm with paper); or width = "120mm"
    across = 2               # panels side by side

    [[panel]]
    kind = "curves"          # of plot.py, or a picture of compare.py such as answer or heat-map
    of = ["runs/ntm", "runs/dnc"]
    metric = "bits"          # any option of that kind; --log is log = true
    across = 2               # places that it takes, one where this is missing

Files are found from the directory of sheet.toml. NAME.png has a NAME.svg beside it; NAME.caption.txt has the captions
of the panels. Exit status: 0 done, 2 bad usage or input; then nothing was written.
"""
import argparse

from tapehead.plots import style
from tapehead.plots.sheets import page, panels, sheet_file
from tapehead.runs.usage import Parser


def work(options):
    style.outputs(options.out)
    sheet = sheet_file.read(options.sheet)
    style.save(page.compose(panels.drawn(sheet), sheet), options.out)


def main(arguments):
    parser = Parser(prog="figure.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                    allow_abbrev=False)
    parser.add_argument("sheet", metavar="SHEET.toml", help="what the panels are")
    parser.add_argument("--out", required=True, metavar="NAME.png|.svg|.pdf",
                        help="NAME.png (with NAME.svg beside it), NAME.svg or NAME.pdf")
    return parser.run(work, arguments)
