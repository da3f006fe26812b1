"""A picture on a page with overlays: attention, boxes, windows."""
import numpy
from matplotlib import colors, patches

from . import style

DIM = 0.62       # of a picture under a map: its highlights would outshine the colours
STRONGEST = 0.85  # opacity of the greatest share
MAP = style.SKY
BOX, WINDOW = style.VERMILION, style.SKY


def show(axes, picture, light=1.0):
    """height x width x channels, 0 to 1; coordinates are pixels from the upper left corner."""
    height, width, channels = picture.shape
    seen = picture if channels == 3 else numpy.repeat(picture.mean(axis=2, keepdims=True), 3, axis=2)
    axes.imshow(numpy.clip(seen, 0, 1) * light, extent=(0, width, height, 0), interpolation="nearest")
    axes.set(xticks=[], yticks=[], xlim=(0, width), ylim=(height, 0))
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set(visible=True, color="#888888", linewidth=0.6)


def cover(axes, look, most):
    """Shares of cells (rows x columns) as opacities over the whole picture; `most` is the greatest share."""
    veil = numpy.empty((*look.shape, 4))
    veil[...] = colors.to_rgba(MAP)
    veil[..., 3] = STRONGEST * numpy.clip(look / most, 0, 1) if most > 0 else 0
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    axes.imshow(veil, extent=(left, right, bottom, top), interpolation="nearest")


def veil_map():
    """The colours that cover() gives a grey picture, for a colour bar."""
    grey, full = numpy.full(3, DIM / 2), numpy.array(colors.to_rgb(MAP))
    return colors.LinearSegmentedColormap.from_list("veil", [grey, grey + STRONGEST * (full - grey)])


def outline(axes, box, colour=BOX, width=1.4, alpha=1):
    """left, top, right, bottom; its dark edge keeps it visible on any picture."""
    left, top, right, bottom = box
    for line, at in ((width + 1.4, "black"), (width, colour)):
        axes.add_patch(patches.Rectangle((left, top), right - left, bottom - top, fill=False, edgecolor=at,
                                         linewidth=line, joinstyle="miter", alpha=alpha))
