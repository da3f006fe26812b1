"""Packs the arrays of a trace as text for a page: quantised on one scale per array, compressed."""
import base64
import gzip

import numpy

DEEP_UP_TO = 4096   # values; smaller arrays have 65,536 levels, larger ones 256, as many as a screen has greys
MOST_VALUES = 2**21  # per array; the links of 128 slots over 243 steps, four million values, take megabytes of text


def packed(values):
    """{"shape", "low", "high", "depth", "data"}: value = low + q·(high − low)/(2^depth − 1), q unsigned, little-endian,
    gzip, base64. All values must be finite."""
    depth = 16 if values.size <= DEEP_UP_TO else 8
    low, high = (float(values.min()), float(values.max())) if values.size else (0.0, 0.0)
    steps = 2**depth - 1
    scaled = (values - low) * (steps / (high - low)) if high > low else numpy.zeros(values.shape)
    whole = numpy.rint(scaled).astype("<u2" if depth == 16 else "u1")
    data = gzip.compress(whole.tobytes(), mtime=0)  # else the bytes would contain the time
    return {"shape": list(values.shape), "low": low, "high": high, "depth": depth,
            "data": base64.b64encode(data).decode()}
