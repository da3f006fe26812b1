"""Options of a figure for a paper: its width, title, font and the names of its lines.

They apply to all figures of a call, as Matplotlib's own settings do; without them each figure uses its own."""
import argparse
import dataclasses
import difflib
import re

from tapehead.runs.errors import InputError
from tapehead.runs.usage import count

UNITS = {"in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, "pt": 1 / 72}  # inches; points are PostScript's, as in a PDF
LEAST, MOST = 1.5, 40.0  # inches
GENERIC = ["serif", "sans-serif", "monospace"]


@dataclasses.dataclass(frozen=True)
class Sheet:
    """What figures are made for. They are laid out for `width` divided by `factor` and then scaled by it with all their
    letters, of which the smallest have 6.5 points before: so none is below 5 points."""
    width: float   # inches, where no other is asked for
    wide: float    # inches of two columns
    factor: float
    grid: bool
    fonts: tuple   # the first that is installed
    caption: bool  # title and footnote go to NAME.caption.txt, as a paper's caption has them


TWO_COLUMNS = 170 / 25.4  # inches
SANS = ("Arial", "Helvetica", "Liberation Sans", "DejaVu Sans")
STYLES = {"notebook": None,  # the figures as they are without a style
          "paper": Sheet(85 / 25.4, TWO_COLUMNS, 0.8, True, ("DejaVu Sans",), True),
          "nature": Sheet(89 / 25.4, TWO_COLUMNS, 0.77, False, SANS, True),
          "slides": Sheet(10.0, 10.0, 1.9, False, SANS, False)}


@dataclasses.dataclass(frozen=True)
class Paper:
    width: float = None  # inches; None: the figure's own
    title: str = None    # "": none; None: the figure's own
    font: str = None
    labels: tuple = ()   # of the schemes, in order
    sheet: Sheet = None  # None: no style


asked = Paper()


def add_arguments(parser, labels=False):
    width = parser.add_mutually_exclusive_group()
    width.add_argument("--width", type=inches, metavar="WIDTH", help="of the figure, such as 3.3in, 84mm or 240pt")
    width.add_argument("--columns", type=count, choices=[1, 2], default=1,
                       help="of a page with --style paper or nature: 2 is 170mm wide")
    parser.add_argument("--style", choices=list(STYLES), default="notebook",
                        help="what the figure is laid out for: notebook (as it is), paper (85mm), nature (89mm, no "
                             "grid), slides (10in); paper and nature put title and footnote into NAME.caption.txt")
    title = parser.add_mutually_exclusive_group()
    title.add_argument("--title", metavar="TEXT", help="instead of the figure's own")
    title.add_argument("--no-title", dest="title", action="store_const", const="", help="for what has a caption")
    parser.add_argument("--font", type=font, metavar="NAME", help="one that is installed, or serif (DejaVu Sans)")
    if labels:
        parser.add_argument("--labels", type=names, default=(), metavar="NAME,NAME",
                            help="what the groups are called, in their order; default: as named, or what differs")


def use(options):
    """Makes these options apply to all figures from now on."""
    global asked
    sheet = STYLES[options.style]
    if options.columns == 2 and not (sheet and sheet.caption):
        raise InputError(f"--columns: got 2 with --style {options.style}; --style paper or nature is needed")
    own = sheet and (sheet.wide if options.columns == 2 else sheet.width)
    asked = Paper(options.width or own, options.title, options.font,
                  getattr(options, "labels", ()), sheet)


def inches(text):
    match = re.fullmatch(r"([0-9]+\.?[0-9]*|\.[0-9]+) *(in|cm|mm|pt|)", text)
    width = float(match[1]) * UNITS[match[2] or "in"] if match else 0
    if not LEAST <= width <= MOST:
        raise argparse.ArgumentTypeError(f"got '{text}'; a width from {LEAST:g}in to {MOST:g}in such as 3.3in, 84mm or "
                                         "240pt is needed")
    return width


def font(text):
    from matplotlib import font_manager  # here, for it takes long to load
    known = sorted({one.name for one in font_manager.fontManager.ttflist})
    if text in known or text in GENERIC:
        return text
    alike = {name.lower(): name for name in known}
    nearest = [alike[name] for name in difflib.get_close_matches(text.lower(), alike, 3, 0.4)]
    words = ", ".join(nearest or [*GENERIC, *known[:3]])
    raise argparse.ArgumentTypeError(f"got '{text}'; a font that is installed is needed, such as {words}")


def names(text):
    found = tuple(name.strip() for name in text.split(","))
    if not all(found):
        raise argparse.ArgumentTypeError(f"got '{text}'; names with commas between them are needed, such as NTM,DNC")
    if len(set(found)) < len(found):
        raise argparse.ArgumentTypeError(f"got '{text}'; different names are needed")
    return found
