"""The colours of numbers in pictures over time: those of the pages on paper, web/src/shared/colour_maps.js. Bits and
weights are from white to black, signed numbers from blue (below zero) through nearly white to orange."""
import functools

import numpy
from matplotlib import colors

# Straight lines in Oklab from the neutral zero to both ends, which are equally light.
ENDS = {-1: (-0.06, -0.13), 1: (0.09, 0.11)}
ZERO, END = 0.97, 0.45  # lightness
STEPS = 256


@functools.lru_cache(maxsize=None)
def diverging():
    signed = numpy.linspace(-1, 1, STEPS)
    far = abs(signed)
    a, b = numpy.where(signed < 0, numpy.array(ENDS[-1])[:, None], numpy.array(ENDS[1])[:, None]) * far
    return colors.ListedColormap(from_oklab(ZERO + far * (END - ZERO), a, b), "tapehead-diverging")


def from_oklab(lightness, a, b):
    """Oklab to sRGB (Ottosson 2020), n × 3 from 0 to 1."""
    roots = numpy.stack([lightness + 0.3963377774 * a + 0.2158037573 * b,
                         lightness - 0.1055613458 * a - 0.0638541728 * b,
                         lightness - 0.0894841775 * a - 1.291485548 * b], axis=-1)
    linear = roots ** 3 @ numpy.array([[4.0767416621, -1.2684380046, -0.0041960863],
                                       [-3.3077115913, 2.6097574011, -0.7034186147],
                                       [0.2309699292, -0.3413193965, 1.707614701]])
    clipped = linear.clip(0, 1)
    return numpy.where(clipped <= 0.0031308, 12.92 * clipped, 1.055 * clipped ** (1 / 2.4) - 0.055)
