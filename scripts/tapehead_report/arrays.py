"""Arrays of a trace as a page can carry them: a step of a scale each, packed, in text."""
import base64
import gzip

import numpy

DEEP_UP_TO = 4096   # values; of so few each has 65,536 steps, of more 256: as many as a screen has greys
MOST_VALUES = 2**21  # of an array; the links of 128 slots over 243 steps, four million, come to megabytes of text


def packed(values):
    """{"shape", "low", "high", "depth", "data"}: value = low + q·(high − low)/(2^depth − 1), q unsigned, little-endian,
    gzip, base64. All values have to be finite."""
    depth = 16 if values.size <= DEEP_UP_TO else 8
    low, high = (float(values.min()), float(values.max())) if values.size else (0.0, 0.0)
    steps = 2**depth - 1
    scaled = (values - low) * (steps / (high - low)) if high > low else numpy.zeros(values.shape)
    whole = numpy.rint(scaled).astype("<u2" if depth == 16 else "u1")
    data = gzip.compress(whole.tobytes(), mtime=0)  # the time would be in the bytes otherwise
    return {"shape": list(values.shape), "low": low, "high": high, "depth": depth,
            "data": base64.b64encode(data).decode()}
