"""Options of a figure for a paper: its width, title, font and the names of its lines.

They apply to all figures of a call, as Matplotlib's own settings do; without them each figure uses its own."""
import argparse
import dataclasses
import difflib
import re

UNITS = {"in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, "pt": 1 / 72}  # inches; points are PostScript's, as in a PDF
LEAST, MOST = 1.5, 40.0  # inches
GENERIC = ["serif", "sans-serif", "monospace"]


@dataclasses.dataclass(frozen=True)
class Paper:
    width: float = None  # inches; None: the figure's own
    title: str = None    # "": none; None: the figure's own
    font: str = None
    labels: tuple = ()   # of the schemes, in order


asked = Paper()


def add_arguments(parser, labels=False):
    parser.add_argument("--width", type=inches, metavar="WIDTH", help="of the figure, such as 3.3in, 84mm or 240pt")
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
    asked = Paper(options.width, options.title, options.font, getattr(options, "labels", ()))


def inches(text):
    match = re.fullmatch(r"(\d+\.?\d*|\.\d+)\s*(in|cm|mm|pt|)", text)
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
