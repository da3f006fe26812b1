"""The colours of a score: a hue for what writes and one for what reads, in every track."""
import numpy
from matplotlib import colors

INK, GREY, RULE, PALE = "#1b1f24", "#545c66", "#dcdfe2", "#f1f2f4"
WRITE, READ = "#d95f02", "#0a52a0"
WRONG = "#b4005a"
SIDES = {"write": WRITE, "read": READ}


def two_hues(write, read):
    """The image (… × 3) of two arrays of weights from 0 to 1: each stains white by its hue, both together are darker
    than either."""
    image = numpy.ones((*write.shape, 3))
    for weights, hue in ((write, WRITE), (read, READ)):
        image *= 1 - numpy.clip(weights, 0, 1)[..., None] * (1 - numpy.array(colors.to_rgb(hue)))
    return image
