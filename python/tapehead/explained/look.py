"""The style of the pictures: the colours of the report's player, one width, small enough to embed in a page."""
import io

import matplotlib
from matplotlib import pyplot
from PIL import Image, PngImagePlugin

from tapehead.plots import colour_maps, look, style
from tapehead.runs.files import write_whole

WIDTH = 7.2    # inches
DOTS = 110     # per inch
COLOURS = 96   # in a picture's palette: more are invisible and cost bytes
INK, GREY, CURSOR, BAR = "#1b1f24", "#545c66", "#b4005a", "#0a52a0"
UNIT, SIGNED = matplotlib.colormaps["gray_r"], colour_maps.diverging()


def figure(height, **layout):
    """(a figure, its grid of axes)"""
    style.use()
    return pyplot.subplots(figsize=(WIDTH, height), layout="constrained", **layout)


def whole_numbers(most=8):
    return matplotlib.ticker.MaxNLocator(most, integer=True, steps=[1, 2, 5, 10])


def cells(axes, values, title, unit=True, first=1):
    """A heat map of rows × columns, both numbered from `first`."""
    rows, columns = values.shape
    axes.imshow(values, cmap=UNIT if unit else SIGNED, vmin=0 if unit else -1, vmax=1, aspect="auto",
                interpolation="nearest", extent=(0.5, columns + 0.5, rows + first - 0.5, first - 0.5))
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set(visible=True, color=GREY, linewidth=0.6)
    axes.set_title(title, loc="left", fontsize=9)
    axes.tick_params(length=2, labelsize=7.5)
    axes.xaxis.set_major_locator(whole_numbers())
    axes.yaxis.set_major_locator(whole_numbers(5))


def bars(axes, values, title, colour=BAR, top=1.05):
    """One bar per slot, numbered from 1."""
    axes.bar(range(1, len(values) + 1), values, color=colour, width=0.8)
    axes.set_title(title, loc="left", fontsize=9)
    axes.set(xlim=(0.3, len(values) + 0.7), ylim=(min(0, 1.1 * min(values)), top))
    axes.set_xticks([1, *range(5, len(values) + 1, 5)])
    axes.tick_params(length=2, labelsize=7.5)


def say(axes, text, at, to, **more):
    """A short text with an arrow to what it describes."""
    axes.annotate(text, to, at, fontsize=8, color=more.pop("color", CURSOR), ha="center", va="center",
                  arrowprops={"arrowstyle": "->", "color": CURSOR, "lw": 1.1}, **more)


def span(axes, first, last, text, y):
    """A named span of steps above a picture."""
    axes.annotate("", (first - 0.5, y), (last + 0.5, y), annotation_clip=False,
                  arrowprops={"arrowstyle": "|-|,widthA=0.25,widthB=0.25", "color": GREY, "lw": 0.9})
    axes.text((first + last) / 2, y, f" {text} ", ha="center", va="center", fontsize=8, color=INK, clip_on=False,
              bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})


def save(made, path):
    """Saves a picture with a palette."""
    whole = io.BytesIO()
    made.savefig(whole, dpi=DOTS, format="png", metadata={"Software": None})
    carries = PngImagePlugin.PngInfo()
    carries.add_text(look.NAME, style.look_of_all())
    pyplot.close(made)
    small = io.BytesIO()
    Image.open(whole).convert("RGB").quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
        small, format="png", optimize=True, pnginfo=carries)
    write_whole(path, small.getvalue())
