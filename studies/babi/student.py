"""Student's interval for a mean of a few numbers that are about normal, such as means over many tasks. Of five values a
bootstrap would be too narrow: it knows none beyond them."""
import math
import statistics

from scipy import stats

from tapehead_stats.intervals import CONFIDENCE


def student(values, confidence=CONFIDENCE):
    """(low, high), or None for fewer than two values."""
    count = len(values)
    if count < 2:
        return None
    half = stats.t.ppf((1 + confidence) / 2, count - 1) * statistics.stdev(values) / math.sqrt(count)
    centre = statistics.fmean(values)
    return centre - half, centre + half
